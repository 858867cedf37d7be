//! The table of real clients.

use copartition::{PartitionCount, Placement};
use serde_json::{Value, json};

use super::install::{self, Client, Host};
use crate::vectors::{Question, hex_of, placement_of};
use crate::workspace::{Result, Workspace, pipe};

/// A client at a version, the program that asks it, and what can be asked.
#[derive(Clone, Copy)]
pub struct Oracle {
    pub client: Client,
    /// The program's argument, in the client's own words, and the partitioner that it stands for.
    pub settings: &'static [(&'static str, &'static str)],
    /// The file of `tests/vectors/` that holds the answers: for each partitioner those of the first
    /// row that has it. Empty where this row is only compared.
    pub vectors: &'static str,
    /// The largest partition count that the client can be asked for.
    pub largest: u32,
    /// Which keys the client takes.
    pub keys: Keys,
    /// Whether it takes minutes to build, so that only `--all` runs it.
    pub long: bool,
}

/// Which keys a client takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    Any,
    /// Text alone: keys that are not UTF-8 are not asked for.
    Text,
    /// The name of a group: text, and not missing.
    Group,
    /// The key of a share group's state: `group:topicId:partition`, the id as Kafka writes a Uuid.
    ShareGroup,
    /// At least so many bytes, or none, or no key.
    AtLeast(usize),
}

type Settings = &'static [(&'static str, &'static str)];

impl Oracle {
    const fn new(
        host: Host,
        package: &'static str,
        version: &'static str,
        program: &'static str,
        settings: Settings,
    ) -> Self {
        Self {
            client: Client::new(host, package, version, program),
            settings,
            vectors: "",
            largest: PartitionCount::MAX,
            keys: Keys::Any,
            long: false,
        }
    }

    const fn with(self, with: &'static [&'static str]) -> Self {
        Self { client: self.client.with(with), ..self }
    }

    const fn runtime(self, runtime: &'static str) -> Self {
        Self { client: self.client.runtime(runtime), ..self }
    }

    const fn vectors(self, vectors: &'static str) -> Self {
        Self { vectors, ..self }
    }

    const fn largest(self, largest: u32) -> Self {
        Self { largest, ..self }
    }

    const fn keys(self, keys: Keys) -> Self {
        Self { keys, ..self }
    }

    const fn long(self) -> Self {
        Self { long: true, ..self }
    }
}

const LIBRDKAFKA: Settings = &[
    ("random", "librdkafka:random"),
    ("consistent", "librdkafka:consistent"),
    ("consistent_random", "librdkafka:consistent_random"),
    ("murmur2", "librdkafka:murmur2"),
    ("murmur2_random", "librdkafka:murmur2_random"),
    ("fnv1a", "librdkafka:fnv1a"),
    ("fnv1a_random", "librdkafka:fnv1a_random"),
];

/// What confluent-kafka's serializers need beside it. Its partitioners do not, but share the folder.
pub(super) const CONFLUENT_KAFKA: &[&str] = &[
    "attrs==26.1.0",
    "authlib==1.9.10",
    "cachetools==8.0.2",
    "certifi==2026.10.19.post1",
    "googleapis-common-protos==1.76.0",
    "httpx2==2.16.2",
    "jsonschema==4.26.0",
    "protobuf==7.36.2",
];

