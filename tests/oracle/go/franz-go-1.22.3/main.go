// Asks franz-go for partitions, by a partitioner written as its user writes it.
package main

import (
	"hash/crc32"
	"hash/fnv"

	"github.com/twmb/franz-go/pkg/kgo"
	"rows"
)

var settings = map[string]kgo.Partitioner{
	"default": defaultPartitioner(),
	"UniformBytesPartitioner(64<<10, true, true, nil)": kgo.UniformBytesPartitioner(
		64<<10, true, true, nil,
	),
	"UniformBytesPartitioner(64<<10, true, false, nil)": kgo.UniformBytesPartitioner(
		64<<10, true, false, nil,
	),
	"StickyKeyPartitioner(nil)": kgo.StickyKeyPartitioner(nil),
	"StickyKeyPartitioner(KafkaHasher(fnv32a))": kgo.StickyKeyPartitioner(
		kgo.KafkaHasher(fnv32a),
	),
	"StickyKeyPartitioner(KafkaHasher(crc32.ChecksumIEEE))": kgo.StickyKeyPartitioner(
		kgo.KafkaHasher(crc32.ChecksumIEEE),
	),
	"StickyKeyPartitioner(SaramaHasher(fnv32a))": kgo.StickyKeyPartitioner(
		kgo.SaramaHasher(fnv32a),
	),
	"StickyKeyPartitioner(SaramaHasher(crc32.ChecksumIEEE))": kgo.StickyKeyPartitioner(
		kgo.SaramaHasher(crc32.ChecksumIEEE),
	),
	"StickyKeyPartitioner(SaramaCompatHasher(fnv32a))": kgo.StickyKeyPartitioner(
		kgo.SaramaCompatHasher(fnv32a),
	),
	"StickyKeyPartitioner(SaramaCompatHasher(crc32.ChecksumIEEE))": kgo.StickyKeyPartitioner(
		kgo.SaramaCompatHasher(crc32.ChecksumIEEE),
	),
	"StickyPartitioner()":      kgo.StickyPartitioner(),
	"RoundRobinPartitioner()":  kgo.RoundRobinPartitioner(),
	"LeastBackupPartitioner()": kgo.LeastBackupPartitioner(),
	"ManualPartitioner()":      kgo.ManualPartitioner(),
}

func main() {
	const module = "github.com/twmb/franz-go"
	if rows.Tracing() {
		rows.Trace(module, roundRobin)
		return
	}
	rows.Answer(module, settings, start)
}

// roundRobin is the one that keeps count; n is that of the partitions it may choose from.
func roundRobin(rows.Script) func(n int) int {
	topic := kgo.RoundRobinPartitioner().ForTopic("topic")
	return func(n int) int { return topic.Partition(&kgo.Record{}, n) }
}

func start(partitioner kgo.Partitioner) rows.Producer {
	topic := partitioner.ForTopic("topic")
	asked := 0
	return rows.OneByOne(func(key []byte, n int) (int, error) {
		// Each record names another partition, which only ManualPartitioner looks at.
		record := &kgo.Record{Key: key, Partition: int32(asked % n)}
		asked++
		if topic, ok := topic.(kgo.TopicBackupPartitioner); ok {
			return topic.PartitionByBackup(record, n, &idle{n}), nil
		}
		return topic.Partition(record, n), nil
	})
}

// idle iterates over partitions that have no record waiting.
type idle struct{ rest int }

func (all *idle) Rem() int { return all.rest }

func (all *idle) Next() (int, int64) {
	all.rest--
	return all.rest, 0
}

func defaultPartitioner() kgo.Partitioner {
	client, err := kgo.NewClient()
	if err != nil {
		panic(err)
	}
	defer client.Close()
	return client.OptValue(kgo.RecordPartitioner).(kgo.Partitioner)
}

func fnv32a(key []byte) uint32 {
	hasher := fnv.New32a()
	hasher.Write(key)
	return hasher.Sum32()
}
