"""Comparing, searching and picking out elements, and sets: all but nonzero are left to NumPy by 1.9.1, or lacking.

Types are promoted as NumPy promotes them.
"""

from collections.abc import Callable
from typing import Any, Literal

import torch

from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetShapeError, MXNetTypeError, MXNetValueError, ShapeConflict
from ..core.naming import named
from ..core.params import Double
from ..core.shapes import broadcast
from ..registry import op
from ..registry.manual import write
from ..registry.rules import broadcast as broadcasting
from ..registry.rules import gives
from ._axes import check_range, needs_values, nonzero
from ._families import first_type, zero_gradient
from ._np_families import as_real, numpy_promoted, promote_as_numpy, to_numpy_promoted
from .np_edit import flat_along, length_along, positions_along

# -- comparisons ------------------------------------------------------------------------------------------------------


@op("_npi_isclose", extension=True, types=gives("bool"), shapes=broadcasting)
def _npi_isclose(a, b, *, rtol: Double = 1e-5, atol: Double = 1e-8, equal_nan: bool = False):
    """Return where ``abs(a - b) <= atol + rtol * abs(b)``; NaN are close to each other with ``equal_nan``.

    Parameters
    ----------
    a, b
        The operands, broadcast.
    rtol
        The relative tolerance.
    atol
        The absolute tolerance.
    equal_nan
        Whether NaN is close to NaN.

    Returns
    -------
    An array of bool.

    Examples
    --------
    >>> print(mx.np.isclose(mx.np.array([1, 2]), mx.np.array([1.000001, 3])))
    [ True False]
    """
    a, b = (as_real(item, "float64") for item in to_numpy_promoted(a, b))
    near = (a - b).abs() <= atol + rtol * b.abs()
    result = (a == b) | (near & b.isfinite())
    return result | (a.isnan() & b.isnan()) if equal_nan else result


@op("_npi_array_equal", extension=True, types=gives("bool"), shapes=lambda p, s: ())
def _npi_array_equal(a1, a2, *, equal_nan: bool = False, broadcast_shapes: bool = False):
    """Return whether two arrays have one shape, or shapes that broadcast, and the same elements."""
    a1, a2 = to_numpy_promoted(a1, a2)
    try:
        fits = a1.shape == a2.shape or (broadcast_shapes and bool(broadcast(a1.shape, a2.shape) or True))
    except ShapeConflict:
        fits = False
    if not fits:
        return torch.zeros((), dtype=torch.bool, device=a1.device)
    same = a1 == a2
    return (same | (a1.isnan() & a2.isnan()) if equal_nan else same).all()


@op("_npi_isin", extension=True, types=gives("bool"), shapes=lambda p, s: s.element)
def _npi_isin(element, test_elements, *, assume_unique: bool = False, invert: bool = False):
    """Return which elements are among those of ``test_elements``, or are not with ``invert``.

    ``assume_unique`` has no effect.

    Parameters
    ----------
    element
        The elements that are looked up.
    test_elements
        The set they are looked up in: an array or a list.
    assume_unique
        Without effect.
    invert
        Whether the answer is turned round.

    Returns
    -------
    An array of bool, of the shape of ``element``.

    Examples
    --------
    >>> print(mx.np.isin(mx.np.array([1, 2, 5]), mx.np.array([2, 5])))
    [False  True  True]
    """
    element, test_elements = to_numpy_promoted(element, test_elements)
    if element.dtype is torch.bool:
        element, test_elements = element.byte(), test_elements.byte()
    return torch.isin(element, test_elements.reshape(-1), invert=invert)


# -- where elements belong --------------------------------------------------------------------------------------------


def _places(a: torch.Tensor, v: torch.Tensor, right: bool) -> torch.Tensor:
    """Return where elements of ``v`` belong in the sorted vector ``a``, in which NaN are last."""
    if not a.is_floating_point():
        return torch.searchsorted(a.contiguous(), v.contiguous(), right=right)
    is_nan = a.isnan()
    count = a.shape[0] - is_nan.sum()
    result = torch.searchsorted(torch.where(is_nan, torch.inf, a), v.contiguous(), right=right)
    return torch.where(v.isnan(), a.shape[0] if right else count, torch.minimum(result, count))


