// The wrappers around the real clients on librdkafka, which produce to its mock cluster. They take
// minutes to build, so only `cargo xtask test --only node --all` runs this.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { partition } from 'copartition'
import { partitioned as partitionedKafkaJS } from 'copartition/confluent'
import { partitioned } from 'copartition/node-rdkafka'
import { releases } from './real_clients.mjs'

const { startMockCluster } = await import(pathToFileURL(process.env.COPARTITION_MOCK_CLUSTER))
const RULES = ['java', 'librdkafka', 'sarama:hash', 'kafkajs@1', 'platformatic']
const KEYS = [
  'user-3',
  'schlüssel',
  '\ud800',
  'a\0b',
  Buffer.from('a\0b'),
  new Int8Array([65]),
  42,
  '',
  Buffer.from('abc').subarray(0, 0),
  Buffer.alloc(0),
  Buffer.from(''),
  null,
  undefined,
]
const TEXTS = ['user-3', 'schlüssel', '\ufffd', 'a', 'a\0b', 'A', '42', '', '']
const SENT = [...TEXTS, null, null, null, null]
const value = Buffer.from('v')
const N = 7
const topic = `t${N}`
let cases = 0

for (const client of ['node-rdkafka', '@confluentinc/kafka-javascript']) {
  const [[version, require]] = releases(client)
  const rdkafka = require(client)
  const cluster = await startMockCluster(library(require, client), [N])
  const settings = { 'bootstrap.servers': cluster, dr_cb: true }

  for (const rule of RULES) {
    test(`${client} ${version} places as ${rule}`, async () => {
      const producer = partitioned(new rdkafka.Producer(settings), rule)
      producer.setPollInterval(5)
      producer.connect()
      await once(producer, 'ready')
      assert.equal(await producer.fetchPartitionCount(topic), N)
      const reports = await reported(producer, KEYS.length, () => {
        for (const [at, key] of KEYS.entries()) producer.produce(topic, null, value, key, null, at)
      })
      for (const { opaque, partition: at, key } of reports) {
        assert.equal(key?.toString() ?? null, SENT[opaque])
        holds(rule, key, at)
      }
      const [named] = await reported(producer, 1, () =>
        producer.produce(topic, 6, value, 'user-3', null, 0),
      )
      assert.equal(named.partition, 6)
      assert.throws(() => producer.produce(topic, N, value, 'user-3'), { code: -190 })
      await new Promise((resolve) => producer.disconnect(resolve))
    })
  }

  test(`the HighLevelProducer of ${client} ${version} places what it has serialized`, async () => {
    const own = new rdkafka.HighLevelProducer(settings)
    const producer = partitioned(own, 'sarama:hash')
    const reports = []
    producer.on('delivery-report', (error, report) => reports.push(report))
    producer.connect()
    await once(producer, 'ready')
    await producer.fetchPartitionCount(topic)
    for (const serializer of [
      (key) => `user-${key}`,
      (key) => Promise.resolve(Buffer.from(`user-${key}`)),
      // One that is done at once makes the client produce twice.
      (key, done) => setImmediate(done, null, `user-${key}`),
    ]) {
      producer.setKeySerializer(serializer)
      for (const key of [1, 2, 3, 4, 5, 6]) {
        await new Promise((resolve, reject) => {
          producer.produce(topic, null, value, key, null, (error, at) =>
            error ? reject(error) : resolve(at),
          )
        })
      }
    }
    assert.equal(reports.length, 18)
    for (const { key, partition: at } of reports) holds('sarama:hash', key, at)
    const unknown = new Promise((resolve) =>
      producer.produce('other', null, value, 1, null, resolve),
    )
    assert.equal((await unknown).code, 'count_unknown')
    await new Promise((resolve) => producer.disconnect(resolve))
  })

  const { KafkaJS } = rdkafka
  for (const rule of KafkaJS === undefined ? [] : RULES) {
    test(`the KafkaJS-style producer of ${client} ${version} places as ${rule}`, async () => {
      const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': cluster, log_level: 3 })
      const own = kafka.producer()
      // The mock cluster does not describe topics; the broker suite asks a real one.
      own.dependentAdmin = () => ({
        connect: async () => {},
        fetchTopicMetadata: async () => [{ partitions: Array(N).fill({}) }],
      })
      const producer = partitionedKafkaJS(own, rule)
      await assert.rejects(producer.send({ topic, messages: [{ key: 'a', value: 'v' }] }), {
        code: -172,
      })
      await producer.connect()
      let flushed = 0
      const sends = Array.from({ length: 5 }, () =>
        producer.send({ topic, messages: [{ key: 'user-3', value: 'v' }] }),
      )
      for (const send of sends) send.then(() => (flushed += 1))
      await producer.flush({ timeout: 5_000 })
      await setTimeout(0)
      assert.equal(flushed, 5)
      for (const [at, key] of KEYS.entries()) {
        const [{ partition }] = await producer.send({ topic, messages: [{ key, value: 'v' }] })
        holds(rule, SENT[at], partition)
      }
      const messages = KEYS.map((key) => Object.freeze({ key, value: 'v' }))
      const batch = {
        topicMessages: [
          { topic, messages },
          { topic, messages },
        ],
      }
      const where = await producer.sendBatch(batch)
      assert.ok(where.length > 1)
      const named = { key: 'user-3', value: 'v', partition: 6 }
      assert.equal((await producer.send({ topic, messages: [named] }))[0].partition, 6)
      const wrong = { key: 'user-3', value: 'v', partition: N }
      await assert.rejects(producer.send({ topic, messages: [wrong] }), { code: -190 })
      // Around the same producer, knowing no count yet.
      const late = partitionedKafkaJS(own, rule)
      const last = late.send({ topic, messages: [{ key: 'user-3', value: 'v' }] })
      await Promise.all([last, late.disconnect()])
    })
  }
}

after(() => assert.equal(cases, 2 * (RULES.length * KEYS.length + 18) + RULES.length * KEYS.length))

/** Tells that a record lies where its key belongs; one that is unkeyed lies anywhere. */
function holds(rule, key, at) {
  const wanted = partition(key, N, rule)
  if (wanted !== null) assert.equal(at, wanted, `${rule} ${key}`)
  assert.ok(at >= 0 && at < N)
  cases += 1
}

function reported(producer, count, produce) {
  return new Promise((resolve, reject) => {
    const reports = []
    producer.removeAllListeners('delivery-report')
    producer.on('delivery-report', (error, report) => {
      if (error) reject(error)
      else if (reports.push(report) === count) resolve(reports)
    })
    produce()
  })
}

function library(require, client) {
  return join(dirname(require.resolve(`${client}/package.json`)), 'build/deps/librdkafka.so.1')
}
