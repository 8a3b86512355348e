"""Products of arrays, diagonals, and arrays laid side by side."""

from collections.abc import Sequence
from typing import Any, Literal

import torch

from ..core.errors import MXNetError, ShapeConflict
from ..core.params import Ints
from ..core.semantics import semantics
from ..core.shapes import show, unify
from ..core.tracing import traced
from ..kernels.products import bmm, contract, matmul, product
from ..kernels.side_by_side import joined
from ..registry import op
from ..registry.traits import Joined
from ._axes import one_axis
from ._fast_paths import UseOperator

Storage = Literal["csr", "default", "row_sparse"]


@op("dot", aliases=("_sparse_dot",), amp="widest", integers_on_host=True)
def dot(lhs, rhs, *, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Storage | None = None):
    """Return the sum of products over the last axis of ``lhs`` and the first of ``rhs``.

    ``transpose_a`` takes the first axis of ``lhs`` instead, ``transpose_b`` the last of ``rhs``; a vector beside a
    matrix has only one, and for two vectors they are an error. Two vectors give shape ``(1,)``. ``forward_stype`` has
    no effect on dense arrays.

    Parameters
    ----------
    lhs
        The first factor.
    rhs
        The second factor.
    transpose_a
        Whether ``lhs`` is transposed first.
    transpose_b
        Whether ``rhs`` is transposed first.
    forward_stype
        The storage of the result of sparse arrays; None: the one that suits.

    Returns
    -------
    An array; of matrices n x m and m x k it is n x k.

    Examples
    --------
    >>> a, b = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[0, 1], [1, 0]])
    >>> print(mx.nd.dot(a, b).asnumpy())
    [[2. 1.]
     [4. 3.]]
    >>> print(mx.nd.dot(a, b, transpose_a=True).asnumpy())
    [[3. 1.]
     [4. 2.]]
    """
    if lhs.ndim == rhs.ndim == 2:
        multiply = torch.mm if traced() else product
        return multiply(lhs.t() if transpose_a else lhs, rhs.t() if transpose_b else rhs)
    _check_transposed(lhs.shape, rhs.shape, transpose_a or transpose_b)
    left = 0 if transpose_a else lhs.ndim - 1
    right = rhs.ndim - 1 if transpose_b else 0
    if lhs.shape[left] != rhs.shape[right]:
        raise _dot_error(lhs.shape, rhs.shape, transpose_a, transpose_b)
    result = contract(lhs, rhs, [left], [right])
    return result if result.ndim else result.reshape(1)


def _dot_error(lhs: Sequence[int | None], rhs: Sequence[int | None], transpose_a: bool, transpose_b: bool) -> Exception:
    left, right = 0 if transpose_a else len(lhs) - 1, len(rhs) - 1 if transpose_b else 0
    flags = ", ".join(name for name, on in (("transpose_a", transpose_a), ("transpose_b", transpose_b)) if on)
    return MXNetError(
        f"dot shape error: {list(lhs)} X {list(rhs)}: axis {left} of lhs has length {lhs[left]}, axis {right} of rhs "
        f"{rhs[right]}{f', with {flags}' if flags else ''}: expected equal lengths"
        f"{'; batch_dot multiplies the matrices of two batches' if len(lhs) == len(rhs) > 2 else ''}"
    )


def _check_transposed(lhs: Sequence[int | None], rhs: Sequence[int | None], transposed: bool) -> None:
    if transposed and len(lhs) == len(rhs) == 1:
        raise MXNetError("dot: two vectors cannot be transposed")


@dot.shapes
def _(p, s):
    if not s.lhs or not s.rhs:
        return
    lhs, rhs = s.lhs, s.rhs
    _check_transposed(lhs, rhs, p.transpose_a or p.transpose_b)
    inner, left = (lhs[0], lhs[1:]) if p.transpose_a else (lhs[-1], lhs[:-1])
    other, right = (rhs[-1], rhs[:-1]) if p.transpose_b else (rhs[0], rhs[1:])
    if None not in (inner, other) and inner != other:
        raise _dot_error(lhs, rhs, p.transpose_a, p.transpose_b)
    s.out[0] = (*left, *right) or (1,)


@dot.fast_path(records=True)
def _(p):
    if p.transpose_a:
        return (lambda a, b: product(a.t(), b.t())) if p.transpose_b else (lambda a, b: product(a.t(), b))
    return (lambda a, b: product(a, b.t())) if p.transpose_b else product


