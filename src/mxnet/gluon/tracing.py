"""Graphs of blocks that define ``forward``: deferred compute runs it once, and its operator calls become the graph."""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from .._deferred_compute.graph import RecordedGraph, numpy_symbol_class
from ..core.context import Context, current_context
from ..core.semantics import semantics
from ..eager.grad_node import GradSlot, grad_node
from ..eager.trace import tracing
from ..ndarray import NDArray, ones
from ..ndarray.numpy import ndarray
from ..symbol import Group, Symbol, var
from .arguments import _flatten, is_numpy, leaves_of, must_be_numpy, with_leaves
from .functions import as_numpy


class Captured:
    """An array that the traced function took from elsewhere: it goes into the graph's calls as parameters do."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def data(self, ctx: Context | None = None) -> Any:
        """Return the array, in a context."""
        return self._array if ctx is None else self._array.as_in_context(ctx)

    def _reduce(self) -> Any:
        return self._array


class TracedGraph:
    """The graph of a block for arguments of one structure.

    ``inputs``: the symbols of its arrays; ``outputs``: the graph; ``sources``: by name of a variable what gives its
    array, the position of a leaf among the arguments or an object with ``data``; ``out_format``: how the outputs nest;
    ``by_shape``, ``by_mode``: whether the function has looked at shapes, or at the training mode.
    """

    def __init__(self, block: Any, args: Sequence[Any]) -> None:
        leaves = list(leaves_of(args))
        arrays = [leaf for leaf in leaves if isinstance(leaf, NDArray)]
        ctx = arrays[0]._ctx if arrays else current_context()
        numpy = any(map(is_numpy, arrays)) or (not arrays and semantics.np_array)
        nodes = [grad_node(None, None, ()) if isinstance(leaf, NDArray) else None for leaf in leaves]
        stand_ins = [leaf if node is None else _stand_in(leaf, node) for leaf, node in zip(leaves, nodes, strict=True)]
        with tracing() as trace:
            try:
                for param in block.collect_params().values():
                    if param._data is not None and param._stype == "default":
                        trace.watch(param.data(ctx))
                out = block._forward_in_context(ctx, *with_leaves(args, iter(stand_ins)))
                if semantics.np_array:
                    must_be_numpy(out)
                listed, self.out_format = _flatten(out, "output")
                outputs = [item for item in listed if item is not None]
                for item in outputs:
                    if not item._slot:
                        trace.watch(item)
                self._variables(block, ctx, nodes, trace, numpy)
                graph = RecordedGraph(self._variable, numpy=numpy, inline=True)
                symbols = [graph.symbol(item._slot) for item in outputs]
            finally:
                trace.end()
        self.outputs = Group(symbols, numpy_symbol_class() if numpy else Symbol)
        self.by_shape, self.by_mode = trace.asked_shape, trace.asked_training
        names = self.outputs.list_inputs()
        self.sources = {name: self._sources[name] for name in names}
        self.inputs = [self._symbols[id(node)] for node in nodes if node is not None]
        self._text = self.outputs.tojson()
        del self._symbols, self._sources, self._arrays

    def __eq__(self, other: object) -> bool:
        """Return whether two graphs are the same function of the same arrays."""
        return isinstance(other, TracedGraph) and self._text == other._text and self.sources == other.sources

    __hash__ = object.__hash__

    def _variables(self, block: Any, ctx: Context, nodes: Sequence[Any], trace: Any, numpy: bool) -> None:
        """Name the variables: inputs ``data`` or ``data0``, ..., parameters as :meth:`Block.collect_params` does."""
        self._symbols: dict[int, Any] = {}
        self._sources: dict[str, Any] = {}
        self._cls = numpy_symbol_class() if numpy else Symbol
        positions = [i for i, node in enumerate(nodes) if node is not None]
        for k, i in enumerate(positions):
            name = "data" if len(positions) == 1 else f"data{k}"
            self._symbols[id(nodes[i])] = self._cls(var(name)._heads)
            self._sources[name] = i
        for name, param in block.collect_params().items():
            if param._data is not None and param._stype == "default":
                slot = param.data(ctx)._slot
                if slot:
                    self._symbols.setdefault(id(slot), self._cls(param._variable(name)._heads))
                    self._sources[name] = param
        self._arrays = {id(node): array for node, array in (*trace.constants.values(), *trace.variables.values())}

    def _variable(self, slot: Any) -> Any:
        """Return the variable of a slot; of an array from elsewhere, a new one."""
        key = id(slot)
        if key not in self._symbols:
            name = f"constant{sum(isinstance(source, Captured) for source in self._sources.values())}"
            self._sources[name] = Captured(_constant(slot, self._arrays.get(key)))
            self._symbols[key] = self._cls(var(name)._heads)
        return self._symbols[key]


def _constant(slot: Any, array: Any) -> Any:
    """Return an array that the function took from elsewhere: of a variable with a gradient, that one."""
    if array is None:
        assert isinstance(slot, GradSlot)
        raise TypeError(
            "a hybridized block takes an array that has a gradient and is no parameter of the block or of one inside "
            "of it: register the parameter, or give the array as an argument"
        )
    return array


def _stand_in(leaf: Any, node: Any) -> Any:
    """Return an array on the same memory that is an input of the graph."""
    result = leaf._wrap(leaf._t.detach(), leaf._ctx)
    result._slot = node
    return result


def key_of(args: Sequence[Any]) -> Hashable:
    """Return what a graph is kept by: how arguments nest, the arrays' ranks and dtypes, and the other values."""
    return tuple(
        key_of(arg)
        if isinstance(arg, (list, tuple))
        else (arg._t.dim(), arg._t.dtype, type(arg))
        if isinstance(arg, NDArray)
        else (type(arg), arg)
        for arg in args
    )


class _Described(NamedTuple):
    """An array without its values."""

    cls: type
    shape: tuple[int, ...]
    dtype: Any
    ctx: Context


#: what an argument beside arrays may be, to be remembered
_PLAIN = (NDArray, bool, int, float, str, type(None))


def description_of(args: Sequence[Any]) -> tuple[Any, ...] | None:
    """Return arguments with arrays as their classes, shapes, dtypes and contexts; None with other objects among them.

    It holds no memory of arrays.
    """
    if not all(isinstance(leaf, _PLAIN) for leaf in leaves_of(args)):
        return None
    described = (
        _Described(type(leaf), leaf.shape, leaf.dtype, leaf.context) if isinstance(leaf, NDArray) else leaf
        for leaf in leaves_of(args)
    )
    return tuple(with_leaves(args, described))


def example_of(args: Any) -> tuple[Any, ...]:
    """Return arguments as :func:`description_of` has described them, with arrays of ones."""
    return tuple(
        _ones(arg)
        if isinstance(arg, _Described)
        else type(arg)(example_of(arg))
        if isinstance(arg, (list, tuple))
        else arg
        for arg in args
    )


def _ones(described: _Described) -> Any:
    array = ones(described.shape, described.ctx, described.dtype)
    return as_numpy(array) if issubclass(described.cls, ndarray) else array
