/* Prints the partition of a key: place_key KEY PARTITIONS [PARTITIONER]. */

#include <copartition.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *key = argc > 1 ? argv[1] : "user-3";
    long partitions = argc > 2 ? strtol(argv[2], NULL, 10) : 6;
    const char *name = argc > 3 ? argv[3] : "java";

    const cop_partitioner *partitioner = cop_partitioner_find(name);
    if (partitioner == NULL) {
        fprintf(stderr, "unknown partitioner %s\n", name);
        return 2;
    }

    // A long may hold more than an int32_t; a cast would make another count of it.
    if (partitions < 1 || partitions > INT32_MAX) {
        partitions = 0;
    }

    int32_t partition;
    cop_status status =
        cop_partition(partitioner, key, strlen(key), (int32_t)partitions, &partition);
    if (status != COP_STATUS_OK) {
        fprintf(stderr, "%s\n", cop_status_message(status));
        return 2;
    }
    if (partition == COP_UNKEYED) {
        puts("the client chooses");
    } else {
        printf("%d\n", (int)partition);
    }
    return 0;
}
