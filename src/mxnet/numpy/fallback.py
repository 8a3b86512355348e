"""Functions that ``mx.np`` has as NumPy has them, in NumPy's types, where 1.9.1 calls NumPy itself.

Those of :mod:`mxnet.frontend.numpy` compute where the arrays are, with gradients; NumPy computes the others, and what
those do not take (:class:`~mxnet.core.errors.Unsupported`), on the host: arrays that go in, also within lists, tuples
and dicts, become NumPy's, and arrays and numbers of NumPy's that come out become arrays of ``mx.np`` on the first
array's device. While gradients are recorded these raise ValueError, as in 1.9.1, if their result is a floating-point
one.
"""

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, partial, wraps
from typing import Any

import numpy as np

from .. import autograd
from ..core.context import Context, current_context
from ..core.dtypes import canonical
from ..core.errors import Unsupported
from ..core.naming import named
from ..core.semantics import semantics
from ..frontend import bind
from ..frontend.numpy import functions_with_numpy
from ..ndarray.numpy._call import F
from ..ndarray.numpy.multiarray import ndarray
from ..registry.manual import write
from . import _texts
from .creation import array

#: the names of 1.9.1, and nanstd, nansum and nanvar
NAMES = (
    "allclose", "alltrue", "apply_along_axis", "apply_over_axes", "argpartition", "argwhere", "array_equal",
    "array_equiv", "choose", "compress", "corrcoef", "correlate", "count_nonzero", "cov", "digitize", "divmod",
    "extract", "flatnonzero", "float_power", "frexp", "heaviside", "histogram2d", "histogram_bin_edges",
    "histogramdd", "i0", "in1d", "interp", "intersect1d", "isclose", "isin", "ix_", "lexsort", "min_scalar_type",
    "mirr", "modf", "msort", "nanargmax", "nanargmin", "nancumprod", "nancumsum", "nanmax", "nanmedian", "nanmin",
    "nanpercentile", "nanprod", "nanstd", "nansum", "nanvar", "nanquantile", "ndim", "npv", "packbits", "partition",
    "piecewise", "poly", "polyadd", "polydiv", "polyfit", "polyint", "polymul", "polysub", "ppmt",
    "promote_types", "ptp", "pv", "rate", "result_type", "rollaxis", "roots", "searchsorted", "select",
    "setdiff1d", "setxor1d", "size", "spacing", "take_along_axis", "trapz", "tril_indices_from",
    "trim_zeros", "triu_indices_from", "union1d", "unpackbits", "unwrap", "vander",
)  # fmt: skip
__all__ = list(NAMES)


def _msort(a: Any) -> Any:
    return np.sort(a, axis=0)


def _in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    return np.isin(np.ravel(ar1), ar2, assume_unique, invert)


def _poly(seq_of_zeros: Any) -> Any:
    return np.poly(np.atleast_1d(seq_of_zeros) if isinstance(seq_of_zeros, np.ndarray) else seq_of_zeros)


def _result_type(*arrays_and_dtypes: Any) -> np.dtype:
    """Return NumPy's type; with MXNet 2's interface that of the floats alone, as arithmetic has it.

    There a TypeError says where no type of integers holds all: NumPy gives float64 for uint64 beside a sign.
    """
    known = [item for item in arrays_and_dtypes if semantics.api == 2 and not isinstance(item, (bool, int, float))]
    floats = [item for item in known if np.result_type(item).kind == "f"]
    if known and not floats and np.result_type(*known).kind == "f":
        raise TypeError(f"no type of integers holds {', '.join(np.result_type(item).name for item in known)}")
    return np.result_type(*(floats or arrays_and_dtypes))


def _in_float64(name: str) -> Callable[..., Any]:
    """Return NumPy's function with its arrays in float64, where NumPy 2 gives float32 and earlier releases did not."""
    function = getattr(np, name)

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*[np.asarray(arg, "float64") if isinstance(arg, np.ndarray) else arg for arg in args], **kwargs)

    return call


#: what NumPy 2 calls otherwise, computes otherwise, or has no more
_HOST: dict[str, Callable[..., Any]] = {
    "alltrue": np.all,
    "in1d": _in1d,
    "msort": _msort,
    "poly": _poly,
    "result_type": _result_type,
    "trapz": np.trapezoid,
    **{name: _in_float64(name) for name in ("histogram2d", "histogramdd", "nanpercentile", "nanquantile")},
}


