'use strict'

// Where the records of a client on librdkafka go that takes no partitioner but a partition.

const native = require('./native.cjs')
const { random } = require('./random.cjs')
const { unkeyedTopics } = require('./unkeyed_topics.cjs')

class LibrdkafkaPlacement {
  #handle
  #unkeyed
  #unkeyedPartition
  #leavesMissingKey

  constructor(partitioner, options) {
    const [handle, unkeyed, , refreshInterval, leavesMissingKey] = native.openDropIn(
      partitioner,
      options,
      true,
    )
    this.#handle = handle
    this.#unkeyed = unkeyed
    this.#unkeyedPartition = unkeyedTopics(handle)
    this.#leavesMissingKey = leavesMissingKey
    this.refreshInterval = refreshInterval
  }

  // Whether a record that names no partition is left to librdkafka's own partitioner.
  isLeft(key) {
    return this.#leavesMissingKey && sent(key) === null
  }

  // The partition of a record that is not. For a key that is unkeyed it is drawn: librdkafka would
  // hash the key.
  partition(topic, key, partitions) {
    const placed = native.dropInPartition(sent(key), this.#handle, partitions)
    if (placed !== null) return placed
    return this.#unkeyed === 'client'
      ? native.randomPartition(partitions, random())
      : this.#unkeyedPartition(topic, partitions)
  }
}

// Whether the record names its partition, as these clients read it.
const isGiven = (partition) => partition !== null && partition !== undefined && !(partition < 0)

// The key as these clients hand it to librdkafka: no key for a view of no memory, an empty one for
// an empty part of some, and text up to its first NUL.
function sent(key) {
  if (key === null || key === undefined) return null
  if (key instanceof Uint8Array) return key.buffer.byteLength === 0 ? null : key
  if (ArrayBuffer.isView(key)) {
    return sent(new Uint8Array(key.buffer, key.byteOffset, key.byteLength))
  }
  const text = String(key)
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}

module.exports = { LibrdkafkaPlacement, isGiven }
