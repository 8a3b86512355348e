"""Functions that ``mx.np`` has as NumPy has them, in NumPy's types: by PyTorch, or by NumPy itself on the host.

Those of :mod:`mxnet.numpy.on_device` compute where the arrays are, and have gradients. For the others, and for
arguments that those do not take, such as ``out``, arrays that go in, also within lists, tuples and dicts, become
NumPy's; those that come out become arrays of ``mx.np`` on the first array's device. While gradients are recorded these
raise ValueError, as in 1.9.1, if their result is a floating-point one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any

import numpy as np

from .. import autograd
from ..core.context import Context, current_context
from ..core.dtypes import canonical
from ..core.interruptions import unless_interrupted
from ..core.naming import named
from ..ndarray.numpy.multiarray import ndarray
from . import on_device
from .array_api._call import of_tensors
from .creation import array

#: the names of 1.9.1, and nanstd, nansum and nanvar
NAMES = (
    "allclose",
    "alltrue",
    "apply_along_axis",
    "apply_over_axes",
    "argpartition",
    "argwhere",
    "array_equal",
    "array_equiv",
    "choose",
    "compress",
    "corrcoef",
    "correlate",
    "count_nonzero",
    "cov",
    "digitize",
    "divmod",
    "extract",
    "flatnonzero",
    "float_power",
    "frexp",
    "heaviside",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
    "i0",
    "in1d",
    "interp",
    "intersect1d",
    "isclose",
    "isin",
    "ix_",
    "lexsort",
    "min_scalar_type",
    "mirr",
    "modf",
    "msort",
    "nanargmax",
    "nanargmin",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmedian",
    "nanmin",
    "nanpercentile",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
    "nanquantile",
    "ndim",
    "npv",
    "packbits",
    "partition",
    "piecewise",
    "poly",
    "polyadd",
    "polydiv",
    "polyfit",
    "polyint",
    "polymul",
    "polysub",
    "positive",
    "ppmt",
    "promote_types",
    "ptp",
    "pv",
    "rate",
    "real",
    "result_type",
    "rollaxis",
    "roots",
    "searchsorted",
    "select",
    "setdiff1d",
    "setxor1d",
    "signbit",
    "size",
    "spacing",
    "take_along_axis",
    "trapz",
    "tril_indices_from",
    "trim_zeros",
    "triu_indices_from",
    "union1d",
    "unpackbits",
    "unwrap",
    "vander",
)  # fmt: skip
__all__ = list(NAMES)
#: functions of finance, which NumPy has no more since 1.20
_GONE = ("mirr", "npv", "ppmt", "pv", "rate")


def _msort(a: Any) -> Any:
    return np.sort(a, axis=0)


def _in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    return np.isin(np.ravel(ar1), ar2, assume_unique, invert)


#: what NumPy 2 calls otherwise, or has no more
_RENAMED: dict[str, Callable[..., Any]] = {"alltrue": np.all, "in1d": _in1d, "msort": _msort}
if hasattr(np, "trapezoid"):
    _RENAMED["trapz"] = np.trapezoid


# -- arguments and results --------------------------------------------------------------------------------------------


def _arrays_in(value: Any) -> Iterator[ndarray]:
    if isinstance(value, ndarray):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _arrays_in(each)
    elif isinstance(value, dict):
        yield from _arrays_in(list(value.values()))


def _replaced(value: Any, by: Callable[[ndarray], Any]) -> Any:
    """Return arguments with ``by(x)`` in the place of every array x."""
    if isinstance(value, ndarray):
        return by(value)
    if isinstance(value, (list, tuple)):
        return type(value)(_replaced(each, by) for each in value)
    if isinstance(value, dict):
        return {key: _replaced(each, by) for key, each in value.items()}
    return value


def _to_array(value: np.ndarray, ctx: Context) -> ndarray:
    try:
        return array(value, dtype=canonical(value.dtype), ctx=ctx)
    except TypeError:
        raise ValueError(f"{value.dtype} is not supported.") from None


def _from_host(value: Any, ctx: Context) -> Any:
    if isinstance(value, np.ndarray):
        return _to_array(value, ctx)
    if isinstance(value, (list, tuple)):
        made = [_from_host(each, ctx) for each in value]
        if hasattr(value, "_fields"):
            return type(value)(*made)
        return made if isinstance(value, list) else tuple(made)
    return value


def _is_real(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind == "f"


def _of_device(name: str) -> Callable[..., Any] | None:
    """Return PyTorch's form of a function; what has no axes is a NumPy number, as NumPy has it, unless recorded."""
    known = on_device.FUNCTIONS.get(name)
    if known is None:
        return None
    of_arrays = of_tensors(known)
    if name in on_device.KEEP_ARRAYS:
        return of_arrays

    def plain(value: Any) -> Any:
        if isinstance(value, ndarray):
            return value if value.ndim else value.asnumpy()[()]
        return tuple(map(plain, value)) if isinstance(value, tuple) else value

    def call(*args: Any, **kwargs: Any) -> Any:
        made = of_arrays(*args, **kwargs)
        return made if autograd.is_recording() else plain(made)

    return call


def fallback(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of ``mx.np`` that NumPy's ``function`` is: on the arrays' device where PyTorch has it."""
    device = _of_device(name)

    @named(name)
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        inputs = list(_arrays_in((args, kwargs)))
        if device is not None and inputs:
            try:
                return device(*args, **kwargs)
            except unless_interrupted(
                on_device.ForNumPy, TypeError, ValueError, LookupError, AttributeError, RuntimeError
            ):
                pass  # NumPy computes it, or says what is wrong
        ctx = inputs[0].ctx if inputs else current_context()
        host_args, host_kwargs = _replaced((args, kwargs), lambda x: x.asnumpy())
        out = kwargs.get("out")
        value = function(*host_args, **host_kwargs)
        if isinstance(out, ndarray):
            out[()] = array(host_kwargs["out"], dtype=out.dtype, ctx=out.ctx)
            return out
        parts = value if isinstance(value, (list, tuple)) else [value]
        if inputs and autograd.is_recording() and any(_is_real(each) for each in parts):
            raise ValueError(
                f"{name} is computed by NumPy here and has no gradient: call it outside of autograd.record(), or in "
                "autograd.pause()"
            )
        return _from_host(value, ctx)

    call.__module__ = "mxnet.numpy"
    where = "on the host" if device is None else "where the array is"
    call.__doc__ = f"Return NumPy's ``{name}``, computed {where} (see :mod:`mxnet.numpy.fallback`)."
    return call


@lru_cache(maxsize=256)
def of_numpy(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of NumPy's, or a universal one, on our arrays."""
    return fallback(function.__name__, function)


def _gone(name: str) -> Callable[..., Any]:
    @named(name, f"Raise RuntimeError: NumPy has no ``{name}`` any more.")
    def call(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(f"NumPy has no function {name} any more (NEP 32): the package numpy_financial has it")

    return call


for _name in __all__:
    _function = _RENAMED.get(_name) or getattr(np, _name, None)
    globals()[_name] = _gone(_name) if _name in _GONE or _function is None else fallback(_name, _function)
