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
    const kept = this.#topics.get(topic)
    if (kept?.fetching !== undefined) return kept.fetching
    const entry = kept ?? {}
    const fetching = this.#fetch(topic).then(
      (count) => {
        entry.count = count
        entry.promise = kept === undefined ? fetching : Promise.resolve(count)
        entry.fetching = undefined
        return count
      },
      (error) => {
        entry.fetching = undefined
        if (entry.count === undefined) this.#topics.delete(topic)
        throw error
      },
    )
    entry.fetching = fetching
    entry.since = performance.now()
    this.#topics.set(topic, entry)
    return fetching
  }

  // Asks again behind the scenes. That it fails is no news to whom the old count serves.
  refresh(topic) {
    this.fetched(topic).catch(() => {})
  }

  #current(topic) {
    const entry = this.#topics.get(topic)
    if (entry?.count === undefined) return undefined
    if (performance.now() - entry.since >= this.#refreshInterval) this.refresh(topic)
    return entry
  }
}

module.exports = { PartitionCounts }