/// Every oracle. Another client, version or host is another row.
pub const ORACLES: &[Oracle] = &[
    Oracle::new(
        Host::Python,
        "kafka-python",
        "2.3.3",
        "ask_kafka_python.py",
        &[("DefaultPartitioner", "kafka-python")],
    )
    .vectors("python"),
    Oracle::new(
        Host::Python,
        "kafka-python",
        "3.0.12",
        "ask_kafka_python.py",
        &[("DefaultPartitioner", "kafka-python")],
    )
    .largest(1000),
    Oracle::new(
        Host::Python,
        "kafka-python",
        "3.0.12",
        "ask_kafka_python_sticky.py",
        &[("StickyPartitioner", "kafka-python:sticky")],
    )
    .largest(1000)
    .vectors("python"),
    Oracle::new(
        Host::Python,
        "kafka-python",
        "1.4.7",
        "ask_kafka_python_old.py",
        &[("KafkaProducer", "kafka-python")],
    )
    .runtime("3.7")
    .long(),
    Oracle::new(
        Host::Python,
        "kafka-python",
        "0.9.5",
        "ask_kafka_python_old.py",
        &[("KeyedProducer", "kafka-python@0.8:hashed")],
    )
    .runtime("2.7")
    .vectors("python")
    .long(),
    Oracle::new(
        Host::Python,
        "aiokafka",
        "0.14.0",
        "ask_aiokafka.py",
        &[("DefaultPartitioner", "aiokafka")],
    )
    .vectors("python"),
    Oracle::new(
        Host::Python,
        "faust-streaming",
        "0.15.3",
        "ask_faust.py",
        &[("producer_partitioner", "aiokafka")],
    )
    .largest(1000),
    Oracle::new(
        Host::Python,
        "pykafka",
        "2.8.0",
        "ask_pykafka.py",
        &[("RandomPartitioner", "pykafka:random"), ("HashingPartitioner", "pykafka:hashing")],
    )
    .largest(1000)
    .vectors("pykafka"),
    Oracle::new(Host::Python, "confluent-kafka", "2.16.1", "ask_confluent_kafka.py", LIBRDKAFKA)
        .with(CONFLUENT_KAFKA)
        .vectors("librdkafka"),
    Oracle::new(
        Host::Python,
        "quixstreams",
        "3.28.1",
        "ask_quixstreams.py",
        &[("partitioner", "librdkafka:murmur2")],
    )
    .largest(1000),
    Oracle::new(
        Host::Node,
        "kafkajs",
        "1.16.0",
        "ask_kafkajs.mjs",
        &[("DefaultPartitioner", "kafkajs@1"), ("JavaCompatiblePartitioner", "kafkajs")],
    )
    .vectors("kafkajs"),
    Oracle::new(
        Host::Node,
        "kafkajs",
        "2.2.4",
        "ask_kafkajs.mjs",
        &[
            ("DefaultPartitioner", "kafkajs"),
            ("JavaCompatiblePartitioner", "kafkajs"),
            ("LegacyPartitioner", "kafkajs@1"),
        ],
    )
    .vectors("kafkajs"),
    Oracle::new(
        Host::Node,
        "@platformatic/kafka",
        "1.35.0",
        "ask_platformatic.mjs",
        &[
            ("defaultPartitioner", "platformatic"),
            ("compatibilityPartitioner", "platformatic:compatibility"),
        ],
    )
    .vectors("platformatic"),
    Oracle::new(
        Host::Node,
        "@platformatic/kafka",
        "2.12.1",
        "ask_platformatic.mjs",
        &[
            ("defaultPartitioner", "platformatic"),
            ("compatibilityPartitioner", "platformatic:compatibility"),
        ],
    )
    .runtime("22.23.3"),
    Oracle::new(
        Host::Node,
        "kafka-node",
        "5.0.0",
        "ask_kafka_node.mjs",
        &[
            ("Producer", "kafka-node"),
            ("HighLevelProducer", "kafka-node:cyclic"),
            ("partitionerType=random", "kafka-node:random"),
            ("partitionerType=keyed", "kafka-node:keyed"),
        ],
    )
    .largest(1000)
    .vectors("kafka-node"),
    Oracle::new(
        Host::Node,
        "no-kafka",
        "3.4.3",
        "ask_no_kafka.mjs",
        &[("DefaultPartitioner", "no-kafka")],
    )
    .vectors("no-kafka"),
    Oracle::new(
        Host::Node,
        "no-kafka",
        "3.4.3",
        "ask_no_kafka.mjs",
        &[("HashCRC32Partitioner", "no-kafka:hash_crc32")],
    )
    .keys(Keys::Text)
    .vectors("no-kafka"),
    Oracle::new(
        Host::Node,
        "kafka-ts",
        "1.5.0",
        "ask_kafka_ts.mjs",
        &[("defaultPartitioner", "kafka-ts")],
    )
    .vectors("kafka-ts"),
    Oracle::new(
        Host::Node,
        "@confluentinc/kafka-javascript",
        "1.10.1",
        "ask_confluent_kafka_javascript.mjs",
        &[
            ("with kafkaJS block", "librdkafka:murmur2_random"),
            ("without kafkaJS block", "librdkafka:consistent_random"),
        ],
    )
    .largest(1000)
    .long(),
    Oracle::new(
        Host::Node,
        "node-rdkafka",
        "3.6.1",
        "ask_node_rdkafka.mjs",
        &[("Producer", "librdkafka:consistent_random")],
    )
    .largest(1000)
    .long(),
    Oracle::new(Host::Erlang, "brod", "OTP 25", "ask_brod.escript", &[("hash", "brod:hash")])
        .vectors("erlang"),
    Oracle::new(Host::Erlang, "kaffe", "OTP 25", "ask_brod.escript", &[("md5", "kaffe")])
        .vectors("erlang"),
    Oracle::new(
        Host::Php,
        "phpkafka",
        "php 8",
        "ask_phpkafka.php",
        &[("DefaultPartitioner", "phpkafka")],
    )
    .vectors("php"),
    Oracle::new(
        Host::Ruby,
        "ruby-kafka",
        "ruby 3",
        "ask_ruby_kafka.rb",
        &[("crc32", "ruby-kafka")],
    )
    .vectors("ruby"),
    Oracle::new(
        Host::Ruby,
        "rdkafka-ruby",
        "ruby 3",
        "ask_rdkafka_ruby.rb",
        &[
            ("consistent_random", "rdkafka-ruby:partition_key"),
            ("murmur2_random", "rdkafka-ruby:partition_key_murmur2_random"),
        ],
    )
    .with(&["confluent-kafka==2.16.1"])
    .vectors("ruby"),
    Oracle::new(
        Host::Rust,
        "kafka",
        "0.10.0",
        "ask_kafka",
        &[("DefaultPartitioner", "kafka-rust")],
    )
    .largest(1000)
    .long()
    .vectors("kafka-rust"),
    Oracle::new(Host::Rust, "kafka", "0.8.0", "ask_kafka", &[("DefaultPartitioner", "kafka-rust")])
        .largest(1000)
        .long(),
    Oracle::new(Host::Rust, "kafka", "0.6.2", "ask_kafka", &[("DefaultPartitioner", "kafka-rust")])
        .largest(1000)
        .long(),
    Oracle::new(
        Host::Rust,
        "kafka",
        "0.5.0",
        "ask_kafka",
        &[("DefaultPartitioner", "kafka-rust@0.5")],
    )
    .largest(1000)
    .long()
    .vectors("kafka-rust"),
    Oracle::new(
        Host::Jvm,
        "spring-cloud-stream",
        "5.0.4",
        "spring/AskSpringCloudStream.java",
        &[("headers['key']", "spring-cloud-stream")],
    )
    .vectors("spring-cloud-stream"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "4.4.0",
        "AskKafkaClients.java",
        &[
            ("defaults", "java"),
            (
                "partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner",
                "java:round_robin",
            ),
            ("partitioner.ignore.keys=true", "java:ignore_keys"),
        ],
    )
    .runtime("kafka-clients")
    .vectors("java"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "4.1.2",
        "AskKafkaClients.java",
        &[
            ("defaults", "java"),
            (
                "partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner",
                "java:round_robin",
            ),
            ("partitioner.ignore.keys=true", "java:ignore_keys"),
        ],
    )
    .runtime("kafka-clients"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "3.9.2",
        "AskKafkaClients.java",
        &[
            ("defaults", "java"),
            (
                "partitioner.class=org.apache.kafka.clients.producer.internals.DefaultPartitioner",
                "java@2.4",
            ),
            (
                "partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner",
                "java:round_robin",
            ),
            ("partitioner.ignore.keys=true", "java:ignore_keys"),
            (
                "partitioner.class=org.apache.kafka.clients.producer.UniformStickyPartitioner",
                "java:uniform_sticky",
            ),
        ],
    )
    .runtime("kafka-clients"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "3.3.2",
        "AskKafkaClients.java",
        &[("defaults", "java"), ("partitioner.ignore.keys=true", "java:ignore_keys")],
    )
    .runtime("kafka-clients"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "3.2.3",
        "AskKafkaClients.java",
        &[("defaults", "java@2.4")],
    )
    .runtime("kafka-clients"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "2.4.1",
        "AskKafkaClients.java",
        &[
            ("defaults", "java@2.4"),
            (
                "partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner",
                "java:round_robin",
            ),
            (
                "partitioner.class=org.apache.kafka.clients.producer.UniformStickyPartitioner",
                "java:uniform_sticky",
            ),
        ],
    )
    .runtime("kafka-clients")
    .vectors("java"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "2.3.1",
        "AskKafkaClients.java",
        &[("defaults", "java@0.8")],
    )
    .runtime("kafka-clients")
    .vectors("java"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "0.10.2.2",
        "AskKafkaClients.java",
        &[("defaults", "java@0.8")],
    )
    .runtime("kafka-clients"),
    Oracle::new(
        Host::Jvm,
        "kafka-clients",
        "0.8.2.2",
        "AskKafkaClients.java",
        &[("defaults", "java@0.8")],
    )
    .runtime("kafka-clients"),
    Oracle::new(
        Host::Jvm,
        "kafka-streams",
        "4.4.0",
        "AskKafkaStreams.java",
        &[("ByteArraySerializer", "java")],
    )
    .runtime("kafka-streams"),
    Oracle::new(
        Host::Jvm,
        "kafka-streams",
        "4.4.0",
        "AskKafkaStreams.java",
        &[("TimeWindowedSerializer", "kafka-streams:windowed")],
    )
    .runtime("kafka-streams")
    .keys(Keys::AtLeast(8))
    .vectors("kafka-streams"),
    Oracle::new(
        Host::Jvm,
        "kafka-streams",
        "4.4.0",
        "AskKafkaStreams.java",
        &[("SessionWindowedSerializer", "kafka-streams:session_windowed")],
    )
    .runtime("kafka-streams")
    .keys(Keys::AtLeast(16))
    .vectors("kafka-streams"),
    Oracle::new(
        Host::Jvm,
        "kafka_2.13",
        "4.4.0",
        "AskKafkaServer.java",
        &[("__share_group_state", "java-string-java-abs")],
    )
    .runtime("kafka_2.13")
    .keys(Keys::ShareGroup),
    Oracle::new(
        Host::Jvm,
        "kafka_2.13",
        "4.4.0",
        "AskKafkaServer.java",
        &[
            ("__consumer_offsets", "java-string-java-abs"),
            ("__transaction_state", "java-string-java-abs"),
        ],
    )
    .runtime("kafka_2.13")
    .keys(Keys::Group),
    Oracle::new(
        Host::Jvm,
        "kafka-streams",
        "3.9.2",
        "AskKafkaStreams.java",
        &[("ByteArraySerializer", "java")],
    )
    .runtime("kafka-streams"),
    Oracle::new(
        Host::Jvm,
        "kafka-streams",
        "3.9.2",
        "AskKafkaStreams.java",
        &[("TimeWindowedSerializer", "kafka-streams:windowed")],
    )
    .runtime("kafka-streams")
    .keys(Keys::AtLeast(8)),
    Oracle::new(
        Host::Jvm,
        "kafka-streams",
        "3.9.2",
        "AskKafkaStreams.java",
        &[("SessionWindowedSerializer", "kafka-streams:session_windowed")],
    )
    .runtime("kafka-streams")
    .keys(Keys::AtLeast(16)),
    Oracle::new(
        Host::Jvm,
        "kafka_2.13",
        "3.9.2",
        "AskKafkaServer.java",
        &[
            ("__consumer_offsets", "java-string-java-abs"),
            ("__transaction_state", "java-string-java-abs"),
        ],
    )
    .runtime("kafka_2.13")
    .keys(Keys::Group),
    Oracle::new(
        Host::Jvm,
        "kafka_2.11",
        "0.8.2.2",
        "AskScalaProducer.java",
        &[
            ("kafka.producer.DefaultPartitioner String", "scala-producer"),
            ("kafka.producer.DefaultPartitioner byte[]", "scala-producer:byte_array_keys"),
            ("kafka.producer.ByteArrayPartitioner byte[]", "scala-producer:byte_array"),
        ],
    )
    .runtime("kafka_2.11")
    .vectors("scala-producer"),
    Oracle::new(
        Host::Jvm,
        "flink-connector-kafka",
        "5.0.0-2.2",
        "AskFlink.java",
        &[("sink.partitioner=default", "java"), ("sink.partitioner=round-robin", "java")],
    )
    .runtime("flink-connector-kafka"),
    Oracle::new(
        Host::Jvm,
        "flink-connector-kafka",
        "5.0.0-2.2",
        "AskFlink.java",
        &[("sink.partitioner=fixed", "flink:fixed")],
    )
    .runtime("flink-connector-kafka")
    .vectors("flink"),
    Oracle::new(
        Host::Jvm,
        "debezium-core",
        "3.4.3.Final",
        "AskDebezium.java",
        &[("partition.hash.function=java", "debezium:partition_routing")],
    )
    .runtime("debezium-core")
    .vectors("debezium"),
    Oracle::new(
        Host::Jvm,
        "debezium-core",
        "3.4.3.Final",
        "AskDebezium.java",
        &[("partition.hash.function=murmur", "debezium:partition_routing_murmur")],
    )
    .runtime("debezium-core")
    .keys(Keys::Text)
    .vectors("debezium"),
    Oracle::new(
        Host::Jvm,
        "debezium-core",
        "2.7.4.Final",
        "AskDebezium.java",
        &[("partition.hash.function=java", "debezium:partition_routing")],
    )
    .runtime("debezium-core"),
    Oracle::new(
        Host::Jvm,
        "debezium-core",
        "2.7.4.Final",
        "AskDebezium.java",
        &[("partition.hash.function=murmur", "debezium:partition_routing_murmur")],
    )
    .runtime("debezium-core")
    .keys(Keys::Text),
    Oracle::new(
        Host::Jvm,
        "maxwell",
        "1.22.6",
        "maxwell/AskMaxwell.java",
        &[("default", "maxwell")],
    )
    .runtime("maxwell")
    .vectors("maxwell"),
    Oracle::new(
        Host::Jvm,
        "maxwell",
        "1.22.6",
        "maxwell/AskMaxwell.java",
        &[("murmur3", "maxwell:murmur3")],
    )
    .runtime("maxwell")
    .keys(Keys::Text)
    .vectors("maxwell"),
    Oracle::new(
        Host::Go,
        "IBM/sarama",
        "1.61.1",
        "sarama-1.61.1",
        &[
            ("default", "sarama:hash"),
            ("NewHashPartitioner", "sarama:hash"),
            ("NewReferenceHashPartitioner", "sarama:reference_hash"),
            ("NewConsistentCRCHashPartitioner", "sarama:consistent_crc"),
            ("NewMurmur2Partitioner", "sarama:murmur2"),
            ("NewCustomHashPartitioner(crc32.NewIEEE)", "sarama:custom_crc32"),
            (
                "NewCustomPartitioner(WithAbsFirst(), WithCustomHashFunction(crc32.NewIEEE))",
                "sarama:custom_crc32_abs_first",
            ),
            ("NewCustomPartitioner(WithHashUnsigned())", "sarama:custom_hash_unsigned"),
            ("NewRandomPartitioner", "sarama:random"),
            ("NewRoundRobinPartitioner", "sarama:round_robin"),
        ],
    )
    .vectors("sarama"),
    Oracle::new(
        Host::Go,
        "Shopify/sarama",
        "1.38.1",
        "sarama-1.38.1",
        &[
            ("default", "sarama:hash"),
            ("NewHashPartitioner", "sarama:hash"),
            ("NewReferenceHashPartitioner", "sarama:reference_hash"),
            ("NewCustomHashPartitioner(crc32.NewIEEE)", "sarama:custom_crc32"),
            (
                "NewCustomPartitioner(WithAbsFirst(), WithCustomHashFunction(crc32.NewIEEE))",
                "sarama:custom_crc32_abs_first",
            ),
            ("NewRandomPartitioner", "sarama:random"),
            ("NewRoundRobinPartitioner", "sarama:round_robin"),
        ],
    ),
    Oracle::new(
        Host::Go,
        "segmentio/kafka-go",
        "0.4.51",
        "kafka-go-0.4.51",
        &[
            ("RoundRobin", "kafka-go:round_robin"),
            ("Hash", "kafka-go:hash"),
            ("ReferenceHash", "kafka-go:reference_hash"),
            ("CRC32Balancer", "kafka-go:crc32"),
            ("CRC32Balancer{Consistent: true}", "kafka-go:crc32_consistent"),
            ("Murmur2Balancer", "kafka-go:murmur2"),
            ("Murmur2Balancer{Consistent: true}", "kafka-go:murmur2_consistent"),
            ("LeastBytes", "kafka-go:least_bytes"),
        ],
    )
    .largest(1000)
    .vectors("kafka-go"),
    Oracle::new(
        Host::Go,
        "segmentio/kafka-go",
        "0.3.0",
        "kafka-go-0.3.0",
        &[
            ("RoundRobin", "kafka-go:round_robin"),
            ("Hash", "kafka-go@0.2:hash"),
            ("LeastBytes", "kafka-go:least_bytes"),
        ],
    )
    .largest(1000)
    .vectors("kafka-go"),
    Oracle::new(
        Host::Go,
        "twmb/franz-go",
        "1.22.3",
        "franz-go-1.22.3",
        &[
            ("default", "franz-go"),
            ("UniformBytesPartitioner(64<<10, true, true, nil)", "franz-go"),
            ("StickyKeyPartitioner(nil)", "franz-go"),
            ("StickyKeyPartitioner(KafkaHasher(fnv32a))", "franz-go:kafka_hasher_fnv1a"),
            ("StickyKeyPartitioner(SaramaHasher(fnv32a))", "franz-go:sarama_hasher"),
            (
                "StickyKeyPartitioner(SaramaHasher(crc32.ChecksumIEEE))",
                "franz-go:sarama_hasher_crc32",
            ),
            ("StickyPartitioner()", "franz-go:sticky"),
            ("RoundRobinPartitioner()", "franz-go:round_robin"),
            ("LeastBackupPartitioner()", "franz-go:least_backup"),
            ("StickyKeyPartitioner(SaramaCompatHasher(fnv32a))", "franz-go:sarama_compat_hasher"),
            (
                "StickyKeyPartitioner(SaramaCompatHasher(crc32.ChecksumIEEE))",
                "franz-go:sarama_compat_hasher_crc32",
            ),
        ],
    )
    .vectors("franz-go"),
    Oracle::new(
        Host::Go,
        "twmb/franz-go",
        "1.5.3",
        "franz-go-1.5.3",
        &[
            ("StickyKeyPartitioner(nil)", "franz-go"),
            ("StickyKeyPartitioner(KafkaHasher(fnv32a))", "franz-go:kafka_hasher_fnv1a"),
            ("StickyKeyPartitioner(SaramaHasher(fnv32a))", "franz-go:sarama_hasher"),
            (
                "StickyKeyPartitioner(SaramaHasher(crc32.ChecksumIEEE))",
                "franz-go:sarama_hasher_crc32",
            ),
            ("StickyPartitioner()", "franz-go:sticky"),
            ("RoundRobinPartitioner()", "franz-go:round_robin"),
            ("LeastBackupPartitioner()", "franz-go:least_backup"),
        ],
    ),
    Oracle::new(
        Host::Go,
        "confluent-kafka-go",
        "2.11.1",
        "confluent-kafka-go-2.11.1",
        &[
            ("default", "librdkafka:consistent_random"),
            ("partitioner=random", "librdkafka:random"),
            ("partitioner=consistent", "librdkafka:consistent"),
            ("partitioner=consistent_random", "librdkafka:consistent_random"),
            ("partitioner=murmur2", "librdkafka:murmur2"),
            ("partitioner=murmur2_random", "librdkafka:murmur2_random"),
            ("partitioner=fnv1a", "librdkafka:fnv1a"),
            ("partitioner=fnv1a_random", "librdkafka:fnv1a_random"),
        ],
    )
    .largest(1000)
    .long(),
    Oracle::new(
        Host::Go,
        "elastic/beats",
        "7.17.0",
        "beats-7.17.0",
        &[
            ("partition.hash", "beats"),
            ("partition.random", "beats:random"),
            ("partition.round_robin", "beats:round_robin"),
        ],
    )
    .largest(1000)
    .long()
    .vectors("beats"),
    Oracle::new(
        Host::Go,
        "influxdata/telegraf",
        "1.37.2",
        "telegraf-1.37.2",
        &[("outputs.kafka", "telegraf")],
    )
    .largest(1000)
    .long()
    .vectors("telegraf"),
    Oracle::new(
        Host::Go,
        "kafkaexporter",
        "0.165.1",
        "kafkaexporter-0.165.1",
        &[
            ("default", "otel"),
            ("sticky_key: {hasher: sarama_compat}", "otel"),
            ("sticky_key: {hasher: murmur2}", "otel:murmur2"),
        ],
    )
    .largest(1000)
    .long()
    .vectors("otel"),
    Oracle::new(
        Host::Go,
        "benthos",
        "4.27.0",
        "benthos-4.27.0",
        &[
            ("kafka: {partitioner: fnv1a_hash}", "redpanda-connect:fnv1a_hash"),
            ("kafka: {partitioner: murmur2_hash}", "redpanda-connect:murmur2_hash"),
        ],
    )
    .largest(1000)
    .long()
    .vectors("redpanda-connect"),
    Oracle::new(
        Host::Go,
        "benthos",
        "4.27.0",
        "benthos-4.27.0",
        &[("kafka_franz: {partitioner: murmur2_hash}", "franz-go")],
    )
    .largest(1000)
    .long(),
    Oracle::new(
        Host::Python,
        "murmurhash2",
        "0.2.10",
        "ask_ports.py",
        &[
            ("murmur2_unsigned", "murmur2-unsigned"),
            ("murmur2_abs", "murmur2-abs"),
            ("murmur2_seed0", "murmur2-seed0"),
            ("murmur2_seed0_unsigned", "murmur2-seed0-unsigned"),
            ("murmur3", "murmur3-mask"),
            ("crc32_abs", "crc32-abs"),
            ("crc32_mask", "crc32-mask"),
            ("md5", "md5"),
            ("md5_prefix", "md5-prefix"),
            ("sha1", "sha1"),
            ("sha1_prefix", "sha1-prefix"),
            ("xxhash32", "xxhash32"),
        ],
    )
    .vectors("ports")
    .with(&["mmh3==5.3.1", "xxhash==4.1.0"]),
];

