/* Columns of keys: placed like single keys in every layout, and refused when they lie. */

#include <copartition.h>

#include <stdlib.h>
#include <string.h>

#include "batches.h"
#include "check.h"
#include "vectors.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A result that no call writes. */
#define UNTOUCHED 123456789

/* One more than the longest of the columns below. */
#define ROOM 4096

/* A block of exactly its size, so that a byte read past it is caught. */
static void *block(size_t size) {
    void *start = malloc(size == 0 ? 1 : size);
    if (start == NULL) {
        abort();
    }
    return start;
}

/* The keys of a column. */
static struct key column[ROOM];
static size_t column_len;

/* What the column's memory is made of. */
static char *bytes;
static size_t bytes_len;
static int32_t *offsets32;
static int64_t *offsets64;
static const void **pointers;
static size_t *lens;
static uint8_t *bits;
static size_t bits_len;

/* The bitmap starts in the middle of a byte. */
#define FIRST 3

static void lay_out(void) {
    size_t at = 0;
    size_t row;
    bytes_len = 0;
    for (row = 0; row < column_len; row++) {
        bytes_len += column[row].len;
    }
    bytes = block(bytes_len);
    offsets32 = block((column_len + 1) * sizeof *offsets32);
    offsets64 = block((column_len + 1) * sizeof *offsets64);
    pointers = block(column_len * sizeof *pointers);
    lens = block(column_len * sizeof *lens);
    bits_len = (FIRST + column_len + 7) / 8;
    bits = block(bits_len);
    memset(bits, 0, bits_len);
    for (row = 0; row < column_len; row++) {
        const struct key *key = &column[row];
        offsets32[row] = (int32_t)at;
        offsets64[row] = (int64_t)at;
        pointers[row] = key->bytes == NULL ? NULL : bytes + at;
        lens[row] = key->len;
        if (key->bytes != NULL) {
            memcpy(bytes + at, key->bytes, key->len);
            bits[(FIRST + row) / 8] |= (uint8_t)(1 << (FIRST + row) % 8);
        }
        at += key->len;
    }
    offsets32[column_len] = (int32_t)at;
    offsets64[column_len] = (int64_t)at;
}

static void free_layout(void) {
    free(bytes);
    free(offsets32);
    free(offsets64);
    free(pointers);
    free(lens);
    free(bits);
}

#define LAYOUTS 3

static cop_keys laid_out(size_t layout) {
    cop_keys made;
    if (layout == 0) {
        return cop_keys_pointers(pointers, lens, column_len);
    }
    made = layout == 1 ? cop_keys_offsets32(bytes, bytes_len, offsets32, column_len + 1)
                       : cop_keys_offsets64(bytes, bytes_len, offsets64, column_len + 1);
    cop_keys_set_validity(&made, bits, bits_len, FIRST);
    return made;
}

static int32_t wanted[ROOM];
static int32_t placed[ROOM];
static long cases;
static long wrong;

/* The column in each layout, into an output of exactly its size; and its keys counted. */
static void place_the_column(const cop_partitioner *partitioner, int32_t partitions) {
    size_t layout;
    size_t row;
    uint64_t *counts = partitions > 1000 ? NULL : block((size_t)partitions * sizeof *counts);
    for (layout = 0; layout < LAYOUTS; layout++) {
        cop_keys made = laid_out(layout);
        int32_t *out = block(column_len * sizeof *out);
        uint64_t unkeyed = 0;
        long wrong_before = wrong;
        wrong += cop_partition_batch(partitioner, &made, partitions, out, column_len) !=
                 COP_STATUS_OK;
        wrong += memcmp(out, wanted, column_len * sizeof *out) != 0;
        free(out);
        if (counts != NULL) {
            memset(counts, 0, (size_t)partitions * sizeof *counts);
            wrong += cop_count_batch(partitioner, &made, partitions, counts, (size_t)partitions,
                                     &unkeyed) != COP_STATUS_OK;
            for (row = 0; row < column_len; row++) {
                (*(wanted[row] == COP_UNKEYED ? &unkeyed : &counts[wanted[row]]))--;
            }
            wrong += unkeyed != 0;
            for (row = 0; row < (size_t)partitions; row++) {
                wrong += counts[row] != 0;
            }
        }
        if (wrong != wrong_before) {
            fprintf(stderr, "layout %lu, %d partitions, by %s\n", (unsigned long)layout,
                    (int)partitions, cop_partitioner_name(partitioner));
        }
    }
    cases += (long)column_len;
    free(counts);
}

