"""Samples of blocks as columns. 1.9.1 refuses images of one and three dimensions, or answers what is no column."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ..sample import OpSample, normal

_WIDE = {"kernel": (2, 3), "stride": (1, 2), "dilate": (2, 1), "pad": (1, 1)}
_LINE = {"kernel": (3,), "stride": (2,), "dilate": (1,), "pad": (1,)}
_CUBE = {"kernel": (2, 2, 3), "stride": (1, 2, 1), "dilate": (2, 1, 1), "pad": (0, 1, 1)}


def _fields(size: tuple[int, ...], kernel: Any, stride: Any, dilate: Any, pad: Any) -> list[list[tuple[int, ...]]]:
    """Return, block by block, the places of its elements in the image."""
    counts = [
        (n + 2 * m - d * (k - 1) - 1) // t + 1 for n, k, t, d, m in zip(size, kernel, stride, dilate, pad, strict=True)
    ]
    return [
        [
            tuple(b * t + o * d - m for b, t, o, d, m in zip(block, stride, offset, dilate, pad, strict=True))
            for offset in product(*map(range, kernel))
        ]
        for block in product(*map(range, counts))
    ]


def _inside(place: tuple[int, ...], size: tuple[int, ...]) -> bool:
    return all(0 <= i < n for i, n in zip(place, size, strict=True))


def _im2col(x: np.ndarray, **attrs: Any) -> np.ndarray:
    size = x.shape[2:]
    zero = np.zeros(x.shape[:2], x.dtype)
    blocks = [
        np.stack([x[(..., *at)] if _inside(at, size) else zero for at in field], 2) for field in _fields(size, **attrs)
    ]
    return np.stack(blocks, -1).reshape(x.shape[0], -1, len(blocks))


def _col2im(x: np.ndarray, output_size: tuple[int, ...], **attrs: Any) -> np.ndarray:
    fields = _fields(output_size, **attrs)
    columns = x.reshape(x.shape[0], -1, len(fields[0]), len(fields))
    image = np.zeros((*columns.shape[:2], *output_size), x.dtype)
    for b, field in enumerate(fields):
        for e, at in enumerate(field):
            if _inside(at, output_size):
                image[(..., *at)] += columns[:, :, e, b]
    return image


SAMPLES = [
    OpSample("im2col", (normal(2, 2, 4, 5),), {"kernel": (2, 2)}, dtypes=("float32", "float64")),
    OpSample("im2col", (normal(2, 2, 4, 5),), _WIDE),
    OpSample("im2col", (normal(2, 3, 7),), _LINE, expect=_im2col, grad="numeric"),
    OpSample("im2col", (normal(1, 2, 3, 4, 5),), _CUBE, expect=_im2col, grad="numeric"),
    OpSample("im2col", (normal(1, 2, 4, 5, dtype="int32"),), _WIDE, expect=_im2col, grad="none", case="whole"),
    OpSample("col2im", (normal(2, 8, 12),), {"output_size": (4, 5), "kernel": (2, 2)}, dtypes=("float32", "float64")),
    OpSample("col2im", (normal(2, 12, 12),), {"output_size": (4, 5), **_WIDE}),
    OpSample("col2im", (normal(2, 9, 4),), {"output_size": (7,), **_LINE}, expect=_col2im, grad="numeric"),
    OpSample("col2im", (normal(1, 24, 15),), {"output_size": (3, 4, 5), **_CUBE}, expect=_col2im, grad="numeric"),
]
