// Columns of keys, in every layout: placed as the real clients place single keys, and refused when
// they lie.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import * as analysis from 'copartition'
import { key, Partitioner, partition } from 'copartition'

const vectors = process.env.COPARTITION_VECTORS
const arrow = createRequire(join(process.env.COPARTITION_ARROW, 'package.json'))('apache-arrow')
const { makeData, makeVector, vectorFromArray } = arrow
const { cases } = JSON.parse(readFileSync(join(vectors, '../batches/cases.json'), 'utf8'))

const java = new Partitioner('java', 6)
const users = ['user-1', 'user-2', 'user-3']
const data = Buffer.from(users.join(''))
const offsets = Int32Array.of(0, 6, 12, 18)

test('every batch is placed, hashed and counted as its clients do, in every layout', (t) => {
  const layouts = {}
  for (const { name, partitioner, partitions, keys, expected, refused, hashes } of cases) {
    const by = new Partitioner(partitioner, partitions)
    for (const [layout, column, options] of columns(keys)) {
      layouts[layout] = (layouts[layout] ?? 0) + 1
      const why = `${name}: ${layout}`
      if (refused !== undefined) {
        const error = { code: 'refused', message: new RegExp(`, key ${refused} of the batch$`) }
        assert.throws(() => by.partitionBatch(column, options), error, why)
        assert.throws(() => by.countBatch(column, options), error, why)
        continue
      }
      const wanted = Int32Array.from(expected, (placed) => placed ?? -1)
      assert.deepEqual(by.partitionBatch(column, options), wanted, why)
      if (partitions <= 1000) {
        const { counts, unkeyed } = by.countBatch(column, options)
        assert.equal(counts.length, partitions)
        assert.equal(unkeyed, expected.filter((placed) => placed === null).length, why)
        const count = (p) => expected.filter((placed) => placed === p).length
        assert.ok(
          counts.every((counted, p) => counted === count(p)),
          why,
        )
      }
      if (hashes) {
        const wanted = Uint32Array.from(hashes, (hash) => hash ?? 0)
        assert.deepEqual(by.hashBatch(column, options), wanted, why)
      }
    }
  }
  assert.ok(cases.length >= 26, `only ${cases.length} batches`)
  assert.equal(Object.keys(layouts).length, 32, Object.keys(layouts).join(', '))
  t.diagnostic(JSON.stringify(layouts))
})

test('all vectors are placed as columns, packed and in an array', (t) => {
  let cases = 0
  for (const name of readdirSync(vectors).filter((name) => name.endsWith('.json'))) {
    const { partitions, rows, sources } = JSON.parse(readFileSync(join(vectors, name), 'utf8'))
    if (!partitions) continue
    for (const source of Object.keys(sources)) {
      const placed = rows.filter((row) => row[source] && !row[source].includes('refused'))
      const keys = placed.map(({ key }) => bytes(key))
      const column = packed(keys)
      partitions.forEach((n, at) => {
        const by = new Partitioner(source, n)
        const wanted = Int32Array.from(placed, (row) => row[source][at] ?? -1)
        assert.deepEqual(by.partitionBatch(column), wanted, `${name} ${source} ${n}`)
        assert.deepEqual(by.partitionBatch(keys), wanted, `${name} ${source} ${n}`)
        cases += keys.length
      })
    }
  }
  assert.ok(cases >= 150_000, `only ${cases} placements`)
  t.diagnostic(`${cases} placements`)
})

test('arrays of every size are placed like their keys one by one', () => {
  const every = ['a', 'é', '😀', null, '', 'user-1', undefined, Buffer.from('ÿ', 'latin1')]
  every.push(new Uint8Array(0), new Uint8Array(new SharedArrayBuffer(3)))
  const kinds = [every, every.slice(0, 7), ['a', 'b', null], [Buffer.from('a'), null], [null]]
  let cases = 0
  for (const kind of kinds) {
    for (const size of [0, 1, 2, 31, 32, 33, 100, 4095, 4096, 4097, 9000]) {
      const keys = Array.from({ length: size }, (_, at) => kind[(at * 7) % kind.length])
      const wanted = Int32Array.from(keys, (key) => java.partition(key) ?? -1)
      assert.deepEqual(java.partitionBatch(keys), wanted)
      assert.deepEqual(java.partitionBatch(new Set(keys)), java.partitionBatch([...new Set(keys)]))
      cases += 1
    }
  }
  assert.equal(cases, 55)
  function* generated() {
    yield* users
  }
  assert.deepEqual([...java.partitionBatch(generated())], [2, 2, 5])
  // eslint-disable-next-line no-sparse-arrays
  assert.deepEqual([...java.partitionBatch(['user-1', , 'user-3'])], [2, -1, 5])
})

