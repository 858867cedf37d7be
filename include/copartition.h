/*
 * copartition 0.1.0: the partition that each Kafka client gives a key, bit for bit.
 *
 *     const char *key = "user-3";
 *     const cop_partitioner *java = cop_partitioner_find("java");
 *     int32_t partition; // of 6
 *     cop_status status = cop_partition(java, key, strlen(key), 6, &partition);
 *     if (status != COP_STATUS_OK) {
 *         fprintf(stderr, "%s\n", cop_status_message(status));
 *     } else if (partition == COP_UNKEYED) {
 *         puts("the client chooses");
 *     } else {
 *         printf("%d\n", (int)partition); // 5
 *     }
 *
 * Keys      A key is the serialized key: a pointer and a length. A NULL key is no key at all; a
 *           pointer with length 0 is an empty key, which is a key. The two differ. Text is its own
 *           key bytes when it is UTF-8; for numbers and UUIDs there are the cop_key_ functions.
 * Text      Names, group ids and messages are UTF-8 and end with a NUL.
 * NULL      Allowed where the function says so. Elsewhere a NULL is COP_STATUS_NULL_POINTER, and
 *           a partitioner that was not found is NULL: a name need not be checked on its own.
 * Errors    A function that can fail returns a cop_status, and writes its result through the last
 *           argument only when that is COP_STATUS_OK. There is no errno and no last error.
 * Memory    Nothing here allocates, but for a batch that fails, which frees it at once; there is
 *           nothing to free. Partitioners and texts are static data: they are valid until the
 *           program ends (or unloads the library). An assigner is a plain struct of the caller's,
 *           and so are a cop_rdkafka_state and a cop_keys. No argument is kept after the call, but
 *           that a cop_keys holds the pointers that it was made of.
 * Threads   Every function may be called from any thread, at any time, without a lock: nothing is
 *           written but the result, and the caller's assigner, which one thread at a time may use;
 *           a cop_rdkafka_state may be used by many. There are no signals and no global state.
 *           What the caller passes to be called back: an assigner's draw, and librdkafka's
 *           functions in a cop_rdkafka_state.
 * Numbers   Hashes are unsigned 32 bits; Java prints the same bits signed. Partitions and their
 *           counts are int32_t, as in Kafka's protocol.
 */

#ifndef COPARTITION_H
#define COPARTITION_H

/* Made by `cargo xtask generate` from crates/copartition-capi. Edit that. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The version of this header. The library's is cop_version(). */
#define COP_VERSION "0.1.0"
#define COP_VERSION_MAJOR 0
#define COP_VERSION_MINOR 1
#define COP_VERSION_PATCH 0

/** A client's partitioner: static data of the library, seen through pointers only. */
typedef struct cop_partitioner cop_partitioner;

/** A cop_round_robin at its start, as in `cop_round_robin assigner = COP_ROUND_ROBIN_INIT;`. */
#define COP_ROUND_ROBIN_INIT {0, 0}
/** The same, of Sarama and franz-go. */
#define COP_ROUND_ROBIN_RESETTING_INIT {0, 1}

/** A cop_sticky_cache at its start, of kafka-clients. */
#define COP_STICKY_CACHE_INIT {0, 0, 0}
/** The same, of kafka-python 3. */
#define COP_STICKY_CACHE_KAFKA_PYTHON_INIT {0, 0, 1}

/**
 * What cop_partition writes when the key does not decide the partition: the client or its caller
 * chooses when the record is sent. Never a partition.
 */
#define COP_UNKEYED -1

/**
 * What a call came to. A number never changes its meaning, and new ones come after the last.
 */
typedef enum {
  /**
   * All is well, and the result is written.
   */
  COP_STATUS_OK = 0,
  /**
   * The partition count is not in 1 ..= 2147483647.
   */
  COP_STATUS_PARTITION_COUNT = 1,
  /**
   * The client itself refuses such a key.
   */
  COP_STATUS_REFUSED = 2,
  /**
   * The partitioner ignores keys, or its hash is wider than 32 bits.
   */
  COP_STATUS_NO_HASH = 3,
  /**
   * Offsets of a column do not ascend, or the column leaves its bytes or its bitmap.
   */
  COP_STATUS_OFFSETS = 4,
  /**
   * The output of a batch is too short.
   */
  COP_STATUS_OUTPUT_LENGTH = 5,
  /**
   * A pointer is NULL that must not be.
   */
  COP_STATUS_NULL_POINTER = 6,
  /**
   * The choice for unkeyed records is no cop_unkeyed.
   */
  COP_STATUS_UNKNOWN_UNKEYED = 7,
} cop_status;

