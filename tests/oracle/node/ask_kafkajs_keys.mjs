// Asks kafkajs what it sends for a key: its own encoder writes the record, its own decoder reads
// the key.
//
// A number and a Uint8Array can be sent to brokers before 0.11 alone, in their messages: for a
// record of a batch kafkajs refuses the first, and counts the second by its elements, so that the
// record's length is wrong. Its partitioners hash the same text in either case.

import assert from 'node:assert'

import { answer, text } from './key_bytes.mjs'
import { require } from './rows.mjs'

const { version } = require('kafkajs/package.json')
const Decoder = require('kafkajs/src/protocol/decoder')
const record = require('kafkajs/src/protocol/recordBatch/record/v0')
const recordDecoder = require('kafkajs/src/protocol/recordBatch/record/v0/decoder')
const message = require('kafkajs/src/protocol/message/v1')
const messageDecoder = require('kafkajs/src/protocol/message/v1/decoder')

function inRecord(key) {
  const decoder = new Decoder(record({ key, value: null }).buffer)
  assert.equal(decoder.readVarInt(), decoder.buffer.length - decoder.offset)
  return recordDecoder(decoder, { firstOffset: 0, firstTimestamp: 0 }).key
}

function inMessage(key) {
  if (String(key).length !== key.length) {
    assert.throws(() => inRecord(key))
  }
  const decoder = new Decoder(message({ key, value: null }).buffer)
  decoder.readInt32() // CRC
  decoder.readInt8() // magic byte
  return messageDecoder(decoder).key
}

await answer({
  client: 'kafkajs',
  version,
  forms: {
    kafkajs_string: (value) => inRecord(text(value)),
    kafkajs_number: (value) => inMessage(Buffer.from(value, 'hex').readDoubleBE()),
    kafkajs_uint8_array: (value) => inMessage(Uint8Array.from(Buffer.from(value, 'hex'))),
    json_string: (value) => inRecord(JSON.stringify(text(value))),
    bytes: (value) => inRecord(Buffer.from(value, 'hex')),
  },
})