/* A key that the client refuses lets the whole column fail, wherever it is. */
static void refuse_the_column(const cop_partitioner *partitioner, int32_t partitions) {
    size_t layout;
    size_t row;
    lay_out();
    for (layout = 0; layout < LAYOUTS; layout++) {
        cop_keys made = laid_out(layout);
        uint64_t counts[1000] = {0};
        uint64_t unkeyed = 0;
        for (row = 0; row < column_len; row++) {
            placed[row] = UNTOUCHED;
        }
        wrong += cop_partition_batch(partitioner, &made, partitions, placed, ROOM) !=
                 COP_STATUS_REFUSED;
        for (row = 0; row < column_len; row++) {
            wrong += placed[row] != UNTOUCHED;
        }
        if ((size_t)partitions > COUNT(counts)) {
            continue;
        }
        wrong += cop_count_batch(partitioner, &made, partitions, counts, COUNT(counts), &unkeyed) !=
                 COP_STATUS_REFUSED;
        wrong += unkeyed != 0;
        for (row = 0; row < COUNT(counts); row++) {
            wrong += counts[row] != 0;
        }
    }
    free_layout();
}

/* A row of the vectors for each partitioner that it is of. */
static struct {
    const cop_partitioner *partitioner;
    const struct placement *row;
} asked[32768];
static size_t asked_len;

static void ask(void) {
    size_t row;
    for (row = 0; row < COUNT(placements); row++) {
        const char *const *name;
        for (name = placements[row].partitioners; *name != NULL; name++) {
            if (asked_len == COUNT(asked)) {
                abort();
            }
            asked[asked_len].partitioner = cop_partitioner_find(*name);
            asked[asked_len++].row = &placements[row];
        }
    }
}

/* All keys of one partitioner and one list of counts, but those that it refuses. */
static void place_the_keys_of(const cop_partitioner *partitioner, const int32_t *partitions) {
    static const struct placement *rows[ROOM];
    size_t at, row, n;
    column_len = 0;
    for (at = 0; at < asked_len; at++) {
        const struct placement *want = asked[at].row;
        if (asked[at].partitioner == partitioner && want->partitions == partitions &&
            want->placed[0] != REFUSED) {
            rows[column_len] = want;
            column[column_len++] = keys[want->key];
        }
    }
    lay_out();
    for (n = 0; column_len != 0 && partitions[n] != 0; n++) {
        for (row = 0; row < column_len; row++) {
            wanted[row] = rows[row]->placed[n];
        }
        place_the_column(partitioner, partitions[n]);
    }
    free_layout();
}

static void every_column_is_placed_as_its_clients_do(void) {
    size_t index, row, n;
    ask();
    for (index = 0; index < cop_partitioner_count(); index++) {
        for (row = 0; row < COUNT(placements); row++) {
            size_t first = 0;
            while (placements[first].partitions != placements[row].partitions) {
                first++;
            }
            if (first == row) {
                place_the_keys_of(cop_partitioner_at(index), placements[row].partitions);
            }
        }
    }
    for (row = 0; row < asked_len; row++) {
        const struct placement *want = asked[row].row;
        for (n = 0; want->placed[0] == REFUSED && want->partitions[n] != 0; n++) {
            for (column_len = 0; column_len < 599; column_len++) {
                column[column_len] = keys[7]; /* "a" */
            }
            column[column_len++] = keys[want->key];
            refuse_the_column(asked[row].partitioner, want->partitions[n]);
            cases++;
        }
    }
    CHECK(wrong == 0);
    CHECK(cases == PLACEMENT_CASES);
    if (cases != PLACEMENT_CASES) {
        fprintf(stderr, "wanted %d placements, ran %ld\n", PLACEMENT_CASES, cases);
    }
}

