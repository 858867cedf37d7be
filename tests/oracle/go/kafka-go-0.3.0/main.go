// Asks kafka-go for partitions, by a balancer written as its user writes it.
package main

import (
	"hash/crc32"

	"github.com/segmentio/kafka-go"
	"rows"
)

type balancer = kafka.Balancer

var settings = map[string]func() balancer{
	"Hash": func() balancer { return &kafka.Hash{} },
	"Hash{Hasher: crc32.NewIEEE()}": func() balancer {
		return &kafka.Hash{Hasher: crc32.NewIEEE()}
	},
	"LeastBytes": func() balancer { return &kafka.LeastBytes{} },
	"RoundRobin": func() balancer { return &kafka.RoundRobin{} },
}

func main() {
	rows.Answer("github.com/segmentio/kafka-go", settings, start)
}

func start(newBalancer func() balancer) rows.Producer {
	balancer := newBalancer()
	var partitions []int
	return rows.OneByOne(func(key []byte, n int) (int, error) {
		for len(partitions) < n {
			partitions = append(partitions, len(partitions))
		}
		// LeastBytes counts the bytes of keys and values: a record without any would not move it.
		message := kafka.Message{Key: key, Value: []byte("value")}
		return balancer.Balance(message, partitions[:n]...), nil
	})
}
