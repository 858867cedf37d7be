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
 * - `offsets` (`RangeError`): a column of keys is not as it says, such as offsets that leave its bytes
 * - `unknown_unkeyed`, `unkeyed`, `count_unknown` (`RangeError`): of the partitioners for clients, such
 *   as `copartition/kafkajs`
 * - `key_range` (`RangeError`): a number is out of its range, or not whole, in {@link key} and
 *   {@link assign}
 * - `input` (`RangeError`): records that the analysis refuses, with their place, or what is asked of them
 * - `key_type` (`TypeError`): any other type, text with a lone surrogate, a view whose buffer is detached
 *   or has become too short for it
 */

import type {
  Compared,
  Diagnosed,
  Identified,
  KeysFor,
  Moved,
  ProbeKeys,
  SplitKeys,
  SpreadOut,
  Verified,
} from './results'

export * from './results'

/** A key: text stands for its UTF-8 bytes; `null` and `undefined` are no key. */
export type Key = Data | null | undefined

/** Key bytes that are there. Over a `SharedArrayBuffer` they are copied before they are hashed. */
export type Data = string | Uint8Array

/** Bytes that this package makes: a `Buffer`, where the types of Node.js are there to say so. */
export type Bytes = typeof globalThis extends { Buffer: { alloc(size: number): infer Buffer } }
  ? Buffer
  : Uint8Array

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

  /**
   * Returns the partition of each key, and -1 where the key does not decide it: in one call for a
   * whole column, whose memory is read in place. Memory that threads share is copied first.
   *
   * A column whose offsets, bitmap or dictionary point outside its memory is refused.
   *
   * @throws RangeError `refused`, with the key's row; `offsets`
   * @throws TypeError `key_type`
   * @example
   * new Partitioner('java', 6).partitionBatch(['user-1', null]) // Int32Array(2) [ 2, -1 ]
   * new Partitioner('java', 12).partitionBatch([42], { keyFormat: 'int' }) // Int32Array(1) [ 0 ]
   */
  partitionBatch(keys: KeyColumn, options?: BatchOptions): Int32Array
  partitionBatch(keys: NumberColumn, options: NumberOptions): Int32Array

  /**
   * Returns the 32-bit hash of each key, unsigned, and 0 where there is no key.
   *
   * @throws RangeError `no_hash` when the partitioner has none; `offsets`
   * @throws TypeError `key_type`
   * @example
   * new Partitioner('java', 6).hashBatch(['ab', null]) // Uint32Array(2) [ 316155434, 0 ]
   */
  hashBatch(keys: KeyColumn, options?: BatchOptions): Uint32Array
  hashBatch(keys: NumberColumn, options: NumberOptions): Uint32Array

  /**
   * Returns how many of the keys go to each partition, and how many do not decide it.
   *
   * @throws RangeError `refused`, with the key's row; `offsets`
   * @throws TypeError `key_type`
   * @example
   * new Partitioner('java', 3).countBatch(['kunci-1', 'kunci-2', null]).unkeyed // 1
   * new Partitioner('java', 3).countBatch(['kunci-1']).counts // Float64Array(3) [ 0, 1, 0 ]
   */
  countBatch(keys: KeyColumn, options?: BatchOptions): Counted
  countBatch(keys: NumberColumn, options: NumberOptions): Counted

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
 * A column of keys: an array or another iterable of them, their bytes behind each other, a vector of
 * apache-arrow, or with the option `column` a table of it.
 */
export type KeyColumn = Iterable<Key> | PackedKeys | ArrowVector | ArrowTable

/** A column of whole numbers, whose bytes the option `keyFormat` decides. */
export type NumberColumn = Iterable<Key | number | bigint> | KeyColumn

/** Keys behind each other: key `i` is the bytes from `offsets[i]` to before `offsets[i + 1]`. */
export interface PackedKeys {
  readonly data: Uint8Array
  /** One more than there are keys. */
  readonly offsets: Int32Array | BigInt64Array
  /**
   * A bitmap: bit `i`, the least significant of a byte first, is 0 where there is no key `i`. All are
   * there when it is not given.
   */
  readonly validity?: Uint8Array | null | undefined
}

/** A `Vector` of apache-arrow: of text, bytes, whole numbers, or a dictionary of these. */
export interface ArrowVector {
  readonly data: readonly {
    readonly type: { readonly typeId: number }
    readonly length: number
    readonly offset: number
  }[]
}

