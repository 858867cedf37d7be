// The questions about keys and topics: the same answers as the command's, from any iterables.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import copartition from 'copartition'

const { compare, doctor, identify, keysFor, moves, partition, probeKeys, split, spread, verify } =
  copartition

const folder = join(process.env.COPARTITION_VECTORS, '../analysis')
const read = (file) => readFileSync(join(folder, file), 'utf8')
const { cases } = JSON.parse(read('cases.json'))

const keys = Array.from({ length: 40 }, (_, n) => `user-${n + 1}`)
const java = keys.map((key) => partition(key, 12))

const fields = {
  observed: (row) => row.partition,
  weights: (row) => row.weight,
  labels: (row) => row.label,
  offsets: (row) => row.offset,
  timestamps: (row) => row.timestamp,
  tombstones: (row) => row.value === null,
}

const bytes = (hex) => (hex === null ? null : Buffer.from(hex, 'hex'))

function columns(sample, names) {
  const rows = read(`samples/${sample}.ndjson`).split('\n').filter(Boolean).map(JSON.parse)
  const of = names.map((name) => [name, rows.map(fields[name])])
  return { keys: rows.map(({ key }) => bytes(key)), ...Object.fromEntries(of) }
}

const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())

/** The case's answer by this package. */
function answer({ function: name, samples, columns: names, arguments: given }) {
  const options = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [camelCase(name), value]),
  )
  const { partitions, partitioner } = options
  const [first] = samples.map((sample) => columns(sample, names))
  if (options.only) options.only = options.only.map(bytes)
  switch (name) {
    case 'identify':
    case 'split':
      return copartition[name](first.keys, first.observed, partitions, { ...first, ...options })
    case 'verify':
      return verify(first.keys, first.observed, partitions, partitioner, { ...first, ...options })
    case 'spread':
      return spread(first.keys, partitions, partitioner, { ...first, ...options })
    case 'compare': {
      const topic = (sample, at) => {
        const { keys, observed } = columns(sample, names)
        return { name: `${sample}.ndjson`, keys, observed, partitions: partitions[at] }
      }
      return compare(samples.map(topic), options)
    }
    case 'moves':
      return moves({ ...first, ...options })
    case 'keys_for':
      return keysFor(partitions, partitioner, options)
    case 'probe_keys':
      return probeKeys(partitions)
    case 'doctor':
      return doctor(options.client, options.settings, options.like)
    default:
      throw new Error(`no function ${name}`)
  }
}

/** The document as JavaScript has it, without what differs by host. */
function named(value, without, by) {
  if (Array.isArray(value)) return value.map((item) => named(item, without))
  if (value === null || typeof value !== 'object') return value
  const keyedByData = ['labels', 'partitions'].includes(by)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => keyedByData || !without.includes(name))
      .map(([name, member]) => [
        keyedByData ? name : camelCase(name),
        named(member, without, name),
      ]),
  )
}

test("every answer is the command's document", () => {
  for (const it of cases) {
    const expected = named(JSON.parse(read(`expected/${it.name}.json`)), it.without)
    assert.deepEqual(named(answer(it), it.without), expected, it.name)
  }
  assert.ok(cases.length >= 30, `only ${cases.length} cases`)
  assert.equal(new Set(cases.map((it) => it.function)).size, 9)
})

test('members are in the order of the document, in camelCase', () => {
  assert.deepEqual(Object.keys(split(['a'], [0], 6)), [
    'schema',
    'partitions',
    'records',
    'missingKeyRecords',
    'sampled',
    'keys',
    'splitKeys',
    'undeadKeys',
    'split',
  ])
  const text = JSON.stringify(identify(keys, java, 12))
  assert.ok(!/"\w+_\w+":/.test(text), text)
})

test('labels and rules keep their names', () => {
  const labels = keys.map((_, at) => (at % 2 ? '__proto__' : 'web_app'))
  const [part] = identify(keys, java, 12, { labels }).parts
  assert.deepEqual(Object.entries(part.labels), [['__proto__', 20], ['web_app', 20]])
  const several = identify(keys.slice(0, 3), java.slice(0, 3), 12)
  for (const { partitions } of several.decidingKeys) assert.ok('murmur2' in partitions)
})

