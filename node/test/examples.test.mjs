// The examples of the types and of the README: each `expression // value` gives that value.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import * as copartition from 'copartition'
import * as kafkajs from 'copartition/kafkajs'
import * as platformatic from 'copartition/platformatic'

const folder = dirname(createRequire(import.meta.url).resolve('copartition/package.json'))
const read = (name) => readFileSync(join(folder, name), 'utf8')

test('every example of the types gives what it shows', () => {
  const lines = read('index.d.ts').split('\n')
  const examples = lines
    .filter((line) => /^ +\* .+ \/\/ /.test(line))
    .map((line) => line.replace(/^ +\* /, ''))
  assert.equal(run(examples), examples.length)
  assert.ok(examples.length >= 15, `only ${examples.length} examples`)
})

test('the examples of the partitioners for clients give what they show', () => {
  let checked = 0
  for (const hook of [kafkajs, platformatic]) {
    const [name] = Object.keys(hook.default)
    const types = read(hook === kafkajs ? 'kafkajs.d.ts' : 'platformatic.d.ts')
    const [, example] = types.match(/^ \* @example\n(.*?)^ \*\//ms)
    const lines = example.trimEnd().split('\n').map((line) => line.replace(/^ \* /, ''))
    checked += run(lines, { [name]: hook[name] })
  }
  assert.equal(checked, 2)
})

test('every example of the README gives what it shows', () => {
  const blocks = [...read('README.md').matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) => block)
  const checked = blocks.map((block) =>
    run(
      block.split('\n').filter((line) => !line.startsWith('import ')),
      { ...copartition, ...kafkajs },
    ),
  )
  const values = checked.reduce((sum, count) => sum + count, 0)
  assert.ok(checked.length >= 3 && values >= 10, `only ${checked} examples`)
})

/** Runs the lines in one scope and returns how many values were compared. */
function run(lines, { default: _, ...scope } = copartition) {
  let checked = 0
  const shows = (value, wanted) => {
    assert.equal(inspect(value), wanted)
    checked += 1
  }
  const program = lines.map((line) =>
    line.replace(
      /^(.+) \/\/ (.+)$/,
      (_, code, value) => `shows(${code}, ${JSON.stringify(value)})`,
    ),
  )
  new Function('shows', ...Object.keys(scope), program.join('\n'))(shows, ...Object.values(scope))
  return checked
}
