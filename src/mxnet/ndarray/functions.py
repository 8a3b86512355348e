"""The functions of ``mx.nd`` that are more than an operator: arithmetic with numbers, and work on whole arrays."""

from __future__ import annotations

import operator as py
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from ..core.context import cpu
from ..core.dtypes import is_known
from ..core.errors import MXNetError
from ..core.image_codec import decode_image
from ..core.naming import named
from ..core.write_tracking import share
from ..eager.arithmetic import with_number, without_attributes
from ..eager.dispatch import invoke
from ..ops.elementwise_table import BINARY, BY_NAME, TO_BOOL, Binary
from ..registry.op import get
from .creation import array
from .exchange import from_dlpack as _from_dlpack
from .indexing import Indexing, check_boolean_array_dimension, read_key  # noqa: F401  (imported from here)
from .ndarray import NDArray

_NUMBERS = (float, int, np.generic)

# -- arithmetic: either side may be a number ------------------------------------------------------------------

#: what functions that are no operator of Python's give of two numbers
_OF_NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "maximum": max,
    "minimum": min,
    "logical_and": lambda a, b: bool(a) and bool(b),
    "logical_or": lambda a, b: bool(a) or bool(b),
    "logical_xor": lambda a, b: bool(a) != bool(b),
}


def _quick_ways(row: Binary) -> tuple[Callable[..., Any], ...]:
    """Return the functions of two arrays, of an array and a number, and of the array and the number to its left.

    Those of Python's operators are the arrays' methods.
    """
    if not row.special:
        array_op, (right, left) = row.arrays[1], row.numbers
        return (
            lambda lhs, rhs: without_attributes(array_op)(lhs, rhs),
            lambda lhs, rhs: with_number(right, float(rhs))(lhs),
            lambda rhs, lhs: with_number(left, float(lhs))(rhs),
        )
    mirrored = BY_NAME[row.swapped].special if row.promotion is TO_BOOL else f"r{row.special}"
    plain = getattr(NDArray, f"__{row.special}__")
    return plain, plain, getattr(NDArray, f"__{mirrored}__")


def _pair(row: Binary) -> Any:
    name, array_op, (right, left) = row.function, row.arrays[1], row.numbers
    of_arrays, of_right, of_left = _quick_ways(row)
    plain = getattr(py, row.special) if row.special else _OF_NUMBERS[row.name]
    is_true_or_false = row.promotion is TO_BOOL
    words = {"l": "base", "r": "exp"} if name == "power" else {"l": "lhs", "r": "rhs"}
    formula = re.sub(r"\b[lr]\b", lambda result: words[result[0]], row.formula)

    def compute(lhs: Any, rhs: Any) -> Any:
        cls, other = type(lhs), type(rhs)
        if cls is NDArray:
            if other is NDArray:
                return of_arrays(lhs, rhs)
            if other is float or other is int:
                return of_right(lhs, rhs)
        elif other is NDArray and (cls is float or cls is int):
            return of_left(rhs, lhs)
        return unusual(lhs, rhs)

    def unusual(lhs: Any, rhs: Any) -> Any:
        if isinstance(rhs, _NUMBERS):
            if isinstance(lhs, _NUMBERS):
                return int(plain(lhs, rhs)) if is_true_or_false else plain(lhs, rhs)
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
        + (" The result is 1 where it holds, 0 elsewhere." if is_true_or_false else "")
    )
    return named(name, doc)(function)


(
    add, subtract, multiply, divide, modulo, power, maximum, minimum, equal, not_equal, greater, greater_equal, lesser,
    lesser_equal, logical_and, logical_or, logical_xor,
) = (_pair(row) for row in BINARY if row.function)  # fmt: skip
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
    for other in arrays[1:]:
        if other.dtype != first.dtype or other.shape[:axis] + other.shape[axis + 1 :] != rest:
            raise AssertionError(
                f"concatenate along axis {axis}: {other.shape} of {other.dtype} does not fit {first.shape} of "
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
    result = [a % ndim for a in listed]
    if len(set(result)) != len(result):
        raise ValueError(f"moveaxis: {what} {axes} names an axis twice")
    return result


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
    if not is_known(ndarray.dtype.name):
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
    for item in key:
        if isinstance(item, (np.ndarray, list, tuple, range, Indexing)):
            code = 1
        elif item is not None and not isinstance(item, (slice, int, np.integer)):
            return -1
    return code


def get_oshape_of_gather_nd_op(dshape: Sequence[int], ishape: Sequence[int]) -> tuple[int, ...]:
    """Return the shape of ``gather_nd(data, indices)`` for the shapes of both."""
    if not 0 < ishape[0] <= len(dshape):
        return tuple(ishape[1:])
    return (*ishape[1:], *dshape[ishape[0] :])
