// Turns a client's serializers into the common shape of an oracle: NDJSON in, NDJSON out.
//
// Each line of stdin is `{"form": F, "value": V}`; each line of stdout is the same with the bytes
// that the client wrote for this form and value, in hex.

import { asked } from './rows.mjs'

/** Answers stdin; `forms` are the client's serializers by form, each from a value to a Buffer. */
export async function answer({ client, version, forms }) {
  const rows = []
  for (const { form, value } of asked) {
    const bytes = (await forms[form](value)).toString('hex')
    rows.push(JSON.stringify({ client, version, form, value, bytes }))
  }
  process.stdout.write(`${rows.join('\n')}\n`)
}

/** The string of these UTF-16 units, in hex. */
export function text(hex) {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
