// Asks kafka-ts's `defaultPartitioner` (nothing set).
//
// `Producer#send` runs unchanged, up to its buffer. Its cluster, metadata and buffer are replaced,
// so no broker is needed and the topic may have any count of partitions. kafka-ts types a key as a
// string; a key that is no text is given as the Buffer that it takes too.

import { isUtf8 } from 'node:buffer'
import { answer, require } from './rows.mjs'

const setting = process.argv[2]
const { createKafkaClient } = require('kafka-ts')
const { version } = require('kafka-ts/package.json')

const producer = createKafkaClient({ bootstrapServers: [] }).createProducer({})
let partitions = 1
producer.cluster.ensureConnected = async () => {}
Object.assign(producer.metadata, {
  fetchMetadataIfNecessary: async () => {},
  getTopicPartitions: () => ({ topic: { length: partitions } }),
  getTopicPartitionLeaderIds: () => ({ topic: new Proxy({}, { get: () => 0 }) }),
})
producer.bufferByNodeId[0] = { enqueue: async () => {} }

await answer({
  client: 'kafka-ts',
  version,
  partitioner: setting,
  place: async (keys, n) => {
    partitions = n
    const messages = keys.map((key) => ({
      topic: 'topic',
      key: key && isUtf8(key) ? key.toString() : key,
      value: null,
    }))
    await producer.send(messages)
    return messages.map(({ partition }) => partition)
  },
})
