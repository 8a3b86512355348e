"""Lazy imports: modules that are imported at first use, as a program that predicts does not train."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def imported_later(package: str, parts: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return a package's ``__getattr__`` and ``__dir__``, by which its ``parts`` are found as if they were there.

    ``parts``: by name, where it is: a module (``".io"``, relative to the package), or a name in one
    (``".trainer:Trainer"``). Type checkers and editors read them from imports under ``TYPE_CHECKING``.
    """
    names = sys.modules[package].__dict__

    def find(name: str) -> Any:
        if name not in parts:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, inner = parts[name].partition(":")
        result: Any = importlib.import_module(module, package)
        names[name] = result = getattr(result, inner) if inner else result
        return result

    def list_all() -> list[str]:
        return sorted({*names, *parts})

    return find, list_all


class FromAbove:
    """A module of a higher layer that a lower one calls; the package sets ``load``, which imports it."""

    load: Callable[[], Any]


def modules(*names: str) -> dict[str, str]:
    """Return the parts that are modules of a package under their own names."""
    return {name: f".{name}" for name in names}
