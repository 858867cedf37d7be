// The package as it is installed: its two doors, its version, and what it says without its native
// half.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import * as imported from 'copartition'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('copartition/package.json'))

test('import and require give the same functions', () => {
  const required = require('copartition')
  const { default: all, ...named } = imported
  assert.equal(all, required)
  assert.deepEqual({ ...named }, { ...required })
})

test('the types name what the package exports', () => {
  const types = readFileSync(join(folder, 'index.d.ts'), 'utf8')
  const required = require('copartition')
  const named = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name).sort()
  const exported = named(types, /^export (?:function|class|const|namespace) (\w+)/gm)
  assert.deepEqual(exported, Object.keys(required).sort())
  for (const namespace of ['key', 'assign']) {
    const [, inside] = types.match(new RegExp(`^export namespace ${namespace} {$(.*?)^}$`, 'ms'))
    const typed = named(inside, /^  (?:function|class) (\w+)/gm)
    assert.deepEqual(typed, Object.keys(required[namespace]).sort())
  }
})

test('each hook loads without its client, by import and by require, and has its types', async () => {
  const hooks = {
    kafkajs: ['createPartitioner'],
    platformatic: ['partitioner'],
    confluent: ['partitioned'],
    'node-rdkafka': ['partitioned'],
  }
  const { exports } = require('copartition/package.json')
  const paths = Object.keys(hooks).map((hook) => `./${hook}`)
  assert.deepEqual(Object.keys(exports), ['.', ...paths, './package.json'])
  for (const [hook, names] of Object.entries(hooks)) {
    const required = require(`copartition/${hook}`)
    const { default: all, ...named } = await import(`copartition/${hook}`)
    assert.deepEqual(Object.keys(required), names)
    assert.equal(all, required)
    assert.deepEqual({ ...named }, { ...required })
    const types = readFileSync(join(folder, exports[`./${hook}`].types), 'utf8')
    const exported = [...types.matchAll(/^export function (\w+)/gm)].map(([, name]) => name)
    assert.deepEqual(exported, names)
  }
})

test('the native module and the package have one version', () => {
  assert.equal(imported.version, require('copartition/package.json').version)
})

test('patched prototypes change nothing', () => {
  // In a process of its own, and undone before Node.js has to print: it would break on them itself.
  const program = `
    const { partition, Partitioner, partitioners, key, assign } = require('copartition')
    const wanted = JSON.stringify(partitioners())
    const names = ['handle', 'name', 'aliases', 'partitions', 'keyed', 'form', '0']
    const { defineProperty } = Object
    for (const name of names) {
      defineProperty(Object.prototype, name, { get() {}, set() {}, configurable: true })
    }
    Object.entries = Object.defineProperty = () => []
    Uint8Array.prototype.at = () => { throw new Error('patched') }
    const { name, partitions } = new Partitioner('librdkafka', 6)
    const placed = new Partitioner('java', 6).partition('user-3')
    const empty = partition(new Uint8Array(0), 6)
    const rows = partitioners()
    const [{ form }] = key.candidates('a')
    const roundRobin = new assign.RoundRobin()
    const next = [roundRobin.partition(3), roundRobin.partition(3)]
    for (const name of names) delete Object.prototype[name]
    Object.defineProperty = defineProperty
    const same = JSON.stringify(rows) === wanted
    console.log(JSON.stringify({ name, partitions, placed, empty, form, next, same }))`
  const output = execFileSync(process.execPath, ['-e', program], { cwd: join(folder, '../..') })
  assert.deepEqual(JSON.parse(output), {
    name: 'librdkafka:consistent_random',
    partitions: 6,
    placed: 5,
    empty: 3,
    form: 'utf8',
    next: [0, 1],
    same: true,
  })
})

test('without its native module it says what it looked for', () => {
  const copy = mkdtempSync(join(tmpdir(), 'copartition-'))
  try {
    for (const file of ['index.cjs', 'native.cjs', 'random.cjs', 'target.cjs']) {
      cpSync(join(folder, file), join(copy, file))
    }
    const program = `
      try {
        require(process.argv[1])
      } catch ({ code, message }) {
        console.log(JSON.stringify({ code, message }))
      }`
    const output = execFileSync(process.execPath, ['-e', program, join(copy, 'index.cjs')])
    const { code, message } = JSON.parse(output)
    assert.equal(code, 'native_module')
    const target = `${process.platform}-${process.arch}[a-z-]*`
    const wanted = [
      `^copartition has no native module for ${target} \\(Node\\.js ${process.version}\\), `,
      `looked for \\./copartition\\.${target}\\.node and @copartition/${target}: `,
    ]
    assert.match(message, new RegExp(wanted.join('')))
  } finally {
    rmSync(copy, { recursive: true })
  }
})
