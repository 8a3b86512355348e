"""``mx.nd``: arrays and the functions that compute on them at once."""

from __future__ import annotations

from typing import Any

from .. import ops as _ops  # noqa: F401 - registers the operators
from ..registry.binding import directory as _directory
from . import _internal, contrib, image, linalg, op
from .creation import arange, array, empty, eye, full, linspace, ones, zeros
from .ndarray import NDArray

__all__ = [
    "NDArray",
    "_internal",
    "arange",
    "array",
    "contrib",
    "empty",
    "eye",
    "full",
    "image",
    "linalg",
    "linspace",
    "ones",
    "op",
    "zeros",
]


def __getattr__(name: str) -> Any:
    return getattr(op, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_directory("")})
