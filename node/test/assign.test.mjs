// Every recorded trace of a real round robin or sticky cache, and what the assigners take and
// refuse.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assign } from 'copartition'

const { RoundRobin, StickyCache, javaPartitionOrder } = assign
const { traces } = JSON.parse(
  readFileSync(join(process.env.COPARTITION_VECTORS, 'assigner_traces.json'), 'utf8'),
)

/** A traced topic as its client sees it at the moment; a second one has as many partitions. */
class Topic {
  constructor({ client, topic, topics = [topic], n, total, unavailable }) {
    Object.assign(this, { java: client === 'kafka-clients', topic, topics, n, unavailable })
    this.others = total - topics.length * n
  }

  replace(n, unavailable) {
    Object.assign(this, { n, unavailable })
    return null
  }

  /** The partitions with a leader, in the client's order. */
  available(topic = this.topic) {
    const { java, topics, n, others, unavailable } = this
    const total = topics.length * n + others
    const ids = java ? javaPartitionOrder(topic, n, total) : [...Array(n).keys()]
    return ids.filter((id) => !unavailable.includes(id))
  }
}

/** What each kind of round robin does in a step, where this package has it. */
const roundRobins = {
  new: () => counting(new RoundRobin()),
  starting_at: ({ counter }) => counting(new RoundRobin({ counter })),
  resetting: () => counting(new RoundRobin({ resetting: true })),
  java_2_4: perTopic,
  java_4_0: perTopic,
}

function counting(roundRobin) {
  return { partition: (topic) => roundRobin.partition(topic.n, { available: topic.available() }) }
}

/** Java's class has a counter a topic, and but for 3.9.2 a new batch is nothing to it. */
function perTopic() {
  const counters = new Map()
  return {
    partition(topic, name) {
      if (!counters.has(name)) counters.set(name, new RoundRobin())
      return counters.get(name).partition(topic.n, { available: topic.available(name) })
    },
    on_new_batch: () => null,
  }
}

test('every round robin goes as the real one did', (t) => {
  let [steps, replayed] = [0, 0]
  const others = new Set()
  for (const trace of traces.filter(({ assigner }) => assigner === 'round_robin')) {
    if (!(trace.kind in roundRobins)) {
      others.add(trace.kind)
      continue
    }
    const topic = new Topic(trace)
    const machine = roundRobins[trace.kind](trace)
    trace.steps.forEach(([operation, ...given], i) => {
      const wanted = given.pop()
      const got =
        operation === 'cluster' ? topic.replace(...given) : machine[operation](topic, ...given)
      assert.equal(got, wanted, `${trace.client} ${trace.version}, step ${i}: ${operation}`)
      steps += 1
    })
    replayed += 1
  }
  assert.ok(replayed >= 100, `only ${replayed} traces`)
  for (const kind of others) assert.ok(['java_3_9_2', 'chunks', 'stepping'].includes(kind), kind)
  t.diagnostic(`${replayed} traces, ${steps} steps`)
})

test('every sticky cache goes as the real one did, on the same draws', (t) => {
  let [steps, replayed] = [0, 0]
  for (const trace of traces.filter(({ assigner }) => assigner === 'sticky_cache')) {
    const topic = new Topic(trace)
    const kafkaPython = trace.kind === 'kafka_python'
    const cache = new StickyCache({ kafkaPython })
    let taken = 0
    const draw = () => trace.draws[taken++]
    const operations = {
      cluster: (...given) => topic.replace(...given),
      partition: () => cache.partition(topic.n, { available: topic.available(), draw }),
      on_new_batch(prev) {
        const now = cache.onNewBatch(prev, topic.n, { available: topic.available(), draw })
        // kafka-python's method returns nothing.
        return kafkaPython ? null : now
      },
    }
    trace.steps.forEach(([operation, ...given], i) => {
      const wanted = given.pop()
      const why = `${trace.client} ${trace.version}, step ${i}: ${operation}`
      assert.equal(operations[operation](...given), wanted, why)
      steps += 1
    })
    assert.equal(taken, trace.draws.length)
    replayed += 1
  }
  assert.ok(replayed >= 100, `only ${replayed} traces`)
  t.diagnostic(`${replayed} traces, ${steps} steps`)
})

test('every list of partitions has the order of the real one', (t) => {
  const orders = traces.filter(({ assigner }) => assigner === 'java_partition_order')
  for (const trace of orders) assert.deepEqual(new Topic(trace).available(), trace.order)
  assert.ok(orders.length >= 100, `only ${orders.length} lists`)
  assert.deepEqual(javaPartitionOrder('t', 3), javaPartitionOrder('t', 3, 3))
  assert.notDeepEqual(javaPartitionOrder('t', 3), javaPartitionOrder('t', 3, 300))
  assert.deepEqual(javaPartitionOrder('t', 3), javaPartitionOrder('t', 3, 0))
  t.diagnostic(`${orders.length} lists`)
})

test('a record that opens a batch goes to the new partition', () => {
  const asked = []
  const draws = [4, -1, 2]
  const cache = new StickyCache()
  const draw = () => draws.shift()
  const hasRoom = (partition) => asked.push(partition) > 1
  // 4 draws partition 1, -1 draws it again, 2 another one.
  assert.equal(cache.place(3, hasRoom, { draw }), 2)
  assert.equal(cache.place(3, hasRoom, { draw }), 2)
  assert.deepEqual([asked, draws], [[1, 2], []])
})

