"""Operators that sort: ``sort``, ``argsort``, ``topk``. Equal elements keep their order."""

from math import prod
from typing import Any, Literal

import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError
from ..core.params import DType
from ..kernels.select import select
from ..registry import op
from ..registry.rules import dtype_attribute
from ._axes import one_axis
from ._families import without_gradient, zero_gradient


def _along(data: torch.Tensor, axis: int | None) -> tuple[torch.Tensor, int]:
    """Return the array and the axis to sort along; the flattened array where ``axis`` is None."""
    return (data.reshape(-1), 0) if axis is None else (data, one_axis(axis, data.ndim))


def _ordered(shape: Any, axis: int | None) -> tuple[Any, int]:
    """Return the partial shape of what is sorted, as :func:`_along` says, and the axis."""
    if axis is None:
        return (None if None in shape else prod(shape),), 0
    return shape, one_axis(axis, len(shape))


def _value_types(p: Any, t: Any) -> None:
    t.out[0] = t.data
    t.data = t.out[0]
    t.out[1] = "int64"


@op("sort", aliases=("_npi_sort",), types=_value_types, outputs=("output0", "output1"), visible=1)
def sort(data, *, axis: int | None = -1, is_ascend: bool = True):
    """Return ``data`` sorted along ``axis``, or flattened and sorted where it is None.

    Hidden output: the positions.

    Parameters
    ----------
    axis
        The axis; None: the array is taken as flat.
    is_ascend
        Whether the least comes first.

    Returns
    -------
    A sorted copy.

    Examples
    --------
    >>> print(mx.nd.sort(mx.nd.array([[3, 1, 2]]), is_ascend=False).asnumpy())
    [[3. 2. 1.]]
    """
    data, axis = _along(data, axis)
    values, index = torch.sort(data, dim=axis, descending=not is_ascend)
    return values, index


sort.shapes(lambda p, s, data: s.out.fill(_ordered(data, p.axis)[0]))


@op("argsort", aliases=("_npi_argsort",), types=dtype_attribute, amp="full", backward=zero_gradient)
def argsort(data, *, axis: int | None = -1, is_ascend: bool = True, dtype: DType = "float32"):
    """Return the positions, of type ``dtype``, that sort ``data`` along ``axis`` (or flattened). No gradient passes.

    Parameters
    ----------
    axis
        The axis; None: the array is taken as flat.
    is_ascend
        Whether the least comes first.
    dtype
        The data type of the positions.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.argsort(mx.nd.array([[3, 1, 2]])).asnumpy())
    [[1. 2. 0.]]
    """
    data, axis = _along(data, axis)
    return torch.sort(data, dim=axis, descending=not is_ascend, stable=True).indices.to(TORCH_OF[dtype])


argsort.shapes(lambda p, s, data: _ordered(data, p.axis)[0])


def _topk_types(p: Any, t: Any) -> None:
    if p.ret_typ == "indices":
        t.out[0] = p.dtype
        return
    t.out[0] = t.data
    t.data = t.out[0]
    if p.ret_typ in ("both", "value"):
        t.out[1] = p.dtype if p.ret_typ == "both" else "int64"


@op("topk", aliases=("_npx_topk",), types=_topk_types, blocks=lambda p: p.ret_typ in ("indices", "mask"), amp="full")
def topk(
    data,
    *,
    axis: int | None = -1,
    k: int = 1,
    ret_typ: Literal["both", "indices", "mask", "value"] = "indices",
    is_ascend: bool = False,
    dtype: DType = "float32",
):
    """Return the ``k`` greatest elements along ``axis`` (least, if ``is_ascend``), best first; k < 1 means all.

    ``ret_typ``: their values, their positions in type ``dtype``, both, or a mask with 1 at their places in the
    shape of ``data``. ``axis`` None takes the flattened array. Only values have a gradient. Hidden output of ``value``:
    the positions.

    Parameters
    ----------
    axis
        The axis; None: the array is taken as flat.
    k
        How many; less than 1: all.
    ret_typ
        What is returned: 'value', 'indices', 'both', a list of the two, or 'mask', 1 at the elements that are chosen.
    is_ascend
        Whether the least are chosen.
    dtype
        The data type of the positions.

    Returns
    -------
    An array whose axis has the length ``k``; a mask has the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[3, 1, 2]])
    >>> print(mx.nd.topk(x, k=2).asnumpy())
    [[0. 2.]]
    >>> print(mx.nd.topk(x, k=2, ret_typ="value").asnumpy())
    [[3. 2.]]
    >>> print(mx.nd.topk(x, k=2, ret_typ="mask").asnumpy())
    [[1. 0. 1.]]
    """
    flat, axis = _along(data, axis)
    values, index = select(flat, axis, _number(k, flat.shape[axis]), is_ascend)
    if ret_typ == "value":
        return values, index
    if ret_typ == "both":
        return values, index.to(TORCH_OF[dtype])
    if ret_typ == "indices":
        return without_gradient(index.to(TORCH_OF[dtype]), data)
    return without_gradient(torch.zeros_like(flat).scatter(axis, index, 1).reshape(data.shape), data)


def _number(k: int, length: int | None) -> int | None:
    """Return how many elements are chosen."""
    if length is not None and k > length:
        raise MXNetError(f"topk: k must not be greater than {length}, got k = {k}")
    return k if k > 0 else length


@topk.shapes
def _(p: Any, s: Any, data: Any) -> None:
    shape, axis = _ordered(data, p.axis)
    chosen = (*shape[:axis], _number(p.k, shape[axis]), *shape[axis + 1 :])
    s.out.fill(data if p.ret_typ == "mask" else chosen)


topk.outputs(lambda p: ("output0", "output1") if p.ret_typ in ("both", "value") else ("output",))


topk.visible(lambda p: 2 if p.ret_typ == "both" else 1)
