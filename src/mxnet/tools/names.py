"""The state of MXNet's names here: a table of 1.9.1's public names, compared with the package.

The table (``names.json``, made by ``tests/tools/make_names.py``) lists them by module. Whether a name exists is looked
up in the package itself, what differs of it in ``differences.toml``.
"""

import contextlib
import importlib
import json
import re
import types
import warnings
from collections.abc import Iterator
from functools import cache, reduce
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
    return json.loads(Path(__file__).with_name("names.json").read_text(encoding="utf-8"))


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
        inner, is_module = _attribute(result, part), isinstance(result, types.ModuleType)
        if inner is _NONE and is_module:
            inner = _module(f"{result.__name__}.{part}")
        path = f"{path}.{part}"
        if inner is _NONE:
            return Verdict(path, MISSING, instead(f"{result.__name__}.{part}")) if is_module else None
        result = inner
        if not isinstance(result, (types.ModuleType, type)):
            break
    rows = () if isinstance(result, types.ModuleType) else about(path)
    if not rows:
        return Verdict(path, WORKS, "")
    return Verdict(path, DIFFERS, "; ".join(f"[{row.id}] {row.sentence}" for row in rows), rows)


def instead(dotted: str) -> str:
    """Return what to do instead of a name that is missing; empty where nothing is known."""
    return next((advice for pattern, advice in INSTEAD if re.fullmatch(pattern, dotted)), "")


#: stands for what is not there
_NONE = object()


def _attribute(owner: Any, name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(owner, name, _NONE)


def _module(name: str) -> Any:
    with warnings.catch_warnings(), contextlib.suppress(ImportError):
        warnings.simplefilter("ignore")
        if re.fullmatch(r"mxnet(\.\w+)*", name):
            return importlib.import_module(name)
    return _NONE


def coverage() -> Iterator[tuple[str, int, list[str]]]:
    """Give each module of 1.9.1 with the number of its names and those that are not here."""
    for module, names in table()["modules"].items():
        listed, owner = names.split(), _module(module)
        missing = [name for name in listed if reduce(_attribute, name.split("."), owner) is _NONE]
        yield module, len(listed), missing
