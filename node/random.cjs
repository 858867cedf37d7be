'use strict'

// A draw where the caller gives none: 32 random bits, signed.
const random = () => (Math.random() * 2 ** 32) | 0

module.exports = { random }
