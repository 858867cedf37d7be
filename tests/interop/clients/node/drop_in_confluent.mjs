// Sends with the KafkaJS-like producer of @confluentinc/kafka-javascript as it reads: see
// as_read.mjs.

import kafka from '@confluentinc/kafka-javascript'
import { partitioned } from 'copartition/confluent'
import { bootstrap, giveUpMs, own, partitioner, sendAll, topic, unkeyed } from './as_read.mjs'

const { Kafka } = kafka.KafkaJS
const client = new Kafka({}).producer({
  'bootstrap.servers': bootstrap,
  'message.timeout.ms': giveUpMs,
  'topic.metadata.refresh.interval.ms': 1000,
  'topic.metadata.propagation.max.ms': 5000,
  'sticky.partitioning.linger.ms': 0,
  'log_level': 0,
})
const producer = own
  ? client
  : partitioned(client, partitioner, { unkeyed, refreshInterval: 1000 })
await producer.connect()
await sendAll(async ({ key, partition, value }) => {
  // Of an empty Buffer the client makes no key at all.
  const [lies] = await producer.send({
    topic,
    messages: [{ key: key?.length === 0 ? '' : key, partition, value }],
  })
  return { partition: lies.partition, offset: lies.baseOffset }
})
await producer.disconnect()
