// Asks Telegraf's Kafka output for partitions: metrics go to a broker within the program, and each
// record's key comes from its metric's tag.
package main

import (
	"strconv"
	"time"

	"broker"
	"github.com/influxdata/telegraf"
	"github.com/influxdata/telegraf/logger"
	"github.com/influxdata/telegraf/metric"
	"github.com/influxdata/telegraf/plugins/outputs"
	"github.com/influxdata/telegraf/plugins/outputs/kafka"
	"rows"
)

const routingTag = "key"

// There is no setting of the partitioner.
var settings = map[string]struct{}{"outputs.kafka": {}}

func main() {
	rows.Answer("github.com/influxdata/telegraf", settings, start)
}

func start(struct{}) rows.Producer {
	return func(keys [][]byte, n int) []int {
		topic := broker.Start(n)
		defer topic.Stop()
		output := outputs.Outputs["kafka"]().(*kafka.Kafka)
		output.Log = logger.New("outputs", "kafka", "")
		output.Brokers = []string{topic.Address()}
		output.Topic = broker.Topic
		output.RoutingTag = routingTag
		output.SetSerializer(number{})
		check(output.Init())
		check(output.Connect())
		defer output.Close()

		metrics := make([]telegraf.Metric, len(keys))
		for i, key := range keys {
			tags := map[string]string{}
			if key != nil {
				tags[routingTag] = string(key)
			}
			metrics[i] = metric.New("metric", tags, map[string]any{"number": i}, time.Now())
		}
		check(output.Write(metrics))
		return topic.Partitions(len(keys))
	}
}

// number serializes a metric to its one field.
type number struct{}

func (number) Serialize(metric telegraf.Metric) ([]byte, error) {
	value, _ := metric.GetField("number")
	return strconv.AppendInt(nil, value.(int64), 10), nil
}

func (number) SerializeBatch([]telegraf.Metric) ([]byte, error) { panic("not asked for") }

func check(err error) {
	if err != nil {
		panic(err)
	}
}
