// The partitioner for kafkajs, inside the real kafkajs as far as that goes without a broker.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partition } from 'copartition'
import { createPartitioner } from 'copartition/kafkajs'
import { answers, releases } from './real_clients.mjs'

const RELEASES = releases('kafkajs')
const topic = 'orders'

test('it runs in two releases of kafkajs', () => {
  assert.deepEqual(
    RELEASES.map(([version]) => version),
    ['1.16.0', '2.2.4'],
  )
})

test('it places as each real client', (t) => {
  const topics = new Map()
  const hooks = new Map()
  let cases = 0
  for (const [source, key, n, wanted] of answers()) {
    // kafkajs lists the partitions of a topic, so n cannot be huge.
    if (n > 1000) continue
    if (!topics.has(n)) topics.set(n, metadata(n))
    if (!hooks.has(source)) hooks.set(source, createPartitioner(source, { unkeyed: 'error' })())
    const place = () =>
      hooks.get(source)({ topic, partitionMetadata: topics.get(n), message: { key } })
    assert.equal(placed(place), wanted, `${source} key ${key?.toString('hex')} n ${n}`)
    cases += 1
  }
  assert.ok(cases >= 40_000, `only ${cases} placements`)
  t.diagnostic(`${cases} placements by ${hooks.size} partitioners`)
})

for (const [version, require] of RELEASES) {
  test(`kafkajs ${version} sends each key where its bytes belong`, async () => {
    const keys = [
      'user-3',
      '',
      'schlüssel',
      '\ud800',
      'a\0b',
      Buffer.from('user-3'),
      Buffer.alloc(0),
    ]
    const others = [new Uint8Array([49, 50]), 42, 1n, true, ['a', 'b'], new String('user-3'), {}]
    for (const rule of ['java', 'librdkafka', 'sarama:hash', 'kafkajs@1']) {
      const createdBy = createPartitioner(rule, { unkeyed: 'sticky' })
      const { producer, sent } = await connected(require, { createPartitioner: createdBy }, 7)
      for (const key of [...keys, ...others]) {
        await producer.send({ topic, messages: [{ key, value: 'v' }] })
        const [record] = sent.splice(0)
        const bytes = keyAsSent(require, key)
        const wanted = partition(bytes, 7, rule)
        // librdkafka leaves an empty key unkeyed.
        if (wanted !== null) assert.equal(record.partition, wanted, `${rule} ${String(key)}`)
        else assert.equal(bytes.length, 0)
      }
    }
  })

  test(`kafkajs ${version} sends keyless records in turns, as its own partitioner`, (t) => {
    // Both start at the same record: kafkajs counts up before it uses its draw.
    t.mock.method(Math, 'random', () => 0)
    t.mock.method(globalThis.crypto, 'getRandomValues', (bytes) => bytes.fill(0xff))
    const own = require('kafkajs').Partitioners.DefaultPartitioner()
    const hook = createPartitioner('sarama:hash')()
    const told = [[], [], [2], [], [0, 1], [0, 1], [0, 1, 2, 3], [], [3], [3], [3], [], []]
    for (let round = 0; round < 3; round += 1) {
      for (const lost of told) {
        for (const name of ['a', 'b']) {
          const record = {
            topic: name,
            partitionMetadata: metadata(4, lost),
            message: { key: null },
          }
          assert.equal(hook(record), own(record))
        }
      }
    }
  })

  test(`kafkajs ${version} rejects what it would drop`, async () => {
    const { producer, sent } = await connected(
      require,
      { createPartitioner: createPartitioner() },
      6,
    )
    for (const [given, code, message] of [
      [6, 'key_range', 'partition must be a whole number from 0 to 5, got 6'],
      [-1, 'key_range', 'partition must be a whole number from 0 to 5, got -1'],
      [1.5, 'key_range', 'partition must be a whole number from 0 to 5, got 1.5'],
      ['3', 'key_type', 'partition must be a number, got string'],
    ]) {
      const sending = producer.send({
        topic,
        messages: [{ key: 'a', value: 'v', partition: given }],
      })
      await assert.rejects(sending, { code, message })
    }
    assert.deepEqual(sent, [])
    await producer.send({ topic, messages: [{ key: 'user-3', value: 'v', partition: 0 }] })
    assert.deepEqual(
      sent.map(({ partition }) => partition),
      [0],
    )
  })

  test(`kafkajs ${version} rejects keyless records when unkeyed is error`, async () => {
    const createdBy = createPartitioner('java', { unkeyed: 'error' })
    const { producer, sent } = await connected(require, { createPartitioner: createdBy }, 6)
    const sending = producer.send({ topic, messages: [{ value: 'v' }] })
    const message = 'java leaves a record without a key unkeyed, and unkeyed is error'
    await assert.rejects(sending, { code: 'unkeyed', message })
    assert.deepEqual(sent, [])
  })

  test(`kafkajs ${version} takes it with a call too many or too few`, async () => {
    for (const createdBy of [createPartitioner, createPartitioner('java')()]) {
      const { producer, sent } = await connected(require, { createPartitioner: createdBy }, 6)
      await producer.send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
      assert.deepEqual(
        sent.map(({ partition }) => partition),
        [5],
      )
    }
  })
}

test('partitions are ids, whatever their order', () => {
  const hook = createPartitioner('java')()
  const partitionMetadata = metadata(6).reverse()
  for (const [n, wanted] of [2, 2, 5, 1, 4, 5].entries()) {
    assert.equal(hook({ topic, partitionMetadata, message: { key: `user-${n + 1}` } }), wanted)
  }
})

