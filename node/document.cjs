'use strict'

// The documents of the analysis as JavaScript has them: the members' names in camelCase.

// Taken before anybody patches them.
const { entries, fromEntries } = Object

// Objects with these names are keyed by data: a label, a rule.
const KEYED_BY_DATA = ['labels', 'partitions']

const document = (json) => named(JSON.parse(json))

function named(value, name) {
  if (Array.isArray(value)) return value.map((item) => named(item))
  if (value === null || typeof value !== 'object' || KEYED_BY_DATA.includes(name)) return value
  return fromEntries(entries(value).map(([name, member]) => [camelCase(name), named(member, name)]))
}

const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())

module.exports = { document }
