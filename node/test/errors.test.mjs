// Every row of the error table that applies here: class, code and the exact text.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assign, groupPartition, key, murmur2, partition, Partitioner, settings } from 'copartition'
import { createPartitioner } from 'copartition/kafkajs'
import { partitioner as platformatic } from 'copartition/platformatic'

const { rows } = JSON.parse(
  readFileSync(join(process.env.COPARTITION_VECTORS, 'errors.json'), 'utf8'),
)

const calls = {
  partition_count: ({ partitions }) => [
    () => partition('a', partitions),
    () => new Partitioner('java', partitions),
    () => groupPartition('a', partitions),
  ],
  unknown_partitioner: ({ name }) => [
    () => partition('a', 6, name),
    () => new Partitioner(name, 6),
  ],
  unknown_client: ({ name }) => [() => settings(name, 'java')],
  refused: ({ partitioner, key, partitions }) => [
    () => partition(bytes(key), partitions, partitioner),
    () => new Partitioner(partitioner, partitions).partition(bytes(key)),
  ],
  no_hash: ({ partitioner, key }) => [() => new Partitioner(partitioner, 6).hash(bytes(key))],
  unknown_unkeyed: ({ name }) => [
    () => createPartitioner('java', { unkeyed: name }),
    () => platformatic('java', { unkeyed: name }),
  ],
  unkeyed: ({ partitioner, key }) => {
    const options = { unkeyed: 'error' }
    const partitionMetadata = [{ partitionId: 0, leader: 1 }]
    const record = { topic: 't', partitionMetadata, message: { key: bytes(key) } }
    return [
      () => createPartitioner(partitioner, options)()(record),
      () => platformatic(partitioner, options)({ topic: 't' }, bytes(key) ?? undefined, {}),
    ]
  },
  key_range: ({ serializer, value }) => [() => serializers[serializer](value)],
}

const serializers = {
  int: (value) => key.int(Number(value)),
  long: (value) => key.long(BigInt(value)),
  short: (value) => key.short(Number(value)),
  schema_id_prefix: (value) => key.schemaIdPrefix(Number(value), 'a'),
  schema_id_prefix_protobuf: (value) => key.schemaIdPrefixProtobuf(7, [Number(value)], 'a'),
  time_windowed: (value) => key.timeWindowed('a', BigInt(value)),
  java_partition_order: (value) => assign.javaPartitionOrder('t', 3, Number(value)),
}

const bytes = (hex) => (hex === null ? null : Buffer.from(hex, 'hex'))

test('the shared errors have their class, code and text', () => {
  let cases = 0
  for (const row of rows) {
    for (const call of calls[row.call](row)) {
      assert.throws(call, thrown(RangeError, row.id, row.text))
      cases += 1
    }
  }
  assert.ok(cases >= 54, `only ${cases} errors were thrown`)
})

test('a count that is no whole number in range is refused as it came', () => {
  const counts = [
    [1.5, '1.5'],
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
    [-Infinity, '-Infinity'],
    [-0, '0'],
    [0.999, '0.999'],
    [2 ** 31, '2147483648'],
    [2 ** 32 + 1, '4294967297'],
    [2 ** 53 + 2, '9007199254740994'],
    [1e300, '1e+300'],
    ['6', 'a string'],
    ['', 'a string'],
    [6n, 'a bigint'],
    [true, 'a boolean'],
    [Symbol('6'), 'a symbol'],
    [() => 6, 'a function'],
    [{ valueOf: () => 6 }, 'an object'],
    [[6], 'an object'],
    [new Number(6), 'an object'],
    [null, 'null'],
    [undefined, 'undefined'],
  ]
  for (const [count, got] of counts) {
    const text = `partition count must be a whole number from 1 to 2147483647, got ${got}`
    const wanted = thrown(RangeError, 'partition_count', text)
    assert.throws(() => partition('a', count), wanted)
    assert.throws(() => new Partitioner('java', count), wanted)
    if (count !== undefined) assert.throws(() => groupPartition('a', count), wanted)
  }
  assert.equal(partition('a', 2 ** 31 - 1), new Partitioner('java', 2147483647).partition('a'))
  assert.equal(partition('a', 1), 0)
})

