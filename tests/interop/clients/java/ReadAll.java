import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads topics from their start to what is their end now, without a group, and prints a line of
 * JSON a record: {@code ReadAll BOOTSTRAP TOPIC...}.
 */
final class ReadAll {
    public static void main(String[] args) {
        Map<String, Object> settings = Map.of("bootstrap.servers", args[0]);
        try (KafkaConsumer<byte[], String> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions =
                    Stream.of(args)
                            .skip(1)
                            .flatMap(topic -> consumer.partitionsFor(topic).stream())
                            .map(it -> new TopicPartition(it.topic(), it.partition()))
                            .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            StringBuilder lines = new StringBuilder();
            while (ends.entrySet().stream()
                    .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(500)).forEach(record -> lines.append(line(record)));
            }
            System.out.print(lines);
        }
    }

    private static String line(ConsumerRecord<byte[], String> record) {
        String key =
                record.key() == null ? "null" : '"' + HexFormat.of().formatHex(record.key()) + '"';
        return String.format(
                "{\"topic\": \"%s\", \"partition\": %d, \"offset\": %d, \"timestamp\": %d, "
                        + "\"key\": %s, \"value\": \"%s\"}%n",
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                key,
                record.value());
    }
}
