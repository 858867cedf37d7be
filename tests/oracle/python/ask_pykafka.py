"""Asks pykafka's partitioners: `RandomPartitioner` or `HashingPartitioner`.

Its module is loaded alone: the package around it does not import with today's dependencies.
"""

import sys
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location

from rows import answer


def load(inside):
    path = distribution("pykafka").locate_file(inside)
    spec = spec_from_file_location("partitioners", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    setting = sys.argv[1]
    partitioner = getattr(load("pykafka/partitioners.py"), setting)()
    # HashingPartitioner sorts the partitions, so n cannot be huge.
    answer(
        "pykafka",
        setting,
        lambda key, n: partitioner(range(n), key),
        largest=1000,
        refuses=ValueError,
    )