test('numbers are keys by their format alone', () => {
  const numbers = [42, -1, 0, 127]
  const formats = { int: key.int, long: key.long, short: key.short, double: key.double }
  const arrays = [Int8Array, Int16Array, Int32Array, BigInt64Array]
  const [small, whole] = [Uint8Array.of(42, 127), Uint32Array.of(42, 2 ** 31 - 1)]
  let cases = 0
  for (const [keyFormat, serialize] of Object.entries(formats)) {
    const wanted = numbers.map((number) => java.partition(serialize(number)))
    const given = [numbers, numbers.map(BigInt), vectorFromArray(numbers, new arrow.Int32())]
    for (const TypedArray of arrays) {
      const big = TypedArray === BigInt64Array
      given.push(TypedArray.from(big ? numbers.map(BigInt) : numbers))
      given.push(makeVector(given.at(-1)))
    }
    for (const column of given) {
      assert.deepEqual([...java.partitionBatch(column, { keyFormat })], wanted, keyFormat)
      cases += 1
    }
    const unsigned = [makeVector(small), makeVector(Uint16Array.from(small))]
    for (const column of unsigned) {
      const wanted = [...small].map((number) => java.partition(serialize(number)))
      assert.deepEqual([...java.partitionBatch(column, { keyFormat })], wanted)
      cases += 1
    }
  }
  assert.equal(cases, 4 * 13)
  const wanted = [...whole].map((number) => java.partition(key.long(number)))
  assert.deepEqual([...java.partitionBatch(whole, { keyFormat: 'long' })], wanted)
  const missing = vectorFromArray([70_000, null, 1], new arrow.Int32())
  missing.data[0].values[1] = 99_999
  assert.deepEqual(
    [...java.partitionBatch(missing.slice(1), { keyFormat: 'short' })],
    [-1, java.partition(key.short(1))],
  )
  for (const [column, keyFormat, message] of [
    [Int32Array.of(1), undefined, /^keyFormat must be one of numbers .*, got undefined$/],
    [Int32Array.of(1), 'utf8', /^keyFormat must be one of numbers .*, got utf8$/],
    [[1], 'utf8', /^keyFormat must be one of numbers .*, got utf8$/],
    [[1], undefined, /^keys\[0\] must be a string, a Uint8Array, null or undefined, got number$/],
    [BigInt64Array.of(0n, 2n ** 31n), 'int', /for key format int, got "2147483648", key 1 of the/],
    [missing, 'short', /for key format short, got "70000", key 0 of the batch$/],
    [[...Array(5000).fill(1), 1.5], 'int', /for key format int, got "1.5", key 5000 of the batch$/],
    [
      Float64Array.of(1),
      'double',
      /^keys must be a typed array of whole numbers, got Float64Array/,
    ],
    [['a'], 'Int', /^keyFormat must be one of utf8, hex, .*, got "Int"$/],
    [['a'], 7, /^keyFormat must be a string, got number$/],
  ]) {
    assert.throws(() => java.partitionBatch(column, { keyFormat }), { code: 'key_type', message })
  }
})

test('text is in the format that is named', () => {
  const uuid = '123e4567-e89b-12d3-a456-426614174000'
  const wanted = [java.partition(Buffer.from(uuid.replaceAll('-', ''), 'hex')), -1]
  const column = vectorFromArray([uuid, null], new arrow.Utf8())
  for (const keys of [[uuid, null], packed([bytes(Buffer.from(uuid).toString('hex')), null])]) {
    assert.deepEqual([...java.partitionBatch(keys, { keyFormat: 'uuid-bytes' })], wanted)
  }
  assert.deepEqual([...java.partitionBatch(column, { keyFormat: 'uuid-bytes' })], wanted)
  const words = vectorFromArray(['xy', 'ab'])
  const options = { keyFormat: 'hex' }
  assert.throws(() => java.partitionBatch(words, options), { code: 'key_type', message: /"xy"/ })
})