/**
 * What is done with the records that a partitioner leaves unkeyed when it is dropped into
 * librdkafka.
 *
 * A number never changes its meaning, and new ones come after the last.
 */
typedef enum {
  /**
   * librdkafka places them in its own way: at random among the partitions that have a leader.
   */
  COP_UNKEYED_CLIENT = 0,
  /**
   * One partition after the other.
   */
  COP_UNKEYED_ROUND_ROBIN = 1,
  /**
   * One partition for 10 milliseconds, then another one.
   */
  COP_UNKEYED_STICKY = 2,
  /**
   * None: the record fails with RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION.
   */
  COP_UNKEYED_ERROR = 3,
} cop_unkeyed;

/**
 * A topic of librdkafka, `rd_kafka_topic_t` in rdkafka.h, which need not be included.
 */
typedef struct rd_kafka_topic_s rd_kafka_topic_s;

/**
 * A column of keys in the caller's memory, for the batch functions.
 *
 * It is made by one of the cop_keys_ functions, which only note down what they are given: the batch
 * function that it is passed to checks it, each time. Nothing that it points to may change during
 * that call. Its fields are the library's, and a struct that is all zeros has no keys.
 */
typedef struct {
  /**
   * How the keys lie.
   */
  uint32_t layout;
  /**
   * How many there are.
   */
  size_t len;
  /**
   * The keys, or pointers to them.
   */
  const void *data;
  /**
   * How many bytes, numbers or pointers these are.
   */
  size_t data_len;
  /**
   * The offsets, or the lengths.
   */
  const void *places;
  /**
   * How many these are.
   */
  size_t places_len;
  /**
   * How long a key of fixed width is.
   */
  size_t width;
  /**
   * The bitmap.
   */
  const uint8_t *validity;
  /**
   * How many bytes it has.
   */
  size_t validity_len;
  /**
   * Where in it the first key is.
   */
  size_t validity_first;
} cop_keys;

/**
 * Round robin: the counter of one topic.
 *
 * Start it with COP_ROUND_ROBIN_INIT, or all zeros, which is the same, for kafka-clients 4's
 * RoundRobinPartitioner, platformatic and kafka-node; with COP_ROUND_ROBIN_RESETTING_INIT for
 * Sarama and franz-go.
 */
typedef struct {
  /**
   * The number of the record that comes next. It starts at 0, unless the client starts at a
   * random number: kafka-clients up to 2.3 without a key, and kafkajs, which adds 1 first.
   */
  uint32_t counter;
  /**
   * 0: the counter runs through all 32 bits, and its sign bit is dropped. Otherwise it starts
   * again at 0 when it reaches the number of partitions.
   */
  uint32_t resets;
} cop_round_robin;

/**
 * The sticky partition of one topic, kept until a record opens a batch (KIP-480).
 *
 * Start it with COP_STICKY_CACHE_INIT, or all zeros, which is the same, for kafka-clients 2.4 to
 * 3.2 without a key and UniformStickyPartitioner; with COP_STICKY_CACHE_KAFKA_PYTHON_INIT for the
 * StickyPartitioner of kafka-python 3.
 */
typedef struct {
  /**
   * The sticky partition, when `chosen` is not 0.
   */
  int32_t partition;
  /**
   * 0: no partition is chosen yet.
   */
  uint32_t chosen;
  /**
   * 0: a partition, once chosen, is never checked again. Otherwise, as in kafka-python, one that
   * is no longer available is left.
   */
  uint32_t kafka_python;
} cop_sticky_cache;

/**
 * Draws a partition: librdkafka's rd_kafka_msg_partitioner_random, or one of the same type.
 */
