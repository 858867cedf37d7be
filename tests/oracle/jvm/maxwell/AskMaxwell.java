import com.zendesk.maxwell.producer.partitioners.MaxwellKafkaPartitioner;
import com.zendesk.maxwell.row.RowMap;
import java.util.List;

/**
 * Asks Maxwell by its {@code kafka_partition_hash}: {@code default} or {@code murmur3}.
 *
 * <p>Maxwell hashes a string of the row, by default the database's name, and names the partition
 * itself, whatever the record's key is. Here the key is that name, read as UTF-8.
 */
final class AskMaxwell {
    public static void main(String[] args) throws Exception {
        var partitioner = new MaxwellKafkaPartitioner(args[0], "database", null, "database");
        Rows.answer(RowMap.class, args[0], (key, partitions) -> {
            String database = Rows.text(key);
            var row = new RowMap("insert", database, "table", 0L, List.of(), null);
            try {
                return partitioner.kafkaPartition(row, partitions);
            } catch (NullPointerException e) {
                throw new Rows.Refused(e);
            }
        });
    }
}
