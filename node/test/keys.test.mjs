// What a key's bytes are. The expected partitions come from the same bytes in a plain Buffer, whose
// placement the vectors prove.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import vm from 'node:vm'
import { groupPartition, murmur2, partition, Partitioner } from 'copartition'

const java = new Partitioner('java', 1000)
const ofBytes = (text) => java.partition(Buffer.from(text, 'utf8'))

test('an empty key is hashed, a missing key is not', () => {
  assert.equal(partition('', 6), 3)
  assert.equal(partition(new Uint8Array(0), 6), 3)
  assert.equal(partition(Buffer.alloc(8).subarray(8), 6), 3)
  assert.equal(partition(null, 6), null)
  assert.equal(partition(undefined, 6), null)
  assert.equal(java.partition(), null)
  assert.equal(partition('', 6, 'librdkafka'), null)
  assert.equal(partition(null, 6, 'librdkafka:murmur2'), 3)
})

test('text is its UTF-8 bytes', () => {
  for (const text of [
    'a',
    'café',
    '日本語',
    '😀',
    '\u{10ffff}',
    '\0',
    'a\0b',
    '\ufeffa',
    '\ufffd',
    'ﷺ',
  ]) {
    assert.equal(java.partition(text), ofBytes(text), JSON.stringify(text))
    assert.equal(partition(text, 1000), ofBytes(text), JSON.stringify(text))
  }
})

test('text of every length around the buffer is read whole', () => {
  let cases = 0
  for (const character of ['a', 'é', '語', '😀']) {
    for (let lead = 0; lead < 5; lead += 1) {
      for (let bytes = 1000; bytes < 1050; bytes += 1) {
        const text = 'x'.repeat(lead) + character.repeat(bytes / Buffer.byteLength(character))
        assert.equal(java.hash(text), murmur2(Buffer.from(text)), `${lead} ${bytes} ${character}`)
        cases += 1
      }
    }
  }
  assert.equal(cases, 1000)
})

test('long text and ropes are read whole', () => {
  const rope = 'é'.repeat(70_000) + 'a'.repeat(70_000)
  assert.equal(java.hash(rope), murmur2(Buffer.from(rope)))
  const long = 'abcdefghij😀'.repeat(200_000)
  assert.equal(java.hash(long), murmur2(Buffer.from(long)))
})

test('a lone surrogate is refused wherever it stands', () => {
  const filler = [
    '',
    'a',
    'é',
    '😀',
    '\ufffd',
    'a'.repeat(1019),
    'a'.repeat(1023),
    'b'.repeat(5000),
  ]
  let cases = 0
  for (const before of filler) {
    for (const after of filler) {
      for (const lone of ['\ud800', '\udbff', '\udc00', '\udfff']) {
        const text = before + lone + after
        const shown = `"\\u${lone.charCodeAt(0).toString(16)}" at index ${before.length}`
        const wanted = {
          name: 'TypeError',
          code: 'key_type',
          message: `key must be text without lone surrogates, got ${shown}`,
        }
        assert.throws(() => partition(text, 6), wanted)
        assert.throws(() => java.partition(text), wanted)
        assert.throws(() => murmur2(text), wanted)
        assert.throws(() => groupPartition(text), wanted)
        cases += 1
      }
    }
  }
  assert.equal(cases, 256)
  assert.throws(() => partition('\udc00\ud800', 6), /got "\\udc00" at index 0$/)
  assert.throws(() => partition('\ud800\ud800\udc00', 6), /got "\\ud800" at index 0$/)
})

test('U+FFFD that the user wrote is a character like any other', () => {
  for (const text of ['\ufffd', 'a\ufffdb', '\ufffd'.repeat(500), '😀\ufffd']) {
    assert.equal(java.partition(text), ofBytes(text))
  }
})

test('a view is its own bytes at any offset', () => {
  const bytes = Buffer.from('..user-3..')
  for (let offset = 0; offset < 8; offset += 1) {
    const buffer = new ArrayBuffer(64)
    new Uint8Array(buffer).set(bytes, offset)
    assert.equal(partition(new Uint8Array(buffer, offset + 2, 6), 6), 5)
    assert.equal(partition(Buffer.from(buffer, offset + 2, 6), 6), 5)
  }
  assert.equal(partition(bytes.subarray(2, 8), 6), 5)
})

test('bytes that are no UTF-8 are taken as they are', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
  for (let length = 0; length <= 256; length += 1) {
    const view = bytes.subarray(256 - length)
    assert.equal(java.hash(view), murmur2(new Uint8Array(view)))
  }
  assert.notEqual(java.hash(Buffer.from([0xff])), java.hash('\ufffd'))
})

test('a subclass and a view of another realm are bytes', () => {
  class Key extends Uint8Array {}
  assert.equal(partition(Key.from(Buffer.from('user-3')), 6), 5)
  assert.equal(partition(vm.runInNewContext('Uint8Array.of(117, 115, 101, 114, 45, 51)'), 6), 5)
})

test('shared memory is read', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(4096), 3)
  shared.set(Buffer.from('user-3'))
  assert.equal(partition(shared.subarray(0, 6), 6), 5)
  assert.equal(partition(shared.subarray(0, 0), 6), 3)
  assert.equal(partition(Buffer.from(shared.buffer, 3, 6), 6), 5)
  assert.equal(java.hash(shared), murmur2(Buffer.from(shared)))
})

test('a view of a resizable buffer has the length that it has now', () => {
  const buffer = new ArrayBuffer(6, { maxByteLength: 16 })
  const view = new Uint8Array(buffer)
  view.set(Buffer.from('user-3'))
  assert.equal(partition(view, 6), 5)
  buffer.resize(16)
  assert.equal(java.hash(view), murmur2(Buffer.from('user-3\0\0\0\0\0\0\0\0\0\0')))
  buffer.resize(0)
  assert.equal(partition(view, 6), 3)
  assert.equal(partition(new Uint8Array(buffer, 0, 0), 6), 3)
})

test('a WebAssembly memory is read', () => {
  const { buffer } = new WebAssembly.Memory({ initial: 1 })
  const view = new Uint8Array(buffer, 65_530)
  view.set(Buffer.from('user-3'))
  assert.equal(partition(view, 6), 5)
})
