import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.Metadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.internals.ClusterResourceListeners;
import org.apache.kafka.common.requests.MetadataResponse;

/**
 * What a broker tells of its topics, made a {@link Cluster} by the client's own code, since the
 * order of the partitions in it is that code's.
 */
final class BrokerMetadata {
    /** The rack that the client of a trace is in. */
    static final String RACK = "here";

    /** The racks of the brokers, by id; the last has none. */
    private static final String[] RACKS = {RACK, "there", null};

    private static final short VERSION = 1;

    private BrokerMetadata() {}

    /** A partition's leader: none, the one in our rack, or one of the others. */
    interface Leader {
        int of(String topic, int partition);
    }

    /** The broker that leads; -1 for none. */
    static int leader(int partition, Collection<?> unavailable, Collection<?> inRack) {
        if (unavailable.contains((long) partition)) {
            return -1;
        }
        return inRack.contains((long) partition) ? 0 : 1 + partition % 2;
    }

    /** The rack of a broker; null for no broker, too. */
    static String rackOf(int broker) {
        return broker < 0 ? null : RACKS[broker];
    }

    /** The topics, each with so many partitions, as a client sees them. */
    static Cluster cluster(Map<String, Integer> topics, Leader leader) throws Exception {
        Object response = parse(response(topics, leader));
        Constructor<?> constructor = Metadata.class.getConstructors()[0];
        Object[] arguments = new Object[constructor.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = constructor.getParameterTypes()[i];
            if (type == long.class) {
                arguments[i] = 1000L;
            } else if (type == ClusterResourceListeners.class) {
                arguments[i] = new ClusterResourceListeners();
            } else {
                arguments[i] = type.getConstructor().newInstance(); // A LogContext; it has moved.
            }
        }
        Metadata metadata = (Metadata) constructor.newInstance(arguments);
        // Up to 2.4 a response was never partial.
        for (Method method : Metadata.class.getMethods()) {
            if (method.getName().equals("update") && method.getParameterCount() == 4) {
                method.invoke(metadata, (int) VERSION, response, false, 1L);
                return metadata.fetch();
            }
        }
        Metadata.class
                .getMethod("update", int.class, MetadataResponse.class, long.class)
                .invoke(metadata, (int) VERSION, response, 1L);
        return metadata.fetch();
    }

    private static Object parse(ByteBuffer bytes) throws Exception {
        for (Method method : MetadataResponse.class.getMethods()) {
            if (method.getName().equals("parse") && method.getParameterCount() == 2) {
                boolean bare = method.getParameterTypes()[0] == ByteBuffer.class;
                Object readable = bare
                        ? bytes
                        : Class.forName("org.apache.kafka.common.protocol.ByteBufferAccessor")
                                .getConstructor(ByteBuffer.class)
                                .newInstance(bytes);
                return method.invoke(null, readable, VERSION);
            }
        }
        throw new IllegalStateException("MetadataResponse has no parse");
    }

    /** A metadata response as it goes over the wire. */
    private static ByteBuffer response(Map<String, Integer> topics, Leader leader) {
        int partitions = topics.values().stream().mapToInt(Integer::intValue).sum();
        ByteBuffer bytes = ByteBuffer.allocate(1000 + 300 * topics.size() + 30 * partitions);
        bytes.putInt(RACKS.length);
        for (int id = 0; id < RACKS.length; id++) {
            bytes.putInt(id);
            put(bytes, "127.0.0.1");
            bytes.putInt(1 + id);
            put(bytes, RACKS[id]);
        }
        bytes.putInt(0); // The controller.
        bytes.putInt(topics.size());
        topics.forEach((topic, count) -> {
            bytes.putShort((short) 0);
            put(bytes, topic);
            bytes.put((byte) 0);
            bytes.putInt(count);
            for (int partition = 0; partition < count; partition++) {
                int broker = leader.of(topic, partition);
                bytes.putShort((short) (broker < 0 ? 5 : 0)); // LEADER_NOT_AVAILABLE.
                bytes.putInt(partition);
                bytes.putInt(broker);
                for (String list : List.of("replicas", "in sync")) {
                    bytes.putInt(1);
                    bytes.putInt(Math.max(broker, 0));
                }
            }
        });
        return bytes.flip();
    }

    private static void put(ByteBuffer bytes, String text) {
        if (text == null) {
            bytes.putShort((short) -1);
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        bytes.putShort((short) utf8.length).put(utf8);
    }
}
