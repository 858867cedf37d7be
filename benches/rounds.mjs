// Rounds of timed calls, in which the candidates take turns over keys of their own.

const ROUNDS = 100
// A sample takes about so long, and at most so many keys that they stay in the cache.
const SAMPLE_NANOSECONDS = 250_000
const SAMPLE_KEYS = 2_048

// Compiles a timed loop around a call of `f` with `key`; `now` is a clock in nanoseconds. Made from
// text: a loop that is shared between candidates would be compiled for all of them at once, and
// each would pay for the others.
export function loop(now, name, f, expression, answers = true) {
  const body = `
    const started = now()
    let sum = 0
    for (let index = from; index < to; index++) {
      const key = keys[index]
      sum += ${expression}
    }
    const nanoseconds = (now() - started) / (to - from)
    return sum < 0 ? -1 : nanoseconds`
  return {
    name,
    answers,
    nanoseconds: new Function('f', 'now', `return (keys, from, to) => {${body}}`)(f, now),
    partition: new Function('f', `return key => ${expression}`)(f)
  }
}

// Prints a line a candidate: the key type, the key size, the candidate, and its nanoseconds a key
// in each round. Those that answer have to give the first one's answers.
export function measure(kind, size, [shortest, longest], loops) {
  const keys = makeKeys(kind, shortest, longest)
  for (const { name, partition, answers } of loops) {
    if (!answers) continue
    const wrong = keys.find(key => partition(key) !== loops[0].partition(key))
    if (wrong !== undefined) throw new Error(`${kind} ${size}: ${name} is wrong about ${wrong}`)
  }
  const counts = loops.map(({ nanoseconds }) => {
    // Long enough for the optimizing compiler, and once more for the cost.
    for (let warm = 0; warm < 20; warm++) nanoseconds(keys, 0, 512)
    const cost = Math.max(nanoseconds(keys, 0, 512), 1)
    return Math.min(Math.max(Math.floor(SAMPLE_NANOSECONDS / cost), 16), SAMPLE_KEYS)
  })
  const samples = loops.map(() => [])
  let at = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < loops.length; turn++) {
      const index = (round + turn) % loops.length
      if (at + counts[index] > keys.length) at = 0
      const end = at + counts[index]
      warmUp(keys, at, end)
      samples[index].push(loops[index].nanoseconds(keys, at, end))
      at = end
    }
  }
  for (const [index, { name }] of loops.entries()) {
    const values = samples[index].map(value => value.toFixed(3))
    console.log([kind, size, name, values.join(',')].join('\t'))
  }
}

// Brings the keys into the cache, and tells the branch predictor nothing.
function warmUp(keys, from, to) {
  const stretch = keys.slice(from, to)
  return typeof stretch[0] === 'string' ? stretch.join('').length : Buffer.concat(stretch).length
}

// Makes the same keys in each run: more of them than a branch predictor can remember.
function makeKeys(kind, shortest, longest) {
  let state = 0x2545f491
  const random = below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  return Array.from({ length: longest <= 100 ? 65_536 : 8_192 }, () => {
    const key = Buffer.allocUnsafe(shortest + random(longest - shortest + 1))
    // ASCII for text, as keys that are text nearly always are.
    for (let index = 0; index < key.length; index++) {
      key[index] = kind === 'string' ? 97 + random(26) : random(256)
    }
    return kind === 'string' ? key.toString('latin1') : key
  })
}
