import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;

/**
 * Turns a client's serializers into the common shape of an oracle: NDJSON in, NDJSON out.
 *
 * <p>Each line of stdin is {@code {"form": F, "value": V}}; each line of stdout is the same with
 * the bytes that the serializer of this form wrote, in hex.
 */
final class KeyBytes {
    /** The serializer of one form, with what makes its argument of a value. */
    interface Form {
        byte[] serialize(Object value);
    }

    /** The forms of a client, by their names. */
    interface Forms {
        Form named(String form) throws Exception;
    }

    private KeyBytes() {}

    /** Answers stdin. The rows' client and version are those of the jar that {@code of} is in. */
    static void answer(Class<?> of, Forms forms) throws Exception {
        Matcher jar = Rows.jarOf(of);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new PrintWriter(new BufferedWriter(
                new OutputStreamWriter(System.out, StandardCharsets.US_ASCII)));
        Map<String, Form> known = new HashMap<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            var question = (Map<?, ?>) Json.read(line);
            String form = (String) question.get("form");
            if (!known.containsKey(form)) {
                known.put(form, forms.named(form));
            }
            byte[] bytes = known.get(form).serialize(question.get("value"));
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("client", jar.group(1));
            row.put("version", jar.group(2));
            row.put("form", form);
            row.put("value", question.get("value"));
            row.put("bytes", HexFormat.of().formatHex(bytes));
            out.println(Json.write(row));
        }
        out.flush();
    }
}