/// What a client answered.
pub struct Answer {
    pub client: String,
    pub version: String,
    pub placement: Placement,
    /// The client's own 32-bit hash, where it has one to ask for.
    pub hash: Option<u32>,
}

impl Oracle {
    /// Asks one setting of the client all the questions; as many answers, in the same order.
    pub fn ask(
        &self,
        workspace: &Workspace,
        setting: &str,
        questions: &[Question],
    ) -> Result<Vec<Answer>> {
        let input: String = questions
            .iter()
            .map(|(key, n)| {
                format!("{}\n", json!({"key": hex_of(key.as_deref()), "partitions": n}))
            })
            .collect();
        let rows = pipe(install::command(workspace, &self.client)?.arg(setting), input)?;
        let answers: Vec<Answer> = rows.lines().map(answer).collect::<Result<_>>()?;
        if answers.len() != questions.len() {
            let (got, wanted) = (answers.len(), questions.len());
            return Err(format!("{self}: {wanted} answers wanted, got {got}"));
        }
        Ok(answers)
    }

    /// Whether the client can be asked for this key.
    pub fn takes(&self, key: Option<&[u8]>) -> bool {
        match self.keys {
            Keys::Any => true,
            Keys::Text => key.is_none_or(|key| std::str::from_utf8(key).is_ok()),
            Keys::Group | Keys::ShareGroup => {
                key.is_some_and(|key| std::str::from_utf8(key).is_ok())
            }
            Keys::AtLeast(bytes) => key.is_none_or(|key| key.is_empty() || key.len() >= bytes),
        }
    }

