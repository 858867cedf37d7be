'use strict'

// The sends that wait, each topic's in the order in which they were made.

class TopicQueues {
  // The last send of each topic, by a promise that it is handed over.
  #last = new Map()

  // How many topics have sends that wait.
  get size() {
    return this.#last.size
  }

  isEmpty(topic) {
    return !this.#last.has(topic)
  }

  // Calls `handOver` with the count when it is there and what waits before is handed over, and
  // promises what it returns. A send that fails lets the next one pass.
  async inTurn(topic, count, handOver) {
    const turn = Promise.allSettled([count, this.#last.get(topic)]).then(([counted]) => {
      if (this.#last.get(topic) === turn) this.#last.delete(topic)
      if (counted.status === 'rejected') throw counted.reason
      // In an object, so that nobody waits for the delivery.
      return { delivered: handOver(counted.value) }
    })
    this.#last.set(topic, turn)
    return (await turn).delivered
  }

  // Promises that all that waits now is handed over or has failed.
  async empty() {
    await Promise.allSettled(this.#last.values())
  }
}

module.exports = { TopicQueues }
