// Sends with the KafkaJS-like producer of @confluentinc/kafka-javascript, configured with a
// `kafkaJS` block or without: produce_confluent_kafka_javascript.mjs BOOTSTRAP TOPIC [kafkajs].
//
// The empty key is given as a string: of an empty Buffer the client makes no key at all.

import { records, require } from './records.mjs'

const [bootstrap, topic, setting] = process.argv.slice(2)
const { Kafka, logLevel } = require('@confluentinc/kafka-javascript').KafkaJS

const producer = new Kafka(
  setting === 'kafkajs'
    ? { kafkaJS: { brokers: [bootstrap], logLevel: logLevel.ERROR } }
    : { 'bootstrap.servers': bootstrap, 'log_level': 3 },
).producer()
await producer.connect()
const messages = records.map(({ key, value }) => ({ key: key?.length === 0 ? '' : key, value }))
await producer.send({ topic, messages })
console.log(messages.length)
await producer.disconnect()
