// The real clients, each release installed in a folder of its own.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folders = JSON.parse(process.env.COPARTITION_CLIENTS)

/** The installed releases of a client: `[version, require]`, the oldest first. */
export function releases(client) {
  return folders[client].map((folder) => {
    const manifest = join(folder, 'node_modules', client, 'package.json')
    return [JSON.parse(readFileSync(manifest)).version.replace(/^v/, ''), createRequire(manifest)]
  })
}

/** Every answer of the real clients: name, key (a Buffer or null), count and placement. */
export function* answers() {
  const folder = process.env.COPARTITION_VECTORS
  for (const name of FILES) {
    const { partitions, rows, sources } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    for (const source of Object.keys(sources)) {
      for (const row of rows.filter((row) => row[source])) {
        const key = row.key === null ? null : Buffer.from(row.key, 'hex')
        for (const [at, n] of partitions.entries()) yield [source, key, n, row[source][at]]
      }
    }
  }
}

// Each way to reduce a hash, an ignored and an empty key, one that is refused, and wide digests.
const FILES = [
  'erlang.json',
  'java.json',
  'kafka-go.json',
  'kafkajs.json',
  'librdkafka.json',
  'platformatic.json',
  'pykafka.json',
  'python.json',
  'sarama.json',
  'telegraf.json',
]
