import java.util.HexFormat;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.kstream.SessionWindowedSerializer;
import org.apache.kafka.streams.kstream.TimeWindowedSerializer;
import org.apache.kafka.streams.kstream.Window;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.kstream.internals.TimeWindow;

/** Asks the serializers that Kafka Streams has for windowed keys, over an inner byte array. */
final class AskWindowedSerializers {
    public static void main(String[] args) throws Exception {
        KeyBytes.answer(TimeWindowedSerializer.class, AskWindowedSerializers::form);
    }

    private static KeyBytes.Form form(String form) {
        var inner = new ByteArraySerializer();
        switch (form) {
            case "time_windowed":
                // A window has to have an end, which is not written.
                return form(new TimeWindowedSerializer<>(inner), value ->
                        new TimeWindow(ms(value, "start"), ms(value, "start") + 1));
            case "session_windowed":
                return form(new SessionWindowedSerializer<>(inner), value ->
                        new SessionWindow(ms(value, "start"), ms(value, "end")));
            default:
                throw new IllegalArgumentException("no such form: " + form);
        }
    }

    private static KeyBytes.Form form(
            Serializer<Windowed<byte[]>> serializer, Function<Map<?, ?>, Window> window) {
        return value -> {
            var members = (Map<?, ?>) value;
            byte[] inner = HexFormat.of().parseHex((String) members.get("inner"));
            return serializer.serialize("topic", new Windowed<>(inner, window.apply(members)));
        };
    }

    private static long ms(Map<?, ?> value, String member) {
        return Long.parseLong((String) value.get(member));
    }
}
