/**
 * A partitioner for `@platformatic/kafka` from 1.33.0 on, and 2.x. Under a rule over a wide digest,
 * such as `sha1`, from 1.35.0 on.
 */

import type { Options } from './drop_in'

export type { Options, Unkeyed } from './drop_in'

/** What the client takes as `partitioner`, of a producer or of one `send`. */
export type Partitioner = (
  message: { topic: string },
  key: Uint8Array | null | undefined,
  context: {
    metadata?:
      | { topics: { get(topic: string): { partitionsCount: number } | undefined } }
      | undefined
  },
) => number

/**
 * Returns what `@platformatic/kafka` takes as `partitioner`, placing as `partitioner` does: a name
 * such as `java` (the default), `librdkafka` or `sarama:hash`.
 *
 * The client divides the number that it is given by its own partition count, which it may not have
 * asked for yet: so the number is right for every count, and below 2^32. Only a rule over a wide
 * digest, such as `sha1`, has to know the count, and throws `count_unknown` before the client does.
 *
 * A record that names its partition goes there, which the client sees to. Unkeyed records go round
 * robin, from partition 0, unless `unkeyed` says otherwise.
 *
 * The partitioner throws `count_unknown`, `unkeyed` and `refused`, and `send` does so with it. It
 * throws `key_type` in an older client, which does not tell it the key.
 *
 * @throws RangeError `unknown_partitioner` or `unknown_unkeyed`
 * @throws TypeError `key_type` for other options; and the above when no string is given
 * @example
 * partitioner('java')({ topic: 'orders' }, Buffer.from('user-3'), {}) % 6 // 5
 */
export function partitioner(partitioner?: string, options?: Options): Partitioner
