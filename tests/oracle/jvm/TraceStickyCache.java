import org.apache.kafka.clients.producer.internals.StickyPartitionCache;

/** Runs scripts on {@link StickyPartitionCache}, which kafka-clients 2.4 to 3.9 has. */
final class TraceStickyCache {
    private TraceStickyCache() {}

    public static void main(String[] arguments) throws Exception {
        Traces.record(StickyPartitionCache.class, script -> {
            var cache = new StickyPartitionCache();
            String topic = script.text("topic");
            return (operation, of, cluster) -> switch (operation) {
                case "partition" -> cache.partition(topic, cluster);
                case "on_new_batch" -> cache.nextPartition(
                        topic, cluster, ((Number) of.get(0)).intValue());
                default -> throw new IllegalArgumentException("no operation " + operation);
            };
        });
    }
}
