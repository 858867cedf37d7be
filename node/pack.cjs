'use strict'

// Lays keys of an array behind each other, as packed columns have them: asking for one key after the
// other through Node-API takes several times as long. Nothing is decided here: keys that are not
// plainly bytes or ASCII are left to be asked for.

// Taken before anybody patches them.
const { Buffer, Int32Array, Reflect, TextEncoder, Uint8Array } = globalThis
const { apply } = Reflect
const { allocUnsafeSlow } = Buffer
const { join } = Array.prototype
const { prototype } = Object.getPrototypeOf(Uint8Array)
const { set } = prototype
const [classOf, lengthOf] = [Symbol.toStringTag, 'length'].map(
  (name) => Object.getOwnPropertyDescriptor(prototype, name).get,
)
const encoder = new TextEncoder()
const { encodeInto } = encoder

// Fewer than the longest string of V8 has.
const MOST_BYTES = 2 ** 28

// `{ data, offsets, validity }` of the keys from `start` to before `end`; undefined when they are to
// be asked for one by one.
function pack(keys, start, end) {
  const parts = []
  const offsets = new Int32Array(end - start + 1)
  let validity
  let bytes = 0
  let areTexts
  for (let row = 0; row < end - start; row++) {
    const key = keys[start + row]
    if (key === null || key === undefined) {
      validity ??= new Uint8Array((end - start + 7) >> 3).fill(255)
      validity[row >> 3] &= ~(1 << (row & 7))
    } else {
      const isText = typeof key === 'string'
      if (isText !== (areTexts ??= isText)) return
      if (!isText && apply(classOf, key, []) !== 'Uint8Array') return
      const length = isText ? key.length : apply(lengthOf, key, [])
      // No bytes, or no longer there.
      if (!isText && length === 0) return
      bytes += length
    }
    if (bytes > MOST_BYTES) return
    parts[row] = key
    offsets[row + 1] = bytes
  }
  const data = allocUnsafeSlow(bytes)
  if (areTexts) {
    const text = apply(join, parts, [''])
    // Any other character has more bytes than it has units.
    if (apply(encodeInto, encoder, [text, data]).read !== text.length) return
  } else {
    for (let row = 0; row < parts.length; row++) {
      const part = parts[row]
      if (part === null || part === undefined) continue
      // A getter that was asked for a later key may have changed it.
      if (apply(lengthOf, part, []) !== offsets[row + 1] - offsets[row]) return
      apply(set, data, [part, offsets[row]])
    }
  }
  return { data, offsets, validity }
}

module.exports = { pack }