test('a table has columns, chunked or not', () => {
  const table = arrow.tableFromArrays({ k: users, n: Int32Array.of(42, -1, 0) })
  assert.deepEqual([...java.partitionBatch(table, { column: 'k' })], [2, 2, 5])
  assert.deepEqual([...java.partitionBatch(table.getChild('k'))], [2, 2, 5])
  assert.deepEqual([...java.partitionBatch(table.batches[0], { column: 'k' })], [2, 2, 5])
  const twice = table.concat(table.slice(1))
  assert.deepEqual([...java.partitionBatch(twice, { column: 'k' })], [2, 2, 5, 2, 5])
  // What went through a file comes back in buffers of its own.
  const read = arrow.tableFromIPC(arrow.tableToIPC(twice))
  assert.deepEqual([...java.partitionBatch(read, { column: 'k' })], [2, 2, 5, 2, 5])
  assert.deepEqual(java.hashBatch(read, { column: 'n', keyFormat: 'int' }).length, 5)
  const throws = (keys, column, message) =>
    assert.throws(() => java.partitionBatch(keys, { column }), { code: 'key_type', message })
  throws(table, 'z', 'column must be the name of a column of the table, got "z"')
  throws(table, 7, 'column must be a string, got number')
  throws(users, 'k', 'keys must be a table, of which column is a part, got object')
  throws('k', 'k', 'keys must be a table, of which column is a part, got string')
  const wanted = 'one column, which column names in a table'
  throws(table, undefined, new RegExp(`^keys.data\\[0\\] must be ${wanted}, got Struct<.*>$`))
})

test('vectors and tables are columns', () => {
  const { tableFromArrays, Utf8, vectorFromArray } = arrow
  const table = tableFromArrays({ user: ['user-1', 'user-3'], n: Int32Array.of(42, 7) })
  const vector = vectorFromArray(['user-1', null, 'user-3'], new Utf8())

  assert.deepEqual([...java.partitionBatch(vector)], [2, -1, 5])
  assert.deepEqual([...java.partitionBatch(vector.slice(1))], [-1, 5])
  assert.deepEqual([...java.partitionBatch(table, { column: 'user' })], [2, 5])
  assert.deepEqual([...java.partitionBatch(table.getChild('n'), { keyFormat: 'int' })], [0, 3])
})

test('the analysis takes the same columns', () => {
  const keys = Array.from({ length: 5000 }, (_, n) => (n % 50 ? `user-${n % 777}` : null))
  const observed = keys.map((key) => partition(key, 12, 'librdkafka') ?? 3)
  const weights = keys.map((_, n) => n % 5)
  const ask = (keys, observed, weights) => [
    analysis.identify(keys, observed, 12, { weights }),
    analysis.split(keys, observed, 12),
    analysis.verify(keys, observed, 12, 'java'),
    analysis.spread(keys, 12, 'java', { observed, weights }),
    analysis.moves({ partitions: 12, to: 24, keys, observed, weights }),
    analysis.compare([
      { name: 'a', keys, observed, partitions: 12 },
      { name: 'b', keys, observed, partitions: 12 },
    ]),
  ]
  const wanted = ask(keys, observed, weights)
  assert.equal(wanted[0].parts[0].candidates[0].rule, 'crc32')
  const column = packed(keys.map((key) => key && Buffer.from(key)))
  const longs = vectorFromArray(observed.map(BigInt), new arrow.Int64())
  const chunked = vectorFromArray(keys.slice(0, 1234)).concat(vectorFromArray(keys.slice(1234)))
  let asked = 0
  for (const given of [column, shared(column), vectorFromArray(keys, new arrow.Utf8()), chunked]) {
    for (const [at, weight] of [
      [Int32Array.from(observed), Uint8Array.from(weights)],
      [longs, vectorFromArray(weights, new arrow.Int32())],
      [BigInt64Array.from(observed, BigInt), BigUint64Array.from(weights, BigInt)],
    ]) {
      assert.deepEqual(ask(given, at, weight), wanted)
      asked += 1
    }
  }
  assert.equal(asked, 12)
  const error = { code: 'offsets', message: /offset 1 must be from 0 to 18, got 19$/ }
  assert.throws(() => analysis.split({ data, offsets: Int32Array.of(0, 19) }, [1], 12), error)
  const short = { code: 'input', message: 'observed must be as many as keys, 3, got 2' }
  assert.throws(() => analysis.split({ data, offsets }, Int32Array.of(1, 2), 12), short)
  const big = {
    code: 'key_range',
    message: /^observed\[0\] must be a whole number .*, got 4294967296$/,
  }
  assert.throws(() => analysis.split(['a'], BigInt64Array.of(2n ** 32n), 12), big)
})

