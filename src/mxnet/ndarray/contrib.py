"""``mx.nd.contrib``: operators made at first use, and tests for numbers that are none."""

from __future__ import annotations

from typing import Any

from ..registry.binding import attach, directory
from ._call import call, fast
from .ndarray import NDArray


def __getattr__(name: str) -> Any:
    return attach(globals(), "contrib", name, call, symbolic=False, fast=fast)


def isnan(data: NDArray) -> NDArray:
    """Return 1 where ``data`` is not a number, else 0, in its data type."""
    return data != data


def isinf(data: NDArray) -> NDArray:
    """Return 1 where ``data`` is infinite, else 0, in its data type."""
    return data.abs() == float("inf")


def isfinite(data: NDArray) -> NDArray:
    """Return 1 where ``data`` is a finite number, else 0, in its data type."""
    return data.abs() < float("inf")


def __dir__() -> list[str]:
    return sorted({*globals(), *directory("contrib")})
