use super::{Client, Known, Usage};

/// Why a client is not run: the machines that run the others cannot install it.
const GEMS: &str = "gems are out of the test machines' reach";
const HEX: &str = "Hex packages are out of the test machines' reach";
const NUGET: &str = "NuGet packages are out of the test machines' reach";
const PACKAGIST: &str = "Packagist packages are out of the test machines' reach";
const UNSERVED: &str = "it is in no package registry that the test machines reach";
/// Why a client is not run: it hands the record to one that is.
const JAVA_DECIDES: &str = "it hands the record to the Java producer, which is run";
const CALLER_DECIDES: &str = "it sets the partition of each record itself";
/// There is no client to run.
const BY_HAND: &str =
    "written by hand: each hash and each reduction is proven by a client that is run";

/// Every client row. A new client is one row here, its vectors and its oracle.
pub static CLIENTS: &[Client] = &[
    // The Java client, and what is built on it.
    Client::new("java", "java")
        .setting("", "partitioner.class unset")
        .since("3.3.0")
        .default()
        .run("kafka-clients 3.3.2, 3.9.2, 4.1.2, 4.4.0"),
    Client::new("java", "java@2.4")
        .setting("", "partitioner.class unset (DefaultPartitioner)")
        .since("2.4.0")
        .until("3.3.0")
        .default()
        .run("kafka-clients 2.4.1, 3.2.3"),
    Client::new("java", "java@0.8")
        .setting("", "partitioner.class unset (DefaultPartitioner)")
        .since("0.8.2")
        .until("2.4.0")
        .default()
        .run("kafka-clients 0.8.2.2, 0.10.2.2, 2.3.1"),
    Client::new("java", "java:ignore_keys")
        .setting("ignore_keys", "partitioner.ignore.keys=true")
        .since("3.3.0")
        .run("kafka-clients 3.3.2, 3.9.2, 4.1.2, 4.4.0"),
    Client::new("java", "java:round_robin")
        .setting("round_robin", "partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner")
        .since("2.4.0")
        .run("kafka-clients 2.4.1, 3.9.2, 4.4.0"),
    Client::new("java", "java:uniform_sticky")
        .setting("uniform_sticky", "partitioner.class=org.apache.kafka.clients.producer.UniformStickyPartitioner")
        .since("2.4.0")
        .until("4.0.0")
        .run("kafka-clients 2.4.1, 3.9.2"),
    Client::new("kafka-streams", "java")
        .setting("", "no StreamPartitioner")
        .default()
        .run("kafka-streams 3.9.2, 4.4.0"),
    Client::new("kafka-streams", "kafka-streams:windowed")
        .setting("windowed", "a time-windowed key, by its inner key")
        .run("kafka-streams 3.9.2, 4.4.0"),
    Client::new("kafka-streams", "kafka-streams:session_windowed")
        .setting("session_windowed", "a session-windowed key, by its inner key")
        .run("kafka-streams 3.9.2, 4.4.0"),
    Client::new("logstash", "java")
        .setting("", "partitioner unset")
        .default()
        .read("logstash-plugins/logstash-integration-kafka 41f1d0d", GEMS),
    Client::new("logstash", "java:round_robin")
        .setting("round_robin", "partitioner => \"round_robin\"")
        .read("logstash-plugins/logstash-integration-kafka 41f1d0d", GEMS),
    Client::new("flink", "java")
        .setting("", "sink.partitioner=default or round-robin")
        .default()
        .run("flink-connector-kafka 5.0.0-2.2"),
    Client::new("flink", "flink:fixed")
        .setting("fixed", "sink.partitioner=fixed")
        .run("flink-connector-kafka 5.0.0-2.2"),
    Client::new("debezium", "java")
        .setting("", "no PartitionRouting")
        .default()
        .read("debezium/debezium: a source connector of Kafka Connect", JAVA_DECIDES),
    Client::new("debezium", "debezium:partition_routing")
        .setting("partition_routing", "the SMT PartitionRouting over one text field")
        .run("debezium-core 2.7.4, 3.4.3"),
    Client::new("debezium", "debezium:partition_routing_murmur")
        .setting("partition_routing_murmur", "PartitionRouting, partition.hash.function=murmur")
        .run("debezium-core 2.7.4, 3.4.3"),
    Client::new("mirrormaker", "mirrormaker")
        .setting("", "MirrorMaker 2: the source's partition")
        .default()
        .read("apache/kafka 4.2.0 connect/mirror MirrorSourceTask", CALLER_DECIDES),
    Client::new("spring-cloud-stream", "spring-cloud-stream")
        .setting("", "partitionKeyExpression set, no selector")
        .default()
        .run("spring-cloud-stream 5.0.4"),
    Client::new("maxwell", "maxwell")
        .setting("", "kafka_partition_hash=default")
        .default()
        .run("maxwell 1.22.6"),
    Client::new("maxwell", "maxwell:murmur3")
        .setting("murmur3", "kafka_partition_hash=murmur3")
        .run("maxwell 1.22.6"),
    Client::new("scala-producer", "scala-producer")
        .setting("", "partitioner.class unset, String keys")
        .default()
        .retired()
        .run("kafka_2.11 0.8.2.2"),
    Client::new("scala-producer", "scala-producer:byte_array_keys")
        .setting("byte_array_keys", "partitioner.class unset, byte[] keys")
        .retired()
        .run("kafka_2.11 0.8.2.2"),
    Client::new("scala-producer", "scala-producer:byte_array")
        .setting("byte_array", "partitioner.class=kafka.producer.ByteArrayPartitioner")
        .retired()
        .run("kafka_2.11 0.8.2.2"),
    // librdkafka and its bindings.
    Client::new("librdkafka", "librdkafka:random")
        .setting("random", "partitioner=random")
        .run("librdkafka 2.16.0"),
    Client::new("librdkafka", "librdkafka:consistent")
        .setting("consistent", "partitioner=consistent")
        .run("librdkafka 2.16.0"),
    Client::new("librdkafka", "librdkafka:consistent_random")
        .setting("consistent_random", "partitioner=consistent_random")
        .since("0.9.1")
        .default()
        .run("librdkafka 2.16.0"),
    Client::new("librdkafka", "librdkafka:murmur2")
        .setting("murmur2", "partitioner=murmur2")
        .since("0.11.4")
        .run("librdkafka 2.16.0"),
    Client::new("librdkafka", "librdkafka:murmur2_random")
        .setting("murmur2_random", "partitioner=murmur2_random")
        .since("0.11.4")
        .run("librdkafka 2.16.0"),
    Client::new("librdkafka", "librdkafka:fnv1a")
        .setting("fnv1a", "partitioner=fnv1a")
        .since("1.4.0")
        .run("librdkafka 2.16.0"),
    Client::new("librdkafka", "librdkafka:fnv1a_random")
        .setting("fnv1a_random", "partitioner=fnv1a_random")
        .since("1.4.0")
        .run("librdkafka 2.16.0"),
    Client::new("confluent-kafka", "librdkafka:random")
        .setting("random", "'partitioner': 'random'")
        .run("confluent-kafka 2.16.1"),
    Client::new("confluent-kafka", "librdkafka:consistent")
        .setting("consistent", "'partitioner': 'consistent'")
        .run("confluent-kafka 2.16.1"),
    Client::new("confluent-kafka", "librdkafka:consistent_random")
        .setting("consistent_random", "'partitioner': 'consistent_random'")
        .default()
        .run("confluent-kafka 2.16.1"),
    Client::new("confluent-kafka", "librdkafka:murmur2")
        .setting("murmur2", "'partitioner': 'murmur2'")
        .run("confluent-kafka 2.16.1"),
    Client::new("confluent-kafka", "librdkafka:murmur2_random")
        .setting("murmur2_random", "'partitioner': 'murmur2_random'")
        .run("confluent-kafka 2.16.1"),
    Client::new("confluent-kafka", "librdkafka:fnv1a")
        .setting("fnv1a", "'partitioner': 'fnv1a'")
        .run("confluent-kafka 2.16.1"),
    Client::new("confluent-kafka", "librdkafka:fnv1a_random")
        .setting("fnv1a_random", "'partitioner': 'fnv1a_random'")
        .run("confluent-kafka 2.16.1"),
    Client::new("confluent-kafka-go", "librdkafka:consistent_random")
        .setting("consistent_random", "\"partitioner\": \"consistent_random\"")
        .default()
        .run("confluent-kafka-go 2.11.1"),
    Client::new("confluent-kafka-go", "librdkafka:murmur2_random")
        .setting("murmur2_random", "\"partitioner\": \"murmur2_random\"")
        .run("confluent-kafka-go 2.11.1"),
    Client::new("confluent-kafka-go", "librdkafka:fnv1a_random")
        .setting("fnv1a_random", "\"partitioner\": \"fnv1a_random\"")
        .run("confluent-kafka-go 2.11.1"),
    Client::new("confluent-kafka-javascript", "librdkafka:consistent_random")
        .setting("consistent_random", "'partitioner': 'consistent_random'")
        .default()
        .run("@confluentinc/kafka-javascript 1.10.1"),
    Client::new("confluent-kafka-javascript", "librdkafka:murmur2_random")
        .setting("murmur2_random", "'partitioner': 'murmur2_random'")
        .run("@confluentinc/kafka-javascript 1.10.1"),
    Client::new("confluent-kafka-javascript", "librdkafka:fnv1a_random")
        .setting("fnv1a_random", "'partitioner': 'fnv1a_random'")
        .run("@confluentinc/kafka-javascript 1.10.1"),
    Client::new("confluent-kafka-javascript", "librdkafka:murmur2_random")
        .setting("kafkajs", "kafkaJS: {...}")
        .run("@confluentinc/kafka-javascript 1.10.1"),
    Client::new("confluent-kafka-dotnet", "librdkafka:consistent_random")
        .setting("consistent_random", "\"partitioner\": \"consistent_random\"")
        .default()
        .read("confluentinc/confluent-kafka-dotnet f96837a9", NUGET),
    Client::new("confluent-kafka-dotnet", "librdkafka:murmur2_random")
        .setting("murmur2_random", "\"partitioner\": \"murmur2_random\"")
        .read("confluentinc/confluent-kafka-dotnet f96837a9", NUGET),
    Client::new("node-rdkafka", "librdkafka:consistent_random")
        .setting("consistent_random", "'partitioner': 'consistent_random' in the topic configuration")
        .default()
        .run("node-rdkafka 3.6.1"),
    Client::new("node-rdkafka", "librdkafka:murmur2_random")
        .setting("murmur2_random", "'partitioner': 'murmur2_random' in the topic configuration")
        .run("node-rdkafka 3.6.1"),
    Client::new("node-rdkafka", "librdkafka:fnv1a_random")
        .setting("fnv1a_random", "'partitioner': 'fnv1a_random' in the topic configuration")
        .run("node-rdkafka 3.6.1"),
    Client::new("rdkafka", "librdkafka:consistent_random")
        .setting("consistent_random", ".set(\"partitioner\", \"consistent_random\")")
        .default()
        .run("rdkafka 0.39.0"),
    Client::new("rdkafka", "librdkafka:murmur2_random")
        .setting("murmur2_random", ".set(\"partitioner\", \"murmur2_random\")")
        .run("rdkafka 0.39.0"),
    Client::new("rdkafka", "librdkafka:fnv1a_random")
        .setting("fnv1a_random", ".set(\"partitioner\", \"fnv1a_random\")")
        .run("rdkafka 0.39.0"),
    Client::new("kcat", "librdkafka:consistent_random")
        .setting("consistent_random", "-X partitioner=consistent_random")
        .default()
        .run("kcat 1.7.1"),
    Client::new("kcat", "librdkafka:murmur2_random")
        .setting("murmur2_random", "-X partitioner=murmur2_random")
        .run("kcat 1.7.1"),
    Client::new("php-rdkafka", "librdkafka:consistent_random")
        .setting("consistent_random", "partitioner=consistent_random")
        .default()
        .read("arnaud-lb/php-rdkafka a5ddf70", UNSERVED),
    Client::new("php-rdkafka", "librdkafka:murmur2_random")
        .setting("murmur2_random", "partitioner=murmur2_random")
        .read("arnaud-lb/php-rdkafka a5ddf70", UNSERVED),
    Client::new("rdkafka-ruby", "librdkafka:consistent_random")
        .setting("consistent_random", "\"partitioner\": \"consistent_random\"")
        .default()
        .read("karafka/rdkafka-ruby 81be258f", GEMS),
    Client::new("rdkafka-ruby", "librdkafka:murmur2_random")
        .setting("murmur2_random", "\"partitioner\": \"murmur2_random\"")
        .read("karafka/rdkafka-ruby 81be258f", GEMS),
    Client::new("rdkafka-ruby", "rdkafka-ruby:partition_key")
        .setting("partition_key", "partition_key: beside or instead of key:")
        .read("karafka/rdkafka-ruby 81be258f, lib/rdkafka/bindings.rb", GEMS),
    Client::new("rdkafka-ruby", "rdkafka-ruby:partition_key_murmur2_random")
        .setting("partition_key_murmur2_random", "partition_key:, \"partitioner\": \"murmur2_random\"")
        .read("karafka/rdkafka-ruby 81be258f, lib/rdkafka/bindings.rb", GEMS),
    Client::new("vector", "librdkafka:consistent_random")
        .setting("consistent_random", "librdkafka_options.partitioner = \"consistent_random\"")
        .default()
        .read("vectordotdev/vector src/sinks/kafka/config.rs", UNSERVED),
    Client::new("vector", "librdkafka:murmur2_random")
        .setting("murmur2_random", "librdkafka_options.partitioner = \"murmur2_random\"")
        .read("vectordotdev/vector src/sinks/kafka/config.rs", UNSERVED),
    Client::new("fluent-bit", "librdkafka:consistent_random")
        .setting("consistent_random", "rdkafka.partitioner consistent_random")
        .default()
        .read("fluent/fluent-bit plugins/out_kafka", UNSERVED),
    Client::new("fluent-bit", "librdkafka:murmur2_random")
        .setting("murmur2_random", "rdkafka.partitioner murmur2_random")
        .read("fluent/fluent-bit plugins/out_kafka", UNSERVED),
    Client::new("quixstreams", "librdkafka:murmur2")
        .setting("murmur2", "\"partitioner\": \"murmur2\" in producer_extra_config")
        .default()
        .run("quixstreams 3.28.1"),
    Client::new("quixstreams", "librdkafka:murmur2_random")
        .setting("murmur2_random", "\"partitioner\": \"murmur2_random\" in producer_extra_config")
        .run("quixstreams 3.28.1"),
    // Go.
    Client::new("sarama", "sarama:hash")
        .setting("hash", "config.Producer.Partitioner = sarama.NewHashPartitioner")
        .default()
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:reference_hash")
        .setting("reference_hash", "config.Producer.Partitioner = sarama.NewReferenceHashPartitioner")
        .since("1.18.0")
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:consistent_crc")
        .setting("consistent_crc", "config.Producer.Partitioner = sarama.NewConsistentCRCHashPartitioner")
        .since("1.41.0")
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:murmur2")
        .setting("murmur2", "config.Producer.Partitioner = sarama.NewMurmur2Partitioner")
        .since("1.50.0")
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:custom_crc32")
        .setting("custom_crc32", "config.Producer.Partitioner = sarama.NewCustomHashPartitioner(crc32.NewIEEE as func() hash.Hash32)")
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:custom_crc32_abs_first")
        .setting("custom_crc32_abs_first", "config.Producer.Partitioner = sarama.NewCustomPartitioner(sarama.WithAbsFirst(), sarama.WithCustomHashFunction(crc32))")
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:custom_hash_unsigned")
        .setting("custom_hash_unsigned", "config.Producer.Partitioner = sarama.NewCustomPartitioner(sarama.WithHashUnsigned())")
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:random")
        .setting("random", "config.Producer.Partitioner = sarama.NewRandomPartitioner")
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:round_robin")
        .setting("round_robin", "config.Producer.Partitioner = sarama.NewRoundRobinPartitioner")
        .run("IBM/sarama 1.61.1"),
    Client::new("sarama", "sarama:manual")
        .setting("manual", "config.Producer.Partitioner = sarama.NewManualPartitioner")
        .read("IBM/sarama 1.61.1 partitioner.go", CALLER_DECIDES),
    Client::new("telegraf", "telegraf")
        .setting("", "outputs.kafka (sarama's default)")
        .default()
        .run("telegraf 1.37.2"),
    // kafka-go.
    Client::new("kafka-go", "kafka-go:round_robin")
        .setting("round_robin", "Balancer: &kafka.RoundRobin{}")
        .default()
        .run("segmentio/kafka-go 0.4.51"),
    Client::new("kafka-go", "kafka-go:hash")
        .setting("hash", "Balancer: &kafka.Hash{}")
        .since("0.3.1")
        .run("segmentio/kafka-go 0.4.51"),
    Client::new("kafka-go", "kafka-go@0.2:hash")
        .setting("hash", "Balancer: &kafka.Hash{}")
        .since("0.1.0")
        .until("0.3.1")
        .run("segmentio/kafka-go 0.3.0"),
    Client::new("kafka-go", "kafka-go:reference_hash")
        .setting("reference_hash", "Balancer: &kafka.ReferenceHash{}")
        .since("0.4.32")
        .run("segmentio/kafka-go 0.4.51"),
    Client::new("kafka-go", "kafka-go:crc32")
        .setting("crc32", "Balancer: &kafka.CRC32Balancer{}")
        .since("0.3.1").run("segmentio/kafka-go 0.4.51"),
    Client::new("kafka-go", "kafka-go:crc32_consistent")
        .setting("crc32_consistent", "Balancer: &kafka.CRC32Balancer{Consistent: true}")
        .since("0.3.1").run("segmentio/kafka-go 0.4.51"),
    Client::new("kafka-go", "kafka-go:murmur2")
        .setting("murmur2", "Balancer: &kafka.Murmur2Balancer{}")
        .since("0.3.1").run("segmentio/kafka-go 0.4.51"),
    Client::new("kafka-go", "kafka-go:murmur2_consistent")
        .setting("murmur2_consistent", "Balancer: &kafka.Murmur2Balancer{Consistent: true}")
        .since("0.3.1").run("segmentio/kafka-go 0.4.51"),
    Client::new("kafka-go", "kafka-go:least_bytes")
        .setting("least_bytes", "Balancer: &kafka.LeastBytes{}")
        .run("segmentio/kafka-go 0.4.51"),
    // franz-go.
    Client::new("franz-go", "franz-go")
        .setting("", "no RecordPartitioner: UniformBytesPartitioner")
        .since("1.6.0")
        .default()
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go")
        .setting("", "no RecordPartitioner: StickyKeyPartitioner")
        .since("0.1.0")
        .until("1.6.0")
        .default()
        .run("twmb/franz-go 1.5.3"),
    Client::new("franz-go", "franz-go")
        .setting("sticky_key", "kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil))")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:kafka_hasher_fnv1a")
        .setting("kafka_hasher_fnv1a", "kgo.RecordPartitioner(kgo.StickyKeyPartitioner(kgo.KafkaHasher(fnv1a)))")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:sarama_hasher")
        .setting("sarama_hasher", "kgo.RecordPartitioner(kgo.StickyKeyPartitioner(kgo.SaramaHasher(fnv1a)))")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:sarama_hasher_crc32")
        .setting("sarama_hasher_crc32", "kgo.RecordPartitioner(kgo.StickyKeyPartitioner(kgo.SaramaHasher(crc32.ChecksumIEEE)))")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:sarama_compat_hasher")
        .setting("sarama_compat_hasher", "kgo.RecordPartitioner(kgo.StickyKeyPartitioner(kgo.SaramaCompatHasher(fnv1a)))")
        .since("1.16.0")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:sarama_compat_hasher_crc32")
        .setting("sarama_compat_hasher_crc32", "kgo.RecordPartitioner(kgo.StickyKeyPartitioner(kgo.SaramaCompatHasher(crc32.ChecksumIEEE)))")
        .since("1.16.0")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:sticky")
        .setting("sticky", "kgo.RecordPartitioner(kgo.StickyPartitioner())")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:round_robin")
        .setting("round_robin", "kgo.RecordPartitioner(kgo.RoundRobinPartitioner())")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:least_backup")
        .setting("least_backup", "kgo.RecordPartitioner(kgo.LeastBackupPartitioner())")
        .run("twmb/franz-go 1.22.3"),
    Client::new("franz-go", "franz-go:manual")
        .setting("manual", "kgo.RecordPartitioner(kgo.ManualPartitioner())")
        .read("twmb/franz-go 1.22.3 pkg/kgo/partitioner.go", CALLER_DECIDES),
    // Shippers written in Go.
    Client::new("beats", "beats")
        .setting("hash", "partition.hash")
        .default()
        .run("beats 7.17.0"),
    Client::new("beats", "beats:random")
        .setting("random", "partition.random")
        .run("beats 7.17.0"),
    Client::new("beats", "beats:round_robin")
        .setting("round_robin", "partition.round_robin")
        .run("beats 7.17.0"),
    Client::new("otel", "otel")
        .setting("", "record_partitioner: sticky_key, hasher: sarama_compat")
        .default()
        .run("kafkaexporter 0.165.1"),
    Client::new("otel", "otel:murmur2")
        .setting("murmur2", "record_partitioner: sticky_key, hasher: murmur2")
        .run("kafkaexporter 0.165.1"),
    Client::new("redpanda-connect", "redpanda-connect:fnv1a_hash")
        .setting("fnv1a_hash", "output kafka, partitioner: fnv1a_hash")
        .default()
        .run("benthos 4.27.0"),
    Client::new("redpanda-connect", "redpanda-connect:murmur2_hash")
        .setting("murmur2_hash", "output kafka, partitioner: murmur2_hash")
        .run("benthos 4.27.0"),
    Client::new("redpanda-connect", "franz-go")
        .setting("kafka_franz", "output kafka_franz, partitioner: murmur2_hash")
        .run("benthos 4.27.0"),
    // Node.js.
    Client::new("kafkajs", "kafkajs")
        .setting("", "createPartitioner: Partitioners.DefaultPartitioner")
        .since("2.0.0")
        .default()
        .run("kafkajs 2.2.4"),
    Client::new("kafkajs", "kafkajs@1")
        .setting("", "createPartitioner: Partitioners.DefaultPartitioner")
        .since("1.0.0")
        .until("2.0.0")
        .default()
        .run("kafkajs 1.16.0"),
    Client::new("kafkajs", "kafkajs")
        .setting("java_compatible", "createPartitioner: Partitioners.JavaCompatiblePartitioner")
        .since("1.8.0")
        .run("kafkajs 1.16.0"),
    Client::new("kafkajs", "kafkajs@1")
        .setting("legacy", "createPartitioner: Partitioners.LegacyPartitioner")
        .since("2.0.0")
        .run("kafkajs 2.2.4"),
    Client::new("platformatic", "platformatic")
        .setting("", "no partitioner")
        .default()
        .run("@platformatic/kafka 1.35.0, 2.12.1"),
    Client::new("platformatic", "platformatic:compatibility")
        .setting("compatibility", "partitioner: compatibilityPartitioner")
        .since("1.33.0")
        .run("@platformatic/kafka 1.35.0, 2.12.1"),
    Client::new("kafka-node", "kafka-node")
        .setting("", "Producer, partitionerType: 0")
        .default()
        .retired()
        .run("kafka-node 5.0.0"),
    Client::new("kafka-node", "kafka-node:random")
        .setting("random", "partitionerType: 1")
        .retired()
        .run("kafka-node 5.0.0"),
    Client::new("kafka-node", "kafka-node:cyclic")
        .setting("cyclic", "partitionerType: 2, and HighLevelProducer")
        .retired()
        .run("kafka-node 5.0.0"),
    Client::new("kafka-node", "kafka-node:keyed")
        .setting("keyed", "partitionerType: 3")
        .retired()
        .run("kafka-node 5.0.0"),
    Client::new("no-kafka", "no-kafka")
        .setting("", "DefaultPartitioner")
        .default()
        .retired()
        .run("no-kafka 3.4.3"),
    Client::new("no-kafka", "no-kafka:hash_crc32")
        .setting("hash_crc32", "partitioner: new Kafka.HashCRC32Partitioner()")
        .retired()
        .run("no-kafka 3.4.3"),
    Client::new("kafka-ts", "kafka-ts")
        .setting("", "defaultPartitioner")
        .default()
        .run("kafka-ts 1.5.0"),
    // Python.
    Client::new("kafka-python", "kafka-python")
        .setting("", "partitioner=DefaultPartitioner()")
        .since("1.0.0")
        .default()
        .run("kafka-python 1.4.7, 2.3.3, 3.0.12"),
    Client::new("kafka-python", "kafka-python:sticky")
        .setting("sticky", "partitioner=StickyPartitioner()")
        .since("3.0.0")
        .run("kafka-python 3.0.12"),
    Client::new("kafka-python", "kafka-python@0.8:hashed")
        .setting("hashed", "KeyedProducer, HashedPartitioner on Python 2")
        .since("0.8.0")
        .until("2.0.0")
        .run("kafka-python 0.9.5"),
    Client::new("aiokafka", "aiokafka")
        .setting("", "partitioner=DefaultPartitioner()")
        .default()
        .run("aiokafka 0.14.0"),
    Client::new("faust", "aiokafka")
        .setting("", "producer_partitioner unset")
        .default()
        .run("faust-streaming 0.15.3"),
    Client::new("pykafka", "pykafka:random")
        .setting("random", "partitioner=RandomPartitioner()")
        .default()
        .retired()
        .run("pykafka 2.8.0"),
    #[cfg(feature = "digests")]
    Client::new("pykafka", "pykafka:hashing")
        .setting("hashing", "partitioner=HashingPartitioner()")
        .retired()
        .run("pykafka 2.8.0"),
    // Ruby, Rust, Erlang, Elixir, PHP.
    Client::new("ruby-kafka", "ruby-kafka")
        .setting("", "Kafka::Partitioner.new")
        .default()
        .read("zendesk/ruby-kafka 1.5.1 lib/kafka/partitioner.rb, with Ruby's own Zlib.crc32 run", GEMS),
    Client::new("ruby-kafka", "ruby-kafka:murmur2")
        .setting("murmur2", "Kafka::Partitioner.new(hash_function: :murmur2)")
        .since("1.4.0")
        .read("zendesk/ruby-kafka 1.5.1 lib/kafka/partitioner.rb", GEMS),
    Client::new("fluentd", "ruby-kafka")
        .setting("", "partitioner_hash_function crc32")
        .default()
        .read("fluent/fluent-plugin-kafka b724626: ruby-kafka", GEMS),
    Client::new("fluentd", "ruby-kafka:murmur2")
        .setting("murmur2", "partitioner_hash_function murmur2")
        .read("fluent/fluent-plugin-kafka b724626: ruby-kafka", GEMS),
    #[cfg(feature = "digests")]
    Client::new("kafka-rust", "kafka-rust")
        .setting("", "DefaultPartitioner")
        .default()
        .since("0.6.0").run("kafka 0.6.2, 0.8.0, 0.10.0"),
    Client::new("kafka-rust", "kafka-rust@0.5")
        .setting("", "DefaultPartitioner")
        .since("0.4.0")
        .until("0.6.0")
        .default()
        .run("kafka 0.5.0"),
    Client::new("brod", "brod")
        .setting("", "a partition in each call")
        .default()
        .read("kafka4beam/brod 33075eb", HEX),
    Client::new("brod", "brod:random")
        .setting("random", "Partition = random")
        .read("kafka4beam/brod 33075eb", HEX),
    Client::new("brod", "brod:hash")
        .setting("hash", "Partition = hash")
        .run("erlang:phash2 on OTP 25, as brod 4.6.2 calls it"),
    Client::new("kafka_ex", "kafka_ex")
        .setting("", "partitioner: KafkaEx.Partitioner.Default")
        .default()
        .since("0.11.0")
        .read("kafkaex/kafka_ex 7f51188", HEX),
    Client::new("kafka_ex", "kafka_ex:legacy")
        .setting("", "no partitioner")
        .until("0.11.0")
        .default()
        .read("kafkaex/kafka_ex 7f51188", HEX),
    Client::new("kafka_ex", "kafka_ex:legacy")
        .setting("legacy", "partitioner: KafkaEx.Partitioner.Legacy")
        .since("0.11.0")
        .read("kafkaex/kafka_ex 7f51188", HEX),
    #[cfg(feature = "digests")]
    Client::new("kaffe", "kaffe")
        .setting("md5", "partition_strategy: :md5")
        .default()
        .read("spreedly/kaffe 1e0facb", HEX),
    Client::new("kaffe", "kaffe:random")
        .setting("random", "partition_strategy: :random")
        .read("spreedly/kaffe 1e0facb", HEX),
    Client::new("phpkafka", "phpkafka")
        .setting("", "DefaultPartitioner")
        .default()
        .read("swoole/phpkafka f42bfa7, with PHP's own crc32 run", PACKAGIST),
    Client::new("kafka-php", "kafka-php")
        .setting("", "no partId")
        .default()
        .retired()
        .read("weiboad/kafka-php c7ab268", PACKAGIST),
    // What people write by hand.
    Client::new("port", "murmur2-unsigned")
        .setting("murmur2_unsigned", "murmur2 without the sign mask")
        .port()
        .run("murmurhash2 0.2.10"),
    Client::new("port", "murmur2-abs")
        .setting("murmur2_abs", "abs(murmur2) in place of the mask")
        .port()
        .run("murmurhash2 0.2.10"),
    Client::new("port", "murmur2-seed0")
        .setting("murmur2_seed0", "murmur2 with seed 0")
        .port()
        .run("murmurhash2 0.2.10"),
    Client::new("port", "murmur2-seed0-unsigned")
        .setting("murmur2_seed0_unsigned", "murmur2 with seed 0 and without the mask")
        .port()
        .run("murmurhash2 0.2.10"),
    Client::new("port", "murmur2-characters")
        .setting("murmur2_characters", "murmur2 over as many bytes as there are characters")
        .port()
        .read("", BY_HAND),
    Client::new("port", "murmur2-signed-tail")
        .setting("murmur2_signed_tail", "murmur2 with signed bytes in the tail")
        .port()
        .read("", BY_HAND),
    Client::new("port", "murmur3-mask")
        .setting("murmur3", "murmur3 in place of murmur2")
        .port()
        .run("mmh3 5.3.1"),
    Client::new("port", "crc32-abs").setting("crc32_abs", "abs(crc32)").port().run("Python's zlib"),
    Client::new("port", "crc32-mask")
        .setting("crc32_mask", "crc32 with Java's mask")
        .port()
        .run("Python's zlib"),
    Client::new("port", "fnv1a-unsigned")
        .setting("fnv1a_unsigned", "FNV-1a without a sign rule")
        .port()
        .run("franz-go 1.22.3, whose SaramaHasher is this"),
    Client::new("port", "java-string-abs")
        .setting("java_string_abs", "abs(String.hashCode % n)")
        .port()
        .run("maxwell 1.22.6, whose default is this"),
    #[cfg(feature = "digests")]
    Client::new("port", "md5").setting("md5", "int(md5(key), 16) % n").port().run("Python's hashlib"),
    #[cfg(feature = "digests")]
    Client::new("port", "md5-prefix")
        .setting("md5_prefix", "the first eight digits of md5(key), as a number")
        .port()
        .run("Python's hashlib"),
    #[cfg(feature = "digests")]
    Client::new("port", "sha1").setting("sha1", "int(sha1(key), 16) % n").port().run("Python's hashlib"),
    #[cfg(feature = "digests")]
    Client::new("port", "sha1-prefix")
        .setting("sha1_prefix", "the first eight digits of sha1(key), as a number")
        .port()
        .run("Python's hashlib"),
    #[cfg(feature = "digests")]
    Client::new("port", "xxhash32").setting("xxhash32", "xxHash32 % n").port().run("xxhash 4.1.0"),
];

impl Client {
    const fn new(name: &'static str, partitioner: &'static str) -> Self {
        Self {
            name,
            since: None,
            until: None,
            setting: "",
            written: "",
            default: false,
            partitioner,
            usage: Usage::Setting,
            known: Known::Read { source: "", why: "" },
        }
    }

    const fn setting(self, setting: &'static str, written: &'static str) -> Self {
        Self { setting, written, ..self }
    }

    const fn since(self, version: &'static str) -> Self {
        Self { since: Some(version), ..self }
    }

    const fn until(self, version: &'static str) -> Self {
        Self { until: Some(version), usage: Usage::Retired, ..self }
    }

    const fn default(self) -> Self {
        let usage = match self.usage {
            Usage::Setting => Usage::Default,
            other => other,
        };
        Self { default: true, usage, ..self }
    }

    const fn retired(self) -> Self {
        Self { usage: Usage::Retired, ..self }
    }

    const fn port(self) -> Self {
        Self { usage: Usage::Port, ..self }
    }

    const fn run(self, version: &'static str) -> Self {
        Self { known: Known::Run(version), ..self }
    }

    const fn read(self, source: &'static str, why: &'static str) -> Self {
        Self { known: Known::Read { source, why }, ..self }
    }
}
