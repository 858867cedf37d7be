// Sends with a client written in Go: produce CLIENT BOOTSTRAP TOPIC [SETTING] < records.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"github.com/IBM/sarama"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
)

// record has a nil key where there is none, and as its value the number of its line, from 0.
type record struct{ key, value []byte }

var clients = map[string]func(bootstrap, topic, setting string, records []record) error{
	"sarama":   withSarama,
	"franz-go": withFranzGo,
	"kafka-go": withKafkaGo,
}

func main() {
	client, bootstrap, topic, setting := os.Args[1], os.Args[2], os.Args[3], ""
	if len(os.Args) > 4 {
		setting = os.Args[4]
	}
	records := read()
	if err := clients[client](bootstrap, topic, setting, records); err != nil {
		panic(err)
	}
	fmt.Println(len(records))
}

func withSarama(bootstrap, topic, _ string, records []record) error {
	config := sarama.NewConfig()
	// What a SyncProducer asks for; it does not touch the partitioner.
	config.Producer.Return.Successes = true
	producer, err := sarama.NewSyncProducer([]string{bootstrap}, config)
	if err != nil {
		return err
	}
	defer producer.Close()
	messages := make([]*sarama.ProducerMessage, len(records))
	for i, record := range records {
		messages[i] = &sarama.ProducerMessage{Topic: topic, Value: sarama.ByteEncoder(record.value)}
		if record.key != nil {
			messages[i].Key = sarama.ByteEncoder(record.key)
		}
	}
	return producer.SendMessages(messages)
}

func withFranzGo(bootstrap, topic, _ string, records []record) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(bootstrap))
	if err != nil {
		return err
	}
	defer client.Close()
	messages := make([]*kgo.Record, len(records))
	for i, record := range records {
		messages[i] = &kgo.Record{Topic: topic, Key: record.key, Value: record.value}
	}
	return client.ProduceSync(context.Background(), messages...).FirstErr()
}

// withKafkaGo takes the setting hash, as the default does not look at keys.
func withKafkaGo(bootstrap, topic, setting string, records []record) error {
	writer := &kafka.Writer{Addr: kafka.TCP(bootstrap), Topic: topic}
	if setting == "hash" {
		writer.Balancer = &kafka.Hash{}
	}
	defer writer.Close()
	messages := make([]kafka.Message, len(records))
	for i, record := range records {
		messages[i] = kafka.Message{Key: record.key, Value: record.value}
	}
	return writer.WriteMessages(context.Background(), messages...)
}

func read() (records []record) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var line struct{ Key *string }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			panic(err)
		}
		record := record{value: []byte(strconv.Itoa(len(records)))}
		if line.Key != nil {
			key, err := hex.DecodeString(*line.Key)
			if err != nil {
				panic(err)
			}
			record.key = key
		}
		records = append(records, record)
	}
	return records
}
