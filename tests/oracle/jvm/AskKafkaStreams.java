import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.kstream.SessionWindowedDeserializer;
import org.apache.kafka.streams.kstream.SessionWindowedSerializer;
import org.apache.kafka.streams.kstream.TimeWindowedDeserializer;
import org.apache.kafka.streams.kstream.TimeWindowedSerializer;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.TimeWindow;
import org.apache.kafka.streams.kstream.internals.WindowedSerializer;
import org.apache.kafka.streams.kstream.internals.WindowedStreamPartitioner;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.internals.DefaultStreamPartitioner;

/**
 * Asks Kafka Streams by the key serializer of a topic: {@code ByteArraySerializer} for plain keys,
 * {@code TimeWindowedSerializer} or {@code SessionWindowedSerializer} for windowed ones.
 *
 * <p>A question's key is the key on the wire: for a windowed key the inner key, then the window's
 * start in 8 bytes, or the session's end and start in 16. The partitioner is asked for the windowed
 * key that Streams' own deserializer makes of it.
 */
final class AskKafkaStreams {
    private static final String TOPIC = "topic";
    private static final Method PARTITIONS = partitions();

    public static void main(String[] args) throws Exception {
        Rows.answer(DefaultStreamPartitioner.class, args[0], client(args[0]));
    }

    private static Rows.Client client(String serializer) {
        var bytes = new ByteArraySerializer();
        var inner = new ByteArrayDeserializer();
        switch (serializer) {
            case "ByteArraySerializer":
                var plain = new DefaultStreamPartitioner<byte[], byte[]>(bytes);
                return (key, n) -> place(plain, key, n);
            case "TimeWindowedSerializer":
                return windowed(
                        new TimeWindowedSerializer<>(bytes),
                        new TimeWindowedDeserializer<>(inner, 1L),
                        8);
            case "SessionWindowedSerializer":
                return windowed(
                        new SessionWindowedSerializer<>(bytes),
                        new SessionWindowedDeserializer<>(inner),
                        16);
            default:
                throw new IllegalArgumentException("no such serializer: " + serializer);
        }
    }

    private static Rows.Client windowed(
            WindowedSerializer<byte[]> serializer,
            Deserializer<Windowed<byte[]>> deserializer,
            int windowBytes) {
        StreamPartitioner<Windowed<byte[]>, byte[]> partitioner =
                new WindowedStreamPartitioner<>(serializer);
        return (key, n) -> {
            Windowed<byte[]> read;
            try {
                read = deserializer.deserialize(TOPIC, key);
            } catch (RuntimeException raised) {
                if (key.length < windowBytes) {
                    throw new Rows.Refused(raised);
                }
                // A window before 1970, or one that ends before it starts, cannot be written. The
                // partitioner does not look at it, so that any window does.
                byte[] innerKey = Arrays.copyOf(key, key.length - windowBytes);
                read = new Windowed<>(innerKey, new TimeWindow(0, 1));
            }
            return place(partitioner, read, n);
        };
    }

    /** The one partition of a record, or null where Streams leaves it to the producer. */
    private static <K> Integer place(StreamPartitioner<K, byte[]> partitioner, K key, int n)
            throws Exception {
        Optional<?> partitions;
        try {
            partitions = (Optional<?>) (PARTITIONS.getParameterCount() == 4
                    ? PARTITIONS.invoke(partitioner, TOPIC, key, null, n)
                    : PARTITIONS.invoke(partitioner, TOPIC, key, null, new RecordHeaders(), n));
        } catch (InvocationTargetException raised) {
            throw new Rows.Refused(raised.getCause());
        }
        return (Integer) partitions.map(one -> ((Set<?>) one).iterator().next()).orElse(null);
    }

    /** {@code partitions}: where a form with headers exists, as in 4.4, the other one raises. */
    private static Method partitions() {
        return Stream.of(StreamPartitioner.class.getMethods())
                .filter(method -> method.getName().equals("partitions"))
                .max(Comparator.comparing(Method::getParameterCount))
                .orElseThrow();
    }
}
