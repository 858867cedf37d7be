// Asks the `Producer` of node-rdkafka or of @confluentinc/kafka-javascript, whichever is installed,
// with nothing set. It produces to librdkafka's mock cluster, so n cannot be huge.
//
// The empty key is given as a string: of an empty Buffer these clients make no key at all.

import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startMockCluster } from './mock_cluster.mjs'
import { answer, asked, require } from './rows.mjs'

const LARGEST = 1000

const [client] = Object.keys(require('./package.json').dependencies)
const setting = process.argv[2]
const rdkafka = require(client)
const version = require(`${client}/package.json`).version.replace(/^v/, '')

const folder = dirname(require.resolve(`${client}/package.json`))
const counts = new Set(asked.map(({ partitions }) => partitions)).add(LARGEST)
const address = await startMockCluster(join(folder, 'build/deps/librdkafka.so.1'), counts)

const producer = new rdkafka.Producer({
  'bootstrap.servers': address,
  'queue.buffering.max.messages': 1_000_000,
  'dr_cb': true,
})
await new Promise((resolve, reject) => {
  producer.connect({}, (error) => (error ? reject(error) : resolve()))
})
producer.setPollInterval(10)

await answer({
  client,
  version,
  partitioner: setting,
  largest: LARGEST,
  place: async (keys, n) => {
    // librdkafka's sticky partition lasts 10 ms, so each round is a later one.
    await setTimeout(20)
    return placed(keys, `t${n}`)
  },
})
producer.disconnect()

function placed(keys, topic) {
  return new Promise((resolve, reject) => {
    const partitions = Array.from(keys, () => undefined)
    let left = keys.length
    producer.removeAllListeners('delivery-report')
    producer.on('delivery-report', (error, { partition, opaque }) => {
      if (error) {
        reject(error)
      }
      partitions[opaque] = partition
      left -= 1
      if (left === 0) {
        resolve(partitions)
      }
    })
    keys.forEach((key, i) => {
      producer.produce(topic, null, Buffer.from('v'), key?.length === 0 ? '' : key, null, i)
    })
  })
}
