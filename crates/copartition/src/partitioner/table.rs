use super::Assigner::{Balanced, BuiltIn, Caller, Random, RoundRobin, Sticky};
use super::EmptyKey::{self, Hashed};
use super::MissingKey::{HashedAs, HashedAsEmpty, Partition0, Refused, Unkeyed};
use super::{Assigner, Keyed, MissingKey, Partitioner};
use crate::rule::{self, RULES, Rule};

/// Every partitioner: the clients' own, then each rule by its own name.
///
/// A row never changes its answer. Which clients use it, and since when, is in
/// [`CLIENTS`](crate::CLIENTS).
pub static PARTITIONERS: &[Partitioner] = &ALL;

/// The clients' partitioners: name, aliases, rule, empty key, missing key.
const OF_CLIENTS: &[Partitioner] = &[
    // Apache Kafka's Java producer: `BuiltInPartitioner`, `DefaultPartitioner` and their siblings.
    Partitioner::new(
        "java",
        &["BuiltInPartitioner", "org.apache.kafka.clients.producer.internals.BuiltInPartitioner"],
        &rule::MURMUR2,
        Hashed,
        Unkeyed(BuiltIn),
    ),
    Partitioner::new(
        "java@2.4",
        &["org.apache.kafka.clients.producer.internals.DefaultPartitioner"],
        &rule::MURMUR2,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::new("java@0.8", &[], &rule::MURMUR2, Hashed, Unkeyed(RoundRobin)),
    Partitioner::ignoring_keys("java:ignore_keys", &["partitioner.ignore.keys"], BuiltIn, BuiltIn),
    Partitioner::ignoring_keys(
        "java:round_robin",
        &["RoundRobinPartitioner", "org.apache.kafka.clients.producer.RoundRobinPartitioner"],
        RoundRobin,
        RoundRobin,
    ),
    Partitioner::ignoring_keys(
        "java:uniform_sticky",
        &["UniformStickyPartitioner", "org.apache.kafka.clients.producer.UniformStickyPartitioner"],
        Sticky,
        Sticky,
    ),
    // Kafka Streams' WindowedStreamPartitioner.
    Partitioner::new(
        "kafka-streams:windowed",
        &["WindowedStreamPartitioner"],
        &rule::MURMUR2_WINDOWED,
        EmptyKey::Refused,
        Refused,
    ),
    Partitioner::new(
        "kafka-streams:session_windowed",
        &[],
        &rule::MURMUR2_SESSION_WINDOWED,
        EmptyKey::Refused,
        Refused,
    ),
    // The old Scala producer, `kafka.producer`.
    Partitioner::new(
        "scala-producer",
        &["kafka.producer.DefaultPartitioner"],
        &rule::JAVA_STRING_JAVA_ABS,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::new(
        "scala-producer:byte_array",
        &["kafka.producer.ByteArrayPartitioner", "ByteArrayPartitioner"],
        &rule::JAVA_BYTES_JAVA_ABS,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::ignoring_keys("scala-producer:byte_array_keys", &[], Random, Sticky),
    // librdkafka's `partitioner` setting (src/rdkafka_msg.c), and all its bindings.
    Partitioner::ignoring_keys("librdkafka:random", &[], Random, Sticky),
    Partitioner::new("librdkafka:consistent", &["consistent"], &rule::CRC32, Hashed, HashedAsEmpty),
    Partitioner::new(
        "librdkafka:consistent_random",
        &["consistent_random"],
        &rule::CRC32,
        EmptyKey::Unkeyed(Sticky),
        Unkeyed(Sticky),
    ),
    Partitioner::new("librdkafka:murmur2", &[], &rule::MURMUR2, Hashed, HashedAsEmpty),
    Partitioner::new(
        "librdkafka:murmur2_random",
        &["murmur2_random"],
        &rule::MURMUR2,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::new("librdkafka:fnv1a", &["fnv1a"], &rule::FNV1A_ABS, Hashed, HashedAsEmpty),
    Partitioner::new(
        "librdkafka:fnv1a_random",
        &["fnv1a_random"],
        &rule::FNV1A_ABS,
        Hashed,
        Unkeyed(Sticky),
    ),
    // karafka/rdkafka-ruby lib/rdkafka/bindings.rb, `partition_key:`.
    Partitioner::new(
        "rdkafka-ruby:partition_key",
        &[],
        &rule::CRC32_CHARACTERS,
        EmptyKey::Unkeyed(Random),
        Unkeyed(Sticky),
    ),
    Partitioner::new(
        "rdkafka-ruby:partition_key_murmur2_random",
        &[],
        &rule::MURMUR2_CHARACTERS,
        EmptyKey::Unkeyed(Random),
        Unkeyed(Sticky),
    ),
    // IBM/sarama partitioner.go.
    Partitioner::new(
        "sarama:hash",
        &["NewHashPartitioner"],
        &rule::FNV1A_ABS,
        Hashed,
        Unkeyed(Random),
    ),
    Partitioner::new(
        "sarama:reference_hash",
        &["NewReferenceHashPartitioner"],
        &rule::FNV1A_MASK,
        Hashed,
        Unkeyed(Random),
    ),
    Partitioner::new(
        "sarama:consistent_crc",
        &["NewConsistentCRCHashPartitioner"],
        &rule::CRC32,
        Hashed,
        Unkeyed(Random),
    ),
    Partitioner::new(
        "sarama:murmur2",
        &["NewMurmur2Partitioner"],
        &rule::MURMUR2,
        Hashed,
        Unkeyed(Random),
    ),
    Partitioner::new("sarama:custom_crc32", &[], &rule::CRC32_ABS, Hashed, Unkeyed(Random)),
    Partitioner::new(
        "sarama:custom_crc32_abs_first",
        &[],
        &rule::CRC32_MASK,
        Hashed,
        Unkeyed(Random),
    ),
    Partitioner::new(
        "sarama:custom_hash_unsigned",
        &[],
        &rule::FNV1A_UNSIGNED,
        Hashed,
        Unkeyed(Random),
    ),
    Partitioner::ignoring_keys("sarama:random", &["NewRandomPartitioner"], Random, Random),
    Partitioner::ignoring_keys(
        "sarama:round_robin",
        &["NewRoundRobinPartitioner"],
        RoundRobin,
        RoundRobin,
    ),
    Partitioner::left_to_the_caller("sarama:manual", &["NewManualPartitioner"]),
    // segmentio/kafka-go balancer.go.
    Partitioner::ignoring_keys("kafka-go:round_robin", &[], RoundRobin, RoundRobin),
    Partitioner::new("kafka-go:hash", &[], &rule::FNV1A_ABS, Hashed, Unkeyed(RoundRobin)),
    Partitioner::new("kafka-go@0.2:hash", &[], &rule::FNV1A_UNSIGNED, Hashed, Unkeyed(RoundRobin)),
    Partitioner::new(
        "kafka-go:reference_hash",
        &["ReferenceHash"],
        &rule::FNV1A_MASK,
        Hashed,
        Unkeyed(Random),
    ),
    Partitioner::new(
        "kafka-go:crc32",
        &["CRC32Balancer"],
        &rule::CRC32,
        EmptyKey::Unkeyed(Random),
        Unkeyed(Random),
    ),
    Partitioner::new("kafka-go:crc32_consistent", &[], &rule::CRC32, Hashed, HashedAsEmpty),
    Partitioner::new(
        "kafka-go:murmur2",
        &["Murmur2Balancer"],
        &rule::MURMUR2,
        Hashed,
        Unkeyed(Random),
    ),
    Partitioner::new("kafka-go:murmur2_consistent", &[], &rule::MURMUR2, Hashed, HashedAsEmpty),
    Partitioner::ignoring_keys("kafka-go:least_bytes", &["LeastBytes"], Balanced, Balanced),
    // twmb/franz-go pkg/kgo/partitioner.go.
    Partitioner::new(
        "franz-go",
        &["UniformBytesPartitioner", "StickyKeyPartitioner"],
        &rule::MURMUR2,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::new(
        "franz-go:kafka_hasher_fnv1a",
        &[],
        &rule::FNV1A_MASK,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::new(
        "franz-go:sarama_hasher",
        &["SaramaHasher"],
        &rule::FNV1A_UNSIGNED,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::new("franz-go:sarama_hasher_crc32", &[], &rule::CRC32, Hashed, Unkeyed(Sticky)),
    Partitioner::new(
        "franz-go:sarama_compat_hasher",
        &["SaramaCompatHasher"],
        &rule::FNV1A_ABS,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::new(
        "franz-go:sarama_compat_hasher_crc32",
        &[],
        &rule::CRC32_ABS,
        Hashed,
        Unkeyed(Sticky),
    ),
    Partitioner::ignoring_keys("franz-go:sticky", &["StickyPartitioner"], Sticky, Sticky),
    Partitioner::ignoring_keys("franz-go:round_robin", &[], RoundRobin, RoundRobin),
    Partitioner::ignoring_keys(
        "franz-go:least_backup",
        &["LeastBackupPartitioner"],
        Balanced,
        Balanced,
    ),
    Partitioner::left_to_the_caller("franz-go:manual", &["ManualPartitioner"]),
    // tulios/kafkajs: DefaultPartitioner, and the one of 1.x, today's LegacyPartitioner.
    Partitioner::new(
        "kafkajs",
        &["JavaCompatiblePartitioner"],
        &rule::MURMUR2,
        Hashed,
        Unkeyed(RoundRobin),
    ),
    Partitioner::new(
        "kafkajs@1",
        &["LegacyPartitioner"],
        &rule::KAFKAJS_LEGACY,
        Hashed,
        Unkeyed(RoundRobin),
    ),
    // platformatic/kafka: defaultPartitioner and compatibilityPartitioner.
    Partitioner::new("platformatic", &[], &rule::MURMUR2_UNSIGNED, Hashed, Unkeyed(RoundRobin)),
    Partitioner::new(
        "platformatic:compatibility",
        &["compatibilityPartitioner"],
        &rule::MURMUR2,
        Hashed,
        Partition0,
    ),
    // SOHU-Co/kafka-node lib/partitioner.js.
    Partitioner::always_partition_0("kafka-node", &[]),
    Partitioner::ignoring_keys("kafka-node:cyclic", &["CyclicPartitioner"], RoundRobin, RoundRobin),
    Partitioner::ignoring_keys("kafka-node:random", &[], Random, Random),
    Partitioner::new(
        "kafka-node:keyed",
        &["KeyedPartitioner"],
        &rule::KAFKA_NODE,
        Hashed,
        HashedAsEmpty,
    ),
    // oleksiyk/kafka (no-kafka) lib/assignment/partitioners.
    Partitioner::new("no-kafka", &[], &rule::MURMUR2, Hashed, Unkeyed(RoundRobin)),
    Partitioner::new(
        "no-kafka:hash_crc32",
        &["HashCRC32Partitioner"],
        &rule::CRC32_NO_KAFKA,
        Hashed,
        Partition0,
    ),
    // priithaamer/kafka-ts src/distributors/partitioner.ts.
    Partitioner::new(
        "kafka-ts",
        &[],
        &rule::MURMUR2,
        EmptyKey::Unkeyed(RoundRobin),
        Unkeyed(RoundRobin),
    ),
    // dpkp/kafka-python and aio-libs/aiokafka.
    Partitioner::new("kafka-python", &[], &rule::MURMUR2, Hashed, Unkeyed(Random)),
    Partitioner::new("kafka-python:sticky", &[], &rule::MURMUR2, Hashed, Unkeyed(Sticky)),
    Partitioner::new(
        "kafka-python@0.8:hashed",
        &["HashedPartitioner"],
        &rule::PYTHON2,
        Hashed,
        Unkeyed(Caller),
    ),
    Partitioner::new("aiokafka", &[], &rule::MURMUR2, Hashed, Unkeyed(Random)),
    // Parsely/pykafka pykafka/partitioners.py.
    Partitioner::ignoring_keys("pykafka:random", &[], RoundRobin, RoundRobin),
    #[cfg(feature = "digests")]
    Partitioner::new("pykafka:hashing", &["HashingPartitioner"], &rule::SHA1, Hashed, Refused),
    // zendesk/ruby-kafka lib/kafka/partitioner.rb.
    Partitioner::new("ruby-kafka", &[], &rule::CRC32, Hashed, Unkeyed(Random)),
    Partitioner::new(
        "ruby-kafka:murmur2",
        &[],
        &rule::MURMUR2_SIGNED_TAIL,
        Hashed,
        Unkeyed(Random),
    ),
    // kafka-rust/kafka-rust src/producer.rs.
    #[cfg(feature = "digests")]
    Partitioner::new(
        "kafka-rust",
        &[],
        &rule::XXHASH32,
        EmptyKey::Unkeyed(RoundRobin),
        Unkeyed(RoundRobin),
    ),
    Partitioner::new(
        "kafka-rust@0.5",
        &[],
        &rule::SIPHASH,
        EmptyKey::Unkeyed(RoundRobin),
        Unkeyed(RoundRobin),
    ),
    // kafka4beam/brod, kafkaex/kafka_ex and spreedly/kaffe.
    Partitioner::left_to_the_caller("brod", &[]),
    Partitioner::ignoring_keys("brod:random", &[], Random, Random),
    Partitioner::new("brod:hash", &[], &rule::PHASH2, Hashed, HashedAs(45_914_356)),
    Partitioner::new("kafka_ex", &[], &rule::MURMUR2, Hashed, Unkeyed(Random)),
    Partitioner::new("kafka_ex:legacy", &[], &rule::MURMUR2_UNSIGNED, Hashed, Unkeyed(Random)),
    #[cfg(feature = "digests")]
    Partitioner::new("kaffe", &[], &rule::MD5_SUM, Hashed, Refused),
    Partitioner::ignoring_keys("kaffe:random", &[], Random, Random),
    // longlang/phpkafka and weiboad/kafka-php.
    Partitioner::new("phpkafka", &[], &rule::CRC32, Hashed, Unkeyed(RoundRobin)),
    Partitioner::ignoring_keys("kafka-php", &[], Random, Random),
    // Shippers: Beats, Telegraf, the OpenTelemetry collector, Redpanda Connect.
    Partitioner::new("beats", &[], &rule::FNV1A_MASK, EmptyKey::Unkeyed(Random), Unkeyed(Random)),
    Partitioner::ignoring_keys("beats:random", &[], Random, Random),
    Partitioner::ignoring_keys("beats:round_robin", &[], RoundRobin, RoundRobin),
    Partitioner::new("telegraf", &[], &rule::FNV1A_ABS, EmptyKey::Unkeyed(Random), Unkeyed(Random)),
    Partitioner::new("otel", &[], &rule::FNV1A_ABS, EmptyKey::Unkeyed(Sticky), Unkeyed(Sticky)),
    Partitioner::new(
        "otel:murmur2",
        &[],
        &rule::MURMUR2,
        EmptyKey::Unkeyed(Sticky),
        Unkeyed(Sticky),
    ),
    Partitioner::new(
        "redpanda-connect:fnv1a_hash",
        &["fnv1a_hash"],
        &rule::FNV1A_ABS,
        EmptyKey::Unkeyed(Random),
        Unkeyed(Random),
    ),
    Partitioner::new(
        "redpanda-connect:murmur2_hash",
        &["murmur2_hash"],
        &rule::MURMUR2,
        EmptyKey::Unkeyed(Random),
        Unkeyed(Random),
    ),
    // Flink, Debezium, Maxwell, Spring Cloud Stream, MirrorMaker.
    Partitioner::left_to_the_caller("flink:fixed", &["FlinkFixedPartitioner"]),
    Partitioner::new(
        "debezium:partition_routing",
        &["PartitionRouting"],
        &rule::DEBEZIUM_STRING,
        Hashed,
        Unkeyed(BuiltIn),
    ),
    Partitioner::new(
        "debezium:partition_routing_murmur",
        &[],
        &rule::DEBEZIUM_MURMUR,
        Hashed,
        Unkeyed(BuiltIn),
    ),
    Partitioner::new("maxwell", &[], &rule::JAVA_STRING_ABS, Hashed, Refused),
    Partitioner::new("maxwell:murmur3", &[], &rule::MURMUR3_ABS, Hashed, Refused),
    Partitioner::new("spring-cloud-stream", &[], &rule::JAVA_STRING_JAVA_ABS, Hashed, Refused),
    Partitioner::left_to_the_caller("mirrormaker", &[]),
];

impl Partitioner {
    const fn new(
        name: &'static str,
        aliases: &'static [&'static str],
        rule: &'static Rule,
        empty_key: EmptyKey,
        missing_key: MissingKey,
    ) -> Self {
        Self { name, aliases, keyed: Keyed::Rule(rule), empty_key, missing_key }
    }

    /// The partitioner that a rule's own name stands for.
    const fn of(rule: &'static Rule) -> Self {
        Self::new(rule.name(), &[], rule, Hashed, Unkeyed(Caller))
    }

    /// A partitioner that never looks at keys.
    const fn ignoring_keys(
        name: &'static str,
        aliases: &'static [&'static str],
        keyed: Assigner,
        missing_key: Assigner,
    ) -> Self {
        Self {
            name,
            aliases,
            keyed: Keyed::Ignored(keyed),
            empty_key: EmptyKey::Unkeyed(keyed),
            missing_key: Unkeyed(missing_key),
        }
    }

    /// A client or a setting with no partitioner: the caller names each record's partition.
    const fn left_to_the_caller(name: &'static str, aliases: &'static [&'static str]) -> Self {
        Self { keyed: Keyed::Caller, ..Self::ignoring_keys(name, aliases, Caller, Caller) }
    }

    const fn always_partition_0(name: &'static str, aliases: &'static [&'static str]) -> Self {
        let (keyed, empty_key) = (Keyed::Partition0, EmptyKey::Partition0);
        Self { name, aliases, keyed, empty_key, missing_key: Partition0 }
    }
}

static ALL: [Partitioner; OF_CLIENTS.len() + RULES.len()] = {
    let mut all = [const { Partitioner::of(&rule::MURMUR2) }; OF_CLIENTS.len() + RULES.len()];
    let mut i = 0;
    while i < all.len() {
        #[expect(clippy::indexing_slicing, reason = "runs at compile time")]
        let row = if i < OF_CLIENTS.len() {
            OF_CLIENTS[i]
        } else {
            Partitioner::of(RULES[i - OF_CLIENTS.len()])
        };
        #[expect(clippy::indexing_slicing, reason = "runs at compile time")]
        {
            all[i] = row;
        }
        i += 1;
    }
    all
};
