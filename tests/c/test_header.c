/* The header alone: first, twice, as C and as C++, every name in it used. */

#include <copartition.h>

#include <copartition.h>

#include <string.h>

#include "check.h"

#if COP_VERSION_MAJOR < 0 || COP_VERSION_MINOR < 0 || COP_VERSION_PATCH < 0
#error "versions are numbers"
#endif

int main(void) {
    const cop_partitioner *java = cop_partitioner_find("java");
    int32_t partition = COP_UNKEYED;
    uint32_t hash = 0;
    char version[32];
    cop_status status;

    CHECK(cop_murmur2("ab", 2) == 316155434u);
    CHECK(cop_crc32("kafka", 5) == 0x5bbc7517u);
    CHECK(cop_fnv1a("kafka", 5) == 0x0d33c4e1u);
    CHECK(cop_kafkajs_legacy("user-123", 8) == 0x0c890212u);

    CHECK(strcmp(cop_partitioner_name(java), "java") == 0);
    CHECK(cop_partitioner_at(cop_partitioner_count()) == NULL);
    CHECK(cop_partition(java, "user-3", 6, 6, &partition) == COP_STATUS_OK);
    CHECK(partition == 5);
    CHECK(cop_hash(java, "kunci-1", 7, &hash) == COP_STATUS_OK);
    CHECK(hash == 3443998164u);
    CHECK(cop_group_partition("my-group", 50, &partition) == COP_STATUS_OK);
    CHECK(partition == 12);

    /* A switch over a status warns when one is forgotten. */
    status = cop_partition(NULL, NULL, 0, 1, &partition);
    switch (status) {
    case COP_STATUS_OK:
    case COP_STATUS_PARTITION_COUNT:
    case COP_STATUS_REFUSED:
    case COP_STATUS_NO_HASH:
    case COP_STATUS_OFFSETS:
    case COP_STATUS_OUTPUT_LENGTH:
        CHECK(!"COP_STATUS_NULL_POINTER");
        break;
    case COP_STATUS_NULL_POINTER:
        CHECK(strcmp(cop_status_message(status), "a required pointer is NULL") == 0);
        break;
    }

    CHECK(strcmp(cop_version(), COP_VERSION) == 0);
    snprintf(version, sizeof version, "%d.%d.%d", COP_VERSION_MAJOR, COP_VERSION_MINOR,
             COP_VERSION_PATCH);
    CHECK(strcmp(cop_version(), version) == 0);
    return checked("header", 15);
}
