"""The layout of values over workers: small ones whole, by their key; large ones in equal parts, one on each worker."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from typing import Any

from ..core import environment


def large() -> int:
    """Return from how many elements on a value is split: ``MXNET_KVSTORE_BIGARRAY_BOUND`` (1,000,000)."""
    return environment.integer("MXNET_KVSTORE_BIGARRAY_BOUND", 1_000_000)


@dataclass(frozen=True)
class Part:
    """The elements from ``start`` to ``stop`` of a flattened value, kept by worker ``owner``."""

    owner: int
    start: int
    stop: int

    @property
    def size(self) -> int:
        """How many elements it has."""
        return self.stop - self.start

    def shape_in(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Return the part's shape in a value of a shape: whole rows, or elements in a line where it cuts rows."""
        rest = shape[1:]
        row = math.prod(rest)
        return (
            shape
            if self.size == math.prod(shape)
            else (self.size // row, *rest)
            if by_rows(self, row)
            else (self.size,)
        )

    def rows_in(self, shape: tuple[int, ...]) -> range:
        """Return the indices of the rows that the part has of a value of a shape."""
        row = math.prod(shape[1:]) or 1
        return range(self.start // row, self.stop // row)


def by_rows(part: Part, row: int) -> bool:
    """Return whether a part begins and ends with whole rows of so many elements."""
    return row > 0 and not part.start % row and not part.stop % row


def parts_of(key: Any, shape: tuple[int, ...], workers: int, unsplit: bool = False) -> tuple[Part, ...]:
    """Return the parts of a value, in order: one where ``unsplit``, or where the value is small.

    A split value is cut between rows, unless there are fewer of them than workers.
    """
    size = math.prod(shape)
    if unsplit or workers == 1 or size < max(large(), workers):
        count = key * 9973 if isinstance(key, int) else zlib.crc32(str(key).encode())
        return (Part(count % workers, 0, size),)
    unit = size // shape[0] if shape[0] >= workers else 1
    ends = [size // unit * (i + 1) // workers * unit for i in range(workers)]
    return tuple(Part(i, start, stop) for i, (start, stop) in enumerate(zip([0, *ends], ends, strict=False)))
