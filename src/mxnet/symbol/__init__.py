"""``mx.sym``: formulas of named variables and operators."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .. import ops as _ops  # noqa: F401  # registers the operators
from ..registry.binding import directory as _directory
from ..registry.binding import make_generated as _make_generated
from . import _internal, contrib, image, linalg, op, random, sparse
from ._call import call as _make_call
from .functions import (
    Group,
    Symbol,
    Variable,
    arange,
    eye,
    full,
    histogram,
    hypot,
    linspace,
    maximum,
    minimum,
    ones,
    pow,
    power,
    split_v2,
    var,
    zeros,
)
from .node import reading as _reading
from .symbol import fromjson, load, load_json

if TYPE_CHECKING:
    from .._stubs.sym_op import *
    from . import numpy as np  # noqa: F401
    from . import numpy_extension as npx  # noqa: F401

__all__ = [
    "Group",
    "Symbol",
    "Variable",
    "_internal",
    "arange",
    "contrib",
    "eye",
    "fromjson",
    "full",
    "histogram",
    "hypot",
    "image",
    "linalg",
    "linspace",
    "load",
    "load_json",
    "maximum",
    "minimum",
    "ones",
    "op",
    "pow",
    "power",
    "random",
    "sparse",
    "split_v2",
    "var",
    "zeros",
]


#: a star brings the operators too
__all__ += [name for name in _directory("") if not name.startswith("_")]

_make_generated(__name__, _make_call, symbolic=True)
_reading.load = lambda: importlib.import_module(".read", __name__)

_SHORT = {"np": "numpy", "npx": "numpy_extension"}


if not TYPE_CHECKING:  # checkers know the names from the stubs

    def __getattr__(name: str) -> Any:
        if name in ("np", "npx", "numpy", "numpy_extension"):
            return importlib.import_module(f"{__name__}.{_SHORT.get(name, name)}")
        return getattr(op, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_directory("")})
