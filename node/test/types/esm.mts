// Compiled by `tsc --strict`, never run: what an ES module may and may not write.

import copartition, {
  assign,
  compare,
  crc32,
  doctor,
  fnv1a,
  groupPartition,
  identify,
  kafkajsLegacy,
  key,
  keysFor,
  moves,
  murmur2,
  partition,
  Partitioner,
  partitioners,
  probeKeys,
  split,
  spread,
  verify,
  version,
  type Bytes,
  type Compared,
  type Data,
  type Identified,
  type Key,
  type PartitionerInfo,
} from 'copartition'

const keys: Key[] = ['a', new Uint8Array(1), null, undefined]
for (const given of keys) {
  const placed: number | null = partition(given, 6)
  const named: number | null = partition(given, 6, 'librdkafka')
  // @ts-expect-error an unkeyed record has no partition
  const sure: number = partition(given, 6)
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
const partitions: Int32Array[] = [
  partitioner.partitionBatch(keys),
  partitioner.partitionBatch(new Set(keys)),
  partitioner.partitionBatch({ data: new Uint8Array(1), offsets: Int32Array.of(0, 1) }),
  partitioner.partitionBatch({ data: new Uint8Array(1), offsets: BigInt64Array.of(0n, 1n) }),
  partitioner.partitionBatch([1, 2n], { keyFormat: 'long' }),
  partitioner.partitionBatch(Int32Array.of(1), { keyFormat: 'int' }),
]
const counted: [Float64Array, number] = [
  partitioner.countBatch(keys).counts,
  partitioner.countBatch(keys, { keyFormat: 'hex' }).unkeyed,
]
const hashed: Uint32Array = partitioner.hashBatch(keys)
// @ts-expect-error numbers have no bytes of their own
partitioner.partitionBatch([1, 2])
// @ts-expect-error nor has a column of them
partitioner.partitionBatch(Int32Array.of(1), { column: 'k' })
// @ts-expect-error there is no such format
partitioner.partitionBatch(keys, { keyFormat: 'Int' })
void [partitions, counted, hashed]
const data: Data = 'a'
const hashes: number[] = [murmur2(data), crc32(data), fnv1a(data), kafkajsLegacy(data)]
const groups: number[] = [groupPartition('a'), groupPartition('a', 100)]
const rows: PartitionerInfo[] = partitioners()
const clients: string[] = rows.flatMap((row) => row.clients.concat(row.aliases))
const sameVersion: string = copartition.version
void [placed, hash, shown, hashes, groups, clients, version, sameVersion]

const framed: Bytes[] = [
  key.string('a'),
  key.long(42),
  key.long(42n),
  key.boolean(true),
  key.uuid(new Uint8Array(16)),
  key.byteBuffer(new Uint8Array(3), { position: 1, flips: true }),
  key.schemaIdPrefix(7, 'a'),
  key.schemaIdPrefixProtobuf(7, [0] as const, new Uint8Array(1), { deprecated: true }),
  key.schemaIdHeader('89791762-2336-40cb-a5d5-df36e31d28fd', [0]),
  key.sessionWindowed('a', 1, 2n),
]
const bytes: Uint8Array[] = framed
for (const candidate of key.candidates(key.int(42))) {
  const text: string = candidate.value
  if (candidate.form === 'session-windowed') {
    const window: [number, number, Uint8Array] = [candidate.start, candidate.end, candidate.inner]
    void window
  } else if (candidate.form === 'schema-id-prefix-protobuf') {
    const path: number[] = candidate.messageIndexes
    void path
  }
  // @ts-expect-error not every form has a payload
  void [text, candidate.payload]
}

const order: number[] = assign.javaPartitionOrder('t', 3)
const cache = new assign.StickyCache({ kafkaPython: true })
const roundRobin: assign.RoundRobin = new assign.RoundRobin({ counter: 1, resetting: true })
const next: number[] = [
  roundRobin.partition(3, { available: order }),
  cache.partition(3, { available: order, draw: () => 1 }),
  cache.place(3, (at) => at > 0, { draw: () => 1 }),
]
const changed: number | null = cache.onNewBatch(0, 3)
void [bytes, next, changed]

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
// @ts-expect-error 32 bits are a number
key.int(42n)
// @ts-expect-error text says nothing of its number
key.long('42')
// @ts-expect-error where a buffer stands is an option
key.byteBuffer(new Uint8Array(3), 1)
// @ts-expect-error ids are an option
cache.partition(3, [0, 1])
// @ts-expect-error the answer is a boolean
cache.place(3, () => 1)

const identified: Identified = identify(new Set(['a']), Int32Array.of(1), 6, {
  offsets: BigInt64Array.of(1n),
  labels: [null],
})
const label: number | undefined = identified.parts[0]?.labels['web']
const compared: Compared = compare(
  [{ name: 'a', keys, observed: [1, null, 3, 4], partitions: 6 }],
  { top: 0 },
)
const passed: boolean | null = verify(keys, [], 6, 'java', { maxMismatch: '1%', since: 1n }).passed
const answers: number[] = [
  split(keys, [], 6).splitKeys,
  spread(keys, 6, undefined, { weights: [1] }).records,
  moves({ partitions: 6, to: 8, keys }).schema,
  keysFor(6, 'java', { partition: [1] }).keys.length,
  probeKeys(6).keys.length,
  doctor('java', { 'linger.ms': 5 }).settings.length,
]
// @ts-expect-error answers are not written to
identified.verdict = 'one'
// @ts-expect-error a count is wanted
moves({ to: 8 })
// @ts-expect-error text is no column of numbers
identify(['a'], ['1'], 6)
void [label, compared, passed, answers]
