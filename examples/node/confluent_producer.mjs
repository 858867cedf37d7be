// @confluentinc/kafka-javascript that places as Java does: `node confluent_producer.mjs BOOTSTRAP
// TOPIC`. For Java alone the client's own `'partitioner': 'murmur2_random'` would be enough.

import confluent from '@confluentinc/kafka-javascript'
import { partitioned } from 'copartition/confluent'

const [bootstrap, topic] = process.argv.slice(2)
const kafka = new confluent.KafkaJS.Kafka({ 'bootstrap.servers': bootstrap, log_level: 3 })
const producer = partitioned(kafka.producer(), 'java')

await producer.connect()
for (const key of ['user-1', 'user-2', 'user-3', 'user-4', 'user-5', 'user-6', null]) {
  const [{ partition }] = await producer.send({ topic, messages: [{ key, value: 'paid' }] })
  console.log(`${key ?? 'no key'} -> partition ${partition}`)
}
await producer.disconnect()
