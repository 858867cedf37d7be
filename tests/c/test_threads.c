/* Every function from many threads at once, without a lock. */

#include <copartition.h>

#include <pthread.h>
#include <string.h>

#include "check.h"

#define THREADS 8
#define ROUNDS 5000

/* What one thread saw; each has its own. */
struct witness {
    pthread_t thread;
    long right;
};

static int32_t draw(void *opaque) {
    return (*(int32_t *)opaque)++;
}

static void *ask_again_and_again(void *argument) {
    struct witness *witness = argument;
    cop_round_robin round_robin = COP_ROUND_ROBIN_INIT;
    cop_sticky_cache sticky = COP_STICKY_CACHE_INIT;
    int32_t next = 0;
    int round;
    for (round = 0; round < ROUNDS; round++) {
        int32_t partition = COP_UNKEYED;
        int32_t coordinator = COP_UNKEYED;
        int32_t turn = COP_UNKEYED;
        int32_t stuck = COP_UNKEYED;
        uint32_t hash = 0;
        const cop_partitioner *java = cop_partitioner_find("java");
        witness->right += strcmp(cop_partitioner_name(java), "java") == 0 &&
                          cop_partition(java, "user-3", 6, 6, &partition) == COP_STATUS_OK &&
                          partition == 5 && cop_hash(java, "ab", 2, &hash) == COP_STATUS_OK &&
                          hash == 316155434u &&
                          cop_group_partition("my-group", 50, &coordinator) == COP_STATUS_OK &&
                          coordinator == 12 &&
                          cop_round_robin_partition(&round_robin, NULL, 0, 7, &turn) ==
                              COP_STATUS_OK &&
                          turn == round % 7 &&
                          cop_sticky_cache_on_new_batch(&sticky, (round + 6) % 7, NULL, 0, 7, draw,
                                                        &next, &stuck) == COP_STATUS_OK &&
                          stuck == round % 7;
    }
    return NULL;
}

int main(void) {
    static struct witness witnesses[THREADS];
    int i;
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&witnesses[i].thread, NULL, ask_again_and_again, &witnesses[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(witnesses[i].thread, NULL) == 0);
        CHECK(witnesses[i].right == ROUNDS);
    }
    return checked("threads", 3 * THREADS);
}