@op("batch_dot", aliases=("_npx_batch_dot",), amp="widest", integers_on_host=True)
def batch_dot(lhs, rhs, *, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Storage | None = None):
    """Return the matrix products of the last two axes, one for each index of the others, which must be equal.

    ``(..., n, m)`` and ``(..., m, k)`` give ``(..., n, k)``. ``forward_stype`` has no effect on dense arrays.

    Parameters
    ----------
    lhs
        The first factors, ``(..., n, m)``.
    rhs
        The second factors, ``(..., m, k)``.
    transpose_a
        Whether the matrices of ``lhs`` are transposed first.
    transpose_b
        Whether the matrices of ``rhs`` are transposed first.
    forward_stype
        Without effect.

    Returns
    -------
    An array ``(..., n, k)``.

    Examples
    --------
    >>> mx.nd.batch_dot(mx.nd.ones((8, 2, 3)), mx.nd.ones((8, 3, 4))).shape
    (8, 2, 4)
    """
    if lhs.ndim != rhs.ndim or lhs.ndim < 3 or lhs.shape[:-2] != rhs.shape[:-2]:
        raise _batch_dot_error(lhs.shape, rhs.shape, transpose_a, transpose_b)
    if transpose_a:
        lhs = lhs.mT
    if transpose_b:
        rhs = rhs.mT
    return bmm(lhs, rhs) if lhs.ndim == 3 else matmul(lhs, rhs)


def _batch_dot_error(lhs, rhs, transpose_a, transpose_b):
    return MXNetError(
        "batch_dot shape error (at least 3 axes, of which all but the last two are equal, and fitting matrices): "
        f"{list(lhs)} X {list(rhs)} trans_a={transpose_a:d} trans_b={transpose_b:d}"
    )


@batch_dot.shapes
def _(p, s, lhs, rhs):
    if len(lhs) != len(rhs) or len(lhs) < 3:
        raise _batch_dot_error(lhs, rhs, p.transpose_a, p.transpose_b)
    rows, inner = reversed(lhs[-2:]) if p.transpose_a else lhs[-2:]
    other, columns = reversed(rhs[-2:]) if p.transpose_b else rhs[-2:]
    if None in (inner, other):
        return None  # 1.9.1 knows nothing of the result then, not even its axes
    try:
        unify((inner,), (other,))
        batch = unify(lhs[:-2], rhs[:-2])
    except ShapeConflict:
        raise _batch_dot_error(lhs, rhs, p.transpose_a, p.transpose_b) from None
    return (*batch, rows, columns)


batch_dot.fast_path(records=True)(lambda p: None if p.transpose_a or p.transpose_b else bmm)


@op("khatri_rao", count="num_args", differentiable=False, amp="full")
def khatri_rao(*args):
    """Return the column-wise Kronecker product of matrices with k columns each: column j is the product of all j-th.

    Parameters
    ----------
    args
        Matrices ``(m, k)`` of one number of columns.

    Returns
    -------
    A matrix with k columns, and as many rows as the product of all numbers of rows; row ``i * n + j`` is row i of the
    first times row j of the second of n rows.

    Examples
    --------
    >>> a, b = nd.array([[1, 2], [3, 4]]), nd.array([[1, 1], [10, 100]])
    >>> print(nd.khatri_rao(a, b).asnumpy())
    [[  1.   2.]
     [ 10. 200.]
     [  3.   4.]
     [ 30. 400.]]
    """
    result = args[0]
    for arg in args:
        if arg.ndim != 2 or arg.shape[1] != args[0].shape[-1]:
            raise MXNetError(f"khatri_rao: expected matrices of one width, got {[list(a.shape) for a in args]}")
    for arg in args[1:]:
        result = (result.unsqueeze(1) * arg).flatten(0, 1)
    return result


@op("diag", view=True, full_names=("input",))
def diag(data, *, k: int = 0, axis1: int = 0, axis2: int = 1):
    """Return diagonal ``k`` of the matrices in ``axis1`` and ``axis2``, as last axis; of a vector, the matrix with it.

    Positive ``k`` lies above the main diagonal. Beside the last diagonals there are empty ones; further out, errors.

    Parameters
    ----------
    k
        Which diagonal: 1 is the one above the main one, -1 the one below.
    axis1
        The first axis of the matrices.
    axis2
        The second axis of the matrices.

    Returns
    -------
    An array.

    Examples
    --------
    >>> print(mx.nd.diag(mx.nd.array([[1, 2], [3, 4]])).asnumpy())
    [1. 4.]
    """
    if data.ndim == 1:
        return torch.diag_embed(data, k)
    first, second = one_axis(axis1, data.ndim), one_axis(axis2, data.ndim)
    if first == second:
        raise MXNetError(f"axis1 and axis2 cannot refer to the same axis {first}")
    if not -data.shape[first] <= k <= data.shape[second]:
        raise MXNetError(f"diag: diagonal {k} does not exist in {list(data.shape)}")
    return torch.diagonal(data, k, first, second)


