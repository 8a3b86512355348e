"""Functions of NumPy that ``mx.np`` has by NumPy itself: computed on the host, whatever the arrays' device.

Arrays that go in, also within lists, tuples and dicts, become NumPy's; those that come out become arrays of ``mx.np``
on the first array's device, in the type that NumPy gives them. Numbers, types and shapes stay NumPy's. While gradients
are recorded, functions of :data:`DERIVATIVES` have gradients, by PyTorch; others raise ValueError, as in 1.9.1, if
their result is a floating-point one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any

import numpy as np
import torch

from .. import autograd
from ..core.context import Context, current_context
from ..core.dtypes import canonical
from ..ndarray.numpy.multiarray import ndarray
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


#: what NumPy 2 calls otherwise, or has no more
_RENAMED: dict[str, Callable[..., Any]] = {"alltrue": np.all, "in1d": np.isin, "msort": _msort}
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


# -- gradients --------------------------------------------------------------------------------------------------------


class _Recorded(autograd.Function):
    """One call while gradients are recorded: its value is NumPy's, its gradient PyTorch's of the same function."""

    def __init__(self, derivative: Callable[..., Any], args: Any, kwargs: Any, value: Any, ctx: Context) -> None:
        super().__init__()
        self._derivative, self._args, self._kwargs, self._value, self._ctx = derivative, args, kwargs, value, ctx

    def forward(self, *inputs: Any) -> Any:
        self._inputs = inputs
        made = [_to_array(np.asarray(each), self._ctx) for each in self._value]
        return made[0] if len(made) == 1 else made

    def backward(self, *output_grads: Any) -> Any:
        tensors = [x._t.detach().requires_grad_(x._t.is_floating_point()) for x in self._inputs]
        left = iter(tensors)
        args, kwargs = _replaced((self._args, self._kwargs), lambda x: next(left))
        with torch.enable_grad():
            made = self._derivative(*args, **kwargs)
        made = made if isinstance(made, tuple) else (made,)
        pairs = [(m, g._t.to(m.dtype)) for m, g in zip(made, output_grads, strict=False) if m.requires_grad]
        wanted = [t for t in tensors if t.requires_grad]
        grads: Any = [None] * len(wanted)
        if pairs and wanted:
            grads = torch.autograd.grad([m for m, _ in pairs], wanted, [g for _, g in pairs], allow_unused=True)
        found = iter(grads)
        result = []
        for x, t in zip(self._inputs, tensors, strict=True):
            grad = next(found) if t.requires_grad else None
            result.append(ndarray._wrap(torch.zeros_like(t).detach() if grad is None else grad, x._ctx))
        return result


def _axes(a: Any, axis: Any) -> Any:
    return tuple(range(a.ndim)) if axis is None else axis


def _nan_extreme(reduce: Callable[..., Any], fill: float) -> Callable[..., Any]:
    def call(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        return reduce(torch.where(a.isnan(), fill, a), _axes(a, axis), keepdim=keepdims)

    return call


def _nanprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    a = torch.where(a.isnan(), 1.0, a)
    return a.prod() if axis is None else a.prod(axis, keepdim=keepdims)


def _running(function: Callable[..., Any], empty: float) -> Callable[..., Any]:
    def call(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        a = torch.where(a.isnan(), empty, a)
        return function(a.reshape(-1), 0) if axis is None else function(a, axis)

    return call


def _ptp(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    return torch.amax(a, _axes(a, axis), keepdim=keepdims) - torch.amin(a, _axes(a, axis), keepdim=keepdims)


def _trapz(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    return torch.trapezoid(y, dx=dx, dim=axis) if x is None else torch.trapezoid(y, x, dim=axis)


def _along(a: Any, indices: Any, axis: Any = -1) -> Any:
    return torch.take_along_dim(a, indices.long(), axis)


def _kept(a: Any, axis: Any) -> tuple[Any, Any, Any]:
    """Return what is not NaN (0 elsewhere), where it is, and how many there are, over the axes."""
    there = ~a.isnan()
    return torch.where(there, a, 0.0), there, there.sum(_axes(a, axis), keepdim=True)


def _nansum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    return torch.nansum(a, _axes(a, axis), keepdim=keepdims)


def _nanvar(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    axes = _axes(a, axis)
    values, there, count = _kept(a, axis)
    center = values.sum(axes, keepdim=True) / count
    made = torch.where(there, values - center, 0.0).square().sum(axes, keepdim=True) / (count - ddof)
    return made if keepdims else made.squeeze(axes)


def _nanstd(*args: Any, **kwargs: Any) -> Any:
    return _nanvar(*args, **kwargs).sqrt()


def _cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None) -> Any:
    if y is not None:
        raise ValueError("cov has no gradient with y")
    return torch.cov(m if rowvar or m.dim() < 2 else m.T, correction=(0 if bias else 1) if ddof is None else ddof)


def _corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    if y is not None:
        raise ValueError("corrcoef has no gradient with y")
    return torch.corrcoef(x if rowvar or x.dim() < 2 else x.T)


def _interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    if period is not None:
        raise ValueError("interp has no gradient with period")
    at = torch.searchsorted(xp.detach(), x.detach(), right=True).clamp(1, len(xp) - 1)
    share = (x - xp[at - 1]) / (xp[at] - xp[at - 1])
    made = fp[at - 1] + share * (fp[at] - fp[at - 1])
    made = torch.where(x < xp[0], fp[0] if left is None else left, made)
    return torch.where(x > xp[-1], fp[-1] if right is None else right, made)


def _vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:
    powers = torch.arange(len(x) if N is None else N, device=x.device)
    return x[:, None] ** (powers if increasing else powers.flip(0))


#: functions -> how PyTorch computes them
DERIVATIVES: dict[str, Callable[..., Any]] = {
    "nanmax": _nan_extreme(torch.amax, -np.inf),
    "nanmin": _nan_extreme(torch.amin, np.inf),
    "nanprod": _nanprod,
    "nansum": _nansum,
    "nanvar": _nanvar,
    "nanstd": _nanstd,
    "cov": _cov,
    "corrcoef": _corrcoef,
    "interp": _interp,
    "nancumsum": _running(torch.cumsum, 0.0),
    "nancumprod": _running(torch.cumprod, 1.0),
    "ptp": _ptp,
    "trapz": _trapz,
    "take_along_axis": _along,
    "msort": lambda a: torch.sort(a, dim=0, stable=True).values,
    "positive": lambda x: x.clone(),
    "real": lambda val: val.clone(),
    "float_power": lambda x1, x2: torch.float_power(x1, x2),
    "extract": lambda condition, arr: arr[condition.bool()],
    "rollaxis": lambda a, axis, start=0: torch.movedim(a, axis, start - (start > axis % a.ndim)),
    "vander": _vander,
}


def fallback(name: str, function: Callable[..., Any], derivative: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return the function of ``mx.np`` that NumPy's ``function`` computes; ``derivative`` is its form by PyTorch."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        inputs = list(_arrays_in((args, kwargs)))
        ctx = inputs[0].ctx if inputs else current_context()
        host_args, host_kwargs = _replaced((args, kwargs), lambda x: x.asnumpy())
        out = kwargs.get("out")
        value = function(*host_args, **host_kwargs)
        if isinstance(out, ndarray):
            out[()] = array(host_kwargs["out"], dtype=out.dtype, ctx=out.ctx)
            return out
        parts = value if isinstance(value, (list, tuple)) else [value]
        if inputs and autograd.is_recording() and any(_is_real(each) for each in parts):
            if derivative is None:
                raise ValueError(
                    f"{name} is computed by NumPy and has no gradient: call it outside of autograd.record(), or in "
                    "autograd.pause()"
                )
            made = _Recorded(derivative, args, kwargs, parts, ctx)(*inputs)
            return tuple(made) if isinstance(made, list) else made
        return _from_host(value, ctx)

    call.__name__ = call.__qualname__ = name
    call.__module__ = "mxnet.numpy"
    call.__doc__ = f"Return NumPy's ``{name}``, computed on the host (see :mod:`mxnet.numpy.fallback`)."
    return call


@lru_cache(maxsize=256)
def of_numpy(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of NumPy's, or a universal one, on our arrays."""
    return fallback(function.__name__, function, DERIVATIVES.get(function.__name__))


def _gone(name: str) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(f"NumPy has no function {name} any more (NEP 32): the package numpy_financial has it")

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"Raise RuntimeError: NumPy has no ``{name}`` any more."
    return call


for _name in __all__:
    _function = _RENAMED.get(_name) or getattr(np, _name, None)
    globals()[_name] = (
        _gone(_name) if _name in _GONE or _function is None else fallback(_name, _function, DERIVATIVES.get(_name))
    )
