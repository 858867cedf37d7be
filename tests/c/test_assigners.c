/* What the real assigners did, step by step, asked of the library. */

#include <copartition.h>

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "vectors.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

#define UNTOUCHED 123456789

/* A topic's partitions as a step of a trace gave them. */
struct topic {
    int32_t partitions;
    const int32_t *available;
    size_t len;
};

/* The step behind CLUSTER and its words. */
static const int32_t *read_topic(const int32_t *words, struct topic *topic) {
    int32_t count = words[1];
    topic->partitions = words[0];
    topic->available = count == ALL ? NULL : &words[2];
    topic->len = count == ALL ? 0 : (size_t)count;
    return &words[2 + topic->len];
}

/* A trace's draws, and how many of them were taken. */
struct draws {
    const int32_t *recorded;
    size_t count;
    size_t taken;
};

/* More than were recorded differ from each other: some assigners draw until they do. */
static int32_t next_draw(void *opaque) {
    struct draws *draws = opaque;
    size_t at = draws->taken++;
    return at < draws->count ? draws->recorded[at] : (int32_t)at;
}

static void name_the_trace(const char *table, size_t row, const char *client, long failed_before) {
    if (failures != failed_before) {
        fprintf(stderr, "    in %s[%lu] of vectors.h, %s\n", table, (unsigned long)row, client);
    }
}

static void every_round_robin_goes_as_its_client_does(void) {
    size_t row;
    for (row = 0; row < COUNT(round_robins); row++) {
        cop_round_robin assigner = round_robins[row].start;
        const int32_t *step = round_robins[row].steps;
        long failed_before = failures;
        struct topic topic = {0, NULL, 0};
        while (*step != END) {
            int32_t partition = UNTOUCHED;
            if (*step == CLUSTER) {
                step = read_topic(step + 1, &topic);
                continue;
            }
            CHECK(*step == PARTITION &&
                  cop_round_robin_partition(&assigner, topic.available, topic.len,
                                            topic.partitions, &partition) == COP_STATUS_OK &&
                  partition == step[1]);
            step += 2;
        }
        name_the_trace("round_robins", row, round_robins[row].client, failed_before);
    }
}

static void every_sticky_cache_sticks_as_its_client_does(void) {
    size_t row;
    for (row = 0; row < COUNT(sticky_caches); row++) {
        const struct sticky_cache *trace = &sticky_caches[row];
        cop_sticky_cache assigner = trace->start;
        const int32_t *step = trace->steps;
        struct draws draws = {NULL, 0, 0};
        long failed_before = failures;
        struct topic topic = {0, NULL, 0};
        draws.recorded = trace->draws;
        draws.count = trace->draw_count;
        while (*step != END) {
            int32_t partition = UNTOUCHED;
            if (*step == CLUSTER) {
                step = read_topic(step + 1, &topic);
            } else if (*step == PARTITION) {
                CHECK(cop_sticky_cache_partition(&assigner, topic.available, topic.len,
                                                 topic.partitions, next_draw, &draws,
                                                 &partition) == COP_STATUS_OK &&
                      partition == step[1]);
                step += 2;
            } else {
                CHECK(cop_sticky_cache_on_new_batch(&assigner, step[1], topic.available,
                                                    topic.len, topic.partitions, next_draw,
                                                    &draws, &partition) == COP_STATUS_OK &&
                      (step[2] == NO_RESULT || partition == step[2]));
                step += 3;
            }
        }
        CHECK(draws.taken == draws.count);
        name_the_trace("sticky_caches", row, trace->client, failed_before);
    }
}

static void a_zeroed_struct_is_a_start(void) {
    static const cop_round_robin round_robin = COP_ROUND_ROBIN_INIT;
    static const cop_sticky_cache sticky_cache = COP_STICKY_CACHE_INIT;
    cop_round_robin zeroed_round_robin;
    cop_sticky_cache zeroed_sticky_cache;
    memset(&zeroed_round_robin, 0, sizeof zeroed_round_robin);
    memset(&zeroed_sticky_cache, 0, sizeof zeroed_sticky_cache);
    CHECK(memcmp(&zeroed_round_robin, &round_robin, sizeof round_robin) == 0);
    CHECK(memcmp(&zeroed_sticky_cache, &sticky_cache, sizeof sticky_cache) == 0);
}

static void the_initializers_set_the_fields_that_they_name(void) {
    cop_round_robin resetting = COP_ROUND_ROBIN_RESETTING_INIT;
    cop_sticky_cache kafka_python = COP_STICKY_CACHE_KAFKA_PYTHON_INIT;
    CHECK(resetting.counter == 0 && resetting.resets == 1);
    CHECK(kafka_python.chosen == 0 && kafka_python.kafka_python == 1);
}

