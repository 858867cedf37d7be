/* Every error: which status, which text, and a result that stays as it was. */

#include <copartition.h>

#include <string.h>

#include "check.h"
#include "vectors.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A result that no call writes. */
#define UNTOUCHED 123456789

static const struct promise {
    const char *id;
    uint32_t number;
    const char *text;
} promises[] = {
    {"", 0, "ok"},
    {"partition_count", 1, "partition count must be a whole number from 1 to 2147483647"},
    {"refused", 2, "this client refuses such a key"},
    {"no_hash", 3, "this partitioner has no 32-bit hash"},
    {"offsets", 4, "offsets must ascend and stay inside the key bytes"},
    {"output_length", 5, "output must hold one partition a key"},
    {"null_pointer", 6, "a required pointer is NULL"},
    {"unknown_unkeyed", 7, "unkeyed must be client, round_robin, sticky or error"},
    {"", 8, "unknown status"},
    {"", UINT32_MAX, "unknown status"},
};

static void every_status_keeps_its_number_and_text(void) {
    size_t row;
    for (row = 0; row < COUNT(promises); row++) {
        CHECK(strcmp(cop_status_message(promises[row].number), promises[row].text) == 0);
    }
    CHECK(COP_STATUS_OK == 0 && COP_STATUS_PARTITION_COUNT == 1 && COP_STATUS_REFUSED == 2 &&
          COP_STATUS_NO_HASH == 3 && COP_STATUS_OFFSETS == 4 && COP_STATUS_OUTPUT_LENGTH == 5 &&
          COP_STATUS_NULL_POINTER == 6 && COP_STATUS_UNKNOWN_UNKEYED == 7);
    CHECK(COP_UNKEYED_CLIENT == 0 && COP_UNKEYED_ROUND_ROBIN == 1 && COP_UNKEYED_STICKY == 2 &&
          COP_UNKEYED_ERROR == 3);
}

static uint32_t status_of(const char *id) {
    size_t row;
    for (row = 0; row < COUNT(promises); row++) {
        if (strcmp(promises[row].id, id) == 0) {
            return promises[row].number;
        }
    }
    return UINT32_MAX;
}

static void every_error_of_the_vectors_is_given(void) {
    size_t row;
    for (row = 0; row < COUNT(errors); row++) {
        const struct error *want = &errors[row];
        const struct key *key = &keys[want->key];
        const cop_partitioner *partitioner = cop_partitioner_find(want->partitioner);
        int32_t partition = UNTOUCHED;
        uint32_t hash = UNTOUCHED;
        if (strcmp(want->call, "unknown_partitioner") == 0) {
            CHECK(partitioner == NULL);
        } else if (strcmp(want->call, "no_hash") == 0) {
            CHECK(cop_hash(partitioner, key->bytes, key->len, &hash) == status_of(want->id) &&
                  hash == UNTOUCHED);
        } else {
            CHECK(cop_partition(partitioner, key->bytes, key->len, want->partitions, &partition) ==
                      status_of(want->id) &&
                  partition == UNTOUCHED);
        }
    }
}

static void a_count_below_one_is_refused_even_when_no_key_is_hashed(void) {
    const cop_partitioner *ignores_keys = cop_partitioner_find("librdkafka:random");
    int32_t partition = UNTOUCHED;
    CHECK(cop_partition(ignores_keys, NULL, 0, 0, &partition) == COP_STATUS_PARTITION_COUNT);
    CHECK(cop_partition(ignores_keys, "a", 1, INT32_MIN, &partition) == COP_STATUS_PARTITION_COUNT);
    CHECK(cop_group_partition("my-group", 0, &partition) == COP_STATUS_PARTITION_COUNT);
    CHECK(cop_group_partition("my-group", -50, &partition) == COP_STATUS_PARTITION_COUNT);
    CHECK(partition == UNTOUCHED);
    CHECK(cop_partition(ignores_keys, "a", 1, INT32_MAX, &partition) == COP_STATUS_OK);
    CHECK(partition == COP_UNKEYED);
}