typedef int32_t (*cop_rdkafka_random)(const rd_kafka_topic_s *rkt,
                                      const void *key,
                                      size_t len,
                                      int32_t partitions,
                                      void *rkt_opaque,
                                      void *msg_opaque);

/**
 * Tells whether a partition has a leader: librdkafka's rd_kafka_topic_partition_available, or one
 * of the same type.
 */
typedef int (*cop_rdkafka_available)(const rd_kafka_topic_s *rkt, int32_t partition);

/**
 * What cop_rdkafka_partitioner goes by, for one topic; made by cop_rdkafka_state_init.
 *
 * It belongs to the caller, and has to outlive the topic's last record. Set the fields before the
 * first record is sent; after that only the library writes to the last three, while any number of
 * threads may be in cop_rdkafka_partitioner.
 */
typedef struct {
  /**
   * The partitioner that is dropped in.
   */
  const cop_partitioner *partitioner;
  /**
   * A cop_unkeyed.
   */
  uint32_t unkeyed;
  /**
   * Draws a partition for COP_UNKEYED_CLIENT and COP_UNKEYED_STICKY.
   */
  cop_rdkafka_random random;
  /**
   * Tells round robin and sticky which partitions to pass over; NULL: none. Where less than half
   * have a leader, none is passed: librdkafka may just have met the topic.
   */
  cop_rdkafka_available available;
  /**
   * Where round robin is. It starts at a number of the clock's, so that many producers that send
   * a few records each do not all begin at partition 0.
   */
  uint32_t counter;
  /**
   * The sticky partition.
   */
  uint32_t sticky;
  /**
   * When the next sticky partition is drawn.
   */
  uint32_t sticky_until;
} cop_rdkafka_state;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the library's version, such as "0.1.0". COP_VERSION is the header's.
 *
 * The text lives as long as the program; never NULL.
 */
const char *cop_version(void);

/**
 * Returns what a status means, in English: lower case, no period.
 *
 * Any number may be passed; one that is no cop_status gives "unknown status". The text lives as
 * long as the program; never NULL.
 */
const char *cop_status_message(uint32_t status);

/**
 * Finds a partitioner by name: a client's, a setting's or a rule's.
 *
 * `name` is `client[@version][:setting]` in the client's own words ("java", "librdkafka:murmur2",
 * "kafkajs@1.16.0"), or what the client calls it elsewhere ("murmur2_random"). No version means
 * today's, no setting the client's default.
 *
 * Returns NULL when there is no such name, and when `name` is NULL or not UTF-8.
 */
const cop_partitioner *cop_partitioner_find(const char *name);

/**
 * Returns the name that always finds this partitioner, such as "librdkafka:consistent_random" for
 * the one found as "librdkafka".
 *
 * The text lives as long as the program. NULL for NULL.
 */
const char *cop_partitioner_name(const cop_partitioner *partitioner);

/**
 * Returns how many partitioners there are.
 */
size_t cop_partitioner_count(void);

/**
 * Returns the partitioner at `index`, from 0; NULL when `index` is not below
 * cop_partitioner_count().
 *
 * The order may change between versions: keep names, not indexes.
 */
const cop_partitioner *cop_partitioner_at(size_t index);

/**
 * Finds the partition that the client gives a key.
 *
 * `key` is the serialized key of `len` bytes. NULL is no key, whatever `len` is; a pointer with
 * `len` 0 is an empty key, which is a key. `partitions` is the topic's partition count.
 *
 * Returns COP_STATUS_OK and writes the partition to `*out`, or COP_UNKEYED when the key does not
 * decide it. Otherwise `*out` stays as it was: COP_STATUS_NULL_POINTER when `partitioner` (a name
 * that was not found) or `out` is NULL, COP_STATUS_PARTITION_COUNT, or COP_STATUS_REFUSED when the
 * client itself refuses such a key.
 */
cop_status cop_partition(const cop_partitioner *partitioner,
                         const void *key,
                         size_t len,
                         int32_t partitions,
                         int32_t *out);