test('what is no column is named', () => {
  const refused = [
    ['user-1', /^keys must be an array or a column of keys, got string$/],
    [Buffer.from('user-1'), /^keys must be an array or a column of keys, got Uint8Array$/],
    [undefined, /^keys must be an array or a column of keys, got undefined$/],
    [{}, /^keys must be an array or a column of keys, got object$/],
    [{ data }, /^keys must be an array or a column of keys, got object$/],
    [new ArrayBuffer(8), /^keys must be an array or a column of keys, got ArrayBuffer$/],
    [['a', {}], /^keys\[1\] must be a string, a Uint8Array, null or undefined, got object$/],
    [[...Array(5000).fill('a'), '\ud800'], /^keys\[5000\] must be text without lone surrogates/],
    [
      { data, offsets: [0, 6] },
      /^keys.offsets must be an Int32Array or a BigInt64Array, got object/,
    ],
    [{ data, offsets: Uint32Array.of(0, 6) }, /^keys.offsets must be .*, got Uint32Array$/],
    [{ data: 'user-1', offsets }, /^keys.data must be a Uint8Array, got string$/],
    [{ data: undefined, offsets }, /^keys.data must be a Uint8Array, got undefined$/],
    [{ data, offsets, validity: [7] }, /^keys.validity must be a Uint8Array, got object$/],
    [vectorFromArray([1.5]), /^keys.data\[0\] must be text, bytes or whole numbers, got Float64$/],
    [vectorFromArray([true]), /^keys.data\[0\] must be text, bytes or whole numbers, got Bool$/],
    [{ data: [7] }, /^keys.data\[0\] must be an object, got number$/],
    [{ data: [{}] }, /^keys.data\[0\].type must be an object, got undefined$/],
  ]
  for (const [keys, message] of refused) {
    const error = { name: 'TypeError', code: 'key_type', message }
    for (const call of ['partitionBatch', 'hashBatch', 'countBatch']) {
      assert.throws(() => java[call](keys), error)
    }
  }
  const options = { column: 'k', keyformat: 'int' }
  const message = 'options must be an object of column and keyFormat, got one with "keyformat"'
  assert.throws(() => java.partitionBatch(users, options), { code: 'key_type', message })
  const by = new Partitioner('librdkafka:random', 6)
  assert.throws(() => by.hashBatch(users), { code: 'no_hash' })
  assert.throws(() => by.hashBatch([]), { code: 'no_hash' })
})

