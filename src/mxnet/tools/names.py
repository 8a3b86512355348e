"""The state of MXNet's names here: a table of 1.9.1's public names, compared with the package.

The table (``names.json``, made by ``tests/tools/make_names.py``) lists them by module. Whether a name exists is looked
up in the package itself, what differs of it in ``differences.toml``.
"""

from __future__ import annotations

import importlib
import json
import re
import types
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .differences import Difference, about

WORKS, DIFFERS, MISSING = "works", "differs", "missing"
#: names that remx lacks on purpose, and what to do instead: a pattern, and the advice
INSTEAD: tuple[tuple[str, str], ...] = (
    (r".*\.backward_\w+", "an entry of 1.9.1's engine: gradients come by autograd"),
    (r"mxnet\.rtc\..*", "CUDA source at run time: write the kernel with torch.utils.cpp_extension or Triton"),
    (r"mxnet\.base\.MXCallbackList.*|mxnet\.base\.get_last_ffi_error", "the C interface: there is none"),
    (r"mxnet\.ndarray\.ndarray\.DL\w+.*", "structures of the C interface: use to_dlpack_for_read, from_dlpack"),
    (r"mxnet\.gluon\.data\.dataloader\..*", "1.9.1's own pickling between workers: DataLoader does it itself"),
    (r"mxnet\.(notebook|model)\b.*_?(Failed_To_Import|SKLEARN_INSTALLED).*", "says what 1.9.1 could import"),
)


class Verdict(NamedTuple):
    """The state of a name, with what differs or what to use instead; ``rows``: those of ``differences.toml``."""

    name: str
    state: str
    advice: str
    rows: tuple[Difference, ...] = ()


@cache
def table() -> dict[str, Any]:
    """Return the table: ``modules``, the names of each with blanks between them."""
    read: dict[str, Any] = json.loads(Path(__file__).with_name("names.json").read_text(encoding="utf-8"))
    return read


@cache
def public_names(module: str) -> frozenset[str]:
    """Return the names that a module such as ``mxnet.gluon.nn`` has in 1.9.1; none for a module that it lacks."""
    return frozenset(table()["modules"].get(module, "").split())


@cache
def judge(dotted: str) -> Verdict | None:
    """Return what became of a name such as ``mxnet.gluon.nn.Dense``; None where there is no telling.

    There is none of what a class gives to its objects alone.
    """
    result: Any = _module("mxnet")
    parts = dotted.split(".")
    path = parts[0]
    for part in parts[1:]:
        inner = _attribute(result, part)
        if inner is None and isinstance(result, types.ModuleType):
            inner = _module(f"{result.__name__}.{part}")
        path = f"{path}.{part}"
        if inner is None:
            if isinstance(result, types.ModuleType):
                return Verdict(path, MISSING, instead(f"{result.__name__}.{part}"))
            return None
        result = inner[0]
        if not isinstance(result, (types.ModuleType, type)):
            break
    rows = () if isinstance(result, types.ModuleType) else about(path)
    if not rows:
        return Verdict(path, WORKS, "")
    return Verdict(path, DIFFERS, "; ".join(f"[{row.id}] {row.sentence}" for row in rows), rows)


def instead(dotted: str) -> str:
    """Return what to do instead of a name that is missing; empty where nothing is known."""
    return next((advice for pattern, advice in INSTEAD if re.fullmatch(pattern, dotted)), "")


def _attribute(owner: Any, name: str) -> tuple[Any] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return (getattr(owner, name),)
        except AttributeError:
            return None


def _module(name: str) -> Any:
    if not re.fullmatch(r"mxnet(\.\w+)*", name):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(name) if name == "mxnet" else (importlib.import_module(name),)
        except ImportError:
            return None


def coverage() -> Iterator[tuple[str, int, list[str]]]:
    """Give each module of 1.9.1 with the number of its names and those that are not here."""
    for module, names in table()["modules"].items():
        listed = names.split()
        result = _module(module)
        owner = result[0] if isinstance(result, tuple) else result
        missing = []
        for name in listed:
            inner: Any = (owner,)
            for part in name.split("."):
                inner = None if inner is None or inner[0] is None else _attribute(inner[0], part)
            if inner is None:
                missing.append(name)
        yield module, len(listed), missing