/** A `Table` or `RecordBatch` of apache-arrow. */
export interface ArrowTable {
  getChild(name: string): ArrowVector | null
}

/** How a column is read. */
export interface BatchOptions {
  /** The name of a table's column. */
  column?: string | undefined
  /**
   * What the bytes are of keys that are given as text or numbers: `utf8` for text when not given. The
   * formats of the command's `--key-format`.
   */
  keyFormat?: KeyFormat | undefined
}

/** How a column of numbers is read. */
export interface NumberOptions extends BatchOptions {
  keyFormat: KeyFormat
}

/** A name of how text or a number becomes key bytes; `int` and `long` are Java's serializers. */
export type KeyFormat =
  | 'utf8'
  | 'hex'
  | 'base64'
  | 'int'
  | 'long'
  | 'uuid'
  | 'uuid-bytes'
  | 'short'
  | 'float'
  | 'double'
  | 'boolean'
  | 'json'
  | 'kafkajs-number'

/** What {@link Partitioner.countBatch} counts. */
export interface Counted {
  /** The number of keys on each partition. */
  counts: Float64Array
  /** The number of keys that do not decide their partition. */
  unkeyed: number
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
   * What is written to drop the partitioner itself into the client; `null` where copartition has no
   * way into the client, and where the partitioner does not say where a key goes.
   */
  dropIn: string | null
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

/**
 * The keys of records: an array, or any iterable, which is read once; or a column of text or bytes,
 * which is copied.
 */
export type Keys = Iterable<Key> | PackedKeys | ArrowVector

/**
 * A number for each record, an array, a typed array, a vector of apache-arrow or any iterable; null is
 * not known.
 */
export type Numbers = Iterable<number | bigint | null | undefined>

/** The same where 64 bits may be needed. */
export type Longs = Iterable<number | bigint | null | undefined>

/** What else is known of records: each is as long as the keys, and null is not known. */
export interface Columns {
  /** How many records each stands for; 1 when not given. */
  weights?: Numbers
  /** What records are told apart by, such as a header; each part of the answer counts them. */
  labels?: Iterable<string | null | undefined>
  /** The record's offset in its partition. Without it, the records are in the log's order. */
  offsets?: Longs
  /** Milliseconds since 1970; a negative one is none. */
  timestamps?: Longs
  /** Whether the record has no value. */
  tombstones?: Iterable<boolean | null | undefined>
}

/**
 * Tells which partitioners explain where the keys of a topic lie. `observed` is the partition that
 * each record lies on, and `partitions` the topic's count now. It reads and thinks before it
 * returns: give many records to a worker thread.
 *
 * @throws RangeError `partition_count`, `key_range`, or `input` for lengths that differ and
 * partitions outside of the count
 * @throws TypeError `key_type`
 * @example
 * identify(['user-1', 'user-2', 'user-3'], [2, 2, 5], 6).verdict // 'too_few'
 */
export function identify(
  keys: Keys,
  observed: Numbers,
  partitions: number,
  options?: Columns,
): Identified

/**
 * Finds the keys that lie on more than one partition of a topic. It needs no partitioner; with
 * `tombstones` it tells the deletes that never took effect.
 *
 * @throws RangeError as {@link identify}
 * @throws TypeError `key_type`
 * @example
 * split(['a', 'a'], [2, 0], 6, { tombstones: [false, true] }).split[0].undead // true
 */
export function split(
  keys: Keys,
  observed: Numbers,
  partitions: number,
  options?: Columns,
): SplitKeys

/** What {@link verify} is asked. */
export interface VerifyOptions {
  /** As in {@link Columns}. */
  offsets?: Longs
  /** As in {@link Columns}. */
  timestamps?: Longs
  /** Leaves out what is older: milliseconds since 1970, or text like `'2026-11-30T02:10:08Z'`. */
  since?: number | bigint | string
  /** The partition counts that the topic had, the oldest first: `'12,24@TIME'`. */
  history?: string
  /** The keys that are looked at; all when not given. */
  only?: Iterable<Data>
  /** How many records may lie elsewhere: a number, or a share like `'0.5%'`; 0 when not given. */
  maxMismatch?: number | string
  /** How many keys must be checked; 1 when not given, or as many as `only`. */
  minKeys?: number
  /** How many mismatches are listed; 10 when not given. */
  top?: number
}

/**
 * Checks whether records lie where a partitioner puts them. `passed` is null where too few keys
 * were checked. A mismatch has its place in `keys`, from 0, as `line`.
 *
 * @throws RangeError as {@link identify}, and `unknown_partitioner`
 * @throws TypeError `key_type`, `unknown_partitioner`
 * @example
 * verify(['user-1', 'user-3'], [2, 0], 6).passed // false
 * verify(['user-1', 'user-3'], [2, 0], 6).mismatches[0].wanted // [ 5 ]
 */
export function verify(
  keys: Keys,
  observed: Numbers,
  partitions: number,
  partitioner?: string,
  options?: VerifyOptions,
): Verified

/** What {@link spread} is asked. */
export interface SpreadOptions {
  /** The partition that each record lies on; where it is not known, the partitioner places it. */
  observed?: Numbers
  /** As in {@link Columns}. */
  weights?: Numbers
  /**
   * What is done with records that no key places: `'apart'` (the default), `'round-robin'`,
   * `'sticky:RECORDS_PER_BATCH'` or `'builtin:BYTES'`.
   */
  unkeyed?: string
  /** Gives the draws; 0 when not given. */
  seed?: number
  /** How many of the keys with the most records are listed; 10 when not given. */
  top?: number
}

/**
 * Counts how records spread over partitions, and tells why. Of more than 500,000 distinct keys
 * their number is an estimate, and the hot keys have a guaranteed error.
 *
 * @throws RangeError as {@link verify}
 * @throws TypeError `key_type`, `unknown_partitioner`
 * @example
 * spread(['user-1', 'user-2', 'user-3', 'user-1'], 6).hotKeys[0].key // 'user-1'
 */
export function spread(
  keys: Keys,
  partitions: number,
  partitioner?: string,
  options?: SpreadOptions,
): SpreadOut

/** What {@link compare} looks at. */
export interface Topic {
  /** What the topic is called in the answer. */
  name: string
  keys: Keys
  /** The partition that each record lies on. */
  observed: Numbers
  /** The topic's partition count. */
  partitions: number
}

/**
 * Tells whether topics are co-partitioned: the first beside each of the others, key by key, with
 * the reason and the remedy. Of each comparison the first `top` keys that differ are listed; 10 when
 * not given.
 *
 * @throws RangeError as {@link identify}
 * @throws TypeError `key_type`
 * @example
 * compare(Array(2).fill({ name: 'a', keys: ['x'], observed: [1], partitions: 6 })).schema // 1
 */
export function compare(topics: Iterable<Topic>, options?: { top?: number }): Compared

/** What {@link moves} is asked. */
export interface MovesOptions {
  /** The topic's partition count now. */
  partitions: number
  /** The count afterwards; the same when not given. */
  to?: number
  /** Who places records now; `java` when not given. */
  partitioner?: string
  /** Who does afterwards; the same when not given. */
  toPartitioner?: string
  /** The keys of records; without them the answer is of all possible keys. */
  keys?: Keys
  /** Where they lie, which may be elsewhere than the partitioner puts them now. */
  observed?: Numbers
  /** As in {@link Columns}. */
  weights?: Numbers
}

/**
 * Tells what moves when a topic's partition count or its producers' partitioner changes.
 *
 * @throws RangeError as {@link verify}
 * @throws TypeError `key_type`, `unknown_partitioner`
 * @example
 * moves({ partitions: 6, to: 8 }).expectedShare // 0.75
 * moves({ partitions: 6, to: 12, keys: ['user-1', 'user-9', 'user-10'] }).movedKeys // 2
 */
export function moves(options: MovesOptions): Moved

/** What {@link keysFor} is asked. */
export interface KeysForOptions {
  /** The partition or partitions that are wanted; every one when not given. */
  partition?: number | Iterable<number>
  /** How many keys for each; 1 when not given. */
  each?: number
  /** What each key starts with; `key-` when not given. */
  prefix?: string
}

/**
 * Makes keys that land on the partitions that are wanted: a prefix and a number.
 *
 * @throws RangeError `partition_count`, `unknown_partitioner`, `key_range`, `input`
 * @throws TypeError `key_type`, `unknown_partitioner`
 * @example
 * keysFor(6, 'java', { partition: 5, prefix: 'user-' }).keys[0].key // 'user-3'
 */
export function keysFor(
  partitions: number,
  partitioner?: string,
  options?: KeysForOptions,
): KeysFor

/**
 * Makes keys that tell all rules apart at a partition count. A service sends them, each as a
 * record's key; where they come to lie is what {@link identify} and {@link verify} are asked.
 *
 * @throws RangeError `partition_count`
 * @example
 * probeKeys(12).keys[0].key // 'probe-0'
 */
export function probeKeys(partitions: number): ProbeKeys

/**
 * Tells what a client's configuration implies, and whether it places keys like another one.
 * `client` is a client's name, with `@version` or without; `settings` are its own, by their names or
 * as `'name=value'`; `like` is `java` when not given. A configuration does not prove what runs:
 * confirm it with {@link probeKeys}.
 *
 * @throws RangeError `unknown_client`, `unknown_partitioner`
 * @throws TypeError `key_type`; `unknown_client` or `unknown_partitioner` for a name that is no text
 * @example
 * doctor('librdkafka', { partitioner: 'murmur2_random' }).like.sameKeys // true
 * doctor('librdkafka').like.remedy // 'partitioner=murmur2_random'
 */
export function doctor(
  client: string,
  settings?: Iterable<string> | Readonly<Record<string, unknown>>,
  like?: string,
): Diagnosed

/**
 * What each client's serializer writes for a value, and what written bytes could be. Two producers
 * with one partitioner still disagree when their key bytes differ.
 *
 * Each function takes one type and guesses nothing; a value that is null in its language is no key
 * for every serializer. The results are Buffers of their own.
 *
 * @example
 * partition('42', 12) // 4
 * partition(key.int(42), 12) // 0
 * partition(key.long(42), 12) // 4
 */
export namespace key {
  /**
   * Returns what Java's `StringSerializer` writes: UTF-8, and one `?` for each surrogate without
   * its pair.
   *
   * @throws TypeError `key_type`
   * @example
   * key.string('né') // <Buffer 6e c3 a9>
   * key.string('a\ud800b') // <Buffer 61 3f 62>
   */
  function string(text: string): Bytes

