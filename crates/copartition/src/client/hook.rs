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
