// Asks the KafkaJS-like producer of @confluentinc/kafka-javascript, configured `with kafkaJS block`
// or `without kafkaJS block`. It produces to librdkafka's mock cluster, so n cannot be huge.
//
// The empty key is given as a string: of an empty Buffer these clients make no key at all.

import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startMockCluster } from './mock_cluster.mjs'
import { answer, asked, require } from './rows.mjs'

const CLIENT = '@confluentinc/kafka-javascript'
const LARGEST = 1000

const setting = process.argv[2]
const { Kafka, logLevel } = require(CLIENT).KafkaJS
const { version } = require(`${CLIENT}/package.json`)

const folder = dirname(require.resolve(`${CLIENT}/package.json`))
const counts = new Set(asked.map(({ partitions }) => partitions)).add(LARGEST)
const address = await startMockCluster(join(folder, 'build/deps/librdkafka.so.1'), counts)

const producer = new Kafka(
  setting === 'with kafkaJS block'
    ? { kafkaJS: { brokers: [address], logLevel: logLevel.ERROR } }
    : { 'bootstrap.servers': address, 'log_level': 3 },
).producer({ 'queue.buffering.max.messages': 1_000_000 })
await producer.connect()

await answer({
  client: CLIENT,
  version,
  partitioner: setting,
  largest: LARGEST,
  place: async (keys, n) => {
    // librdkafka's sticky partition lasts 10 ms, so each round is a later one.
    await setTimeout(20)
    return Promise.all(keys.map((key) => placed(key, `t${n}`)))
  },
})
await producer.disconnect()

/** Sends one record: of several, `send` does not tell which lay where. */
async function placed(key, topic) {
  const message = { key: key?.length === 0 ? '' : key, value: 'v' }
  const [{ partition }] = await producer.send({ topic, messages: [message] })
  return partition
}
