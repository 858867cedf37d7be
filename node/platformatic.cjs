'use strict'

// A partitioner for @platformatic/kafka.

const native = require('./native.cjs')
const { unkeyedTopics } = require('./unkeyed_topics.cjs')

// The client divides what it is given by the count that it sees later. So a number that is right
// for any count is returned, and the largest one stands for the count.
const ANY_COUNT = 2 ** 31 - 1

function partitioner(partitioner, options) {
  const [handle, unkeyed, needsCount] = native.openDropIn(partitioner, options, false)
  // The client's own round robin starts at 0.
  const unkeyedPartition = unkeyedTopics(handle, unkeyed === 'client' ? () => 0 : undefined)
  if (needsCount) {
    return (message, key, context) => {
      const partitions = context?.metadata?.topics.get(message.topic)?.partitionsCount
      const placed = native.dropInPartition(key, handle, partitions ?? ANY_COUNT)
      if (placed === null) return unkeyedPartition(message.topic, ANY_COUNT)
      if (partitions === undefined) native.countUnknown(message.topic, 'platformatic')
      return placed
    }
  }
  return (message, key) =>
    native.dropInDividend(key, handle) ?? unkeyedPartition(message.topic, ANY_COUNT)
}

module.exports = { partitioner }
