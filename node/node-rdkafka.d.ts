/**
 * A partitioner for the producers of `node-rdkafka`, and for those of the same shape in
 * `@confluentinc/kafka-javascript`.
 */

import type { RefreshingOptions } from './drop_in'

export type { RefreshingOptions, Unkeyed } from './drop_in'

/** What is asked of the producer. */
export interface Producer {
  produce(...record: any[]): any
  getMetadata(options: any, callback: (error: any, metadata: any) => void): any
}

/** What is added to the producer. */
export interface Counting {
  /**
   * Asks the brokers for a topic's partition count, keeps it, and returns it. Call it once for each
   * topic after the producer is connected: `produce` cannot wait for it.
   *
   * A topic that is not there is waited for, 30 seconds: it may be in the making. So are brokers
   * that do not answer. Rejects with `count_unknown` when there is still no such topic, or none
   * that the client may see, and with the client's own errors.
   */
  fetchPartitionCount(topic: string): Promise<number>
}

/**
 * Wraps a `Producer` or a `HighLevelProducer` so that its records are placed as `partitioner` does:
 * a name such as `java` (the default), `librdkafka` or `sarama:hash`. It is used in place of the
 * producer, in listeners too, whose `this` is the producer itself; everything but the partitions is
 * the producer's own.
 *
 * `produce` gives a record without a partition (`null`, `undefined` or below 0) its partition by
 * the bytes of its key that are sent, after a `HighLevelProducer` has serialized it. A record
 * without a key is left to librdkafka when the partitioner leaves it unkeyed, and a key that it
 * leaves unkeyed goes to a drawn partition, unless `unkeyed` says otherwise.
 *
 * `produce` throws `count_unknown` before {@link Counting.fetchPartitionCount} was called for the
 * topic. From then on the count is asked for again after `refreshInterval` milliseconds, and when a
 * partition is unknown, while the old one serves. It throws `unkeyed` and `refused`, too. A
 * `HighLevelProducer` calls its callback with all of them.
 *
 * @throws RangeError `unknown_partitioner`, `unknown_unkeyed` or `key_range`
 * @throws TypeError `key_type` for another producer or other options
 * @example
 * import rdkafka from 'node-rdkafka'
 * const settings = { 'bootstrap.servers': 'localhost:9092' }
 * const producer = partitioned(new rdkafka.Producer(settings), 'java')
 * producer.connect()
 * producer.on('ready', async () => {
 *   await producer.fetchPartitionCount('orders')
 *   producer.produce('orders', null, Buffer.from('paid'), 'user-3')
 * })
 */
export function partitioned<P extends Producer>(
  producer: P,
  partitioner?: string,
  options?: RefreshingOptions,
): P & Counting
