"""The source of random decisions for one case: sizes, shapes, values, attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

FLOATS = ("float32", "float32", "float64", "float16")
INTS = ("int32", "int64", "int8", "uint8")
REAL = (*FLOATS, *FLOATS, *INTS)
ANY = (*REAL, "bool")
LARGEST = 600  # elements of a drawn array


class Draw:
    """Decisions drawn from a seed; ``dtype`` is the type of the case, which inputs have unless they say otherwise."""

    def __init__(self, *seed: int) -> None:
        self.random = np.random.RandomState(list(seed))
        self.dtype = "float32"
        #: whether a size may be 0: then the case runs under NumPy's shapes
        self.zeros = False

    def integer(self, low: int, high: int) -> int:
        """Return an integer from ``low`` to ``high``, both included."""
        return int(self.random.randint(low, high + 1))

    def chance(self, probability: float) -> bool:
        """Return True with a probability."""
        return bool(self.random.random_sample() < probability)

    def pick(self, choices: Sequence[Any]) -> Any:
        """Return one of the choices."""
        return choices[self.integer(0, len(choices) - 1)]

    def number(self, low: float, high: float) -> float:
        """Return a number that is the same in every type of float, and as text."""
        return round(float(self.random.uniform(low, high)) * 64) / 64

    def flags(self, *names: str) -> dict[str, bool]:
        """Return random values of boolean attributes, some left out."""
        return {n: self.chance(0.5) for n in names if self.chance(0.7)}

    def some(self, **attrs: Any) -> dict[str, Any]:
        """Return a random part of optional attributes."""
        return {k: v for k, v in attrs.items() if self.chance(0.6)}

    def size(self, low: int = 1, high: int = 6) -> int:
        """Return an axis' length; 1 and, where the case has zeros, 0 come often."""
        if self.zeros and self.chance(0.3):
            return 0
        return 1 if low <= 1 and self.chance(0.2) else self.integer(low, high)

    def shape(self, low: int = 1, high: int = 5, longest: int = 6) -> tuple[int, ...]:
        """Return a shape of ``low`` to ``high`` axes."""
        while True:
            found = tuple(self.size(1, longest) for _ in range(self.integer(low, high)))
            if np.prod(found) <= LARGEST:
                return found

    def axis(self, ndim: int) -> int:
        """Return an axis, counted from either end."""
        return self.integer(-ndim, ndim - 1)

    def axes(self, ndim: int) -> tuple[int, ...]:
        """Return some axes in increasing order, none twice."""
        return tuple(int(i) for i in np.nonzero(self.random.random_sample(ndim) < 0.5)[0])

    def uniform(self, low: float, high: float, shape: Sequence[int], dtype: str | None = None) -> np.ndarray:
        """Return values between two bounds; of integers, those from the lower to the upper one."""
        dtype = dtype or self.dtype
        if dtype.startswith("float"):
            return np.asarray(self.random.uniform(low, high, tuple(shape))).astype(dtype)
        low = max(low, 0) if dtype in ("uint8", "bool") else low
        return self.whole(int(np.ceil(low)), max(int(high), int(np.ceil(low))), shape, dtype)

    def normal(self, shape: Sequence[int], dtype: str | None = None) -> np.ndarray:
        """Return standard normal values; of integers, those from -5 to 5."""
        if not (dtype or self.dtype).startswith("float"):
            return self.uniform(-5, 5, shape, dtype)
        return np.asarray(self.random.standard_normal(tuple(shape))).astype(dtype or self.dtype)

    def whole(self, low: int, high: int, shape: Sequence[int], dtype: str | None = None) -> np.ndarray:
        """Return integers from ``low`` to ``high``, both included."""
        return np.asarray(self.random.randint(low, high + 1, tuple(shape))).astype(dtype or self.dtype)

    def distinct(self, shape: Sequence[int], dtype: str | None = None) -> np.ndarray:
        """Return values that all differ."""
        size = int(np.prod(shape))
        values = self.random.permutation(size) - size // 2
        scale = 0.5 if (dtype or self.dtype).startswith("float") else 1
        return np.asarray(values.reshape(tuple(shape)) * scale).astype(dtype or self.dtype)

    def array(self, shape: Sequence[int], dtype: str | None = None) -> np.ndarray:
        """Return values of one of several kinds: normal, with ties, large."""
        kind = self.random.random_sample()
        if kind < 0.75:
            return self.normal(shape, dtype)
        return (
            self.whole(-3, 3, shape, dtype)
            if (dtype or self.dtype) not in ("uint8", "bool")
            else self.whole(0, 3, shape, dtype)
        )

    def broadcastable(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape with some of its lengths replaced by 1."""
        return tuple(1 if self.chance(0.35) else n for n in shape)

    def part(self, length: int) -> tuple[int | None, int | None]:
        """Return bounds of a slice that is not empty; None and negative ones among them."""
        begin = self.integer(0, max(length - 1, 0))
        end = self.integer(min(begin + 1, length), length)
        low = None if begin == 0 and self.chance(0.5) else begin - length if self.chance(0.3) else begin
        high = (
            None if end == length and self.chance(0.7) else end - length if self.chance(0.3) and end < length else end
        )
        return low, high
