"""The functions of ``mx.nd`` that are more than an operator: arithmetic with numbers, and work on whole arrays."""

from __future__ import annotations

import operator as py
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from ..core.context import cpu
from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError
from ..core.image_codec import decode_image
from ..core.naming import named
from ..core.write_tracking import share
from ..eager.arithmetic import with_number, without_attributes
from ..eager.dispatch import invoke
from ..registry.op import get
from .creation import array
from .exchange import from_dlpack as _from_dlpack
from .indexing import Indexing, check_boolean_array_dimension, read_key  # noqa: F401  (imported from here)
from .ndarray import NDArray

_NUMBERS = (float, int, np.generic)

# -- arithmetic: either side may be a number ------------------------------------------------------------------

#: name, array operator, operators with the number on the right and on the left, what two numbers give, formula
_PAIRS: tuple[tuple[str, str, str, str, Callable[[Any, Any], Any], str], ...] = (
    ("add", "broadcast_add", "_plus_scalar", "_plus_scalar", py.add, "lhs + rhs"),
    ("subtract", "broadcast_sub", "_minus_scalar", "_rminus_scalar", py.sub, "lhs - rhs"),
    ("multiply", "broadcast_mul", "_mul_scalar", "_mul_scalar", py.mul, "lhs * rhs"),
    ("divide", "broadcast_div", "_div_scalar", "_rdiv_scalar", py.truediv, "lhs / rhs"),
    ("modulo", "broadcast_mod", "_mod_scalar", "_rmod_scalar", py.mod, "lhs % rhs"),
    ("power", "broadcast_power", "_power_scalar", "_rpower_scalar", py.pow, "base ** exp"),
    ("maximum", "broadcast_maximum", "_maximum_scalar", "_maximum_scalar", max, "the greater of both"),
    ("minimum", "broadcast_minimum", "_minimum_scalar", "_minimum_scalar", min, "the smaller of both"),
    ("equal", "broadcast_equal", "_equal_scalar", "_equal_scalar", py.eq, "lhs == rhs"),
    ("not_equal", "broadcast_not_equal", "_not_equal_scalar", "_not_equal_scalar", py.ne, "lhs != rhs"),
    ("greater", "broadcast_greater", "_greater_scalar", "_lesser_scalar", py.gt, "lhs > rhs"),
    ("greater_equal", "broadcast_greater_equal", "_greater_equal_scalar", "_lesser_equal_scalar", py.ge, "lhs >= rhs"),
    ("lesser", "broadcast_lesser", "_lesser_scalar", "_greater_scalar", py.lt, "lhs < rhs"),
    ("lesser_equal", "broadcast_lesser_equal", "_lesser_equal_scalar", "_greater_equal_scalar", py.le, "lhs <= rhs"),
    ("logical_and", "broadcast_logical_and", "_logical_and_scalar", "_logical_and_scalar",
     lambda a, b: bool(a) and bool(b), "lhs and rhs"),
    ("logical_or", "broadcast_logical_or", "_logical_or_scalar", "_logical_or_scalar",
     lambda a, b: bool(a) or bool(b), "lhs or rhs"),
    ("logical_xor", "broadcast_logical_xor", "_logical_xor_scalar", "_logical_xor_scalar",
     lambda a, b: bool(a) != bool(b), "either lhs or rhs"),
)  # fmt: skip
_TRUTHS = frozenset(row[0] for row in _PAIRS[8:])


#: functions whose arrays' methods do the same (``__radd__`` and so on with a number on the left)
_METHODS = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "modulo": "mod", "power": "pow",
    "equal": "eq", "not_equal": "ne", "greater": "gt", "greater_equal": "ge", "lesser": "lt", "lesser_equal": "le",
}  # fmt: skip


def _quick_ways(name: str, array_op: str, right: str, left: str) -> tuple[Callable[..., Any], ...]:
    """Return the functions of two arrays, of an array and a number, and of the array and the number to its left."""
    method = _METHODS.get(name)
    if method is None:
        return (
            lambda lhs, rhs: without_attributes(array_op)(lhs, rhs),
            lambda lhs, rhs: with_number(right, float(rhs))(lhs),
            lambda rhs, lhs: with_number(left, float(lhs))(rhs),
        )
    mirrored = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge", "eq": "eq", "ne": "ne"}.get(method, f"r{method}")
    plain = getattr(NDArray, f"__{method}__")
    return plain, plain, getattr(NDArray, f"__{mirrored}__")


