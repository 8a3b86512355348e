"""``mx.sym``: formulas of named variables and operators."""

import importlib
from typing import TYPE_CHECKING, Any

from .. import ops as _ops  # noqa: F401  # registers the operators
from ..registry.binding import directory as _directory
from ..registry.binding import make_generated as _make_generated
from . import _internal, contrib, functions, image, linalg, op, random, sparse
from .functions import *
from .node import reading as _reading
from .symbol import call_operator as _call_operator
from .symbol import fromjson, load, load_json

if TYPE_CHECKING:
    from .._stubs.sym_op import *
    from . import numpy as np  # noqa: F401
    from . import numpy_extension as npx  # noqa: F401

__all__ = ["_internal", "contrib", "fromjson", "image", "linalg", "load", "load_json", "op", "random", "sparse"]
__all__ += functions.__all__


#: a star brings the operators too
__all__ += [name for name in _directory("") if not name.startswith("_")]

_make_generated(__name__, _call_operator, symbolic=True)
_reading.load = lambda: importlib.import_module(".read", __name__)

_SHORT = {"np": "numpy", "npx": "numpy_extension"}


if not TYPE_CHECKING:  # checkers know the names from the stubs

    def __getattr__(name: str) -> Any:
        if name in ("np", "npx", "numpy", "numpy_extension"):
            return importlib.import_module(f"{__name__}.{_SHORT.get(name, name)}")
        return getattr(op, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_directory("")})
