// Asks Shopify/sarama for partitions, by a partitioner written as its user writes it.
package main

import (
	"github.com/Shopify/sarama"
	"rows"
)

var settings = map[string]sarama.PartitionerConstructor{
	"default":                  sarama.NewConfig().Producer.Partitioner,
	"NewHashPartitioner":       sarama.NewHashPartitioner,
	"NewRandomPartitioner":     sarama.NewRandomPartitioner,
	"NewRoundRobinPartitioner": sarama.NewRoundRobinPartitioner,
	"NewManualPartitioner":     sarama.NewManualPartitioner,
}

func main() {
	rows.Answer("github.com/Shopify/sarama", settings, start)
}

func start(newPartitioner sarama.PartitionerConstructor) rows.Producer {
	partitioner := newPartitioner("topic")
	asked := 0
	return rows.OneByOne(func(key []byte, n int) (int, error) {
		// Each message names another partition, which only NewManualPartitioner looks at.
		message := &sarama.ProducerMessage{Topic: "topic", Partition: int32(asked % n)}
		asked++
		if key != nil {
			message.Key = sarama.ByteEncoder(key)
		}
		partition, err := partitioner.Partition(message, int32(n))
		return int(partition), err
	})
}
