// Runs scripts on the producer of @platformatic/kafka, with messages that have no key.

import { producer, version } from './platformatic.mjs'
import { record } from './traces.mjs'

await record({
  client: '@platformatic/kafka',
  version,
  start: () => {
    const place = producer('defaultPartitioner')
    return async ({ n }) => (await place([null], n))[0]
  },
})
