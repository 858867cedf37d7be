// Times a hook against the partitioner of its own client, as the client calls it.
//
// `node hooks.mjs STAGE PEERS FLOOR`, as single.mjs, and its output too.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loop, measure } from './rounds.mjs'

const PARTITIONS = 12

const [stage, peers, floorPath] = process.argv.slice(2).map(path => resolve(path))
const staged = createRequire(join(stage, 'package.json'))
const peer = createRequire(join(peers, 'package.json'))
const floor = createRequire(import.meta.url)(floorPath)
const { createPartitioner } = staged('copartition/kafkajs')
const { partitioner } = staged('copartition/platformatic')
const { Partitioners } = peer('kafkajs')
const { defaultPartitioner } = await import(
  pathToFileURL(
    join(peers, 'node_modules/@platformatic/kafka/dist/clients/producer/partitioners.js')
  )
)

globalThis.partitionMetadata = Array.from({ length: PARTITIONS }, (_, partitionId) => {
  return {
    partitionErrorCode: 0,
    partitionId,
    leader: 1,
    replicas: [1],
    isr: [1],
    offlineReplicas: []
  }
})
globalThis.metadata = undefined

// As groupMessagesPerPartition.js of kafkajs and `#assignPartition` of the other's producer do.
const KAFKAJS = `f({ topic: 'orders', partitionMetadata, message: { key, value: 'paid' } })`
const PLATFORMATIC = `f({ topic: 'orders', key, value: 'paid' }, key, { metadata }) % ${PARTITIONS}`
const PLATFORMATIC_OWN = `f({ topic: 'orders', key, value: 'paid' }, key) % ${PARTITIONS}`

console.log(`version\tNode.js\t${process.versions.node}`)
for (const name of ['kafkajs', '@platformatic/kafka']) {
  const manifest = join(peers, 'node_modules', name, 'package.json')
  console.log(`version\t${name}\t${JSON.parse(readFileSync(manifest)).version}`)
}
for (const kind of ['Buffer', 'string']) {
  measure(
    kind,
    '36',
    [36, 36],
    [
      loop(floor.threadTime, 'kafkajs hook', createPartitioner('java')(), KAFKAJS),
      loop(floor.threadTime, 'kafkajs', Partitioners.DefaultPartitioner(), KAFKAJS)
    ]
  )
}
// The client hands over bytes, whatever the key was.
measure(
  'Buffer',
  '36',
  [36, 36],
  [
    loop(floor.threadTime, 'platformatic hook', partitioner('platformatic'), PLATFORMATIC),
    loop(floor.threadTime, 'platformatic', defaultPartitioner, PLATFORMATIC_OWN)
  ]
)
