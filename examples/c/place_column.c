/* Prints the partitions of a column of keys: place_column. */

#include <copartition.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const cop_partitioner *java = cop_partitioner_find("java");

    // The keys lie one behind the other, as in Arrow.
    const char users[] = "user-1user-2user-3";
    const int32_t offsets[] = {0, 6, 12, 18};
    cop_keys keys = cop_keys_offsets32(users, strlen(users), offsets, 4);

    int32_t partitions[3];
    cop_status status = cop_partition_batch(java, &keys, 6, partitions, 3);
    if (status != COP_STATUS_OK) {
        fprintf(stderr, "%s\n", cop_status_message(status));
        return 2;
    }
    for (size_t row = 0; row < 3; row++) {
        printf("%d\n", (int)partitions[row]);
    }
    return 0;
}
