// Compiled by `tsc --strict`, never run: what an ES module may and may not write.

import copartition, {
  crc32,
  fnv1a,
  groupPartition,
  kafkajsLegacy,
  murmur2,
  partition,
  Partitioner,
  partitioners,
  version,
  type Data,
  type Key,
  type PartitionerInfo,
} from 'copartition'

const keys: Key[] = ['a', new Uint8Array(1), null, undefined]
for (const key of keys) {
  const placed: number | null = partition(key, 6)
  const named: number | null = partition(key, 6, 'librdkafka')
  // @ts-expect-error an unkeyed record has no partition
  const sure: number = partition(key, 6)
  void [placed, named, sure]
}

const partitioner: Partitioner = new Partitioner('java', 6)
const placed: number | null = partitioner.partition(null)
const hash: number = partitioner.hash('a')
const shown: [string, number, string, string, string] = [
  partitioner.name,
  partitioner.partitions,
  partitioner.keyed,
  partitioner.emptyKey,
  partitioner.missingKey,
]
const data: Data = 'a'
const hashes: number[] = [murmur2(data), crc32(data), fnv1a(data), kafkajsLegacy(data)]
const groups: number[] = [groupPartition('a'), groupPartition('a', 100)]
const rows: PartitionerInfo[] = partitioners()
const clients: string[] = rows.flatMap((row) => row.clients.concat(row.aliases))
const sameVersion: string = copartition.version
void [placed, hash, shown, hashes, groups, clients, version, sameVersion]

// @ts-expect-error a number has no bytes of its own
partition(42, 6)
// @ts-expect-error another typed array is not bytes
partition(new Int32Array(1), 6)
// @ts-expect-error a count is a number
partition('a', '6')
// @ts-expect-error a count is a number
partition('a', 6n)
// @ts-expect-error a hash needs a key
murmur2(null)
// @ts-expect-error a hash needs a key
partitioner.hash(undefined)
// @ts-expect-error a group is text
groupPartition(new Uint8Array(1))
// @ts-expect-error both are needed
new Partitioner('java')
// @ts-expect-error what it shows cannot be changed
partitioner.name = 'kafkajs'