static void every_column_is_hashed_as_its_clients_do(void) {
    static const struct {
        uint32_t (*function)(const void *, size_t);
        const char *partitioner;
    } functions[] = {
        {cop_murmur2, "java"},
        {cop_crc32, "librdkafka:consistent"},
        {cop_fnv1a, "sarama:hash"},
        {cop_kafkajs_legacy, "kafkajs@1"},
    };
    static uint32_t hashed[ROOM];
    static uint32_t want[ROOM];
    size_t function, row, layout;
    long hashes_run = 0;
    wrong = 0;
    for (function = 0; function < COUNT(functions); function++) {
        column_len = 0;
        for (row = 0; row < COUNT(hashes); row++) {
            if (hashes[row].function == functions[function].function) {
                want[column_len] = hashes[row].hash;
                column[column_len++] = keys[hashes[row].key];
            }
        }
        column[column_len] = keys[0]; /* no key */
        want[column_len++] = 0;
        lay_out();
        for (layout = 0; layout < LAYOUTS; layout++) {
            cop_keys made = laid_out(layout);
            wrong += cop_hash_batch(cop_partitioner_find(functions[function].partitioner), &made,
                                    hashed, ROOM) != COP_STATUS_OK;
            wrong += memcmp(hashed, want, column_len * sizeof *want) != 0;
        }
        hashes_run += (long)column_len - 1;
        free_layout();
    }
    CHECK(wrong == 0);
    CHECK(hashes_run == HASH_CASES);
}

/* The width of all keys that are there; 0 where they have several. */
static size_t one_width(void) {
    size_t width = 0;
    size_t row;
    for (row = 0; row < column_len; row++) {
        if (column[row].bytes != NULL && width != 0 && column[row].len != width) {
            return 0;
        }
        width = column[row].bytes == NULL ? width : column[row].len;
    }
    return width;
}

/* Keys of one width behind each other, and, where they are as wide as a number, as numbers. */
static long place_the_wide(const struct batch *want, size_t width) {
    const cop_partitioner *partitioner = cop_partitioner_find(want->partitioner);
    char *fixed = block(column_len * width);
    int32_t *ints = block(column_len * sizeof *ints);
    int64_t *longs = block(column_len * sizeof *longs);
    cop_keys made[2];
    size_t layouts = 1;
    size_t row, layout, at;
    made[0] = cop_keys_fixed(fixed, column_len * width, width, column_len);
    if (width == 4 || width == 8) {
        layouts = 2;
        made[1] = width == 4 ? cop_keys_i32(ints, column_len) : cop_keys_i64(longs, column_len);
    }
    for (row = 0; row < column_len; row++) {
        uint64_t number = 0;
        for (at = 0; at < width; at++) {
            char byte = column[row].bytes == NULL ? 0 : column[row].bytes[at];
            fixed[row * width + at] = byte;
            number = number << 8 | (uint8_t)byte;
        }
        ints[row] = (int32_t)(uint32_t)number;
        longs[row] = (int64_t)number;
    }
    for (layout = 0; layout < layouts; layout++) {
        cop_keys_set_validity(&made[layout], bits, bits_len, FIRST);
        wrong += cop_partition_batch(partitioner, &made[layout], want->partitions, placed, ROOM) !=
                 COP_STATUS_OK;
        wrong += memcmp(placed, want->placed, column_len * sizeof *placed) != 0;
    }
    free(fixed);
    free(ints);
    free(longs);
    return (long)layouts;
}