  /**
   * Returns what `IntegerSerializer` writes, Java's and confluent_kafka's: four bytes, big-endian.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`; a bigint too
   * @example
   * key.int(-2) // <Buffer ff ff ff fe>
   */
  function int(value: number): Bytes

  /**
   * Returns what Java's `LongSerializer` writes: eight bytes, big-endian. A number may go up to
   * `Number.MAX_SAFE_INTEGER`: above, it no longer says which whole number was meant.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * key.long(42) // <Buffer 00 00 00 00 00 00 00 2a>
   * key.long(-(2n ** 63n)) // <Buffer 80 00 00 00 00 00 00 00>
   */
  function long(value: bigint | number): Bytes

  /**
   * Returns what Java's `ShortSerializer` writes: two bytes, big-endian.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * key.short(42) // <Buffer 00 2a>
   */
  function short(value: number): Bytes

  /**
   * Returns what Java's `FloatSerializer` writes: the four bytes of the IEEE 754 number,
   * big-endian. The value is rounded to the nearest float, as by `Math.fround`. -0 is not 0, and
   * NaN is `7fc00000`.
   *
   * @throws RangeError `key_range` for a finite number beyond the floats
   * @throws TypeError `key_type`
   * @example
   * key.float(1.5) // <Buffer 3f c0 00 00>
   */
  function float(value: number): Bytes