def concat_shapes(p: Any, s: Any, along: int | None = None) -> None:
    """All lengths but the joined one are equal; the joined one is the sum, and one unknown part the rest of it.

    ``along``: the axis, where it is not the attribute ``dim``.
    """
    ranks = {len(x) for x in (*s.inputs, *s.out) if x is not None}
    if not ranks:
        return
    axis = one_axis(p.dim if along is None else along, max(ranks))
    _check_parts(s.inputs, axis)
    common = None
    for _ in range(2):  # the second round carries what the last knew back to the first
        for group in (s.inputs, s.out):
            for i in range(len(group)):
                group[i] = common
                if group[i] is not None:
                    common = _with_length(group[i], axis, None)
    _concat_lengths(s, axis)


def _check_parts(inputs: Sequence[Any], axis: int) -> None:
    """Raise :class:`MXNetError` for inputs that differ in more than the joined axis; names are their positions."""
    parts = [(i, x) for i, x in enumerate(inputs) if x is not None]
    for i, shape in parts[1:]:
        first = parts[0][1]
        try:
            unify(_with_length(first, axis, None), _with_length(shape, axis, None))
        except ShapeConflict:
            raise ShapeConflict(
                f"Incompatible input shape: input {i} has shape {show(shape)}, input {parts[0][0]} {show(first)}: "
                f"they may differ in axis {axis} alone"
            ) from None


def _concat_lengths(s: Any, axis: int) -> None:
    parts = [x[axis] for x in s.inputs]
    if None not in parts:
        s.out[0] = _with_length(s.out[0], axis, sum(parts))
    elif parts.count(None) == 1 and s.out[0][axis] is not None:
        _share_rest(s, axis, [parts.index(None)])