@op("_npi_searchsorted", extension=True, types=gives("int64"), shapes=lambda p, s: s.v)
def _npi_searchsorted(a, v, *, side: Literal["left", "right"] = "left"):
    """Return where elements of ``v`` belong in the sorted vector ``a``: before or behind those that equal them."""
    if a.ndim != 1:
        raise MXNetShapeError(f"operator _npi_searchsorted: a: expected a vector, got shape {tuple(a.shape)}")
    a, v = to_numpy_promoted(a, v)
    return _places(a, v, side == "right")


@op("_npi_digitize", extension=True, types=gives("int64"), shapes=lambda p, s: s.x, host_sync="check")
def _npi_digitize(x, bins, *, right: bool = False):
    """Return in which bin each element lies; ``bins`` are their ascending or descending edges, ``right``: the closed
    ones.

    Parameters
    ----------
    x
        The values.
    bins
        The edges, a sorted vector.
    right
        Whether an edge belongs to the bin below it, not to the one above.

    Returns
    -------
    Positions, int64, of the shape of ``x``: 0 before the first edge.

    Examples
    --------
    >>> print(mx.np.digitize(mx.np.array([0.5, 1, 9]), mx.np.array([1, 2, 3])))
    [0 1 3]
    """
    if bins.ndim != 1:
        raise MXNetShapeError(f"operator _npi_digitize: bins: expected a vector, got shape {tuple(bins.shape)}")
    x, bins = to_numpy_promoted(x, bins)
    if x.is_meta:
        return torch.empty(x.shape, dtype=torch.int64, device=x.device)
    if bool((bins[1:] >= bins[:-1]).all()):
        return _places(bins, x, not right)
    if bool((bins[1:] <= bins[:-1]).all()):
        return bins.shape[0] - _places(bins.flip(0), x, not right)
    raise MXNetValueError("operator _npi_digitize: bins must be monotonically increasing or decreasing")


# -- elements ---------------------------------------------------------------------------------------------------------


@op("_npi_take_along_axis", extension=True, types=first_type, host_sync="check")
def _npi_take_along_axis(arr, indices, *, axis: int | None = -1):
    """Return the elements at ``indices`` along ``axis``, for each place of the other axes its own.

    Parameters
    ----------
    arr
        The array.
    indices
        Positions along the axis, an array of integers with as many axes as ``arr``.
    axis
        The axis.

    Returns
    -------
    An array of the shape of ``indices``.

    Examples
    --------
    >>> a = mx.np.array([[30, 10, 20]])
    >>> print(mx.np.take_along_axis(a, mx.np.argsort(a), axis=1))
    [[10. 20. 30.]]
    """
    arr, at = flat_along(arr, axis)
    return torch.take_along_dim(arr, positions_along(arr, indices, at), at)


@op("_npi_compress", extension=True, types=lambda p, t: t.a, host_sync="shape")
def _npi_compress(condition, a, *, axis: int | None = None):
    """Return the slices along ``axis`` (of the flat array: None) at which the vector ``condition`` is not 0.

    Parameters
    ----------
    condition
        A vector.
    axis : int or None
        The axis; None: the array is taken as flat.

    Returns
    -------
    An array with a shorter axis.

    Examples
    --------
    >>> print(mx.np.compress([False, True, True], mx.np.array([1, 2, 3])))
    [2. 3.]
    """
    if condition.ndim != 1:
        raise MXNetShapeError(f"operator _npi_compress: condition: expected a vector, got {tuple(condition.shape)}")
    a, at = flat_along(a, axis)
    positions = nonzero(condition).reshape(-1)
    check_range(positions, 0, a.shape[at] - 1, "operator _npi_compress: condition")
    return a.index_select(at, positions)


@_npi_compress.shapes
def _(p, s, a):
    shape, axis, _ = length_along(a, p.axis)
    return (*shape[:axis], None, *shape[axis + 1 :])


