// Every vector, as bytes and, where the bytes are UTF-8, as text too.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as copartition from 'copartition'

const { partition, Partitioner, groupPartition } = copartition
const folder = process.env.COPARTITION_VECTORS
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

test('every placement is that of the real client', (t) => {
  let cases = 0
  const proven = new Set()
  for (const name of files) {
    const { partitions, rows, sources } = read(name)
    if (!partitions) continue
    const names = Object.keys(sources)
    assert.ok(rows.length >= 90, `${name}: only ${rows.length} keys`)
    for (const source of names) {
      proven.add(source)
      partitions.forEach((n, i) => {
        const partitioner = new Partitioner(source, n)
        // Not every client can be asked about every key.
        for (const row of rows.filter((row) => row[source])) {
          const why = `${name} ${source} key ${row.key} n ${n}`
          const expected = row[source][i]
          for (const key of forms(row.key)) {
            assert.equal(
              placed(() => partition(key, n, source)),
              expected,
              why,
            )
            assert.equal(
              placed(() => partitioner.partition(key)),
              expected,
              why,
            )
          }
          cases += 1
        }
      })
    }
  }
  assert.ok(cases >= 150_000, `only ${cases} placements`)
  const rules = copartition.partitioners().filter(({ name, keyed }) => name === keyed)
  const run = copartition.clients().filter(({ known }) => known === 'run')
  for (const { partitioner } of run) {
    assert.ok(proven.has(partitioner) || rules.some(({ name }) => name === partitioner), partitioner)
  }
  t.diagnostic(`${cases} placements`)
})

test('every field case has the partition that was reported', () => {
  const { rows } = read('field_cases.json')
  assert.ok(rows.length >= 68, `only ${rows.length} field cases`)
  for (const { id, source, key, partitioner, partitions, partition: wanted } of rows) {
    const placed = partition(Buffer.from(key, 'hex'), partitions, partitioner)
    assert.equal(placed, wanted, `${id}: ${source}`)
  }
})

test('every hash is that of the real client', (t) => {
  const { murmur2, crc32, fnv1a, kafkajsLegacy } = copartition
  const hashes = { murmur2, crc32, fnv1a, kafkajs_legacy: kafkajsLegacy }
  const { rows, sources } = read('hashes.json')
  assert.deepEqual(Object.keys(sources).sort(), Object.keys(hashes).sort())
  assert.ok(rows.length >= 150, `only ${rows.length} keys`)
  let cases = 0
  for (const row of rows) {
    for (const [name, hash] of Object.entries(hashes)) {
      for (const key of forms(row.key)) {
        assert.equal(hash(key), row[name], `${name} of ${row.key}`)
      }
      cases += 1
    }
  }
  assert.equal(cases, rows.length * 4)
  t.diagnostic(`${cases} hashes`)
})

test('every group is where the coordinator looks for it', (t) => {
  const { rows } = read('groups.json')
  for (const { group, partitions, partition } of rows) {
    assert.equal(groupPartition(group, partitions), partition, `${group} of ${partitions}`)
  }
  assert.ok(rows.length >= 40, `only ${rows.length} groups`)
  t.diagnostic(`${rows.length} groups`)
})

function placed(call) {
  try {
    return call()
  } catch (error) {
    if (error.code !== 'refused') throw error
    return 'refused'
  }
}

function forms(hex) {
  if (hex === null) return [null, undefined]
  const bytes = Buffer.from(hex, 'hex')
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return [bytes, new Uint8Array(bytes), text]
  } catch {
    return [bytes, new Uint8Array(bytes)]
  }
}
