'use strict'

// The unkeyed records of one producer, each topic for itself.

const native = require('./native.cjs')
const { random } = require('./random.cjs')

// Returns a function: the partition of a topic's next unkeyed record. `available` is undefined when
// every partition has a leader; `start` draws where a topic starts.
function unkeyedTopics(handle, start = random) {
  const topics = new Map()
  return (topic, partitions, available) => {
    let state = topics.get(topic)
    if (state === undefined) {
      state = native.openUnkeyedTopic(handle, start())
      topics.set(topic, state)
    }
    return native.unkeyedPartition(state, handle, partitions, available, Date.now(), random())
  }
}

module.exports = { unkeyedTopics }
