// Sends with node-rdkafka as it reads: see as_read.mjs.

import { partitioned } from 'copartition/node-rdkafka'
import kafka from 'node-rdkafka'
import { bootstrap, giveUpMs, own, partitioner, sendAll, topic, unkeyed } from './as_read.mjs'

const client = new kafka.Producer({
  'bootstrap.servers': bootstrap,
  'message.timeout.ms': giveUpMs,
  'topic.metadata.refresh.interval.ms': 1000,
  'topic.metadata.propagation.max.ms': 5000,
  'sticky.partitioning.linger.ms': 0,
  'dr_cb': true,
})
const producer = own
  ? client
  : partitioned(client, partitioner, { unkeyed, refreshInterval: 1000 })
producer.on('delivery-report', (error, { opaque, partition, offset }) => {
  if (error) opaque.reject(error)
  else opaque.resolve({ partition, offset })
})
await new Promise((resolve, reject) => {
  producer.connect({}, (error) => (error ? reject(error) : resolve()))
})
producer.setPollInterval(20)
const counted = own ? undefined : producer.fetchPartitionCount(topic)
// Each record says that there is none.
counted?.catch(() => {})
await sendAll(async ({ key, partition, value }) => {
  await counted
  return new Promise((resolve, reject) => {
    // Of an empty Buffer the client makes no key at all.
    const sent = key?.length === 0 ? '' : key
    producer.produce(topic, partition ?? null, value, sent, null, { resolve, reject })
  })
})
await new Promise((resolve) => producer.disconnect(resolve))
