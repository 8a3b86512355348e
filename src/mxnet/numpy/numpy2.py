"""Functions of NumPy that 1.9.1's ``mx.np`` lacks: computed where the arrays are, with gradients.

They are those of arrays, there are none of symbols. Types are promoted as elsewhere in ``mx.np``; where a result is not
whole, it is float32 of integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from numpy.lib.array_utils import normalize_axis_tuple

from ..core.dtypes import torch_dtype
from ..core.naming import named
from ..kernels.elementwise import fmod
from ..ndarray.numpy.multiarray import ndarray
from ..ops._np_families import to_promoted
from .array_api import searching
from .array_api._call import of_tensors
from .array_api.creation import from_dlpack
from .array_api.dtypes import isdtype
from .array_api.elementwise import whole_quotient
from .creation import array

#: names of functions, and what else they are called
ALIASES = {
    "acos": "arccos",
    "acosh": "arccosh",
    "asin": "arcsin",
    "asinh": "arcsinh",
    "atan": "arctan",
    "atan2": "arctan2",
    "atanh": "arctanh",
    "bitwise_invert": "invert",
    "concat": "concatenate",
    "permute_dims": "transpose",
    "pow": "power",
    "trapezoid": "trapz",
    "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift",
    "conjugate": "conj",
}


def _real(x: torch.Tensor) -> torch.Tensor:
    return x if x.is_floating_point() else x.float()


def _tensors(x1: Any, x2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two operands, of which one may be a number, in one type."""
    if not isinstance(x1, torch.Tensor):
        return _beside(x1, x2), x2
    if not isinstance(x2, torch.Tensor):
        return x1, _beside(x2, x1)
    return to_promoted(x1, x2)


def _beside(number: Any, x: torch.Tensor) -> torch.Tensor:
    if not isinstance(number, (int, float, np.generic)):
        raise TypeError(f"type {type(number)} not supported")
    return torch.tensor(number, device=x.device).to(x.dtype)


# -- element by element -----------------------------------------------------------------------------------------------


