from collections.abc import Callable, Iterable
from typing import SupportsIndex, final

__all__ = ["RoundRobin", "StickyCache", "java_partition_order"]

@final
class RoundRobin:
    def __new__(cls, counter: SupportsIndex = 0, *, resetting: bool = False) -> RoundRobin: ...
    def partition(
        self,
        partitions: SupportsIndex,
        available: Iterable[SupportsIndex] | None = None,
    ) -> int: ...

@final
class StickyCache:
    def __new__(cls, *, kafka_python: bool = False) -> StickyCache: ...
    def partition(
        self,
        partitions: SupportsIndex,
        available: Iterable[SupportsIndex] | None = None,
        draw: Callable[[], SupportsIndex] | None = None,
    ) -> int: ...
    def on_new_batch(
        self,
        prev: SupportsIndex,
        partitions: SupportsIndex,
        available: Iterable[SupportsIndex] | None = None,
        draw: Callable[[], SupportsIndex] | None = None,
    ) -> int | None: ...
    def place(
        self,
        partitions: SupportsIndex,
        has_room: Callable[[int], object],
        available: Iterable[SupportsIndex] | None = None,
        draw: Callable[[], SupportsIndex] | None = None,
    ) -> int: ...

def java_partition_order(
    topic: str, partitions: SupportsIndex, total: SupportsIndex | None = None
) -> list[int]: ...