static void every_batch_is_what_every_language_gets(void) {
    static uint32_t hashed[ROOM];
    size_t row, layout;
    long batches_run = 0;
    long refused = 0;
    long hashes_run = 0;
    long wide = 0;
    wrong = 0;
    for (row = 0; row < COUNT(batches); row++) {
        const struct batch *want = &batches[row];
        const cop_partitioner *partitioner = cop_partitioner_find(want->partitioner);
        size_t width;
        column_len = want->len;
        memcpy(column, want->keys, want->len * sizeof *column);
        batches_run++;
        if (want->placed == NULL) {
            refuse_the_column(partitioner, want->partitions);
            refused++;
            continue;
        }
        memcpy(wanted, want->placed, want->len * sizeof *wanted);
        lay_out();
        place_the_column(partitioner, want->partitions);
        for (layout = 0; want->hashes != NULL && layout < LAYOUTS; layout++) {
            cop_keys made = laid_out(layout);
            wrong += cop_hash_batch(partitioner, &made, hashed, want->len) != COP_STATUS_OK;
            wrong += memcmp(hashed, want->hashes, want->len * sizeof *hashed) != 0;
            hashes_run++;
        }
        width = one_width();
        wide += width == 0 ? 0 : place_the_wide(want, width);
        free_layout();
    }
    CHECK(wrong == 0);
    CHECK(batches_run == BATCH_CASES && refused == 1);
    CHECK(hashes_run >= 3 * 15 && wide >= 2 * 2 + 1);
}

static void keys_of_one_width_and_numbers_are_keys(void) {
    static const int32_t ints[] = {42, -1, 0, INT32_MIN, INT32_MAX};
    static const int64_t longs[] = {42, -1, 0, INT64_MIN, INT64_MAX};
    static uint8_t fixed[5][8];
    const cop_partitioner *java = cop_partitioner_find("java");
    cop_keys numbers = cop_keys_i32(ints, 5);
    cop_keys written;
    int32_t singly[5];
    uint8_t valid = 0x1d;
    size_t row;
    for (row = 0; row < 5; row++) {
        uint8_t key[4];
        cop_key_i32(ints[row], key);
        memcpy((uint8_t *)fixed + 4 * row, key, 4);
        CHECK(cop_partition(java, key, 4, 16, &singly[row]) == COP_STATUS_OK);
    }
    CHECK(singly[0] == 8); /* kafka-clients */
    CHECK(cop_partition_batch(java, &numbers, 16, placed, 5) == COP_STATUS_OK);
    CHECK(memcmp(placed, singly, sizeof singly) == 0);
    written = cop_keys_fixed(fixed, 20, 4, 5);
    CHECK(cop_partition_batch(java, &written, 16, placed, 5) == COP_STATUS_OK);
    CHECK(memcmp(placed, singly, sizeof singly) == 0);
    for (row = 0; row < 5; row++) {
        cop_key_i64(longs[row], fixed[row]);
        CHECK(cop_partition(java, fixed[row], 8, 16, &singly[row]) == COP_STATUS_OK);
    }
    CHECK(singly[0] == 0); /* kafka-clients */
    numbers = cop_keys_i64(longs, 5);
    written = cop_keys_fixed(fixed, sizeof fixed, 8, 5);
    cop_keys_set_validity(&written, &valid, 1, 0);
    CHECK(cop_partition_batch(java, &numbers, 16, placed, 5) == COP_STATUS_OK);
    CHECK(memcmp(placed, singly, sizeof singly) == 0);
    CHECK(cop_partition_batch(java, &written, 16, placed, 5) == COP_STATUS_OK);
    CHECK(placed[1] == COP_UNKEYED);
    singly[1] = COP_UNKEYED;
    CHECK(memcmp(placed, singly, sizeof singly) == 0);
    written = cop_keys_fixed(NULL, 0, 0, 5);
    CHECK(cop_partition_batch(java, &written, 12, placed, 5) == COP_STATUS_OK && placed[4] == 9);
}