test('any iterables give the same answer', () => {
  const expected = identify(keys, java, 12)
  assert.equal(expected.parts[0].candidates[0].rule, 'murmur2')
  function* each(values) {
    yield* values
  }
  for (const given of [
    [new Set(keys), java],
    [each(keys), each(java)],
    [keys.map((key) => Buffer.from(key)), Int32Array.from(java)],
    [keys, Float64Array.from(java)],
  ]) {
    assert.deepEqual(identify(...given, 12), expected)
  }
  const offsets = BigInt64Array.from(keys, (_, at) => BigInt(at))
  const timestamps = keys.map(() => 1796006766463n)
  const [{ spans }] = identify(keys, java, 12, { offsets, timestamps }).parts
  assert.equal(spans[0].first.timestamp, 1796006766463)
})

test('many batches are read to their end', () => {
  const count = 100_000
  const many = Array.from({ length: count }, (_, n) => `user-${n % 1000}`)
  const found = spread(many, 12, 'java', { weights: new Uint8Array(count).fill(2) })
  assert.deepEqual([found.rows, found.records, found.keys], [count, 2 * count, 1000])
})

test('null and undefined are no key, and not known beside one', () => {
  const found = split(['a', null, undefined], [1, 2, 3], 6, {
    offsets: [null, undefined, 5],
    tombstones: [true, null, undefined],
    labels: [undefined, 'a', null],
  })
  assert.deepEqual([found.records, found.missingKeyRecords], [3, 2])
})

test('what user code throws comes through as it is', () => {
  const thrown = new Error('of the iterable')
  function* failing() {
    yield 'user-1'
    throw thrown
  }
  const getter = Object.defineProperty(['user-1'], 0, {
    get() {
      throw thrown
    },
  })
  for (const ask of [
    () => identify(failing(), java, 12),
    () => identify(getter, [1], 12),
    () => split(['a'], failing(), 12),
    () => spread(getter, 12),
    () => moves({ partitions: 12, to: 24, keys: failing() }),
    () => compare([{ name: 'a', keys: getter, observed: [1], partitions: 12 }]),
  ]) {
    assert.throws(ask, (error) => error === thrown)
  }
})

const topic = { name: 'orders', keys: ['a'], observed: [1], partitions: 6 }

