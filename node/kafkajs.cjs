'use strict'

// A partitioner for kafkajs.

const native = require('./native.cjs')
const { unkeyedTopics } = require('./unkeyed_topics.cjs')

function createPartitioner(partitioner, options) {
  const [handle] = native.openDropIn(partitioner, options, false)
  return partitionerOf(handle)
}

// Called with a record it is the partitioner; called without, as kafkajs does once a producer, it
// makes another one with a state of its own. So it works with a call too many or too few, where
// kafkajs would take a function for a partition and drop the record.
function partitionerOf(handle) {
  const unkeyedPartition = unkeyedTopics(handle)
  let complete
  return (record) => {
    if (record === undefined) return partitionerOf(handle)
    const { topic, partitionMetadata, message } = record
    const partitions = partitionMetadata.length
    // kafkajs keeps the array until it asks the brokers again.
    if (partitionMetadata !== complete) {
      if (!isComplete(partitionMetadata)) native.countUnknown(topic, 'incomplete')
      complete = partitionMetadata
    }
    if (message.partition !== null && message.partition !== undefined) {
      return native.givenPartition(message.partition, partitions)
    }
    const placed = native.dropInPartition(written(message.key), handle, partitions)
    return placed ?? unkeyedPartition(topic, partitions, available(partitionMetadata))
  }
}

// Every other value is written as text, a Uint8Array that is no Buffer too: kafkajs 2.2.4
// src/protocol/encoder.js, writeVarIntBytes.
const written = (key) =>
  typeof key === 'string' || key === null || key === undefined || Buffer.isBuffer(key)
    ? key
    : String(key)

// A partition is an id, and kafkajs drops a record whose id it does not have.
function isComplete(partitionMetadata) {
  const ids = new Set(partitionMetadata.map(({ partitionId }) => partitionId))
  return partitionMetadata.every((_, id) => ids.has(id))
}

const available = (partitionMetadata) =>
  partitionMetadata.every(hasLeader)
    ? undefined
    : partitionMetadata.filter(hasLeader).map(({ partitionId }) => partitionId)

const hasLeader = ({ leader }) => leader >= 0

module.exports = { createPartitioner }
