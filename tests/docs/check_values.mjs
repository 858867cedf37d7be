// Reads a documentation snippet and writes the same program with its values checked:
// each line `expression // value` must give what util.inspect prints as `value`, and each
// line `expression // throws TEXT` must throw an error that prints so.
import { readFileSync } from 'node:fs'

const lines = readFileSync(process.argv[2], 'utf8').split('\n')
const common = lines.some((line) => line.includes('require('))
const program = [
  common
    ? "const { inspect } = require('node:util')"
    : "import { inspect } from 'node:util'",
  'function shows(value, wanted) {',
  '  const came = typeof value === "string" ? inspect(value) : inspect(value, { breakLength: Infinity })',
  '  if (came !== wanted) throw new Error(`the snippet shows ${wanted}, and it is ${came}`)',
  '}',
  'function throws(call, wanted) {',
  '  try { call() } catch (error) {',
  '    const came = `${error.name}: ${error.message}`',
  '    if (came !== wanted) throw new Error(`the snippet shows ${wanted}, and it is ${came}`)',
  '    return',
  '  }',
  '  throw new Error(`the snippet shows ${wanted}, and nothing was thrown`)',
  '}',
]
let checked = 0
for (const line of lines) {
  const shown = /^(\S.*?);?\s+\/\/ (.+)$/.exec(line)
  if (!shown || /^(const|let|import|function|\/\/)/.test(line)) {
    program.push(line)
    continue
  }
  const [, expression, value] = shown
  const thrown = /^throws (.+)$/.exec(value)
  program.push(
    thrown
      ? `throws(() => (${expression}), ${JSON.stringify(thrown[1])})`
      : `shows((${expression}), ${JSON.stringify(value)})`,
  )
  checked += 1
}
if (checked === 0) throw new Error('the snippet shows no value')
console.log(program.join('\n'))