test('what cannot be read is refused, with its place', () => {
  const refused = [
    [() => identify(['a'], [1, 2], 6), 'input', 'observed must be as many as keys, 1, got 2'],
    [
      () => identify(['a'], [1], 6, { weights: [] }),
      'input',
      'weights must be as many as keys, 1, got 0',
    ],
    [
      () => identify(['a', 42], [1, 2], 6),
      'key_type',
      'keys[1] must be a string, a Uint8Array, null or undefined, got number',
    ],
    [
      () => identify(['a', 'b\ud800'], [1, 2], 6),
      'key_type',
      'keys[1] must be text without lone surrogates, got "\\ud800" at index 1',
    ],
    [() => identify('abc', [1, 2, 3], 6), 'key_type', 'keys must be an iterable, got string'],
    [() => identify({}, [1], 6), 'key_type', 'keys must be an iterable, got object'],
    [() => identify(['a'], 1, 6), 'key_type', 'observed must be an iterable, got number'],
    [
      () => identify(['a', 'b'], [1, 6], 6),
      'input',
      'keys[1]: partition must be a whole number below 6, got 6',
    ],
    ...[NaN, 1.7, -1, 2 ** 32 + 1].map((wrong) => [
      () => identify(['a'], [wrong], 6),
      'key_range',
      `observed[0] must be a whole number from 0 to 2147483647, got ${wrong}`,
    ]),
    [() => identify(['a'], ['1'], 6), 'key_type', 'observed[0] must be a number, got string'],
    [
      () => split(['a'], [1], 6, { weights: [-1] }),
      'key_range',
      'weights[0] must be a whole number from 0 to 9007199254740991, got -1',
    ],
    [
      () => split(['a'], [1], 6, { tombstones: [0] }),
      'key_type',
      'tombstones[0] must be a boolean or null, got number',
    ],
    [
      () => split(['a'], [1], 6, { labels: [5] }),
      'key_type',
      'labels[0] must be a string, got number',
    ],
    [
      () => split(['a'], [1], 6, { offsets: [0.5] }),
      'key_range',
      'offsets[0] as a number must be a whole number from -9007199254740991 to ' +
        '9007199254740991, got 0.5',
    ],
    [() => identify(['a'], [1], 6, 5), 'key_type', 'options must be an object, got number'],
    [() => spread(['a'], 6, 'java', { unkeyed: 'x' }), 'input', /^unkeyed: .*, got "x"$/],
    [() => spread(['a'], 6, 'java', { top: -1 }), 'key_range', /^top must be a whole number/],
    [() => verify(['a'], [1], 6, 'java', { maxMismatch: 'x' }), 'input', /^maxMismatch must .* x$/],
    [() => verify(['a'], [1], 6, 'java', { maxMismatch: 1.5 }), 'input', /got 1\.5$/],
    [() => verify(['a'], [1], 6, 'java', { since: 'x' }), 'input', /^time must be/],
    [() => verify(['a'], [1], 6, 'java', { history: '8,12' }), 'input', /history|count/],
    [() => verify(['a'], [1], 6, 'java', { only: [null] }), 'key_type', /^only\[0\] must be/],
    [() => verify(['a'], [1], 6, 'jaba'), 'unknown_partitioner', /^unknown partitioner/],
    [() => verify(['a'], [1], 6, 5), 'unknown_partitioner', /must be a string, got number$/],
    [() => compare([topic]), 'input', 'topics must be at least 2, got 1'],
    [() => compare([topic, 5]), 'key_type', 'topics[1] must be an object, got number'],
    [() => compare([{ ...topic, name: 5 }, topic]), 'key_type', /^topics\[0\]\.name must be/],
    [() => compare([topic, { ...topic, keys: [5] }]), 'key_type', /^orders\.keys\[0\] must be/],
    [() => moves(), 'partition_count', /got undefined$/],
    [() => moves({ partitions: 6, to: 0 }), 'partition_count', /got 0$/],
    [() => moves({ partitions: 6, to: 8, weights: [1] }), 'key_type', /^keys must be an iterable, got undefined$/],
    [() => keysFor(6, 'java', { each: 0 }), 'key_range', /^each must be a whole number from 1 to/],
    [() => moves({ partitions: 6 }), 'input', /^to or toPartitioner must be given$/],
    [() => keysFor(6, 'java', { partition: 6 }), 'input', /below 6|6/],
    [() => keysFor(6, 'java', { partition: [1.5] }), 'key_range', /^partition must be/],
    [() => probeKeys(1.7), 'partition_count', /got 1\.7$/],
    [() => doctor('kafkajz'), 'unknown_client', /nearest names: kafkajs$/],
    [() => doctor('java', [5]), 'key_type', 'settings[0] must be a string, got number'],
  ]
  for (const [ask, code, message] of refused) {
    assert.throws(ask, (error) => {
      assert.ok(error instanceof (code === 'key_type' ? TypeError : Error), String(ask))
      assert.equal(error.code, code, `${ask}: ${error.message}`)
      if (typeof message === 'string') assert.equal(error.message, message)
      else assert.match(error.message, message)
      return true
    })
  }
  assert.ok(refused.length >= 35, `only ${refused.length} refusals`)
})

test('settings are texts, or an object', () => {
  const expected = doctor('librdkafka', ['partitioner=murmur2_random', 'linger.ms=5'])
  assert.deepEqual(
    doctor('librdkafka', { partitioner: 'murmur2_random', 'linger.ms': 5 }),
    expected,
  )
  assert.equal(expected.like.partitioner, 'java')
  assert.deepEqual(doctor('librdkafka'), doctor('librdkafka', []))
})
