"""What a row of the benchmark is, and the arrays that operators get.

Read by all three sides, so nothing but NumPy is imported; the PyTorch form gets ``torch`` as its first argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Row:
    """One operator: ``name`` below ``mx.nd`` with its inputs, each a shape or a function of a random generator."""

    name: str
    inputs: tuple
    attrs: dict[str, Any] = field(default_factory=dict)
    torch: Callable[..., Any] | None = None
    #: which inputs get a gradient; none: only the forward pass is timed
    grad: tuple[int, ...] = (0,)
    train: bool = False  # the forward pass, too, is one of training
    what: str = ""  # what tells this row from another one of the same operator
    size: str = ""  # "small" or "large" beside the usual size
    dtype: str = "float32"  # of the inputs that are given by a shape

    @property
    def title(self) -> str:
        """The row's name in the table."""
        dtype = "" if self.dtype == "float32" else self.dtype
        return ", ".join(part for part in (f"{self.name} {self.what}".strip(), self.size, dtype) if part)

    def low(self) -> list[bool]:
        """Return which inputs have the row's data type, if it is one of 16 bits."""
        return [self.dtype != "float32" and not callable(item) for item in self.inputs]

    def arrays(self) -> list[np.ndarray]:
        """Return the inputs, the same on every side, before those of 16 bits are cast."""
        rng = np.random.RandomState(0)
        return [each(rng) if callable(each) else rng.uniform(0.1, 1, each).astype("float32") for each in self.inputs]


def integers(high: int, *shape: int) -> Callable[[np.random.RandomState], np.ndarray]:
    """Return an input of integers below ``high``."""
    return lambda rng: rng.randint(0, high, shape).astype("float32")


def boxes(*shape: int, scores: int = 0) -> Callable[[np.random.RandomState], np.ndarray]:
    """Return corner boxes in the unit square, each after ``scores`` columns of numbers (a class, then scores)."""

    def make(rng: np.random.RandomState) -> np.ndarray:
        corner = rng.uniform(0, 0.8, (*shape, 2))
        size = rng.uniform(0.02, 0.2, (*shape, 2))
        columns = [rng.randint(0, 20, (*shape, 1)), rng.uniform(0, 1, (*shape, max(scores - 1, 0)))][
            : 2 if scores else 0
        ]
        return np.concatenate([*columns, corner, corner + size], -1).astype("float32")

    return make


def rois(number: int, size: int) -> Callable[[np.random.RandomState], np.ndarray]:
    """Return regions ``(batch, x1, y1, x2, y2)`` of one image of ``size`` pixels."""

    def make(rng: np.random.RandomState) -> np.ndarray:
        corner = rng.uniform(0, size * 0.6, (number, 2))
        return np.concatenate(
            [np.zeros((number, 1)), corner, corner + rng.uniform(8, size * 0.4, (number, 2))], 1
        ).astype("float32")

    return make


def positive_definite(*shape: int) -> Callable[[np.random.RandomState], np.ndarray]:
    """Return symmetric matrices with positive eigenvalues."""

    def make(rng: np.random.RandomState) -> np.ndarray:
        a = rng.uniform(-1, 1, shape)
        return (a @ a.swapaxes(-1, -2) + np.eye(shape[-1]) * shape[-1]).astype("float32")

    return make


BIG = (128, 1024)
IMAGES = (16, 64, 28, 28)
TEXT = (32, 128, 256)
#: by usual shape: one where the call is most of the time, and one that no cache holds
SIZES = {
    BIG: ((1, 1024), (8192, 1024)),
    (128, 1): ((1, 1), (8192, 1)),
    IMAGES: ((1, 64, 4, 4), (32, 64, 56, 56)),
    TEXT: ((1, 2, 256), (64, 512, 256)),
    (32, 128, 1): ((1, 2, 1), (64, 512, 1)),
    (64, 784): ((1, 784), (4096, 784)),
}


def resized(row: Row) -> list[Row]:
    """Return a row in its small and its large size."""
    return [
        replace(row, inputs=tuple(SIZES.get(item, (item, item))[i] for item in row.inputs), size=size)
        for i, size in enumerate(("small", "large"))
    ]
