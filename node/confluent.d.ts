/** A partitioner for the KafkaJS-style producer of `@confluentinc/kafka-javascript`. */

import type { RefreshingOptions } from './drop_in'

export type { RefreshingOptions, Unkeyed } from './drop_in'

/** What is asked of the producer. */
export interface Producer {
  send(record: any): Promise<any>
  sendBatch(batch: any): Promise<any>
  dependentAdmin(): any
}

/**
 * Wraps a producer so that its records are placed as `partitioner` does: a name such as `java` (the
 * default), `librdkafka` or `sarama:hash`. It is used in place of the producer, before or after it
 * is connected; everything but the partitions is the producer's own.
 *
 * Each message is copied and given its partition by the bytes of its key that are sent. A message
 * that names its partition goes there. One without a key is left to librdkafka when the partitioner
 * leaves it unkeyed, and a key that it leaves unkeyed goes to a drawn partition, unless `unkeyed`
 * says otherwise.
 *
 * A topic's partition count is asked for at its first record, through the producer's own
 * connections, again after `refreshInterval` milliseconds, and when a partition is unknown. When
 * the brokers do not answer, the old count serves; without one they are waited for, 30 seconds, and
 * then `send` rejects with the client's error. Meanwhile the topic's records wait in their order,
 * and `flush`, `commit`, `disconnect` and their like wait for them.
 *
 * @throws RangeError `unknown_partitioner`, `unknown_unkeyed` or `key_range`
 * @throws TypeError `key_type` for another producer or other options
 * @example
 * import { KafkaJS } from '@confluentinc/kafka-javascript'
 * const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'localhost:9092' })
 * const producer = partitioned(kafka.producer(), 'sarama:hash')
 * await producer.connect()
 * await producer.send({ topic: 'orders', messages: [{ key: 'user-3', value: 'paid' }] })
 */
export function partitioned<P extends Producer>(
  producer: P,
  partitioner?: string,
  options?: RefreshingOptions,
): P