def _share_rest(s: Any, axis: int, unknown: list[int]) -> None:
    """Give the inputs of unknown length equal shares of what the others leave."""
    rest = s.out[0][axis] - sum(x[axis] for i, x in enumerate(s.inputs) if i not in unknown)
    for i in unknown:
        s.inputs[i] = _with_length(s.inputs[i], axis, rest // len(unknown))


def _with_length(shape: Any, axis: int, length: int | None) -> Any:
    return (*shape[:axis], length, *shape[axis + 1 :])


@op(
    "Concat",
    full_names=("outputs",),
    aliases=("_sparse_concat", "concat"),
    count="num_args",
    shapes=concat_shapes,
    amp=("widest", "any"),
)
def concat(*data, dim: int = 1):
    """Return arrays joined along axis ``dim``, in which alone they may differ.

    Parameters
    ----------
    *data
        The arrays; they have one dtype, and one shape but for ``dim``.
    dim
        The axis along which they are joined.

    Returns
    -------
    An array.

    See Also
    --------
    stack : joins along a new axis.

    Examples
    --------
    >>> a, b = mx.nd.array([[1, 2]]), mx.nd.array([[3, 4]])
    >>> print(mx.nd.concat(a, b, dim=0).asnumpy())
    [[1. 2.]
     [3. 4.]]
    >>> print(mx.nd.concat(a, b, dim=1).asnumpy())
    [[1. 2. 3. 4.]]
    """
    check_joined("Concat", data, dim)
    return torch.cat(data, dim)


@concat.fast_path(records=True)
def _(p):
    dim = p.dim

    def call(*tensors):
        result = torch.cat(tensors, dim)
        rank = result.dim()
        for t in tensors:
            if t.dim() != rank:
                raise UseOperator
        return result

    return call


def _lengths_along(axis: int, *parts: torch.Tensor) -> list[int]:
    return [part.shape[axis] for part in parts]


@concat.vjp
def _(b, call, p, grads):
    lengths = b.value(b.add_forward(call, _lengths_along, p.dim, *call.args))
    parts = b.call(torch.split_with_sizes, grads[0], lengths, p.dim)
    for i, item in enumerate(call.args):
        if b.needs_gradient(item):
            b.add(item, b.part(parts, i))


def _rnn_param_concat_shapes(p: Any, s: Any) -> None:
    """As :func:`concat_shapes`; of two unknown parts, those of the two directions, each has half of the rest."""
    concat_shapes(p, s)
    if s.out[0] is None:
        return
    axis = one_axis(p.dim, len(s.out[0]))
    unknown = [i for i, x in enumerate(s.inputs) if x is None or x[axis] is None]
    if len(unknown) == 2 and s.out[0][axis] is not None:
        _share_rest(s, axis, unknown)


@op(
    "_rnn_param_concat",
    full_names=("outputs",),
    aliases=("_npi_rnn_param_concat",),
    count="num_args",
    shapes=_rnn_param_concat_shapes,
    layer=lambda p: Joined() if p.dim == 0 else None,
)
def _rnn_param_concat(*data, dim: int = 1):
    """Return the parameters of a recurrent network joined along axis ``dim``: as ``Concat``."""
    check_joined("_rnn_param_concat", data, dim)
    return torch.cat(data, dim) if data[0].dim() != 1 else joined(data)


def check_joined(name: str, data: Any, dim: int) -> None:
    """Raise :class:`MXNetError` unless there are arrays, all of as many axes, with an axis ``dim``."""
    if not data:
        raise MXNetError(f"{name} needs at least one input")
    ndim = data[0].ndim
    one_axis(dim, ndim)
    for array in data:
        if array.ndim != ndim:
            raise MXNetError(f"Incompatible input shape: expected {ndim} axes, got {list(array.shape)}")


@op("stack", count="num_args", amp="widest")
def stack(*data, axis: int = 0):
    """Return arrays of one shape joined along a new axis at position ``axis``.

    Parameters
    ----------
    *data
        The arrays, of one shape and dtype.
    axis
        The position of the new axis in the result.

    Returns
    -------
    An array with one axis more.

    Examples
    --------
    >>> a, b = mx.nd.array([1, 2]), mx.nd.array([3, 4])
    >>> print(mx.nd.stack(a, b).asnumpy())
    [[1. 2.]
     [3. 4.]]
    >>> print(mx.nd.stack(a, b, axis=1).asnumpy())
    [[1. 3.]
     [2. 4.]]
    """
    if not data:
        raise MXNetError("stack needs at least one input")
    return torch.stack(data, one_axis(axis, data[0].ndim + 1))


@stack.shapes
def stack_shapes(p, s):
    """All inputs have one shape; the result has their number as a further length."""
    common = None
    for i, item in enumerate(s.inputs):
        try:
            common = unify(common, item)
        except ShapeConflict:
            raise ShapeConflict(
                f"stack: all inputs must have one shape, but input {i} has {show(item)}, those before it {show(common)}"
            ) from None
    if common is not None:
        axis = one_axis(p.axis, len(common) + 1)
        s.out[0] = (*common[:axis], len(s.inputs), *common[axis:])


@stack.fast_path(records=True)
def _(p):
    axis = p.axis
    return lambda *tensors: torch.stack(tensors, axis)


@op("tile", aliases=("_npi_tile",), view=True, full_names=("input",))
def tile(data, *, reps: Ints | None):
    """Return ``data`` laid out ``reps[i]`` times along axis i; missing axes are added in front, as NumPy does.

    None is as good as no entries.

    Parameters
    ----------
    reps
        How often the array is repeated along each axis.

    Returns
    -------
    An array.

    Examples
    --------
    >>> print(mx.nd.tile(mx.nd.array([[1, 2]]), reps=(2, 2)).asnumpy())
    [[1. 2. 1. 2.]
     [1. 2. 1. 2.]]
    """
    reps = reps or ()
    least = 0 if semantics.np_shape else 1
    if any(n < least for n in reps):
        raise MXNetError(f"tile: reps must be at least {least}, got {reps}")
    return torch.tile(data, reps) if reps else data


@tile.shapes
def _(p, s, data):
    reps = p.reps or ()
    if all(n > 0 for n in reps):
        rank = max(len(data), len(reps))
        lengths = (*(1,) * (rank - len(data)), *data)
        times = (*(1,) * (rank - len(reps)), *reps)
        s.out[0] = tuple(None if n is None else n * k for n, k in zip(lengths, times, strict=True))


@op("repeat", aliases=("_np_repeat",), full_names=("input",))
def repeat(data, *, repeats: int, axis: int | None = None):
    """Return every element ``repeats`` times in a row, along ``axis`` or of the flattened array where it is None.

    Parameters
    ----------
    repeats
        How often.
    axis
        The axis; None: the array is taken as flat.

    Returns
    -------
    An array.

    Examples
    --------
    >>> print(mx.nd.repeat(mx.nd.array([[1, 2]]), repeats=2, axis=1).asnumpy())
    [[1. 1. 2. 2.]]
    """
    if repeats < 0:
        raise MXNetError(f"repeats cannot be a negative number, got {repeats}")
    if axis is None:
        return data.reshape(-1).repeat_interleave(repeats)
    return data.repeat_interleave(repeats, one_axis(axis, data.ndim))
