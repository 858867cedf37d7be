//! What is known of settings beside what the table of clients has: which are ignored, refused or
//! about to go.

use super::Effect::{self, Deprecated, Ignored, Refused, Used};

/// What is known of one setting, or of a client where `setting` is empty.
pub(super) struct Fact {
    /// The clients; `librdkafka` stands for its bindings too.
    pub(super) clients: &'static [&'static str],
    /// The first version of which this is true; `None` as far back as is known.
    pub(super) since: Option<&'static str>,
    /// The first version of which it no longer is; `None` is still.
    pub(super) until: Option<&'static str>,
    /// The setting's name, without a prefix.
    pub(super) setting: &'static str,
    /// Its value.
    pub(super) value: Value,
    /// What else must be so.
    pub(super) when: When,
    /// What becomes of the setting.
    pub(super) effect: Effect,
    /// The partitioner that it gives; empty where the table of clients or another setting says, and
    /// [`CODE`] where code does.
    pub(super) gives: &'static str,
    /// One line for people.
    pub(super) text: &'static str,
    /// Where it is known from.
    pub(super) source: &'static str,
}

/// Stands for a partitioner that is code of the client's user.
pub(super) const CODE: &str = "code";

#[derive(PartialEq, Eq)]
pub(super) enum Value {
    Any,
    Is(&'static [&'static str]),
    IsNot(&'static [&'static str]),
}

#[derive(PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// Another setting is given.
    Given(&'static str),
    /// Another setting is not given.
    NotGiven(&'static str),
    /// Another setting is given with this value.
    GivenAs(&'static str, &'static str),
    /// One of these partitioners decides.
    By(&'static [&'static str]),
    /// Another partitioner than these decides.
    NotBy(&'static [&'static str]),
}

const JAVA: &[&str] = &["java"];
const LIBRDKAFKA: &[&str] = &["librdkafka"];

const DEFAULT_PARTITIONER: &str = "org.apache.kafka.clients.producer.internals.DefaultPartitioner";
const UNIFORM_STICKY: &str = "org.apache.kafka.clients.producer.UniformStickyPartitioner";
const ROUND_ROBIN: &str = "org.apache.kafka.clients.producer.RoundRobinPartitioner";

