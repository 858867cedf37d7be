import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends with kafka-clients: {@code Produce BOOTSTRAP TOPIC [alone] [PROPERTY=VALUE ...] < records};
 * with {@code alone}, a record only when the one before is with the broker.
 *
 * <p>With SERVICE in the environment each record has it as a header and TIMESTAMP as its time, and
 * before their number stands where each lies, {@code PARTITION OFFSET} a line.
 */
final class Produce {
    public static void main(String[] args) throws Exception {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", args[0]));
        String service = System.getenv("SERVICE");
        boolean alone = args.length > 2 && args[2].equals("alone");
        for (int i = alone ? 3 : 2; i < args.length; i++) {
            String[] setting = args[i].split("=", 2);
            settings.put(setting[0], setting[1]);
        }
        ByteArraySerializer bytes = new ByteArraySerializer();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings, bytes, bytes)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            BufferedReader records = new BufferedReader(new InputStreamReader(System.in));
            for (String line; (line = records.readLine()) != null; ) {
                byte[] value = Integer.toString(sent.size()).getBytes();
                sent.add(producer.send(record(args[1], key(line), value, service)));
                if (alone) {
                    sent.get(sent.size() - 1).get();
                }
            }
            producer.flush();
            for (Future<RecordMetadata> record : sent) {
                RecordMetadata lies = record.get();
                if (service != null) {
                    System.out.println(lies.partition() + " " + lies.offset());
                }
            }
            System.out.println(sent.size());
        }
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, byte[] key, byte[] value, String service) {
        if (service == null) {
            return new ProducerRecord<>(topic, key, value);
        }
        long timestamp = Long.parseLong(System.getenv("TIMESTAMP"));
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, null, timestamp, key, value);
        record.headers().add("service", service.getBytes());
        return record;
    }

    /** Reads {@code {"key": hex or null}}. */
    private static byte[] key(String line) {
        String[] quoted = line.split("\"", -1);
        if (quoted.length < 5) {
            return null;
        }
        byte[] key = new byte[quoted[3].length() / 2];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) Integer.parseInt(quoted[3].substring(2 * i, 2 * i + 2), 16);
        }
        return key;
    }
}
