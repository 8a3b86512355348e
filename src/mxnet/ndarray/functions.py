"""The functions of ``mx.nd`` that are more than an operator: arithmetic with numbers, and work on whole arrays."""

import operator as py
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from ..core.context import cpu
from ..core.dtypes import NUMBER_TYPES, is_known
from ..core.errors import MXNetError
from ..core.naming import named
from ..core.pixels.codec import decode_image
from ..core.write_tracking import share
from ..eager.arithmetic import with_number, without_attributes
from ..eager.dispatch import invoke
from ..ops import elementwise_texts as texts
from ..ops.elementwise_table import BINARY, BY_NAME, TO_BOOL, Binary
from ..registry.op import get
from .creation import array
from .exchange import from_dlpack as _from_dlpack
from .indexing import Indexing, check_boolean_array_dimension, read_key  # noqa: F401  (imported from here)
from .ndarray import NDArray

__all__ = [
    "add", "concatenate", "divide", "equal", "from_dlpack", "from_numpy", "get_indexing_dispatch_code",
    "get_oshape_of_gather_nd_op", "greater", "greater_equal", "histogram", "imdecode",
    "indexing_key_expand_implicit_axes", "lesser", "lesser_equal", "logical_and", "logical_or", "logical_xor",
    "maximum", "minimum", "modulo", "moveaxis", "multiply", "not_equal", "onehot_encode", "power", "split_v2",
    "subtract", "to_dlpack_for_read", "to_dlpack_for_write", "true_divide", "waitall",
]  # fmt: skip


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
    words = ("base", "exp") if name == "power" else ("lhs", "rhs")

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
        if isinstance(rhs, NUMBER_TYPES):
            if isinstance(lhs, NUMBER_TYPES):
                return int(plain(lhs, rhs)) if is_true_or_false else plain(lhs, rhs)
            if isinstance(lhs, NDArray):
                return invoke(get(right), (lhs,), {"scalar": float(rhs)}, None, type(lhs))
        elif isinstance(rhs, NDArray):
            if isinstance(lhs, NUMBER_TYPES):
                return invoke(get(left), (rhs,), {"scalar": float(lhs)}, None, type(rhs))
            if isinstance(lhs, NDArray):
                return invoke(get(array_op), (lhs, rhs), {}, None, type(lhs))
        else:
            raise TypeError(f"{name}: an operand of type {type(rhs).__name__} is not supported")
        raise AssertionError(f"{name}: the left side is neither an NDArray nor a number: {lhs!r}")

    def of_base(base: Any, exp: Any) -> Any:
        return compute(base, exp)

    function: Any = of_base if name == "power" else compute
    return named(name, texts.of_arrays_or_numbers(row, name, *words))(function)


(
    add, subtract, multiply, divide, modulo, power, maximum, minimum, equal, not_equal, greater, greater_equal, lesser,
    lesser_equal, logical_and, logical_or, logical_xor,
) = (_pair(row) for row in BINARY if row.function)  # fmt: skip
true_divide = divide


# -- whole arrays ---------------------------------------------------------------------------------------------


