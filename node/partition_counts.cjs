'use strict'

// The partition counts of a producer's topics, asked for once and again after an interval.

const native = require('./native.cjs')

// A topic that is created by its first record is not there at first (3), or has no leader (5), and
// brokers may be away for a while (-185 and -195). For 30 seconds they are asked again, as
// librdkafka does.
const MAY_COME = [3, 5, -185, -195]
const ASK_AGAIN = 100
const WAIT = 30_000

class PartitionCounts {
  #fetch
  #refreshInterval
  #topics = new Map()

  // `fetch` promises a topic's count, 0 for one that is not there; the interval is in milliseconds.
  constructor(fetch, refreshInterval) {
    this.#fetch = fetch
    this.#refreshInterval = refreshInterval
  }

  // The count that is known, else undefined. An old one serves until the new one is there.
  known(topic) {
    return this.#current(topic)?.count
  }

  // Promises the count. Who asks first is answered first: a topic's records keep their order.
  promised(topic) {
    return this.#current(topic)?.promise ?? this.fetched(topic)
  }

  // Promises the count as the brokers have it now.
  fetched(topic) {
    const entry = this.#topics.get(topic) ?? {}
    this.#topics.set(topic, entry)
    entry.fetching ??= this.#fetched(topic, entry)
    return entry.fetching
  }

  // Asks again behind the scenes. That it fails is no news to whom the old count serves.
  refresh(topic) {
    this.fetched(topic).catch(() => {})
  }

  async #fetched(topic, entry) {
    entry.since = performance.now()
    try {
      entry.count = await this.#made(topic, entry)
      entry.until = undefined
      entry.promise = Promise.resolve(entry.count)
      return entry.count
    } finally {
      entry.fetching = undefined
    }
  }

  async #made(topic, entry) {
    // A topic is waited for once, until the brokers say something else of it.
    entry.until ??= performance.now() + WAIT
    for (;;) {
      const isOver = performance.now() >= entry.until
      try {
        const count = await this.#fetch(topic)
        if (count > 0) return count
        if (isOver) native.countUnknown(topic, 'missing')
      } catch (error) {
        const mayCome = MAY_COME.includes(error.code)
        if (!mayCome) entry.until = undefined
        if (!mayCome || isOver) throw error
      }
      await new Promise((resolve) => {
        setTimeout(resolve, ASK_AGAIN)
      })
    }
  }

  #current(topic) {
    const entry = this.#topics.get(topic)
    if (entry?.count === undefined) return undefined
    if (performance.now() - entry.since >= this.#refreshInterval) this.refresh(topic)
    return entry
  }
}

module.exports = { PartitionCounts }
