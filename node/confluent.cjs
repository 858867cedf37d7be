'use strict'

// A partitioner for the KafkaJS-style producer of @confluentinc/kafka-javascript, which takes none:
// it is wrapped, and each record is given its partition.

const native = require('./native.cjs')
const { LibrdkafkaPlacement, isGiven } = require('./librdkafka_placement.cjs')
const { PartitionCounts } = require('./partition_counts.cjs')

const UNKNOWN_PARTITION = -190
const UNKNOWN_TOPIC = 3
const WANTED = 'a KafkaJS-style producer of @confluentinc/kafka-javascript'

function partitioned(producer, partitioner, options) {
  if (typeof producer?.send !== 'function' || typeof producer.dependentAdmin !== 'function') {
    native.refuseArgument('producer', WANTED, producer)
  }
  const placement = new LibrdkafkaPlacement(partitioner, options)
  const counts = new PartitionCounts(fetch, placement.refreshInterval)
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

  async function send(options) {
    if (typeof options?.messages?.length !== 'number') return producer.send(options)
    // Copied before anything is waited for: the caller may change the messages, the client does.
    const messages = Array.from(options.messages, (message) => ({ ...message }))
    const placed = messages.filter(
      ({ partition, key }) => !isGiven(partition) && !placement.isLeft(key),
    )
    if (placed.length > 0) {
      const partitions = await counts.promised(options.topic)
      for (const message of placed) {
        message.partition = placement.partition(options.topic, message.key, partitions)
      }
    }
    try {
      return await producer.send({ ...options, messages })
    } catch (error) {
      if (error.code === UNKNOWN_PARTITION) counts.refresh(options.topic)
      throw error
    }
  }

  async function sendBatch(options) {
    const { topicMessages, ...others } = options ?? {}
    if (!Array.isArray(topicMessages)) return producer.sendBatch(options)
    // The client refuses some options; what is left is what it does itself.
    if (Object.keys(others).length > 0) await producer.sendBatch({ ...others, topicMessages: [] })
    return (await Promise.all(topicMessages.map(send))).flat()
  }

  async function transaction() {
    await producer.transaction()
    return wrapped
  }

  const own = { __proto__: null, send, sendBatch, transaction }
  const wrapped = new Proxy(producer, {
    get(target, name) {
      if (name in own) return own[name]
      const value = target[name]
      // The producer's methods know their producer, not what stands in for it.
      return typeof value === 'function' && name !== 'constructor' ? value.bind(target) : value
    },
  })
  return wrapped
}

async function connected(admin) {
  await admin.connect()
  return admin
}

module.exports = { partitioned }