  /**
   * Returns what Java's `DoubleSerializer` writes: the eight bytes of the IEEE 754 number,
   * big-endian. -0 is not 0, and NaN is `7ff8000000000000`.
   *
   * @throws TypeError `key_type`
   * @example
   * key.double(1.5) // <Buffer 3f f8 00 00 00 00 00 00>
   */
  function double(value: number): Bytes

  /**
   * Returns what confluent_kafka's `DoubleSerializer` writes, and .NET's (read, not run). They keep
   * the payload of a NaN where Java does not; JavaScript has one NaN, so here the two functions do
   * the same.
   *
   * @throws TypeError `key_type`
   * @example
   * key.rawDouble(-0) // <Buffer 80 00 00 00 00 00 00 00>
   */
  function rawDouble(value: number): Bytes

  /**
   * Returns what Java's `BooleanSerializer` writes: 1 or 0 in one byte.
   *
   * @throws TypeError `key_type`
   * @example
   * key.boolean(true) // <Buffer 01>
   */
  function boolean(value: boolean): Bytes

  /**
   * Returns what Java's `UUIDSerializer` writes: 36 lower-case characters. `uuid` is its 36
   * characters, of either case, or its 16 bytes.
   *
   * @throws TypeError `key_type`
   * @example
   * key.uuid('123E4567-E89B-12D3-A456-426614174000').toString().slice(0, 8) // '123e4567'
   * key.uuid(new Uint8Array(16)).toString() // '00000000-0000-0000-0000-000000000000'
   */
  function uuid(uuid: string | Uint8Array): Bytes