test('without a draw of its own it draws at random', () => {
  const chosen = new Set()
  for (let i = 0; i < 400; i += 1) chosen.add(new StickyCache().partition(4))
  assert.deepEqual([...chosen].sort(), [0, 1, 2, 3])
  const cache = new StickyCache()
  for (let i = 0, prev = cache.partition(2); i < 100; i += 1, prev = 1 - prev) {
    assert.equal(cache.onNewBatch(prev, 2), 1 - prev)
  }
})

test('a function that throws leaves the sticky partition', () => {
  const cache = new StickyCache()
  assert.equal(cache.partition(6, { draw: () => 5 }), 5)
  const fails = () => {
    throw new Error('mine')
  }
  const mine = { message: 'mine' }
  assert.throws(() => cache.onNewBatch(5, 6, { draw: fails }), mine)
  assert.throws(() => cache.place(6, fails), mine)
  assert.throws(() => cache.place(6, () => false, { draw: fails }), mine)
  assert.throws(() => new StickyCache().place(6, assert.fail, { draw: fails }), mine)
  let draws = 0
  assert.throws(() => new StickyCache().partition(6, { draw: () => 0.5 + draws++ }), {
    code: 'key_range',
  })
  assert.equal(draws, 1)
  assert.equal(cache.partition(6, { draw: fails }), 5)
})

test('a partition that is listed twice and alone stays', () => {
  const cache = new StickyCache()
  assert.equal(cache.partition(3, { available: [1, 1] }), 1)
  assert.equal(cache.onNewBatch(1, 3, { available: [1, 1] }), 1)
})

test('a draw may use the same cache', () => {
  const cache = new StickyCache()
  const draw = () => 1 + cache.partition(3, { draw: () => 1 })
  assert.equal(cache.partition(3, { draw }), 2)
  assert.equal(cache.partition(3), 2)
})

test('a number out of its range is refused', () => {
  const id = 'available partition must be a whole number from 0 to 2, got'
  const draw = 'draw must be a whole number from -2147483648 to 2147483647, got'
  for (const [call, message] of [
    [
      () => new RoundRobin({ counter: -1 }),
      'counter must be a whole number from 0 to 4294967295, got -1',
    ],
    [() => new RoundRobin().partition(3, { available: [0, 3] }), `${id} 3`],
    [() => new StickyCache().partition(3, { available: [-1] }), `${id} -1`],
    [() => new StickyCache().partition(3, { draw: () => 2 ** 31 }), `${draw} 2147483648`],
    [() => new StickyCache().partition(3, { draw: Math.random }), draw],
    [
      () => new StickyCache().onNewBatch(-1, 3),
      'prev must be a whole number from 0 to 2147483647, got -1',
    ],
  ]) {
    assert.throws(call, (error) => {
      assert.deepEqual([error.constructor, error.code], [RangeError, 'key_range'])
      assert.ok(error.message.startsWith(message), error.message)
      return true
    })
  }
  const count = { name: 'RangeError', code: 'partition_count' }
  assert.throws(() => new RoundRobin().partition(0), count)
  assert.throws(() => new StickyCache().partition(), count)
})

test('a value of another type is refused', () => {
  const cache = new StickyCache()
  for (const [call, message] of [
    [() => new RoundRobin(5), 'options must be an object, got number'],
    [() => new RoundRobin({ counter: '5' }), 'counter must be a number, got string'],
    [() => new RoundRobin({ resetting: 1 }), 'resetting must be a boolean, got number'],
    [() => new StickyCache({ kafkaPython: 'yes' }), 'kafkaPython must be a boolean, got string'],
    [() => cache.partition(3, [0, 1]), 'options must be an object, got array'],
    [
      () => cache.partition(3, { available: 2 }),
      'available must be an array of numbers, got number',
    ],
    [
      () => cache.partition(3, { available: ['0'] }),
      'available partition must be a number, got string',
    ],
    [() => cache.partition(3, { draw: 5 }), 'draw must be a function, got number'],
    [() => new StickyCache().partition(3, { draw: () => 5n }), 'draw must be a number, got bigint'],
    [() => cache.onNewBatch(null, 3), 'prev must be a number, got null'],
    [() => cache.place(3), 'hasRoom must be a function, got undefined'],
    [() => cache.place(3, () => 1), "hasRoom's answer must be a boolean, got number"],
    [() => javaPartitionOrder(5, 3), 'topic must be a string, got number'],
    [
      () => javaPartitionOrder('a\ud800', 3),
      'topic must be text without lone surrogates, got "\\ud800" at index 1',
    ],
    [() => javaPartitionOrder('t', 3, '3'), 'total must be a number, got string'],
  ]) {
    assert.throws(call, (error) => {
      assert.deepEqual([error.constructor, error.code], [TypeError, 'key_type'])
      assert.equal(error.message, message)
      return true
    })
  }
})

test('a foreign object is a TypeError', () => {
  for (const foreign of [{}, null, Object.create(StickyCache.prototype)]) {
    assert.throws(() => StickyCache.prototype.partition.call(foreign, 3), TypeError)
    assert.throws(() => RoundRobin.prototype.partition.call(foreign, 3), TypeError)
  }
  assert.throws(() => RoundRobin(), TypeError)
})

test('a counter goes round', () => {
  const counter = 2 ** 32 - 1
  const masked = new RoundRobin({ counter })
  // 2^31-1 is what is left of the first without its sign bit; then it is 0.
  assert.deepEqual([1, 2, 3].map(() => masked.partition(5)), [2, 0, 1])
  const resetting = new RoundRobin({ counter: 4, resetting: true })
  assert.deepEqual([5, 5, 5, 1].map((n) => resetting.partition(n)), [4, 0, 1, 0])
})
