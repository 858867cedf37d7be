import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;

/** Asks the serializers of kafka-clients, each by its form, of any version that has it. */
final class AskSerializers {
    public static void main(String[] args) throws Exception {
        KeyBytes.answer(Serializer.class, AskSerializers::form);
    }

    private static KeyBytes.Form form(String form) throws Exception {
        switch (form) {
            case "string":
                return form("String", AskSerializers::utf16);
            case "int":
                return form("Integer", Integer::valueOf);
            case "long":
                return form("Long", Long::valueOf);
            case "short":
                return form("Short", Short::valueOf);
            case "float":
                return form("Float", bits -> Float.intBitsToFloat(
                        Integer.parseUnsignedInt(bits, 16)));
            case "double":
                return form("Double", bits -> Double.longBitsToDouble(
                        Long.parseUnsignedLong(bits, 16)));
            case "boolean":
                return form("Boolean", Boolean::valueOf);
            case "uuid":
                return form("UUID", AskSerializers::uuid);
            case "bytes":
                return form("Bytes", hex -> Bytes.wrap(HexFormat.of().parseHex(hex)));
            case "byte_array":
                return form("ByteArray", HexFormat.of()::parseHex);
            case "byte_buffer":
                var serializer = serializer("ByteBuffer");
                return value -> serializer.serialize("topic", byteBuffer((Map<?, ?>) value));
            default:
                throw new IllegalArgumentException("no such form: " + form);
        }
    }

    /** A form whose values are text. */
    private static KeyBytes.Form form(String name, Function<String, Object> read)
            throws Exception {
        var serializer = serializer(name);
        return value -> serializer.serialize("topic", read.apply((String) value));
    }

    /** The serializer of this name; not every version has every class. */
    @SuppressWarnings("unchecked")
    private static Serializer<Object> serializer(String name) throws Exception {
        String named = "org.apache.kafka.common.serialization." + name + "Serializer";
        var serializer = (Serializer<Object>)
                Class.forName(named).getDeclaredConstructor().newInstance();
        serializer.configure(Map.of(), true);
        return serializer;
    }

    /** The string of these UTF-16 units, four digits each. No charset is asked. */
    private static String utf16(String hex) {
        var text = new StringBuilder();
        for (int at = 0; at < hex.length(); at += 4) {
            text.append((char) Integer.parseInt(hex, at, at + 4, 16));
        }
        return text.toString();
    }

    private static UUID uuid(String hex) {
        return new UUID(
                Long.parseUnsignedLong(hex.substring(0, 16), 16),
                Long.parseUnsignedLong(hex.substring(16), 16));
    }

    private static ByteBuffer byteBuffer(Map<?, ?> value) {
        return ByteBuffer.wrap(HexFormat.of().parseHex((String) value.get("array")))
                .limit(((Long) value.get("limit")).intValue())
                .position(((Long) value.get("position")).intValue());
    }
}