  /** Of a `java.nio.ByteBuffer`, and of the serializer's version. */
  interface ByteBufferOptions {
    /** The buffer's position, from 0 to `limit`; 0 when not given. */
    position?: number | undefined
    /** The buffer's limit, from 0 to the array's length; that length when not given. */
    limit?: number | undefined
    /** Whether it is kafka-clients 3.4.0 to 3.5.1 or 3.6.0; `false` when not given. */
    flips?: boolean | undefined
  }

  /**
   * Returns what Java's `ByteBufferSerializer` sends of a heap buffer: from 0 to the limit,
   * wherever the position is. The versions that flip the buffer send from 0 to the position, or the
   * whole array when position and limit span it.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * key.byteBuffer(Buffer.from('ab\0\0'), { position: 2 }) // <Buffer 61 62 00 00>
   * key.byteBuffer(Buffer.from('ab\0\0'), { position: 2, flips: true }) // <Buffer 61 62>
   */
  function byteBuffer(array: Uint8Array, options?: ByteBufferOptions): Bytes

  /**
   * Returns what kafkajs writes for a string: UTF-8, and U+FFFD for each surrogate without its
   * pair.
   *
   * @throws TypeError `key_type`
   * @example
   * key.kafkajsString('a\ud800') // <Buffer 61 ef bf bd>
   */
  function kafkajsString(text: string): Bytes

  /**
   * Returns what kafkajs hashes for a number: the text `String(value)`. Since Kafka 0.11 kafkajs
   * cannot send such a key: send the text.
   *
   * @throws TypeError `key_type`
   * @example
   * key.kafkajsNumber(42).toString() // '42'
   * key.kafkajsNumber(1e21).toString() // '1e+21'
   */
  function kafkajsNumber(value: number): Bytes

  /**
   * Returns what kafkajs hashes for a `Uint8Array` that is no `Buffer`: its elements in decimal,
   * with commas between. Since Kafka 0.11 kafkajs writes such a key with a wrong length: send a
   * `Buffer`, which it sends as it is.
   *
   * @throws TypeError `key_type`
   * @example
   * key.kafkajsUint8Array(Uint8Array.of(1, 2, 255)).toString() // '1,2,255'
   */
  function kafkajsUint8Array(bytes: Uint8Array): Bytes

  /**
   * Returns a text in JSON's quotes, as `JSON.stringify` writes it, in UTF-8.
   *
   * @throws TypeError `key_type`; for a lone surrogate too
   * @example
   * key.jsonString('user-1').toString() // '"user-1"'
   */
  function jsonString(text: string): Bytes

  /**
   * Returns a payload behind its schema id, as schema-registry serializers frame Avro and JSON
   * Schema, and `@kafkajs/confluent-schema-registry` Protobuf too: a zero byte, the id in four
   * bytes, the payload. Another id for the same schema is another key.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * key.schemaIdPrefix(7, 'a') // <Buffer 00 00 00 00 07 61>
   */
  function schemaIdPrefix(schemaId: number, payload: Data): Bytes

  /** How message indexes are written. */
  interface ProtobufOptions {
    /** Whether confluent_kafka's `use.deprecated.format` is set; `false` when not given. */
    deprecated?: boolean | undefined
  }

  /**
   * Returns a Protobuf payload behind its schema id and its message indexes: the path to the
   * message in its file, `[0]` for the first.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * key.schemaIdPrefixProtobuf(7, [0], 'a') // <Buffer 00 00 00 00 07 00 61>
   * key.schemaIdPrefixProtobuf(7, [2, 1], 'a') // <Buffer 00 00 00 00 07 04 04 02 61>
   * key.schemaIdPrefixProtobuf(7, [2], '', { deprecated: true }) // <Buffer 00 00 00 00 07 01 02>
   */
  function schemaIdPrefixProtobuf(
    schemaId: number,
    messageIndexes: readonly number[],
    payload: Data,
    options?: ProtobufOptions,
  ): Bytes

