'use strict'

// A partitioner for the KafkaJS-style producer of @confluentinc/kafka-javascript, which takes none:
// it is wrapped, and each record is given its partition.

const native = require('./native.cjs')
const { LibrdkafkaPlacement, isGiven } = require('./librdkafka_placement.cjs')
const { PartitionCounts } = require('./partition_counts.cjs')
const { TopicQueues } = require('./topic_queues.cjs')

const UNKNOWN_PARTITION = -190
const UNKNOWN_TOPIC = 3
const WANTED = 'a KafkaJS-style producer of @confluentinc/kafka-javascript'
// What the producer does with the records that were sent before, so those that wait go first.
const AFTER_SENDS = new Set([
  'transaction',
  'sendOffsets',
  'commit',
  'abort',
  'flush',
  'disconnect',
])

function partitioned(producer, partitioner, options) {
  if (typeof producer?.send !== 'function' || typeof producer.dependentAdmin !== 'function') {
    native.refuseArgument('producer', WANTED, producer)
  }
  const placement = new LibrdkafkaPlacement(partitioner, options)
  const counts = new PartitionCounts(fetch, placement.refreshInterval)
  const queues = new TopicQueues()
  let admin

  async function fetch(topic) {
    // Nothing is sent, but a producer that is not connected says so itself.
    await producer.send({ topic, messages: [] })
    try {
      const [{ partitions }] = await (await connectedAdmin()).fetchTopicMetadata({ topics: [topic] })
      return partitions.length
    } catch (error) {
      if (error.code === UNKNOWN_TOPIC) create(topic)
      throw error
    }
  }

  // One for all topics; where none could connect, the next record tries again.
  function connectedAdmin() {
    admin ??= connected(producer.dependentAdmin()).catch((error) => {
      admin = undefined
      throw error
    })
    return admin
  }

  // A description does not create a topic, but metadata that a producer asks for does where brokers
  // create topics, as its first record would. Only the client inside can be asked for it.
  function create(topic) {
    producer._getInternalClient?.().getMetadata({ topic }, () => {})
  }

  // `others` are a batch's own options.
  async function placedSend(options, others) {
    if (typeof options?.messages?.length !== 'number') return producer.send(options)
    const { topic } = options
    // Copied before anything is waited for: the caller may change the messages, the client does.
    const messages = Array.from(options.messages, copied)
    const toPlace = messages.filter(
      ({ partition, key }) => !isGiven(partition) && !placement.isLeft(key),
    )
    const handOver = (partitions) => {
      for (const message of toPlace) {
        message.partition = placement.partition(topic, message.key, partitions)
      }
      return producer.send({ ...others, ...options, topic, messages })
    }
    const needsCount = toPlace.length > 0
    const known = needsCount ? counts.known(topic) : 0
    try {
      // As the client does, which has the records when `send` returns.
      if (known !== undefined && queues.isEmpty(topic)) return await handOver(known)
      return await queues.inTurn(topic, needsCount ? counts.promised(topic) : 0, handOver)
    } catch (error) {
      if (error.code === UNKNOWN_PARTITION) counts.refresh(topic)
      throw error
    }
  }

  async function sendBatch(options) {
    const { topicMessages, ...others } = options ?? {}
    if (!Array.isArray(topicMessages)) return producer.sendBatch(options)
    return (await Promise.all(topicMessages.map((each) => placedSend(each, others)))).flat()
  }

  const afterSends = (method) => {
    return async (...given) => {
      if (queues.size > 0) await queues.empty()
      const done = await method.apply(producer, given)
      return done === producer ? wrapped : done
    }
  }

  const own = { __proto__: null, send: (options) => placedSend(options), sendBatch }
  const wrapped = new Proxy(producer, {
    get(target, name) {
      if (name in own) return own[name]
      const value = target[name]
      if (typeof value !== 'function' || name === 'constructor') return value
      // The producer's methods know their producer, not what stands in for it.
      return AFTER_SENDS.has(name) ? afterSends(value) : value.bind(target)
    },
  })
  return wrapped
}

async function connected(admin) {
  await admin.connect()
  return admin
}

// The client takes these three from a prototype, too.
const copied = (message) => ({
  ...message,
  key: message.key,
  value: message.value,
  headers: message.headers,
})

module.exports = { partitioned }
