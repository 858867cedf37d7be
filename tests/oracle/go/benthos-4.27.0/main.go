// Asks Benthos, Redpanda Connect by its older name, for partitions, by an output and its
// partitioner: messages go to a broker within the program.
package main

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"broker"
	_ "github.com/benthosdev/benthos/v4/public/components/kafka"
	_ "github.com/benthosdev/benthos/v4/public/components/pure"
	"github.com/benthosdev/benthos/v4/public/service"
	"rows"
)

type object = map[string]any

// output is an output's name, its field for brokers and its partitioner, empty where not set.
type output struct{ name, brokers, partitioner string }

var settings = map[string]output{
	"kafka":                              {"kafka", "addresses", ""},
	"kafka: {partitioner: fnv1a_hash}":   {"kafka", "addresses", "fnv1a_hash"},
	"kafka: {partitioner: murmur2_hash}": {"kafka", "addresses", "murmur2_hash"},
	"kafka: {partitioner: random}":       {"kafka", "addresses", "random"},
	"kafka: {partitioner: round_robin}":  {"kafka", "addresses", "round_robin"},

	"kafka_franz": {"kafka_franz", "seed_brokers", ""},
	"kafka_franz: {partitioner: murmur2_hash}": {"kafka_franz", "seed_brokers", "murmur2_hash"},
	"kafka_franz: {partitioner: round_robin}":  {"kafka_franz", "seed_brokers", "round_robin"},
	"kafka_franz: {partitioner: least_backup}": {"kafka_franz", "seed_brokers", "least_backup"},
}

func main() {
	rows.Answer("github.com/benthosdev/benthos/v4", settings, start)
}

func start(setting output) rows.Producer {
	return func(keys [][]byte, n int) []int {
		topic := broker.Start(n)
		defer topic.Stop()
		var keyed, unkeyed service.MessageBatch
		for i, key := range keys {
			message := service.NewMessage(strconv.AppendInt(nil, int64(i), 10))
			if key == nil {
				unkeyed = append(unkeyed, message)
			} else {
				message.MetaSetMut("key", string(key))
				keyed = append(keyed, message)
			}
		}

		config := object{setting.brokers: []string{topic.Address()}, "topic": broker.Topic}
		if setting.partitioner != "" {
			config["partitioner"] = setting.partitioner
		}
		send(unkeyed, object{setting.name: config})
		config["key"] = "${! @key }"
		send(keyed, object{setting.name: config})
		return topic.Partitions(len(keys))
	}
}

func send(batch service.MessageBatch, output object) {
	if len(batch) == 0 {
		return
	}
	yaml, err := json.Marshal(output)
	check(err)
	ctx := context.Background()
	builder := service.NewStreamBuilder()
	check(builder.SetLoggerYAML("level: error"))
	check(builder.AddOutputYAML(string(yaml)))
	sink, err := builder.AddBatchProducerFunc()
	check(err)
	stream, err := builder.Build()
	check(err)
	go func() {
		// Resolving the keys of a batch takes time by the square of its length.
		for batch := range slices.Chunk(batch, 100) {
			check(sink(ctx, batch))
		}
		check(stream.StopWithin(time.Minute))
	}()
	check(stream.Run(ctx))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
