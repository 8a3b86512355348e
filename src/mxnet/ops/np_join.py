"""Operators of the NumPy interface that join and split arrays."""

import ast
from typing import Any

import torch

from ..core.errors import MXNetError, shortened
from ..core.params import Count, Shape
from ..registry import op
from ._axes import one_axis
from ._fast_paths import UseOperator
from ._np_families import promote_or_share, to_promoted
from .matrix import check_joined, concat_shapes, stack_shapes
from .np_shape import with_leading_axes
from .slicing import split_outputs, split_parts


def _concatenate_shapes(p: Any, s: Any) -> None:
    if p.axis is not None:
        concat_shapes(p, s, p.axis)


@op("_npi_concatenate", count="num_args", shapes=_concatenate_shapes, types=promote_or_share)
def _npi_concatenate(*data, axis: int | None = 0):
    """Return arrays joined along ``axis``, in their promoted type; flat, where that is None."""
    if axis is None:
        data, axis = [array.reshape(-1) for array in data], 0
    _need_some("concatenate", data)
    data = to_promoted(*data)
    check_joined("_npi_concatenate", data, axis)
    return torch.cat(data, axis)


@_npi_concatenate.fast_path(records=True)
def _(p):
    axis = p.axis

    def call(*tensors):
        result = torch.cat(tensors, axis)
        rank, dtype = result.dim(), result.dtype
        for t in tensors:
            if t.dim() != rank or t.dtype is not dtype:
                raise UseOperator
        return result

    return None if axis is None else call


@op("_npi_stack", count="num_args", types=promote_or_share, shapes=stack_shapes)
def _npi_stack(*data, axis: int = 0):
    """Return arrays of one shape joined along a new axis, in their promoted type."""
    if not data:
        raise MXNetError("stack: at least one array is needed")
    return torch.stack(to_promoted(*data), one_axis(axis, data[0].ndim + 1))


@_npi_stack.fast_path(records=True)
def _(p):
    axis = p.axis

    def call(*tensors):
        dtype = tensors[0].dtype
        for t in tensors:
            if t.dtype is not dtype:
                raise UseOperator
        return torch.stack(tensors, axis)

    return call


@op("_npi_vstack", count="num_args", types=promote_or_share)
def _npi_vstack(*data):
    """Return arrays joined along the first axis, vectors being rows."""
    _need_some("vstack", data)
    return torch.vstack(to_promoted(*data))


@op("_npi_hstack", count="num_args", types=promote_or_share)
def _npi_hstack(*data, dim: int = 1):
    """Return arrays joined along the second axis, vectors along their only one. ``dim`` is without effect."""
    _need_some("hstack", data)
    return torch.hstack(to_promoted(*data))


@op("_npi_dstack", count="num_args", types=promote_or_share)
def _npi_dstack(*data, dim: int = 1):
    """Return arrays joined along the third axis. ``dim`` is without effect."""
    _need_some("dstack", data)
    return torch.dstack(to_promoted(*data))


@op("_npi_column_stack", count="num_args", types=promote_or_share)
def _npi_column_stack(*data):
    """Return a matrix whose columns are vectors, or those of matrices."""
    _need_some("column_stack", data)
    columns = [t if t.dim() > 1 else t.reshape(-1, 1) for t in to_promoted(*data)]
    return torch.cat(columns, 1)  # torch.column_stack has no rule for torch.func.vmap


def _need_some(name: str, data: Any) -> None:
    if not data:
        raise MXNetError(f"{name}: at least one array is needed")
    for i, item in enumerate(data):
        if item is None:
            raise MXNetError(f"{name}: input {i} is missing")


@op("_npi_hsplit", view=True, outputs=split_outputs)
def _npi_hsplit(data, *, indices: Shape, axis: int = 1, squeeze_axis: bool = False, sections: Count = 0):
    """Return ``data`` cut along its second axis (a vector along its only one); see ``_split_v2``."""
    return split_parts("_npi_hsplit", data, indices, min(1, data.ndim - 1), squeeze_axis, sections)


@op("_npi_dsplit", view=True, outputs=split_outputs)
def _npi_dsplit(data, *, indices: Shape, axis: int = 1, squeeze_axis: bool = False, sections: Count = 0):
    """Return ``data`` cut along its third axis; see ``_split_v2``."""
    if data.ndim < 3:
        raise MXNetError(f"dsplit: three axes are needed, got shape {tuple(data.shape)}")
    return split_parts("_npi_dsplit", data, indices, 2, squeeze_axis, sections)


@op("_npi_block", extension=True, count="num_args")
def _npi_block(*data, nesting: str):
    """Return arrays joined as nested lists show: ``nesting`` is the text of lists of the arrays' numbers.

    The innermost lists are joined along the last axis, those around them along the one before, and so on.
    """
    tree = _tree(nesting, len(data))
    levels = _depth(tree)
    ndim = max(levels, *(item.ndim for item in data))

    def joined(value: Any, level: int) -> torch.Tensor:
        if isinstance(value, list):
            return torch.cat([joined(item, level - 1) for item in value], -level)
        return with_leading_axes(data[value], ndim)

    return joined(tree, levels)


def _tree(nesting: str, count: int) -> Any:
    try:
        tree = ast.literal_eval(nesting)
        if _are_positions(tree, count):
            return tree
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        pass
    raise MXNetError(f"nesting: expected lists of numbers below {count}, got {shortened(nesting)!r}")


def _are_positions(tree: Any, count: int) -> bool:
    if isinstance(tree, list):
        return bool(tree) and all(_are_positions(item, count) for item in tree)
    return type(tree) is int and 0 <= tree < count


def _depth(tree: Any) -> int:
    return 1 + max(map(_depth, tree)) if isinstance(tree, list) else 0
