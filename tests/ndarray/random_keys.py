"""Random keys of arrays, the same ones for a seed: what is in them, in every order.

An index of type int32 or bool that is a NumPy array stands for an array of the interface under test (:func:`ours`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

STEPS = [None, None, 1, 2, 3, -1, -1, -2, -3, np.int64(2), -7, 9, 2**70]


class Keys:
    """Makes keys of NumPy's, or with ``masks`` False those that arrays of ``mx.nd`` read, too."""

    def __init__(self, seed: int, masks: bool = True) -> None:
        self.random = random.Random(seed)
        self.masks = masks

    def some(self, count: int) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Return pairs of the shape of an array and a key that fits it."""
        for _ in range(count):
            shape = tuple(self.random.randint(1, 4) for _ in range(self.random.randint(1, 4)))
            yield shape, self.key(shape)

    def key(self, shape: tuple[int, ...]) -> Any:
        """Return a key of an array of this shape: a tuple, or sometimes its only item."""
        r = self.random
        used = r.randint(0, len(shape))
        dots = r.randint(0, used) if r.random() < 0.4 else -1
        together = [r.choice([1, 2, 2, 3]) for _ in range(r.choice([1, 1, 1, 2, 2]))]
        if self.masks and r.random() < 0.06:
            together[-1] = 0
        advanced = r.random() < 0.65
        items: list[Any] = []
        for position in range(used):
            if position == dots:
                items.append(...)
            items += [None] * (r.random() < 0.15)
            size = shape[len(shape) - used + position if Ellipsis in map(id_of, items) else position]
            items.append(self.item(size, together, advanced))
            if self.masks and r.random() < 0.03:
                items.append(r.choice([True, False, np.True_]))
        items += [...] * (dots == used) + [None] * (r.random() < 0.15)
        return items[0] if len(items) == 1 and r.random() < 0.5 else tuple(items)

    def item(self, size: int, together: list[int], advanced: bool) -> Any:
        """Return an item for an axis of this size; index arrays broadcast to ``together``."""
        r = self.random
        chance = r.random()
        if advanced and chance < 0.5:
            if self.masks and r.random() < 0.2:
                return self.array(np.array([r.random() < 0.6 for _ in range(size)]))
            shape = [n if r.random() < 0.8 else 1 for n in together]
            low = -size if self.masks else 0  # 1.9.1 writes outside of the array
            count = int(np.prod(shape))
            values = [r.randint(low, size - 1) for _ in range(count)]
            return self.array(np.array(values, np.int64).reshape(shape))
        if chance < 0.75:
            return self.slice(size)
        value = r.randint(-size if self.masks or not advanced else 0, size - 1)
        kinds = [int, int, np.int64, np.int32]
        return r.choice([*kinds, np.int8, np.array, lambda n: np.array(n, np.int32)] if self.masks else kinds)(value)

    def array(self, values: Any) -> Any:
        """Return an index as a list, or as an array of some type."""
        if values.dtype == bool:
            return self.random.choice([values, values.tolist()])
        if not values.size:
            return values
        return self.random.choice([values, values.tolist(), values.astype(np.int32)])

    def slice(self, size: int) -> slice:
        """Return a slice of any bounds and step."""
        r = self.random
        start, stop = (None if r.random() < 0.35 else r.randint(-size - 2, size + 2) for _ in range(2))
        step = r.choice(STEPS if self.masks else STEPS[:-1])
        if not self.masks and len(range(*slice(start, stop, step).indices(size))) == 0:
            return slice(None)  # 1.9.1 has no arrays without elements
        return slice(start, stop, step)


def id_of(item: Any) -> Any:
    """Return Ellipsis or None: arrays do not compare as one."""
    return ... if item is ... else None


def ours(key: Any, make: Any) -> Any:
    """Return the key with arrays of ours in place of NumPy's of type int32 and bool."""
    if isinstance(key, tuple):
        return tuple(ours(item, make) for item in key)
    if isinstance(key, np.ndarray) and key.dtype in (np.int32, np.bool_):
        return make(key, dtype=key.dtype.name)
    return key


def numpys(key: Any) -> Any:
    """Return the key as NumPy takes it: a list alone is an array of indices."""
    return np.array(key) if isinstance(key, list) else key
