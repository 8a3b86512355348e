"""PyTorch's functions in ONNX's operators, for :mod:`.tensors`."""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import torch

from ...core.dtypes import NAME_OF_TORCH, TORCH_OF
from .. import _elementwise_onnx as by_onnx
from ..elementwise_table import BINARY, INT_TRUNCATES, TO_BOOL, TO_FLOAT, UNARY, torch_name
from .tensors import FORMS, Pair, written

Form = Callable[..., Any]


def form(*names: str) -> Callable[[Form], Form]:
    """Decorate what writes these functions of PyTorch's."""

    def declare(write: Form) -> Form:
        FORMS.update(dict.fromkeys(names, write))
        return write

    return declare


# -- data types ------------------------------------------------------------------------------------------------------

#: the types that ONNX Runtime sorts and adds up
_WIDE = ("float32", "float64", "int32", "int64")


def wide(g: Any, x: Any, dtype: str | None = None) -> Any:
    """Return ``x`` as numbers of a type, its own by default, or of one as wide that ONNX Runtime sorts and adds up."""
    dtype = dtype or x.dtype
    return g.cast(x, dtype if dtype in _WIDE else "float32" if "float" in dtype else "int64")


def promoted(g: Any, *xs: Any) -> list[Any]:
    """Return values, and numbers as values, in the type to which PyTorch promotes them."""
    operands = [torch.empty((0,) * min(x.rank, 1), dtype=TORCH_OF[x.dtype]) if is_value(x) else x for x in xs]
    dtype = torch.result_type(operands[0], operands[-1])
    for operand in operands[1:-1]:
        dtype = torch.promote_types(dtype, torch.result_type(operand, operand))
    name = NAME_OF_TORCH[dtype]
    return [g.cast(x, name) if is_value(x) else g.scalar(x, name) for x in xs]


def is_value(x: Any) -> bool:
    """Return whether an argument is a value of the graph."""
    return hasattr(x, "of_shape")


@form("to")
def _to(g, x, *args, dtype=None, **placement):
    dtype = next((arg for arg in args if isinstance(arg, torch.dtype)), dtype)
    return x if dtype is None else g.cast(x, NAME_OF_TORCH[dtype])


for _name, _dtype in {"float": torch.float32, "double": torch.float64, "long": torch.int64, "bool": torch.bool}.items():
    form(_name)(lambda g, x, dtype=_dtype: _to(g, x, dtype))


# -- of each element -------------------------------------------------------------------------------------------------


def broadcast(*shapes: Any) -> Any:
    """Return the shape to which shapes broadcast, with None for lengths that are not known."""
    rank = max(map(len, shapes))
    columns = zip(*((*(1,) * (rank - len(shape)), *shape) for shape in shapes), strict=True)
    return tuple(next((d for d in column if d not in (None, 1)), None if None in column else 1) for column in columns)


def _elementwise(onnx: Any, real: bool = False, narrow: bool = True) -> Form:
    """Return what writes a function of values that broadcast; ``real``: of integers as float32.

    ``narrow``: whether integers of one byte, which ONNX Runtime does not compute with, are computed as those of four.
    """

    def write(g: Any, *xs: Any) -> Any:
        inputs = promoted(g, *xs)
        dtype = inputs[0].dtype
        if real and not inputs[0].is_float:
            inputs = [g.cast(x, "float32") for x in inputs]
        elif narrow and dtype in ("int8", "uint8"):
            inputs = [g.cast(x, "int32") for x in inputs]
        result = g.node(onnx, inputs) if isinstance(onnx, str) else onnx(g, *inputs)
        result = result.of_shape(broadcast(*(x.shape for x in inputs)))
        return g.cast(result, dtype) if result.dtype == "int32" else result

    return write


for _row in BINARY:
    _names = {torch_name(_row.kernel), torch_name(_row.numpy_kernel or _row.kernel)} - {""}
    if _row.onnx is not None:
        form(*_names)(_elementwise(_row.onnx, narrow=_row.promotion is not TO_BOOL))
