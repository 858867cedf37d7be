import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends with an unmodified kafka-clients as it reads: {@code AsRead BOOTSTRAP TOPIC - -}, by the
 * drop-in programs' protocol, which is in tests/README.md.
 */
final class AsRead {
    private static final Pattern LINE =
            Pattern.compile(
                    "\\{\"key\": (null|\"([0-9a-f]*)\"), \"partition\": (null|[0-9]+), "
                            + "\"value\": \"([^\"]*)\"}");

    public static void main(String[] args) throws Exception {
        Map<String, Object> settings =
                Map.of(
                        "bootstrap.servers", args[0],
                        "metadata.max.age.ms", "1000",
                        "delivery.timeout.ms", "40000",
                        "request.timeout.ms", "10000",
                        "max.block.ms", "5000");
        ByteArraySerializer bytes = new ByteArraySerializer();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings, bytes, bytes)) {
            BufferedReader records = new BufferedReader(new InputStreamReader(System.in));
            for (String line; (line = records.readLine()) != null; ) {
                send(producer, args[1], line);
            }
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, String line) {
        Matcher read = LINE.matcher(line);
        if (!read.matches()) {
            throw new IllegalArgumentException(line);
        }
        byte[] key = read.group(2) == null ? null : HexFormat.of().parseHex(read.group(2));
        Integer partition =
                read.group(3).equals("null") ? null : Integer.valueOf(read.group(3));
        String value = read.group(4);
        byte[] sent = value.getBytes(StandardCharsets.US_ASCII);
        producer.send(
                new ProducerRecord<>(topic, partition, key, sent),
                (lies, why) ->
                        System.out.println(
                                why == null
                                        ? String.format(
                                                "{\"value\": \"%s\", \"partition\": %d, "
                                                        + "\"offset\": %d}",
                                                value, lies.partition(), lies.offset())
                                        : String.format(
                                                "{\"value\": \"%s\", \"error\": \"%s\"}",
                                                value, why.getClass().getSimpleName())));
    }
}