static void counts_go_on_over_many_columns(void) {
    const cop_partitioner *java = cop_partitioner_find("java");
    const int32_t offsets[] = {0, 6, 12, 18};
    const uint8_t valid = 3;
    cop_keys users = cop_keys_offsets32("user-1user-2user-3", 18, offsets, 4);
    uint64_t counts[7] = {0, 0, 0, 0, 0, 0, 77};
    uint64_t unkeyed = 0;
    CHECK(cop_count_batch(java, &users, 6, counts, 7, &unkeyed) == COP_STATUS_OK);
    CHECK(counts[2] == 2 && counts[5] == 1 && counts[6] == 77 && unkeyed == 0);
    cop_keys_set_validity(&users, &valid, 1, 0);
    CHECK(cop_count_batch(java, &users, 6, counts, 7, &unkeyed) == COP_STATUS_OK);
    CHECK(counts[2] == 4 && counts[5] == 1 && counts[6] == 77 && unkeyed == 1);
    cop_keys_set_validity(&users, NULL, 0, 0);
    CHECK(cop_count_batch(java, &users, 6, counts, 7, &unkeyed) == COP_STATUS_OK);
    CHECK(counts[2] == 6 && counts[5] == 2 && unkeyed == 1);
}

/* All three calls, each with more than enough room; their one answer, when nothing was written. */
static cop_status answer(const cop_keys *made) {
    const cop_partitioner *java = cop_partitioner_find("java");
    static int32_t out[16];
    static uint32_t hashed[16];
    static uint64_t counts[16];
    uint64_t unkeyed = 0;
    cop_status status;
    int touched = 0;
    size_t row;
    for (row = 0; row < COUNT(out); row++) {
        out[row] = UNTOUCHED;
        hashed[row] = UNTOUCHED;
        counts[row] = 0;
    }
    status = cop_partition_batch(java, made, 6, out, COUNT(out));
    if (cop_hash_batch(java, made, hashed, COUNT(hashed)) != status ||
        cop_count_batch(java, made, 6, counts, COUNT(counts), &unkeyed) != status) {
        return (cop_status)-1;
    }
    for (row = 0; row < COUNT(out); row++) {
        touched |= out[row] != UNTOUCHED || hashed[row] != UNTOUCHED || counts[row] != 0;
    }
    return status != COP_STATUS_OK && (touched || unkeyed != 0) ? (cop_status)-1 : status;
}

static cop_status of_offsets(int32_t a, int32_t b, int32_t c) {
    const int32_t narrow[] = {a, b, c};
    const int64_t wide[] = {a, b, c};
    cop_keys made = cop_keys_offsets32("abcdef", 6, narrow, 3);
    cop_status status = answer(&made);
    made = cop_keys_offsets64("abcdef", 6, wide, 3);
    return answer(&made) == status ? status : (cop_status)-1;
}

