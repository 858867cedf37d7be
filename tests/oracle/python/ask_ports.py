"""Computes what people write by hand, from the libraries that they write it with.

Those are PyPI's murmurhash2, mmh3 and xxhash, and Python's own zlib and hashlib: no hash is
written here, only the line around it.
"""

import hashlib
import sys
import zlib

import mmh3
import xxhash
from murmurhash2 import murmurhash2
from rows import answer

KAFKA_SEED = 0x9747B28C


def signed(hash):
    return hash - 2**32 if hash >= 2**31 else hash


def digest(algorithm, key):
    return hashlib.new(algorithm, key).hexdigest()


PORTS = {
    "murmur2_unsigned": lambda key, n: murmurhash2(key, KAFKA_SEED) % n,
    "murmur2_abs": lambda key, n: abs(signed(murmurhash2(key, KAFKA_SEED))) % n,
    "murmur2_seed0": lambda key, n: (murmurhash2(key, 0) & 0x7FFFFFFF) % n,
    "murmur2_seed0_unsigned": lambda key, n: murmurhash2(key, 0) % n,
    "murmur3": lambda key, n: (mmh3.hash(key) & 0x7FFFFFFF) % n,
    "crc32_abs": lambda key, n: abs(signed(zlib.crc32(key))) % n,
    "crc32_mask": lambda key, n: (zlib.crc32(key) & 0x7FFFFFFF) % n,
    "md5": lambda key, n: int(digest("md5", key), 16) % n,
    "md5_prefix": lambda key, n: int(digest("md5", key)[:8], 16) % n,
    "sha1": lambda key, n: int(digest("sha1", key), 16) % n,
    "sha1_prefix": lambda key, n: int(digest("sha1", key)[:8], 16) % n,
    "xxhash32": lambda key, n: xxhash.xxh32_intdigest(key) % n,
}

if __name__ == "__main__":
    port = PORTS[sys.argv[1]]
    # A port has no key to hash without one: the caller decides then.
    answer(
        "murmurhash2",
        sys.argv[1],
        port,
        largest=2**31 - 1,
        unkeyed=lambda key: key is None,
    )
