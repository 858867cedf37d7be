/* What the real clients answer, asked of the library. */

#include <copartition.h>

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "vectors.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A key in a block of exactly its size, so that a byte read past it is caught. */
static void *copy_of(const struct key *key) {
    void *copy;
    if (key->bytes == NULL) {
        return NULL;
    }
    copy = malloc(key->len == 0 ? 1 : key->len);
    if (copy == NULL) {
        abort();
    }
    memcpy(copy, key->bytes, key->len);
    return copy;
}

static void name_the_row(const char *table, size_t row, long failed_before) {
    if (failures != failed_before) {
        fprintf(stderr, "    in %s[%lu] of vectors.h\n", table, (unsigned long)row);
    }
}

/* Asks one partitioner for a row's key with each count. */
static void place_the_row(const struct placement *want, const char *name, const void *copy) {
    const cop_partitioner *partitioner = cop_partitioner_find(name);
    long failed_before = failures;
    size_t n;
    for (n = 0; want->partitions[n] != 0; n++) {
        int32_t partition = REFUSED;
        cop_status status =
            cop_partition(partitioner, copy, keys[want->key].len, want->partitions[n], &partition);
        CHECK(partition == want->placed[n] &&
              status == (partition == REFUSED ? COP_STATUS_REFUSED : COP_STATUS_OK));
    }
    if (failures != failed_before) {
        fprintf(stderr, "    by %s\n", name);
    }
}

static void every_key_is_placed_as_its_client_does(void) {
    size_t row;
    for (row = 0; row < COUNT(placements); row++) {
        const struct placement *want = &placements[row];
        void *copy = copy_of(&keys[want->key]);
        long failed_before = failures;
        const char *const *name;
        for (name = want->partitioners; *name != NULL; name++) {
            place_the_row(want, *name, copy);
        }
        name_the_row("placements", row, failed_before);
        free(copy);
    }
}

static void every_hash_is_its_clients(void) {
    size_t row;
    for (row = 0; row < COUNT(hashes); row++) {
        const struct hash *want = &hashes[row];
        const struct key *key = &keys[want->key];
        void *copy = copy_of(key);
        long failed_before = failures;
        CHECK(want->function(copy, key->len) == want->hash);
        name_the_row("hashes", row, failed_before);
        free(copy);
    }
}

static void every_group_lies_where_the_broker_puts_it(void) {
    size_t row;
    for (row = 0; row < COUNT(groups); row++) {
        const struct group *want = &groups[row];
        int32_t partition = COP_UNKEYED;
        long failed_before = failures;
        CHECK(cop_group_partition(want->group, want->partitions, &partition) == COP_STATUS_OK &&
              partition == want->partition);
        name_the_row("groups", row, failed_before);
    }
}

int main(void) {
    every_key_is_placed_as_its_client_does();
    every_hash_is_its_clients();
    every_group_lies_where_the_broker_puts_it();
    return checked("vectors", PLACEMENT_CASES + HASH_CASES + GROUP_CASES);
}