for _unary in UNARY:
    if _unary.onnx is not None and torch_name(_unary.kernel):
        _is_real = _unary.promotion in (INT_TRUNCATES, TO_FLOAT)
        form(torch_name(_unary.kernel))(_elementwise(_unary.onnx, real=_is_real, narrow=False))
for _name, _other in {
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "invert": "bitwise_not",
}.items():  # fmt: skip
    form(_name)(FORMS[_other])
_SUM = FORMS["add"]
form("addcdiv")(lambda g, x, y, z, value=1: FORMS["add"](g, x, FORMS["mul"](g, FORMS["div"](g, y, z), value)))


@form("add")
def _add(g, x, y, *, alpha=1):
    return _SUM(g, x, y if alpha == 1 else FORMS["mul"](g, y, alpha))


form("div", "truediv")(_elementwise("Div", real=True))
form("mod", "remainder")(_elementwise(by_onnx.modulo))


@form("floordiv")
def _floor_divide(g, x, y):
    """The quotient, rounded down; of integers that are not negative, as positions are."""
    result = _elementwise("Div")(g, x, y)
    return g.Floor(result, shape=result.shape) if result.is_float else result


@form("where")
def _where(g, condition, x, y):
    x, y = promoted(g, x, y)
    return g.Where(condition, x, y, dtype=x.dtype, shape=broadcast(condition.shape, x.shape, y.shape))


@form("clamp")
def _clamp(g, x, min=None, max=None):
    x = x if min is None else FORMS["maximum"](g, x, min)
    return x if max is None else FORMS["minimum"](g, x, max)


@form("nan_to_num")
def _without_nan(g, x, nan=0.0, posinf=None, neginf=None):
    limits = torch.finfo(TORCH_OF[x.dtype])
    high, low = limits.max if posinf is None else posinf, limits.min if neginf is None else neginf
    result = _where(g, g.IsNaN(x, shape=x.shape), nan, x)
    result = _where(g, g.IsInf(x, detect_negative=0, shape=x.shape), high, result)
    return _where(g, g.IsInf(x, detect_positive=0, shape=x.shape), low, result)


# -- reductions, order -----------------------------------------------------------------------------------------------


def _axes(x: Any, dim: Any) -> list[int]:
    listed = range(x.rank) if dim is None or dim == () else (dim,) if isinstance(dim, int) else dim
    return [a % x.rank for a in listed]


