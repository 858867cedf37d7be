// Asks @platformatic/kafka: `defaultPartitioner` (no partitioner set) or
// `compatibilityPartitioner`.
//
// `Producer#send` runs unchanged, up to the produce request. Its metadata, its connection and its
// request are replaced, so no broker is needed and the topic may have any count of partitions.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { answer, require } from './rows.mjs'

const setting = process.argv[2]
const entry = require.resolve('@platformatic/kafka')
const kafka = await import(pathToFileURL(entry))
const { version } = JSON.parse(readFileSync(new URL('../package.json', pathToFileURL(entry))))

const producer = new kafka.Producer({
  clientId: 'oracle',
  bootstrapBrokers: ['127.0.0.1:1'],
  retries: 0,
  ...(setting === 'defaultPartitioner' ? {} : { partitioner: kafka[setting] }),
})

let partitions = 1
replace('plt.kafka.base.metadata', (_options, callback) => {
  const leaders = new Proxy({}, { get: () => ({ leader: 1 }) })
  const topic = { partitionsCount: partitions, partitions: leaders }
  callback(null, { brokers: new Map([[1, {}]]), topics: new Map([['topic', topic]]) })
})
replace('plt.kafka.base.getConnection', (_broker, callback) => callback(null, {}))
let produced = []
replace('plt.kafka.base.getApi', (_name, callback) => {
  callback(null, (_connection, _acks, _timeout, messages, _options, done) => {
    produced = messages
    done(null, { responses: [] })
  })
})

await answer({
  client: '@platformatic/kafka',
  version,
  partitioner: setting,
  place: async (keys, n) => {
    partitions = n
    const messages = keys.map((key) => ({ topic: 'topic', key: key ?? undefined }))
    await producer.send({ messages })
    return produced.map(({ partition }) => partition)
  },
})

function replace(description, method) {
  for (let at = producer; at; at = Object.getPrototypeOf(at)) {
    const symbol = Object.getOwnPropertySymbols(at).find((s) => s.description === description)
    if (symbol) {
      producer[symbol] = method
      return
    }
  }
  throw new Error(`@platformatic/kafka ${version} has no ${description}`)
}
