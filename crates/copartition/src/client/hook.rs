use alloc::string::String;

use crate::{Keyed, Partitioner};

/// What it takes to make a client place records by a partitioner for which it has no setting: the
/// client, and the hook in its own words.
pub static HOOKS: &[(&str, &str)] = &[
    (
        "java",
        "a class that implements org.apache.kafka.clients.producer.Partitioner, in partitioner.class",
    ),
    ("kafka-streams", "a StreamPartitioner for the topic, in Produced.streamPartitioner"),
    ("flink", "a FlinkKafkaPartitioner, in KafkaRecordSerializationSchema.setPartitioner"),
    ("spring-cloud-stream", "a PartitionSelectorStrategy bean, in partition-selector-name"),
    ("librdkafka", "a callback, by rd_kafka_topic_conf_set_partitioner_cb"),
    ("confluent-kafka", "the argument partition= of each produce()"),
    ("confluent-kafka-go", "TopicPartition.Partition of each message"),
    ("confluent-kafka-javascript", "partition in each message"),
    ("confluent-kafka-dotnet", "a delegate, by ProducerBuilder.SetPartitioner"),
    ("node-rdkafka", "the partition argument of each produce()"),
    ("rdkafka", "an implementation of Partitioner, by ProducerContext::get_custom_partitioner"),
    ("kcat", "the partition of each run, -p"),
    ("php-rdkafka", "the partition argument of each produce()"),
    ("rdkafka-ruby", "partition: of each produce()"),
    ("quixstreams", "the argument partition= of each Producer.produce()"),
    ("sarama", "a sarama.PartitionerConstructor, in config.Producer.Partitioner"),
    ("kafka-go", "a kafka.BalancerFunc, in Writer.Balancer"),
    (
        "franz-go",
        "a kgo.PartitionerHasher or kgo.BasicConsistentPartitioner, in kgo.RecordPartitioner",
    ),
    ("kafkajs", "a function, in createPartitioner"),
    ("platformatic", "a function, in partitioner"),
    ("kafka-node", "partitionerType: 4 and a customPartitioner function"),
    ("no-kafka", "an object with a partition method, in partitioner"),
    ("kafka-ts", "a function, in partitioner"),
    ("kafka-python", "a callable (2.x) or a Partitioner (3.x), in partitioner="),
    ("aiokafka", "a callable, in partitioner="),
    ("faust", "a callable, in producer_partitioner"),
    ("pykafka", "a callable, in partitioner="),
    ("ruby-kafka", "an object with call(partition_count, message), in partitioner:"),
    ("kafka-rust", "an implementation of Partitioner, by Builder::with_partitioner"),
    ("brod", "a function of topic, count, key and value, in the place of the partition"),
    ("kafka_ex", "a KafkaEx.Partitioner module, in partitioner"),
    ("kaffe", "a function, in partition_strategy"),
    ("phpkafka", "a class that implements PartitionerInterface, by setPartitioner"),
];

/// Returns a client's hook; `None` when its partition cannot be decided from outside.
pub fn hook(client: &str) -> Option<&'static str> {
    HOOKS.iter().find(|(name, _)| *name == client).map(|&(_, hook)| hook)
}

/// What is written to drop a partitioner of this project into a client: the client, and the line in
/// its language, with `NAME` for the partitioner's name.
static DROP_INS: &[(&str, &str)] = &[
    (
        "librdkafka",
        "cop_rdkafka_partitioner, with a cop_rdkafka_state of cop_partitioner_find(\"NAME\")",
    ),
    ("rdkafka", "copartition_rdkafka::Partitioner::named(\"NAME\", \"client\")?"),
    ("confluent-kafka", "copartition.confluent.Producer(conf, partitioner=\"NAME\")"),
    (
        "confluent-kafka-javascript",
        "require('copartition/confluent').partitioned(producer, 'NAME')",
    ),
    ("node-rdkafka", "require('copartition/node-rdkafka').partitioned(producer, 'NAME')"),
    ("kafkajs", "createPartitioner: require('copartition/kafkajs').createPartitioner('NAME')"),
    ("platformatic", "partitioner: require('copartition/platformatic').partitioner('NAME')"),
    ("kafka-python", "partitioner=copartition.kafka_python.partitioner(\"NAME\")"),
    ("aiokafka", "partitioner=copartition.aiokafka.partitioner(\"NAME\")"),
    ("faust", "producer_partitioner=copartition.aiokafka.partitioner(\"NAME\")"),
];

/// Returns what is written to drop a partitioner into a client; `None` where this project has no
/// way into the client, and for a partitioner that does not say where a key goes.
///
/// ```
/// use copartition::{Partitioner, drop_in};
///
/// let sarama = Partitioner::named("sarama")?;
/// let written = "partitioner=copartition.kafka_python.partitioner(\"sarama:hash\")";
/// assert_eq!(drop_in("kafka-python", sarama).as_deref(), Some(written));
/// assert_eq!(drop_in("kafka-ts", sarama), None);
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn drop_in(client: &str, partitioner: &Partitioner) -> Option<String> {
    let places = matches!(partitioner.keyed(), Keyed::Rule(_) | Keyed::Partition0);
    let (_, written) = DROP_INS.iter().find(|(name, _)| *name == client && places)?;
    Some(written.replace("NAME", partitioner.name()))
}