def concatenate(arrays: Sequence[NDArray], axis: int = 0, always_copy: bool = True) -> Any:
    """Return arrays joined along an axis.

    Parameters
    ----------
    arrays
        A list or tuple of at least one array, of one dtype, and of one shape except along ``axis``.
    axis
        The axis along which they are joined.
    always_copy
        Whether a single array is copied too; False: it is returned itself.

    Returns
    -------
    An array in their dtype.

    Raises
    ------
    AssertionError
        For arrays of different types, or of shapes that differ elsewhere.

    See Also
    --------
    concat : the operator, which takes the arrays one by one.
    stack : joins along a new axis.

    Examples
    --------
    >>> a, b = mx.nd.array([[1, 2]]), mx.nd.array([[3, 4]])
    >>> print(mx.nd.concatenate([a, b]).asnumpy())
    [[1. 2.]
     [3. 4.]]
    >>> print(mx.nd.concatenate([a, b], axis=1).asnumpy())
    [[1. 2. 3. 4.]]
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
    """Return a copy with axes moved to other positions; the others stay in their order.

    Parameters
    ----------
    tensor
        The array.
    source
        The axis or axes to move, negative ones counted from the last.
    destination
        The position of each of them in the result.

    Returns
    -------
    An array in the dtype of ``tensor``.

    Raises
    ------
    ValueError
        For an axis that is not there or named twice, and for another number of destinations.

    Examples
    --------
    >>> mx.nd.moveaxis(mx.nd.zeros((2, 3, 4)), 0, 2).shape
    (3, 4, 2)
    """
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
    """Cut an array into parts along an axis.

    Parameters
    ----------
    ary
        What is cut.
    indices_or_sections
        Into how many equal parts, or a tuple of the indices at which it is cut: (2, 5) gives [:2], [2:5] and [5:].
    axis
        The axis that is cut.
    squeeze_axis
        Whether parts of length 1 lose the axis.

    Returns
    -------
    A list of arrays; a single part itself.

    Examples
    --------
    >>> x = mx.nd.arange(6)
    >>> [part.shape for part in mx.nd.split_v2(x, 3)]
    [(2,), (2,), (2,)]
    >>> first, second, third = mx.nd.split_v2(x, (1, 4))
    >>> print(second.asnumpy())
    [1. 2. 3.]
    """
    return ary.split_v2(indices_or_sections, axis, squeeze_axis)


def onehot_encode(indices: NDArray, out: NDArray) -> NDArray:
    """Write 1 at one position of each row of a matrix, and 0 elsewhere.

    Parameters
    ----------
    indices
        The positions of the ones, one for each row of ``out``.
    out
        The matrix that is written to.

    Returns
    -------
    ``out``.

    Raises
    ------
    MXNetError
        Where ``indices`` has another length than ``out`` has rows.

    See Also
    --------
    one_hot : gives a new array.

    Examples
    --------
    >>> print(mx.nd.onehot_encode(mx.nd.array([1, 0]), mx.nd.zeros((2, 3))).asnumpy())
    [[0. 1. 0.]
     [1. 0. 0.]]
    """
    if out.ndim != 2 or indices.size != out.shape[0]:
        raise MXNetError(f"onehot_encode: expected a position for each row of {out.shape}, got {indices.shape}")
    return invoke(get("_onehot_encode"), (indices, out), {}, out, NDArray)


def histogram(a: NDArray, bins: int | NDArray = 10, range: tuple[float, float] | None = None) -> Any:
    """Count how many elements fall into each of several bins.

    Parameters
    ----------
    a
        The array, of any shape.
    bins
        The number of bins of equal width, or an array of their edges, one more than there are bins.
    range
        The least and the greatest value that are counted; None: those of ``a``, with a warning. Without effect where
        edges are given.

    Returns
    -------
    The counts, and the edges of the bins: two arrays.

    Examples
    --------
    >>> counts, edges = mx.nd.histogram(mx.nd.array([1, 2, 2, 5]), bins=2, range=(0, 6))
    >>> print(counts.asnumpy(), edges.asnumpy())
    [3 1] [0. 3. 6.]
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
    """Decode an image into an array ``(1, channels, height, width)`` of float32, its colours as B, G, R.

    Parameters
    ----------
    str_img
        The bytes of the file.
    clip_rect
        The part ``(x0, y0, x1, y1)`` to cut out, x to the right, y down; all 0: the whole image.
    out
        An array ``(n, channels, height, width)`` that receives the image; None: a new one.
    index
        The image of ``out`` that is written.
    channels
        3 for colours, 1 for grey.
    mean
        An array that is subtracted; None: none.

    Returns
    -------
    The image, or ``out``.

    Raises
    ------
    MXNetError
        For bytes that are no image.

    See Also
    --------
    mx.image.imdecode : the function for new programs: ``(height, width, channels)``, R, G, B, in uint8.

    Examples
    --------
    >>> import cv2
    >>> png = cv2.imencode('.png', np.zeros((4, 5, 3), np.uint8))[1].tobytes()
    >>> mx.nd.imdecode(png).shape
    (1, 3, 4, 5)
    """
    import cv2

    image = decode_image(str_img, cv2.IMREAD_COLOR if channels == 3 else cv2.IMREAD_GRAYSCALE)
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
    """Wait until all computations are done: for timings. Only on GPUs is there something to wait for.

    Returns
    -------
    Nothing.

    Examples
    --------
    >>> x = mx.nd.ones((2, 2)) * 2
    >>> mx.nd.waitall()
    """
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        torch.cuda.synchronize()
    elif torch.backends.mps.is_available():
        torch.mps.synchronize()


