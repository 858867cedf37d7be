/*
 * Calls everything, and allocates nothing itself: no stdio, no malloc. Valgrind then counts what
 * the library allocated.
 */

#include <copartition.h>

#include <unistd.h>

static const char *const keys[] = {
    "",    "a",    "ab",
    "abc", "abcd", "a key of more than sixty-four bytes, which is a block of SHA-1 ...",
};
static const size_t lens[] = {0, 1, 2, 3, 4, 66};
static const char *const unknown[] = {
    "jaba", "", "kafkajs@", "kafkajs@9.x", "kafkajs:nope", "\xff",
};

static int32_t draw(void *opaque) {
    return (*(int32_t *)opaque)++;
}

static void assign(cop_round_robin *round_robin, cop_sticky_cache *sticky) {
    static const int32_t available[] = {0, 2, 5};
    int32_t next = 0;
    int32_t partition = 0;
    size_t len;
    for (len = 0; len <= sizeof available / sizeof *available; len++) {
        const int32_t *list = len == 2 ? NULL : available;
        (void)cop_round_robin_partition(round_robin, list, len, 6, &partition);
        (void)cop_round_robin_partition(round_robin, list, len, 0, &partition);
        (void)cop_sticky_cache_partition(sticky, list, len, 6, draw, &next, &partition);
        (void)cop_sticky_cache_on_new_batch(sticky, partition, list, len, 6, draw, &next,
                                            &partition);
        (void)cop_sticky_cache_on_new_batch(sticky, 0, list, len, 0, draw, &next, &partition);
    }
}

static int32_t last(const rd_kafka_topic_s *rkt, const void *key, size_t len, int32_t partitions,
                    void *rkt_opaque, void *msg_opaque) {
    (void)rkt;
    (void)key;
    (void)len;
    (void)rkt_opaque;
    (void)msg_opaque;
    return partitions - 1;
}

static int is_available(const rd_kafka_topic_s *rkt, int32_t partition) {
    (void)rkt;
    return partition % 2;
}

static void call_back(const cop_partitioner *partitioner) {
    uint32_t unkeyed;
    for (unkeyed = COP_UNKEYED_CLIENT; unkeyed <= COP_UNKEYED_ERROR; unkeyed++) {
        cop_rdkafka_state state;
        size_t k;
        (void)cop_rdkafka_state_init(&state, partitioner, unkeyed, last, is_available);
        for (k = 0; k < sizeof keys / sizeof *keys; k++) {
            (void)cop_rdkafka_partitioner(NULL, keys[k], lens[k], 12, &state, NULL);
        }
        (void)cop_rdkafka_partitioner(NULL, NULL, 0, 12, &state, NULL);
        (void)cop_rdkafka_partitioner(NULL, NULL, 0, 0, &state, NULL);
        (void)cop_rdkafka_partitioner(NULL, NULL, 0, 12, NULL, NULL);
    }
}

static void write_keys(void) {
    static const uint8_t uuid[16] = {0};
    uint8_t bytes[8];
    char text[36];
    (void)cop_key_i16(1, bytes);
    (void)cop_key_i32(1, bytes);
    (void)cop_key_i64(1, bytes);
    (void)cop_key_f32(1, bytes);
    (void)cop_key_f64(1, bytes);
    (void)cop_key_raw_f64(1, bytes);
    (void)cop_key_bool(true, bytes);
    (void)cop_key_uuid(uuid, text);
    (void)cop_key_uuid(NULL, text);
    (void)cop_key_schema_id_prefix(1, bytes);
}

