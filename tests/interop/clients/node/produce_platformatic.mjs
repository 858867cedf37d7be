// Sends with @platformatic/kafka: produce_platformatic.mjs BOOTSTRAP TOPIC < records.

import { pathToFileURL } from 'node:url'
import { records, require } from './records.mjs'

const [bootstrap, topic] = process.argv.slice(2)
const { Producer } = await import(pathToFileURL(require.resolve('@platformatic/kafka')))

const producer = new Producer({ clientId: 'interop', bootstrapBrokers: [bootstrap] })
await producer.send({
  messages: records.map(({ key, value }) => ({ topic, key: key ?? undefined, value })),
})
console.log(records.length)
await producer.close()
