/// Packages and projects by which users know a client, where its name here is another.
const PACKAGES: &[(&str, &str)] = &[
    ("@confluentinc/kafka-javascript", "confluent-kafka-javascript"),
    ("@platformatic/kafka", "platformatic"),
    ("Confluent.Kafka", "confluent-kafka-dotnet"),
    ("IBM/sarama", "sarama"),
    ("Shopify/sarama", "sarama"),
    ("apache-kafka-java", "java"),
    ("benthos", "redpanda-connect"),
    ("confluent-kafka-python", "confluent-kafka"),
    ("confluent_kafka", "confluent-kafka"),
    ("faust-streaming", "faust"),
    ("filebeat", "beats"),
    ("fluent-plugin-kafka", "fluentd"),
    ("kafka-clients", "java"),
    ("kafka-python-ng", "kafka-python"),
    ("karafka", "rdkafka-ruby"),
    ("longlang/phpkafka", "phpkafka"),
    ("platformatic/kafka", "platformatic"),
    ("quix", "quixstreams"),
    ("rust-rdkafka", "rdkafka"),
    ("segmentio/kafka-go", "kafka-go"),
    ("twmb/franz-go", "franz-go"),
    ("waterdrop", "rdkafka-ruby"),
    ("weiboad/kafka-php", "kafka-php"),
];

/// Returns the client whose package this is; the name itself when it is none's.
pub(super) fn client_of(name: &str) -> &str {
    PACKAGES.iter().find(|(package, _)| *package == name).map_or(name, |(_, client)| client)
}
