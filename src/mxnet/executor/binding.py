"""Binding: check what a user gives and make the arrays of an executor; and say what the bound graph does."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import torch

from ..core.collector import paused
from ..core.context import Context, not_a_context
from ..core.dtypes import NAME_OF_TORCH, TORCH_OF, canonical
from ..core.errors import MXNetError, nearest, shortened
from ..core.semantics import semantics
from ..core.shapes import from_mxnet, known, show
from ..ndarray import NDArray
from ..ndarray.creation import as_ndarray
from ..symbol import inference
from ..symbol.graph import Order
from ..symbol.node import Entry, Node
from ..symbol.write import listing
from .program import SymbolProgram
from .sharing import Sharing, allocate, beginning

GRAD_REQS = ("null", "write", "add")
#: how many arguments an error lists
LISTED = 6


#: shapes, data types or storage types of variables
Named = Mapping[str, Any]
#: a (partial) shape and a data type; None is "unknown"
Fact = tuple[Any, str | None]


class Storages(NamedTuple):
    """Storage types, in the order of arguments (and of their gradients) and outputs."""

    arguments: list[str]
    gradients: list[str]
    outputs: list[str]
    #: whether an array, or a result anywhere in the graph, is sparse
    sparse: bool


class Facts(NamedTuple):
    """Shapes and data types (None: unknown) of arguments, states and outputs, in order."""

    arguments: list[Fact]
    states: list[Fact]
    outputs: list[Fact]
    #: the same for every output of every node
    shapes: inference.Inference
    types: inference.Inference
    storages: Storages

    def open_shapes(self, nodes: Sequence[Any]) -> list[Any]:
        """Return the inferred output shapes of open nodes."""
        return [self.shapes[Entry(node)] for node in nodes]


class Bound(NamedTuple):
    """The parts of an executor: the program, its arrays, and what was inferred from them."""

    program: SymbolProgram
    arguments: list[NDArray]
    gradients: list[NDArray | None] | None
    states: list[NDArray]
    reqs: list[str]
    facts: Facts


def infer(
    program: SymbolProgram, shapes: Named, types: Named, stored: Named | None = None, gradients: Named | None = None
) -> Facts:
    """Infer the whole graph from the shapes (MXNet's, 0 unknown) and data types of variables.

    ``stored`` are the known storage types of variables, ``gradients`` those of the gradients' arrays.

    Raises :class:`MXNetError` naming the node, operator and input that do not fit.
    """
    np_shape = semantics.np_shape
    known_shapes = {name: from_mxnet(shape, np_shape) for name, shape in shapes.items()}
    order = program.order
    result = inference.shapes(program.heads, known_shapes, np_shape, order)
    result.check()
    for node in program.nodes:
        if node.op is not None and "out_shape" in node.op.injected and not known(result[Entry(node)]):
            raise MXNetError(
                f"node {node.name!r}, operator {node.op.name}: nothing in the graph decides its shape "
                f"{show(result[Entry(node)])}"
            )
    dtypes = inference.types(program.heads, types, order)
    return Facts(
        [(result.variable(name), dtypes.variable(name)) for name in program.arguments],
        [(result.variable(name), dtypes.variable(name)) for name in program.states],
        [(result[head], dtypes[head]) for head in program.heads],
        result,
        dtypes,
        _storages(program, stored or {}, gradients, order),
    )


def _storages(program: SymbolProgram, stored: Named, gradients: Named | None, order: Order) -> Storages:
    names, heads = program.arguments, program.heads
    if not inference.may_be_sparse(program.nodes, stored):
        grad_storages = ["default" if gradients is None else gradients.get(name, "default") for name in names]
        sparse = any(stype != "default" for stype in grad_storages)
        return Storages(["default"] * len(names), grad_storages, ["default"] * len(heads), sparse)
    facts = inference.storages(heads, stored, order)
    result = inference.gradient_storages(program.nodes, heads, facts) if gradients is None else gradients
    arguments = [facts.variable(name) for name in names]
    grad_storages = [result.get(name, "default") for name in names]
    storages = [*arguments, *grad_storages, *(facts[Entry(node)] for node in program.nodes)]
    return Storages(
        arguments, grad_storages, [facts[head] for head in heads], any(item != "default" for item in storages)
    )


# -- bind ---------------------------------------------------------------------------------------------------------


def bind(symbol: Any, ctx: Any, args: Any, args_grad: Any, grad_req: Any, aux_states: Any, group2ctx: Any) -> Bound:
    """Check and order the arrays that a user binds.

    Raises
    ------
    TypeError
        ``ctx`` is not a context, or an array not an NDArray.
    ValueError
        An array is missing, a list has the wrong length, or a gradient request is unknown.
    MXNetError
        Shapes or data types do not fit the graph, or an array is on another device.
    """
    if not isinstance(ctx, Context):
        raise TypeError(f"Context type error: {not_a_context(ctx)}")
    program = SymbolProgram(symbol._heads, ctx, group2ctx, order=symbol._ordered())
    names = program.arguments
    arguments = _arrays("args", args, names, allow_missing=False)
    gradients = None if args_grad is None else _arrays("args_grad", args_grad, names, allow_missing=True)
    states = _arrays("aux_states", aux_states or [], program.states, allow_missing=False)
    reqs = _requests(grad_req, names)
    _check_contexts(program, "Input array", arguments, ctx)
    _check_contexts(program, "Gradient array", gradients or [], ctx)
    bound = dict(zip([*names, *program.states], [*arguments, *states], strict=True))
    types = {name: NAME_OF_TORCH[a._t.dtype] for name, a in bound.items()}
    stored = {name: array.stype for name, array in bound.items()}
    buffers = {n: b.stype for n, b in zip(names, gradients or [], strict=False) if b is not None}
    shapes = {name: array.shape for name, array in bound.items()}
    facts = infer(program, shapes, types, stored, buffers)
    for name, array, buffer, req in zip(names, arguments, gradients or [], reqs, strict=False):
        if buffer is None or req == "null" or buffer.shape == array.shape:
            continue
        if semantics.api != 2 or array._t.dtype is not torch.bool:  # MXNet 2 writes zeros for a mask, of any shape
            raise MXNetError(f"the gradient array of {name} has shape {buffer.shape}, the argument {array.shape}")
    return Bound(program, arguments, gradients, states, reqs, facts)


def _arrays(what: str, known: Any, names: Sequence[str], allow_missing: bool) -> list[Any]:
    """Return the arrays in the order of ``names``, from a list or a dict."""
    if isinstance(known, dict):
        for name in names:
            if name not in known and not allow_missing:
                raise ValueError(f"key `{name}` is missing in `{what}`")
        listed = [known.get(name) for name in names]
    elif isinstance(known, list):
        if len(known) != len(names):
            raise ValueError(
                f"Length of {what} does not match the number of arguments: expected {len(names)} "
                f"({_first(names)}), got {len(known)}"
            )
        listed = list(known)
    else:
        raise TypeError(
            f"Only accept list of NDArrays or dict of str to NDArray for {what}, got {type(known).__name__}"
        )
    if what != "args_grad":  # nobody could read what is written to the copy of a NumPy array
        listed = list(map(as_ndarray, listed))
    for name, item in zip(names, listed, strict=True):
        if not isinstance(item, NDArray) and not (allow_missing and item is None):
            got = type(item).__name__
            raise TypeError(f"Only accept list of NDArrays or dict of str to NDArray for {what}, got {got} for {name}")
    return listed


def _first(names: Sequence[str]) -> str:
    return shortened(", ".join(names[:LISTED])) + (", ..." if len(names) > LISTED else "")


def _requests(grad_req: Any, names: Sequence[str]) -> list[str]:
    if isinstance(grad_req, str):
        if grad_req not in GRAD_REQS:
            raise ValueError(f"grad_req must be in {', '.join(GRAD_REQS)}, got {grad_req!r}")
        return [grad_req] * len(names)
    if isinstance(grad_req, dict):
        listed = [grad_req.get(name, "null") for name in names]
    elif isinstance(grad_req, (list, tuple)):
        listed = list(grad_req)
        if len(listed) != len(names):
            raise ValueError(f"Length of grad_req is {len(listed)}; there are {len(names)} arguments ({_first(names)})")
    else:
        raise TypeError(f"grad_req must be a string, a list or a dict, got {type(grad_req).__name__}")
    for item in listed:
        if item not in GRAD_REQS:
            raise KeyError(item)
    return listed


def _check_contexts(program: SymbolProgram, what: str, arrays: Sequence[NDArray | None], ctx: Context) -> None:
    if program.contexts:
        return
    for name, array in zip(program.arguments, arrays, strict=False):
        if array is not None and array.context != ctx:
            raise MXNetError(
                f"{what} {name} is in {array.context} while binding with ctx={ctx}. All of them must be in the global "
                f"context ({ctx}) unless group2ctx is specified for a cross-device graph."
            )


# -- simple_bind --------------------------------------------------------------------------------------------------


def _only_cast(program: SymbolProgram) -> set[str]:
    """Return the variables that mixed precision casts wherever they are used: these default to float32."""
    others: set[str] = set()
    cast: set[str] = set()
    for node in program.nodes:
        names = {entry.node.name for entry in node.inputs if entry.node.op is None}
        (cast if node.op is not None and node.op.is_cast else others).update(names)
    return cast - others


def complete(program: SymbolProgram, shapes: Named, type_dict: Named | None, stored: Named | None = None) -> Facts:
    """Infer all shapes and data types to allocate; raise :class:`MXNetError` if one stays unknown."""
    for name, shape in shapes.items():
        if name in program.arguments and shape is not None and not isinstance(shape, tuple):
            raise MXNetError(f"the shape of {name} must be a tuple, got {shape!r}")
    shapes = {name: shape for name, shape in shapes.items() if shape is None or isinstance(shape, tuple)}
    types = _types(program, type_dict)
    facts = infer(program, shapes, types, stored)
    open_types = {name for name, (_, dtype) in zip(program.arguments, facts.arguments, strict=True) if dtype is None}
    if open_types and (cast := _only_cast(program) & open_types):
        facts = infer(program, shapes, {**types, **dict.fromkeys(cast, "float32")}, stored)
    named = [*zip(program.arguments, facts.arguments, strict=True), *zip(program.states, facts.states, strict=True)]
    unknown = [f"{name}: {show(shape)}" for name, (shape, _) in named if not known(shape)]
    if unknown:
        inputs = [*program.arguments, *program.states]
        others = [f"{name} is no input{nearest(name, inputs)}" for name in shapes if name not in inputs]
        raise MXNetError(
            f"cannot decide the shapes of {_first(unknown)}. Please consider providing them as inputs."
            f"{' ' + ', '.join(others) if others else ''}"
        )
    unknown = [name for name, (_, dtype) in named if dtype is None]
    if unknown:
        raise MXNetError(f"cannot decide the data types of {_first(unknown)}. Please provide them in type_dict.")
    return facts


def _types(program: SymbolProgram, type_dict: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the given data types; without ``type_dict``, arguments are float32 unless they have a ``__dtype__``."""
    if type_dict is None:
        typed = {node.name for node in program.nodes if node.op is None and "__dtype__" in node.attrs}
        return {name: "float32" for name in program.arguments if name not in typed}
    return {
        name: canonical("float64" if dtype is None else dtype) for name, dtype in type_dict.items()
    }  # as NumPy reads None


def simple_bind(
    symbol: Any,
    ctx: Context,
    grad_req: Any,
    type_dict: Mapping[str, Any] | None,
    group2ctx: Mapping[str, Context] | None,
    sharing: Sharing,
    shapes: Mapping[str, Any],
    compile: Callable[..., Any] | None = None,
    stored: Mapping[str, str] | None = None,
) -> Bound:
    """Allocate all arrays for some shapes.

    Raises :class:`MXNetError` if shapes or types do not fit or stay unknown, :class:`TypeError` for an invalid data
    type.
    """
    order = symbol._ordered()
    with paused(len(order.nodes)):
        program = SymbolProgram(symbol._heads, ctx, group2ctx, compile, order)
        reqs = _allocation_requests(grad_req, program.arguments)
        facts = complete(program, shapes, type_dict, stored)
        arguments, gradients = sharing.arguments(program, facts.arguments, reqs, facts.storages)
        return Bound(program, arguments, gradients, sharing.states(program, facts.states), reqs, facts)


def _allocation_requests(grad_req: Any, names: Sequence[str]) -> list[str]:
    """Read gradient requests; None means no gradients. Every fault is an :class:`MXNetError` here, as in 1.9.1."""
    if grad_req is None:
        return ["null"] * len(names)
    if isinstance(grad_req, (list, dict)) and not grad_req:
        raise MXNetError(f"grad_req in simple_bind cannot be an empty {type(grad_req).__name__}")
    if isinstance(grad_req, tuple):
        raise TypeError("grad_req in simple_bind must be a string, a list or a dict, got tuple")
    try:
        return _requests(grad_req, names)
    except (KeyError, ValueError) as error:
        raise MXNetError(f"grad_req={grad_req!r} is not valid: {error}; 'null', 'write' and 'add' are") from None


# -- reshape: an executor for other shapes, on the arrays of a given one as far as they reach -------------------------


def reshape(bound: Bound, shapes: Mapping[str, Any], partial_shaping: bool, allow_up_sizing: bool) -> Bound:
    """Return the parts of an executor for new ``shapes`` of some arguments.

    Arrays that keep their size or shrink lie on the memory of the present ones; those that grow are new, which
    ``allow_up_sizing`` must permit. ``partial_shaping`` permits that other arguments' shapes change as well.
    Raises :class:`MXNetError` otherwise, and where the shapes do not fit the graph.
    """
    program = bound.program
    named = dict(zip(program.arguments, bound.arguments, strict=True))
    types = {name: NAME_OF_TORCH[array._t.dtype] for name, array in named.items()}
    stored = {name: array.stype for name, array in named.items()}
    facts = complete(program, {k: v for k, v in shapes.items() if k in named}, types, stored)
    pairs = list(zip(program.arguments, bound.arguments, facts.arguments, strict=True))
    for name, array, (shape, _) in pairs:
        if shape != array.shape and name not in shapes and not partial_shaping:
            raise MXNetError(
                f"the shape of {name}, which was not given, changes from {array.shape} to {shape}: the new executor "
                "would not share it with the old one. If this is intended, set partial_shaping=True."
            )
    arguments = [_fitted(name, array, shape, allow_up_sizing) for name, array, (shape, _) in pairs]
    gradients = [
        None if buffer is None else _fitted(f"gradient of {name}", buffer, shape, True)
        for buffer, (name, _, (shape, _)) in zip(bound.gradients or [None] * len(pairs), pairs, strict=True)
    ]
    states = [
        _fitted(name, array, shape, allow_up_sizing)
        for name, array, (shape, _) in zip(program.states, bound.states, facts.states, strict=True)
    ]
    return Bound(program, arguments, gradients, states, bound.reqs, facts)


def _fitted(name: str, array: NDArray, shape: Sequence[int], allow_up_sizing: bool) -> NDArray:
    tensor = array._t
    if array._sparse is not None:
        return (
            array if array.shape == shape else allocate(shape, NAME_OF_TORCH[tensor.dtype], array.context, array.stype)
        )
    if tuple(tensor.shape) == shape:
        return NDArray._wrap(tensor.detach(), array.context)
    size = prod(shape)
    if size > tensor.numel() and not allow_up_sizing:
        raise MXNetError(
            f"new shape {shape} of {name} is larger than the present {array.shape}; binding the largest shape first is "
            "more efficient. Set allow_up_sizing=True to allocate a new array."
        )
    if size > tensor.numel() or not tensor.is_contiguous():
        return allocate(shape, NAME_OF_TORCH[tensor.dtype], array.context)
    return beginning(array, shape)


# -- a readable text of what an executor does, and an estimate of the memory that it takes -----------------------------


def report(bound: Bound, arguments: Collection[str]) -> str:
    """Return the graph, operator by operator, and the memory of its results; ``arguments`` get gradients.

    Programs read the memory from the third line from the end, before that of temporary memory, which PyTorch manages.
    """
    megabytes = estimate(bound.program, bound.facts, arguments) >> 20
    memory = f"Total {megabytes} MB allocated\nTotal 0 TempSpace resource requested\n"
    return listing(tuple(bound.program.heads)) + memory


def estimate(program: SymbolProgram, facts: Facts, arguments: Collection[str]) -> int:
    """Return about how many bytes results take: all that gradients need, and the most of the rest at one time."""
    needed = {id(node) for node in program.on_gradient_paths(arguments)}
    nodes = [node for node in program.nodes if node.op is not None]
    sizes = {id(node): _bytes(node, facts) for node in nodes}
    last = {id(source): i for i, node in enumerate(nodes) for source, _ in node.inputs}
    last.update((id(head.node), len(nodes)) for head in program.heads)
    ends: dict[int, int] = {}
    current = peak = 0
    for i, node in enumerate(nodes):
        if id(node) not in needed:
            current += sizes[id(node)]
            end = last.get(id(node), i)
            ends[end] = ends.get(end, 0) + sizes[id(node)]
        peak = max(peak, current)
        current -= ends.pop(i, 0)
    return peak + sum(sizes[item] for item in needed)


def _bytes(node: Node, facts: Facts) -> int:
    """Return the size of a node's results; those of unknown shape, and views, count nothing."""
    if node.op is not None and node.op.view:
        return 0
    total = 0
    for i in range(node.num_outputs):
        shape, dtype = facts.shapes[Entry(node, i)], facts.types[Entry(node, i)]
        if shape is not None and None not in shape:
            total += prod(shape) * TORCH_OF[dtype or "float32"].itemsize
    return total
