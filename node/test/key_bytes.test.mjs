// Every row that a real serializer wrote, and what the functions of `key` take and refuse.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { key } from 'copartition'

const { rows } = JSON.parse(
  readFileSync(join(process.env.COPARTITION_VECTORS, 'key_bytes.json'), 'utf8'),
)

const bytes = (hex) => Buffer.from(hex, 'hex')
// Big-endian UTF-16 units.
const text = (hex) => bytes(hex).swap16().toString('utf16le')
const float = (hex) => bytes(hex).readFloatBE()
const double = (hex) => bytes(hex).readDoubleBE()
const dashed = (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The function of each form, and the arguments of each way in which its value can be given. */
const forms = {
  string: [key.string, (hex) => [[text(hex)]]],
  int: [key.int, (decimal) => [[Number(decimal)]]],
  long: [key.long, (decimal) => longs(decimal).map((value) => [value])],
  short: [key.short, (decimal) => [[Number(decimal)]]],
  float: [key.float, (hex) => [[float(hex)]]],
  double: [key.double, (hex) => [[double(hex)]]],
  raw_double: [key.rawDouble, (hex) => [[double(hex)]]],
  boolean: [key.boolean, (word) => [[word === 'true']]],
  uuid: [key.uuid, (hex) => uuids(hex).map((value) => [value])],
  byte_buffer: [
    key.byteBuffer,
    ({ array, position, limit, flips }) => [[bytes(array), { position, limit, flips }]],
  ],
  kafkajs_string: [key.kafkajsString, (hex) => [[text(hex)]]],
  kafkajs_number: [key.kafkajsNumber, (hex) => [[double(hex)]]],
  kafkajs_uint8_array: [key.kafkajsUint8Array, (hex) => [[new Uint8Array(bytes(hex))]]],
  json_string: [key.jsonString, (hex) => [[text(hex)]]],
  schema_id_prefix: [
    key.schemaIdPrefix,
    ({ schema_id, payload }) => [[schema_id, bytes(payload)]],
  ],
  schema_id_prefix_protobuf: [
    key.schemaIdPrefixProtobuf,
    ({ schema_id, message_indexes, payload }) => [
      [schema_id, message_indexes, bytes(payload)],
      [schema_id, message_indexes, bytes(payload), { deprecated: false }],
    ],
  ],
  schema_id_prefix_protobuf_deprecated: [
    key.schemaIdPrefixProtobuf,
    ({ schema_id, message_indexes, payload }) => [
      [schema_id, message_indexes, bytes(payload), { deprecated: true }],
    ],
  ],
  schema_id_header: [key.schemaIdHeader, ({ guid }) => uuids(guid).map((value) => [value])],
  schema_id_header_protobuf: [
    key.schemaIdHeader,
    ({ guid, message_indexes }) => uuids(guid).map((value) => [value, message_indexes]),
  ],
  time_windowed: [
    key.timeWindowed,
    ({ inner, start }) => longs(start).map((start) => [bytes(inner), start]),
  ],
  session_windowed: [
    key.sessionWindowed,
    ({ inner, start, end }) =>
      longs(end).map((end) => [bytes(inner), BigInt(start), end]),
  ],
}

/** As a bigint, and as a number where numbers are exact. */
const longs = (decimal) =>
  [BigInt(decimal), Number(decimal)].filter(
    (value) => typeof value === 'bigint' || Number.isSafeInteger(value),
  )

const uuids = (hex) => [bytes(hex), dashed(hex), dashed(hex).toUpperCase()]

test('every key has the bytes that the real serializer wrote', (t) => {
  const seen = new Set()
  let cases = 0
  for (const { form, value, bytes: wanted, by } of rows) {
    // Keys that are bytes need no function.
    if (form === 'bytes' || form === 'byte_array') continue
    const [write, given] = forms[form]
    for (const values of given(value)) {
      const written = write(...values)
      assert.ok(Buffer.isBuffer(written))
      const why = `${form} of ${JSON.stringify(value)} by ${by}`
      assert.equal(written.toString('hex'), oneNaN(form, values) ?? wanted, why)
      cases += 1
    }
    seen.add(write)
  }
  const unseen = Object.keys(key).filter((name) => !seen.has(key[name]))
  assert.deepEqual(unseen, ['candidates'])
  assert.ok(cases >= 330, `only ${cases} keys`)
  t.diagnostic(`${cases} keys`)
})

/** JavaScript cannot say which NaN it means; two forms would write it as it is. */
function oneNaN(form, [value]) {
  if (!Number.isNaN(value)) return null
  return { float: '7fc00000', raw_double: '7ff8000000000000' }[form]
}

test('every NaN is the same', () => {
  const view = new DataView(new ArrayBuffer(8))
  for (const high of [0x7ff80000, 0xfff80000, 0x7ff80001, 0x7ff00001]) {
    view.setUint32(0, high)
    for (const write of [key.double, key.rawDouble]) {
      assert.equal(write(view.getFloat64(0)).toString('hex'), '7ff8000000000000')
    }
    assert.equal(key.float(view.getFloat64(0)).toString('hex'), '7fc00000')
  }
  const zero = Number('0')
  assert.deepEqual(key.rawDouble(zero / zero), key.rawDouble(NaN))
})

test('options that are left out have their defaults', () => {
  const array = Buffer.from('abc')
  const whole = key.byteBuffer(array)
  assert.deepEqual(whole, array)
  const unset = { position: undefined, limit: undefined, flips: undefined }
  for (const options of [undefined, {}, unset]) {
    assert.deepEqual(key.byteBuffer(array, options), whole)
  }
  assert.deepEqual(key.byteBuffer(array, { position: 1, flips: true }), Buffer.from('a'))
  assert.deepEqual(key.byteBuffer(array, { position: 3 }), whole)
  const framed = key.schemaIdPrefixProtobuf(1, [0], 'a')
  assert.deepEqual(key.schemaIdPrefixProtobuf(1, [0], 'a', {}), framed)
})

test('what is returned is a copy', () => {
  const array = Buffer.from('abc')
  const first = key.byteBuffer(array)
  first[0] = 0
  assert.equal(String(array), 'abc')
  assert.deepEqual(key.byteBuffer(array), array)
})

test('text goes where bytes do', () => {
  assert.deepEqual(key.schemaIdPrefix(1, 'é'), key.schemaIdPrefix(1, Buffer.from('é')))
  assert.deepEqual(key.timeWindowed('é', 1), key.timeWindowed(Buffer.from('é'), 1n))
  assert.deepEqual(key.candidates('é'), key.candidates(Buffer.from('é')))
})

test('a getter that shortens the bytes harms nobody', () => {
  const buffer = new ArrayBuffer(8, { maxByteLength: 8 })
  const options = {
    get limit() {
      buffer.resize(2)
      return 4
    },
  }
  const wanted = { code: 'key_range', message: 'limit must be a whole number from 0 to 2, got 4' }
  assert.throws(() => key.byteBuffer(new Uint8Array(buffer), options), wanted)
  const payload = Buffer.from('abc')
  const indexes = [1]
  Object.defineProperty(indexes, 0, { get: () => payload.fill('z').length })
  assert.equal(key.schemaIdPrefixProtobuf(0, indexes, payload).toString('latin1').slice(-3), 'zzz')
})

test('what a getter throws is thrown', () => {
  const options = {
    get flips() {
      throw new Error('mine')
    },
  }
  assert.throws(() => key.byteBuffer(Buffer.alloc(1), options), { message: 'mine' })
})

test('a number that its serializer cannot write is a key_range', () => {
  const safe = 'from -9007199254740991 to 9007199254740991'
  const cases = [
    [() => key.int(1.7), 'int', 'from -2147483648 to 2147483647', '1.7'],
    [() => key.int(2 ** 31), 'int', 'from -2147483648 to 2147483647', '2147483648'],
    [() => key.int(2 ** 32 + 1), 'int', 'from -2147483648 to 2147483647', '4294967297'],
    [() => key.int(NaN), 'int', 'from -2147483648 to 2147483647', 'NaN'],
    [() => key.int(-Infinity), 'int', 'from -2147483648 to 2147483647', '-Infinity'],
    [() => key.short(-32769), 'short', 'from -32768 to 32767', '-32769'],
    [() => key.long(2 ** 53), 'long as a number', safe, '9007199254740992'],
    [() => key.long(0.5), 'long as a number', safe, '0.5'],
    [() => key.timeWindowed('a', 1e300), 'start as a number', safe, '1e+300'],
    [() => key.sessionWindowed('a', 0, NaN), 'end as a number', safe, 'NaN'],
    [() => key.schemaIdPrefix(-1, ''), 'schema id', 'from 0 to 4294967295', '-1'],
    [() => key.schemaIdHeader('', [0.5]), 'message index', 'from 0 to 2147483647', '0.5'],
    [() => key.byteBuffer(Buffer.alloc(3), { limit: 4 }), 'limit', 'from 0 to 3', '4'],
    [() => key.byteBuffer(Buffer.alloc(3), { position: -1 }), 'position', 'from 0 to 3', '-1'],
    [
      () => key.byteBuffer(Buffer.alloc(3), { position: 3, limit: 2 }),
      'position',
      'from 0 to 2',
      '3',
    ],
  ]
  for (const [call, what, range, got] of cases) {
    const message = `${what} must be a whole number ${range}, got ${got}`
    assert.throws(call, thrown(RangeError, 'key_range', message))
  }
  for (const beyond of [1e39, -1e39, Number.MAX_VALUE, 3.4028235677973366e38]) {
    const message = `float must be a 32-bit number, got ${beyond}`
    assert.throws(() => key.float(beyond), thrown(RangeError, 'key_range', message))
  }
  assert.equal(key.float(3.4028235677973362e38).toString('hex'), '7f7fffff')
  assert.equal(key.float(-Infinity).toString('hex'), 'ff800000')
})

test('a value of another type is a key_type', () => {
  const uuid = 'a UUID of 36 characters or 16 bytes'
  const cases = [
    [() => key.string(42), 'key must be a string, got number'],
    [() => key.string(Buffer.from('a')), 'key must be a string, got Uint8Array'],
    [() => key.kafkajsString(null), 'key must be a string, got null'],
    [() => key.int('42'), 'int must be a number, got string'],
    [() => key.int(42n), 'int must be a number, got bigint'],
    [() => key.short(true), 'short must be a number, got boolean'],
    [() => key.long('42'), 'long must be a bigint or a number, got string'],
    [() => key.float('1'), 'key must be a number, got string'],
    [() => key.double(1n), 'key must be a number, got bigint'],
    [() => key.kafkajsNumber(undefined), 'key must be a number, got undefined'],
    [() => key.boolean(1), 'key must be a boolean, got number'],
    [() => key.uuid(42), `key must be ${uuid}, got number`],
    [() => key.uuid(Buffer.alloc(15)), `key must be ${uuid}, got 15 bytes`],
    [() => key.uuid(''), `key must be ${uuid}, got ""`],
    [() => key.uuid(Int8Array.of(0)), `key must be ${uuid}, got Int8Array`],
    [() => key.schemaIdHeader('a-b'), `guid must be ${uuid}, got "a-b"`],
    [() => key.schemaIdHeader(Buffer.alloc(36)), `guid must be ${uuid}, got 36 bytes`],
    [() => key.byteBuffer('abc'), 'array must be a Uint8Array, got string'],
    [() => key.byteBuffer(Buffer.alloc(1), 1), 'options must be an object, got number'],
    [() => key.byteBuffer(Buffer.alloc(1), null), 'options must be an object, got null'],
    [() => key.byteBuffer(Buffer.alloc(1), { flips: 1 }), 'flips must be a boolean, got number'],
    [() => key.byteBuffer(Buffer.alloc(1), { limit: '1' }), 'limit must be a number, got string'],
    [() => key.kafkajsUint8Array([1, 2]), 'key must be a Uint8Array, got object'],
    [
      () => key.jsonString('\ud800'),
      'key must be text without lone surrogates, got "\\ud800" at index 0',
    ],
    [() => key.schemaIdPrefix('7', 'a'), 'schema id must be a number, got string'],
    [() => key.schemaIdPrefix(7), 'payload must be a string or a Uint8Array, got undefined'],
    [
      () => key.schemaIdPrefixProtobuf(7, Int32Array.of(0), 'a'),
      'message indexes must be an array of numbers, got Int32Array',
    ],
    [
      () => key.schemaIdPrefixProtobuf(7, new Array(2 ** 32 - 1), 'a'),
      'message index must be a number, got undefined',
    ],
    [
      () => key.schemaIdPrefixProtobuf(7, [0], '\ud800'),
      'payload must be text without lone surrogates, got "\\ud800" at index 0',
    ],
    [() => key.timeWindowed(42, 1), 'inner must be a string or a Uint8Array, got number'],
    [() => key.sessionWindowed(42, 1, 2), 'inner must be a string or a Uint8Array, got number'],
    [() => key.timeWindowed('a'), 'start must be a bigint or a number, got undefined'],
    [() => key.candidates(null), 'key must be a string or a Uint8Array, got null'],
  ]
  for (const [call, message] of cases) assert.throws(call, thrown(TypeError, 'key_type', message))
  const braced = '{123e4567-e89b-12d3-a456-42661417400}'
  for (const malformed of ['', 'abc', braced, '\ud800'.repeat(36)]) {
    assert.throws(() => key.uuid(malformed), { name: 'TypeError', code: 'key_type' })
  }
})

test('bytes that several serializers could have written have all of them', () => {
  assert.deepEqual(key.candidates(key.long(42)), [
    { form: 'long', value: '42' },
    { form: 'double', value: '2.08e-322' },
    {
      form: 'schema-id-prefix',
      value: 'id 0, 3 bytes',
      schemaId: 0,
      payload: Buffer.from([0, 0, 42]),
    },
    {
      form: 'schema-id-prefix-protobuf',
      value: 'id 0, message indexes [0], 2 bytes',
      schemaId: 0,
      messageIndexes: [0],
      payload: Buffer.from([0, 42]),
    },
  ])
  const windowed = key.candidates(key.sessionWindowed('user-1', 1_000, 2_000))
  assert.deepEqual(windowed.slice(-2), [
    {
      form: 'time-windowed',
      value: 'start 1000, 14 bytes',
      inner: key.timeWindowed('user-1', 2_000),
      start: 1_000,
    },
    {
      form: 'session-windowed',
      value: 'start 1000, end 2000, 6 bytes',
      inner: Buffer.from('user-1'),
      start: 1_000,
      end: 2_000,
    },
  ])
  assert.deepEqual(key.candidates(''), [{ form: 'utf8', value: '' }])
  assert.deepEqual(key.candidates(Buffer.from([0xff, 0xff, 0xff])), [])
})

function thrown(kind, code, message) {
  return (error) => {
    assert.equal(error.constructor, kind)
    assert.equal(error.code, code)
    assert.equal(error.message, message)
    return true
  }
}
