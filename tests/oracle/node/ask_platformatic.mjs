// Asks @platformatic/kafka: `defaultPartitioner` (no partitioner set) or
// `compatibilityPartitioner`.

import { producer, version } from './platformatic.mjs'
import { answer } from './rows.mjs'

const partitioner = process.argv[2]

await answer({
  client: '@platformatic/kafka',
  version,
  partitioner,
  place: producer(partitioner),
})
