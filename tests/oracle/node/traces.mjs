// Runs scripts of operations on a client's assigner and writes down what it did: NDJSON both ways.
//
// Each line of stdin is a trace of `tests/vectors/assigner_traces.json` whose steps have no
// results; each line of stdout has the members that the run gave: the steps with their results.

import { asked } from './rows.mjs'

/** Answers stdin. `start(script)` makes an assigner: a function of the topic at that moment. */
export async function record({ client, version, start }) {
  for (const script of asked) {
    const partition = start(script)
    const topic = { name: script.topic, n: script.n, unavailable: script.unavailable }
    const steps = []
    for (const [operation, ...words] of script.steps) {
      let result = null
      if (operation === 'cluster') {
        [topic.n, topic.unavailable] = words
      } else {
        result = await partition(topic)
      }
      steps.push([operation, ...words, result])
    }
    process.stdout.write(`${JSON.stringify({ client, version, draws: [], steps })}\n`)
  }
}
