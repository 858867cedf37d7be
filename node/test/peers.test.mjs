// What the clients' own tests expect of their partitioners, with the drop-ins in their place.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import * as confluent from 'copartition/confluent'
import { createPartitioner } from 'copartition/kafkajs'
import * as nodeRdkafka from 'copartition/node-rdkafka'
import { partitioner as platformatic } from 'copartition/platformatic'

const PEERS = JSON.parse(readFileSync(join(process.env.COPARTITION_VECTORS, '../peers/values.json')))
const topic = 'test-topic-1'

// Each hook as its client asks it: name and count are given a function of the key.
const hooks = {
  kafkajs(name, partitions) {
    const partitionMetadata = Array.from({ length: partitions }, (_, id) => ({ partitionId: id, leader: 1 }))
    const place = createPartitioner(name)()
    return (key) => place({ topic, partitionMetadata, message: { key } })
  },
  platformatic(name, partitions) {
    const place = platformatic(name)
    return (key) => place({ topic }, key ?? undefined, {}) % partitions
  },
  async confluent(name, partitions) {
    let sent
    const admin = {
      connect: async () => {},
      fetchTopicMetadata: async () => [{ partitions: Array.from({ length: partitions }) }],
    }
    const producer = confluent.partitioned(
      { send: async ({ messages }) => ([sent] = messages), dependentAdmin: () => admin },
      name,
    )
    return async (key) => {
      await producer.send({ topic, messages: [{ key, value: 'v' }] })
      return sent.partition
    }
  },
  async 'node-rdkafka'(name, partitions) {
    const metadata = { topics: [{ name: topic, partitions: Array.from({ length: partitions }) }] }
    const producer = nodeRdkafka.partitioned(
      {
        produce: (_, partition) => partition,
        getMetadata: (_, callback) => callback(null, metadata),
        isConnected: () => true,
      },
      name,
    )
    await producer.fetchPartitionCount(topic)
    return (key) => producer.produce(topic, null, 'v', key)
  },
}

for (const [client, hook] of Object.entries(hooks)) {
  test(`the values of every client come out of the hook for ${client}`, async (t) => {
    let cases = 0
    for (const { project, test, partitioner, partitions, rows } of PEERS.sets) {
      for (const n of partitions) {
        const place = await hook(partitioner, n)
        for (const [hex, number] of rows) {
          // node-rdkafka takes an empty Buffer for no key, and empty text for an empty one.
          const key = hex === null ? null : hex === '' ? '' : Buffer.from(hex, 'hex')
          const placed = await place(key)
          const what = `${project} ${test} key ${hex} n ${n}: ${placed}`
          // What the test leaves open may be left to librdkafka.
          if (number === null) assert.ok(placed == null || (placed >= 0 && placed < n), what)
          else assert.equal(placed, number % n, what)
          cases += 1
        }
      }
    }
    assert.equal(cases, 287)
    assert.equal(cases, PEERS.cases)
    t.diagnostic(`${cases} values of the clients' own tests`)
  })
}

// tulios/kafkajs, src/producer/partitioners/default/index.spec.js and legacy/index.spec.js: the same
// expectations of two partitioners. The list of partitions is in no order, but whole: the hook places
// over no other.

for (const name of ['kafkajs', 'kafkajs@1']) {
  let place, partitionMetadata
  beforeEach(() => {
    place = createPartitioner(name)()
    partitionMetadata = [1, 2, 0].map((id) => ({ partitionId: id, leader: id }))
  })

  const placed = (message, of = topic) => place({ topic: of, partitionMetadata, message })
  const counted = (records, of) => {
    const counts = {}
    for (let record = 0; record < records; record += 1) {
      const partition = placed({}, of)
      counts[partition] = (counts[partition] ?? 0) + 1
    }
    return counts
  }

  test(`${name}: the same key goes to the same partition`, () => {
    assert.equal(placed({ key: 'test-key' }), placed({ key: 'test-key' }))
  })

  test(`${name}: records without a key go round the partitions that have a leader`, () => {
    partitionMetadata[0].leader = -1
    assert.deepEqual(counted(100), { 0: 50, 2: 50 })
  })

  test(`${name}: records without a key go round all partitions`, () => {
    assert.deepEqual(counted(30), { 0: 10, 1: 10, 2: 10 })
  })

  test(`${name}: each topic has turns of its own`, () => {
    const counts = { a: {}, b: {} }
    for (let record = 0; record < 30; record += 1) {
      for (const of of ['a', 'b']) {
        const partition = placed({}, of)
        counts[of][partition] = (counts[of][partition] ?? 0) + 1
      }
    }
    assert.deepEqual(counts, { a: { 0: 10, 1: 10, 2: 10 }, b: { 0: 10, 1: 10, 2: 10 } })
  })

  test(`${name}: a record's own partition is taken, 0 too`, () => {
    assert.equal(placed({ key: '1', partition: 2 }), 2)
    assert.equal(placed({ key: '1', partition: 0 }), 0)
    // kafkajs expects 99 here, and then drops the record without an error.
    assert.throws(() => placed({ key: '1', partition: 99 }), { code: 'key_range' })
  })

  // src/producer/partitioners/default/murmur2.spec.js, "it handles numeric input" and "buffer input".
  test(`${name}: a number is hashed as its text, a Buffer as its bytes`, () => {
    assert.equal(placed({ key: 0 }), placed({ key: '0' }))
    assert.equal(placed({ key: Buffer.from('1') }), placed({ key: '1' }))
  })
}
