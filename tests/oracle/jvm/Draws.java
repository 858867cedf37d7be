import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

/**
 * This thread's {@link ThreadLocalRandom}, seeded and read from outside: clients draw from it, and
 * what they drew is taken from it once more.
 */
final class Draws {
    /** Reached by its name, since to name it in the source is a warning. */
    private final Object unsafe;

    private final Method get;
    private final Method put;
    private final long seedAt;

    /** What one draw adds to the seed. */
    private final long step;

    private final List<Integer> drawn = new ArrayList<>();
    private long seed;

    Draws(long seed) throws Exception {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = field.get(null);
        get = type.getMethod("getLong", Object.class, long.class);
        put = type.getMethod("putLong", Object.class, long.class, long.class);
        seedAt = (long) type.getMethod("objectFieldOffset", Field.class)
                .invoke(unsafe, Thread.class.getDeclaredField("threadLocalRandomSeed"));
        ThreadLocalRandom random = ThreadLocalRandom.current();
        setSeed(0);
        random.nextInt();
        step = seed();
        this.seed = seed;
    }

    /** Lets an operation draw; the client's other code may draw between two of them. */
    <T> T during(Callable<T> operation) throws Exception {
        setSeed(seed);
        T result = operation.call();
        long after = seed();
        setSeed(seed);
        while (seed() != after) {
            if (seed() - seed == 1000 * step) {
                throw new IllegalStateException("the seed moved otherwise than by draws");
            }
            drawn.add(ThreadLocalRandom.current().nextInt());
        }
        seed = after;
        return result;
    }

    /** Every draw so far, as {@code nextInt()} gave it. */
    List<Integer> drawn() {
        return drawn;
    }

    private long seed() throws Exception {
        return (long) get.invoke(unsafe, Thread.currentThread(), seedAt);
    }

    private void setSeed(long seed) throws Exception {
        put.invoke(unsafe, Thread.currentThread(), seedAt, seed);
    }
}
