// Turns a client's partitioner into the common shape of an oracle: NDJSON in, NDJSON out.
//
// Each line of stdin is `{"key": hex or null, "partitions": n}`; each line of stdout is a row with
// the placement: a partition, null when the client's answers vary for this key, or "refused".

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const LARGEST = 2 ** 31 - 1

/** Resolves packages from the current folder, where they are installed. */
export const require = createRequire(`${process.cwd()}/package.json`)

/** The questions. */
export const asked = readFileSync(0, 'utf8').trim().split('\n').map((line) => JSON.parse(line))

/**
 * Answers stdin.
 *
 * `place(keys, n)` is the client's own answer for each key (a Buffer or null); `hash(key)` is its
 * own hash, where it has one to ask for; `largest` is the largest count it can be asked for.
 */
export async function answer({ client, version, partitioner, place, hash, largest = LARGEST }) {
  const keyOf = ({ key }) => (key === null ? null : Buffer.from(key, 'hex'))
  const varies = await varying(place, [...new Set(asked.map(({ key }) => key))], largest)

  for (const n of new Set(asked.map(({ partitions }) => partitions))) {
    const rows = asked.filter(({ partitions }) => partitions === n)
    const placements = await place(rows.map(keyOf), n)
    rows.forEach((row, i) => { row.placement = varies.has(row.key) ? null : placements[i] })
  }
  const rows = asked.map((row) => {
    const hashed = hash && row.key !== null ? hash(keyOf(row)) >>> 0 : null
    return JSON.stringify({ client, version, partitioner, ...row, hash: hashed })
  })
  process.stdout.write(`${rows.join('\n')}\n`)
}

/** The keys that a client places by draw or by counter, found by asking it four times. */
async function varying(place, hexes, largest) {
  const keys = hexes.map((hex) => (hex === null ? null : Buffer.from(hex, 'hex')))
  const first = await place(keys, largest)
  const varies = new Set()
  for (let again = 0; again < 3; again++) {
    const next = await place(keys, largest)
    hexes.forEach((hex, i) => { if (next[i] !== first[i]) varies.add(hex) })
  }
  return varies
}
