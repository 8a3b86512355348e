"""``mxnet.container``: the containers of MXNet 2's function interface, which here are Python's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["ADT", "Map", "String"]


class Map(dict[Any, Any]):
    """A dict."""


class String(str):
    """A text."""


class ADT(tuple[Any, ...]):
    """A tuple of values with a number that says what they are."""

    tag: int

    def __new__(cls, tag: int, fields: Iterable[Any]) -> ADT:
        result = super().__new__(cls, fields)
        result.tag = tag
        return result