# -- arguments and results --------------------------------------------------------------------------------------------


def _arrays_in(value: Any) -> Iterator[ndarray]:
    if isinstance(value, ndarray):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _arrays_in(item)
    elif isinstance(value, dict):
        yield from _arrays_in(list(value.values()))


def _replaced(value: Any, by: Callable[[ndarray], Any]) -> Any:
    """Return arguments with ``by(x)`` in the place of every array x."""
    if isinstance(value, ndarray):
        return by(value)
    if isinstance(value, (list, tuple)):
        return type(value)(_replaced(item, by) for item in value)
    if isinstance(value, dict):
        return {key: _replaced(item, by) for key, item in value.items()}
    return value


def _to_array(value: np.ndarray, ctx: Context) -> ndarray:
    try:
        return array(value, dtype=canonical(value.dtype), ctx=ctx)
    except TypeError:
        raise ValueError(f"{value.dtype} is not supported.") from None


def _from_host(value: Any, ctx: Context) -> Any:
    if isinstance(value, (np.ndarray, np.number, np.bool_)):
        return _to_array(np.asarray(value), ctx)
    if isinstance(value, (list, tuple)):
        result = [_from_host(item, ctx) for item in value]
        if hasattr(value, "_fields"):
            return type(value)(*result)
        return result if isinstance(value, list) else tuple(result)
    return value


