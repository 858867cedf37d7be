// Asks kafka-go for partitions, by a balancer written as its user writes it.
package main

import (
	"hash/crc32"

	"github.com/segmentio/kafka-go"
	"rows"
)

type balancer = kafka.Balancer

var settings = map[string]func() balancer{
	"CRC32Balancer": func() balancer { return kafka.CRC32Balancer{} },
	"CRC32Balancer{Consistent: true}": func() balancer {
		return kafka.CRC32Balancer{Consistent: true}
	},
	"Hash": func() balancer { return &kafka.Hash{} },
	"Hash{Hasher: crc32.NewIEEE()}": func() balancer {
		return &kafka.Hash{Hasher: crc32.NewIEEE()}
	},
	"LeastBytes":      func() balancer { return &kafka.LeastBytes{} },
	"Murmur2Balancer": func() balancer { return kafka.Murmur2Balancer{} },
	"Murmur2Balancer{Consistent: true}": func() balancer {
		return kafka.Murmur2Balancer{Consistent: true}
	},
	"ReferenceHash": func() balancer { return &kafka.ReferenceHash{} },
	"ReferenceHash{Hasher: crc32.NewIEEE()}": func() balancer {
		return &kafka.ReferenceHash{Hasher: crc32.NewIEEE()}
	},
	"RoundRobin": func() balancer { return &kafka.RoundRobin{} },
}

func main() {
	const module = "github.com/segmentio/kafka-go"
	if rows.Tracing() {
		rows.Trace(module, roundRobin)
		return
	}
	rows.Answer(module, settings, start)
}

// roundRobin is the one that keeps count.
func roundRobin(script rows.Script) func(n int) int {
	balancer := kafka.RoundRobin{ChunkSize: script.Chunk}
	var partitions list
	return func(n int) int { return balancer.Balance(kafka.Message{}, partitions.first(n)...) }
}

func start(newBalancer func() balancer) rows.Producer {
	balancer := newBalancer()
	var partitions list
	return rows.OneByOne(func(key []byte, n int) (int, error) {
		// LeastBytes counts the bytes of keys and values: a record without any would not move it.
		message := kafka.Message{Key: key, Value: []byte("value")}
		return balancer.Balance(message, partitions.first(n)...), nil
	})
}

// list grows to the most partitions that were asked for.
type list []int

func (all *list) first(n int) []int {
	for len(*all) < n {
		*all = append(*all, len(*all))
	}
	return (*all)[:n]
}
