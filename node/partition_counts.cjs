'use strict'

// The partition counts of a producer's topics, asked for once and again after an interval.

class PartitionCounts {
  #fetch
  #refreshInterval
  #topics = new Map()

  // `fetch` promises a topic's count; the interval is in milliseconds.
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
      entry.count = await this.#fetch(topic)
      entry.promise = Promise.resolve(entry.count)
      return entry.count
    } finally {
      entry.fetching = undefined
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