static void a_missing_pointer_is_named(void) {
    const cop_partitioner *java = cop_partitioner_find("java");
    int32_t partition = UNTOUCHED;
    uint32_t hash = UNTOUCHED;
    CHECK(cop_partition(NULL, "a", 1, 6, &partition) == COP_STATUS_NULL_POINTER);
    CHECK(cop_partition(java, "a", 1, 6, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_hash(NULL, "a", 1, &hash) == COP_STATUS_NULL_POINTER);
    CHECK(cop_hash(java, NULL, 0, &hash) == COP_STATUS_NULL_POINTER);
    CHECK(cop_hash(java, "a", 1, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_group_partition(NULL, 50, &partition) == COP_STATUS_NULL_POINTER);
    CHECK(cop_group_partition("my-group", 50, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(partition == UNTOUCHED && hash == UNTOUCHED);
    CHECK(cop_partitioner_find(NULL) == NULL);
    CHECK(cop_partitioner_name(NULL) == NULL);
}

static int32_t first(const rd_kafka_topic_s *rkt, const void *key, size_t len, int32_t partitions,
                     void *rkt_opaque, void *msg_opaque) {
    (void)rkt;
    (void)key;
    (void)len;
    (void)partitions;
    (void)rkt_opaque;
    (void)msg_opaque;
    return 0;
}

static void a_state_for_librdkafka_is_prepared_whole_or_not_at_all(void) {
    const cop_partitioner *java = cop_partitioner_find("java");
    cop_rdkafka_state state;
    cop_rdkafka_state before;
    uint32_t unkeyed;
    memset(&state, 7, sizeof state);
    memcpy(&before, &state, sizeof state);
    CHECK(cop_rdkafka_state_init(NULL, java, COP_UNKEYED_ERROR, first, NULL) ==
          COP_STATUS_NULL_POINTER);
    CHECK(cop_rdkafka_state_init(&state, cop_partitioner_find("jaba"), COP_UNKEYED_ERROR, first,
                                 NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_rdkafka_state_init(&state, java, 4, first, NULL) == COP_STATUS_UNKNOWN_UNKEYED);
    CHECK(cop_rdkafka_state_init(&state, java, COP_UNKEYED_CLIENT, NULL, NULL) ==
          COP_STATUS_NULL_POINTER);
    CHECK(cop_rdkafka_state_init(&state, java, COP_UNKEYED_STICKY, NULL, NULL) ==
          COP_STATUS_NULL_POINTER);
    CHECK(memcmp(&before, &state, sizeof state) == 0);
    for (unkeyed = COP_UNKEYED_CLIENT; unkeyed <= COP_UNKEYED_ERROR; unkeyed++) {
        CHECK(cop_rdkafka_state_init(&state, java, unkeyed, first, NULL) == COP_STATUS_OK &&
              state.partitioner == java && state.unkeyed == unkeyed);
        CHECK(cop_rdkafka_partitioner(NULL, "user-3", 6, 6, &state, NULL) == 5);
        CHECK(cop_rdkafka_partitioner(NULL, "user-3", 6, 0, &state, NULL) == INT32_MAX);
        CHECK(cop_rdkafka_partitioner(NULL, "user-3", 6, -1, &state, NULL) == INT32_MAX);
    }
    CHECK(cop_rdkafka_state_init(&state, java, COP_UNKEYED_ROUND_ROBIN, NULL, NULL) ==
          COP_STATUS_OK);
    CHECK(cop_rdkafka_state_init(&state, java, COP_UNKEYED_ERROR, NULL, NULL) == COP_STATUS_OK);
    CHECK(cop_rdkafka_partitioner(NULL, NULL, 0, 6, &state, NULL) == INT32_MAX);
}

static void text_that_is_not_utf8_is_refused(void) {
    int32_t partition = UNTOUCHED;
    CHECK(cop_partitioner_find("java\xff") == NULL);
    CHECK(cop_group_partition("group\xff", 50, &partition) == COP_STATUS_REFUSED);
    CHECK(cop_group_partition("\xed\xa0\x80", 50, &partition) == COP_STATUS_REFUSED);
    CHECK(partition == UNTOUCHED);
}

int main(void) {
    every_status_keeps_its_number_and_text();
    every_error_of_the_vectors_is_given();
    a_count_below_one_is_refused_even_when_no_key_is_hashed();
    a_missing_pointer_is_named();
    a_state_for_librdkafka_is_prepared_whole_or_not_at_all();
    text_that_is_not_utf8_is_refused();
    return checked("errors", 12 + ERROR_CASES + 7 + 10 + 25 + 4);
}
