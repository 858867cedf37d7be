// The records to send: one a line of stdin, `{"key": hex or null}`.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Resolves packages from the current folder, where they are installed. */
export const require = createRequire(`${process.cwd()}/package.json`)

/** Each record's key, a Buffer or null, and its value: the number of its line, from 0. */
export const records = readFileSync(0, 'utf8').trim().split('\n').map((line, number) => {
  const { key } = JSON.parse(line)
  return { key: key === null ? null : Buffer.from(key, 'hex'), value: Buffer.from(`${number}`) }
})