test('metadata that does not name every partition is refused', () => {
  const hook = createPartitioner('java')()
  for (const ids of [
    [1, 2, 3],
    [0, 1, 3],
    [0, 0, 1],
  ]) {
    const partitionMetadata = ids.map((partitionId) => ({ partitionId, leader: 1 }))
    for (const message of [{ key: 'a' }, { key: null }, { key: 'a', partition: 1 }]) {
      assert.throws(() => hook({ topic, partitionMetadata, message }), {
        code: 'count_unknown',
        message:
          'the partition count of topic "orders" is not known yet: its metadata does not name ' +
          'every partition, ask for it again',
      })
    }
  }
})

test('a keyed record goes to its partition when that has no leader', () => {
  const hook = createPartitioner('java')()
  const record = { topic, partitionMetadata: metadata(6, [5]), message: { key: 'user-3' } }
  assert.equal(hook(record), 5)
})

test('round robin and sticky keep to partitions with a leader, each topic for itself', (t) => {
  const turns = createPartitioner('java', { unkeyed: 'round_robin' })()
  const next = (hook, topic, lost = []) =>
    hook({ topic, partitionMetadata: metadata(6, lost), message: {} })
  const seen = Array.from({ length: 12 }, () => [next(turns, 'a', [2]), next(turns, 'b')])
  assert.deepEqual(new Set(seen.map(([a]) => a)), new Set([0, 1, 3, 4, 5]))
  assert.deepEqual(new Set(seen.map(([, b]) => b)), new Set([0, 1, 2, 3, 4, 5]))

  let now = 1_000
  t.mock.method(Date, 'now', () => now)
  const sticky = createPartitioner('java', { unkeyed: 'sticky' })()
  const kept = next(sticky, 'a')
  for (now = 1_001; now < 1_010; now += 1) assert.equal(next(sticky, 'a'), kept)
  assert.notEqual(next(sticky, 'a', [kept]), kept)
  const drawn = new Set()
  for (let i = 0; i < 200; i += 1, now += 10) drawn.add(next(sticky, 'a'))
  assert.equal(drawn.size, 6)
})

test('each producer has a state of its own', (t) => {
  t.mock.method(Math, 'random', () => 0)
  const create = createPartitioner('java')
  const [one, other] = [create(), create()]
  const next = (hook) => hook({ topic, partitionMetadata: metadata(6), message: {} })
  assert.deepEqual([next(one), next(one), next(other), next(one)], [0, 1, 0, 2])
})

test('a name or an option that is wrong is refused at once', () => {
  for (const [arguments_, kind, code, message] of [
    [['jav'], RangeError, 'unknown_partitioner', /^unknown partitioner "jav", nearest names: java/],
    [[5], TypeError, 'unknown_partitioner', /^partitioner must be a string, got number$/],
    [
      ['java', { unkeyed: 'random' }],
      RangeError,
      'unknown_unkeyed',
      /^unkeyed must be client, round_robin, sticky or error, got "random"$/,
    ],
    [
      ['java', { unkeyed: 1 }],
      TypeError,
      'unknown_unkeyed',
      /^unkeyed must be a string, got number$/,
    ],
    [
      ['java', { unkeyd: 'sticky' }],
      TypeError,
      'key_type',
      /^options must be an object of unkeyed, got one with "unkeyd"$/,
    ],
    [['java', 'sticky'], TypeError, 'key_type', /^options must be an object, got string$/],
    [['java', null], TypeError, 'key_type', /^options must be an object, got null$/],
  ]) {
    assert.throws(
      () => createPartitioner(...arguments_),
      (error) => {
        assert.equal(error.constructor, kind)
        assert.equal(error.code, code)
        assert.match(error.message, message)
        return true
      },
    )
  }
})

function metadata(n, lost = []) {
  const leader = (id) => (lost.includes(id) ? -1 : 1)
  return Array.from({ length: n }, (_, partitionId) => ({
    partitionId,
    leader: leader(partitionId),
  }))
}

function placed(call) {
  try {
    return call()
  } catch (error) {
    if (error.code === 'unkeyed') return null
    if (error.code === 'refused') return 'refused'
    throw error
  }
}

/** A connected producer of the real client; the records that reach its broker are in `sent`. */
async function connected(require, options, partitions) {
  const sent = []
  const partitionMetadata = metadata(partitions)
  const broker = {
    nodeId: 1,
    produce: async ({ topicData }) => {
      for (const { topic, partitions } of topicData) {
        for (const { partition, messages } of partitions) {
          sent.push(...messages.map((message) => ({ ...message, topic, partition })))
        }
      }
      return { topics: [] }
    },
  }
  const cluster = {
    retry: {},
    connect: async () => {},
    isConnected: () => true,
    addMultipleTargetTopics: async () => {},
    refreshMetadata: async () => {},
    refreshMetadataIfNecessary: async () => {},
    findTopicPartitionMetadata: () => partitionMetadata,
    // Like kafkajs, which drops what is no partition.
    findLeaderForPartitions: (_, ids) => ({ 1: ids.map(Number).filter((id) => id < partitions) }),
    findBroker: async () => broker,
  }
  const silent = { debug() {}, info() {}, warn() {}, error() {}, namespace: () => silent }
  const retry = { retries: 0 }
  const producer = require('kafkajs/src/producer')({ cluster, logger: silent, retry, ...options })
  await producer.connect()
  return { producer, sent }
}

function keyAsSent(require, key) {
  const Encoder = require('kafkajs/src/protocol/encoder')
  const Decoder = require('kafkajs/src/protocol/decoder')
  return new Decoder(new Encoder().writeVarIntBytes(key).buffer).readVarIntBytes()
}