/**
 * Hashes a key with the partitioner's own 32-bit hash.
 *
 * `key` is the serialized key of `len` bytes; a pointer with `len` 0 is an empty key. NULL is no
 * key, and has no hash.
 *
 * Returns COP_STATUS_OK and writes the hash, unsigned, to `*out`. Otherwise `*out` stays as it
 * was: COP_STATUS_NULL_POINTER when `partitioner`, `key` or `out` is NULL, or COP_STATUS_NO_HASH
 * when the partitioner ignores keys or its hash is wider than 32 bits.
 */
cop_status cop_hash(const cop_partitioner *partitioner, const void *key, size_t len, uint32_t *out);

/**
 * Takes keys one behind the other: key `i` is the bytes from `offsets[i]` to before `offsets[i + 1]`
 * of the `data_len` bytes at `data`.
 *
 * There is one offset more than there are keys, or none; the first need not be 0. This is Arrow's
 * Utf8 and Binary. `data` may be NULL when `data_len` is 0, and `offsets` when `offsets_len` is.
 */
cop_keys cop_keys_offsets32(const void *data,
                            size_t data_len,
                            const int32_t *offsets,
                            size_t offsets_len);

/**
 * Takes keys one behind the other by 64-bit offsets, as cop_keys_offsets32: Arrow's LargeUtf8 and
 * LargeBinary.
 */
cop_keys cop_keys_offsets64(const void *data,
                            size_t data_len,
                            const int64_t *offsets,
                            size_t offsets_len);

/**
 * Takes `len` keys of `width` bytes each, one behind the other, of the `data_len` bytes at `data`:
 * Arrow's FixedSizeBinary.
 *
 * `data` may be NULL when `data_len` is 0.
 */
cop_keys cop_keys_fixed(const void *data, size_t data_len, size_t width, size_t len);

/**
 * Takes `len` keys that lie anywhere: key `i` is the `lens[i]` bytes at `keys[i]`.
 *
 * A NULL in `keys` is no key, whatever its length is; a pointer with length 0 is an empty key. Where
 * cop_keys_set_validity says that there is no key, the pointer is not looked at. Both arrays have
 * `len` elements, and may be NULL when that is 0.
 */
cop_keys cop_keys_pointers(const void *const *keys,
                           const size_t *lens,
                           size_t len);

/**
 * Takes `len` numbers whose keys are what cop_key_i32 writes, without writing them.
 *
 * `values` may be NULL when `len` is 0.
 */
cop_keys cop_keys_i32(const int32_t *values, size_t len);

/**
 * Takes `len` numbers whose keys are what cop_key_i64 writes, without writing them.
 *
 * `values` may be NULL when `len` is 0.
 */
cop_keys cop_keys_i64(const int64_t *values, size_t len);

/**
 * Says which keys of `keys` are missing, by a bitmap as Arrow has it: bit `first + i` of the
 * `bits_len` bytes at `bits`, the least significant bit of a byte first, is 0 where there is no key
 * `i`.
 *
 * Does nothing when `keys` is NULL. NULL as `bits`, of length 0, is no bitmap: every key is there then,
 * but for the NULLs in cop_keys_pointers.
 */
void cop_keys_set_validity(cop_keys *keys,
                           const uint8_t *bits,
                           size_t bits_len,
                           size_t first);

/**
 * Finds the partition that the client gives each key of a column, as cop_partition does.
 *
 * `partitions` is the topic's partition count. `out` has room for `out_len` partitions, at least one
 * a key; what it has beyond them stays. It may be NULL when there are no keys, and must not overlap
 * them.
 *
 * ```c
 * const int32_t offsets[] = {0, 6, 12, 18};
 * cop_keys keys = cop_keys_offsets32("user-1user-2user-3", 18, offsets, 4);
 * int32_t partitions[3]; // of 6: 2, 2, 5
 * cop_status status = cop_partition_batch(cop_partitioner_find("java"), &keys, 6, partitions, 3);
 * ```
 *
 * Returns COP_STATUS_OK and writes the partition of each key, or COP_UNKEYED where the key does not
 * decide it. Otherwise `out` stays as it was: COP_STATUS_NULL_POINTER when `partitioner` (a name
 * that was not found), `keys`, `out` or what the column needs is NULL; COP_STATUS_PARTITION_COUNT;
 * COP_STATUS_OUTPUT_LENGTH when `out_len` is less than the keys, or `out` is not aligned;
 * COP_STATUS_OFFSETS when the column leaves its bytes, or its bitmap is too short;
 * COP_STATUS_REFUSED when the client itself refuses one of the keys.
 */
