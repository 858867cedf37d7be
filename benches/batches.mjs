// Times a batch of keys in Node.js: copartition's columns, and murmur2-partitioner in a loop.
//
// `node batches.mjs STAGE PEERS FLOOR`: the npm projects that copartition and the peers are
// installed in, and floor_node.node. Prints one line a version, and one a cell: the key type, the
// key size, the candidate, and its nanoseconds a key in each round.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const PARTITIONS = 12
const KEYS = 65_536
const ROUNDS = 40
const SIZES = {
  'user-N': [6, 11],
  16: [16, 16],
  36: [36, 36],
  mixed: [4, 40]
}

const [stage, peers, floorPath] = process.argv.slice(2).map(path => resolve(path))
const staged = createRequire(join(stage, 'package.json'))
const peer = createRequire(join(peers, 'package.json'))
const floor = createRequire(import.meta.url)(floorPath)
const { Partitioner } = staged('copartition')
const { partition } = peer('murmur2-partitioner')
const partitioner = new Partitioner('java', PARTITIONS)

// Each makes an Int32Array of the partitions: of keys in an array, and of the same keys packed.
const CANDIDATES = {
  'partitionBatch(packed)': (_, packed) => partitioner.partitionBatch(packed),
  'partitionBatch(keys[])': keys => partitioner.partitionBatch(keys),
  'Partitioner#partition': keys => {
    const out = new Int32Array(keys.length)
    for (let index = 0; index < keys.length; index++) out[index] = partitioner.partition(keys[index])
    return out
  },
  'murmur2-partitioner': keys => {
    const out = new Int32Array(keys.length)
    for (let index = 0; index < keys.length; index++) out[index] = partition(keys[index], PARTITIONS)
    return out
  }
}

console.log(`version\tNode.js\t${process.versions.node}`)
const manifest = join(peers, 'node_modules/murmur2-partitioner/package.json')
console.log(`version\tmurmur2-partitioner\t${JSON.parse(readFileSync(manifest)).version}`)
let seed = 0x2545f491
for (const kind of ['Buffer', 'string']) {
  for (const [size, [shortest, longest]] of Object.entries(SIZES)) {
    measure(kind, size, shortest, longest)
  }
}

// The candidates take turns, and every round has keys of its own.
function measure(kind, size, shortest, longest) {
  const candidates = Object.entries(CANDIDATES)
  const samples = candidates.map(() => [])
  for (let round = -5; round < ROUNDS; round++) {
    const keys = makeKeys(kind, size, shortest, longest)
    const packed = pack(keys)
    const answers = []
    for (let turn = 0; turn < candidates.length; turn++) {
      const index = (round + 5 + turn) % candidates.length
      const started = floor.threadTime()
      answers[index] = candidates[index][1](keys, packed)
      // The first rounds are for the optimizing compiler.
      if (round >= 0) samples[index].push((floor.threadTime() - started) / KEYS)
    }
    for (const [index, [name]] of candidates.entries()) {
      const wrong = answers[index].findIndex((it, row) => it !== answers[0][row])
      if (wrong >= 0) throw new Error(`${kind} ${size}: ${name} is wrong about ${keys[wrong]}`)
    }
  }
  for (const [index, [name]] of candidates.entries()) {
    const values = samples[index].map(value => value.toFixed(3))
    console.log([kind, size, name, values.join(',')].join('\t'))
  }
}

function pack(keys) {
  const parts = keys.map(key => Buffer.from(key))
  const offsets = new Int32Array(keys.length + 1)
  for (let row = 0; row < keys.length; row++) offsets[row + 1] = offsets[row] + parts[row].length
  return { data: Buffer.concat(parts), offsets }
}

function makeKeys(kind, size, shortest, longest) {
  return Array.from({ length: KEYS }, () => {
    if (size === 'user-N') {
      const key = `user-${random(10 ** (1 + random(longest - 5)))}`
      return kind === 'string' ? key : Buffer.from(key)
    }
    const key = Buffer.allocUnsafe(shortest + random(longest - shortest + 1))
    // ASCII for text, as keys that are text nearly always are.
    for (let index = 0; index < key.length; index++) {
      key[index] = kind === 'string' ? 97 + random(26) : random(256)
    }
    return kind === 'string' ? key.toString('latin1') : key
  })
}

function random(below) {
  seed ^= seed << 13
  seed ^= seed >>> 17
  seed ^= seed << 5
  return (seed >>> 0) % below
}
