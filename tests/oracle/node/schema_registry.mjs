// A schema registry on this machine that has one schema, by whatever id it is asked for, and the
// schema whose encoding is a given payload.

import { createServer } from 'node:http'

/** Starts the registry; `has(schema)` puts another one in. It ends with the program. */
export async function startRegistry() {
  let schema
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/vnd.schemaregistry.v1+json')
    response.end(JSON.stringify(schema))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    host: `http://127.0.0.1:${server.address().port}`,
    has: (another) => { schema = another },
  }
}

/** A schema of this type and the value that it encodes as exactly these bytes. */
export function schemaOf(schemaType, payload) {
  const read = {
    AVRO: () => payload.length === 0
      ? ['"null"', null]
      : [JSON.stringify({ type: 'fixed', name: 'Key', size: payload.length }), payload],
    // One field of bytes; its tag and its length, which takes one byte, come first.
    PROTOBUF: () => [
      'syntax = "proto3"; message Key { bytes key = 1; }',
      payload.length === 0 ? {} : { key: payload.subarray(2) },
    ],
  }
  const [schema, value] = read[schemaType]()
  return { schema: { schemaType, schema }, value }
}
