// Asks one of kafkajs's partitioners by its name in `Partitioners`: DefaultPartitioner,
// LegacyPartitioner (2.x) or JavaCompatiblePartitioner.

import { answer, require } from './rows.mjs'

const setting = process.argv[2]
const { Partitioners } = require('kafkajs')
const { version } = require('kafkajs/package.json')
const partition = Partitioners[setting]()

// The folder of each partitioner's hash, by major version.
const folders = {
  1: { DefaultPartitioner: 'default', JavaCompatiblePartitioner: 'defaultJava' },
  2: {
    DefaultPartitioner: 'default',
    JavaCompatiblePartitioner: 'default',
    LegacyPartitioner: 'legacy',
  },
}
const folder = folders[version.split('.')[0]][setting]

// Long lists are not made: kafkajs asks its metadata for the length, and filters it by leader.
const metadata = (n) =>
  n > 1000
    ? { length: n, filter: () => [] }
    : Array.from({ length: n }, (_, partitionId) => ({ partitionId, leader: 0 }))

await answer({
  client: 'kafkajs',
  version,
  partitioner: setting,
  place: (keys, n) => {
    const partitionMetadata = metadata(n)
    return keys.map((key) => partition({ topic: 'topic', partitionMetadata, message: { key } }))
  },
  hash: require(`kafkajs/src/producer/partitioners/${folder}/murmur2`),
})
