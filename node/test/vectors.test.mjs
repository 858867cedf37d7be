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

test('every placement is that of the real client', () => {
  let cases = 0
  for (const name of files) {
    const { partitions, rows, sources } = read(name)
    if (!partitions) continue
    for (const source of Object.keys(sources)) {
      const answered = rows.filter((row) => source in row)
      assert.ok(answered.length > 0, `${name}: ${source} answers nothing`)
      partitions.forEach((n, i) => {
        const partitioner = new Partitioner(source, n)
        for (const row of answered) {
          const why = `${name} ${source} key ${row.key} n ${n}`
          for (const key of forms(row.key)) {
            assert.equal(
              placed(() => partition(key, n, source)),
              row[source][i],
              why,
            )
            assert.equal(
              placed(() => partitioner.partition(key)),
              row[source][i],
              why,
            )
          }
          cases += 1
        }
      })
    }
  }
  assert.ok(cases >= 8_000, `only ${cases} placements ran`)
})

test('every hash is that of the real client', () => {
  const { murmur2, crc32, fnv1a, kafkajsLegacy } = copartition
  const hashes = { murmur2, crc32, fnv1a, kafkajs_legacy: kafkajsLegacy }
  let cases = 0
  for (const row of read('hashes.json').rows) {
    for (const [name, hash] of Object.entries(hashes)) {
      for (const key of forms(row.key)) {
        assert.equal(hash(key), row[name], `${name} of ${row.key}`)
      }
      cases += 1
    }
  }
  assert.ok(cases >= 350, `only ${cases} hashes ran`)
})

test('every group is where the coordinator looks for it', () => {
  const { rows } = read('groups.json')
  for (const { group, partitions, partition } of rows) {
    assert.equal(groupPartition(group, partitions), partition, `${group} of ${partitions}`)
  }
  assert.ok(rows.length >= 40, `only ${rows.length} groups ran`)
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
