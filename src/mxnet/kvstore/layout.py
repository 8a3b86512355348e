"""Which worker keeps what of a value: small ones whole, by their key; large ones in equal parts, one on each worker."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from typing import Any


def large() -> int:
    """Return from how many elements on a value is split: ``MXNET_KVSTORE_BIGARRAY_BOUND`` (1,000,000)."""
    return int(os.environ.get("MXNET_KVSTORE_BIGARRAY_BOUND", "1000000"))


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


def parts_of(key: Any, size: int, workers: int, whole: bool = False, unit: int = 1) -> tuple[Part, ...]:
    """Return the parts of a value of ``size`` elements, in order; ``whole`` values are never split.

    Parts end at multiples of ``unit`` elements: the rows of a row-sparse value stay together.
    """
    if whole or workers == 1 or size < large() or size // unit < workers:
        number = key * 9973 if isinstance(key, int) else zlib.crc32(str(key).encode())
        return (Part(number % workers, 0, size),)
    ends = [size // unit * (i + 1) // workers * unit for i in range(workers)]
    return tuple(Part(i, start, stop) for i, (start, stop) in enumerate(zip([0, *ends], ends, strict=False)))
