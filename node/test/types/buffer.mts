// Compiled by `tsc --strict` where Node.js's own types are there, never run: bytes are Buffers then.

import { key, type Bytes } from 'copartition'

const bytes: Buffer = key.int(42)
const same: Bytes = Buffer.from('a')
const unframed: Buffer[] = key
  .candidates(bytes)
  .flatMap((candidate) => ('payload' in candidate ? [candidate.payload] : []))
void [same, unframed]