cop_status cop_partition_batch(const cop_partitioner *partitioner,
                               const cop_keys *keys,
                               int32_t partitions,
                               int32_t *out,
                               size_t out_len);

/**
 * Hashes each key of a column with the partitioner's own 32-bit hash, as cop_hash does.
 *
 * `out` has room for `out_len` hashes, at least one a key; what it has beyond them stays. It may be
 * NULL when there are no keys, and must not overlap them.
 *
 * Returns COP_STATUS_OK and writes the hash of each key, unsigned, and 0 where a key is missing.
 * Otherwise `out` stays as it was: COP_STATUS_NULL_POINTER, COP_STATUS_OUTPUT_LENGTH and
 * COP_STATUS_OFFSETS as for cop_partition_batch, or COP_STATUS_NO_HASH as for cop_hash.
 */
cop_status cop_hash_batch(const cop_partitioner *partitioner,
                          const cop_keys *keys,
                          uint32_t *out,
                          size_t out_len);

/**
 * Counts the keys of a column on each partition, without writing a partition a key.
 *
 * `partitions` is the topic's partition count, and `counts` has as many counts, or more, of which
 * the others stay: `counts_len` in all. It must not overlap the keys.
 *
 * Returns COP_STATUS_OK, adds the number of keys on partition `p` to `counts[p]`, and the number of
 * keys that do not decide their partition to `*unkeyed`; so counts start at 0, and go on over many
 * columns. Otherwise all of them stay as they were: COP_STATUS_OUTPUT_LENGTH when `counts_len` is
 * less than `partitions`; COP_STATUS_NULL_POINTER, when `counts` or `unkeyed` is NULL too, and the
 * others as for cop_partition_batch.
 */
cop_status cop_count_batch(const cop_partitioner *partitioner,
                           const cop_keys *keys,
                           int32_t partitions,
                           uint64_t *counts,
                           size_t counts_len,
                           uint64_t *unkeyed);

/**
 * Finds the partition of __consumer_offsets that holds a consumer group.
 *
 * `group` is the group's id, and `partitions` the partition count of __consumer_offsets: 50 unless
 * the broker says otherwise. The same formula places a transactional id in __transaction_state. It
 * is Apache Kafka's; other brokers may differ.
 *
 * Returns COP_STATUS_OK and writes the partition to `*out`, or leaves `*out` as it was and returns
 * COP_STATUS_NULL_POINTER when `group` or `out` is NULL, COP_STATUS_PARTITION_COUNT, or
 * COP_STATUS_REFUSED when `group` is not UTF-8: what a broker would make of such bytes is not
 * guessed.
 */
cop_status cop_group_partition(const char *group, int32_t partitions, int32_t *out);

/**
 * Hashes `len` bytes with Kafka's murmur2: the Java client's hash.
 *
 * Returns the 32 bits unsigned; Java prints the same bits signed. `data` may be NULL only when
 * `len` is 0. No bytes are hashed as well: 275646681.
 */
uint32_t cop_murmur2(const void *data, size_t len);

/**
 * Hashes `len` bytes with CRC-32 (IEEE, zlib's): librdkafka's default.
 *
 * Returns the 32 bits. `data` may be NULL only when `len` is 0; the hash is then 0.
 */
uint32_t cop_crc32(const void *data, size_t len);

/**
 * Hashes `len` bytes with FNV-1a, 32 bit: Sarama's default.
 *
 * Returns the 32 bits unsigned; Sarama reads the same bits signed. `data` may be NULL only when
 * `len` is 0; the hash is then 2166136261.
 */
uint32_t cop_fnv1a(const void *data, size_t len);