def _reduced(op_type: str, adds_up: bool = False) -> Form:
    def write(g: Any, x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
        name = NAME_OF_TORCH[dtype] if dtype else "int64" if adds_up and not x.is_float else x.dtype
        result = x if x.is_float and not dtype else wide(g, x, name)
        return g.cast(g.reduce(op_type, result, _axes(x, dim), keepdim), name)

    return write


for _name, _op_type in {"sum": "Sum", "mean": "Mean", "prod": "Prod", "amax": "Max", "amin": "Min"}.items():
    form(_name)(_reduced(f"Reduce{_op_type}", adds_up=_name in ("sum", "prod")))


def _truth(op_type: str) -> Form:
    def write(g: Any, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
        return g.cast(g.reduce(op_type, g.cast(g.cast(x, "bool"), "int32"), _axes(x, dim), keepdim), "bool")

    return write


form("any")(_truth("ReduceMax"))
form("all")(_truth("ReduceMin"))


def _position(op_type: str) -> Form:
    def write(g: Any, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
        x, axis = (g.reshape(x, (-1,)), 0) if dim is None else (x, dim % x.rank)
        shape = tuple(1 if i == axis else d for i, d in enumerate(x.shape) if keepdim or i != axis)
        return g.node(op_type, (x,), axis=axis, keepdims=int(keepdim), shape=shape)

    return write


def _extreme(name: str) -> Form:
    def write(g: Any, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
        if is_value(dim):
            return FORMS[f"{name}imum"](g, x, dim)
        values = FORMS[f"a{name}"](g, x, dim, keepdim)
        return values if dim is None else Pair((values, FORMS[f"arg{name}"](g, x, dim, keepdim)))

    return write


for _name in ("max", "min"):
    form(f"arg{_name}")(_position(f"Arg{_name.capitalize()}"))
    form(_name)(_extreme(_name))
form("aminmax")(lambda g, x: (FORMS["amin"](g, x), FORMS["amax"](g, x)))


@form("cumsum")
def _cumsum(g, x, dim, dtype=None):
    name = NAME_OF_TORCH[dtype] if dtype else x.dtype if x.is_float else "int64"
    return g.CumSum(wide(g, x, name), g.scalar(dim % x.rank, "int64"), shape=x.shape)


@form("linalg_vector_norm")
def _norm(g, x, ord=2, dim=None, keepdim=False, dtype=None):
    axes = _axes(x, dim)
    if ord in (1, 2):
        return g.reduce(f"ReduceL{ord:.0f}", x, axes, keepdim)
    if ord == 0:
        return g.reduce("ReduceSum", g.cast(FORMS["ne"](g, x, 0), x.dtype), axes, keepdim)
    size = g.Abs(x, shape=x.shape)
    if abs(ord) == torch.inf:
        return g.reduce("ReduceMax" if ord > 0 else "ReduceMin", size, axes, keepdim)
    total = g.reduce("ReduceSum", g.Pow(size, ord, shape=x.shape), axes, keepdim)
    return g.Pow(total, 1 / ord, shape=total.shape)


@form("topk")
def _topk(g, x, k, dim=-1, largest=True, sorted=True):
    axis, sortable = dim % x.rank, wide(g, x)
    shape = tuple((k if isinstance(k, int) else None) if i == axis else d for i, d in enumerate(x.shape))
    facts = {"axis": axis, "largest": int(largest), "outputs": 2, "dtype": (sortable.dtype, "int64"), "shape": shape}
    values, indices = g.TopK(sortable, g.vector([k]), **facts)
    return Pair((g.cast(values, x.dtype), indices))


@form("sort")
def _sort(g, x, dim=-1, descending=False, stable=True):
    return _topk(g, x, g.length(x, dim), dim, descending)


form("argsort")(lambda g, x, dim=-1, descending=False, stable=True: _sort(g, x, dim, descending).indices)


# -- shapes ----------------------------------------------------------------------------------------------------------


def _listed(args: Sequence[Any]) -> list[Any]:
    """Return arguments that are given one by one, or as one sequence."""
    return list(args[0] if len(args) == 1 and isinstance(args[0], (list, tuple, torch.Size)) else args)


def _product(lengths: Sequence[Any]) -> Any:
    return prod(lengths) if all(isinstance(d, int) for d in lengths) else -1


@form("reshape", "view")
def _reshape(g, x, *shape):
    return g.reshape(x, _listed(shape))


@form("flatten")
def _flatten(g, x, start_dim=0, end_dim=-1):
    lengths, first, last = g.lengths(x), start_dim % max(x.rank, 1), end_dim % max(x.rank, 1)
    return g.reshape(x, [*lengths[:first], _product(lengths[first : last + 1]), *lengths[last + 1 :]])


@form("unflatten")
def _unflatten(g, x, dim, sizes):
    lengths, axis = g.lengths(x), dim % x.rank
    return g.reshape(x, [*lengths[:axis], *sizes, *lengths[axis + 1 :]])


@form("permute")
def _permute(g, x, *order):
    return g.transpose(x, [a % x.rank for a in _listed(order)])


@form("transpose", "swapaxes")
def _transpose(g, x, first, second):
    order = list(range(x.rank))
    order[first], order[second] = order[second], order[first]
    return g.transpose(x, order)


@form("movedim")
def _movedim(g, x, source, destination):
    pairs = dict(zip(_axes(x, destination), _axes(x, source), strict=True))
    rest = iter(a for a in range(x.rank) if a not in pairs.values())
    return g.transpose(x, [pairs[i] if i in pairs else next(rest) for i in range(x.rank)])


@form("expand")
def _expand(g, x, *shape):
    new = _listed(shape)
    own = (*(1,) * (len(new) - x.rank), *x.shape)
    new = [-1 if isinstance(b, int) and b in (a, -1) else b for a, b in zip(own, new, strict=True)]
    if len(new) == x.rank and all(isinstance(d, int) and d == -1 for d in new):
        return x
    shape = tuple(
        a if isinstance(b, int) and b == -1 else b if isinstance(b, int) else None
        for a, b in zip(own, new, strict=True)
    )
    return g.Expand(x, g.vector([1 if isinstance(b, int) and b == -1 else b for b in new]), shape=shape)


@form("tile", "repeat")
def _tile(g, x, *times):
    listed = _listed(times)
    x = g.unsqueeze(x, *range(len(listed) - x.rank))
    listed = [*(1,) * (x.rank - len(listed)), *listed]
    return g.Tile(x, listed, shape=tuple(d if d is None else d * n for d, n in zip(x.shape, listed, strict=True)))


@form("repeat_interleave")
def _repeat_interleave(g, x, repeats, dim=None):
    x, axis = (g.reshape(x, (-1,)), 0) if dim is None else (x, dim % x.rank)
    lengths = g.lengths(x)
    repeated = g.Tile(g.unsqueeze(x, axis + 1), [repeats if i == axis + 1 else 1 for i in range(x.rank + 1)])
    lengths[axis] = FORMS["mul"](g, lengths[axis], repeats) if is_value(lengths[axis]) else lengths[axis] * repeats
    return g.reshape(repeated, lengths)


# what is one expression
for _name, _form in {
    "unsqueeze": lambda g, x, dim: g.unsqueeze(x, dim),
    "mT": lambda g, x: _transpose(g, x, -1, -2),
    "expand_as": lambda g, x, like: _expand(g, x, g.lengths(like)),
    "contiguous": lambda g, x, **_: x,
    "clone": lambda g, x, **_: x,
    "detach": lambda g, x: x,
}.items():
    form(_name)(_form)


# -- parts and joins -------------------------------------------------------------------------------------------------


@form("getitem")
def _part(g, x, key):
    """What integers, slices, None and an ellipsis take."""
    items = list(key) if isinstance(key, tuple) else [key]
    if any(is_value(item) or isinstance(item, (list, bool)) for item in items):
        g.refuse("positions that are arrays are not supported")
    if Ellipsis not in items:
        items.append(Ellipsis)
    axes = sum(item is not None and item is not Ellipsis for item in items)
    at = items.index(Ellipsis)
    axis = 0
    for item in (*items[:at], *[slice(None)] * (x.rank - axes), *items[at + 1 :]):
        if isinstance(item, int):
            x = g.Gather(x, g.scalar(item, "int64"), axis=axis, shape=x.shape[:axis] + x.shape[axis + 1 :])
            continue
        x = g.unsqueeze(x, axis) if item is None else x if item == slice(None) else _sliced(g, x, axis, item)
        axis += 1
    return x


def _sliced(g: Any, x: Any, axis: int, item: slice) -> Any:
    if not any(is_value(end) or hasattr(end, "value") for end in (item.start, item.stop)):
        return g.slice(x, axis, 0 if item.start is None else item.start, item.stop, item.step or 1)
    shape = tuple(None if i == axis else d for i, d in enumerate(x.shape))
    ends = [getattr(end, "value", end) for end in (item.start or 0, 2**63 - 1 if item.stop is None else item.stop)]
    return g.Slice(x, *(g.vector([end]) for end in ends), [axis], item.step and [item.step], shape=shape)


@form("split_with_sizes")
def _split(g, x, sizes, dim=0):
    return [x] if len(sizes) == 1 else list(g.Split(x, list(sizes), axis=dim % x.rank, outputs=len(sizes)))


@form("chunk")
def _chunk(g, x, chunks, dim=0):
    (length,) = g.static(x, dim)
    most = -(-length // chunks)
    return _split(g, x, [min(most, length - start) for start in range(0, length, most)], dim)


@form("cat")
def _concatenated(g, parts, dim=0):
    parts = promoted(g, *parts)
    axis = dim % parts[0].rank
    lengths = [part.shape[axis] for part in parts]
    total = None if None in lengths else sum(lengths)
    result = g.concat(parts, axis)
    return result.of_shape(tuple(total if i == axis else d for i, d in enumerate(parts[0].shape)))


@form("stack")
def _stack(g, parts, dim=0):
    axis = dim % (parts[0].rank + 1)
    return _concatenated(g, [g.unsqueeze(part, axis) for part in parts], axis)


@form("flip")
def _flip(g, x, *dims):
    for axis in _axes(x, _listed(dims)):
        x = g.slice(x, axis, -1, None, -1)
    return x


@form("rot90")
def _rot90(g, x, k=1, dims=(0, 1)):
    first, second = _axes(x, tuple(dims))
    if k % 4 == 2:
        return _flip(g, x, first, second)
    x = _flip(g, x, second) if k % 4 == 1 else x
    x = _transpose(g, x, first, second) if k % 4 else x
    return _flip(g, x, second) if k % 4 == 3 else x


@form("roll")
def _roll(g, x, shifts, dims=None):
    if dims is None or dims == ():
        return g.reshape(_roll(g, g.reshape(x, (-1,)), shifts, 0), g.lengths(x))
    moves = zip(_listed((shifts,)), _axes(x, dims), strict=True)
    for shift, axis in moves:
        length = x.shape[axis]
        shift = shift if length is None else shift % length if length else 0
        if shift:
            x = g.Concat(g.slice(x, axis, -shift, None), g.slice(x, axis, 0, -shift), axis=axis, shape=x.shape)
    return x


@form("index_select")
def _index_select(g, x, dim, index):
    axis = dim % x.rank
    return g.Gather(x, index, axis=axis, shape=(*x.shape[:axis], *index.shape, *x.shape[axis + 1 :]))


@form("gather")
def _gather(g, x, dim, index):
    return g.GatherElements(x, index, axis=dim % x.rank, shape=index.shape)


@form("diagonal")
def _diagonal(g, x, offset=0, dim1=0, dim2=1):
    first, second = dim1 % x.rank, dim2 % x.rank
    rest = [a for a in range(x.rank) if a not in (first, second)]
    n, m = g.static(x, first, second)
    places = [row * m + row + offset for row in range(max(-offset, 0), min(n, m - offset))]
    flat = g.reshape(g.transpose(x, [*rest, first, second]), [*(g.length(x, a) for a in rest), n * m])
    return g.Gather(flat, places, axis=len(rest), shape=(*flat.shape[:-1], len(places)))


@form("diag_embed")
def _on_diagonal(g, x, offset=0, dim1=-2, dim2=-1):
    (n,) = g.static(x, -1)
    size = n + abs(offset)
    mask = torch.diag_embed(torch.eye(n), offset).reshape(n, size * size).to(TORCH_OF[x.dtype])
    rows = g.MatMul(g.unsqueeze(x, x.rank - 1), g.constant(mask.numpy()))
    return g.reshape(rows, [*g.lengths(x)[:-1], size, size])


@form("grid_sample")
def _grid_sample(g, x, grid, mode="bilinear", padding_mode="zeros", align_corners=False):
    g.require(16, "GridSample")
    mode = "linear" if g.opset >= 20 else "bilinear"
    return g.GridSample(x, grid, mode=mode, padding_mode=padding_mode, align_corners=int(align_corners))


def _triangle(name: str) -> Form:
    def write(g: Any, x: Any, diagonal: int = 0) -> Any:
        mask = getattr(torch.ones(g.static(x, -2, -1), dtype=torch.bool), name)(diagonal)
        return _where(g, g.constant(mask.numpy()), x, 0)

    return write


form("tril")(_triangle("tril"))
form("triu")(_triangle("triu"))


form("select")(lambda g, x, dim, index: _part(g, x, (*[slice(None)] * (dim % x.rank), index)))


@form("unbind")
def _unbind(g, x, dim=0):
    (length,) = g.static(x, dim)
    return [FORMS["select"](g, x, dim, i) for i in range(length)]


# -- products --------------------------------------------------------------------------------------------------------


@form("matmul", "mm", "bmm")
def _matmul(g, a, b):
    first, second = (a.shape if a.rank > 1 else (1, *a.shape)), (b.shape if b.rank > 1 else (*b.shape, 1))
    rows, columns = first[-2:-1] if a.rank > 1 else (), second[-1:] if b.rank > 1 else ()
    return g.MatMul(a, b, shape=(*broadcast(first[:-2], second[:-2]), *rows, *columns))


@form("tensordot")
def _tensordot(g, a, b, dims=2, out=None):
    left, right = (range(a.rank - dims, a.rank), range(dims)) if isinstance(dims, int) else dims
    left, right = _axes(a, tuple(left)) if left else [], _axes(b, tuple(right)) if right else []
    rows, columns = ([i for i in range(x.rank) if i not in used] for x, used in ((a, left), (b, right)))
    length = prod(g.static(a, *left)) if left else 1
    product = g.MatMul(
        g.reshape(g.transpose(a, [*rows, *left]), (-1, length)),
        g.reshape(g.transpose(b, [*right, *columns]), (length, -1)),
    )
    return g.reshape(product, [*(g.length(a, i) for i in rows), *(g.length(b, i) for i in columns)])


form("softmax")(lambda g, x, dim, dtype=None: g.Softmax(_to(g, x, dtype), axis=dim, shape=x.shape))


# -- loops -----------------------------------------------------------------------------------------------------------


@form("while_loop")
def _while_loop(g, condition, step, state, most):
    begin = [x if is_value(x) else g.constant(x.numpy()) for x in state]
    body = g.inner()
    facts = {f"state{i}": (x.dtype, x.shape) for i, x in enumerate(begin)}
    arguments = body.arguments(turn=("int64", ()), going=("bool", ()), **facts)
    new = written(body, step, *arguments[2:])
    graph = body.body(arguments, [written(body, condition, *new), *new])
    limit = g.squeeze(most, 0) if is_value(most) else g.scalar(most, "int64")
    goes_on = written(g, condition, *begin)
    results = g.Loop(limit, goes_on, *begin, body=graph, outputs=len(begin), dtype=[x.dtype for x in begin])
    return [result.of_shape(x.shape) for result, x in zip(results, begin, strict=True)]


# -- new arrays ------------------------------------------------------------------------------------------------------


@form("arange")
def _arange(g, *ends, dtype=None, device=None):
    start, end, step = {1: (0, *ends, 1), 2: (*ends, 1), 3: ends}[len(ends)]
    bounds = [g.squeeze(x, 0) if is_value(x) and x.rank else x for x in (start, end, step)]
    result = g.Range(*(x if is_value(x) else g.scalar(x, "int64") for x in bounds), shape=(None,))
    return _to(g, result, dtype)


@form("full")
def _full(g, shape, number, dtype=None, device=None):
    own = number.dtype if is_value(number) else NAME_OF_TORCH[torch.tensor(number).dtype]
    name = NAME_OF_TORCH[dtype] if dtype else own
    return _expand(g, g.cast(number, name), shape) if is_value(number) else g.filled(shape, number, name)


@form("full_like")
def _like(g, x, number, dtype=None, device=None):
    return _full(g, g.lengths(x), number, dtype or TORCH_OF[x.dtype])


form("zeros_like")(lambda g, x, dtype=None, device=None: _like(g, x, 0, dtype))
form("ones_like")(lambda g, x, dtype=None, device=None: _like(g, x, 1, dtype))
form("new_full")(lambda g, x, shape, number, dtype=None: _full(g, shape, number, dtype or TORCH_OF[x.dtype]))
form("new_tensor")(lambda g, x, numbers: torch.tensor(numbers, dtype=TORCH_OF[x.dtype]))
form("masked_fill")(lambda g, x, mask, number: _where(g, mask, number, x))