def _pair(name: str, array_op: str, right: str, left: str, plain: Callable[[Any, Any], Any], formula: str) -> Any:
    of_arrays, of_right, of_left = _quick_ways(name, array_op, right, left)

    def compute(lhs: Any, rhs: Any) -> Any:
        kind, other = type(lhs), type(rhs)
        if kind is NDArray:
            if other is NDArray:
                return of_arrays(lhs, rhs)
            if other is float or other is int:
                return of_right(lhs, rhs)
        elif other is NDArray and (kind is float or kind is int):
            return of_left(rhs, lhs)
        return unusual(lhs, rhs)

    def unusual(lhs: Any, rhs: Any) -> Any:
        if isinstance(rhs, _NUMBERS):
            if isinstance(lhs, _NUMBERS):
                return int(plain(lhs, rhs)) if name in _TRUTHS else plain(lhs, rhs)
            if isinstance(lhs, NDArray):
                return invoke(get(right), (lhs,), {"scalar": float(rhs)}, None, type(lhs))
        elif isinstance(rhs, NDArray):
            if isinstance(lhs, _NUMBERS):
                return invoke(get(left), (rhs,), {"scalar": float(lhs)}, None, type(rhs))
            if isinstance(lhs, NDArray):
                return invoke(get(array_op), (lhs, rhs), {}, None, type(lhs))
        else:
            raise TypeError(f"{name}: an operand of type {type(rhs).__name__} is not supported")
        raise AssertionError(f"{name}: the left side is neither an NDArray nor a number: {lhs!r}")

    def of_base(base: Any, exp: Any) -> Any:
        return compute(base, exp)

    function: Any = of_base if name == "power" else compute
    doc = (
        f"Return ``{formula}``, element by element; shapes broadcast, the data type is the arrays'.\n\n"
        "Either side may be a number; two numbers give a number."
        + (" The result is 1 where it holds, 0 elsewhere." if name in _TRUTHS else "")
    )
    return named(name, doc)(function)


(
    add, subtract, multiply, divide, modulo, power, maximum, minimum, equal, not_equal, greater, greater_equal, lesser,
    lesser_equal, logical_and, logical_or, logical_xor,
) = (_pair(*row) for row in _PAIRS)  # fmt: skip
true_divide = divide


# -- whole arrays ---------------------------------------------------------------------------------------------


def concatenate(arrays: Sequence[NDArray], axis: int = 0, always_copy: bool = True) -> Any:
    """Return the arrays joined along ``axis``; a single one itself unless ``always_copy``.

    Raises AssertionError for arrays of different types, or of shapes that differ elsewhere.
    """
    first = arrays[0] if isinstance(arrays, (list, tuple)) and arrays else None
    if not isinstance(first, NDArray):
        raise AssertionError("concatenate: a list of at least one NDArray is expected")
    if len(arrays) == 1:
        return first.copy() if always_copy else first
    rest = first.shape[:axis] + first.shape[axis + 1 :]
    for each in arrays[1:]:
        if each.dtype != first.dtype or each.shape[:axis] + each.shape[axis + 1 :] != rest:
            raise AssertionError(
                f"concatenate along axis {axis}: {each.shape} of {each.dtype} does not fit {first.shape} of "
                f"{first.dtype}"
            )
    return invoke(get("Concat"), list(arrays), {"dim": axis}, None, type(first))


def moveaxis(tensor: NDArray, source: int | Sequence[int], destination: int | Sequence[int]) -> Any:
    """Return a copy with the axes ``source`` moved to the positions ``destination``, the others in order."""
    ndim = tensor.ndim
    src = _axes(source, ndim, "source")
    dst = _axes(destination, ndim, "destination")
    if len(src) != len(dst):
        raise ValueError(f"moveaxis: {len(src)} axes cannot move to {len(dst)} places")
    order = [a for a in range(ndim) if a not in src]
    for to, axis in sorted(zip(dst, src, strict=True)):
        order.insert(to, axis)
    return invoke(get("transpose"), (tensor,), {"axes": tuple(order)}, None, type(tensor))


def _axes(axes: int | Sequence[int], ndim: int, what: str) -> list[int]:
    listed = [int(axes)] if isinstance(axes, (int, np.integer)) else [int(a) for a in axes]
    if any(not -ndim <= a < ndim for a in listed):
        raise ValueError(f"moveaxis: {what} {axes} names an axis that an array of {ndim} axes does not have")
    found = [a % ndim for a in listed]
    if len(set(found)) != len(found):
        raise ValueError(f"moveaxis: {what} {axes} names an axis twice")
    return found


def split_v2(ary: NDArray, indices_or_sections: int | Sequence[int], axis: int = 0, squeeze_axis: bool = False) -> Any:
    """Return ``ary`` split into that many equal sections along ``axis``, or before each of several indices."""
    return ary.split_v2(indices_or_sections, axis, squeeze_axis)


def onehot_encode(indices: NDArray, out: NDArray) -> NDArray:
    """Write the one-hot rows of ``indices`` into the matrix ``out``, and return it."""
    if out.ndim != 2 or indices.size != out.shape[0]:
        raise MXNetError(f"onehot_encode: expected a position for each row of {out.shape}, got {indices.shape}")
    return invoke(get("_onehot_encode"), (indices, out), {}, out, NDArray)


