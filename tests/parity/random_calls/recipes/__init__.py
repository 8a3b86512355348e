"""How to make valid inputs and attributes, one module per kind of operator."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..draw import FLOATS

#: inputs and attributes
Made = tuple[list[Any], dict[str, Any]]


class Recipe(NamedTuple):
    """How cases of an operator are made."""

    make: Callable[..., Made]
    types: Sequence[str]
    #: whether shapes with zeros make sense
    zeros: bool
    #: whether ``make`` wants to know the operator's name
    named: bool


RECIPES: dict[str, Recipe] = {}


def recipe(*names: str, types: Sequence[str] = FLOATS, zeros: bool = False) -> Callable[..., Any]:
    """Enter the decorated function as the recipe of operators."""

    def enter(make: Callable[..., Made]) -> Callable[..., Made]:
        named = len(inspect.signature(make).parameters) == 2
        for name in names:
            RECIPES[name] = Recipe(make, types, zeros, named)
        return make

    return enter
