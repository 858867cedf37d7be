/* Kafka's partition of a key in plain C, for the floors of the host calls. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t floor_partition(const void *key, size_t len, uint32_t n)
{
    const uint32_t m = 0x5bd1e995;
    const unsigned char *data = key;
    const unsigned char *tail = data + (len & ~(size_t)3);
    uint32_t h = 0x9747b28c ^ (uint32_t)len;
    for (; data < tail; data += 4) {
        uint32_t k;
        memcpy(&k, data, 4); /* little-endian machines only, which is where this is timed */
        k *= m;
        h = h * m ^ (k ^ k >> 24) * m;
    }
    switch (len & 3) {
    case 3:
        h ^= (uint32_t)tail[2] << 16; /* fall through */
    case 2:
        h ^= (uint32_t)tail[1] << 8; /* fall through */
    case 1:
        h = (h ^ tail[0]) * m;
    }
    h = (h ^ h >> 13) * m;
    return ((h ^ h >> 15) & 0x7fffffff) % n;
}
