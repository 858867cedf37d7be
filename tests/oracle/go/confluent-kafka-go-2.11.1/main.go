// Asks the librdkafka inside confluent-kafka-go, by its property partitioner: records are produced
// to librdkafka's own mock cluster, and lie where their delivery reports say.
package main

import (
	"fmt"
	"sync"

	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
	"rows"
)

var settings = map[string]kafka.ConfigMap{
	"default":                       {},
	"partitioner=random":            {"partitioner": "random"},
	"partitioner=consistent":        {"partitioner": "consistent"},
	"partitioner=consistent_random": {"partitioner": "consistent_random"},
	"partitioner=murmur2":           {"partitioner": "murmur2"},
	"partitioner=murmur2_random":    {"partitioner": "murmur2_random"},
	"partitioner=fnv1a":             {"partitioner": "fnv1a"},
	"partitioner=fnv1a_random":      {"partitioner": "fnv1a_random"},
}

func main() {
	rows.Answer("github.com/confluentinc/confluent-kafka-go/v2", settings, start)
}

var cluster = sync.OnceValue(func() *kafka.MockCluster { return must(kafka.NewMockCluster(1)) })

func start(setting kafka.ConfigMap) rows.Producer {
	config := kafka.ConfigMap{
		"bootstrap.servers":            cluster().BootstrapServers(),
		"queue.buffering.max.messages": 10_000_000,
		"log_level":                    4,
	}
	for property, value := range setting {
		config[property] = value
	}
	producer := must(kafka.NewProducer(&config))

	return func(keys [][]byte, n int) []int {
		topic := fmt.Sprintf("topic-of-%d", n)
		// It fails where an earlier producer has made the topic already.
		_ = cluster().CreateTopic(topic, n, 1)
		reports := make(chan kafka.Event, len(keys))
		for i, key := range keys {
			message := &kafka.Message{
				TopicPartition: kafka.TopicPartition{Topic: &topic, Partition: kafka.PartitionAny},
				Key:            key,
				Opaque:         i,
			}
			if err := producer.Produce(message, reports); err != nil {
				panic(err)
			}
		}
		partitions := make([]int, len(keys))
		for range keys {
			message := (<-reports).(*kafka.Message)
			if message.TopicPartition.Error != nil {
				panic(message.TopicPartition.Error)
			}
			partitions[message.Opaque.(int)] = int(message.TopicPartition.Partition)
		}
		return partitions
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
