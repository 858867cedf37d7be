/* What clients' own tests expect, asked of the callback that librdkafka would call. */

#include <copartition.h>

#include "check.h"
#include "peers.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Stands for librdkafka's, which needs a topic. */
static int32_t last_partition(const rd_kafka_topic_s *rkt, const void *key, size_t len,
                              int32_t partitions, void *rkt_opaque, void *msg_opaque) {
    (void)rkt, (void)key, (void)len, (void)rkt_opaque, (void)msg_opaque;
    return partitions - 1;
}

int main(void) {
    size_t i;
    for (i = 0; i < COUNT(peers); i++) {
        const struct peer *want = &peers[i];
        cop_rdkafka_state state;
        int32_t placed = COP_UNKEYED;
        long failed_before = failures;
        if (cop_rdkafka_state_init(&state, cop_partitioner_find(want->partitioner),
                                   COP_UNKEYED_CLIENT, last_partition,
                                   NULL) == COP_STATUS_OK) {
            placed = cop_rdkafka_partitioner(NULL, want->bytes, want->len, want->partitions,
                                             &state, NULL);
        }
        CHECK(placed == (want->placed == COP_UNKEYED ? want->partitions - 1 : want->placed));
        if (failures != failed_before) {
            fprintf(stderr, "    in peers[%lu] of peers.h, by %s: %ld\n", (unsigned long)i,
                    want->partitioner, (long)placed);
        }
    }
    return checked("peers", PEER_CASES);
}
