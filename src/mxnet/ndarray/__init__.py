"""``mx.nd``: arrays and the functions that compute on them at once."""

from __future__ import annotations

from typing import Any

from .. import ops as _ops  # registers the operators
from ..registry.binding import directory as _directory
from . import _internal, contrib, image, linalg, op
from .ndarray import NDArray, array

__all__ = ["NDArray", "_internal", "array", "contrib", "image", "linalg", "op"]


def __getattr__(name: str) -> Any:
    return getattr(op, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_directory("")})
