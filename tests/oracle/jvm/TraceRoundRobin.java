import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;

/**
 * Runs scripts on a partitioner that counts, by its class, with records that have no key:
 * RoundRobinPartitioner, which kafka-clients has since 2.4, or the DefaultPartitioner of 2.3.
 */
final class TraceRoundRobin implements Traces.Assigner {
    private final Partitioner partitioner;
    private final Traces.Script script;
    private final boolean namesTopics;
    private int records;

    private TraceRoundRobin(String type, Traces.Script script) throws Exception {
        partitioner = (Partitioner) Class.forName(type).getConstructor().newInstance();
        this.script = script;
        namesTopics = script.has("topics");
        // A script with a seed lets the client start where it will.
        if (script.has("counter") && !script.has("seed")) {
            counters().put(script.text("topic"), new AtomicInteger(script.number("counter")));
        }
    }

    public static void main(String[] arguments) throws Exception {
        String type = "org.apache.kafka.clients.producer." + arguments[0];
        Traces.record(Class.forName(type), script -> new TraceRoundRobin(type, script));
    }

    @Override
    public Object step(String operation, List<Object> of, Cluster cluster) throws Exception {
        String topic = namesTopics ? (String) of.get(0) : script.text("topic");
        if (operation.equals("partition")) {
            records++;
            return partitioner.partition(topic, null, null, null, null, cluster);
        }
        // Not in the interface of every version.
        return Partitioner.class
                .getMethod("onNewBatch", String.class, Cluster.class, int.class)
                .invoke(partitioner, topic, cluster, ((Number) of.get(1)).intValue());
    }

    @Override
    public Long counter() throws Exception {
        AtomicInteger counter = counters().get(script.text("topic"));
        return namesTopics || counter == null ? null : counter.get() - records & 0xffff_ffffL;
    }

    @SuppressWarnings("unchecked")
    private Map<String, AtomicInteger> counters() throws Exception {
        Field map = partitioner.getClass().getDeclaredField("topicCounterMap");
        map.setAccessible(true);
        return (Map<String, AtomicInteger>) map.get(partitioner);
    }
}
