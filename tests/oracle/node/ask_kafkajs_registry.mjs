// Asks @kafkajs/confluent-schema-registry by the type of the key's schema: AVRO, PROTOBUF or JSON.

import { answer, text } from './key_bytes.mjs'
import { require } from './rows.mjs'
import { schemaOf, startRegistry } from './schema_registry.mjs'

const schemaType = process.argv[2]
const { SchemaRegistry } = require('@kafkajs/confluent-schema-registry')
const { version } = require('@kafkajs/confluent-schema-registry/package.json')
const { host, has } = await startRegistry()

// It keeps each schema by its id, so every key has a client of its own.
function encode(id, { schema, value }) {
  has(schema)
  return new SchemaRegistry({ host }).encode(id, value)
}

await answer({
  client: '@kafkajs/confluent-schema-registry',
  version,
  forms: {
    schema_id_prefix: ({ schema_id: id, payload }) =>
      encode(id, schemaOf(schemaType, Buffer.from(payload, 'hex'))),
    // The payload, behind the id.
    json_string: async (value) => {
      const schema = { schemaType, schema: '{"type":"string"}' }
      return (await encode(1, { schema, value: text(value) })).subarray(5)
    },
  },
})
