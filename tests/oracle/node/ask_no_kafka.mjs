// Asks no-kafka: `DefaultPartitioner` (nothing set) or `HashCRC32Partitioner`.
//
// `Producer#send` runs unchanged, up to the produce request. The client below it is replaced, so
// no broker is needed and the topic may have any count of partitions. `HashCRC32Partitioner` reads
// strings only: keys that are no text can only be Buffers, which it refuses.

import { isUtf8 } from 'node:buffer'
import { answer, require } from './rows.mjs'

const setting = process.argv[2]
const kafka = require('no-kafka')
const { version } = require('no-kafka/package.json')

const isDefault = setting === 'DefaultPartitioner'
const producer = new kafka.Producer({
  batch: { maxWait: 0 },
  ...(isDefault ? {} : { partitioner: new kafka[setting]() }),
})

let partitions = 1
Object.assign(producer.client, {
  getTopicPartitions: async () => ({ length: partitions }),
  findLeader: async () => 0,
  produceRequest: async (requests) => requests,
})

await answer({
  client: 'no-kafka',
  version,
  partitioner: setting,
  place: async (keys, n) => {
    partitions = n
    const records = keys.map((key) => ({ topic: 'topic', message: { key: told(key), value: '' } }))
    const isText = ({ message }) => typeof message.key === 'string'
    await send(records.filter(isText))
    await send(records.filter((record) => !isText(record)))
    return records.map(({ partition }) => partition)
  },
  hash: isDefault ? (key) => producer.partitioner.hashKey(key) : undefined,
})

function told(key) {
  return !isDefault && key && isUtf8(key) ? key.toString() : key
}

/** Sends records; `send` writes the partition into them. One refused record fails all with it. */
async function send(records) {
  try {
    await producer.send(records)
  } catch (error) {
    if (isDefault || !(error instanceof TypeError)) {
      throw error
    }
    if (records.length === 1) {
      records[0].partition = 'refused'
    } else {
      await Promise.all(records.map((record) => send([record])))
    }
  }
}