static void a_column_that_lies_is_refused(void) {
    const int32_t offsets[] = {0, 3, 6};
    const int64_t far[] = {0, INT64_MAX, 6};
    const int64_t number = 0;
    const void *const pointer[] = {"a"};
    const size_t len[] = {1};
    const uint8_t valid[] = {0xff};
    cop_keys made;
    CHECK(of_offsets(0, 3, 6) == COP_STATUS_OK);
    CHECK(of_offsets(2, 2, 2) == COP_STATUS_OK);
    CHECK(of_offsets(-1, 3, 6) == COP_STATUS_OFFSETS);
    CHECK(of_offsets(0, 4, 3) == COP_STATUS_OFFSETS);
    CHECK(of_offsets(0, 3, 7) == COP_STATUS_OFFSETS);
    CHECK(of_offsets(0, INT32_MAX, 6) == COP_STATUS_OFFSETS);
    CHECK(of_offsets(INT32_MIN, INT32_MIN, 0) == COP_STATUS_OFFSETS);
    made = cop_keys_offsets64("abcdef", 6, far, 3);
    CHECK(answer(&made) == COP_STATUS_OFFSETS);
    made = cop_keys_fixed("abcdef", 6, 4, 2);
    CHECK(answer(&made) == COP_STATUS_OFFSETS);
    made = cop_keys_fixed("abcdef", 6, SIZE_MAX / 2, 4);
    CHECK(answer(&made) == COP_STATUS_OFFSETS);
    made = cop_keys_offsets32("abcdef", 6, offsets, 3);
    cop_keys_set_validity(&made, valid, 1, 6);
    CHECK(answer(&made) == COP_STATUS_OK);
    cop_keys_set_validity(&made, valid, 1, 7);
    CHECK(answer(&made) == COP_STATUS_OFFSETS);
    cop_keys_set_validity(&made, valid, 1, SIZE_MAX);
    CHECK(answer(&made) == COP_STATUS_OFFSETS);
    made = cop_keys_pointers(pointer, len, 1);
    cop_keys_set_validity(&made, valid, 0, 0);
    CHECK(answer(&made) == COP_STATUS_OFFSETS);
    made = cop_keys_i32((const int32_t *)((const char *)&number + 1), 1);
    CHECK(answer(&made) == COP_STATUS_OFFSETS);
    made = cop_keys_offsets32("abcdef", 6, offsets, 3);
    memset(&made, 0xff, sizeof(uint32_t));
    CHECK(answer(&made) == COP_STATUS_OFFSETS);
}

static void a_missing_pointer_is_named(void) {
    const cop_partitioner *java = cop_partitioner_find("java");
    const int32_t offsets[] = {0, 3, 6};
    const void *const pointer[] = {"a"};
    const size_t len[] = {1};
    cop_keys good = cop_keys_offsets32("abcdef", 6, offsets, 3);
    cop_keys none;
    cop_keys made;
    int32_t out[2] = {UNTOUCHED, UNTOUCHED};
    uint32_t hashed[2] = {UNTOUCHED, UNTOUCHED};
    uint64_t counts[6] = {0};
    uint64_t unkeyed = 0;
    CHECK(cop_partition_batch(NULL, &good, 6, out, 2) == COP_STATUS_NULL_POINTER);
    CHECK(cop_partition_batch(java, NULL, 6, out, 2) == COP_STATUS_NULL_POINTER);
    CHECK(cop_partition_batch(java, &good, 6, NULL, 2) == COP_STATUS_NULL_POINTER);
    CHECK(cop_hash_batch(NULL, &good, hashed, 2) == COP_STATUS_NULL_POINTER);
    CHECK(cop_hash_batch(java, NULL, hashed, 2) == COP_STATUS_NULL_POINTER);
    CHECK(cop_hash_batch(java, &good, NULL, 2) == COP_STATUS_NULL_POINTER);
    CHECK(cop_count_batch(NULL, &good, 6, counts, 6, &unkeyed) == COP_STATUS_NULL_POINTER);
    CHECK(cop_count_batch(java, NULL, 6, counts, 6, &unkeyed) == COP_STATUS_NULL_POINTER);
    CHECK(cop_count_batch(java, &good, 6, NULL, 6, &unkeyed) == COP_STATUS_NULL_POINTER);
    CHECK(cop_count_batch(java, &good, 6, counts, 6, NULL) == COP_STATUS_NULL_POINTER);
    made = cop_keys_offsets32(NULL, 6, offsets, 3);
    CHECK(answer(&made) == COP_STATUS_NULL_POINTER);
    made = cop_keys_offsets32("abcdef", 6, NULL, 3);
    CHECK(answer(&made) == COP_STATUS_NULL_POINTER);
    made = cop_keys_pointers(NULL, len, 1);
    CHECK(answer(&made) == COP_STATUS_NULL_POINTER);
    made = cop_keys_pointers(pointer, NULL, 1);
    CHECK(answer(&made) == COP_STATUS_NULL_POINTER);
    made = good;
    cop_keys_set_validity(&made, NULL, 1, 0);
    CHECK(answer(&made) == COP_STATUS_NULL_POINTER);
    cop_keys_set_validity(NULL, NULL, 1, 0);
    memset(&none, 0, sizeof none);
    CHECK(answer(&none) == COP_STATUS_OK);
    CHECK(cop_partition_batch(java, &none, 6, NULL, 0) == COP_STATUS_OK);
    none = cop_keys_pointers(NULL, NULL, 0);
    CHECK(cop_hash_batch(java, &none, NULL, 0) == COP_STATUS_OK);
}

