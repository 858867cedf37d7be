import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * Asks kafka-clients' KafkaProducer, of any version since 0.8.2, by its settings: {@code defaults},
 * or {@code name=value,...} such as {@code partitioner.ignore.keys=true}.
 */
final class AskKafkaClients {
    public static void main(String[] args) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        if (!args[0].equals("defaults")) {
            for (String setting : args[0].split(",")) {
                String[] pair = setting.split("=", 2);
                settings.put(pair[0], pair[1]);
            }
        }
        Rows.answer(KafkaProducer.class, args[0], new Producer(settings));
    }
}
