// The wrapper for @confluentinc/kafka-javascript, around a producer that records what it is given.
// `librdkafka_clients.mjs` has the real ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { partition } from 'copartition'
import { partitioned } from 'copartition/confluent'

const topic = 'orders'

test('each record gets its partition, and messages and options are as they were', async () => {
  for (const rule of ['java', 'librdkafka', 'sarama:hash', 'kafkajs@1']) {
    const own = new Recording(7)
    const producer = partitioned(own, rule)
    const keys = ['user-3', 'schlüssel', '\ud800', Buffer.from([0, 255]), new Int8Array([65]), 42]
    const messages = keys.map((key) => Object.freeze({ key, value: 'v', headers: { a: 'b' } }))
    await producer.send(Object.freeze({ topic, messages: Object.freeze(messages) }))
    const bytes = ['user-3', 'schlüssel', '\ufffd', Buffer.from([0, 255]), 'A', '42']
    const wanted = keys.map((key, at) => {
      return { key, value: 'v', headers: { a: 'b' }, partition: partition(bytes[at], 7, rule) }
    })
    assert.deepEqual(own.sent, [{ topic, messages: wanted }])
  }
})

test('a batch and what is only like an array are placed, too', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  const message = { key: 'user-3', value: 'v' }
  await producer.send({ topic, messages: { length: 1, 0: message } })
  await producer.sendBatch({ topicMessages: [{ topic, messages: [message, message] }], more: 1 })
  assert.deepEqual(own.partitions(), [5, 5, 5])
})

test('an admin client that could not connect is not the last', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  const admin = own.dependentAdmin()
  own.dependentAdmin = () => ({ ...admin, connect: () => Promise.reject(new Error('away')) })
  await assert.rejects(producer.send({ topic, messages: [{ key: 'user-3', value: 'v' }] }), /away/)
  own.dependentAdmin = () => admin
  await producer.send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
  assert.deepEqual(own.partitions(), [5])
})

test('a partition that is named is kept, and no count is asked for', async () => {
  const own = new Recording(6)
  await partitioned(own, 'java').send({
    topic,
    messages: [
      { key: 'user-3', value: 'v', partition: 0 },
      { key: 'user-3', value: 'v', partition: 99 },
    ],
  })
  assert.deepEqual(own.partitions(), [0, 99])
  assert.equal(own.asked, 0)
})

test('a record without a key is left to the client, and an unkeyed key is drawn', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'librdkafka')
  // The client makes no key of an empty buffer, and an empty key of an empty string.
  const keyless = [{ value: 'v' }, { key: null, value: 'v' }, { key: Buffer.alloc(0), value: 'v' }]
  await producer.send({ topic, messages: keyless })
  assert.deepEqual(own.partitions(), [undefined, undefined, undefined])
  assert.equal(own.asked, 0)
  const empty = Array.from({ length: 200 }, () => ({ key: '', value: 'v' }))
  await producer.send({ topic, messages: empty })
  const drawn = own.partitions().slice(3)
  assert.deepEqual(new Set(drawn), new Set([0, 1, 2, 3, 4, 5]))
  assert.notDeepEqual(
    drawn,
    drawn.map((_, at) => (drawn[0] + at) % 6),
  )
})

test('an empty part of a buffer is sent as an empty key, and an empty buffer as none', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  const buffer = Buffer.from('abc')
  const parts = [buffer.subarray(0, 0), new Uint16Array(buffer.buffer, 0, 0)]
  const wholes = [Buffer.alloc(0), Buffer.from(''), Buffer.allocUnsafe(0), Buffer.concat([])]
  const messages = [...parts, ...wholes, new Uint8Array()].map((key) => ({ key, value: 'v' }))
  await producer.send({ topic, messages })
  const empty = partition('', 6)
  assert.deepEqual(own.partitions(), [empty, empty, ...Array(5).fill(undefined)])
})

test('a record without a key is hashed where the partitioner does', async () => {
  const own = new Recording(6)
  await partitioned(own, 'librdkafka:murmur2').send({ topic, messages: [{ value: 'v' }] })
  assert.deepEqual(own.partitions(), [partition(null, 6, 'librdkafka:murmur2')])
})

test('round robin, sticky and error place records without a key', async () => {
  const send = async (unkeyed) => {
    const own = new Recording(6)
    const messages = Array.from({ length: 12 }, () => ({ value: 'v' }))
    await partitioned(own, 'java', { unkeyed }).send({ topic, messages })
    return own.partitions()
  }
  const turns = await send('round_robin')
  assert.deepEqual(
    turns,
    turns.map((_, at) => (turns[0] + at) % 6),
  )
  const sticky = await send('sticky')
  assert.ok(new Set(sticky).size <= 2 && sticky[0] >= 0 && sticky[0] < 6)
  await assert.rejects(send('error'), { code: 'unkeyed' })
})

