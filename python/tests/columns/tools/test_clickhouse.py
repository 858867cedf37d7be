"""ClickHouse has Kafka's hash without its sign: the masked form is the same, key by key."""

import random
from pathlib import Path
from typing import Any

import chdb
import duckdb
import pyarrow  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]

import copartition.duckdb

KEYS = 20_000


def test_clickhouse_hashes_every_random_key_alike(tmp_path: Path) -> None:
    drawn = random.Random(8)
    keys: list[Any] = [drawn.randbytes(drawn.randrange(80)) for _ in range(KEYS)]
    table = pyarrow.table({"key": pyarrow.array([*keys, None], pyarrow.binary())})
    file = tmp_path / "keys.parquet"
    pyarrow.parquet.write_table(table, file)

    con = duckdb.connect()
    copartition.duckdb.register(con)
    query = "SELECT kafka_murmur2_masked(key), kafka_partition(key, 7) FROM keys"
    ours = con.register("keys", table).sql(query).fetchall()

    source = f"file('{file}', Parquet, 'key Nullable(String)')"
    query = f"SELECT kafkaMurmurHash(key) AS hash, hash % 7 FROM {source}"
    csv = str(chdb.query(query, "CSV")).splitlines()  # type: ignore[no-untyped-call]
    theirs = [tuple(None if it == "\\N" else int(it) for it in line.split(",")) for line in csv]
    assert len(theirs) == KEYS + 1
    assert ours == theirs
    assert len({hashed for hashed, _ in ours}) > 0.9 * KEYS
