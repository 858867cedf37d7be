import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns a client's partitioner into the common shape of an oracle: NDJSON in, NDJSON out.
 *
 * <p>Each line of stdin is {@code {"key": hex or null, "partitions": n}}; each line of stdout is a
 * row with the placement: a partition, null when the client's answers vary for this key or when it
 * leaves the choice to another, or "refused".
 */
final class Rows {
    /** A client, asked for one of its settings. */
    interface Client {
        /** The client's own answer; null where it leaves the choice to somebody else. */
        Integer place(byte[] key, int partitions) throws Exception;

        /** The 32-bit hash that the client takes of a key, where it has one to ask for. */
        default Integer hash(byte[] key) throws Exception {
            return null;
        }

        /** Whether the client places this key by draw, by counter or by whim of its state. */
        default boolean varies(byte[] key) throws Exception {
            Integer first = place(key, MANY);
            for (int again = 0; first != null && again < 3; again++) {
                if (!first.equals(place(key, MANY))) {
                    return true;
                }
            }
            return first == null;
        }
    }

    /** The client itself raised for a key. */
    static final class Refused extends Exception {
        Refused(Throwable cause) {
            super(cause);
        }
    }

    /** Enough partitions that four draws are not all the same one, few enough to list. */
    static final int MANY = 1000;

    private static final Pattern QUESTION = Pattern.compile(
            "\\{\\s*\"key\"\\s*:\\s*(?:null|\"([0-9a-f]*)\")\\s*,"
                    + "\\s*\"partitions\"\\s*:\\s*([0-9]+)\\s*}");

    private Rows() {}

    /** Answers stdin. The rows' client and version are those of the jar that {@code of} is in. */
    static void answer(Class<?> of, String partitioner, Client client) throws Exception {
        Matcher jar = jarOf(of);
        String head = String.format(
                "{\"client\": \"%s\", \"version\": \"%s\", \"partitioner\": \"%s\"",
                jar.group(1), jar.group(2), partitioner);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new PrintWriter(new BufferedWriter(
                new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
        Map<String, Boolean> varying = new HashMap<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher question = QUESTION.matcher(line);
            if (!question.matches()) {
                throw new IllegalArgumentException("not a question: " + line);
            }
            String hex = question.group(1);
            int partitions = Integer.parseInt(question.group(2));
            byte[] key = hex == null ? null : HexFormat.of().parseHex(hex);
            String placement = "null";
            String hash = "null";
            try {
                Boolean varies = varying.get(hex);
                if (varies == null) {
                    varies = client.varies(key);
                    varying.put(hex, varies);
                }
                if (!varies) {
                    placement = client.place(key, partitions).toString();
                    Integer hashed = key == null ? null : client.hash(key);
                    hash = hashed == null ? "null" : Integer.toUnsignedString(hashed);
                }
            } catch (Refused refused) {
                placement = "\"refused\"";
            }
            out.printf(
                    "%s, \"key\": %s, \"partitions\": %d, \"placement\": %s, \"hash\": %s}%n",
                    head, hex == null ? "null" : '"' + hex + '"', partitions, placement, hash);
        }
        out.flush();
    }

    /** The key as the text that a client for text has: UTF-8, as Java decodes it. */
    static String text(byte[] key) {
        return key == null ? null : new String(key, StandardCharsets.UTF_8);
    }

    /** The artifact and the version, as the registry names them. */
    static Matcher jarOf(Class<?> of) throws Exception {
        var source = of.getProtectionDomain().getCodeSource().getLocation();
        String name = Path.of(source.toURI()).getFileName().toString();
        Matcher jar = Pattern.compile("(.+?)-([0-9]+\\..+)\\.jar").matcher(name);
        if (!jar.matches()) {
            throw new IllegalStateException("not a released jar: " + name);
        }
        return jar;
    }
}