test('records wait for the count in the order in which they were sent', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  const sends = []
  const kinds = [{ key: 'user-3' }, { key: 'user-3', partition: 5 }, { partition: 5 }, {}]
  for (let at = 0; at < 50; at += 1) {
    const messages = [{ ...kinds[at % 4], value: `${at}` }]
    const batch = { topicMessages: [{ topic, messages }], more: 1 }
    sends.push(at % 3 === 0 ? producer.sendBatch(batch) : producer.send({ topic, messages }))
    messages[0].key = 'changed'
    if (at % 7 === 6) await Promise.resolve()
    if (at === 30) await own.answered
  }
  await Promise.all(sends)
  const values = own.sent.map(({ messages: [{ value }] }) => Number(value))
  assert.deepEqual(
    values,
    values.map((_, at) => at),
  )
  assert.deepEqual(
    own.sent.map(({ messages: [{ key, partition }] }) => [key, partition]),
    values.map((_, at) => [at % 4 < 2 ? 'user-3' : undefined, at % 4 < 3 ? 5 : undefined]),
  )
  assert.equal(own.asked, 1)
})

test('a record that fails lets those behind it pass, and other topics do not wait', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  own.fails = Object.assign(new Error('Topic authorization failed'), { code: 29 })
  const refused = producer.send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
  const behind = producer.send({ topic, messages: [{ value: 'v', partition: 1 }] })
  producer.send({ topic: 'other', messages: [{ value: 'v', partition: 2 }] })
  assert.deepEqual(own.partitions(), [2])
  await assert.rejects(refused, { code: 29 })
  await behind
  assert.deepEqual(own.partitions(), [2, 1])
})

test('with the count known the client has a record before send returns', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  const messages = [{ key: 'user-3', value: 'v' }]
  await producer.send({ topic, messages })
  const sends = [
    producer.send({ topic, messages }),
    producer.sendBatch({ topicMessages: [{ topic, messages }], more: 1 }),
  ]
  assert.deepEqual(own.partitions(), [5, 5, 5])
  await Promise.all(sends)
})

test('what is done with the records before waits until they are handed over', async () => {
  for (const name of ['flush', 'commit', 'abort', 'disconnect', 'sendOffsets', 'transaction']) {
    const own = new Recording(6)
    const log = []
    own[name] = async (...given) => {
      log.push(own.sent.length)
      return given
    }
    const producer = partitioned(own, 'java')
    const sends = ['orders', 'refunds', 'orders', 'refunds', 'orders'].map((to) =>
      producer.send({ topic: to, messages: [{ key: 'user-3', value: 'v' }] }),
    )
    assert.deepEqual(await producer[name]({ timeout: 5_000 }), [{ timeout: 5_000 }])
    await Promise.all(sends)
    const more = producer.send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
    const done = producer[name]()
    assert.deepEqual(log, [5, 6], `${name} is called at once when nothing waits`)
    await Promise.all([more, done])

    own.fails = Object.assign(new Error('Topic authorization failed'), { code: 29 })
    const refused = producer.send({ topic: 'none', messages: [{ key: 'user-3', value: 'v' }] })
    refused.catch(() => {})
    assert.deepEqual(await producer[name](), [])
    await assert.rejects(refused, { code: 29 })
  }
})

test('a message may be of a class, as far as the client reads its fields', async () => {
  class Event {
    get key() {
      return 'user-3'
    }
    get value() {
      return 'paid'
    }
    get headers() {
      return { a: 'b' }
    }
    get partition() {
      return 1
    }
  }
  const own = new Recording(6)
  await partitioned(own, 'java').send({ topic, messages: [new Event()] })
  const [{ key, value, headers, partition }] = own.sent[0].messages
  assert.deepEqual([key, value, headers, partition], ['user-3', 'paid', { a: 'b' }, 5])
})

test('the count is asked for again after the interval, the old one serves meanwhile', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const own = new Recording(6)
  const producer = partitioned(own, 'java', { refreshInterval: 1_000 })
  const send = () => producer.send({ topic, messages: [{ key: 'user-2', value: 'v' }] })
  await send()
  own.count = 8
  now = 999
  await send()
  assert.equal(own.asked, 1)
  now = 1_000
  await send()
  await setTimeout(20)
  await send()
  assert.equal(own.asked, 2)
  const [under6, under8] = [6, 8].map((n) => partition('user-2', n))
  assert.notEqual(under6, under8)
  assert.deepEqual(own.partitions(), [under6, under6, under6, under8])

  own.fails = new Error('no broker answers')
  now = 5_000
  await send()
  await send()
  assert.deepEqual(own.partitions().slice(4), [under8, under8])
  assert.equal(own.asked, 3)
})

test('an unknown partition is reason to ask for the count again', async () => {
  const own = new Recording(8)
  const producer = partitioned(own, 'java')
  const send = () => producer.send({ topic, messages: [{ key: 'user-2', value: 'v' }] })
  await send()
  own.count = 6
  own.rejects = Object.assign(new Error('Local: Unknown partition'), { code: -190 })
  await assert.rejects(send(), { code: -190 })
  own.rejects = undefined
  await setTimeout(20)
  await send()
  assert.equal(own.partitions().at(-1), partition('user-2', 6))
})