/**
 * Hashes `len` bytes as kafkajs did before 2.0.0: murmur2 with two bugs, bit for bit.
 *
 * Returns the 32 bits unsigned. `data` may be NULL only when `len` is 0; the hash is then
 * 275646684.
 */
uint32_t cop_kafkajs_legacy(const void *data, size_t len);

/**
 * Writes what Java's `ShortSerializer` does: two bytes, big-endian.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
 */
cop_status cop_key_i16(int16_t value, uint8_t out[2]);

/**
 * Writes what Java's and confluent_kafka's `IntegerSerializer` do: four bytes, big-endian.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
 */
cop_status cop_key_i32(int32_t value, uint8_t out[4]);

/**
 * Writes what Java's `LongSerializer` does: eight bytes, big-endian.
 *
 * The same eight bytes, of milliseconds since 1970, are the times behind the inner key of Kafka
 * Streams' windowed keys: the start of a time window; the end and then the start of a session.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
 */
cop_status cop_key_i64(int64_t value, uint8_t out[8]);

/**
 * Writes what Java's `FloatSerializer` does: the four bytes of the number, big-endian.
 *
 * A NaN keeps its payload, and -0.0 is not 0.0.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
 */
cop_status cop_key_f32(float value, uint8_t out[4]);

/**
 * Writes what Java's `DoubleSerializer` does: the eight bytes of the number, big-endian.
 *
 * Every NaN becomes 7ff8000000000000, and -0.0 is not 0.0.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
 */
cop_status cop_key_f64(double value, uint8_t out[8]);

/**
 * Writes what confluent_kafka's `DoubleSerializer` does: as cop_key_f64, but a NaN keeps its sign
 * and payload.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
 */
cop_status cop_key_raw_f64(double value, uint8_t out[8]);

/**
 * Writes what Java's `BooleanSerializer` does: one byte, 1 or 0.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
 */
cop_status cop_key_bool(bool value, uint8_t out[1]);

/**
 * Writes what Java's `UUIDSerializer` does for the 16 bytes of a UUID: 36 lower-case characters.
 *
 * No NUL follows them. Other clients may send the 16 bytes themselves.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `uuid` or `out` is NULL.
 */
cop_status cop_key_uuid(const uint8_t uuid[16], char out[36]);

/**
 * Writes what serializers of a schema registry put before a payload: a zero byte, then the
 * schema's id in four bytes, big-endian.
 *
 * The key is these five bytes and the payload behind them; between the two a Protobuf key has its
 * message indexes, which are a single 0 for the first message of the file.
 *
 * Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
 */
cop_status cop_key_schema_id_prefix(uint32_t schema_id, uint8_t out[5]);

/**
 * Places the next record, and moves on.
 *
 * `available` holds the ids of the `len` partitions that have a leader, in the client's own order:
 * distinct, in 0 .. `partitions`, which is not checked. NULL says all of them in ascending order,
 * whatever `len` is; a pointer with `len` 0 says none, and the record is placed as if all were
 * available. `partitions` is the topic's partition count.
 *
 * Returns COP_STATUS_OK and writes the partition to `*out`. Otherwise `*out` and `*assigner` stay
 * as they were: COP_STATUS_NULL_POINTER when `assigner` or `out` is NULL, or
 * COP_STATUS_PARTITION_COUNT.
 */
cop_status cop_round_robin_partition(cop_round_robin *assigner,
                                     const int32_t *available,
                                     size_t len,
                                     int32_t partitions,
                                     int32_t *out);

/**
 * Finds the sticky partition, and chooses it first if there is none.
 *
 * `available`, `len` and `partitions` are as in cop_round_robin_partition. `draw` is called with
 * `opaque` where the client draws a random number, and returns all 32 bits, signed, as Java's
 * nextInt(): the same draws give the same partitions. A draw that gives the same number again and
 * again never ends a change to another partition, in Java as here. It must return: no exception
 * and no longjmp may leave it, and it must not use `assigner`.
 *
 * Returns COP_STATUS_OK and writes the partition to `*out`. Otherwise `*out` and `*assigner` stay
 * as they were: COP_STATUS_NULL_POINTER when `assigner`, `draw` or `out` is NULL, or
 * COP_STATUS_PARTITION_COUNT.
 */
