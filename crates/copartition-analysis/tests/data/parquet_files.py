"""Writes the Parquet files that the sample readers are tested with, by pyarrow:

    python parquet_files.py FOLDER

One table in the ways that writers differ in: compression, version of pages, row groups, and times.
"""

import sys
from pathlib import Path

import pyarrow
from pyarrow import parquet

START = 1767225600000  # 2026-01-01T00:00Z
ROWS = 120
ROW = range(ROWS)

log = pyarrow.struct([("partition", pyarrow.int32()), ("offset", pyarrow.int64())])
columns = {
    # Every tenth without a key, and each first byte is not UTF-8.
    "key": pyarrow.array([None if n % 10 == 0 else b"\xff%d" % n for n in ROW], pyarrow.binary()),
    "text": pyarrow.array([f"user-{n % 7}" for n in ROW], pyarrow.string()),
    "id": pyarrow.array([n - 60 for n in ROW], pyarrow.int64()),
    "short": pyarrow.array([n - 60 for n in ROW], pyarrow.int16()),
    "half": pyarrow.array([n / 2 for n in ROW], pyarrow.float64()),
    "even": pyarrow.array([n % 2 == 0 for n in ROW], pyarrow.bool_()),
    "uuid": pyarrow.array([b"%016d" % n for n in ROW], pyarrow.binary(16)),
    "log": pyarrow.array([{"partition": n % 12, "offset": n} for n in ROW], log),
    "time": pyarrow.array([1000 * (START + n) for n in ROW], pyarrow.timestamp("us", "UTC")),
    "value": pyarrow.array([None if n % 5 == 0 else b"v" * (n % 3) for n in ROW], pyarrow.binary()),
    "list": pyarrow.array([[n, n] for n in ROW], pyarrow.list_(pyarrow.int32())),
    "count": pyarrow.array([n % 4 for n in ROW], pyarrow.uint64()),
}

folder = Path(sys.argv[1])
table = pyarrow.table(columns)
for compression, options in {
    "none": {"use_dictionary": False},
    "snappy": {},
    "gzip": {"row_group_size": 50},
    "zstd": {"data_page_version": "2.0", "row_group_size": 119},
    "lz4": {"use_deprecated_int96_timestamps": True},
}.items():
    path = folder / f"pyarrow-{pyarrow.__version__}-{compression}.parquet"
    parquet.write_table(table, path, compression=compression, data_page_size=200, write_batch_size=20, **options)