test('a column that lies is refused', () => {
  const packedLies = [
    [{ data, offsets: Int32Array.of(-1, 6) }, /offset 0 must be from 0 to 18, got -1$/],
    [{ data, offsets: Int32Array.of(0, 6, 5) }, /offset 2 must be from 6 to 18, got 5$/],
    [{ data, offsets: Int32Array.of(0, 19) }, /offset 1 must be from 0 to 18, got 19$/],
    [
      { data, offsets: BigInt64Array.of(0n, 2n ** 40n) },
      /offset 1 must be from 0 to 18, got 10995/,
    ],
    [
      { data, offsets: BigInt64Array.of(0n, -(2n ** 63n)) },
      /offset 1 must be from 0 to 18, got -9/,
    ],
    [{ data, offsets, validity: new Uint8Array(0) }, /3 bits of validity do not fit into 0 bytes$/],
  ]
  const lie = (vector, change) => {
    Object.assign(vector.data[0], change)
    return vector
  }
  const text = (change, type = new arrow.Utf8()) =>
    lie(vectorFromArray([...users, null], type), change)
  const view = views([...users, 'a key of more than twelve bytes'].map((key) => Buffer.from(key)))
  const arrowLies = [
    [
      text({ length: 5, valueOffsets: Int32Array.of(0, 6, 12, 18, 18) }),
      /a column of 5 keys has those of 4$/,
    ],
    [text({ length: 5 }), /offset 5 must be from 18 to/],
    [text({ valueOffsets: Int32Array.of(0, 6, 12, 99, 99) }), /offset 3 must be from 12 to/],
    [text({ valueOffsets: new Int32Array(0) }), /a column of 4 keys has those of 0$/],
    [text({ offset: 2 ** 20 }), /bits of validity do not fit/],
    [
      lie(vectorFromArray(['a', 'b']), { values: Int32Array.of(0, 2) }),
      /index 1 must be below 2, got 2/,
    ],
    [
      lie(vectorFromArray(['a', 'b']), { values: Int32Array.of(-1, 0) }),
      /index 0 must be below 2, got 4/,
    ],
    [
      lie(vectorFromArray(['a', 'b']), { values: BigInt64Array.of(0n, 2n ** 32n) }),
      /row 1 has value 4294967296 of the dictionary$/,
    ],
    [
      lie(vectorFromArray(['a', 'b']), { values: Int32Array.of(0) }),
      /a column of 2 keys has those of 1$/,
    ],
    [lie(view, { variadicBuffers: [] }), /view 3 points outside its buffers$/],
    [lie(views([Buffer.from('a')]), { values: new Uint8Array(15) }), /of 1 keys has those of 0$/],
    [lie(fixed([Buffer.from('ab')]), { length: 2 }), /2 keys of 2 bytes do not fit into 2$/],
    [lie(makeVector(Int32Array.of(1)), { length: 2 }), /a column of 2 keys has those of 1$/, 'int'],
    [
      lie(makeVector(Int32Array.of(1)), { length: 2 }),
      /a column of 2 keys has those of 1$/,
      'short',
    ],
  ]
  for (const [keys, message, keyFormat] of [...packedLies, ...arrowLies]) {
    const error = { name: 'RangeError', code: 'offsets', message }
    for (const call of ['partitionBatch', 'hashBatch', 'countBatch']) {
      assert.throws(() => java[call](keys, { keyFormat }), error)
    }
  }
  const typeLies = [
    [text({ length: -1 }), 'key_range', /^keys.data\[0\].length must be a whole number from 0/],
    [text({ length: '4' }), 'key_type', /^keys.data\[0\].length must be a number, got string$/],
    [text({ offset: 1.5 }), 'key_range', /^keys.data\[0\].offset must be a whole number/],
    [text({ values: null }), 'key_type', /^keys.data\[0\].values must be a Uint8Array, got null$/],
    [
      text({ nullBitmap: Int8Array.of(7) }),
      'key_type',
      /^keys.data\[0\].nullBitmap must be a Uint8/,
    ],
    [
      lie(vectorFromArray(['a']), { values: Float64Array.of(0) }),
      'key_type',
      /whole numbers, got Fl/,
    ],
    [lie(vectorFromArray(['a']), { dictionary: null }), 'key_type', /dictionary must be an object/],
  ]
  // A dictionary that is its own.
  const own = vectorFromArray(['a'])
  typeLies.push([lie(own, { dictionary: own }), 'key_type', /must be text, bytes or whole numbers/])
  for (const [keys, code, message] of typeLies) {
    assert.throws(() => java.partitionBatch(keys), { code, message })
  }
})

test('memory that is no longer there is refused', () => {
  const gone = (array) => {
    structuredClone(array.buffer, { transfer: [array.buffer] })
    return array
  }
  const cut = (array) => {
    const buffer = new ArrayBuffer(array.byteLength, { maxByteLength: 64 })
    const view = new array.constructor(buffer, array.BYTES_PER_ELEMENT)
    const fixed = new array.constructor(buffer, array.BYTES_PER_ELEMENT, 1)
    view.set(array.subarray(0, -1))
    buffer.resize(0)
    return fixed
  }
  const copy = () => Uint8Array.from(data)
  for (const [take, detached] of [
    [gone, /got a detached (Uint8Array|typed array)$/],
    [cut, /got an out-of-bounds (Uint8Array|typed array)$/],
  ]) {
    for (const column of [
      { data: take(copy()), offsets },
      { data, offsets: take(Int32Array.from(offsets)) },
      { data, offsets: take(BigInt64Array.from(offsets, BigInt)) },
      { data, offsets, validity: take(Uint8Array.of(7, 7)) },
    ]) {
      for (const call of ['partitionBatch', 'countBatch']) {
        assert.throws(() => java[call](column), { code: 'key_type', message: detached })
      }
    }
    const keys = [take(Uint8Array.of(1, 2)), ...Array(40).fill(Buffer.from('a'))]
    assert.throws(() => java.partitionBatch(keys), {
      code: 'key_type',
      message: /^keys\[0\] must be/,
    })
    const numbers = take(Int32Array.of(1, 2))
    const options = { keyFormat: 'int' }
    assert.throws(() => java.partitionBatch(numbers, options), {
      code: 'key_type',
      message: detached,
    })
  }
})

