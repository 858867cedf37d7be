'use strict'

// A partitioner for @platformatic/kafka.

const native = require('./native.cjs')
const { unkeyedTopics } = require('./unkeyed_topics.cjs')

// The client divides what it is given by the count that it sees later. So a number that is right
// for any count is returned, and the largest one stands for the count.
const ANY_COUNT = 2 ** 31 - 1
const GIVEN = 'given by the client, as @platformatic/kafka does from 1.33.0 on'

function partitioner(partitioner, options) {
  const [handle, unkeyed, needsCount] = native.openDropIn(partitioner, options, false)
  // The client's own round robin starts at 0.
  const unkeyedPartition = unkeyedTopics(handle, unkeyed === 'client' ? () => 0 : undefined)
  if (needsCount) {
    return (...given) => {
      const [message, key, context] = checked(given)
      const partitions = context?.metadata?.topics.get(message.topic)?.partitionsCount
      const placed = native.dropInPartition(key, handle, partitions ?? ANY_COUNT)
      if (placed === null) return unkeyedPartition(message.topic, ANY_COUNT)
      if (partitions === undefined) native.countUnknown(message.topic, 'platformatic')
      return placed
    }
  }
  return (...given) => {
    const [message, key] = checked(given)
    return native.dropInDividend(key, handle) ?? unkeyedPartition(message.topic, ANY_COUNT)
  }
}

// Older clients give the message alone, whose key is not serialized yet: every record would pass
// for one without a key.
function checked(given) {
  if (given.length < 2) native.refuseArgument('key', GIVEN, undefined)
  return given
}

module.exports = { partitioner }