def _floor_divide(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    return torch.floor_divide(x1, x2) if x1.is_floating_point() else whole_quotient(x1, x2)


def _of_reals(kernel: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    return lambda x1, x2: kernel(_real(x1), _real(x2))


#: functions of two arrays, or of an array and a number -> what computes tensors of one type
BINARY: dict[str, Callable[..., torch.Tensor]] = {
    "floor_divide": _floor_divide,
    "fmod": fmod,
    "fmax": torch.fmax,
    "fmin": torch.fmin,
    "gcd": torch.gcd,
    "logaddexp": _of_reals(torch.logaddexp),
    "logaddexp2": _of_reals(torch.logaddexp2),
    "nextafter": _of_reals(torch.nextafter),
    "logical_and": torch.logical_and,
    "logical_or": torch.logical_or,
    "logical_xor": torch.logical_xor,
    "left_shift": torch.bitwise_left_shift,
    "right_shift": torch.bitwise_right_shift,
}
#: functions of one array
UNARY: dict[str, Callable[..., torch.Tensor]] = {
    "exp2": lambda x: torch.exp2(_real(x)),
    "sinc": lambda x: torch.sinc(_real(x)),
    "conj": lambda x: torch.conj(x).resolve_conj(),
    "real": lambda x: x.real if x.is_complex() else x,
    "imag": lambda x: x.imag if x.is_complex() else torch.zeros_like(x),
    "isreal": torch.isreal,
    "iscomplex": lambda x: ~torch.isreal(x),
    "matrix_transpose": lambda x: x.mT,
}


def _binary(name: str, kernel: Callable[..., torch.Tensor]) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return NumPy's ``{name}`` of two arrays, or of an array and a number, with broadcasting.")
    def function(x1: Any, x2: Any) -> Any:
        return kernel(*_tensors(x1, x2))

    return function


def _unary(name: str, kernel: Callable[..., torch.Tensor]) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return NumPy's ``{name}`` of an array.")
    def function(x: Any) -> Any:
        if isinstance(x, (int, float, complex, np.generic)):
            return getattr(np, name)(x)
        return kernel(x)

    return function


@of_tensors
def angle(z: Any, deg: bool = False) -> Any:
    """Return the angles of complex numbers to the real axis, in radians, or in degrees."""
    found = torch.angle(z)
    return torch.rad2deg(found) if deg else found


# -- along axes -------------------------------------------------------------------------------------------------------


def _along(a: torch.Tensor, axis: Any) -> tuple[torch.Tensor, int]:
    """Return the array and the axis to work along: the flat array for None."""
    return (a.reshape(-1), 0) if axis is None else (a, axis)


def _in_one_axis(a: torch.Tensor, axis: Any, keepdims: bool) -> tuple[torch.Tensor, tuple[int, ...]]:
    """Return the array with the axes to reduce as last axis, and the shape of the result."""
    axes = range(a.dim()) if axis is None else normalize_axis_tuple(axis, a.dim())
    kept = [i for i in range(a.dim()) if i not in axes]
    shape = tuple(1 if i in axes else n for i, n in enumerate(a.shape) if keepdims or i not in axes)
    return a.permute([*kept, *axes]).reshape([a.shape[i] for i in kept] + [-1]), shape


@of_tensors
def cumprod(a: Any, axis: int | None = None, dtype: Any = None) -> Any:
    """Return the products of the elements up to each along ``axis``, of the flat array where that is None."""
    a, axis = _along(a if dtype is None else a.to(torch_dtype(dtype)), axis)
    return torch.cumprod(a, axis, dtype=a.dtype)


@of_tensors
def cumulative_sum(x: Any, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Return the sums of the elements up to each along ``axis``, with a 0 before them with ``include_initial``."""
    return _running(torch.cumsum, 0, x, axis, dtype, include_initial)


@of_tensors
def cumulative_prod(x: Any, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Return the products of the elements up to each along ``axis``, with a 1 before them with ``include_initial``."""
    return _running(torch.cumprod, 1, x, axis, dtype, include_initial)


def _running(kernel: Callable[..., Any], first: int, x: Any, axis: int | None, dtype: Any, include: bool) -> Any:
    if axis is None and x.dim() != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
    axis = 0 if axis is None else axis
    made = kernel(x, axis, dtype=x.dtype if dtype is None else torch_dtype(dtype))
    if not include:
        return made
    shape = list(made.shape)
    shape[axis] = 1
    return torch.cat((made.new_full(shape, first), made), axis)


def _middle(ordered: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
    """Return the medians of rows of which so many first elements are sorted, and no NaN."""
    last = (count - 1).clamp(min=0)
    low, high = (ordered.gather(-1, each.unsqueeze(-1)).squeeze(-1) for each in (last // 2, last - last // 2))
    return (low + high) / 2


@of_tensors
def median(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the median over ``axis`` (an int, a tuple, None for all); NaN where there is one among the elements."""
    rows, shape = _in_one_axis(_real(a), axis, keepdims)
    count = torch.full(rows.shape[:-1], rows.shape[-1], device=a.device)
    middle = _middle(torch.sort(rows, dim=-1).values, count)
    return torch.where(rows.isnan().any(-1), torch.nan, middle).reshape(shape)


@of_tensors
def nanmean(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the mean over ``axis`` (an int, a tuple, None for all) of what is not NaN."""
    rows, shape = _in_one_axis(_real(a), axis, keepdims)
    return torch.nanmean(rows, -1).reshape(shape)


@of_tensors
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Return the differences of neighbours on both sides, divided by their distance: an array, or one for each axis.

    ``varargs``: a distance for all axes, or one for each; or the coordinates, as vectors.
    """
    axes = tuple(range(f.dim())) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    spacing = list(varargs) if varargs else [1.0]
    if len(spacing) == 1:
        spacing = spacing * len(axes)
    if len(spacing) != len(axes):
        raise TypeError("invalid number of arguments")
    made = [
        torch.gradient(_real(f), spacing=(each,) if isinstance(each, torch.Tensor) else float(each), dim=at,
                       edge_order=edge_order)[0]
        for each, at in zip(spacing, axes, strict=True)
    ]  # fmt: skip
    return made[0] if len(made) == 1 else tuple(made)


# -- shapes -----------------------------------------------------------------------------------------------------------


@of_tensors
def triu(m: Any, k: int = 0) -> Any:
    """Return the matrices in the last two axes with zeros below diagonal ``k``."""
    return torch.triu(m, k)


@of_tensors
def unstack(x: Any, axis: int = 0) -> Any:
    """Return the parts along an axis, a tuple."""
    return torch.unbind(x, axis)


@of_tensors
def block(arrays: Any) -> Any:
    """Return an array put together of nested lists of blocks: the innermost are joined along the last axis."""

    def depth(value: Any) -> int:
        return 1 + max(map(depth, value)) if isinstance(value, list) else 0

    def joined(value: Any, level: int) -> torch.Tensor:
        if isinstance(value, list):
            return torch.cat([joined(each, level - 1) for each in value], -level)
        found: torch.Tensor = value.reshape((1,) * (ndim - value.dim()) + tuple(value.shape))
        return found

    def most(value: Any) -> int:
        return max(map(most, value)) if isinstance(value, list) else value.dim()

    levels = depth(arrays)
    ndim = max(levels, most(arrays))
    return joined(arrays, levels)


def _filled(t: torch.Tensor, mask: torch.Tensor, values: torch.Tensor, by_mask: bool) -> torch.Tensor:
    """Return ``t`` with values, repeated as often as needed, at the places of a mask: one after the other there, or
    each where it stands in the flat array.
    """
    flat, where = t.reshape(-1).clone(), mask.reshape(-1).bool().nonzero().reshape(-1)
    source = values.reshape(-1).to(t.dtype)
    number = torch.arange(len(where), device=t.device) if by_mask else where
    flat[where] = source[number % len(source)]
    return flat.reshape(t.shape)


def _of(value: Any, like: ndarray) -> ndarray:
    return value if isinstance(value, ndarray) else array(value, dtype=like.dtype, ctx=like.ctx)


def copyto(dst: ndarray, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """Write ``src``, broadcast, into ``dst`` where ``where`` holds. ``casting`` has no effect: values are cast."""
    if where is True:
        dst[...] = src
    else:
        chosen = np.broadcast_to(where.asnumpy() if isinstance(where, ndarray) else where, dst.shape)
        whole = np.broadcast_to(_of(src, dst).asnumpy(), dst.shape)
        dst[...] = array(np.where(chosen, whole, dst.asnumpy()), dtype=dst.dtype, ctx=dst.ctx)


def place(arr: ndarray, mask: Any, vals: Any) -> None:
    """Write the first values of ``vals``, repeated as often as needed, into ``arr`` where ``mask`` holds."""
    arr[...] = ndarray._wrap(_filled(arr._t.detach(), _of(mask, arr)._t, _of(vals, arr)._t, True), arr.ctx)


def putmask(a: ndarray, mask: Any, values: Any) -> None:
    """Write into ``a``, where ``mask`` holds, the value of the same place; ``values`` are repeated for that."""
    a[...] = ndarray._wrap(_filled(a._t.detach(), _of(mask, a)._t, _of(values, a)._t, False), a.ctx)


def put_along_axis(arr: ndarray, indices: ndarray, values: Any, axis: int | None) -> None:
    """Write ``values`` at the positions ``indices`` along ``axis``: what :func:`take_along_axis` would take."""
    t, at = _along(arr._t.detach(), axis)
    where = indices._t.long()
    shape = list(t.shape)
    shape[at] = where.shape[at]
    where = where.expand(shape)
    source = _of(values, arr)._t.detach().to(t.dtype).expand(shape)
    arr[...] = ndarray._wrap(t.scatter(at, where, source).reshape(arr.shape), arr.ctx)


def fill_diagonal(a: ndarray, val: Any, wrap: bool = False) -> None:
    """Write ``val``, a number or values that are repeated, onto the main diagonal of ``a``."""
    made = a.asnumpy().copy()
    np.fill_diagonal(made, val.asnumpy() if isinstance(val, ndarray) else val, wrap)
    a[...] = array(made, dtype=a.dtype, ctx=a.ctx)


# -- products ---------------------------------------------------------------------------------------------------------


@of_tensors
def kron(a: Any, b: Any) -> Any:
    """Return the Kronecker product: each element of ``a`` times the whole of ``b``."""
    return torch.kron(*to_promoted(a, b))


@of_tensors
def vecdot(x1: Any, x2: Any, axis: int = -1) -> Any:
    """Return the sums of products along ``axis``, the others broadcast."""
    x1, x2 = to_promoted(x1, x2)
    return (x1.movedim(axis, -1) * x2.movedim(axis, -1)).sum(-1, dtype=x1.dtype)


@of_tensors
def matvec(x1: Any, x2: Any) -> Any:
    """Return the products of matrices and vectors, in the last axes."""
    x1, x2 = to_promoted(x1, x2)
    return torch.matmul(x1, x2.unsqueeze(-1)).squeeze(-1)


@of_tensors
def vecmat(x1: Any, x2: Any) -> Any:
    """Return the products of vectors and matrices, in the last axes."""
    x1, x2 = to_promoted(x1, x2)
    return torch.matmul(x1.unsqueeze(-2), x2).squeeze(-2)


@of_tensors
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Any:
    """Return the cross products of vectors of three elements along an axis; the others broadcast."""
    axisa, axisb, axisc = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    a, b = (each.movedim(at, -1) for each, at in zip(to_promoted(a, b), (axisa, axisb), strict=True))
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError(f"Both input arrays must be (arrays of) 3-dimensional vectors, but they are {a.shape[-1]} and "
                         f"{b.shape[-1]} dimensional instead.")  # fmt: skip
    return torch.linalg.cross(a, b).movedim(-1, axisc)


@of_tensors
def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    """Return the convolution of two vectors: at every overlap (``'full'``), as long as the longer one (``'same'``), or
    where they overlap wholly (``'valid'``).
    """
    a, v = to_promoted(a, v)
    if a.dim() != 1 or v.dim() != 1 or not len(a) or not len(v):
        raise ValueError("convolve: expected two vectors with elements")
    if len(v) > len(a):
        a, v = v, a
    kind = a.dtype
    wide = a if kind in (torch.float32, torch.float64) else a.double()
    made = torch.conv1d(wide[None, None], v.to(wide.dtype).flip(0)[None, None], padding=len(v) - 1)[0, 0]
    if mode == "same":
        made = made[(len(v) - 1) // 2 :][: len(a)]
    elif mode == "valid":
        made = made[len(v) - 1 : len(a)]
    elif mode != "full":
        raise ValueError(f"mode: expected 'full', 'same' or 'valid', got {mode!r}")
    return made.to(kind) if kind.is_floating_point else made.round().to(kind)


# -- padding ----------------------------------------------------------------------------------------------------------

_STATISTICS: dict[str, Callable[..., torch.Tensor]] = {
    "maximum": lambda part, axis: torch.amax(part, axis, keepdim=True),
    "minimum": lambda part, axis: torch.amin(part, axis, keepdim=True),
    "mean": lambda part, axis: torch.mean(part, axis, keepdim=True),
    "median": lambda part, axis: torch.quantile(part, 0.5, axis, keepdim=True),
}
#: modes of padding -> the keyword that each takes, and its default
PAD_KEYWORDS: dict[str, tuple[str, Any] | None] = {
    "constant": ("constant_values", 0),
    "linear_ramp": ("end_values", 0),
    "reflect": ("reflect_type", "even"),
    "symmetric": ("reflect_type", "even"),
    "edge": None,
    "wrap": None,
    "empty": None,
    **dict.fromkeys(_STATISTICS, ("stat_length", None)),
}


def beyond(mode: Any, kwargs: dict[str, Any]) -> bool:
    """Return whether 1.9.1 refuses these arguments of ``pad``, and :func:`pad` does not."""
    further = mode in ("empty", "linear_ramp", "mean", "median", "wrap")
    return further or kwargs.get("stat_length") is not None or kwargs.get("reflect_type") == "odd"


@of_tensors
def pad(x: Any, pad_width: Any, mode: str = "constant", **kwargs: Any) -> Any:
    """Return ``x`` with elements before and after each axis, in every mode of NumPy's with its keywords.

    ``pad_width``: a number, a pair, or a pair for each axis.
    """
    if mode not in PAD_KEYWORDS:
        raise ValueError(f"mode '{mode}' is not supported")
    keyword = PAD_KEYWORDS[mode]
    for key in kwargs:
        if keyword is None or key != keyword[0]:
            raise ValueError(f"unsupported keyword arguments for mode '{mode}': {{{key!r}}}")
    widths = np.broadcast_to(np.asarray(pad_width), (x.dim(), 2)).tolist()
    given = None if keyword is None else kwargs.get(*keyword)
    each = [(given, given)] * x.dim()
    if keyword is not None and keyword[0] != "reflect_type" and given is not None:
        each = np.broadcast_to(np.asarray(given), (x.dim(), 2)).tolist()
    for axis, (width, values) in enumerate(zip(widths, each, strict=True)):
        if any(width):
            x = _padded(x, axis, width, mode, values)
    return x


def _padded(x: torch.Tensor, axis: int, width: Sequence[int], mode: str, values: Any) -> torch.Tensor:
    """Return ``x`` padded along one axis; ``values`` are the keyword's before and after."""
    if mode in ("edge", "wrap", "reflect", "symmetric"):
        places = np.pad(np.arange(x.shape[axis]), width, mode=mode)  # type: ignore[call-overload]
        made = x.index_select(axis, torch.from_numpy(places).to(x.device))
        return made if values[0] != "odd" else _odd(x, made, axis, width)
    parts = [_beyond(x, axis, width[side], side, mode, values[side]) for side in (0, 1)]
    return torch.cat((parts[0], x, parts[1]), axis)


def _odd(x: torch.Tensor, made: torch.Tensor, axis: int, width: Sequence[int]) -> torch.Tensor:
    """Mirror what was mirrored along an axis at the values of the edges, too."""
    length = x.shape[axis]
    if max(width) >= length:
        raise ValueError(f"reflect_type='odd' mirrors at most {length - 1} elements, got {max(width)}")
    first, last = x.narrow(axis, 0, 1), x.narrow(axis, length - 1, 1)
    before, after = made.narrow(axis, 0, width[0]), made.narrow(axis, width[0] + length, width[1])
    return torch.cat((2 * first - before, x, 2 * last - after), axis)


def _beyond(x: torch.Tensor, axis: int, width: int, side: int, mode: str, value: Any) -> torch.Tensor:
    """Return what stands before (``side`` 0) or after the elements along an axis."""
    length = x.shape[axis]
    shape = list(x.shape)
    shape[axis] = width
    if mode in ("constant", "empty"):
        return x.new_full(shape, value if mode == "constant" else 0)
    if mode == "linear_ramp":
        edge = x.narrow(axis, length - 1 if side else 0, 1).double()
        steps = torch.arange(width, dtype=torch.float64, device=x.device) / max(width, 1)
        steps = (steps.flip(0) if side else steps).reshape([-1 if i == axis else 1 for i in range(x.dim())])
        made: torch.Tensor = value + (edge - value) * steps
        return (made if x.is_floating_point() else made.floor()).to(x.dtype)
    count = length if value is None else min(value, length)
    part = x.narrow(axis, length - count if side else 0, count)
    found = _STATISTICS[mode](part if x.is_floating_point() else part.double(), axis)
    return (found if x.is_floating_point() else found.round()).to(x.dtype).expand(shape)


# -- by NumPy: what needs no arrays, or makes them --------------------------------------------------------------------


def _made(name: str) -> Callable[..., Any]:
    """Return the function that gives NumPy's result as an array: of floats as float32, of integers as they are."""

    @named(name, f"Return NumPy's ``{name}`` as arrays of ``mx.np``: floats are float32.")
    def function(*args: Any, **kwargs: Any) -> Any:
        found = getattr(np, name)(*args, **kwargs)
        return tuple(map(_held, found)) if isinstance(found, tuple) else _held(found)

    return function


def _held(values: np.ndarray) -> ndarray:
    return array(values, dtype=np.float32 if values.dtype == np.float64 else values.dtype)


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
    @named(name, f"Return NumPy's ``{name}`` of an array: text.")
    def function(a: ndarray, *args: Any, **kwargs: Any) -> str:
        return getattr(np, name)(a.asnumpy(), *args, **kwargs)  # type: ignore[no-any-return]

    return function


def asarray(a: Any, dtype: Any = None, ctx: Any = None) -> ndarray:
    """Return an array of numbers, nested lists or arrays: the array itself where it has the type and the context."""
    if isinstance(a, ndarray) and (dtype is None or a.dtype == np.dtype(dtype)) and ctx in (None, a.ctx):
        return a
    return array(a, dtype, ctx)


def einsum_path(*operands: Any, optimize: Any = "greedy", **kwargs: Any) -> Any:
    """Return the order in which NumPy would contract the operands of ``einsum``, and a text that explains it."""
    arrays = [np.empty(each.shape, np.int8) if isinstance(each, ndarray) else each for each in operands]
    return np.einsum_path(*arrays, optimize=optimize, **kwargs)


def astype(x: ndarray, dtype: Any, copy: bool = True) -> ndarray:
    """Return the values in another data type, the array itself where it has that type and ``copy`` is False."""
    return x.astype(dtype, copy=copy)


_UNIQUE = ("unique_all", "unique_counts", "unique_inverse", "unique_values")
_WRITTEN: tuple[Callable[..., Any], ...] = (
    *(angle, cumprod, cumulative_sum, cumulative_prod, median, nanmean, gradient, triu, unstack, block, copyto, place),
    *(putmask, put_along_axis, fill_diagonal, kron, vecdot, matvec, vecmat, cross, convolve, asarray, einsum_path),
    astype,
)
#: all functions, by name
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{function.__name__: function for function in _WRITTEN},
    **{name: _binary(name, kernel) for name, kernel in BINARY.items()},
    **{name: _unary(name, kernel) for name, kernel in UNARY.items()},
    **{name: _made(name) for name in MADE},
    **{name: getattr(np, name) for name in OF_NUMPY},
    **{name: _text(name) for name in ("array2string", "array_repr", "array_str")},
}
FUNCTIONS |= {name: getattr(searching, name) for name in _UNIQUE}
FUNCTIONS |= {"isdtype": isdtype, "from_dlpack": from_dlpack}
FUNCTIONS |= {"asanyarray": asarray, "ascontiguousarray": asarray}
