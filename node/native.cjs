'use strict'

// Finds the native half: in this package, else in the optional package of this target.

const target = require('./target.cjs')

const candidates = [`./copartition.${target}.node`, `@copartition/${target}`]

module.exports = load()

function load() {
  const causes = []
  for (const candidate of candidates) {
    try {
      return require(candidate)
    } catch (cause) {
      causes.push(cause)
    }
  }
  // A file that is there and does not load is the more telling cause.
  const cause = causes.find(({ code }) => code !== 'MODULE_NOT_FOUND') ?? causes[0]
  const error = new Error(
    `copartition has no native module for ${target} (Node.js ${process.version}), ` +
      `looked for ${candidates.join(' and ')}: ${cause.message.split('\n', 1)[0]}`,
    { cause },
  )
  error.code = 'native_module'
  throw error
}
