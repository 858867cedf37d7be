import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes the JSON of scripts and traces: whole numbers, and text without escapes. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads one value: Map, List, String, Long, Boolean or null. */
    static Object read(String text) {
        return new Json(text).value();
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> out.append(out.isEmpty() ? "" : ",")
                    .append(write(name)).append(':').append(write(member)));
            return "{" + out + "}";
        }
        if (value instanceof Iterable<?> list) {
            list.forEach(item -> out.append(out.isEmpty() ? "" : ",").append(write(item)));
            return "[" + out + "]";
        }
        return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    }

    private Object value() {
        switch (text.charAt(at)) {
            case '{':
                Map<String, Object> map = new LinkedHashMap<>();
                for (at++; text.charAt(at) != '}'; skip(',')) {
                    String name = (String) value();
                    skip(':');
                    map.put(name, value());
                }
                at++;
                return map;
            case '[':
                List<Object> list = new ArrayList<>();
                for (at++; text.charAt(at) != ']'; skip(',')) {
                    list.add(value());
                }
                at++;
                return list;
            case '"':
                int start = ++at;
                at = text.indexOf('"', start);
                return text.substring(start, at++);
            default:
                return word();
        }
    }

    private Object word() {
        int start = at;
        while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "null" -> null;
            case "true", "false" -> word.equals("true");
            default -> Long.valueOf(word);
        };
    }

    private void skip(char separator) {
        if (text.charAt(at) == separator) {
            at++;
        }
    }
}
