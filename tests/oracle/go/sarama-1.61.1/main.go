// Asks IBM/sarama for partitions, by a partitioner written as its user writes it.
package main

import (
	"hash/crc32"

	"github.com/IBM/sarama"
	"rows"
)

var custom = sarama.NewCustomPartitioner

var settings = map[string]sarama.PartitionerConstructor{
	"default":                         sarama.NewConfig().Producer.Partitioner,
	"NewHashPartitioner":              sarama.NewHashPartitioner,
	"NewRandomPartitioner":            sarama.NewRandomPartitioner,
	"NewRoundRobinPartitioner":        sarama.NewRoundRobinPartitioner,
	"NewManualPartitioner":            sarama.NewManualPartitioner,
	"NewReferenceHashPartitioner":     sarama.NewReferenceHashPartitioner,
	"NewConsistentCRCHashPartitioner": sarama.NewConsistentCRCHashPartitioner,
	"NewMurmur2Partitioner":           sarama.NewMurmur2Partitioner,
	"NewCustomHashPartitioner(crc32.NewIEEE)": sarama.NewCustomHashPartitioner(
		crc32.NewIEEE,
	),
	"NewCustomPartitioner()": custom(),
	"NewCustomPartitioner(WithAbsFirst())": custom(
		sarama.WithAbsFirst(),
	),
	"NewCustomPartitioner(WithCustomHashFunction(crc32.NewIEEE))": custom(
		sarama.WithCustomHashFunction(crc32.NewIEEE),
	),
	"NewCustomPartitioner(WithAbsFirst(), WithCustomHashFunction(crc32.NewIEEE))": custom(
		sarama.WithAbsFirst(), sarama.WithCustomHashFunction(crc32.NewIEEE),
	),
	"NewCustomPartitioner(WithHashUnsigned())": custom(
		sarama.WithHashUnsigned(),
	),
	"NewCustomPartitioner(WithHashUnsigned(), WithCustomHashFunction(crc32.NewIEEE))": custom(
		sarama.WithHashUnsigned(), sarama.WithCustomHashFunction(crc32.NewIEEE),
	),
	"NewCustomPartitioner(WithAbsFirst(), WithHashUnsigned())": custom(
		sarama.WithAbsFirst(), sarama.WithHashUnsigned(),
	),
}

func main() {
	const module = "github.com/IBM/sarama"
	if rows.Tracing() {
		rows.Trace(module, roundRobin)
		return
	}
	rows.Answer(module, settings, start)
}

// roundRobin is the one that keeps count; n is that of the partitions it may choose from.
func roundRobin(rows.Script) func(n int) int {
	partitioner := sarama.NewRoundRobinPartitioner("topic")
	return func(n int) int {
		partition, err := partitioner.Partition(&sarama.ProducerMessage{}, int32(n))
		if err != nil {
			panic(err)
		}
		return int(partition)
	}
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