def _is_real(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind == "f"


def fallback(
    name: str, function: Callable[..., Any], implementation: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """Return the function of ``mx.np`` that NumPy's ``function`` is.

    ``implementation``: one of :mod:`mxnet.frontend.numpy`, which computes where the arrays are; NumPy computes what it
    does not take.
    """
    bound: list[Callable[..., Any]] = []

    @named(name)
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if implementation is not None:
            if not bound:
                bound.append(bind(implementation, F, "mxnet.numpy"))
            try:
                return bound[0](*args, **kwargs)
            except Unsupported:
                pass
        return _by_numpy(name, function, args, kwargs)

    call.__module__ = "mxnet.numpy"
    call.__doc__ = _texts.of_numpy(name, function, implementation)
    return call


def _by_numpy(name: str, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Return what NumPy's function gives for arrays of ``mx.np``, as such arrays."""
    inputs = list(_arrays_in((args, kwargs)))
    ctx = inputs[0].ctx if inputs else current_context()
    host_args, host_kwargs = _replaced((args, kwargs), lambda x: x.asnumpy())
    out = kwargs.get("out")
    value = function(*host_args, **host_kwargs)
    if isinstance(out, ndarray):
        out[()] = array(host_kwargs["out"], dtype=out.dtype, ctx=out.ctx)
        return out
    if inputs:
        _refuse_recording(name, value)
    return _from_host(value, ctx) if inputs or not isinstance(value, np.generic) else value


def _refuse_recording(name: str, value: Any) -> None:
    parts = value if isinstance(value, (list, tuple)) else [value]
    if autograd.is_recording() and any(_is_real(part) for part in parts):
        raise ValueError(
            f"{name} is computed by NumPy here and has no gradient: call it outside of autograd.record(), or in "
            "autograd.pause()"
        )


@lru_cache(maxsize=256)
def of_numpy(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of NumPy's, or a universal one, on our arrays."""
    return fallback(function.__name__, function, OURS.get(function.__name__))


def by_numpy(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of NumPy's on our arrays, computed by NumPy even where we have one of that name."""
    return fallback(function.__name__, function)


def _host_copy(x: Any) -> np.ndarray:
    return x.asnumpy()


def _host_view(x: Any) -> np.ndarray:
    """Return an array as one of NumPy's on the same memory, if NumPy can reach that."""
    return x._t.detach().numpy() if x._t.device.type == "cpu" else _host_copy(x)


def on_host(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of NumPy's that takes our arrays and gives NumPy's."""
    host = _host_view if function in (np.may_share_memory, np.shares_memory) else _host_copy

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        host_args, host_kwargs = _replaced((args, kwargs), host)
        value = function(*host_args, **host_kwargs)
        _refuse_recording(function.__name__, value)
        return value

    return call


def _gone(name: str) -> Callable[..., Any]:
    message = f"NumPy has no function {name} any more (NEP 32): the package numpy_financial has it"
    doc = write(
        f"Raise RuntimeError: NumPy has no ``{name}`` any more; the package ``numpy_financial`` has it.",
        {"*args, **kwargs": "Not read."},
        "Nothing.",
        f">>> mx.np.{name}()\nTraceback (most recent call last):\n    ...\nRuntimeError: {message}",
    )

    @named(name, doc)
    def call(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(message)

    return call


#: functions of :mod:`mxnet.frontend.numpy`, by name
OURS: dict[str, Callable[..., Any]] = {item.__name__: item for item in functions_with_numpy()}


def __getattr__(name: str) -> Any:
    """Make a function when it is first asked for."""
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    function = _HOST.get(name) or getattr(np, name, None)
    result = globals()[name] = _gone(name) if function is None else fallback(name, function, OURS.get(name))
    return result


# -- what 1.9.1 lacks, and needs no arrays, or makes them -------------------------------------------------------------


def _returning_array(name: str) -> Callable[..., Any]:
    """Return the function that gives NumPy's result as an array: of floats as float32, of integers as they are."""

    @_texts.explained(name)
    def function(*args: Any, device: Any = None, **kwargs: Any) -> Any:
        result = getattr(np, name)(*args, **kwargs)
        if isinstance(result, tuple):
            return tuple([_as_ndarray(item, device) for item in result])
        return _as_ndarray(result, device)

    return function


def _as_ndarray(values: np.ndarray, device: Any) -> ndarray:
    return array(values, dtype=np.float32 if values.dtype == np.float64 else values.dtype, ctx=device)


#: functions that make arrays of numbers
MADE = (
    *("bartlett", "kaiser", "diag_indices", "frombuffer", "fromfunction", "fromiter", "fromstring", "geomspace"),
    *("loadtxt", "tri", "tril_indices", "triu_indices"),
)
#: functions of shapes, types, numbers and text
OF_NUMPY = (
    *("base_repr", "binary_repr", "broadcast_shapes", "can_cast", "get_printoptions", "iinfo", "isscalar"),
    *("issubdtype", "iterable", "printoptions"),
)


def _text(name: str) -> Callable[..., str]:
    @_texts.explained(name)
    def function(a: ndarray, *args: Any, **kwargs: Any) -> str:
        return getattr(np, name)(a.asnumpy(), *args, **kwargs)

    return function


def einsum_path(*operands: Any, optimize: Any = "greedy", **kwargs: Any) -> Any:
    """Return the order in which NumPy would contract the operands of ``einsum``, and a text that explains it.

    Parameters
    ----------
    *operands
        The subscripts, ``'ij,jk->ik'``, and an array for each term before the arrow.
    optimize
        How the order is found: 'greedy', 'optimal', which takes long for many operands, or a bool.
    **kwargs
        NumPy's further arguments.

    Returns
    -------
    A pair: a list of 'einsum_path' and of the positions of operands that are contracted, one tuple a step; and a str.

    Examples
    --------
    >>> a, b, c = mx.np.ones((2, 3)), mx.np.ones((3, 4)), mx.np.ones((4, 5))
    >>> path, text = mx.np.einsum_path("ij,jk,kl->il", a, b, c)
    >>> path
    ['einsum_path', (1, 2), (0, 1)]
    """
    arrays = [np.empty(operand.shape, np.int8) if isinstance(operand, ndarray) else operand for operand in operands]
    return np.einsum_path(*arrays, optimize=optimize, **kwargs)


#: by name, what makes a function: those above, and the others of NumPy's that 1.9.1 lacks
LATER: dict[str, Callable[[], Any]] = {
    **{name: partial(getattr, sys.modules[__name__], name) for name in NAMES},
    "einsum_path": lambda: einsum_path,
    **{name: partial(_returning_array, name) for name in MADE},
    **{name: partial(getattr, np, name) for name in OF_NUMPY},
    **{name: partial(_text, name) for name in ("array2string", "array_repr", "array_str")},
}