  /**
   * Returns the value of the header `__key_schema_id` that a serializer in header mode sends: a one
   * byte, the schema's GUID, and for Protobuf the message indexes. The key is the bare payload
   * then. `guid` is its 36 characters or its 16 bytes.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * key.schemaIdHeader('89791762-2336-40cb-a5d5-df36e31d28fd').length // 17
   * key.schemaIdHeader('89791762-2336-40cb-a5d5-df36e31d28fd', [0]).length // 18
   */
  function schemaIdHeader(guid: string | Uint8Array, messageIndexes?: readonly number[]): Bytes

  /**
   * Returns what Kafka Streams' `TimeWindowedSerializer` writes: the inner key, then the window's
   * start, in milliseconds since 1970.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * key.timeWindowed('a', 1) // <Buffer 61 00 00 00 00 00 00 00 01>
   */
  function timeWindowed(inner: Data, start: bigint | number): Bytes

  /**
   * Returns what Kafka Streams' `SessionWindowedSerializer` writes: the inner key, the window's
   * end, then its start, in milliseconds since 1970.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * key.sessionWindowed('', 1, 2) // <Buffer 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 01>
   */
  function sessionWindowed(inner: Data, start: bigint | number, end: bigint | number): Bytes

  /** What bytes could be: the form, the value as text, and what the form frames. */
  type Candidate = Plain | SchemaIdPrefix | SchemaIdPrefixProtobuf | TimeWindowed | SessionWindowed

  /** A form that frames nothing. */
  interface Plain {
    form:
      | 'utf8'
      | 'json'
      | 'uuid'
      | 'boolean'
      | 'short'
      | 'int'
      | 'float'
      | 'long'
      | 'double'
      | 'uuid-bytes'
    value: string
  }

  /** Of {@link schemaIdPrefix}. */
  interface SchemaIdPrefix {
    form: 'schema-id-prefix'
    value: string
    schemaId: number
    payload: Bytes
  }

  /** Of {@link schemaIdPrefixProtobuf}. */
  interface SchemaIdPrefixProtobuf {
    form: 'schema-id-prefix-protobuf' | 'schema-id-prefix-protobuf-deprecated'
    value: string
    schemaId: number
    messageIndexes: number[]
    payload: Bytes
  }

  /** Of {@link timeWindowed}. */
  interface TimeWindowed {
    form: 'time-windowed'
    value: string
    inner: Bytes
    /** In milliseconds since 1970. */
    start: number
  }

  /** Of {@link sessionWindowed}. */
  interface SessionWindowed {
    form: 'session-windowed'
    value: string
    inner: Bytes
    /** In milliseconds since 1970. */
    start: number
    /** In milliseconds since 1970. */
    end: number
  }

  /**
   * Returns everything that a key's bytes could be; more than one where they are ambiguous, as
   * eight bytes always are, and nothing where they are none of these.
   *
   * @throws TypeError `key_type`
   * @example
   * key.candidates('user-1') // [ { form: 'utf8', value: 'user-1' } ]
   * key.candidates(Buffer.from([0, 42])) // [ { form: 'short', value: '42' } ]
   * key.candidates(key.int(42)).map(({ form }) => form) // [ 'int', 'float' ]
   */
  function candidates(key: Data): Candidate[]
}

/**
 * How clients spread the records of one topic that no key places. Each object takes the topic's
 * partitions as the client sees them at that moment, and its draws from outside: the same draws
 * give the same partitions.
 */
export namespace assign {
  /** Which partitions have a leader. */
  interface AvailableOptions {
    /**
     * Their ids, distinct, in the client's own order: {@link javaPartitionOrder} for Java,
     * ascending for most. All of them, ascending, when not given; where none is available, clients
     * choose among all.
     */
    available?: readonly number[] | undefined
  }

  /** Which partitions have a leader, and how to draw one. */
  interface DrawOptions extends AvailableOptions {
    /**
     * Returns a whole number from -2^31 to 2^31-1, as Java's `nextInt()`. It is called where the
     * client draws, and never besides. When not given, it is made of `Math.random()`.
     */
    draw?: (() => number) | undefined
  }

