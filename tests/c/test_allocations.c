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

int main(void) {
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
    }
    for (k = 0; k < sizeof keys / sizeof *keys; k++) {
        hash ^= cop_murmur2(keys[k], lens[k]) ^ cop_crc32(keys[k], lens[k]);
        hash ^= cop_fnv1a(keys[k], lens[k]) ^ cop_kafkajs_legacy(keys[k], lens[k]);
        (void)cop_group_partition(keys[k], 50, &partition);
        (void)cop_group_partition(keys[k], 0, &partition);
    }
    for (k = 0; k < sizeof unknown / sizeof *unknown; k++) {
        if (cop_partitioner_find(unknown[k]) != NULL) {
            return 1;
        }
        (void)cop_group_partition(unknown[k], 50, &partition);
    }
    (void)cop_partitioner_find("kafkajs@1.16.0");
    for (status = 0; status < 9; status++) {
        if (cop_status_message(status) == NULL) {
            return 1;
        }
    }
    if (cop_version() == NULL) {
        return 1;
    }
    return write(1, done, sizeof done - 1) != (ssize_t)(sizeof done - 1);
}
