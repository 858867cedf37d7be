// Asks kafka-node: `Producer` or `HighLevelProducer` with nothing set, or `Producer` with
// `partitionerType=random` or `partitionerType=keyed`.
//
// `send` runs unchanged, up to the produce request. The client below it is replaced, so no broker
// is needed. It lists the partitions, so n cannot be huge.

import { isUtf8 } from 'node:buffer'
import { EventEmitter } from 'node:events'
import { answer, require } from './rows.mjs'

const setting = process.argv[2]
const kafkaNode = require('kafka-node')
const { version } = require('kafka-node/package.json')

const [, type] = setting.split('partitionerType=')
const Producer = kafkaNode[type ? 'Producer' : setting]
const client = Object.assign(new EventEmitter(), {
  ready: true,
  topicMetadata: {},
  sendProduceRequest: (_requests, _acks, _timeout, done) => done(null, {}),
})
const options = type ? { partitionerType: Producer.PARTITIONER_TYPES[type] } : {}
const producer = new Producer(client, options)

await answer({
  client: 'kafka-node',
  version,
  partitioner: setting,
  largest: 1000,
  place: (keys, n) => {
    client.topicMetadata.topic = Array.from({ length: n }, (_, partition) => ({ partition }))
    const partitions = placed(keys)
    if (type === 'keyed') {
      assertSameAs(partitions, keys)
    }
    return partitions
  },
  hash: type === 'keyed' ? (key) => producer.partitioner.hashCode(key) : undefined,
})

/** Sends a record for each key; `send` writes the partition into what it is given. */
function placed(keys) {
  const payloads = keys.map((key) => ({ topic: 'topic', key, messages: '' }))
  producer.send(payloads, (error) => { if (error) throw error })
  return payloads.map(({ partition }) => partition)
}

/** Keys that are text lie where they lie as Buffers when given as strings. */
function assertSameAs(partitions, keys) {
  const texts = placed(keys.map((key) => (key && isUtf8(key) ? key.toString() : key)))
  const differs = texts.findIndex((partition, i) => partition !== partitions[i])
  if (differs >= 0) {
    throw new Error(`the string ${keys[differs]} lies elsewhere than the Buffer`)
  }
}
