// Package broker runs a Kafka broker within the program, for clients that are asked by producing.
package broker

import (
	"context"
	"strconv"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Topic is the name of the one topic.
const Topic = "topic"

// Broker is a broker with one topic, which is read as it is written.
type Broker struct {
	cluster *kfake.Cluster
	reader  *kgo.Client
}

// Start starts a broker whose topic has n partitions.
func Start(n int) *Broker {
	cluster := kfake.MustCluster(kfake.NumBrokers(1), kfake.SeedTopics(int32(n), Topic))
	reader, err := kgo.NewClient(
		kgo.SeedBrokers(cluster.ListenAddrs()...),
		kgo.ConsumeTopics(Topic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
	)
	if err != nil {
		panic(err)
	}
	return &Broker{cluster, reader}
}

// Address returns where the broker listens.
func (broker *Broker) Address() string { return broker.cluster.ListenAddrs()[0] }

// Partitions returns where the records lie whose values are the numbers from 0 to count-1.
func (broker *Broker) Partitions(count int) []int {
	partitions := make([]int, count)
	for read := 0; read < count; {
		fetches := broker.reader.PollFetches(context.Background())
		if err := fetches.Err(); err != nil {
			panic(err)
		}
		for _, record := range fetches.Records() {
			index, err := strconv.Atoi(string(record.Value))
			if err != nil {
				panic(err)
			}
			partitions[index] = int(record.Partition)
			read++
		}
	}
	return partitions
}

// Stop stops the broker.
func (broker *Broker) Stop() {
	broker.reader.Close()
	broker.cluster.Close()
}
