import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.Cluster;

/**
 * Runs scripts on {@link BuiltInPartitioner}, which kafka-clients has since 3.3.
 *
 * <p>Its methods are the accumulator's alone, and some have changed: they are called by reflection.
 */
final class TraceBuiltIn implements Traces.Assigner {
    private final BuiltInPartitioner partitioner;
    private final Traces.Script script;
    private Object peeked;

    private TraceBuiltIn(Traces.Script script) throws Exception {
        this.script = script;
        Constructor<?> constructor = BuiltInPartitioner.class.getConstructors()[0];
        Object logs = constructor.getParameterTypes()[0].getConstructor().newInstance();
        String topic = script.text("topic");
        // KafkaProducer takes batch.size so.
        int size = Math.max(1, script.number("batch_size"));
        partitioner = (BuiltInPartitioner) (constructor.getParameterCount() == 3
                ? constructor.newInstance(logs, topic, size)
                : constructor.newInstance(
                        logs, topic, size, script.has("rack"),
                        script.has("rack") ? BrokerMetadata.RACK : ""));
    }

    public static void main(String[] arguments) throws Exception {
        Traces.record(BuiltInPartitioner.class, TraceBuiltIn::new);
    }

    @Override
    public Object step(String operation, List<Object> of, Cluster cluster) throws Exception {
        switch (operation) {
            case "peek":
                peeked = call("peekCurrentPartitionInfo", cluster);
                return partitionOf(peeked);
            case "is_changed":
                return call("isPartitionChanged", peeked);
            case "update":
                int bytes = ((Number) of.get(0)).intValue();
                call("updatePartitionInfo", peeked, bytes, cluster, of.get(1));
                return partitionOf(call("peekCurrentPartitionInfo", cluster));
            case "load":
                load(array(of.get(0)), array(of.get(1)), ((Number) of.get(2)).intValue());
                return null;
            default:
                throw new IllegalArgumentException("no operation " + operation);
        }
    }

    private void load(int[] sizes, int[] ids, int length) throws Exception {
        Method method = method("updatePartitionLoadStats", 3);
        if (method.getParameterCount() == 3) {
            method.invoke(partitioner, sizes, ids, length);
            return;
        }
        String[] racks = new String[ids.length];
        for (int i = 0; i < ids.length; i++) {
            racks[i] = script.rackOf(ids[i]);
        }
        method.invoke(partitioner, sizes, ids, racks, length);
    }

    private static int[] array(Object list) {
        return list == null
                ? null
                : ((List<?>) list).stream().mapToInt(item -> ((Number) item).intValue()).toArray();
    }

    private static Object partitionOf(Object info) throws Exception {
        Method method = info.getClass().getDeclaredMethod("partition");
        method.setAccessible(true);
        return method.invoke(info);
    }

    private Object call(String name, Object... arguments) throws Exception {
        return method(name, arguments.length).invoke(partitioner, arguments);
    }

    private static Method method(String name, int least) {
        for (Method method : BuiltInPartitioner.class.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() >= least) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new IllegalStateException("BuiltInPartitioner has no " + name);
    }
}
