import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * The real {@link KafkaProducer} of whichever kafka-clients is on the class path, with no broker.
 *
 * <p>Only what a broker would have told it, the topic's partitions, is put into its metadata. Where
 * a key goes is asked of the method that {@code send} asks; whether keys of a kind decide at all is
 * seen by {@code send} itself, since a sticky partition moves when a batch is full.
 */
final class Producer implements Rows.Client {
    private static final String TOPIC = "topic";

    /** Longer than the default batch.size: every record fills a batch. */
    private static final byte[] VALUE = new byte[20_000];

    /** The sent keys that stand for every key of one byte or more. */
    private static final List<byte[]> SAMPLES =
            List.of("k".getBytes(StandardCharsets.UTF_8), new byte[] {-1, -2, -3}, new byte[300]);

    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<Integer, Cluster> clusters = new HashMap<>();
    private final Partition partition;
    private Boolean keysDecide;

    /** Makes a producer with these settings and its version's defaults. */
    Producer(Map<String, Object> settings) throws Exception {
        Map<String, Object> config = new HashMap<>(settings);
        config.put("bootstrap.servers", "127.0.0.1:1");
        var bytes = new ByteArraySerializer();
        producer = new KafkaProducer<>(config, bytes, bytes);
        partition = partition();
    }

    @Override
    public Integer place(byte[] key, int partitions) throws Exception {
        return partition.of(record(key), cluster(partitions));
    }

    @Override
    public Integer hash(byte[] key) {
        return Utils.murmur2(key);
    }

    @Override
    public boolean varies(byte[] key) throws Exception {
        if (key == null || key.length == 0) {
            return lieApart(key);
        }
        if (keysDecide == null) {
            keysDecide = true;
            for (byte[] sample : SAMPLES) {
                keysDecide &= !lieApart(sample);
            }
        }
        return !keysDecide || Rows.Client.super.varies(key);
    }

    /** Whether records with one key lie apart. If not, they must lie where the key is placed. */
    private boolean lieApart(byte[] key) throws Exception {
        int first = send(key);
        for (int again = 0; again < 3; again++) {
            if (send(key) != first) {
                return true;
            }
        }
        int placed = place(key, Rows.MANY);
        if (first != placed) {
            throw new IllegalStateException("record in " + first + ", key placed in " + placed);
        }
        return false;
    }

    /** Sends, and looks up the partition of the batch that the record was appended to. */
    private int send(byte[] key) throws Exception {
        replaceCluster(fieldOf(producer, "metadata").get(producer), cluster(Rows.MANY));
        Future<?> sent = producer.send(record(key));
        Object result = fieldOf(sent, "result").get(sent);
        Object appendedTo = result.getClass().getMethod("topicPartition").invoke(result);
        if (appendedTo == null) {
            // In 0.8 it is known when the batch is done; there, the first choice is the last.
            return place(key, Rows.MANY);
        }
        return ((TopicPartition) appendedTo).partition();
    }

    private static ProducerRecord<byte[], byte[]> record(byte[] key) {
        return new ProducerRecord<>(TOPIC, key, VALUE);
    }

    private interface Partition {
        int of(ProducerRecord<byte[], byte[]> record, Cluster cluster) throws Exception;
    }

    /** What {@code send} calls: a method of the producer, or in 0.8 of its partitioner. */
    private Partition partition() throws Exception {
        for (Method method : KafkaProducer.class.getDeclaredMethods()) {
            if (method.getName().equals("partition") && method.getParameterCount() == 4) {
                method.setAccessible(true);
                return (record, cluster) -> (int)
                        method.invoke(producer, record, record.key(), record.value(), cluster);
            }
        }
        Object partitioner = fieldOf(producer, "partitioner").get(producer);
        Method method = partitioner
                .getClass()
                .getMethod("partition", ProducerRecord.class, Cluster.class);
        return (record, cluster) -> (int) method.invoke(partitioner, record, cluster);
    }

    /**
     * What a broker tells of a topic. 2^31-1 partitions cannot be listed, so the lists inside a
     * {@link Cluster} are replaced by ones that make their members when asked.
     */
    private Cluster cluster(int partitions) throws Exception {
        Cluster known = clusters.get(partitions);
        if (known != null) {
            return known;
        }
        Node leader = new Node(0, "127.0.0.1", 1);
        Node[] none = {};
        List<PartitionInfo> infos = new AbstractList<>() {
            @Override
            public PartitionInfo get(int id) {
                return new PartitionInfo(TOPIC, id, leader, none, none);
            }

            @Override
            public int size() {
                return partitions;
            }
        };
        Cluster cluster = Cluster.empty();
        for (String field : List.of("partitionsByTopic", "availablePartitionsByTopic")) {
            fieldOf(cluster, field).set(cluster, Map.of(TOPIC, infos));
        }
        clusters.put(partitions, cluster);
        return cluster;
    }

    /** Puts it where {@code Metadata.fetch} finds it: up to 2.1 its field, later its cache's. */
    private static void replaceCluster(Object metadata, Cluster cluster) throws Exception {
        for (Class<?> type = metadata.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                field.setAccessible(true);
                String typeName = field.getType().getSimpleName();
                if (field.getType() == Cluster.class) {
                    field.set(metadata, cluster);
                    return;
                }
                if (typeName.equals("MetadataCache") || typeName.equals("MetadataSnapshot")) {
                    replaceCluster(field.get(metadata), cluster);
                    return;
                }
            }
        }
        throw new IllegalStateException("no cluster in " + metadata.getClass());
    }

    private static Field fieldOf(Object owner, String name) throws Exception {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
