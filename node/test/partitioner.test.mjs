import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { partition, Partitioner, partitioners } from 'copartition'

test('a partitioner shows its name, count and policies', () => {
  const shown = {
    name: 'librdkafka:consistent_random',
    partitions: 6,
    keyed: 'crc32',
    emptyKey: 'unkeyed:sticky',
    missingKey: 'unkeyed:sticky',
  }
  const partitioner = new Partitioner('confluent-kafka', 6)
  assert.deepEqual({ ...partitioner }, shown)
  assert.equal(String(partitioner), "Partitioner('librdkafka:consistent_random', 6)")
  assert.equal(
    inspect(partitioner, { breakLength: Infinity }),
    `Partitioner ${inspect(shown, { breakLength: Infinity })}`,
  )
  assert.equal(new Partitioner('kafka-go', 6).keyed, 'ignored:round_robin')
})

test('what it shows cannot be changed', () => {
  const partitioner = new Partitioner('java', 6)
  for (const property of Object.keys(partitioner)) {
    assert.throws(() => {
      partitioner[property] = 7
    }, TypeError)
    assert.throws(() => {
      delete partitioner[property]
    }, TypeError)
  }
  assert.equal(partitioner.partition('user-3'), 5)
})

test('a foreign object is a TypeError', () => {
  const { partition, hash } = Partitioner.prototype
  for (const foreign of [
    {},
    null,
    undefined,
    5,
    Object.create(Partitioner.prototype),
    new Proxy(new Partitioner('java', 6), {}),
  ]) {
    assert.throws(() => partition.call(foreign, 'a'), TypeError)
    assert.throws(() => hash.call(foreign, 'a'), TypeError)
  }
  assert.throws(() => Partitioner('java', 6), TypeError)
})

test('a subclass works', () => {
  class Counting extends Partitioner {
    calls = 0
    partition(key) {
      this.calls += 1
      return super.partition(key)
    }
  }
  const counting = new Counting('java', 6)
  assert.equal(counting.partition('user-3'), 5)
  assert.equal(counting.calls, 1)
})

test('every partitioner is found by its name and its aliases', () => {
  const rows = partitioners()
  let names = 0
  for (const row of rows) {
    for (const name of [row.name, ...row.aliases]) {
      const { keyed, emptyKey, missingKey, ...found } = new Partitioner(name, 2147483647)
      assert.deepEqual(
        [found.name, keyed, emptyKey, missingKey],
        [row.name, row.keyed, row.emptyKey, row.missingKey],
      )
      assert.equal(partition('a', 7, name), new Partitioner(row.name, 7).partition('a'))
      names += 1
    }
  }
  assert.ok(
    rows.length >= 30 && names > rows.length,
    `only ${rows.length} partitioners, ${names} names`,
  )
  const clients = rows.find(({ name }) => name === 'kafkajs').clients
  assert.deepEqual(clients, [
    'kafkajs 2.0.0 and later, createPartitioner: Partitioners.DefaultPartitioner (default)',
    'kafkajs 1.8.0 and later, createPartitioner: Partitioners.JavaCompatiblePartitioner',
  ])
})

test('each call gives rows of its own', () => {
  partitioners()[0].name = 'changed'
  assert.equal(partitioners()[0].name, 'java')
})