static void the_pointer_of_a_missing_key_may_be_any(void) {
    const cop_partitioner *java = cop_partitioner_find("java");
    const void *pointer[40];
    size_t len[40];
    uint8_t valid[5];
    int32_t out[40];
    size_t row;
    memset(valid, 0xff, sizeof valid);
    for (row = 0; row < 40; row++) {
        pointer[row] = "user-1";
        len[row] = 6;
    }
    for (row = 0; row < 40; row += 7) {
        pointer[row] = (const void *)(uintptr_t)0x1234;
        valid[row / 8] &= (uint8_t)~(1U << row % 8);
    }
    for (row = 8; row <= 40; row += 32) {
        cop_keys keys = cop_keys_pointers(pointer, len, row);
        size_t at;
        cop_keys_set_validity(&keys, valid, sizeof valid, 0);
        CHECK(cop_partition_batch(java, &keys, 6, out, row) == COP_STATUS_OK);
        for (at = 0; at < row; at++) {
            CHECK(out[at] == (at % 7 == 0 ? COP_UNKEYED : 2));
        }
    }
}

static void what_else_is_wrong_is_said(void) {
    const cop_partitioner *java = cop_partitioner_find("java");
    const int32_t offsets[] = {0, 3, 6};
    cop_keys made = cop_keys_offsets32("abcdef", 6, offsets, 3);
    cop_keys none = cop_keys_pointers(NULL, NULL, 0);
    int32_t out[2] = {UNTOUCHED, UNTOUCHED};
    uint32_t hashed[2] = {UNTOUCHED, UNTOUCHED};
    uint64_t counts[6] = {0};
    uint64_t unkeyed = 0;
    CHECK(cop_partition_batch(java, &made, 0, out, 2) == COP_STATUS_PARTITION_COUNT);
    CHECK(cop_count_batch(java, &made, -1, counts, 6, &unkeyed) == COP_STATUS_PARTITION_COUNT);
    CHECK(cop_partition_batch(java, &made, 6, out, 1) == COP_STATUS_OUTPUT_LENGTH);
    CHECK(cop_hash_batch(java, &made, hashed, 1) == COP_STATUS_OUTPUT_LENGTH);
    CHECK(cop_count_batch(java, &made, 7, counts, 6, &unkeyed) == COP_STATUS_OUTPUT_LENGTH);
    CHECK(cop_hash_batch(cop_partitioner_find("librdkafka:random"), &made, hashed, 2) ==
          COP_STATUS_NO_HASH);
    CHECK(cop_hash_batch(cop_partitioner_find("librdkafka:random"), &none, hashed, 2) ==
          COP_STATUS_NO_HASH);
    CHECK(out[0] == UNTOUCHED && hashed[0] == UNTOUCHED && unkeyed == 0);
}

int main(void) {
    every_column_is_placed_as_its_clients_do();
    every_column_is_hashed_as_its_clients_do();
    every_batch_is_what_every_language_gets();
    keys_of_one_width_and_numbers_are_keys();
    counts_go_on_over_many_columns();
    a_column_that_lies_is_refused();
    a_missing_pointer_is_named();
    the_pointer_of_a_missing_key_may_be_any();
    what_else_is_wrong_is_said();
    return checked("batches", 2 + 2 + 3 + 22 + 6 + 16 + 18 + 50 + 8);
}
