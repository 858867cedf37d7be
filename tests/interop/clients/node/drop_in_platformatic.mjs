// Sends with @platformatic/kafka as it reads: see as_read.mjs.

import { Producer } from '@platformatic/kafka'
import * as copartition from 'copartition/platformatic'
import { bootstrap, giveUpMs, own, partitioner, sendAll, topic, unkeyed } from './as_read.mjs'

const producer = new Producer({
  clientId: 'interop',
  bootstrapBrokers: [bootstrap],
  metadataMaxAge: 1000,
  autocreateTopics: true,
  retries: giveUpMs / 1000,
  ...(own ? {} : { partitioner: copartition.partitioner(partitioner, { unkeyed }) }),
})
await sendAll(async ({ key, partition, value }) => {
  // A message a send: an answer tells of a partition, not of each of its messages.
  const { offsets } = await producer.send({
    messages: [{ topic, key: key ?? undefined, partition, value }],
    acks: -1,
  })
  if (offsets.length !== 1) throw new Error(`sent, and ${offsets.length} partitions answered`)
  return offsets[0]
})
await producer.close()
