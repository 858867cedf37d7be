// The partitioner for @platformatic/kafka, inside the real client as far as that goes without a
// broker.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { partition } from 'copartition'
import { partitioner } from 'copartition/platformatic'
import { answers, releases } from './real_clients.mjs'

// The client's 2.x wants Node.js 22.
const hasTwo = Number(process.versions.node.split('.')[0]) >= 22
const RELEASES = releases('@platformatic/kafka').slice(0, hasTwo ? 2 : 1)
const topic = 'orders'

test('it runs in the releases of the client that this Node.js runs', () => {
  const wanted = hasTwo ? ['1.35.0', '2.12.1'] : ['1.35.0']
  assert.deepEqual(
    RELEASES.map(([version]) => version),
    wanted,
  )
})

test('it places as each real client, whatever the count that the client divides by', (t) => {
  const hooks = new Map()
  const knowing = new Set()
  let cases = 0
  for (const [source, key, n, wanted] of answers()) {
    if (!hooks.has(source)) hooks.set(source, partitioner(source, { unkeyed: 'error' }))
    const ask = (context) => hooks.get(source)({ topic }, key ?? undefined, context) % n
    const place = () => {
      try {
        return ask({ metadata: undefined })
      } catch (error) {
        if (error.code !== 'count_unknown') throw error
        knowing.add(source)
        return ask({ metadata: { topics: new Map([[topic, { partitionsCount: n }]]) } })
      }
    }
    assert.equal(placed(place), wanted, `${source} key ${key?.toString('hex')} n ${n}`)
    cases += 1
  }
  assert.ok(cases >= 40_000, `only ${cases} placements`)
  // Their rules are over wide digests.
  assert.deepEqual([...knowing].sort(), ['kafka-python@0.8:hashed', 'pykafka:hashing'])
  t.diagnostic(`${cases} placements by ${hooks.size} partitioners`)
})

for (const [version, require] of RELEASES) {
  test(`${version} sends each key where its bytes belong, from the first record on`, async () => {
    for (const rule of ['java', 'librdkafka', 'sarama:hash', 'kafkajs@1', 'platformatic']) {
      const send = await producer(require, { partitioner: partitioner(rule) }, 7)
      const keys = ['user-3', 'schlüssel', '\ud800', '', 'a'.repeat(2_000)]
      const wanted = keys.map((key) => partition(Buffer.from(key), 7, rule))
      const sent = await send(keys)
      for (const [at, key] of keys.entries()) {
        // librdkafka leaves an empty key unkeyed.
        if (wanted[at] !== null) assert.equal(sent[at], wanted[at], `${rule} ${key}`)
        else assert.ok(sent[at] >= 0 && sent[at] < 7)
      }
    }
  })

  test(`${version} sends keyless records in turns, as without a partitioner`, async () => {
    const hook = await producer(require, { partitioner: partitioner('java') }, 3)
    const own = await producer(require, {}, 3)
    const keyless = Array(7).fill(undefined)
    assert.deepEqual(await hook(keyless), await own(keyless))
    assert.deepEqual(await hook(keyless), [1, 2, 0, 1, 2, 0, 1])
  })

  test(`${version} sends a record to the partition that it names`, async () => {
    const send = await producer(require, { partitioner: partitioner('java') }, 6)
    assert.deepEqual(await send(['user-3', 'user-3'], [1, undefined]), [1, 5])
  })

  test(`${version} is told by sends that fail what is wrong`, async () => {
    const strict = partitioner('java', { unkeyed: 'error' })
    const send = await producer(require, { partitioner: strict }, 6)
    const message = 'java leaves a record without a key unkeyed, and unkeyed is error'
    await assert.rejects(send([undefined]), { code: 'unkeyed', message })
    const uncalled = await producer(require, { partitioner }, 6)
    const got = 'partitioner must be a string, got object'
    await assert.rejects(uncalled(['a']), { code: 'unknown_partitioner', message: got })
  })

  test(`${version} learns the count for a wide digest from its metadata`, async () => {
    const send = await producer(require, { partitioner: partitioner('sha1') }, 6)
    const message =
      'the partition count of topic "orders" is not known yet: ' +
      'await producer.metadata({ topics: ["orders"] }) first'
    await assert.rejects(send(['user-3']), { code: 'count_unknown', message })
    send.know()
    assert.deepEqual(await send(['user-3']), [partition('user-3', 6, 'sha1')])
  })
}

