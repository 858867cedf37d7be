"""What is a partition count, and what is not."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import copartition

WANTED = "partition count must be a whole number from 1 to 2147483647"
EVERY_CALL: list[Callable[[Any], object]] = [
    lambda count: copartition.partition("user-3", count),
    lambda count: copartition.Partitioner("java", count).partition("user-3"),
    lambda count: copartition.group_partition("my-group", count),
]
every_call = pytest.mark.parametrize("call", EVERY_CALL, ids=["partition", "class", "group"])


class Six:
    def __index__(self) -> int:
        return 6


class Broken:
    def __index__(self) -> int:
        raise RuntimeError("broken")


@every_call
@pytest.mark.parametrize(
    "six", [np.int8(6), np.uint64(6), np.int64(6), np.array(6), Six()], ids=repr
)
def test_anything_with_an_index_counts(call: Callable[[Any], object], six: Any) -> None:
    assert call(six) == call(6)


@every_call
def test_the_smallest_and_the_largest_count_are_taken(call: Callable[[Any], object]) -> None:
    assert call(1) == 0
    assert isinstance(call(2**31 - 1), int)


@every_call
@pytest.mark.parametrize(
    ("count", "got"),
    [
        (0, "0"),
        (-1, "-1"),
        (2**31, "2147483648"),
        (2**32 + 6, "4294967302"),
        (2**63, "9223372036854775808"),
        (2**64 + 6, "18446744073709551622"),
        (-(2**100), "-1267650600228229401496703205376"),
        (np.uint64(2**64 - 1), "18446744073709551615"),
        (10**5000, "int"),  # Python itself does not print so long a number
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_count_out_of_range_is_an_error(
    call: Callable[[Any], object], count: Any, got: str
) -> None:
    with pytest.raises(copartition.Error) as raised:
        call(count)
    assert (raised.value.code, str(raised.value)) == ("partition_count", f"{WANTED}, got {got}")


@every_call
@pytest.mark.parametrize(
    ("count", "got"),
    [
        (True, "True"),
        (False, "False"),
        (1.5, "1.5"),
        (6.0, "6.0"),
        (float("nan"), "nan"),
        ("6", "'6'"),
        (b"6", "b'6'"),
        (None, "None"),
        ([], "[]"),
        (Decimal(6), "Decimal('6')"),
        (np.float64(6), "np.float64(6.0)"),
        (np.True_, "np.True_"),
    ],
)
def test_a_count_that_is_no_whole_number_is_a_type_error(
    call: Callable[[Any], object], count: Any, got: str
) -> None:
    with pytest.raises(TypeError) as raised:
        call(count)
    assert type(raised.value) is TypeError
    assert str(raised.value) == f"{WANTED}, got {got}"
    assert vars(raised.value)["code"] == "partition_count"


@every_call
def test_what_an_index_raises_itself_comes_through(call: Callable[[Any], object]) -> None:
    with pytest.raises(RuntimeError, match="broken"):
        call(Broken())