cop_status cop_sticky_cache_partition(cop_sticky_cache *assigner,
                                      const int32_t *available,
                                      size_t len,
                                      int32_t partitions,
                                      int32_t (*draw)(void *opaque),
                                      void *opaque,
                                      int32_t *out);

/**
 * Changes the sticky partition, because a record for partition `prev` opens a batch.
 *
 * The producer then asks again where the record goes. Java's calls this for records with a key or
 * an explicit partition too. When the sticky partition is no longer `prev`, it stays. With two or
 * more available the new one is another one; with one it is that one, and nothing is drawn; with
 * none, one of all is drawn, which may be the same.
 *
 * `available`, `len`, `partitions`, `draw` and `opaque` are as in cop_sticky_cache_partition.
 *
 * Returns COP_STATUS_OK and writes the sticky partition to `*out`; COP_UNKEYED when kafka-python
 * has not chosen one yet. Otherwise `*out` and `*assigner` stay as they were:
 * COP_STATUS_NULL_POINTER when `assigner`, `draw` or `out` is NULL, or COP_STATUS_PARTITION_COUNT.
 */
cop_status cop_sticky_cache_on_new_batch(cop_sticky_cache *assigner,
                                         int32_t prev,
                                         const int32_t *available,
                                         size_t len,
                                         int32_t partitions,
                                         int32_t (*draw)(void *opaque),
                                         void *opaque,
                                         int32_t *out);

/**
 * Prepares a state for cop_rdkafka_partitioner.
 *
 * `partitioner` is a name that was found; `unkeyed` a cop_unkeyed. `random` is librdkafka's
 * rd_kafka_msg_partitioner_random, and may be NULL with COP_UNKEYED_ROUND_ROBIN and
 * COP_UNKEYED_ERROR. `available` is rd_kafka_topic_partition_available, or NULL to pass over no
 * partition.
 *
 * ```c
 * static cop_rdkafka_state orders;
 * cop_status status = cop_rdkafka_state_init(
 *     &orders, cop_partitioner_find("java"), COP_UNKEYED_CLIENT,
 *     rd_kafka_msg_partitioner_random, rd_kafka_topic_partition_available);
 * if (status == COP_STATUS_OK) {
 *     rd_kafka_topic_conf_set_opaque(topic_conf, &orders);
 *     rd_kafka_topic_conf_set_partitioner_cb(topic_conf, cop_rdkafka_partitioner);
 * }
 * ```
 *
 * Returns COP_STATUS_OK and writes `*state`. Otherwise `*state` stays as it was:
 * COP_STATUS_NULL_POINTER when `state`, `partitioner` (a name that was not found) or a `random`
 * that is needed is NULL, or COP_STATUS_UNKNOWN_UNKEYED.
 */
cop_status cop_rdkafka_state_init(cop_rdkafka_state *state,
                                  const cop_partitioner *partitioner,
                                  uint32_t unkeyed,
                                  cop_rdkafka_random random,
                                  cop_rdkafka_available available);

/**
 * Places a record: librdkafka's partitioner callback, for
 * rd_kafka_topic_conf_set_partitioner_cb.
 *
 * `rkt_opaque` is the topic's cop_rdkafka_state, set by rd_kafka_topic_conf_set_opaque. `key` is
 * the serialized key of `len` bytes: NULL is no key, a pointer with `len` 0 is an empty key.
 * librdkafka asks about records without a key only when `sticky.partitioning.linger.ms` is 0, and
 * may ask about one record twice.
 *
 * Returns a partition, in 0 .. `partitions`. Otherwise INT32_MAX, which librdkafka takes for no
 * partition: the record fails with RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, at once or, when the
 * topic was not known yet, in its delivery report. That is so for a key that the partitioner
 * refuses, for an unkeyed record with COP_UNKEYED_ERROR, and for a state that is NULL or was not
 * prepared.
 */
int32_t cop_rdkafka_partitioner(const rd_kafka_topic_s *rkt,
                                const void *key,
                                size_t len,
                                int32_t partitions,
                                void *rkt_opaque,
                                void *msg_opaque);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* COPARTITION_H */

