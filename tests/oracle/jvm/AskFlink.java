import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.kafka.sink.KafkaPartitioner;
import org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions;

/**
 * Asks Flink's Kafka sink by its table option: {@code sink.partitioner=default}, {@code fixed} or
 * {@code round-robin}.
 *
 * <p>A sink's partitioner is asked as one subtask after the other. Where the option stands for no
 * partitioner, the answers are those of the producer that the connector depends on.
 */
final class AskFlink {
    private static final int SUBTASKS = 4;

    public static void main(String[] args) throws Exception {
        Rows.answer(KafkaConnectorOptions.class, args[0], client(args[0]));
    }

    private static Rows.Client client(String option) throws Exception {
        KafkaPartitioner<?>[] subtasks = new KafkaPartitioner<?>[SUBTASKS];
        for (int subtask = 0; subtask < SUBTASKS; subtask++) {
            Optional<?> partitioner = partitionerOf(option);
            if (partitioner.isEmpty()) {
                return new Producer(Map.of());
            }
            subtasks[subtask] = (KafkaPartitioner<?>) partitioner.get();
            subtasks[subtask].open(subtask, SUBTASKS);
        }
        Map<Integer, int[]> partitions = new HashMap<>();
        return new Rows.Client() {
            private int asked;

            @Override
            public Integer place(byte[] key, int count) {
                int[] ids = partitions.computeIfAbsent(count, n -> IntStream.range(0, n).toArray());
                return subtasks[asked++ % SUBTASKS].partition(null, key, null, "topic", ids);
            }
        };
    }

    /** What the connector makes of the option, in a class that is not public. */
    private static Optional<?> partitionerOf(String option) throws Exception {
        String[] pair = option.split("=", 2);
        Method method = Class.forName(KafkaConnectorOptions.class.getName() + "Util")
                .getDeclaredMethod(
                        "getFlinkKafkaPartitioner", ReadableConfig.class, ClassLoader.class);
        method.setAccessible(true);
        return (Optional<?>) method.invoke(
                null,
                Configuration.fromMap(Map.of(pair[0], pair[1])),
                AskFlink.class.getClassLoader());
    }
}
