import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import kafka.producer.DefaultPartitioner;
import kafka.producer.PartitionAndLeader;
import kafka.producer.Partitioner;
import kafka.producer.ProducerConfig;
import kafka.producer.ProducerPool;
import kafka.producer.async.DefaultEventHandler;
import kafka.serializer.DefaultEncoder;
import kafka.serializer.Encoder;
import kafka.utils.Utils;
import kafka.utils.VerifiableProperties;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import scala.Some;
import scala.collection.JavaConversions;
import scala.collection.mutable.HashMap;

/**
 * Asks the old Scala producer, by the {@code partitioner.class} and the class of its keys:
 * {@code kafka.producer.DefaultPartitioner String}, {@code kafka.producer.DefaultPartitioner
 * byte[]} or {@code kafka.producer.ByteArrayPartitioner byte[]}.
 *
 * <p>It partitions before it encodes, so that a String is hashed as such. The question's key is
 * then the text in UTF-8, what StringEncoder makes of it.
 */
final class AskScalaProducer implements Rows.Client {
    private static final String TOPIC = "topic";

    private final Properties settings = new Properties();
    private final boolean text;
    private final DefaultEventHandler<Object, byte[]> handler;

    private AskScalaProducer(String partitioner, boolean text) {
        settings.put("metadata.broker.list", "127.0.0.1:1");
        settings.put("partitioner.class", partitioner);
        this.text = text;
        this.handler = handler();
    }

    public static void main(String[] args) throws Exception {
        Logger.getRootLogger().setLevel(Level.OFF);
        String[] setting = args[0].split(" ");
        var client = new AskScalaProducer(setting[0], setting[1].equals("String"));
        Rows.answer(DefaultPartitioner.class, args[0], client);
    }

    @Override
    public Integer place(byte[] key, int partitions) {
        // One without a key goes where the last one did, until the metadata is refreshed or, as
        // here, another producer starts.
        var asked = key == null ? handler() : handler;
        return asked.kafka$producer$async$DefaultEventHandler$$getPartition(
                TOPIC, objectOf(key), JavaConversions.asScalaBuffer(partitions(partitions)));
    }

    @Override
    public Integer hash(byte[] key) {
        return text ? Rows.text(key).hashCode() : Arrays.hashCode(key);
    }

    private Object objectOf(byte[] key) {
        return text ? Rows.text(key) : key == null ? null : key.clone();
    }

    /** What {@code kafka.producer.Producer} makes of its settings, and sends by. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private DefaultEventHandler<Object, byte[]> handler() {
        var config = new ProducerConfig(settings);
        var properties = new VerifiableProperties(settings);
        Partitioner partitioner = Utils.createObject(
                config.partitionerClass(), JavaConversions.asScalaBuffer(List.of(properties)));
        Encoder encoder = new DefaultEncoder(properties);
        return new DefaultEventHandler<Object, byte[]>(
                config, partitioner, encoder, encoder, new ProducerPool(config), new HashMap<>());
    }

    /** A topic's partitions, each made when asked for: 2^31-1 of them cannot be listed. */
    private static List<PartitionAndLeader> partitions(int count) {
        return new AbstractList<>() {
            @Override
            public PartitionAndLeader get(int id) {
                return new PartitionAndLeader(TOPIC, id, new Some<>(0));
            }

            @Override
            public int size() {
                return count;
            }
        };
    }
}