    /// Turns a random key into one that the client takes.
    pub fn fit(&self, key: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let mut key = key?;
        match self.keys {
            Keys::Any => {}
            // Bytes as the characters of Latin-1, most of which take two bytes of UTF-8.
            Keys::Text | Keys::Group if std::str::from_utf8(&key).is_err() => {
                key = key.into_iter().map(char::from).collect::<String>().into_bytes();
            }
            Keys::Text | Keys::Group => {}
            Keys::ShareGroup => {
                let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
                key = format!("group-{hex}:{hex:b<21.21}A:{}", key.len()).into_bytes();
            }
            Keys::AtLeast(bytes) if key.is_empty() || key.len() >= bytes => {}
            Keys::AtLeast(bytes) => key.resize(bytes, 0),
        }
        Some(key)
    }
}

impl std::fmt::Display for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.client.fmt(f)
    }
}

/// kafka-python 2.x, whose `DefaultPartitioner` takes any count over a `range`.
pub fn kafka_python() -> &'static Oracle {
    &ORACLES[0]
}

fn answer(line: &str) -> Result<Answer> {
    let row: Value = serde_json::from_str(line).map_err(|why| format!("{why}: {line}"))?;
    let text = |member: &str| row[member].as_str().map(str::to_owned);
    let hash = row["hash"].as_u64().and_then(|hash| u32::try_from(hash).ok());
    match (text("client"), text("version"), placement_of(&row["placement"])) {
        (Some(client), Some(version), Some(placement)) => {
            Ok(Answer { client, version, placement, hash })
        }
        _ => Err(format!("not an oracle's row: {line}")),
    }
}
