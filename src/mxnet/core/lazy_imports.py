"""Lazy imports: modules that are imported at first use, as a program that predicts does not train."""

import importlib
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from .forking import awaited_by_forks


def imported_later(package: str, parts: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return a package's ``__getattr__`` and ``__dir__``, by which its ``parts`` are found as if they were there.

    ``parts``: by name, where it is: a module (``".io"``, relative to the package), or a name in one
    (``".trainer:Trainer"``). Type checkers and editors read them from imports under ``TYPE_CHECKING``.
    """
    names = sys.modules[package].__dict__

    def find(name: str) -> Any:
        if name not in parts:
            from .other_names import missing_name

            raise missing_name(package, name, [] if name.startswith("_") else list_names())
        module, _, inner = parts[name].partition(":")
        result: Any = awaited_by_forks(importlib.import_module, module, package)
        names[name] = result = getattr(result, inner) if inner else result
        return result

    list_names = public_dir(package, parts)
    return find, list_names


def public_dir(module: str, parts: Mapping[str, str] | None = None) -> Callable[[], list[str]]:
    """Return a module's ``__dir__``, which leaves out what it only imports, so that completion shows what it is for.

    Listed are the names that 1.9.1 has, those in ``__all__`` (without it: what the module defines), private ones, the
    ``parts`` that are imported later, and modules that 1.9.1 has. Other names are found as before.
    """
    names = vars(sys.modules[module])

    def list_public() -> list[str]:
        public_names = names_of_mxnet.load().public_names
        public = {*public_names(module), *names.get("__all__", ()), *(parts or ())}

        def is_public(name: str) -> bool:
            value = names.get(name)
            if name.startswith("_") or name in public:
                return True
            if isinstance(value, ModuleType):
                return bool(public_names(value.__name__))
            return "__all__" not in names and getattr(value, "__module__", "") == module

        return [name for name in sorted({*names, *(parts or ())}) if is_public(name)]

    return list_public


class FromAbove:
    """A module of a higher layer that a lower one calls; the package sets ``load``, which imports it."""

    load: Callable[[], Any]


#: :mod:`mxnet.tools.names`
names_of_mxnet = FromAbove()


def modules(*names: str) -> dict[str, str]:
    """Return the parts that are modules of a package under their own names."""
    return {name: f".{name}" for name in names}


def require(package: str, install: str = "") -> Any:
    """Import and return a package; ImportError that says how it is installed where it is not there.

    ``install`` names what brings it (the package itself by default).
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise  # the package is there and lacks one of its own
        hint = f"this needs the package {package}: pip install {install or package.split('.')[0]}"
        raise ModuleNotFoundError(hint, name=package) from error