/// Every fact. The first one that fits a setting is taken.
pub(super) static FACTS: &[Fact] = &[
    // Java.
    Fact::new(JAVA, "partitioner.class", Refused)
        .value(Value::Is(&[DEFAULT_PARTITIONER]))
        .since("4.0.0")
        .text(
            "the class was removed in 4.0.0 and the producer does not start; leave \
               partitioner.class unset, keys then go where it put them",
        )
        .source("kafka-clients 4.0.0, 4.4.0, run"),
    Fact::new(JAVA, "partitioner.class", Deprecated)
        .value(Value::Is(&[DEFAULT_PARTITIONER]))
        .between("3.3.0", "4.0.0")
        .gives("java@2.4")
        .text(
            "deprecated since 3.3.0 and removed in 4.0.0; leave partitioner.class unset, keys \
               then go where it put them",
        )
        .source("KIP-794; kafka-clients 3.9.2, run"),
    Fact::new(JAVA, "partitioner.class", Used)
        .value(Value::Is(&[DEFAULT_PARTITIONER]))
        .until("3.3.0")
        .gives("java@2.4")
        .text("the default")
        .source("kafka-clients 3.2.3, run"),
    Fact::new(JAVA, "partitioner.class", Refused)
        .value(Value::Is(&[UNIFORM_STICKY]))
        .since("4.0.0")
        .text(
            "the class was removed in 4.0.0 and the producer does not start; \
               partitioner.ignore.keys=true ignores keys as it did",
        )
        .source("kafka-clients 4.0.0, 4.4.0, run"),
    Fact::new(JAVA, "partitioner.class", Deprecated)
        .value(Value::Is(&[UNIFORM_STICKY]))
        .between("3.3.0", "4.0.0")
        .text(
            "deprecated since 3.3.0 and removed in 4.0.0; partitioner.ignore.keys=true ignores \
               keys as it does",
        )
        .source("KIP-794; kafka-clients 3.9.2, run"),
    Fact::new(JAVA, "partitioner.class", Refused)
        .value(Value::Is(&[
            "DefaultPartitioner",
            "RoundRobinPartitioner",
            "UniformStickyPartitioner",
            "",
        ]))
        .text("must be a class with its package; the producer does not start")
        .source("kafka-clients 3.2.3 to 4.4.0, run"),
    Fact::new(JAVA, "partitioner.class", Used)
        .value(Value::Is(&[ROUND_ROBIN]))
        .between("2.4.0", "3.9.2")
        .text(
            "keys are ignored, and each record that opens a batch takes two turns: with little \
               traffic and an even partition count half of the partitions stay empty (KAFKA-9965)",
        )
        .source("kafka-clients 2.4.1, 3.9.1, run"),
    Fact::new(JAVA, "partitioner.class", Used)
        .value(Value::IsNot(&[ROUND_ROBIN, UNIFORM_STICKY]))
        .gives(CODE)
        .text("a class of its own, which no configuration explains")
        .source("kafka-clients, KafkaProducer.partition"),
    Fact::new(JAVA, "partitioner.ignore.keys", Ignored)
        .until("3.3.0")
        .text("unknown before 3.3.0; a warning in the log is all")
        .source("kafka-clients 3.2.3, run"),
    Fact::new(JAVA, "partitioner.ignore.keys", Ignored)
        .value(Value::Is(&["true"]))
        .when(When::Given("partitioner.class"))
        .text("no effect beside partitioner.class: the class decides")
        .source("kafka-clients 4.4.0, KafkaProducer.partition"),
    Fact::new(JAVA, "partitioner.ignore.keys", Used)
        .value(Value::Is(&["false"]))
        .text("the default"),
    Fact::new(JAVA, "partitioner.ignore.keys", Refused)
        .value(Value::IsNot(&["true", "false"]))
        .text("must be true or false; the producer does not start")
        .source("kafka-clients 3.9.2, 4.4.0, run"),
    Fact::new(JAVA, "partitioner.adaptive.partitioning.enable", Ignored)
        .until("3.3.0")
        .text("unknown before 3.3.0; a warning in the log is all")
        .source("kafka-clients 3.2.3, run"),
    Fact::new(JAVA, "partitioner.adaptive.partitioning.enable", Ignored)
        .when(When::Given("partitioner.class"))
        .text("no effect beside partitioner.class")
        .source("kafka-clients 4.4.0, ProducerConfig and KafkaProducer"),
    Fact::new(JAVA, "partitioner.adaptive.partitioning.enable", Used)
        .text("a say in records without a key only")
        .source("kafka-clients 4.4.0, BuiltInPartitioner"),
    Fact::new(JAVA, "partitioner.availability.timeout.ms", Ignored)
        .until("3.3.0")
        .text("unknown before 3.3.0; a warning in the log is all")
        .source("kafka-clients 3.2.3, run"),
    Fact::new(JAVA, "partitioner.availability.timeout.ms", Ignored)
        .when(When::Given("partitioner.class"))
        .text("no effect beside partitioner.class")
        .source("kafka-clients 4.4.0, ProducerConfig and KafkaProducer"),
    Fact::new(JAVA, "partitioner.availability.timeout.ms", Ignored)
        .when(When::GivenAs("partitioner.adaptive.partitioning.enable", "false"))
        .text("no effect with partitioner.adaptive.partitioning.enable=false")
        .source("kafka-clients 4.4.0, ProducerConfig"),
    Fact::new(JAVA, "partitioner.availability.timeout.ms", Used)
        .text("a say in records without a key only")
        .source("kafka-clients 4.4.0, RecordAccumulator"),
    Fact::new(JAVA, "partitioner.rack.aware", Ignored)
        .until("4.2.1")
        .text("4.2.0 and earlier do not know it (KIP-1123); a warning in the log is all")
        .source("kafka-clients 3.2.3 to 4.2.0, run"),
    Fact::new(JAVA, "partitioner.rack.aware", Ignored)
        .when(When::Given("partitioner.class"))
        .text("no effect beside partitioner.class")
        .source("kafka-clients 4.4.0, KafkaProducer"),
    Fact::new(JAVA, "partitioner.rack.aware", Refused)
        .value(Value::Is(&["true"]))
        .when(When::NotGiven("client.rack"))
        .text("must come with client.rack; the producer does not start")
        .source("kafka-clients 4.4.0, run"),
    Fact::new(JAVA, "partitioner.rack.aware", Used)
        .text("a say in records without a key only")
        .source("kafka-clients 4.4.0, run"),
    Fact::new(JAVA, "partitioner", Ignored)
        .text("other clients' name; Java's is partitioner.class, and a warning in the log is all")
        .source("kafka-clients 3.2.3 to 4.4.0, run"),
    Fact::new(JAVA, "sticky.partitioning.linger.ms", Ignored)
        .text("librdkafka's; a warning in the log is all")
        .source("kafka-clients 4.4.0, ProducerConfig"),
    Fact::new(JAVA, "batch.size", Used)
        .text("how many bytes without a key share a partition; no say in keys")
        .source("kafka-clients 4.4.0, BuiltInPartitioner"),
    // MirrorMaker names the partition of each record.
    Fact::new(&["mirrormaker"], "partitioner.class", Ignored)
        .text("no partitioner is asked: each record keeps the partition that it had")
        .source("apache/kafka 4.2.0, MirrorSourceTask"),
    Fact::new(&["debezium"], "partition.topic.num", Used)
        .text("PartitionRouting divides by this, whatever count the topic has")
        .source("debezium-core 2.7.4, 3.4.3, run"),
    Fact::new(&["debezium"], "partition.hash.function", Used)
        .value(Value::Is(&["java"]))
        .gives("debezium:partition_routing")
        .text("the SMT PartitionRouting's default")
        .source("debezium-core 2.7.4, 3.4.3, run"),
    Fact::about(&["maxwell"])
        .text(
            "it hashes what producer_partition_by names, the database by default, and not the \
               record's key",
        )
        .source("maxwell 1.22.6, run"),
    // Flink.
    Fact::new(&["flink"], "sink.partitioner", Ignored)
        .value(Value::Is(&["round-robin"]))
        .text(
            "it is not round robin but the same as default: the producer decides, and keys are \
               hashed",
        )
        .source("flink-connector-kafka 5.0.0-2.2, run"),
    // librdkafka and its bindings.
    Fact::new(&["node-rdkafka"], "topic.partitioner", Used)
        .value(Value::Is(LIBRDKAFKA_NAMES))
        .source("node-rdkafka 3.6.1, run"),
    Fact::new(&["node-rdkafka"], "partitioner", Ignored)
        .value(Value::Is(LIBRDKAFKA_NAMES))
        .text(
            "overwritten where it stands in the Producer's first argument, the global \
               configuration; it holds in the second one, the topic configuration: say \
               topic.partitioner=... here for that",
        )
        .source("node-rdkafka 3.6.1, run"),
    Fact::new(&["node-rdkafka"], "partitioner_cb", Ignored)
        .text("taken, in either configuration, and never called")
        .source("node-rdkafka 3.6.1, run"),
    Fact::new(&["confluent-kafka-javascript"], "topic.partitioner", Used)
        .value(Value::Is(LIBRDKAFKA_NAMES))
        .source("@confluentinc/kafka-javascript 1.10.1, run"),
    Fact::new(&["confluent-kafka-javascript"], "partitioner", Ignored)
        .value(Value::Is(LIBRDKAFKA_NAMES))
        .when(When::Given("topic.*"))
        .text(
            "lost where the Producer is given a second argument, the topic configuration, be it \
               empty; it holds in there: say topic.partitioner=... here for that",
        )
        .source("@confluentinc/kafka-javascript 1.10.1, run"),
    Fact::new(&["confluent-kafka-javascript"], "partitioner_cb", Refused)
        .text("not a callback that it has: the producer does not start")
        .source("@confluentinc/kafka-javascript 1.10.1, run"),
    Fact::new(&["confluent-kafka-javascript"], "createPartitioner", Refused)
        .text("not supported: the producer throws; `partitioner` outside the kafkaJS block chooses")
        .source("@confluentinc/kafka-javascript 1.10.1, lib/kafkajs/_producer.js"),
    Fact::new(&["confluent-kafka-javascript"], "kafkaJS.createPartitioner", Refused)
        .text("not supported: the producer throws; `partitioner` outside the kafkaJS block chooses")
        .source("@confluentinc/kafka-javascript 1.10.1, lib/kafkajs/_producer.js"),
    Fact::new(&["confluent-kafka-javascript"], "kafkaJS.partitioner", Refused)
        .text("not a property of the kafkaJS block: the producer throws; it belongs outside")
        .source("@confluentinc/kafka-javascript 1.10.1, lib/kafkajs/_common.js"),
    Fact::new(&["confluent-kafka-javascript"], "kafkaJS.*", Used)
        .when(When::NotGiven("partitioner"))
        .gives("librdkafka:murmur2_random")
        .text("a kafkaJS block that is not empty sets partitioner=murmur2_random")
        .source("@confluentinc/kafka-javascript 1.10.1, run"),
    Fact::new(&["confluent-kafka-javascript"], "kafkaJS.*", Used)
        .text("its murmur2_random gives way to the partitioner outside the block")
        .source("@confluentinc/kafka-javascript 1.10.1, run"),
    Fact::new(&["confluent-kafka-dotnet"], "SetPartitioner", Used)
        .gives(CODE)
        .text(
            "code decides; it is not asked for records without a key unless \
               sticky.partitioning.linger.ms=0",
        )
        .source("librdkafka 2.15.0, rdkafka_msg.c"),
    Fact::new(&["confluent-kafka-dotnet"], "SetDefaultPartitioner", Used)
        .gives(CODE)
        .text(
            "code decides; it is not asked for records without a key unless \
               sticky.partitioning.linger.ms=0",
        )
        .source("librdkafka 2.15.0, rdkafka_msg.c"),
    Fact::new(&["rdkafka"], "get_custom_partitioner", Used)
        .gives(CODE)
        .text(
            "code decides; the program crashes unless a property of topics is set, such as acks, \
               and without a key it is not asked unless sticky.partitioning.linger.ms=0",
        )
        .source("rdkafka 0.39.0, run"),
    Fact::new(LIBRDKAFKA, "partitioner_cb", Used)
        .gives(CODE)
        .text(
            "code decides; it is not asked for records without a key unless \
               sticky.partitioning.linger.ms=0",
        )
        .source("librdkafka 2.15.0, rdkafka_msg.c"),
    Fact::new(LIBRDKAFKA, "partitioner", Refused)
        .value(Value::IsNot(LIBRDKAFKA_NAMES))
        .text(
            "must be random, consistent, consistent_random, murmur2, murmur2_random, fnv1a or \
               fnv1a_random, in this case; the client does not start",
        )
        .source("confluent-kafka 2.16.1, run"),
    Fact::new(LIBRDKAFKA, "sticky.partitioning.linger.ms", Ignored)
        .when(When::By(&["librdkafka:consistent", "librdkafka:murmur2", "librdkafka:fnv1a"]))
        .text(
            "no effect with consistent, murmur2 and fnv1a: records without a key all go to one \
               partition",
        )
        .source("librdkafka 2.16.0, rdkafka_topic.c; run on its mock broker"),
    Fact::new(LIBRDKAFKA, "sticky.partitioning.linger.ms", Used)
        .value(Value::Is(&["0"]))
        .text("each record without a key goes to a random partition, none sticks")
        .source("librdkafka 2.16.0, run"),
    Fact::new(LIBRDKAFKA, "sticky.partitioning.linger.ms", Used)
        .text("how long records without a key stay on one partition; no say in keys")
        .source("librdkafka 2.16.0, rdkafka_msg.c"),
    Fact::new(LIBRDKAFKA, "linger.ms", Used)
        .value(Value::Is(&["0"]))
        .when(When::NotGiven("sticky.partitioning.linger.ms"))
        .text("each record without a key goes to a random partition: none sticks without linger.ms")
        .source("librdkafka 2.16.0, run"),
    Fact::new(LIBRDKAFKA, "partitioner.class", Refused)
        .text("Java's; librdkafka has no such property, and the client does not start")
        .source("confluent-kafka 2.16.1, run"),
    Fact::new(LIBRDKAFKA, "partitioner.ignore.keys", Refused)
        .text("Java's; librdkafka has no such property, and the client does not start")
        .source("confluent-kafka 2.16.1, run"),
    Fact::new(LIBRDKAFKA, "partitioner.adaptive.partitioning.enable", Refused)
        .text("Java's; librdkafka has no such property, and the client does not start")
        .source("confluent-kafka 2.16.1, run"),
    Fact::new(LIBRDKAFKA, "partitioner.availability.timeout.ms", Refused)
        .text("Java's; librdkafka has no such property, and the client does not start")
        .source("confluent-kafka 2.16.1, run"),
    // Go.
    Fact::new(&["sarama"], "Partition", Ignored)
        .when(When::NotBy(&["sarama:manual"]))
        .text("ProducerMessage.Partition is only read by NewManualPartitioner")
        .source("IBM/sarama 1.61.1, partitioner.go and async_producer.go"),
    Fact::about(&["sarama"])
        .when(When::NotBy(&["sarama:manual"]))
        .text("ProducerMessage.Partition is ignored: only NewManualPartitioner reads it")
        .source("IBM/sarama 1.61.1, partitioner.go and async_producer.go"),
    Fact::new(&["kafka-go"], "Partition", Ignored)
        .text("Message.Partition must not be set when writing, and is overwritten")
        .source("segmentio/kafka-go 0.4.51, message.go and writer.go"),
    Fact::about(&["kafka-go"])
        .when(When::By(&["kafka-go:round_robin"]))
        .text("a Writer without a Balancer ignores keys: &kafka.Murmur2Balancer{} hashes them")
        .source("segmentio/kafka-go 0.4.51, run"),
    Fact::new(&["franz-go"], "Partition", Ignored)
        .when(When::NotBy(&["franz-go:manual"]))
        .text("Record.Partition is only read by ManualPartitioner and BasicConsistentPartitioner")
        .source("twmb/franz-go 1.22.3, pkg/kgo/record_and_fetch.go"),
    Fact::about(&["franz-go"])
        .when(When::By(&["franz-go:sarama_hasher", "franz-go:sarama_hasher_crc32"]))
        .text("SaramaHasher is not Sarama's hash, only SaramaCompatHasher is")
        .source("twmb/franz-go 1.22.3, pkg/kgo/partitioner.go; run"),
    Fact::new(&["beats"], "partition.hash.reachable_only", Used)
        .value(Value::Is(&["true"]))
        .gives("beats")
        .text(
            "keys are hashed over the partitions that can be reached, so that they move while a \
               broker is away",
        )
        .source("elastic/beats, libbeat/outputs/kafka/partition.go"),
    Fact::new(&["redpanda-connect"], "partition", Ignored)
        .when(When::NotGiven("partitioner"))
        .text("only read with partitioner: manual")
        .source("redpanda-data/connect, documentation of the kafka outputs"),
    Fact::new(&["otel"], "record_partitioner", Used)
        .value(Value::Is(&["sticky_key"]))
        .text("the default")
        .source("kafkaexporter 0.165.1, run"),
    Fact::new(&["otel"], "record_partitioner", Used)
        .value(Value::Is(&["round_robin"]))
        .gives("franz-go:round_robin")
        .source("kafkaexporter 0.165.1, README"),
    Fact::new(&["otel"], "record_partitioner", Used)
        .value(Value::Is(&["least_backup"]))
        .gives("franz-go:least_backup")
        .source("kafkaexporter 0.165.1, README"),
    // Node.js.
    Fact::new(&["kafkajs"], "partitioner", Ignored)
        .text("not an option of producer(): it is createPartitioner")
        .source("kafkajs 1.16.0 and 2.2.4, src/index.js"),
    Fact::new(&["kafkajs"], "createPartitioner", Deprecated)
        .value(Value::Is(&["Partitioners.JavaCompatiblePartitioner", "JavaCompatiblePartitioner"]))
        .since("2.0.0")
        .text("deprecated since 2.0.0: it is the default, under the name DefaultPartitioner")
        .source("kafkajs 2.2.4, src/producer/partitioners/index.js"),
    Fact::new(&["kafkajs"], "createPartitioner", Used)
        .value(Value::IsNot(KAFKAJS_NAMES))
        .gives(CODE)
        .text(
            "code decides; a record for which it gives no partition of the topic is dropped \
               without an error",
        )
        .source("kafkajs 2.2.4, run"),
    Fact::new(&["kafkajs"], "KAFKAJS_NO_PARTITIONER_WARNING", Used)
        .text("silences the warning about 2.0.0's other default, and changes nothing else")
        .source("kafkajs 2.2.4, src/index.js"),
    Fact::about(&["kafkajs"])
        .since("2.0.0")
        .when(When::NotGiven("createPartitioner"))
        .text(
            "the default of 2.0.0 places keys elsewhere than that of 1.x: topics that 1.x wrote \
               need LegacyPartitioner",
        )
        .source("kafkajs 1.16.0, 2.2.4, run"),
    Fact::about(&["platformatic"])
        .when(When::By(&["platformatic"]))
        .text("murmur2 as in Java, but another sign: compatibilityPartitioner places as Java does")
        .source("@platformatic/kafka 1.35.0, 2.12.1, run"),
    // Python and Ruby.
    Fact::new(&["kafka-python"], "partitioner", Refused)
        .value(Value::Is(&["Murmur2Partitioner", "HashedPartitioner", "RoundRobinPartitioner"]))
        .since("2.0.0")
        .text("removed in 2.0.0; the default is murmur2 as Java has it")
        .source("kafka-python 1.4.7, 2.3.3, kafka/partitioner"),
    Fact::new(&["kafka-python"], "partitioner.class", Refused)
        .text("Java's; the producer raises for configuration that it does not know")
        .source("kafka-python 2.3.3, 3.0.12, kafka/producer/kafka.py"),
    Fact::about(&["pykafka"])
        .when(When::By(&["pykafka:random"]))
        .text("RandomPartitioner is not random: it takes the partitions in turn")
        .source("pykafka 2.8.0, run"),
    Fact::about(&["rdkafka-ruby"])
        .text(
            "partition_key: is hashed over as many bytes as it has characters, so that text \
               beyond ASCII goes elsewhere than as key:",
        )
        .source("karafka/rdkafka-ruby 0.29.0, lib/rdkafka/bindings.rb"),
];

