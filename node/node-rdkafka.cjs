'use strict'

// A partitioner for the producers of node-rdkafka, and for those of the same shape in
// @confluentinc/kafka-javascript: they are wrapped, and each record is given its partition.

const native = require('./native.cjs')
const { LibrdkafkaPlacement, isGiven } = require('./librdkafka_placement.cjs')
const { PartitionCounts } = require('./partition_counts.cjs')

const UNKNOWN_PARTITION = -190
const TIMEOUT = 10_000
const WANTED = 'a Producer or HighLevelProducer of node-rdkafka'

function partitioned(producer, partitioner, options) {
  if (typeof producer?.produce !== 'function' || typeof producer.getMetadata !== 'function') {
    native.refuseArgument('producer', WANTED, producer)
  }
  const placement = new LibrdkafkaPlacement(partitioner, options)
  const counts = new PartitionCounts(fetch, placement.refreshInterval)

  async function fetch(topic) {
    const metadata = await new Promise((resolve, reject) => {
      producer.getMetadata({ topic, timeout: TIMEOUT }, (error, metadata) => {
        if (error) reject(error)
        else resolve(metadata)
      })
    })
    return metadata.topics.find(({ name }) => name === topic)?.partitions.length ?? 0
  }

  function partitionOf(topic, partition, key) {
    const given = partition ?? producer.defaultPartition
    if (isGiven(given) || placement.isLeft(key)) return given
    const partitions = counts.known(topic)
    if (partitions === undefined) native.countUnknown(topic, 'node-rdkafka')
    return placement.partition(topic, key, partitions)
  }

  // A HighLevelProducer serializes first and then produces by its `_oldProduce`.
  const name = producer._oldProduce === undefined ? 'produce' : '_oldProduce'
  const original = producer[name]

  function produce(topic, partition, message, key, ...others) {
    const placed =
      typeof topic === 'string' && producer.isConnected()
        ? partitionOf(topic, partition, key)
        : partition
    try {
      return original.call(producer, topic, placed, message, key, ...others)
    } catch (error) {
      if (error.code === UNKNOWN_PARTITION) counts.refresh(topic)
      throw error
    }
  }

  const own = {
    __proto__: null,
    [name]: produce,
    fetchPartitionCount: (topic) => counts.fetched(topic),
  }
  return new Proxy(producer, { get: (target, name) => (name in own ? own[name] : target[name]) })
}

module.exports = { partitioned }
