/* Partitioners by name and by index, and the three kinds of key. */

#include <copartition.h>

#include <string.h>

#include "check.h"

#define UNTOUCHED 123456789

static int32_t placed(const char *name, const void *key, size_t len, int32_t partitions) {
    int32_t partition = UNTOUCHED;
    (void)cop_partition(cop_partitioner_find(name), key, len, partitions, &partition);
    return partition;
}

static void every_partitioner_is_found_by_its_name(void) {
    size_t index;
    size_t count = cop_partitioner_count();
    size_t found = 0;
    for (index = 0; index < count; index++) {
        const cop_partitioner *partitioner = cop_partitioner_at(index);
        const char *name = cop_partitioner_name(partitioner);
        found += name != NULL && cop_partitioner_find(name) == partitioner;
    }
    CHECK(count > 30);
    CHECK(found == count);
    CHECK(cop_partitioner_at(count) == NULL);
    CHECK(cop_partitioner_at(SIZE_MAX) == NULL);
}

static void a_bare_name_is_the_clients_default(void) {
    const cop_partitioner *librdkafka = cop_partitioner_find("librdkafka");
    CHECK(strcmp(cop_partitioner_name(librdkafka), "librdkafka:consistent_random") == 0);
    CHECK(cop_partitioner_find("librdkafka:consistent_random") == librdkafka);
    CHECK(cop_partitioner_find("kafkajs@1.16.0") == cop_partitioner_find("kafkajs@1"));
    CHECK(cop_partitioner_find("murmur2_random") ==
          cop_partitioner_find("librdkafka:murmur2_random"));
    CHECK(cop_partitioner_find("") == NULL);
    CHECK(cop_partitioner_find("Java") == NULL);
}

static void the_seeds_of_the_project_hold(void) {
    static const char *const users[] = {"user-1", "user-2", "user-3", "user-4", "user-5", "user-6"};
    static const int32_t of_users[] = {2, 2, 5, 1, 4, 5};
    static const char *const kunci[] = {"kunci-1", "kunci-2", "kunci-3"};
    static const int32_t of_kunci[] = {1, 2, 0};
    size_t row;
    for (row = 0; row < 6; row++) {
        CHECK(placed("java", users[row], 6, 6) == of_users[row]);
    }
    for (row = 0; row < 3; row++) {
        CHECK(placed("java", kunci[row], 7, 3) == of_kunci[row]);
    }
    CHECK(placed("java", "sku-1042", 8, 6) == 5);
    CHECK(placed("java", "sku-1042", 8, 8) == 1);
}

static void an_empty_key_is_a_key_and_null_is_none(void) {
    CHECK(placed("java", "", 0, 12) == 9);
    CHECK(placed("java", NULL, 0, 12) == COP_UNKEYED);
    CHECK(placed("librdkafka:murmur2", NULL, 0, 12) == 9);
    CHECK(placed("librdkafka:consistent_random", "", 0, 12) == COP_UNKEYED);
    CHECK(placed("platformatic:compatibility", NULL, 0, 12) == 0);
}

static void the_length_of_no_key_is_not_read(void) {
    CHECK(placed("java", NULL, 7, 12) == COP_UNKEYED);
    CHECK(placed("librdkafka:murmur2", NULL, SIZE_MAX, 12) == 9);
}

static void no_data_is_hashed_with_or_without_a_pointer(void) {
    CHECK(cop_murmur2(NULL, 0) == 275646681u && cop_murmur2("", 0) == 275646681u);
    CHECK(cop_crc32(NULL, 0) == 0u && cop_crc32("", 0) == 0u);
    CHECK(cop_fnv1a(NULL, 0) == 2166136261u && cop_fnv1a("", 0) == 2166136261u);
    CHECK(cop_kafkajs_legacy(NULL, 0) == 275646684u && cop_kafkajs_legacy("", 0) == 275646684u);
}

static void zero_bytes_in_a_key_count(void) {
    CHECK(cop_murmur2("ab\0", 3) != cop_murmur2("ab", 2));
    CHECK(placed("java", "\0\0\0\0\0\0\0*", 8, 6) != UNTOUCHED);
}

static void a_partitioners_hash_is_its_rules(void) {
    uint32_t hash = 0;
    CHECK(cop_hash(cop_partitioner_find("librdkafka"), "kafka", 5, &hash) == COP_STATUS_OK);
    CHECK(hash == cop_crc32("kafka", 5));
    CHECK(cop_hash(cop_partitioner_find("librdkafka"), "", 0, &hash) == COP_STATUS_OK);
    CHECK(hash == 0u);
}

int main(void) {
    every_partitioner_is_found_by_its_name();
    a_bare_name_is_the_clients_default();
    the_seeds_of_the_project_hold();
    an_empty_key_is_a_key_and_null_is_none();
    the_length_of_no_key_is_not_read();
    no_data_is_hashed_with_or_without_a_pointer();
    zero_bytes_in_a_key_count();
    a_partitioners_hash_is_its_rules();
    return checked("partitioners", 4 + 6 + 11 + 5 + 2 + 4 + 2 + 4);
}
