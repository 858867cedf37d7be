// Runs scripts on one of kafkajs's partitioners, by its name in `Partitioners`, with messages that
// have no key.

import { require } from './rows.mjs'
import { record } from './traces.mjs'

const { version } = require('kafkajs/package.json')
const { Partitioners } = require('kafkajs')

// kafkajs counts up before it uses its start, which it draws by one of these.
let start = 0
const drawn = (bytes) => {
  bytes.writeUInt32BE(start)
  return bytes
}
globalThis.crypto.getRandomValues = drawn
require('crypto').randomBytes = (size) => drawn(Buffer.alloc(size))

await record({
  client: 'kafkajs',
  version,
  start: ({ counter }) => {
    start = (counter - 1) >>> 0
    const partition = Partitioners[process.argv[2]]()
    return ({ name, n, unavailable }) => partition({
      topic: name,
      message: { key: null },
      partitionMetadata: Array.from({ length: n }, (_, partitionId) => ({
        partitionId,
        leader: unavailable.includes(partitionId) ? -1 : 0,
      })),
    })
  },
})
