// The wrapper for node-rdkafka, around a producer that records what it is given.
// `librdkafka_clients.mjs` has the real ones.

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { partition } from 'copartition'
import { partitioned } from 'copartition/node-rdkafka'

const topic = 'orders'
const value = Buffer.from('v')

test('each record gets its partition, by the bytes that the client sends', async () => {
  for (const rule of ['java', 'librdkafka', 'sarama:hash', 'kafkajs@1']) {
    const [own, producer] = await counted(7, rule)
    // The client cuts text at a NUL, and takes any view for its bytes.
    const keys = [
      'user-3',
      'schlüssel',
      '\ud800',
      'a\0b',
      Buffer.from('a\0b'),
      new Int8Array([65]),
      42,
    ]
    const bytes = ['user-3', 'schlüssel', '\ufffd', 'a', 'a\0b', 'A', '42']
    for (const given of [null, undefined, -1]) {
      for (const key of keys)
        assert.equal(producer.produce(topic, given, value, key, 7, 'opaque'), true)
    }
    assert.deepEqual(
      own.partitions(),
      [1, 2, 3].flatMap(() => bytes.map((key) => partition(key, 7, rule))),
    )
    assert.deepEqual(own.sent[0], [
      topic,
      partition('user-3', 7, rule),
      value,
      'user-3',
      7,
      'opaque',
    ])
  }
})

test('a count that is not known is asked for first', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  assert.throws(() => producer.produce(topic, null, value, 'user-3'), {
    code: 'count_unknown',
    message:
      'the partition count of topic "orders" is not known yet: ' +
      'await producer.fetchPartitionCount("orders") first',
  })
  assert.equal(await producer.fetchPartitionCount(topic), 6)
  producer.produce(topic, null, value, 'user-3')
  assert.deepEqual(own.partitions(), [5])
})

test('a topic that is not there is waited for, and has no count', async (t) => {
  const [own, producer] = await counted(6)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  // Each answer takes a second.
  t.mock.method(performance, 'now', () => 1000 * own.asked)
  let isOver = false
  const refused = assert
    .rejects(producer.fetchPartitionCount('none'), {
      code: 'count_unknown',
      message:
        'the partition count of topic "none" is not known yet: ' +
        'the brokers have no such topic yet, or none that this client may see',
    })
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    await setTimeout(1)
    t.mock.timers.tick(100)
  }
  await refused
  assert.equal(own.asked, 1 + 1 + 30, 'for 30 seconds, however many answers that are')
})

test('a topic that is being created is waited for until it has partitions', async () => {
  const own = new Recording(0)
  const counted = partitioned(own, 'java').fetchPartitionCount(topic)
  await setTimeout(20)
  own.count = 6
  assert.equal(await counted, 6)
  assert.equal(own.asked, 2)
})

test('a partition that is named is kept, and a record without a key is left to the client', () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  producer.produce(topic, 0, value, 'user-3')
  producer.produce(topic, 99, value, 'user-3')
  producer.produce(topic, null, value)
  producer.produce(topic, null, value, null)
  producer.produce(topic, undefined, value, Buffer.alloc(0))
  assert.deepEqual(own.partitions(), [0, 99, -1, -1, -1])
  own.defaultPartition = 4
  producer.produce(topic, null, value, 'user-3')
  assert.equal(own.partitions().at(-1), 4)
  assert.equal(own.asked, 0)
})

test('an empty part of a buffer is sent as an empty key, and an empty buffer as none', async () => {
  const [own, producer] = await counted(6)
  for (const key of [Buffer.from('abc').subarray(0, 0), Buffer.from(''), Buffer.concat([])])
    producer.produce(topic, null, value, key)
  assert.deepEqual(own.partitions(), [partition('', 6), -1, -1])
})

test('an unkeyed key is drawn; round robin, sticky and error place records without one', async () => {
  const send = async (key, rule, unkeyed) => {
    const [own, producer] = await counted(6, rule, { unkeyed })
    for (let at = 0; at < 200; at += 1) producer.produce(topic, null, value, key)
    return own.partitions()
  }
  assert.equal(new Set(await send('', 'librdkafka')).size, 6)
  assert.equal(new Set(await send('a', 'java:round_robin')).size, 6)
  const turns = await send(null, 'java', 'round_robin')
  assert.deepEqual(
    turns,
    turns.map((_, at) => (turns[0] + at) % 6),
  )
  const sticky = await send(null, 'java', 'sticky')
  assert.ok(sticky.filter((at, before) => at !== sticky[before - 1]).length < 20)
  await assert.rejects(send(null, 'java', 'error'), { code: 'unkeyed' })
})

