// Asks the OpenTelemetry Collector's Kafka exporter for partitions, by its record_partitioner: logs
// go to a broker within the program, and each record's key comes from its request's metadata.
package main

import (
	"context"
	"sync"

	"broker"
	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/kafkaexporter"
	"go.opentelemetry.io/collector/client"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/config/configoptional"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exporterhelper"
	"go.opentelemetry.io/collector/exporter/exportertest"
	"go.opentelemetry.io/collector/pdata/plog"
	"rows"
)

var factory = kafkaexporter.NewFactory()

var settings = map[string]kafkaexporter.RecordPartitionerConfig{
	"default":                             defaults().RecordPartitioner,
	"sticky_key: {hasher: sarama_compat}": stickyKey("sarama_compat"),
	"sticky_key: {hasher: murmur2}":       stickyKey("murmur2"),
	"round_robin":                         {RoundRobin: &struct{}{}},
	"least_backup":                        {LeastBackup: &struct{}{}},
}

func defaults() *kafkaexporter.Config {
	return factory.CreateDefaultConfig().(*kafkaexporter.Config)
}

func stickyKey(hasher string) kafkaexporter.RecordPartitionerConfig {
	sticky := &kafkaexporter.StickyKeyPartitionerConfig{Hasher: hasher}
	return kafkaexporter.RecordPartitionerConfig{StickyKey: sticky}
}

func main() {
	rows.Answer(
		"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/kafkaexporter",
		settings,
		start,
	)
}

func start(setting kafkaexporter.RecordPartitionerConfig) rows.Producer {
	return func(keys [][]byte, n int) []int {
		topic := broker.Start(n)
		defer topic.Stop()
		logs := startExporter(setting, topic.Address())
		defer logs.Shutdown(context.Background())
		var sending sync.WaitGroup
		for i, key := range keys {
			sending.Go(func() {
				if err := logs.ConsumeLogs(withKey(key), logOf(i)); err != nil {
					panic(err)
				}
			})
		}
		sending.Wait()
		return topic.Partitions(len(keys))
	}
}

func startExporter(setting kafkaexporter.RecordPartitionerConfig, address string) exporter.Logs {
	config := defaults()
	config.ClientConfig.Brokers = []string{address}
	config.QueueBatchConfig = configoptional.None[exporterhelper.QueueBatchConfig]()
	config.Logs.Topic = broker.Topic
	config.Logs.Encoding = "raw"
	config.Logs.MessageKeyFromMetadataKey = "key"
	config.RecordPartitioner = setting
	ctx := context.Background()
	logs, err := factory.CreateLogs(ctx, exportertest.NewNopSettings(factory.Type()), config)
	if err != nil {
		panic(err)
	}
	if err := logs.Start(ctx, componenttest.NewNopHost()); err != nil {
		panic(err)
	}
	return logs
}

func withKey(key []byte) context.Context {
	metadata := map[string][]string{}
	if key != nil {
		metadata["key"] = []string{string(key)}
	}
	info := client.Info{Metadata: client.NewMetadata(metadata)}
	return client.NewContext(context.Background(), info)
}

func logOf(i int) plog.Logs {
	logs := plog.NewLogs()
	records := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	records.AppendEmpty().Body().SetInt(int64(i))
	return logs
}
