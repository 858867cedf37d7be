// Times one Node.js call: copartition, its peers, and the floor, a C addon on Node-API.
//
// `node single.mjs STAGE PEERS FLOOR`: the npm projects that copartition and the peers are
// installed in, and floor_node.node. Prints one line a version, and one a cell: the key type, the key size, the
// candidate, and its nanoseconds a key in each round.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const PARTITIONS = 12
const ROUNDS = 100
// A sample takes about so long, and at most so many keys that they stay in the cache.
const SAMPLE_NANOSECONDS = 250_000
const SAMPLE_KEYS = 2_048
const SIZES = {
  4: [4, 4],
  8: [8, 8],
  16: [16, 16],
  36: [36, 36],
  100: [100, 100],
  1000: [1000, 1000],
  mixed: [4, 40]
}

const [stage, peers, floorPath] = process.argv.slice(2).map(path => resolve(path))
const staged = createRequire(join(stage, 'package.json'))
const peer = createRequire(join(peers, 'package.json'))
const floor = createRequire(import.meta.url)(floorPath)
const copartition = staged('copartition')
const kafkajs = peer('kafkajs/src/producer/partitioners/default/murmur2')
const murmur2Partitioner = peer('murmur2-partitioner').partition
const platformatic = await import(
  pathToFileURL(join(peers, 'node_modules/@platformatic/kafka/dist/protocol/murmur2.js'))
)

// What is called, and how a user writes it.
const CANDIDATES = {
  'C on Node-API': [floor.bound(PARTITIONS), 'f(key)'],
  'Partitioner#partition': [new copartition.Partitioner('java', PARTITIONS), 'f.partition(key)'],
  partition: [copartition.partition, 'f(key, 12)'],
  'murmur2-partitioner': [murmur2Partitioner, 'f(key, 12)'],
  '@platformatic/kafka': [platformatic.murmur2, '(f(key) & 0x7fffffff) % 12'],
  kafkajs: [kafkajs, '(f(key) & 0x7fffffff) % 12'],
  'no-op': [floor.noop, 'f()'],
  'empty loop': [undefined, 'key.length']
}
const NO_ANSWER = ['no-op', 'empty loop']

console.log(`version\tNode.js\t${process.versions.node}`)
for (const name of ['kafkajs', '@platformatic/kafka', 'murmur2-partitioner']) {
  const manifest = join(peers, 'node_modules', name, 'package.json')
  console.log(`version\t${name}\t${JSON.parse(readFileSync(manifest)).version}`)
}
for (const kind of ['Buffer', 'string']) {
  const loops = Object.entries(CANDIDATES).map(([name, made]) => loop(name, ...made))
  for (const size of Object.keys(SIZES)) measure(kind, size, loops)
}

// Compiles a timed loop around a call. Made from text: a loop that is shared between candidates
// would be compiled for all of them at once, and each would pay for the others.
function loop(name, f, expression) {
  const body = `
    const started = now()
    let sum = 0
    for (let index = from; index < to; index++) {
      const key = keys[index]
      sum += ${expression}
    }
    const nanoseconds = (now() - started) / (to - from)
    return sum < 0 ? -1 : nanoseconds`
  return {
    name,
    nanoseconds: new Function('f', 'now', `return (keys, from, to) => {${body}}`)(f, floor.threadTime),
    partition: new Function('f', `return key => ${expression}`)(f)
  }
}

function measure(kind, size, loops) {
  const keys = makeKeys(kind, ...SIZES[size])
  for (const { name, partition } of loops) {
    if (NO_ANSWER.includes(name)) continue
    const wrong = keys.find(key => partition(key) !== loops[0].partition(key))
    if (wrong !== undefined) throw new Error(`${kind} ${size}: ${name} is wrong about ${wrong}`)
  }
  const counts = loops.map(({ nanoseconds }) => {
    // Long enough for the optimizing compiler, and once more for the cost.
    for (let warm = 0; warm < 20; warm++) nanoseconds(keys, 0, 512)
    const cost = Math.max(nanoseconds(keys, 0, 512), 1)
    return Math.min(Math.max(Math.floor(SAMPLE_NANOSECONDS / cost), 16), SAMPLE_KEYS)
  })
  const samples = loops.map(() => [])
  let at = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < loops.length; turn++) {
      const index = (round + turn) % loops.length
      if (at + counts[index] > keys.length) at = 0
      const end = at + counts[index]
      warmUp(keys, at, end)
      samples[index].push(loops[index].nanoseconds(keys, at, end))
      at = end
    }
  }
  for (const [index, { name }] of loops.entries()) {
    const values = samples[index].map(value => value.toFixed(3))
    console.log([kind, size, name, values.join(',')].join('\t'))
  }
}

// Brings the keys into the cache, and tells the branch predictor nothing.
function warmUp(keys, from, to) {
  const stretch = keys.slice(from, to)
  return typeof stretch[0] === 'string' ? stretch.join('').length : Buffer.concat(stretch).length
}

// Makes the same keys in each run: more of them than a branch predictor can remember.
function makeKeys(kind, shortest, longest) {
  let state = 0x2545f491
  const random = below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  return Array.from({ length: longest <= 100 ? 65_536 : 8_192 }, () => {
    const key = Buffer.allocUnsafe(shortest + random(longest - shortest + 1))
    // ASCII for text, as keys that are text nearly always are.
    for (let index = 0; index < key.length; index++) {
      key[index] = kind === 'string' ? 97 + random(26) : random(256)
    }
    return kind === 'string' ? key.toString('latin1') : key
  })
}