test('memory that changes its length is as long as it is now', () => {
  const buffer = new ArrayBuffer(18, { maxByteLength: 64 })
  const growing = new Uint8Array(buffer)
  growing.set(data)
  assert.deepEqual([...java.partitionBatch({ data: growing, offsets })], [2, 2, 5])
  buffer.resize(12)
  assert.throws(() => java.partitionBatch({ data: growing, offsets }), { code: 'offsets' })
  const two = offsets.subarray(0, 3)
  assert.deepEqual([...java.partitionBatch({ data: growing, offsets: two })], [2, 2])
})

test('keys that a getter shortens are hashed as they are then', () => {
  const wanted = new Partitioner('java', 6).partition(Buffer.alloc(16, 7))
  for (let turn = 0; turn < 20; turn++) {
    const buffer = new ArrayBuffer(32, { maxByteLength: 32 })
    const first = new Uint8Array(buffer).fill(7)
    const keys = [first, ...Array(1999).fill(Buffer.from('user-1'))]
    Object.defineProperty(keys, 1, {
      get() {
        buffer.resize(16)
        return Buffer.from('user-1')
      },
    })
    assert.deepEqual([...java.partitionBatch(keys)], [wanted, ...Array(1999).fill(2)])
  }
})

test('texts of more than a string can hold together are placed', () => {
  const text = 'x'.repeat(2 ** 24)
  const wanted = java.partition(text)
  assert.deepEqual([...java.partitionBatch(Array(40).fill(text))], Array(40).fill(wanted))
})

test("a getter of the user's may do what it wants", () => {
  const copy = Uint8Array.from(data)
  const detaching = {
    get data() {
      return copy
    },
    offsets,
    get validity() {
      structuredClone(copy.buffer, { transfer: [copy.buffer] })
      return undefined
    },
  }
  const detached = {
    code: 'key_type',
    message: 'keys.data must be a Uint8Array, got a detached Uint8Array',
  }
  assert.throws(() => java.partitionBatch(detaching), detached)
  const throwing = () => {
    throw new Error('mine')
  }
  assert.throws(
    () =>
      java.partitionBatch({
        get data() {
          return throwing()
        },
        offsets,
      }),
    /^Error: mine$/,
  )
  for (const size of [3, 5000]) {
    const keys = Array(size).fill('user-1')
    Object.defineProperty(keys, 2, { get: throwing })
    assert.throws(() => java.partitionBatch(keys), /^Error: mine$/)
    let asked = 0
    Object.defineProperty(keys, 2, {
      get: () => {
        asked += 1
        keys.length = 1
        return java.partitionBatch(Array(5000).fill('user-3')).length === 5000 ? 'user-3' : ''
      },
    })
    const placed = java.partitionBatch(keys)
    assert.ok(asked > 0 && placed.length === size && placed[0] === 2 && placed[2] === 5)
    assert.ok(placed.subarray(3).every((partition) => partition === -1))
  }
  const proxied = new Proxy(Array(100).fill('user-3'), {})
  assert.deepEqual(java.partitionBatch(proxied), new Int32Array(100).fill(5))
})

