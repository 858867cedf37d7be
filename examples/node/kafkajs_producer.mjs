// kafkajs that places as Java does: `node kafkajs_producer.mjs BOOTSTRAP TOPIC`.

import { createPartitioner } from 'copartition/kafkajs'
import kafkajs from 'kafkajs'

const [bootstrap, topic] = process.argv.slice(2)
const kafka = new kafkajs.Kafka({ brokers: [bootstrap], logLevel: kafkajs.logLevel.ERROR })
const producer = kafka.producer({ createPartitioner: createPartitioner('java') })

await producer.connect()
for (const key of ['user-1', 'user-2', 'user-3', 'user-4', 'user-5', 'user-6', null]) {
  const [{ partition }] = await producer.send({ topic, messages: [{ key, value: 'paid' }] })
  console.log(`${key ?? 'no key'} -> partition ${partition}`)
}
await producer.disconnect()
