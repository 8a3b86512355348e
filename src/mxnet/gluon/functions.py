"""The functions that layers call: ``F``, for arrays and symbols of the NumPy interface too.

Layers are written once, with the names of classic operators (``F.FullyConnected``). Under NumPy semantics their ``F``
is a :class:`NumpyFunctions`, which finds for such a name what does the same on arrays or symbols of ``mx.np``. Users'
blocks get ``mx.nd`` or ``mx.sym`` as ever, and write ``F.np`` and ``F.npx``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any

from numpy.lib.array_utils import normalize_axis_tuple

from .. import ndarray, symbol
from ..core.semantics import semantics
from ..ndarray import NDArray
from ..registry.binding import NUMPY_PREFIXES, PREFIXES, places
from ..registry.op import OPS
from ..symbol import Symbol
from .arguments import is_numpy


def _over_the_rest(name: str) -> Callable[..., Any]:
    """Return the classic reduction ``name``, with ``exclude``, as the function of ``mx.np``.

    A symbol's axes are not known: all but the first become one.
    """

    def reduce(F: NumpyFunctions, x: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> Any:
        function = getattr(F.np, name)
        if not exclude:
            return function(x, axis=axis, keepdims=keepdims)
        if isinstance(x, NDArray):
            excluded = normalize_axis_tuple(axis, x.ndim)
            return function(x, axis=tuple(i for i in range(x.ndim) if i not in excluded), keepdims=keepdims)
        if axis == 0 and not keepdims:
            return function(F.npx.batch_flatten(x), axis=1)
        return _converted(getattr(F.plain, name))(x, axis=axis, keepdims=keepdims, exclude=True)

    return reduce


#: classic names -> functions of ``mx.np`` that MXNet's own layers use in their place, by other names or arguments
_NAMES = {"abs": "abs", "broadcast_mul": "multiply", "identity": "copy", "log": "log", "square": "square"}
_WRITTEN = {name: _over_the_rest(name) for name in ("mean", "sum")}
_WRITTEN["sigmoid"] = lambda F, x, name=None: F.npx.sigmoid(x)  # 1.9.1 names the node itself


class NumpyFunctions:
    """The functions of a classic namespace, for arrays or symbols of the NumPy interface.

    A name is, in this order: a function of ``mx.np`` that replaces it, a function of ``mx.npx``, another name of the
    same operator in the NumPy interface, or the classic function, whose arrays change their class on the way.
    """

    def __init__(self, plain: Any, prefix: str | None = None) -> None:
        #: the classic namespace: ``mx.nd``, ``mx.sym`` or one below
        self.plain = plain
        self._prefix = prefix

    def __getattr__(self, name: str) -> Any:
        result = vars(self)[name] = self._find(name)
        return result

    def _find(self, name: str) -> Any:
        if name in ("np", "npx"):
            return getattr(self.plain, name)
        if self._prefix is None:
            if name in _WRITTEN:
                return functools.partial(_WRITTEN[name], self)
            if name in _NAMES:
                return getattr(self.np, _NAMES[name])
            if _same_arguments(f"_npx_{name}", name):
                return getattr(self.npx, name)
        alias = _numpy_name((self._prefix or "") + name)
        if alias is not None:
            root = self.plain if self._prefix is None else _root(self.plain)
            namespace, short = next(places(alias))
            return getattr(functools.reduce(getattr, namespace.split("."), root), short)
        value = getattr(self.plain, name)
        if isinstance(value, ModuleType):
            prefix = next((key for key, space in PREFIXES.items() if space == name), "")
            return NumpyFunctions(value, prefix)
        return _converted(value) if callable(value) else value


def _root(module: Any) -> Any:
    return ndarray if module.__name__.startswith(ndarray.__name__) else symbol


def _same_arguments(one: str, other: str) -> bool:
    """Return whether two names are operators with the same attributes."""
    return one in OPS and other in OPS and OPS[one].attrs.keys() == OPS[other].attrs.keys()


@functools.cache
def _numpy_name(name: str) -> str | None:
    """Return the name in the NumPy interface of the operator that has this classic name; None where it has none."""
    op = OPS.get(name)
    for prefix in reversed(NUMPY_PREFIXES):
        for item, other in OPS.items() if op is not None else ():
            if other is op and item.startswith(prefix):
                return item
    return None


def _converted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a classic function as one of arrays or symbols of the NumPy interface."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        attributes = {key: as_classic(value) for key, value in kwargs.items()}
        return as_numpy(function(*map(as_classic, args), **attributes))

    return call


def as_classic(value: Any) -> Any:
    """Return an array or symbol, or those in a list, as a classic one; anything else as it is."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(as_classic, value))
    return value.as_nd_ndarray() if is_numpy(value) else value


def as_numpy(value: Any) -> Any:
    """Return an array or symbol, or those in a list, as one of the NumPy interface; anything else as it is."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(as_numpy, value))
    return value.as_np_ndarray() if isinstance(value, (NDArray, Symbol)) else value


def are_numpy() -> bool:
    """Return whether parameters are arrays of the NumPy interface: under its semantics, and always in MXNet 2."""
    return semantics.np_array or semantics.api == 2


def array_of(values: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """Return an array of values, made as ``mx.nd`` does or under NumPy semantics as ``mx.np`` does."""
    if are_numpy():
        from .. import numpy  # most programs never need it, and it takes as long as the rest of Gluon

        return numpy.array(values, dtype, ctx)
    return ndarray.array(values, ctx, dtype)


def in_semantics(array: Any) -> Any:
    """Return a new array in the class of this thread's semantics."""
    return as_numpy(array) if semantics.np_array else array


_OF_ARRAYS, _OF_SYMBOLS = NumpyFunctions(ndarray), NumpyFunctions(symbol)


def numpy_functions(F: Any) -> Any:
    """Return for ``mx.nd`` or ``mx.sym`` what layers call in its place under NumPy semantics."""
    return _OF_ARRAYS if F is ndarray else _OF_SYMBOLS if F is symbol else F


def functions_of(value: Any) -> Any:
    """Return the functions, by classic names, that take ``value``, an array or a symbol of either interface."""
    F = symbol if isinstance(value, Symbol) else ndarray
    return numpy_functions(F) if is_numpy(value) else F


def layer_function(function: Callable[..., Any]) -> Any:
    """Return for ``mx.nd.zeros`` what makes zeros under the semantics of this thread; any other function as it is."""
    return _OF_ARRAYS.zeros if function is ndarray.zeros and semantics.np_array else function
