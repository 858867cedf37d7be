'use strict'

// The JavaScript shape of the native functions. Nothing is decided here: values go through as they
// come, and every check and every error text is the core's.

const native = require('./native.cjs')

class Partitioner {
  // A partitioner and a count in one number. A native object in its place would have to be
  // unwrapped in each call, which takes longer than the call itself; and what is not a Partitioner
  // has no such field, which JavaScript checks by itself.
  #handle

  constructor(name, partitions) {
    this.#handle = native.open(this, name, partitions)
  }

  partition(key) {
    return native.place(key, this.#handle)
  }

  hash(key) {
    return native.hash(key, this.#handle)
  }

  toString() {
    return `Partitioner('${this.name}', ${this.partitions})`
  }
}

class RoundRobin {
  #state

  constructor(options) {
    this.#state = native.openRoundRobin(options)
  }

  partition(partitions, options) {
    return native.roundRobinPartition(this.#state, partitions, options)
  }
}

class StickyCache {
  #state

  constructor(options) {
    this.#state = native.openStickyCache(options)
  }

  partition(partitions, options) {
    return native.stickyCachePartition(this.#state, random, partitions, options)
  }

  onNewBatch(prev, partitions, options) {
    return native.stickyCacheOnNewBatch(this.#state, random, prev, partitions, options)
  }

  place(partitions, hasRoom, options) {
    return native.stickyCachePlace(this.#state, random, partitions, hasRoom, options)
  }
}

// A draw where the caller gives none: 32 random bits, signed.
const random = () => (Math.random() * 2 ** 32) | 0

module.exports = {
  partition: native.partition,
  Partitioner,
  murmur2: native.murmur2,
  crc32: native.crc32,
  fnv1a: native.fnv1a,
  kafkajsLegacy: native.kafkajsLegacy,
  groupPartition: native.groupPartition,
  partitioners: native.partitioners,
  clients: native.clients,
  settings: native.settings,
  key: native.key,
  assign: { RoundRobin, StickyCache, javaPartitionOrder: native.javaPartitionOrder },
  version: native.version(),
}
