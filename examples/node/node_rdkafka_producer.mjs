// node-rdkafka that places as Java does: `node node_rdkafka_producer.mjs BOOTSTRAP TOPIC`. For Java
// alone the client's own `'partitioner': 'murmur2_random'` would be enough.

import { once } from 'node:events'
import { partitioned } from 'copartition/node-rdkafka'
import rdkafka from 'node-rdkafka'

const [bootstrap, topic] = process.argv.slice(2)
const settings = { 'bootstrap.servers': bootstrap, dr_cb: true }
const producer = partitioned(new rdkafka.Producer(settings), 'java')
producer.setPollInterval(10)

producer.connect()
await once(producer, 'ready')
await producer.fetchPartitionCount(topic)
for (const key of ['user-1', 'user-2', 'user-3', 'user-4', 'user-5', 'user-6', null]) {
  producer.produce(topic, null, Buffer.from('paid'), key)
  const [error, { partition }] = await once(producer, 'delivery-report')
  if (error) throw error
  console.log(`${key ?? 'no key'} -> partition ${partition}`)
}
producer.disconnect()
