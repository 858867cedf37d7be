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
  const typed = [...types.matchAll(/^export (?:function|class|const) (\w+)/gm)].map(
    ([, name]) => name,
  )
  assert.deepEqual(typed.sort(), Object.keys(require('copartition')).sort())
})

test('the native module and the package have one version', () => {
  assert.equal(imported.version, require('copartition/package.json').version)
})

test('without its native module it says what it looked for', () => {
  const copy = mkdtempSync(join(tmpdir(), 'copartition-'))
  try {
    for (const file of ['index.cjs', 'native.cjs', 'target.cjs']) {
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