test('the count is asked for again after the interval, the old one serves meanwhile', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const [own, producer] = await counted(6, 'java', { refreshInterval: 1_000 })
  const send = () => producer.produce(topic, null, value, 'user-2')
  own.count = 8
  now = 999
  send()
  assert.equal(own.asked, 1)
  now = 1_000
  send()
  await setTimeout(20)
  send()
  assert.equal(own.asked, 2)
  const [under6, under8] = [6, 8].map((n) => partition('user-2', n))
  assert.notEqual(under6, under8)
  assert.deepEqual(own.partitions(), [under6, under6, under8])

  own.fails = new Error('no broker answers')
  now = 5_000
  send()
  await setTimeout(20)
  send()
  assert.deepEqual(own.partitions().slice(3), [under8, under8])
  assert.equal(own.asked, 3)
  await assert.rejects(producer.fetchPartitionCount(topic), { message: 'no broker answers' })
})

test('an unknown partition is reason to ask for the count again', async () => {
  const [own, producer] = await counted(8)
  own.count = 6
  own.throws = Object.assign(new Error('Local: Unknown partition'), { code: -190 })
  assert.throws(() => producer.produce(topic, null, value, 'user-2'), { code: -190 })
  own.throws = undefined
  await setTimeout(20)
  producer.produce(topic, null, value, 'user-2')
  assert.equal(own.partitions().at(-1), partition('user-2', 6))
})

test('the key of a HighLevelProducer is placed as it was serialized', async () => {
  const own = new HighLevel(6)
  const producer = partitioned(own, 'java')
  await producer.fetchPartitionCount(topic)
  own.serialize = (key) => `user-${key}`
  const done = []
  for (const key of [1, 2, 3, 4, 5, 6])
    producer.produce(topic, null, value, key, null, (e) => done.push(e))
  await setTimeout(5)
  assert.deepEqual(own.partitions(), [2, 2, 5, 1, 4, 5])
  producer.produce('none', null, value, 1, null, (error) => done.push(error.code))
  await setTimeout(5)
  assert.deepEqual(done, [null, null, null, null, null, null, 'count_unknown'])
})

test('what the client refuses it refuses itself, and everything else is its own', async () => {
  const [own, producer] = await counted(6)
  assert.throws(() => producer.produce({}, null, value, 'a'), {
    message: '"topic" must be a string',
  })
  own.connected = false
  assert.throws(() => producer.produce('x', null, value, 'a'), {
    message: 'Producer not connected',
  })
  assert.ok(producer instanceof Recording)
  const heard = []
  assert.equal(
    producer.on('delivery-report', (at) => heard.push(at)),
    producer,
  )
  own.emit('delivery-report', 1)
  producer.name = 'changed'
  assert.deepEqual([heard, own.name], [[1], 'changed'])
})

test('what is wrong is refused at once', () => {
  const own = new Recording(6)
  assert.throws(() => partitioned(own, 'jav'), { code: 'unknown_partitioner' })
  assert.throws(() => partitioned(own, 'java', { unkeyed: 'random' }), { code: 'unknown_unkeyed' })
  assert.throws(() => partitioned(own, 'java', { refreshInterval: 1.5 }), { code: 'key_range' })
  assert.throws(() => partitioned('java'), {
    code: 'key_type',
    message: 'producer must be a Producer or HighLevelProducer of node-rdkafka, got string',
  })
})

/** A producer as the client's is, keeping what it is given. */
class Recording extends EventEmitter {
  name = 'own'
  defaultPartition = -1
  connected = true
  sent = []
  asked = 0

  constructor(count) {
    super()
    this.count = count
  }

  partitions() {
    return this.sent.map(([, partition]) => partition)
  }

  isConnected() {
    return this.connected
  }

  produce(...record) {
    if (!this.connected) throw new Error('Producer not connected')
    if (typeof record[0] !== 'string') throw new TypeError('"topic" must be a string')
    if (this.throws) throw this.throws
    this.sent.push(record)
    return true
  }

  getMetadata({ topic: asked }, callback) {
    this.asked += 1
    const { count, fails } = this
    const partitions = asked === topic ? Array(count).fill({}) : []
    setTimeout(5).then(() => callback(fails ?? null, { topics: [{ name: asked, partitions }] }))
  }
}

/** As node-rdkafka's, which keeps the method that it replaces, and serializes before it. */
class HighLevel extends Recording {
  constructor(count) {
    super(count)
    this._oldProduce = this.produce
    this.produce = this._modifiedProduce
  }

  _modifiedProduce(topic, partition, message, key, timestamp, callback) {
    Promise.resolve(this.serialize(key)).then((key) => {
      try {
        this._oldProduce(topic, partition, message, key, timestamp, {})
        callback(null)
      } catch (error) {
        callback(error)
      }
    })
  }
}

async function counted(count, rule = 'java', options = undefined) {
  const own = new Recording(count)
  const producer = partitioned(own, rule, options)
  await producer.fetchPartitionCount(topic)
  return [own, producer]
}