test('a client that does not tell the key is refused, whatever the record', () => {
  // As its releases up to 1.31.0 call it: producer.js, `partition = partitioner(message)`.
  for (const rule of ['java', 'sha1']) {
    for (const message of [{ topic, key: 'user-3' }, { topic }]) {
      assert.throws(() => partitioner(rule)(message), {
        code: 'key_type',
        message:
          'key must be given by the client, as @platformatic/kafka does from 1.33.0 on, ' +
          'got undefined',
      })
    }
  }
})

test('a keyless record needs no count', () => {
  const hook = partitioner('sha1')
  assert.deepEqual([hook({ topic }, undefined, {}), hook({ topic }, undefined, {})], [0, 1])
  assert.throws(() => hook({ topic: 'none' }, Buffer.from('a'), {}), { code: 'count_unknown' })
})

test('round robin starts anywhere, and sticky keeps a partition, each topic for itself', (t) => {
  let draw = 0.3
  t.mock.method(Math, 'random', () => draw)
  const turns = partitioner('java', { unkeyed: 'round_robin' })
  const next = (hook, topic) => hook({ topic }, undefined, {}) % 6
  const [a, b] = [next(turns, 'a'), next(turns, 'b')]
  assert.equal(a, b)
  assert.notEqual(a, 0)
  assert.equal(next(turns, 'a'), (a + 1) % 6)

  let now = 1_000
  t.mock.method(Date, 'now', () => now)
  const sticky = partitioner('java', { unkeyed: 'sticky' })
  const kept = next(sticky, 'a')
  draw = 0.41
  assert.notEqual(next(sticky, 'b'), kept)
  for (now = 1_001; now < 1_010; now += 1) assert.equal(next(sticky, 'a'), kept)
  assert.notEqual(next(sticky, 'a'), kept)
})

test('a name or an option that is wrong is refused at once', () => {
  assert.throws(() => partitioner('jav'), { code: 'unknown_partitioner' })
  assert.throws(() => partitioner('java', { unkeyed: 'random' }), { code: 'unknown_unkeyed' })
  assert.throws(() => partitioner('java', { refreshInterval: 1 }), {
    code: 'key_type',
    message: 'options must be an object of unkeyed, got one with "refreshInterval"',
  })
})

function placed(call) {
  try {
    return call()
  } catch (error) {
    if (error.code === 'unkeyed') return null
    if (error.code === 'refused') return 'refused'
    throw error
  }
}

/**
 * Makes a real producer without a broker: its metadata, connection and request are replaced, so that
 * the topic may have any count. Returns a function: the partitions of records with these keys.
 */
async function producer(require, options, partitions) {
  const kafka = await import(pathToFileURL(require.resolve('@platformatic/kafka')))
  const sending = new kafka.Producer({
    clientId: 'test',
    bootstrapBrokers: ['127.0.0.1:1'],
    retries: 0,
    serializers: kafka.stringSerializers,
    ...options,
  })
  const leaders = Array(partitions).fill({ leader: 1 })
  const topics = new Map([[topic, { partitionsCount: partitions, partitions: leaders }]])
  const metadata = { brokers: new Map([[1, {}]]), topics }
  let produced = []
  replace(sending, 'plt.kafka.base.metadata', (_, callback) => callback(null, metadata))
  replace(sending, 'plt.kafka.base.getConnection', (_, callback) => callback(null, {}))
  replace(sending, 'plt.kafka.base.getApi', (_, callback) => {
    callback(null, (_connection, _acks, _timeout, messages, _options, done) => {
      produced.push(...messages)
      done(null, { responses: [] })
    })
  })
  const send = async (keys, given = []) => {
    produced = []
    const messages = keys.map((key, at) => ({ topic, key, value: `${at}`, partition: given[at] }))
    await sending.send({ messages })
    // Each partition's records go out by themselves.
    const at = ({ value }) => Number(value.toString())
    return produced.sort((one, other) => at(one) - at(other)).map(({ partition }) => partition)
  }
  send.know = () => Object.defineProperty(sending, 'currentMetadata', { value: metadata })
  return send
}

function replace(sending, description, method) {
  for (let at = sending; at; at = Object.getPrototypeOf(at)) {
    const symbol = Object.getOwnPropertySymbols(at).find((s) => s.description === description)
    if (symbol) {
      sending[symbol] = method
      return
    }
  }
  throw new Error(`the producer has no ${description}`)
}