# -- exchange -------------------------------------------------------------------------------------------------


def from_numpy(ndarray: np.ndarray, zero_copy: bool = True, array_cls: Any = NDArray) -> Any:
    """Return an array of a NumPy array, on its memory or copied.

    Parameters
    ----------
    ndarray
        The NumPy array.
    zero_copy
        Whether the memory is shared; ``ndarray`` then becomes read-only. False: copied.
    array_cls
        The class of the result: NDArray, or ``mx.np.ndarray``.

    Returns
    -------
    An array on the CPU, in the dtype of ``ndarray``.

    Raises
    ------
    ValueError
        For memory to be shared that is not C-contiguous, and for data types that MXNet lacks.

    Examples
    --------
    >>> a = np.array([1, 2, 3])
    >>> x = mx.nd.from_numpy(a)
    >>> x.dtype, a.flags['WRITEABLE']
    (<class 'numpy.int64'>, False)
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
    """Return an array on the memory of an array of another library.

    Parameters
    ----------
    dlpack
        A DLPack capsule, or an object that can give one: a tensor of PyTorch's, an array of NumPy's, of CuPy's, ...

    Returns
    -------
    An NDArray that shares the memory.

    Examples
    --------
    >>> import torch
    >>> print(mx.nd.from_dlpack(torch.tensor([1., 2.])).asnumpy())
    [1. 2.]
    """
    return _from_dlpack(dlpack, NDArray)


def to_dlpack_for_read(data: NDArray) -> Any:
    """Return a DLPack capsule of the array's memory, for another library to read.

    Parameters
    ----------
    data
        The array.

    Returns
    -------
    A capsule, which can be taken once.

    Examples
    --------
    >>> import torch
    >>> torch.from_dlpack(mx.nd.to_dlpack_for_read(mx.nd.array([1, 2])))
    tensor([1., 2.])
    """
    return data.to_dlpack_for_read()


def to_dlpack_for_write(data: NDArray) -> Any:
    """Return a DLPack capsule of the array's memory, for another library to write to.

    Parameters
    ----------
    data
        The array.

    Returns
    -------
    A capsule, which can be taken once.

    Examples
    --------
    >>> import torch
    >>> x = mx.nd.array([1, 2])
    >>> torch.from_dlpack(mx.nd.to_dlpack_for_write(x))[0] = 9
    >>> print(x.asnumpy())
    [9. 2.]
    """
    return data.to_dlpack_for_write()


# -- keys of indices ------------------------------------------------------------------------------------------


def indexing_key_expand_implicit_axes(key: Any, shape: Sequence[int]) -> tuple[tuple[Any, ...], int]:
    """Return the key with ``...`` and missing axes written out as full slices, and -1.

    Parameters
    ----------
    key
        What stands between the brackets of ``x[key]``.
    shape
        The shape of x.

    Returns
    -------
    The key, a tuple with an item for each axis, and -1.

    Examples
    --------
    >>> mx.nd.indexing_key_expand_implicit_axes(1, (2, 3))
    ((1, slice(None, None, None)), -1)
    """
    return tuple(read_key(key, len(shape))), -1


def get_indexing_dispatch_code(key: tuple[Any, ...]) -> int:
    """Return 0 for a key of ints, slices and None, 1 for one with arrays or lists, -1 for any other.

    Parameters
    ----------
    key
        A key as a tuple.

    Returns
    -------
    0, 1 or -1.

    Raises
    ------
    AssertionError
        For what is no tuple.

    Examples
    --------
    >>> mx.nd.get_indexing_dispatch_code((1, slice(2))), mx.nd.get_indexing_dispatch_code(([0, 1],))
    (0, 1)
    """
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
    """Return the shape of ``gather_nd(data, indices)`` for the shapes of both.

    Parameters
    ----------
    dshape
        The shape of ``data``.
    ishape
        The shape of ``indices``.

    Returns
    -------
    A tuple.

    Examples
    --------
    >>> mx.nd.get_oshape_of_gather_nd_op((2, 3, 4), (2, 5))
    (5, 4)
    """
    return tuple(ishape[1:]) if not 0 < ishape[0] <= len(dshape) else (*ishape[1:], *dshape[ishape[0] :])
