// Times one Node.js call: copartition, its peers, and the floor, a C addon on Node-API.
//
// `node single.mjs STAGE PEERS FLOOR`: the npm projects that copartition and the peers are
// installed in, and floor_node.node. Prints one line a version, and one a cell: the key type, the key size, the
// candidate, and its nanoseconds a key in each round.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loop, measure } from './rounds.mjs'

const PARTITIONS = 12
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
  const loops = Object.entries(CANDIDATES).map(([name, made]) =>
    loop(floor.threadTime, name, ...made, !NO_ANSWER.includes(name))
  )
  for (const [size, lengths] of Object.entries(SIZES)) measure(kind, size, lengths, loops)
}
