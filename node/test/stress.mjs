// Run by hand and by `cargo xtask test --all` with --expose-gc: nothing that a call makes stays.

import assert from 'node:assert/strict'
import { assign, key, partition, Partitioner, partitioners } from 'copartition'
import { createPartitioner } from 'copartition/kafkajs'

const ROUNDS = 4
const long = 'é'.repeat(100_000)
const shared = new Uint8Array(new SharedArrayBuffer(1_000_000))
const partitionMetadata = [0, 1, 2].map((partitionId) => ({ partitionId, leader: 1 }))
const hook = createPartitioner('java')()
const send = (message) => hook({ topic: 'orders', partitionMetadata, message })

const java = new Partitioner('java', 12)
const keys = Array.from({ length: 5000 }, (_, i) => `user-${i}`)
const packed = { data: shared, offsets: Int32Array.from(keys, (_, i) => i * 9) }

const calls = {
  'Partitioner objects': [
    1_000_000,
    (i) => new Partitioner('java', 1 + (i % 1000)).partition('user-3'),
  ],
  'thrown errors': [300_000, () => assert.throws(() => partition(5, 6))],
  'failed constructors': [100_000, () => assert.throws(() => new Partitioner('java', 0))],
  'long texts': [2_000, () => partition(long, 6)],
  'arrays of keys': [500, () => java.partitionBatch(keys)],
  'arrays of other keys': [200, () => java.countBatch(keys.map((key) => `${key}é`))],
  'shared columns': [500, () => java.hashBatch(packed)],
  'refused columns': [100_000, () => assert.throws(() => java.partitionBatch([5]))],
  'shared views': [500, () => partition(shared, 6)],
  tables: [2_000, () => partitioners()],
  'key bytes': [300_000, (i) => key.timeWindowed(key.int(i), i)],
  candidates: [20_000, () => key.candidates(key.long(42))],
  'records with a key': [500_000, (i) => send({ key: `user-${i}` })],
  'records without a key': [500_000, () => send({ key: null })],
  'partitioners of kafkajs': [300_000, () => createPartitioner('java', { unkeyed: 'sticky' })()],
  'sticky caches': [100_000, () => new assign.StickyCache().place(9, () => false)],
}

for (const [name, [times, call]] of Object.entries(calls)) {
  // V8 widens its own heap at first; what leaks grows in every round.
  const grown = Math.min(...Array.from({ length: ROUNDS }, () => growth(times, call)))
  console.log(`${times} ${name}, ${ROUNDS} times: ${grown.toFixed(1)} MiB more`)
  assert.ok(grown < 8, `${name} leave ${grown.toFixed(1)} MiB behind`)
}

function growth(times, call) {
  const before = settled()
  for (let i = 0; i < times; i += 1) call(i)
  return settled() - before
}

/** The memory of this process in MiB, after a collection. */
function settled() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().rss / 1024 / 1024
}
