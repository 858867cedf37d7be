// Asks Beats' Kafka output for partitions, by its settings partition.*: events go to a broker
// within the program, and each record's key is its event's field.
package main

import (
	"context"
	"maps"

	"broker"
	"github.com/elastic/beats/v7/libbeat/beat"
	"github.com/elastic/beats/v7/libbeat/common"
	"github.com/elastic/beats/v7/libbeat/outputs"
	_ "github.com/elastic/beats/v7/libbeat/outputs/codec/format"
	_ "github.com/elastic/beats/v7/libbeat/outputs/kafka"
	"github.com/elastic/beats/v7/libbeat/outputs/outest"
	"rows"
)

type object = map[string]any

var settings = map[string]object{
	"default":               {},
	"partition.hash":        {"partition": object{"hash": object{}}},
	"partition.random":      {"partition": object{"random": object{}}},
	"partition.round_robin": {"partition": object{"round_robin": object{}}},
	"partition.hash: {hash: [key]}": {
		"partition": object{"hash": object{"hash": []string{"key"}}},
	},
	"partition.hash: {hash: [key], random: false}": {
		"partition": object{"hash": object{"hash": []string{"key"}, "random": false}},
	},
}

func main() {
	rows.Answer("github.com/elastic/beats/v7", settings, start)
}

func start(setting object) rows.Producer {
	return func(keys [][]byte, n int) []int {
		topic := broker.Start(n)
		defer topic.Stop()
		config := object{
			"hosts":        []string{topic.Address()},
			"topic":        broker.Topic,
			"key":          "%{[key]}",
			"codec.format": object{"string": "%{[number]}"},
			"compression":  "none",
		}
		maps.Copy(config, setting)
		group, err := outputs.Load(
			nil, beat.Info{}, outputs.NewNilObserver(), "kafka", common.MustNewConfigFrom(config),
		)
		check(err)
		client := group.Clients[0].(outputs.NetworkClient)
		check(client.Connect())
		defer client.Close()

		events := make([]beat.Event, len(keys))
		for i, key := range keys {
			events[i].Fields = common.MapStr{"number": i}
			if key != nil {
				events[i].Fields["key"] = string(key)
			}
		}
		check(client.Publish(context.Background(), outest.NewBatch(events...)))
		return topic.Partitions(len(keys))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