const KAFKAJS_NAMES: &[&str] = &[
    "Partitioners.DefaultPartitioner",
    "DefaultPartitioner",
    "Partitioners.LegacyPartitioner",
    "LegacyPartitioner",
    "Partitioners.JavaCompatiblePartitioner",
    "JavaCompatiblePartitioner",
];

const LIBRDKAFKA_NAMES: &[&str] = &[
    "random",
    "consistent",
    "consistent_random",
    "murmur2",
    "murmur2_random",
    "fnv1a",
    "fnv1a_random",
];

impl Fact {
    const fn new(clients: &'static [&'static str], setting: &'static str, effect: Effect) -> Self {
        Self {
            clients,
            since: None,
            until: None,
            setting,
            value: Value::Any,
            when: When::Always,
            effect,
            gives: "",
            text: "",
            source: "",
        }
    }

    /// What to know about a client.
    const fn about(clients: &'static [&'static str]) -> Self {
        Self::new(clients, "", Used)
    }

    const fn since(self, version: &'static str) -> Self {
        Self { since: Some(version), ..self }
    }

    const fn until(self, version: &'static str) -> Self {
        Self { until: Some(version), ..self }
    }

    const fn between(self, since: &'static str, until: &'static str) -> Self {
        Self { since: Some(since), until: Some(until), ..self }
    }

    const fn value(self, value: Value) -> Self {
        Self { value, ..self }
    }

    const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    const fn gives(self, gives: &'static str) -> Self {
        Self { gives, ..self }
    }

    const fn text(self, text: &'static str) -> Self {
        Self { text, ..self }
    }

    const fn source(self, source: &'static str) -> Self {
        Self { source, ..self }
    }
}