static void no_partition_of_none_is_no_partition_of_all(void) {
    /* Draw 1 of three: all of them are drawn from until another one comes, none only once. */
    static const int32_t recorded[] = {1, 1, 2};
    static const int32_t none[] = {0};
    struct draws draws = {NULL, 3, 0};
    cop_sticky_cache assigner = COP_STICKY_CACHE_INIT;
    int32_t partition = UNTOUCHED;
    draws.recorded = recorded;
    assigner.chosen = 1;
    assigner.partition = 1;
    CHECK(cop_sticky_cache_on_new_batch(&assigner, 1, none, 0, 3, next_draw, &draws, &partition) ==
          COP_STATUS_OK);
    CHECK(partition == 1 && draws.taken == 1);
    CHECK(cop_sticky_cache_on_new_batch(&assigner, 1, NULL, 0, 3, next_draw, &draws, &partition) ==
          COP_STATUS_OK);
    CHECK(partition == 2 && draws.taken == 3);
}

static void a_new_batch_chooses_none_for_kafka_python_that_has_none(void) {
    struct draws draws = {NULL, 0, 0};
    cop_sticky_cache assigner = COP_STICKY_CACHE_KAFKA_PYTHON_INIT;
    int32_t partition = UNTOUCHED;
    CHECK(cop_sticky_cache_on_new_batch(&assigner, 0, NULL, 0, 3, next_draw, &draws, &partition) ==
          COP_STATUS_OK);
    CHECK(partition == COP_UNKEYED && draws.taken == 0 && assigner.chosen == 0);
}

static void what_cannot_be_placed_changes_nothing(void) {
    struct draws draws = {NULL, 0, 0};
    cop_round_robin round_robin = {7, 0};
    cop_sticky_cache sticky = {2, 1, 0};
    int32_t partition = UNTOUCHED;
    CHECK(cop_round_robin_partition(NULL, NULL, 0, 3, &partition) == COP_STATUS_NULL_POINTER);
    CHECK(cop_round_robin_partition(&round_robin, NULL, 0, 3, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_round_robin_partition(&round_robin, NULL, 0, 0, &partition) ==
          COP_STATUS_PARTITION_COUNT);
    CHECK(cop_round_robin_partition(&round_robin, NULL, 0, INT32_MIN, &partition) ==
          COP_STATUS_PARTITION_COUNT);
    CHECK(cop_sticky_cache_partition(NULL, NULL, 0, 3, next_draw, &draws, &partition) ==
          COP_STATUS_NULL_POINTER);
    CHECK(cop_sticky_cache_partition(&sticky, NULL, 0, 3, NULL, &draws, &partition) ==
          COP_STATUS_NULL_POINTER);
    CHECK(cop_sticky_cache_partition(&sticky, NULL, 0, 3, next_draw, &draws, NULL) ==
          COP_STATUS_NULL_POINTER);
    CHECK(cop_sticky_cache_partition(&sticky, NULL, 0, 0, next_draw, &draws, &partition) ==
          COP_STATUS_PARTITION_COUNT);
    CHECK(cop_sticky_cache_on_new_batch(NULL, 2, NULL, 0, 3, next_draw, &draws, &partition) ==
          COP_STATUS_NULL_POINTER);
    CHECK(cop_sticky_cache_on_new_batch(&sticky, 2, NULL, 0, 3, NULL, &draws, &partition) ==
          COP_STATUS_NULL_POINTER);
    CHECK(cop_sticky_cache_on_new_batch(&sticky, 2, NULL, 0, 3, next_draw, &draws, NULL) ==
          COP_STATUS_NULL_POINTER);
    CHECK(cop_sticky_cache_on_new_batch(&sticky, 2, NULL, 0, -3, next_draw, &draws, &partition) ==
          COP_STATUS_PARTITION_COUNT);
    CHECK(partition == UNTOUCHED && draws.taken == 0);
    CHECK(round_robin.counter == 7 && sticky.partition == 2 && sticky.chosen == 1);
}

int main(void) {
    every_round_robin_goes_as_its_client_does();
    every_sticky_cache_sticks_as_its_client_does();
    a_zeroed_struct_is_a_start();
    the_initializers_set_the_fields_that_they_name();
    no_partition_of_none_is_no_partition_of_all();
    a_new_batch_chooses_none_for_kafka_python_that_has_none();
    what_cannot_be_placed_changes_nothing();
    return checked("assigners", STEP_CASES + (long)COUNT(sticky_caches) + 2 + 2 + 4 + 2 + 14);
}
