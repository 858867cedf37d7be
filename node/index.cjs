'use strict'

// The JavaScript shape of the native functions. Nothing is decided here: values go through as they
// come, and every check and every error text is the core's.

const native = require('./native.cjs')
const { document } = require('./document.cjs')
const { pack } = require('./pack.cjs')
const { random } = require('./random.cjs')

// Taken before anybody patches it.
const { entries } = Object
const { Float64Array, Int32Array, Uint32Array } = globalThis

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

  partitionBatch(keys, options) {
    return native.placeBatch(list, pack, int32s, keys, options, this.#handle)
  }

  hashBatch(keys, options) {
    return native.hashBatch(list, pack, uint32s, keys, options, this.#handle)
  }

  countBatch(keys, options) {
    return native.countBatch(list, pack, float64s, keys, options, this.#handle)
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

function identify(keys, observed, partitions, options) {
  return document(native.identify(list, keys, observed, partitions, options))
}

function split(keys, observed, partitions, options) {
  return document(native.split(list, keys, observed, partitions, options))
}

function verify(keys, observed, partitions, partitioner, options) {
  return document(native.verify(list, keys, observed, partitions, partitioner, options))
}

function spread(keys, partitions, partitioner, options) {
  return document(native.spread(list, keys, partitions, partitioner, options))
}

function compare(topics, options) {
  return document(native.compare(list, topics, options))
}

function moves(options) {
  return document(native.moves(list, options))
}

function keysFor(partitions, partitioner, options) {
  return document(native.keysFor(list, partitions, partitioner, options))
}

function probeKeys(partitions) {
  return document(native.probeKeys(partitions))
}

function doctor(client, settings, like) {
  return document(native.doctor(list, client, written(settings), like))
}

// An array of an iterable, and undefined of all else. Text is no iterable here.
const list = (values) =>
  typeof values === 'object' && values?.[Symbol.iterator] ? [...values] : undefined

// Room for results, which throws where there is none: Node-API would end the process.
const int32s = (length) => new Int32Array(length)
const uint32s = (length) => new Uint32Array(length)
const float64s = (length) => new Float64Array(length)

// Settings by their names, as properties files have them.
const written = (settings) =>
  typeof settings === 'object' && settings && !settings[Symbol.iterator]
    ? entries(settings).map(([name, value]) => `${name}=${value}`)
    : settings

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
  identify,
  split,
  verify,
  spread,
  compare,
  moves,
  keysFor,
  probeKeys,
  doctor,
  key: native.key,
  assign: { RoundRobin, StickyCache, javaPartitionOrder: native.javaPartitionOrder },
  version: native.version(),
}
