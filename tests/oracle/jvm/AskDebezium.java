import io.debezium.data.Envelope;
import io.debezium.transforms.partitions.PartitionRouting;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Asks Debezium's PartitionRouting transformation, by its {@code
 * partition.hash.function=java} or {@code murmur}.
 *
 * <p>It hashes values of a change's fields. Here that is one string field, and a question's key is
 * its text in UTF-8; no key is a field that is null.
 */
final class AskDebezium implements Rows.Client {
    private static final String TOPIC = "topic";
    private static final Schema ROW = SchemaBuilder.struct()
            .name("Row")
            .optional()
            .field("field", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final Schema SOURCE = SchemaBuilder.struct().name("Source").build();
    private static final Envelope CHANGE = Envelope.defineSchema()
            .withName("topic.Envelope")
            .withRecord(ROW)
            .withSource(SOURCE)
            .build();

    private final String name;
    private final String value;
    private final Map<Integer, PartitionRouting<SourceRecord>> transformations = new HashMap<>();

    private AskDebezium(String name, String value) {
        this.name = name;
        this.value = value;
    }

    public static void main(String[] args) throws Exception {
        String[] setting = args[0].split("=");
        Rows.answer(PartitionRouting.class, args[0], new AskDebezium(setting[0], setting[1]));
    }

    @Override
    public Integer place(byte[] key, int partitions) {
        Struct row = new Struct(ROW).put("field", Rows.text(key));
        Struct change = CHANGE.create(row, new Struct(SOURCE), Instant.EPOCH);
        var record = new SourceRecord(null, null, TOPIC, CHANGE.schema(), change);
        return transformation(partitions).apply(record).kafkaPartition();
    }

    private PartitionRouting<SourceRecord> transformation(int partitions) {
        return transformations.computeIfAbsent(partitions, count -> {
            var transformation = new PartitionRouting<SourceRecord>();
            transformation.configure(Map.of(
                    name, value,
                    "partition.payload.fields", "after.field",
                    "partition.topic.num", count));
            return transformation;
        });
    }
}
