// The records that a drop-in program sends as it reads them, and what becomes of each. The
// arguments are BOOTSTRAP TOPIC PARTITIONER UNKEYED, the protocol is in tests/README.md.

import { createInterface } from 'node:readline'

export const [bootstrap, topic, partitioner, unkeyed] = process.argv.slice(2)

/** How long a record is tried. */
export const giveUpMs = Number(process.env.GIVE_UP_MS ?? 40_000)

/** Whether the client keeps its own partitioner. */
export const own = partitioner === '-'

/**
 * Calls `send` with each record as its line comes, and resolves when all have their answer.
 * `send` resolves with the record's `partition` and `offset`.
 */
export async function sendAll(send) {
  const answered = []
  for await (const line of createInterface({ input: process.stdin })) {
    const { key, partition, value } = JSON.parse(line)
    const record = {
      key: key === null ? null : Buffer.from(key, 'hex'),
      partition: partition ?? undefined,
      value: Buffer.from(value),
    }
    answered.push(send(record).then(
      ({ partition, offset }) => say({ value, partition, offset: Number(offset) }),
      (error) => say({ value, error: String(error) }),
    ))
  }
  await Promise.all(answered)
}

function say(fate) {
  process.stdout.write(`${JSON.stringify(fate)}\n`)
}
