/** A partitioner for kafkajs 1.x and 2.x. */

import type { Options } from './drop_in'

export type { Options, Unkeyed } from './drop_in'

/** What kafkajs tells its partitioner about a record. */
export interface PartitionerRecord {
  topic: string
  partitionMetadata: readonly { partitionId: number; leader: number }[]
  message: { key?: unknown; partition?: number | null }
}

/**
 * A partitioner, and what kafkajs takes as `createPartitioner`: called without a record it makes
 * another one, with a state of its own.
 */
export interface Partitioner {
  (record: PartitionerRecord): number
  (): Partitioner
}

/**
 * Returns what kafkajs takes as `createPartitioner`, placing as `partitioner` does: a name such as
 * `java` (the default), `librdkafka` or `sarama:hash`.
 *
 * A key is placed by the bytes that kafkajs sends: a `Buffer` as it is, any other value as text. A
 * record that names its partition goes there. Unkeyed records go round robin over the partitions
 * that have a leader, from a drawn one, unless `unkeyed` says otherwise.
 *
 * The partitioner throws, and `send` rejects with that: `key_range` and `key_type` where a record
 * names a partition that the topic does not have, which kafkajs alone drops silently;
 * `count_unknown` where the metadata does not name every partition; `unkeyed` and `refused`.
 *
 * @throws RangeError `unknown_partitioner` or `unknown_unkeyed`
 * @throws TypeError `key_type` for other options; and the above when no string is given
 * @example
 * const create = createPartitioner('java')
 * const partitionMetadata = [0, 1, 2, 3, 4, 5].map((partitionId) => ({ partitionId, leader: 1 }))
 * create()({ topic: 'orders', partitionMetadata, message: { key: 'user-3' } }) // 5
 */
export function createPartitioner(partitioner?: string, options?: Options): Partitioner
