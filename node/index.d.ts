/**
 * The Kafka partition that each client gives a key, bit for bit.
 *
 * A key is the serialized key's bytes: a `Uint8Array` (a `Buffer` is one) as it is, a `string` as
 * UTF-8. Clients differ in what they do with an empty key and without a key (`null`, `undefined`):
 * each partitioner says what it does.
 *
 * Every error has a stable `code`:
 *
 * - `partition_count` (`RangeError`): not a whole number from 1 to 2147483647; a BigInt is none
 * - `unknown_partitioner` (`RangeError`): no partitioner has this name; the message has the nearest;
 *   `TypeError` for what is no string
 * - `unknown_client` (`RangeError`): no client has this name; the message has the nearest
 * - `refused` (`RangeError`): the client itself refuses such a key
 * - `no_hash` (`RangeError`): the partitioner has no 32-bit hash
 * - `key_type` (`TypeError`): any other type, text with a lone surrogate, a view whose buffer is detached
 *   or has become too short for it
 */

/** A key: text stands for its UTF-8 bytes; `null` and `undefined` are no key. */
export type Key = Data | null | undefined

/** Key bytes that are there. Over a `SharedArrayBuffer` they are copied before they are hashed. */
export type Data = string | Uint8Array

/**
 * Returns the partition of a key among `partitions`, or `null` when the key does not decide it: the
 * client or its caller chooses at send time.
 *
 * `partitioner` is a name such as `java` (the default), `librdkafka:murmur2`, `kafkajs@1`, or what
 * users paste: a setting, a class, a rule; {@link partitioners} lists them.
 *
 * @throws RangeError `partition_count`, `unknown_partitioner` or `refused`
 * @throws TypeError `key_type`; `unknown_partitioner` when `partitioner` is no string
 * @example
 * partition('user-3', 6) // 5
 * partition('user-3', 6, 'librdkafka') // 0
 * partition(Buffer.from('user-3'), 6) // 5
 * partition('', 6) // 3
 * partition(null, 6) // null
 */
export function partition(key: Key, partitions: number, partitioner?: string): number | null

/**
 * A partitioner for a topic of so many partitions: the name and the count are checked once, so this
 * is the faster way to place many keys. It holds nothing that has to be freed.
 *
 * @throws RangeError `unknown_partitioner` or `partition_count`
 * @throws TypeError `unknown_partitioner` when `name` is no string
 * @example
 * new Partitioner('librdkafka', 6).name // 'librdkafka:consistent_random'
 * new Partitioner('librdkafka', 6).partition('user-3') // 0
 * new Partitioner('librdkafka:murmur2', 12).missingKey // 'hashed_as_empty'
 */
export class Partitioner {
  constructor(name: string, partitions: number)

  /**
   * Returns the key's partition, or `null` when the key does not decide it.
   *
   * @throws RangeError `refused`
   * @throws TypeError `key_type`
   * @example
   * new Partitioner('java', 3).partition('kunci-1') // 1
   */
  partition(key: Key): number | null

  /**
   * Returns the 32-bit hash of a key, unsigned. `hash(key) | 0` is the number that Java prints.
   *
   * @throws RangeError `no_hash` when the partitioner has none
   * @throws TypeError `key_type`, and here for `null` and `undefined` too
   * @example
   * new Partitioner('java', 3).hash('kunci-1') // 3443998164
   */
  hash(key: Data): number

  /** Returns the partitioner and the count as one would write them. */
  toString(): string

  /** The name that always means this partitioner, whatever alias it was asked by. */
  readonly name: string
  /** The partition count. */
  readonly partitions: number
  /** What is done with a key: a rule such as `murmur2`, or `ignored:random`. */
  readonly keyed: string
  /** What is done with an empty key: `hashed`, or `unkeyed:sticky`. */
  readonly emptyKey: string
  /** What is done without a key, such as `unkeyed:built_in`, `hashed_as_empty` or `refused`. */
  readonly missingKey: string
}

/**
 * Hashes with Kafka's murmur2, unsigned. `murmur2(data) | 0` is the number that Java prints.
 *
 * @throws TypeError `key_type`
 * @example
 * murmur2('ab') // 316155434
 * murmur2('21') | 0 // -973932308
 */
export function murmur2(data: Data): number

