import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Asks the broker which partition of one of its own topics belongs to a name: {@code
 * __consumer_offsets}, {@code __transaction_state} or {@code __share_group_state}.
 *
 * <p>A question's key is the text of a group id, a transactional id or {@code
 * group:topicId:partition}, in UTF-8 as in the protocol's requests.
 */
final class AskKafkaServer {
    public static void main(String[] args) throws Exception {
        Class<?> coordinator = coordinator(args[0]);
        Method method = methodOf(coordinator);
        Rows.answer(coordinator, args[0], new Rows.Client() {
            private final Map<Integer, Object> coordinators = new HashMap<>();

            @Override
            public Integer place(byte[] key, int partitions) throws Exception {
                Object asked = coordinators.get(partitions);
                if (asked == null) {
                    asked = coordinatorOf(coordinator, partitions);
                    coordinators.put(partitions, asked);
                }
                try {
                    return (int) method.invoke(asked, named(method, Rows.text(key)));
                } catch (InvocationTargetException raised) {
                    throw new Rows.Refused(raised.getCause());
                }
            }

            @Override
            public Integer hash(byte[] key) {
                return Rows.text(key).hashCode();
            }
        });
    }

    private static Class<?> coordinator(String topic) throws ClassNotFoundException {
        switch (topic) {
            case "__consumer_offsets":
                try {
                    return Class.forName("kafka.coordinator.group.GroupMetadataManager");
                } catch (ClassNotFoundException since4) {
                    return Class.forName(
                            "org.apache.kafka.coordinator.group.GroupCoordinatorService");
                }
            case "__transaction_state":
                return Class.forName("kafka.coordinator.transaction.TransactionStateManager");
            case "__share_group_state":
                return Class.forName("org.apache.kafka.coordinator.share.ShareCoordinatorService");
            default:
                throw new IllegalArgumentException("not a topic of coordinators: " + topic);
        }
    }

    private static Method methodOf(Class<?> coordinator) {
        for (Method method : coordinator.getMethods()) {
            if (method.getName().equals("partitionFor")) {
                return method;
            }
        }
        throw new IllegalStateException("no partitionFor in " + coordinator);
    }

    /** What {@code partitionFor} takes: the text, or a share partition's key that it spells. */
    private static Object named(Method method, String text) throws Exception {
        Class<?> type = method.getParameterTypes()[0];
        return type == String.class
                ? text
                : type.getMethod("getInstance", String.class).invoke(null, text);
    }

    /**
     * A coordinator that only knows its topic's count. It is made without its constructor, which
     * wants a broker around it; {@code partitionFor} looks at nothing else.
     */
    private static Object coordinatorOf(Class<?> type, int partitions) throws Exception {
        Object coordinator = allocate(type);
        for (Field field : type.getDeclaredFields()) {
            field.setAccessible(true);
            switch (field.getName()) {
                case "numPartitions":
                case "groupMetadataTopicPartitionCount":
                case "transactionTopicPartitionCount":
                    field.set(coordinator, partitions);
                    break;
                case "isActive":
                    field.set(coordinator, new AtomicBoolean(true));
                    break;
                default:
            }
        }
        return coordinator;
    }

    private static Object allocate(Class<?> type) throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        return unsafe.getMethod("allocateInstance", Class.class).invoke(instance.get(null), type);
    }
}
