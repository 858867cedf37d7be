// Places the keys that stand on stdin, `NAME<TAB>N<TAB>KEY` a line, with the npm package of the
// project in the current folder. KEY is lower-case hex, empty for the empty key, `null` for no key.
// Each line is answered by one on stdout: the partition, `unkeyed` or `refused`.

import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

const { Partitioner } = createRequire(`${process.cwd()}/package.json`)('copartition')

const partitioners = new Map()

function partitioner(name, partitions) {
  const asked = `${name}\t${partitions}`
  if (!partitioners.has(asked)) {
    partitioners.set(asked, new Partitioner(name, Number(partitions)))
  }
  return partitioners.get(asked)
}

function place(line) {
  const [name, partitions, key] = line.split('\t')
  try {
    const bytes = key === 'null' ? null : Buffer.from(key, 'hex')
    return partitioner(name, partitions).partition(bytes) ?? 'unkeyed'
  } catch (error) {
    if (error.code !== 'refused') throw error
    return 'refused'
  }
}

const lines = (await text(process.stdin)).split('\n').filter((line) => line !== '')
process.stdout.write(lines.map((line) => `${place(line)}\n`).join(''))
