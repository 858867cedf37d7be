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
 *           pointer with length 0 is an empty key, which is a key. The two differ.
 * Text      Names, group ids and messages are UTF-8 and end with a NUL.
 * NULL      Allowed where the function says so. Elsewhere a NULL is COP_STATUS_NULL_POINTER, and
 *           a partitioner that was not found is NULL: a name need not be checked on its own.
 * Errors    A function that can fail returns a cop_status, and writes its result through the last
 *           argument only when that is COP_STATUS_OK. There is no errno and no last error.
 * Memory    Nothing here allocates, and there is nothing to free. Partitioners and texts are
 *           static data: they are valid until the program ends (or unloads the library). No
 *           argument is kept after the call.
 * Threads   Every function may be called from any thread, at any time, without a lock: nothing is
 *           written but the result. There are no callbacks, no signals and no global state.
 * Numbers   Hashes are unsigned 32 bits; Java prints the same bits signed. Partitions and their
 *           counts are int32_t, as in Kafka's protocol.
 */

#ifndef COPARTITION_H
#define COPARTITION_H

/* Made by `cargo xtask generate` from crates/copartition-capi. Edit that. */

#include <stddef.h>
#include <stdint.h>

/** The version of this header. The library's is cop_version(). */
#define COP_VERSION "0.1.0"
#define COP_VERSION_MAJOR 0
#define COP_VERSION_MINOR 1
#define COP_VERSION_PATCH 0

/** A client's partitioner: static data of the library, seen through pointers only. */
typedef struct cop_partitioner cop_partitioner;

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
   * Offsets of a batch do not ascend, or leave the key bytes.
   */
  COP_STATUS_OFFSETS = 4,
  /**
   * The output of a batch is shorter than its keys.
   */
  COP_STATUS_OUTPUT_LENGTH = 5,
  /**
   * A pointer is NULL that must not be.
   */
  COP_STATUS_NULL_POINTER = 6,
} cop_status;

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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* COPARTITION_H */

