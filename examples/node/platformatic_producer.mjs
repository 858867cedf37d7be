// @platformatic/kafka that places as Java does: `node platformatic_producer.mjs BOOTSTRAP TOPIC`.

import { Producer, stringSerializers } from '@platformatic/kafka'
import { partitioner } from 'copartition/platformatic'

const [bootstrap, topic] = process.argv.slice(2)
const producer = new Producer({
  clientId: 'orders',
  bootstrapBrokers: [bootstrap],
  serializers: stringSerializers,
  partitioner: partitioner('java'),
})

for (const key of ['user-1', 'user-2', 'user-3', 'user-4', 'user-5', 'user-6', undefined]) {
  const { offsets } = await producer.send({ messages: [{ topic, key, value: 'paid' }] })
  console.log(`${key ?? 'no key'} -> partition ${offsets[0].partition}`)
}
await producer.close()