def _choice_type(p: Any, t: Any) -> None:
    choices = t.inputs[len(t.inputs) // 2 :]
    if None not in choices:
        t.out[0] = _choice(choices, p.is_int)


def _choice(dtypes: Any, is_int: bool) -> str:
    dtype = numpy_promoted(*dtypes)
    if TORCH_OF[dtype].is_floating_point or (is_int and dtype != "bool"):
        return dtype
    return "int64" if is_int else "float64"


@op("_npi_select", extension=True, count="num_args", types=_choice_type)
def _npi_select(*data, default: Double = 0.0, is_int: bool = True):
    """Return, of as many choices as conditions before them, the first whose condition holds; elsewhere ``default``."""
    conditions, choices = data[: len(data) // 2], data[len(data) // 2 :]
    for i, item in enumerate(conditions):
        if item.dtype is not torch.bool and not item.is_meta:
            raise MXNetTypeError(f"invalid entry {i} in condlist: should be boolean ndarray, got "
                                 f"{NAME_OF_TORCH[item.dtype]}")  # fmt: skip
    dtype = TORCH_OF[_choice([NAME_OF_TORCH[item.dtype] for item in choices], is_int)]
    result = torch.full((), default, dtype=dtype, device=choices[0].device)
    for condition, choice in reversed(list(zip(conditions, choices, strict=True))):
        result = torch.where(condition.bool(), choice.to(dtype), result)
    return result


# -- sets -------------------------------------------------------------------------------------------------------------


def _unique(x: torch.Tensor) -> torch.Tensor:
    """Return the sorted unique elements; all NaN count as one element, at the end."""
    result = torch.unique(x)
    if not result.is_floating_point():
        return result
    first = int(result.shape[0] - result.isnan().sum())
    return result[: first + 1]


def _is_in(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    if first.dtype is torch.bool:
        first, second = first.byte(), second.byte()
    return torch.isin(first, second)


def _either(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    return torch.cat((first[~_is_in(first, second)], second[~_is_in(second, first)])).sort().values


_SETS: dict[str, tuple[str, str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]]] = {
    "intersect1d": ("are in both arrays", "[2. 3.]", lambda first, second: first[_is_in(first, second)]),
    "union1d": ("are in either array", "[1. 2. 3. 4.]", lambda first, second: _unique(torch.cat((first, second)))),
    "setxor1d": ("are in one of the arrays alone", "[1. 4.]", _either),
    "setdiff1d": ("are in the first array alone", "[1.]", lambda first, second: first[~_is_in(first, second)]),
}


def _set(name: str, value: str, shown: str, kernel: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]) -> None:
    keeps = name == "setdiff1d"  # the first array's type

    doc = write(
        f"Return the elements that {value}, sorted, each once.",
        {"ar1 : array": "The first set.", "ar2 : array or list": "The second set."},
        "A vector.",
        f">>> print(mx.np.{name}(mx.np.array([3, 1, 2, 2]), mx.np.array([2, 3, 4])))\n{shown}",
    )

    types = first_type if keeps else promote_as_numpy

    @op(
        f"_npi_{name}",
        extension=True,
        types=types,
        shapes=lambda p, s: (None,),
        host_sync="shape",
        backward=zero_gradient,
    )
    @named(f"_npi_{name}", doc)
    def fn(ar1, ar2):
        needs_values(ar1)
        result = kernel(*map(_unique, to_numpy_promoted(ar1, ar2)))
        return result.to(ar1.dtype) if keeps else result


for _name, (_value, _shown, _kernel) in _SETS.items():
    _set(_name, _value, _shown, _kernel)


def _unique_types(p: Any, t: Any) -> None:
    t.out[:] = t.x, "int64", "int64", "int64"


def _unique_shapes(p: Any, s: Any) -> None:
    s.out[:] = (None,), (None,), s.x, (None,)


@op("_npi_unique_all", extension=True, types=_unique_types, shapes=_unique_shapes, host_sync="shape")
def _npi_unique_all(x):
    """Return the sorted values, where each is first, which each element is, and how often each occurs.

    Every NaN is a value of its own.
    """
    ordered, order = torch.sort(x.reshape(-1), stable=True)
    first = torch.ones(ordered.shape, dtype=torch.bool, device=x.device)
    first[1:] = ordered[1:] != ordered[:-1]  # NaN differs from NaN
    starts = nonzero(first).reshape(-1)
    inverse = torch.empty_like(order).scatter_(0, order, torch.cumsum(first, 0) - 1)
    counts = torch.diff(starts, append=starts.new_full((1,), len(order)))
    return ordered[starts], order[starts], inverse.reshape(x.shape), counts


_npi_unique_all.outputs(("values", "indices", "inverse_indices", "counts"))
for _op in (_npi_isclose, _npi_array_equal, _npi_isin, _npi_searchsorted, _npi_digitize):
    _op.backward(zero_gradient)


@op("_npx_nonzero", aliases=("_npi_nonzero",), types=gives("int64"), host_sync="shape")
def _npx_nonzero(x):
    """Return the places of the elements that are not 0, one row each, as int64; a number counts as a vector."""
    return nonzero(x if x.ndim else x.reshape(1))


_npx_nonzero.shapes(lambda p, s, x: (None, max(len(x), 1)))
_npx_nonzero.differentiable = False