def histogram(a: NDArray, bins: int | NDArray = 10, range: tuple[float, float] | None = None) -> Any:
    """Return how many elements fall into each bin, and the bins' edges.

    ``bins`` is the number of bins of equal width over ``range`` (by default from the least element to the
    greatest), or an array of their edges.
    """
    if isinstance(bins, NDArray):
        return invoke(get("_histogram"), (a, bins), {}, None, type(a))
    if not isinstance(bins, (int, np.integer)):
        raise ValueError(f"histogram: bins is a number or an NDArray of edges, got {type(bins).__name__}")
    if range is None:
        warnings.warn("range is not specified: the bins are those that NumPy finds", stacklevel=2)
        counts, edges = np.histogram(a.asnumpy(), bins=int(bins))
        return array(counts, a.ctx), array(edges, a.ctx)
    return invoke(get("_histogram"), (a,), {"bin_cnt": int(bins), "range": range}, None, type(a))


def imdecode(
    str_img: bytes,
    clip_rect: tuple[int, int, int, int] = (0, 0, 0, 0),
    out: NDArray | None = None,
    index: int = 0,
    channels: int = 3,
    mean: NDArray | None = None,
) -> Any:
    """Decode an image into an array ``(1, channels, height, width)`` of type float32, its colours as B, G, R.

    ``clip_rect`` cuts out ``(x0, y0, x1, y1)`` unless it is all 0; ``mean`` is subtracted; with ``out`` the image
    is written to ``out[index]``. Raises :class:`MXNetError` for bytes that are no image.
    """
    import cv2

    flag = cv2.IMREAD_COLOR if channels == 3 else cv2.IMREAD_GRAYSCALE
    image = decode_image(str_img, flag)
    if image is None:
        raise MXNetError("imdecode: the bytes are no image that can be decoded")
    values = np.atleast_3d(image).transpose(2, 0, 1).astype(np.float32)
    x0, y0, x1, y1 = clip_rect
    if any(clip_rect):
        values = values[:, y0:y1, x0:x1]
    if mean is not None:
        values = values - mean.asnumpy().reshape(values.shape[0], *mean.shape[-2:])
    if out is None:
        return array(values[None])
    out[index] = values
    return out


def waitall() -> None:
    """Wait until all arrays have their values. Only on GPUs is there something to wait for."""
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        torch.cuda.synchronize()
    elif torch.backends.mps.is_available():
        torch.mps.synchronize()


# -- exchange -------------------------------------------------------------------------------------------------


def from_numpy(ndarray: np.ndarray, zero_copy: bool = True, array_cls: Any = NDArray) -> Any:
    """Return an array of a NumPy array: on its memory (``zero_copy``, which makes it read-only), or copied.

    Raises :class:`ValueError` for memory that is not C-contiguous, and for data types that MXNet lacks.
    """
    if not zero_copy:
        return array(ndarray, dtype=ndarray.dtype)
    if not ndarray.flags["C_CONTIGUOUS"]:
        raise ValueError("an array shares memory only if it is c-contiguous: pass zero_copy=False")
    if ndarray.dtype.name not in TORCH_OF:
        raise ValueError(f"{ndarray.dtype} is not supported.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an array that is read-only already
        tensor = torch.from_numpy(ndarray)
    ndarray.flags["WRITEABLE"] = False
    share(tensor)
    return array_cls._wrap(tensor, cpu())


def from_dlpack(dlpack: Any) -> Any:
    """Return an array on the memory of a DLPack capsule, or of an object that can give one (a torch tensor, ...)."""
    return _from_dlpack(dlpack, NDArray)


def to_dlpack_for_read(data: NDArray) -> Any:
    """Return a DLPack capsule of the array's memory."""
    return data.to_dlpack_for_read()


def to_dlpack_for_write(data: NDArray) -> Any:
    """Return a DLPack capsule of the array's memory, to be written to."""
    return data.to_dlpack_for_write()


# -- keys of indices ------------------------------------------------------------------------------------------


def indexing_key_expand_implicit_axes(key: Any, shape: Sequence[int]) -> tuple[tuple[Any, ...], int]:
    """Return the key with ``...`` and missing axes written out as full slices, and -1."""
    return read_key(key, len(shape)), -1


def get_indexing_dispatch_code(key: tuple[Any, ...]) -> int:
    """Return 0 for a key of ints, slices and None, 1 for one with arrays or lists, -1 for any other."""
    if not isinstance(key, tuple):
        raise AssertionError("key must be a tuple")
    code = 0
    for each in key:
        if isinstance(each, (np.ndarray, list, tuple, range, Indexing)):
            code = 1
        elif each is not None and not isinstance(each, (slice, int, np.integer)):
            return -1
    return code


def get_oshape_of_gather_nd_op(dshape: Sequence[int], ishape: Sequence[int]) -> tuple[int, ...]:
    """Return the shape of ``gather_nd(data, indices)`` for the shapes of both."""
    if not 0 < ishape[0] <= len(dshape):
        return tuple(ishape[1:])
    return (*ishape[1:], *dshape[ishape[0] :])