test('a key whose bytes would have to be guessed is a key_type', () => {
  const keys = [
    [42, 'number'],
    [NaN, 'number'],
    [42n, 'bigint'],
    [true, 'boolean'],
    [Symbol('a'), 'symbol'],
    [() => 'a', 'function'],
    [{}, 'object'],
    [['a'], 'object'],
    [new String('a'), 'object'],
    [new Date(0), 'object'],
    [new Proxy(new Uint8Array(1), {}), 'object'],
    [new ArrayBuffer(4), 'ArrayBuffer'],
    [new SharedArrayBuffer(4), 'object'],
    [new DataView(new ArrayBuffer(4)), 'DataView'],
    [new Int8Array(4), 'Int8Array'],
    [new Uint8ClampedArray(4), 'Uint8ClampedArray'],
    [new Int16Array(4), 'Int16Array'],
    [new Uint16Array(4), 'Uint16Array'],
    [new Int32Array(4), 'Int32Array'],
    [new Uint32Array(4), 'Uint32Array'],
    [new Float32Array(4), 'Float32Array'],
    [new Float64Array(4), 'Float64Array'],
    [new BigInt64Array(4), 'BigInt64Array'],
    [new BigUint64Array(4), 'BigUint64Array'],
    [detached(), 'a detached Uint8Array'],
    [outOfBounds(0, 4), 'an out-of-bounds Uint8Array'],
    [outOfBounds(4, 0), 'an out-of-bounds Uint8Array'],
    [outOfBounds(4), 'an out-of-bounds Uint8Array'],
  ]
  const partitioner = new Partitioner('java', 6)
  for (const [key, got] of keys) {
    const ofKey = keyType(`key must be a string, a Uint8Array, null or undefined, got ${got}`)
    const ofData = keyType(`key must be a string or a Uint8Array, got ${got}`)
    assert.throws(() => partition(key, 6), ofKey)
    assert.throws(() => partitioner.partition(key), ofKey)
    assert.throws(() => partitioner.hash(key), ofData)
    assert.throws(() => murmur2(key), ofData)
  }
})

test('a hash needs a key', () => {
  for (const missing of [null, undefined]) {
    const wanted = keyType(`key must be a string or a Uint8Array, got ${missing}`)
    assert.throws(() => murmur2(missing), wanted)
    assert.throws(() => new Partitioner('java', 6).hash(missing), wanted)
  }
  assert.throws(() => murmur2(), keyType('key must be a string or a Uint8Array, got undefined'))
})

test('a group is text', () => {
  for (const [group, got] of [
    [5, 'number'],
    [null, 'null'],
    [Buffer.from('a'), 'Uint8Array'],
  ]) {
    assert.throws(() => groupPartition(group), keyType(`key must be a string, got ${got}`))
  }
})

test('a name is text', () => {
  for (const [name, got] of [
    [5, 'number'],
    [null, 'null'],
    [{ toString: () => 'java' }, 'object'],
    [Buffer.from('java'), 'Uint8Array'],
  ]) {
    assert.throws(() => partition('a', 6, name), notText(got))
    assert.throws(() => new Partitioner(name, 6), notText(got))
  }
  assert.throws(() => new Partitioner(), notText('undefined'))
  assert.equal(partition('user-3', 6, undefined), 5)
})

test('a name with a NUL is unknown', () => {
  assert.throws(() => partition('a', 6, 'ja\0va'), {
    code: 'unknown_partitioner',
    message: /^unknown partitioner "ja\\0va", nearest names: /,
  })
})

function notText(got) {
  return thrown(TypeError, 'unknown_partitioner', `partitioner must be a string, got ${got}`)
}

function detached() {
  const view = new Uint8Array(4)
  structuredClone(view.buffer, { transfer: [view.buffer] })
  return view
}

function outOfBounds(...ofView) {
  const buffer = new ArrayBuffer(8, { maxByteLength: 8 })
  const view = new Uint8Array(buffer, ...ofView)
  buffer.resize(2)
  return view
}

const keyType = (message) => thrown(TypeError, 'key_type', message)

function thrown(kind, code, message) {
  return (error) => {
    assert.equal(error.constructor, kind)
    assert.equal(error.code, code)
    assert.equal(error.message, message)
    return true
  }
}
