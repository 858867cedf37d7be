// Compiled by `tsc --strict`, never run: the same types through `require`.

import copartition = require('copartition')

const placed: number | null = copartition.partition('a', 6)
const partitioner: copartition.Partitioner = new copartition.Partitioner('java', 6)
const key: copartition.Key = null
const windowed: Uint8Array = copartition.key.timeWindowed('a', 1)
const cache: copartition.assign.StickyCache = new copartition.assign.StickyCache()
void [placed, partitioner.partition(key), windowed, cache.partition(3)]

// @ts-expect-error a number has no bytes of its own
copartition.partition(42, 6)