/**
 * Hashes with CRC-32 (IEEE), librdkafka's default and zlib's.
 *
 * @throws TypeError `key_type`
 * @example
 * crc32('kafka') // 1539077399
 */
export function crc32(data: Data): number

/**
 * Hashes with 32-bit FNV-1a, Sarama's default.
 *
 * @throws TypeError `key_type`
 * @example
 * fnv1a('kafka') // 221496545
 */
export function fnv1a(data: Data): number

/**
 * Hashes as kafkajs did before 2.0.0, its two bugs included.
 *
 * @throws TypeError `key_type`
 * @example
 * kafkajsLegacy('user-123') // 210305554
 */
export function kafkajsLegacy(data: Data): number

/**
 * Returns the partition of `__consumer_offsets` that holds a consumer group, or of
 * `__transaction_state` that holds a transactional id. The formula is Apache Kafka's; other brokers
 * may differ. `partitions` is 50 when not given, Apache Kafka's default.
 *
 * @throws RangeError `partition_count`
 * @throws TypeError `key_type`
 * @example
 * groupPartition('my-group') // 12
 */
export function groupPartition(group: string, partitions?: number): number

/** A row of {@link partitioners}. */
export interface PartitionerInfo {
  /** The name that always means this partitioner. */
  name: string
  /** The other names under which it is found. */
  aliases: string[]
  /** As {@link Partitioner.keyed}. */
  keyed: string
  /** As {@link Partitioner.emptyKey}. */
  emptyKey: string
  /** As {@link Partitioner.missingKey}. */
  missingKey: string
  /** Which clients place so, since when, and by which setting, in words. */
  clients: string[]
}

/**
 * Lists every partitioner.
 *
 * @example
 * partitioners()[0].name // 'java'
 */
export function partitioners(): PartitionerInfo[]

/** A row of {@link clients}: one setting of a client over a range of its versions. */
export interface ClientInfo {
  /** The client's name. */
  client: string
  /** The first version that behaves so; `null` when it always has, as far as is known. */
  since: string | null
  /** The first version that no longer does; `null` when today's still does. */
  until: string | null
  /** The setting's short name, after the `:`; `null` when the client has no other. */
  setting: string | null
  /** What a user of the client writes, or sees named in its code. */
  written: string
  /** Whether the client does this when nothing is set. */
  default: boolean
  /** The partitioner's name. */
  partitioner: string
  /** As {@link Partitioner.keyed}. */
  keyed: string
  /** As {@link Partitioner.emptyKey}. */
  emptyKey: string
  /** As {@link Partitioner.missingKey}. */
  missingKey: string
  /** How common it is today. */
  usage: 'default' | 'setting' | 'retired' | 'port'
  /** Whether the unmodified client was run, or its source was read. */
  known: 'run' | 'read'
  /** The versions that were run. */
  version: string | null
  /** What was read. */
  source: string | null
  /** Why the client is not run. */
  whyNotRun: string | null
}

/**
 * Lists every client with its settings, today's rows and earlier ones.
 *
 * @example
 * clients()[0].client // 'java'
 */
export function clients(): ClientInfo[]

/** What {@link settings} finds. */
export interface Settings {
  /** The client to be set. */
  client: string
  /** The name of the partitioner that it shall place like. */
  like: string
  /** Whether a setting does so for every key of one byte or more. */
  possible: boolean
  /** The setting or the code, as the client wants it; `null` when it is not possible. */
  written: string | null
  /** The partitioner that the setting gives the client; `null` when it is not possible. */
  partitioner: string | null
  /** What takes code instead, in the client's own words; `null` when nothing does. */
  hook: string | null
  /**
   * What an empty key meets, with the setting and in the other client; `null` when that is the
   * same, or it is not possible.
   */
  emptyKeyDiffers: [set: string, like: string] | null
  /** What a record without a key meets, likewise. */
  missingKeyDiffers: [set: string, like: string] | null
}

/**
 * Finds the setting that makes a client place like a partitioner. `client` is a client's name, as
 * {@link clients} lists them, and `like` any name of a partitioner.
 *
 * @throws RangeError `unknown_client` or `unknown_partitioner`
 * @throws TypeError for a name that is no text
 * @example
 * settings('librdkafka', 'java').written // 'partitioner=murmur2_random'
 * settings('java', 'librdkafka').possible // false
 */
export function settings(client: string, like: string): Settings

/** This package's version. */
export const version: string
