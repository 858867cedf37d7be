// Asks @platformatic/kafka's serializers, and its registry client by the type of the key's schema:
// AVRO or PROTOBUF.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { answer, text } from './key_bytes.mjs'
import { require } from './rows.mjs'
import { schemaOf, startRegistry } from './schema_registry.mjs'

const schemaType = process.argv[2]
const entry = pathToFileURL(require.resolve('@platformatic/kafka'))
const { ConfluentSchemaRegistry, jsonSerializer, stringSerializer } = await import(entry)
const { version } = JSON.parse(readFileSync(new URL('../package.json', entry)))
const { host: url, has } = await startRegistry()

await answer({
  client: '@platformatic/kafka',
  version,
  forms: {
    kafkajs_string: (value) => stringSerializer(text(value)),
    json_string: (value) => jsonSerializer(text(value)),
    schema_id_prefix: async ({ schema_id: id, payload }) => {
      const { schema, value } = schemaOf(schemaType, Buffer.from(payload, 'hex'))
      has(schema)
      const registry = new ConfluentSchemaRegistry({ url, protobufTypeMapper: () => 'Key' })
      const message = { key: value, metadata: { schemas: { key: id } } }
      await promisify(registry.getBeforeSerializationHook())(undefined, 'key', message)
      return registry.getSerializers().key(value, undefined, message)
    },
  },
})
