import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clients, Partitioner, settings } from 'copartition'

test('every client names a partitioner with its policies', () => {
  const rows = clients()
  assert.ok(rows.length >= 60, `only ${rows.length} rows`)
  for (const row of rows) {
    const { name, keyed, emptyKey, missingKey } = new Partitioner(row.partitioner, 12)
    assert.deepEqual(
      [row.partitioner, row.keyed, row.emptyKey, row.missingKey],
      [name, keyed, emptyKey, missingKey],
    )
  }
})

test('every client says how it is known', () => {
  for (const { usage, known, version, source, whyNotRun } of clients()) {
    assert.ok(['default', 'setting', 'retired', 'port'].includes(usage))
    if (known === 'run') {
      assert.ok(version)
      assert.deepEqual([source, whyNotRun], [null, null])
    } else {
      assert.deepEqual([known, version], ['read', null])
      assert.ok(whyNotRun)
      assert.ok(source || usage === 'port')
    }
  }
})

test('a client that changed has a row for each range of versions', () => {
  const [now, before] = clients().filter(({ client }) => client === 'kafkajs')
  assert.deepEqual(now, {
    client: 'kafkajs',
    since: '2.0.0',
    until: null,
    setting: null,
    written: 'createPartitioner: Partitioners.DefaultPartitioner',
    default: true,
    partitioner: 'kafkajs',
    keyed: 'murmur2',
    emptyKey: 'hashed',
    missingKey: 'unkeyed:round_robin',
    usage: 'default',
    known: 'run',
    version: 'kafkajs 2.2.4',
    source: null,
    whyNotRun: null,
  })
  assert.deepEqual([before.until, before.partitioner, before.usage], ['2.0.0', 'kafkajs@1', 'retired'])
})

test('a setting is found', () => {
  const { hook, ...found } = settings('librdkafka', 'BuiltInPartitioner')
  assert.equal(typeof hook, 'string')
  assert.deepEqual(found, {
    client: 'librdkafka',
    like: 'java',
    possible: true,
    written: 'partitioner=murmur2_random',
    partitioner: 'librdkafka:murmur2_random',
    dropIn: 'cop_rdkafka_partitioner, with a cop_rdkafka_state of cop_partitioner_find("java")',
    emptyKeyDiffers: null,
    missingKeyDiffers: ['unkeyed:sticky', 'unkeyed:built_in'],
  })
  assert.deepEqual(settings('sarama', 'librdkafka').emptyKeyDiffers, ['hashed', 'unkeyed:sticky'])
})

test('what no setting does takes code', () => {
  const { hook, ...found } = settings('java', 'librdkafka')
  assert.match(hook, /partitioner\.class/)
  assert.deepEqual(found, {
    client: 'java',
    like: 'librdkafka:consistent_random',
    possible: false,
    written: null,
    partitioner: null,
    dropIn: null,
    emptyKeyDiffers: null,
    missingKeyDiffers: null,
  })
  assert.equal(settings('mirrormaker', 'java').hook, null)
})

test('a client with a drop-in is told its line', () => {
  assert.equal(
    settings('platformatic', 'sarama').dropIn,
    "partitioner: require('copartition/platformatic').partitioner('sarama:hash')",
  )
  assert.equal(settings('platformatic', 'kafka-go').dropIn, null)
})

test('names are text', () => {
  for (const [names, code, message] of [
    [[5, 'java'], 'unknown_client', 'client must be a string, got number'],
    [['java', null], 'unknown_partitioner', 'partitioner must be a string, got null'],
    [[], 'unknown_client', 'client must be a string, got undefined'],
  ]) {
    assert.throws(() => settings(...names), (error) => {
      assert.equal(error.constructor, TypeError)
      assert.deepEqual([error.code, error.message], [code, message])
      return true
    })
  }
  assert.throws(() => settings('java', 'jaba'), { code: 'unknown_partitioner' })
})