test('shared memory that another thread writes gives partitions or an error, nothing else', async () => {
  const keys = 2000
  const memory = (TypedArray, length) =>
    new TypedArray(new SharedArrayBuffer(length * TypedArray.BYTES_PER_ELEMENT))
  const data = memory(Uint8Array, keys * 8).fill(97)
  const offsets = memory(Int32Array, keys + 1)
  const wide = memory(BigInt64Array, keys + 1)
  const validity = memory(Uint8Array, keys / 8).fill(255)
  for (let row = 0; row <= keys; row += 1) {
    offsets[row] = row * 8
    wide[row] = BigInt(row * 8)
  }
  const given = [
    { data, offsets, validity },
    { data, offsets: wide, validity },
  ]
  const wanted = java.partitionBatch(packed(Array(keys).fill(Buffer.from('aaaaaaaa'))))
  for (const column of given) assert.deepEqual(java.partitionBatch(column), wanted)
  const source = `
    const { workerData: { data, offsets, wide, validity }, parentPort } = require('node:worker_threads')
    parentPort.postMessage('started')
    for (let row = 0; ; row = (row + 1) % offsets.length) {
      const lie = Math.floor(Math.random() * 2 ** 32) - 2 ** 31
      offsets[row] = lie
      wide[row] = BigInt(lie) << 20n
      data[row] = validity[row % validity.length] = lie
      offsets[row] = row * 8
      wide[row] = BigInt(row * 8)
    }`
  const workerData = { data, offsets, wide, validity }
  const worker = new Worker(source, { eval: true, workerData })
  await new Promise((resolve) => worker.once('message', resolve))
  let [placed, refused] = [0, 0]
  const until = Date.now() + 1000
  while (Date.now() < until) {
    for (const column of given) {
      try {
        const partitions = java.partitionBatch(column)
        assert.ok(partitions.every((partition) => partition >= -1 && partition < 6))
        placed += 1
      } catch (error) {
        assert.equal(error.code, 'offsets', error.message)
        refused += 1
      }
    }
  }
  await worker.terminate()
  assert.ok(placed + refused > 100, `only ${placed} and ${refused}`)
})

test('what has no room throws, and the process goes on', () => {
  const { data } = makeVector(makeData({ type: new arrow.Null(), length: 2 ** 32 - 1 }))
  const endless = { data: Array(100).fill(data[0]) }
  assert.throws(() => java.partitionBatch(endless), RangeError)
  assert.throws(() => java.hashBatch(endless), RangeError)
  assert.equal(partition('user-3', 6), 5)
})

/** Every layout that these keys have, with its name and its options. */
function* columns(hex) {
  const keys = hex.map(bytes)
  yield ['array of bytes', keys]
  yield ['array of Uint8Array', keys.map((key) => key && new Uint8Array(key))]
  yield ['set', { [Symbol.iterator]: () => keys[Symbol.iterator]() }]
  yield ['packed, int32 offsets', packed(keys)]
  yield ['packed, int64 offsets', packed(keys, BigInt64Array)]
  yield ['packed, shared', shared(packed(keys))]
  yield ['packed, unaligned data', packed(keys, Int32Array, 3)]
  const [words, full] = [texts(keys), keys.every((key) => key !== null)]
  if (words) yield ['array of text', words]
  if (words)
    yield ['array of text and bytes', words.map((text, row) => (row % 3 ? text : keys[row]))]
  if (full) yield ['packed, none missing', { ...packed(keys), validity: undefined }]

  const { Binary, LargeBinary, LargeUtf8, Utf8 } = arrow
  const types = { Binary, LargeBinary, ...(words && { LargeUtf8, Utf8 }) }
  for (const [name, Type] of Object.entries(types)) {
    const vector = vectorFromArray(name.endsWith('Utf8') ? words : keys, new Type())
    if (keys.length === 0) continue
    yield [name, vector]
    yield [`${name}, sliced`, around(keys, name.endsWith('Utf8'), Type).slice(3, 3 + keys.length)]
  }
  yield ['BinaryView', views(keys)]
  yield ['Utf8View, sliced', views([null, ...keys, null], arrow.Utf8View).slice(1, 1 + keys.length)]
  if (words?.some((text) => text !== null))
    yield ['dictionary as JavaScript makes it', vectorFromArray(words)]
  for (const Index of [arrow.Int8, arrow.Uint16, arrow.Int32, arrow.Uint32, arrow.Int64]) {
    if (new Set(hex).size < 100) yield [`dictionary of ${Index.name}`, dictionary(hex, new Index())]
  }
  yield ['dictionary in two pieces', dictionary(hex, new arrow.Int32(), true)]
  if (keys.length > 1) {
    const [half, Type] = [keys.length >> 1, new Binary()]
    const pieces = [keys.slice(0, half), keys.slice(half)].map((part) =>
      vectorFromArray(part, Type),
    )
    yield ['chunks', pieces[0].concat(pieces[1])]
    yield ['table', new arrow.Table({ k: pieces[0].concat(pieces[1]) }), { column: 'k' }]
  }
  const widths = new Set(keys.map((key) => key?.length).filter((length) => length !== undefined))
  if (widths.size === 1 && !widths.has(0)) yield ['FixedSizeBinary', fixed(keys)]
  if (widths.size !== 1) return
  const { validity: nullBitmap } = packed(keys)
  const numbers = (TypedArray, read) => TypedArray.from(keys, (key) => read(key ?? Buffer.alloc(8)))
  if (widths.has(4)) {
    const data = numbers(Int32Array, (key) => key.readInt32BE())
    const given = { type: new arrow.Int32(), data, nullBitmap, length: keys.length }
    yield ['Int32', makeVector(makeData(given)), { keyFormat: 'int' }]
  }
  if (widths.has(8)) {
    const data = numbers(BigInt64Array, (key) => key.readBigInt64BE())
    const given = { type: new arrow.Int64(), data, nullBitmap, length: keys.length }
    yield ['Int64', makeVector(makeData(given)), { keyFormat: 'long' }]
  }
}