  /** Where a {@link RoundRobin} starts. */
  interface RoundRobinOptions {
    /** How many records were placed before, from 0 to 2^32-1; 0 when not given. */
    counter?: number | undefined
    /** Whether it starts again at the first partition behind the last; `false` when not given. */
    resetting?: boolean | undefined
  }

  /**
   * Round robin: one partition after the other.
   *
   * It is what platformatic does without a key, what Java does up to 2.3 and kafkajs from a random
   * `counter`, and, `resetting`, the round robin of Sarama and franz-go.
   *
   * @throws RangeError `key_range`
   * @throws TypeError `key_type`
   * @example
   * new assign.RoundRobin({ counter: 4 }).partition(3) // 1
   */
  class RoundRobin {
    constructor(options?: RoundRobinOptions)

    /**
     * Returns the next record's partition, and moves on.
     *
     * @throws RangeError `partition_count`, or `key_range` for an id that is not below it
     * @throws TypeError `key_type`
     * @example
     * new assign.RoundRobin().partition(3, { available: [2, 0] }) // 2
     */
    partition(partitions: number, options?: AvailableOptions): number
  }

  /** Whose a {@link StickyCache} is. */
  interface StickyCacheOptions {
    /** Whether it is kafka-python 3's, not Java's; `false` when not given. */
    kafkaPython?: boolean | undefined
  }

  /**
   * The sticky partition of one topic, kept until a record opens a batch: what Java does without a
   * key from 2.4 to 3.2, its `UniformStickyPartitioner`, and the `StickyPartitioner` of
   * kafka-python 3, which leaves a partition that is no longer available.
   *
   * A `draw` that gives the same number again and again never ends a change, in Java as here. When
   * a function throws, the sticky partition stays what it was.
   *
   * @throws TypeError `key_type`
   * @example
   * new assign.StickyCache({ kafkaPython: true }).partition(3, { draw: () => -1 }) // 1
   */
  class StickyCache {
    constructor(options?: StickyCacheOptions)

    /**
     * Returns the sticky partition, and chooses it first if there is none.
     *
     * @throws RangeError `partition_count`, or `key_range` for an id or a draw
     * @throws TypeError `key_type`
     * @example
     * new assign.StickyCache().partition(3, { draw: () => 5 }) // 2
     */
    partition(partitions: number, options?: DrawOptions): number

    /**
     * Changes the sticky partition, because a record for partition `prev` opens a batch, and
     * returns it. When it is no longer `prev`, it stays. `null` when kafka-python has chosen none
     * yet.
     *
     * @throws RangeError `partition_count`, or `key_range` for `prev`, an id or a draw
     * @throws TypeError `key_type`
     * @example
     * new assign.StickyCache().onNewBatch(0, 3, { available: [1] }) // 1
     * new assign.StickyCache({ kafkaPython: true }).onNewBatch(0, 3) // null
     */
    onNewBatch(prev: number, partitions: number, options?: DrawOptions): number | null

    /**
     * Returns the partition to which the producer sends the next record without a key. `hasRoom`
     * tells whether the open batch of a partition has room for the record; when it has not, or
     * there is none, the producer calls {@link onNewBatch} and the record goes to the new
     * partition.
     *
     * @throws RangeError `partition_count`, or `key_range` for an id or a draw
     * @throws TypeError `key_type`
     * @example
     * new assign.StickyCache().place(3, () => true, { draw: () => 5 }) // 2
     */
    place(
      partitions: number,
      hasRoom: (partition: number) => boolean,
      options?: DrawOptions,
    ): number
  }

  /**
   * Returns a topic's partitions in the order in which a Java producer lists them since 2.2, which
   * depends on the topic's name and on `total`, the partitions of all topics that the producer
   * knows; `partitions` when not given.
   *
   * @throws RangeError `partition_count`; `key_range` for more than 2^20 partitions, or a `total`
   * that is no whole number from 0 to 2^31-1
   * @throws TypeError `key_type`
   * @example
   * assign.javaPartitionOrder('t', 3) // [ 1, 0, 2 ]
   */
  function javaPartitionOrder(topic: string, partitions: number, total?: number): number[]
}

/** This package's version. */
export const version: string