test('without a count the reason is the client’s own, and the next record asks again', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  const send = () => producer.send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
  own.fails = Object.assign(new Error('Topic authorization failed'), { code: 29 })
  await assert.rejects(send(), { code: 29 })
  own.fails = undefined
  await send()
  assert.deepEqual(own.partitions(), [5])
})

test('a topic that its first record creates is waited for, and so are brokers', async () => {
  for (const code of [3, 5, -185, -195]) {
    const own = new Recording(6)
    own.fails = Object.assign(new Error('not yet'), { code })
    const sent = partitioned(own, 'java').send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
    await setTimeout(20)
    own.fails = undefined
    await sent
    assert.deepEqual(own.partitions(), [5])
  }
})

test('another error does not use up the time for which a topic is waited for', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  const send = () => producer.send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
  own.fails = Object.assign(new Error('Topic authorization failed'), { code: 29 })
  await assert.rejects(send(), { code: 29 })
  now = 40_000
  own.fails = Object.assign(new Error('Unknown topic or partition'), { code: 3 })
  const sent = send()
  await setTimeout(20)
  own.fails = undefined
  await sent
  assert.deepEqual(own.partitions(), [5])
})

test('a topic that is not there is asked for as its first record would', async () => {
  const own = new Recording(6)
  own.fails = Object.assign(new Error('Unknown topic or partition'), { code: 3 })
  own._getInternalClient = () => ({
    getMetadata: ({ topic: name }) => {
      assert.equal(name, topic)
      own.fails = undefined
    },
  })
  await partitioned(own, 'java').send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
  assert.deepEqual(own.partitions(), [5])
})

test('what the client refuses it refuses itself', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  for (const given of [null, undefined, {}, { topic }]) {
    await assert.rejects(producer.send(given), { message: 'refused by the client' })
    await assert.rejects(producer.sendBatch(given), { message: 'refused by the client' })
  }
  const batch = { acks: 1, topicMessages: [{ topic, messages: [] }] }
  await assert.rejects(producer.sendBatch(batch), { message: 'refused by the client' })
  assert.deepEqual(await producer.sendBatch({ topicMessages: [] }), [])
})

test('everything else is the producer’s own', async () => {
  const own = new Recording(6)
  const producer = partitioned(own, 'java')
  assert.ok(producer instanceof Recording)
  assert.equal(producer.constructor, Recording)
  assert.equal(producer.isActive(), false)
  assert.equal(producer.name, 'own')
  const transaction = await producer.transaction()
  assert.equal(transaction, producer)
  assert.equal(producer.isActive(), true)
  await transaction.send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
  assert.deepEqual(own.partitions(), [5])
})

test('what is wrong is refused at once', () => {
  const own = new Recording(6)
  for (const [arguments_, code, message] of [
    [[own, 'jav'], 'unknown_partitioner', /^unknown partitioner "jav"/],
    [[own, 'java', { unkeyed: 'random' }], 'unknown_unkeyed', /got "random"$/],
    [
      [own, 'java', { refresh: 1 }],
      'key_type',
      /^options must be an object of unkeyed and refreshInterval, got one with "refresh"$/,
    ],
    [
      [own, 'java', { refreshInterval: 0 }],
      'key_range',
      /^refreshInterval must be a whole number from 1 to 2147483647, got 0$/,
    ],
    [
      [own, 'java', { refreshInterval: '1' }],
      'key_type',
      /^refreshInterval must be a number, got string$/,
    ],
    [
      ['java'],
      'key_type',
      /^producer must be a KafkaJS-style producer of @confluentinc\/kafka-javascript, got string$/,
    ],
    [[{ produce() {} }], 'key_type', /got object$/],
    [[], 'key_type', /got undefined$/],
  ]) {
    assert.throws(
      () => partitioned(...arguments_),
      (error) => {
        assert.equal(error.code, code)
        assert.match(error.message, message)
        return true
      },
    )
  }
})

/** A producer as the client's is: with private fields, and keeping what it is given. */
class Recording {
  #active = false
  name = 'own'
  sent = []
  asked = 0
  fails
  rejects

  constructor(count) {
    this.count = count
  }

  partitions() {
    return this.sent.flatMap(({ messages }) => messages.map(({ partition }) => partition))
  }

  isActive() {
    return this.#active
  }

  async transaction() {
    this.#active = true
    return this
  }

  async send(options) {
    if (!options?.messages || 'acks' in options) throw new Error('refused by the client')
    if (options.messages.length === 0) return []
    if (this.rejects) throw this.rejects
    this.sent.push(options)
    return [{ topicName: options.topic }]
  }

  async sendBatch(options) {
    if (!options?.topicMessages || 'acks' in options) throw new Error('refused by the client')
    return (await Promise.all(options.topicMessages.map((each) => this.send(each)))).flat()
  }

  dependentAdmin() {
    return {
      connect: async () => {},
      fetchTopicMetadata: ({ topics: [name] }) => {
        this.asked += 1
        const { count, fails } = this
        this.answered = setTimeout(5).then(() => {
          if (fails) throw fails
          return [{ name, partitions: Array(count).fill({}) }]
        })
        return this.answered
      },
    }
  }
}