static void place_columns(const cop_partitioner *partitioner) {
    static const int32_t offsets[] = {0, 3, 6};
    static const int64_t wide[] = {0, 3, 6};
    static const void *const pointers[] = {"a", NULL, ""};
    static const size_t pointer_lens[] = {1, 0, 0};
    static const uint8_t bits = 0xfd;
    cop_keys columns[6];
    int32_t partitions[3];
    uint32_t hashes[3];
    uint64_t counts[12] = {0};
    uint64_t unkeyed = 0;
    size_t column;
    columns[0] = cop_keys_offsets32("abcdef", 6, offsets, 3);
    columns[1] = cop_keys_offsets64("abcdef", 6, wide, 3);
    columns[2] = cop_keys_fixed("abcdef", 6, 2, 3);
    columns[3] = cop_keys_pointers(pointers, pointer_lens, 3);
    columns[4] = cop_keys_i32(offsets, 3);
    columns[5] = cop_keys_i64(wide, 3);
    cop_keys_set_validity(&columns[2], &bits, 1, 0);
    for (column = 0; column < sizeof columns / sizeof *columns; column++) {
        /* Where one is refused, what fails allocates. */
        int may_fail = column == 2 || column == 3;
        int32_t partition = 0;
        if (may_fail && (cop_partition(partitioner, NULL, 0, 12, &partition) != COP_STATUS_OK ||
                         cop_partition(partitioner, "", 0, 12, &partition) != COP_STATUS_OK)) {
            continue;
        }
        (void)cop_partition_batch(partitioner, &columns[column], 12, partitions, 3);
        (void)cop_count_batch(partitioner, &columns[column], 12, counts, 12, &unkeyed);
        if (cop_hash(partitioner, "a", 1, hashes) == COP_STATUS_OK) {
            (void)cop_hash_batch(partitioner, &columns[column], hashes, 3);
        }
    }
}

int main(void) {
    static cop_round_robin round_robins[] = {COP_ROUND_ROBIN_INIT, COP_ROUND_ROBIN_RESETTING_INIT};
    static cop_sticky_cache sticky_caches[] = {COP_STICKY_CACHE_INIT,
                                               COP_STICKY_CACHE_KAFKA_PYTHON_INIT};
    static const char done[] = "allocations: every function called\n";
    int32_t partition = 0;
    uint32_t hash = 0;
    uint32_t status;
    size_t i, k;
    for (i = 0; i < cop_partitioner_count(); i++) {
        const cop_partitioner *partitioner =
            cop_partitioner_find(cop_partitioner_name(cop_partitioner_at(i)));
        if (partitioner == NULL) {
            return 1;
        }
        for (k = 0; k < sizeof keys / sizeof *keys; k++) {
            (void)cop_partition(partitioner, keys[k], lens[k], 12, &partition);
            (void)cop_partition(partitioner, keys[k], lens[k], 0, &partition);
            (void)cop_hash(partitioner, keys[k], lens[k], &hash);
        }
        (void)cop_partition(partitioner, NULL, 0, 12, &partition);
        (void)cop_partition(partitioner, NULL, 0, 12, NULL);
        call_back(partitioner);
        place_columns(partitioner);
    }
    for (k = 0; k < sizeof keys / sizeof *keys; k++) {
        hash ^= cop_murmur2(keys[k], lens[k]) ^ cop_crc32(keys[k], lens[k]);
        hash ^= cop_fnv1a(keys[k], lens[k]) ^ cop_kafkajs_legacy(keys[k], lens[k]);
        (void)cop_group_partition(keys[k], 50, &partition);
        (void)cop_group_partition(keys[k], 0, &partition);
    }
    for (k = 0; k < 2; k++) {
        assign(&round_robins[k], &sticky_caches[k]);
    }
    write_keys();
    for (k = 0; k < sizeof unknown / sizeof *unknown; k++) {
        if (cop_partitioner_find(unknown[k]) != NULL) {
            return 1;
        }
        (void)cop_group_partition(unknown[k], 50, &partition);
    }
    (void)cop_partitioner_find("kafkajs@1.16.0");
    for (status = 0; status < 10; status++) {
        if (cop_status_message(status) == NULL) {
            return 1;
        }
    }
    if (cop_version() == NULL) {
        return 1;
    }
    return write(1, done, sizeof done - 1) != (ssize_t)(sizeof done - 1);
}
