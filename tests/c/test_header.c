/* The header alone: first, twice, as C and as C++, every name in it used. */

#include <copartition.h>

#include <copartition.h>

#include <string.h>

#include "check.h"

#if COP_VERSION_MAJOR < 0 || COP_VERSION_MINOR < 0 || COP_VERSION_PATCH < 0
#error "versions are numbers"
#endif

static int32_t draw(void *opaque) {
    int32_t *next = (int32_t *)opaque;
    return (*next)++;
}

static int32_t random_partition(const rd_kafka_topic_s *rkt, const void *key, size_t len,
                                int32_t partitions, void *rkt_opaque, void *msg_opaque) {
    return rkt == NULL && key == NULL && len == 0 && msg_opaque == NULL && rkt_opaque != NULL
               ? partitions - 2
               : COP_UNKEYED;
}

static int is_available(const struct rd_kafka_topic_s *rkt, int32_t partition) {
    return rkt == NULL && partition != 0;
}

int main(void) {
    const cop_partitioner *java = cop_partitioner_find("java");
    int32_t partition = COP_UNKEYED;
    uint32_t hash = 0;
    cop_round_robin round_robin = COP_ROUND_ROBIN_INIT;
    cop_round_robin resetting = COP_ROUND_ROBIN_RESETTING_INIT;
    cop_sticky_cache sticky = COP_STICKY_CACHE_INIT;
    cop_sticky_cache kafka_python = COP_STICKY_CACHE_KAFKA_PYTHON_INIT;
    const int32_t available[] = {0, 2};
    int32_t next = 1;
    const uint8_t uuid[16] = {0};
    uint8_t bytes[8];
    char text[36];
    char version[32];
    cop_status status;
    cop_rdkafka_state state;
    cop_rdkafka_random random = random_partition;
    cop_rdkafka_available has_leader = is_available;
    cop_unkeyed unkeyed = COP_UNKEYED_CLIENT;
    static const int32_t offsets[] = {0, 6, 12};
    static const int64_t wide[] = {0, 6, 12};
    static const void *const users[] = {"user-1", "user-3"};
    static const size_t lens[] = {6, 6};
    static const uint8_t valid = 1;
    cop_keys columns[6];
    int32_t partitions[2];
    uint32_t hashes[2];
    uint64_t counts[6] = {0};
    uint64_t no_key = 0;

    CHECK(cop_murmur2("ab", 2) == 316155434u);
    CHECK(cop_crc32("kafka", 5) == 0x5bbc7517u);
    CHECK(cop_fnv1a("kafka", 5) == 0x0d33c4e1u);
    CHECK(cop_kafkajs_legacy("user-123", 8) == 0x0c890212u);

    CHECK(strcmp(cop_partitioner_name(java), "java") == 0);
    CHECK(cop_partitioner_at(cop_partitioner_count()) == NULL);
    CHECK(cop_partition(java, "user-3", 6, 6, &partition) == COP_STATUS_OK);
    CHECK(partition == 5);
    CHECK(cop_hash(java, "kunci-1", 7, &hash) == COP_STATUS_OK);
    CHECK(hash == 3443998164u);
    CHECK(cop_group_partition("my-group", 50, &partition) == COP_STATUS_OK);
    CHECK(partition == 12);

    CHECK(cop_key_i16(-2, bytes) == COP_STATUS_OK && memcmp(bytes, "\xff\xfe", 2) == 0);
    CHECK(cop_key_i32(42, bytes) == COP_STATUS_OK && memcmp(bytes, "\0\0\0*", 4) == 0);
    CHECK(cop_key_i64(42, bytes) == COP_STATUS_OK && memcmp(bytes, "\0\0\0\0\0\0\0*", 8) == 0);
    CHECK(cop_key_f32(1.5f, bytes) == COP_STATUS_OK && memcmp(bytes, "\x3f\xc0\0\0", 4) == 0);
    CHECK(cop_key_f64(2, bytes) == COP_STATUS_OK && memcmp(bytes, "@\0\0\0\0\0\0\0", 8) == 0);
    CHECK(cop_key_raw_f64(2, bytes) == COP_STATUS_OK && memcmp(bytes, "@\0\0\0\0\0\0\0", 8) == 0);
    CHECK(cop_key_bool(true, bytes) == COP_STATUS_OK && bytes[0] == 1);
    CHECK(cop_key_uuid(uuid, text) == COP_STATUS_OK);
    CHECK(memcmp(text, "00000000-0000-0000-0000-000000000000", 36) == 0);
    CHECK(cop_key_schema_id_prefix(7, bytes) == COP_STATUS_OK &&
          memcmp(bytes, "\0\0\0\0\x07", 5) == 0);

    columns[0] = cop_keys_offsets32("user-1user-3", 12, offsets, 3);
    columns[1] = cop_keys_offsets64("user-1user-3", 12, wide, 3);
    columns[2] = cop_keys_fixed("user-1user-3", 12, 6, 2);
    columns[3] = cop_keys_pointers(users, lens, 2);
    columns[4] = cop_keys_i32(offsets, 2);
    columns[5] = cop_keys_i64(wide, 2);
    for (next = 0; next < 6; next++) {
        CHECK(cop_partition_batch(java, &columns[next], 6, partitions, 2) == COP_STATUS_OK);
        CHECK(next >= 4 || (partitions[0] == 2 && partitions[1] == 5));
    }
    next = 1;
    cop_keys_set_validity(&columns[0], &valid, 1, 0);
    CHECK(cop_hash_batch(java, &columns[0], hashes, 2) == COP_STATUS_OK);
    CHECK(hashes[0] == cop_murmur2("user-1", 6) && hashes[1] == 0);
    CHECK(cop_count_batch(java, &columns[0], 6, counts, 6, &no_key) == COP_STATUS_OK);
    CHECK(counts[2] == 1 && no_key == 1);

    CHECK(cop_round_robin_partition(&round_robin, NULL, 0, 3, &partition) == COP_STATUS_OK);
    CHECK(partition == 0 && round_robin.counter == 1);
    CHECK(cop_round_robin_partition(&resetting, available, 2, 3, &partition) == COP_STATUS_OK);
    CHECK(partition == 0 && resetting.resets == 1);
    CHECK(cop_sticky_cache_partition(&sticky, NULL, 0, 3, draw, &next, &partition) ==
          COP_STATUS_OK);
    CHECK(partition == 1 && next == 2 && sticky.chosen == 1);
    CHECK(cop_sticky_cache_on_new_batch(&sticky, 1, NULL, 0, 3, draw, &next, &partition) ==
          COP_STATUS_OK);
    CHECK(partition == 2 && next == 3);
    CHECK(cop_sticky_cache_partition(&kafka_python, available, 2, 3, draw, &next, &partition) ==
          COP_STATUS_OK);
    CHECK(partition == 2 && kafka_python.partition == 2);

    CHECK(cop_rdkafka_state_init(&state, java, unkeyed, random, has_leader) == COP_STATUS_OK);
    CHECK(cop_rdkafka_partitioner(NULL, "user-3", 6, 6, &state, NULL) == 5);
    CHECK(cop_rdkafka_partitioner(NULL, NULL, 0, 6, &state, NULL) == 4);
    CHECK(cop_rdkafka_state_init(&state, java, COP_UNKEYED_ROUND_ROBIN, NULL, has_leader) ==
          COP_STATUS_OK);
    state.counter = 0;
    CHECK(cop_rdkafka_partitioner(NULL, NULL, 0, 6, &state, NULL) == 1 && state.counter == 2);
    CHECK(cop_rdkafka_state_init(&state, java, COP_UNKEYED_STICKY, random, has_leader) ==
          COP_STATUS_OK);
    CHECK(cop_rdkafka_partitioner(NULL, NULL, 0, 6, &state, NULL) == 4 && state.sticky == 4 &&
          state.sticky_until != 0);

    /* A switch over a status warns when one is forgotten. */
    status = cop_partition(NULL, NULL, 0, 1, &partition);
    switch (status) {
    case COP_STATUS_OK:
    case COP_STATUS_PARTITION_COUNT:
    case COP_STATUS_REFUSED:
    case COP_STATUS_NO_HASH:
    case COP_STATUS_OFFSETS:
    case COP_STATUS_OUTPUT_LENGTH:
    case COP_STATUS_UNKNOWN_UNKEYED:
        CHECK(!"COP_STATUS_NULL_POINTER");
        break;
    case COP_STATUS_NULL_POINTER:
        CHECK(strcmp(cop_status_message(status), "a required pointer is NULL") == 0);
        break;
    }

    CHECK(strcmp(cop_version(), COP_VERSION) == 0);
    snprintf(version, sizeof version, "%d.%d.%d", COP_VERSION_MAJOR, COP_VERSION_MINOR,
             COP_VERSION_PATCH);
    CHECK(strcmp(cop_version(), version) == 0);
    return checked("header", 15 + 10 + 16 + 10 + 7);
}
