"""``mx.sym``: formulas of named variables and operators."""

from __future__ import annotations

from typing import Any

from .. import ops as _ops  # noqa: F401  # registers the operators
from ..registry.binding import directory as _directory
from . import _internal, contrib, image, linalg, op
from .symbol import Group, Symbol, Variable, var

__all__ = ["Group", "Symbol", "Variable", "_internal", "contrib", "image", "linalg", "op", "var"]


def __getattr__(name: str) -> Any:
    return getattr(op, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_directory("")})