function bytes(hex) {
  return hex === null ? null : Buffer.from(hex, 'hex')
}

/** The keys as text; undefined when one is none. */
function texts(keys) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return keys.map((key) => key && decoder.decode(key))
  } catch {
    return undefined
  }
}

function packed(keys, Offsets = Int32Array, lead = 0) {
  const data = Buffer.concat([Buffer.alloc(lead), ...keys.map((key) => key ?? Buffer.from('gap'))])
  const offsets = new Offsets(keys.length + 1)
  const validity = new Uint8Array((keys.length + 7) >> 3)
  let end = 0
  keys.forEach((key, row) => {
    end += key?.length ?? 3
    offsets[row + 1] = Offsets === BigInt64Array ? BigInt(end) : end
    if (key) validity[row >> 3] |= 1 << (row & 7)
  })
  return { data: data.subarray(lead), offsets, validity }
}

function shared({ data, offsets, validity }) {
  const copy = (array) => {
    const memory = new SharedArrayBuffer(array.byteLength)
    new Uint8Array(memory).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    return new array.constructor(memory)
  }
  return { data: copy(new Uint8Array(data)), offsets: copy(offsets), validity: copy(validity) }
}

/** The keys with others in front of them and behind. */
function around(keys, isText, Type) {
  const all = ['x', null, 'before', ...(isText ? texts(keys) : keys), 'behind']
  return vectorFromArray(isText ? all : all.map((key) => key && Buffer.from(key)), new Type())
}

function views(keys, Type = arrow.BinaryView) {
  const views = Buffer.alloc(16 * keys.length)
  const buffers = [Buffer.concat(keys.filter((key) => key?.length > 12))]
  let at = 0
  keys.forEach((key, row) => {
    if (!key) return views.fill(0xff, 16 * row, 16 * row + 16)
    views.writeInt32LE(key.length, 16 * row)
    if (key.length <= 12) return key.copy(views, 16 * row + 4)
    key.copy(views, 16 * row + 4, 0, 4)
    views.writeInt32LE(at, 16 * row + 12)
    at += key.length
  })
  const { validity: nullBitmap } = packed(keys)
  const given = { type: new Type(), views: new Uint8Array(views), variadicBuffers: buffers }
  return makeVector(makeData({ ...given, nullBitmap, length: keys.length }))
}

function fixed(keys) {
  const width = keys.find((key) => key).length
  const data = Buffer.concat(keys.map((key) => key ?? Buffer.alloc(width)))
  const { validity: nullBitmap } = packed(keys)
  const type = new arrow.FixedSizeBinary(width)
  return makeVector(makeData({ type, data, nullBitmap, length: keys.length }))
}

function dictionary(hex, indices, inPieces = false) {
  const distinct = [...new Set(hex.filter((key) => key !== null))]
  const type = new arrow.Binary()
  const vector = (keys) => {
    const { data, offsets: valueOffsets } = packed(keys.map(bytes))
    return makeVector(makeData({ type, data, valueOffsets, length: keys.length }))
  }
  const half = distinct.length >> 1
  const values = inPieces
    ? vector(distinct.slice(0, half)).concat(vector(distinct.slice(half)))
    : vector(distinct)
  const big = indices.ArrayType === BigInt64Array
  // What a missing index is, is open.
  const places = hex.map((key) => (key === null ? 99 : distinct.indexOf(key)))
  const data = indices.ArrayType.from(big ? places.map(BigInt) : places)
  const { validity: nullBitmap } = packed(hex.map(bytes))
  const given = { type: new arrow.Dictionary(type, indices), data, dictionary: values }
  return makeVector(makeData({ ...given, nullBitmap, length: hex.length }))
}
