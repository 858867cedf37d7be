// A producer of @platformatic/kafka without a broker.
//
// `Producer#send` runs unchanged, up to the produce request. Its metadata, its connection and its
// request are replaced, so that the topic may have any count of partitions.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { require } from './rows.mjs'

const entry = pathToFileURL(require.resolve('@platformatic/kafka'))
const kafka = await import(entry)

export const { version } = JSON.parse(readFileSync(new URL('../package.json', entry)))

/**
 * Makes a producer with a partitioner, by its name in the package; `defaultPartitioner` sets none.
 * Returns a function: the partitions of messages with these keys, of a topic with n.
 */
export function producer(partitioner) {
  const sending = new kafka.Producer({
    clientId: 'oracle',
    bootstrapBrokers: ['127.0.0.1:1'],
    retries: 0,
    ...(partitioner === 'defaultPartitioner' ? {} : { partitioner: kafka[partitioner] }),
  })
  let partitions = 1
  let produced = []
  replace(sending, 'plt.kafka.base.metadata', (_options, callback) => {
    const leaders = new Proxy({}, { get: () => ({ leader: 1 }) })
    const topic = { partitionsCount: partitions, partitions: leaders }
    callback(null, { brokers: new Map([[1, {}]]), topics: new Map([['topic', topic]]) })
  })
  replace(sending, 'plt.kafka.base.getConnection', (_broker, callback) => callback(null, {}))
  replace(sending, 'plt.kafka.base.getApi', (_name, callback) => {
    callback(null, (_connection, _acks, _timeout, messages, _options, done) => {
      produced = messages
      done(null, { responses: [] })
    })
  })
  return async (keys, n) => {
    partitions = n
    const messages = keys.map((key) => ({ topic: 'topic', key: key ?? undefined }))
    await sending.send({ messages })
    return produced.map(({ partition }) => partition)
  }
}

function replace(sending, description, method) {
  for (let at = sending; at; at = Object.getPrototypeOf(at)) {
    const symbol = Object.getOwnPropertySymbols(at).find((s) => s.description === description)
    if (symbol) {
      sending[symbol] = method
      return
    }
  }
  throw new Error(`@platformatic/kafka ${version} has no ${description}`)
}
