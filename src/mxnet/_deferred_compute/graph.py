"""What the tape has recorded, as symbols."""

import itertools
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.collector import pop_with
from ..core.errors import MXNetError
from ..core.params import NULL
from ..eager.grad_node import GradNode, GradSlot
from ..ndarray.indexing import Indexing, read_key
from ..registry.op import get
from ..symbol import Symbol, Variable
from ..symbol.control_flow import copy_inside
from ..symbol.create import create

_numbers = itertools.count()
#: by identity of a variable's slot, its name
_names: dict[int, str] = {}


def symbol_of(x: Any) -> Any:
    """Return the symbol of the recorded computation that made ``x`` (see :func:`mxnet.autograd.get_symbol`)."""
    if not x._slot:
        raise MXNetError("the array is not part of a computation graph: nothing was recorded about it")
    return RecordedGraph(_variable).symbol(x._slot)


def _variable(slot: Any) -> Any:
    """Return the variable of a slot that no operator made: an array with a gradient keeps its name."""
    if type(slot) is GradSlot:
        if id(slot) not in _names:
            _names[id(slot)] = f"var{next(_numbers)}"
            pop_with(slot, _names, id(slot))
        return Variable(_names[id(slot)])
    return Variable(f"null{next(_numbers)}")


def numpy_symbol_class() -> type[Symbol]:
    """Return the class of symbols of the NumPy interface, which is imported where it is needed."""
    from ..symbol.numpy import _Symbol

    return _Symbol


class RecordedGraph:
    """Makes symbols of what the tape has recorded, each operator once.

    ``variable`` gives the symbol of a slot that no operator made. ``numpy``: the symbols are those of the NumPy
    interface. ``inline``: the graph of a ``CachedOp`` is part of the graph, whatever its size, and operators are
    counted from 0. ``outside`` says of which other slots ``variable`` gives the symbol, too.
    """

    def __init__(
        self,
        variable: Callable[[Any], Any],
        numpy: bool = False,
        inline: bool = False,
        outside: Callable[[Any], bool] = lambda slot: False,
    ) -> None:
        self._variable, self._numpy, self._inline, self._outside = variable, numpy, inline, outside
        self._cls = numpy_symbol_class() if numpy else Symbol
        self._symbols: dict[int, Any] = {}
        self._numbers = itertools.count()

    def _call(self, name: str, inputs: list[Any], attributes: dict[str, Any]) -> Any:
        op = get(name)
        node_name = f"node_{next(self._numbers if self._inline else _numbers)}"
        while inputs and inputs[-1] is None:
            inputs = inputs[:-1]
        if any(item is None for item in inputs):  # one in the middle is left out
            named = {key: item for key, item in zip(op.input_names, inputs, strict=False) if item is not None}
            return create(self._cls, op, name, (), {**attributes, **named}, node_name, None)
        return create(self._cls, op, name, tuple(inputs), attributes, node_name, None)

    def symbol(self, head: Any) -> Any:
        """Return the symbol of a slot; a stack instead of recursion, for graphs of any depth."""
        stack = [head]
        while stack:
            slot = stack[-1]
            key = self._key(slot)
            if key in self._symbols:
                stack.pop()
                continue
            pending = [s for s in self._inputs(slot) if s is not None and self._key(s) not in self._symbols]
            if pending:
                stack.extend(pending)
            else:
                self._symbols[key] = self._make(slot)
                stack.pop()
        return self._output(head)

    def _inputs(self, slot: Any) -> Any:
        if not isinstance(slot, GradNode) or self._outside(slot):
            return ()
        return slot.inputs

    def _key(self, slot: Any) -> int:
        """Outputs of one call share the tuple of its inputs; variables and constants are known by themselves."""
        shared = isinstance(slot, GradNode) and slot.inputs and not self._outside(slot)
        return id(slot.inputs) if shared else id(slot)

    def _output(self, slot: Any) -> Any:
        if slot is None:
            return None
        result = self._symbols[self._key(slot)]
        return result[slot.index] if isinstance(slot, GradNode) and len(result.list_outputs()) > 1 else result

    def _make(self, slot: Any) -> Any:
        if type(slot) is GradSlot or not slot or slot.op is None or self._outside(slot):
            return self._variable(slot)
        name, attributes = slot.op, slot.attributes
        inputs = [self._output(s) for s in slot.inputs]
        if name == "_getitem":
            return self._index(*inputs, **attributes)
        if name == "_CachedOp":
            inlined = self._inline or attributes.inlined
            return self._inlined(attributes, inputs) if inlined else self._called(attributes, inputs)
        if name in ("_CustomFunction", "_gradient"):
            raise MXNetError(f"get_symbol: {name} has no symbol")
        if attributes is None:
            attributes = {}
        elif not isinstance(attributes, dict):
            attributes = {"scalar": attributes}
        return self._call(name, inputs, {k: v for k, v in attributes.items() if v is not NULL})

    def _called(self, op: Any, inputs: list[Any]) -> Any:
        """Return the call of a ``CachedOp`` as one node."""
        return self._call("_CachedOp", inputs, {"subgraph": op.symbol.tojson()})

    @staticmethod
    def _inlined(op: Any, inputs: list[Any]) -> Any:
        """Return the graph of a ``CachedOp`` over the symbols of its inputs, inside of the graph that is being made."""
        twin = copy_inside(op.symbol)
        twin._compose(**dict(zip(twin.list_inputs(), inputs, strict=True)))
        return twin

    def _index(self, data: Any, *arrays: Any, key: Any, ndim: int) -> Any:
        """Return an index: a basic one as slice, squeeze and expand_dims, others, of NumPy's, as one operator."""
        if self._numpy and (arrays or not _is_basic(key)):
            return self._call("_npx_advanced_index", [data, *arrays], {"key": _written(key)})
        begin: list[Any] = []
        end: list[Any] = []
        step: list[Any] = []
        dropped: list[int] = []
        new: list[int] = []
        for item in read_key(key, ndim):
            if item is None:
                new.append(len(begin) - len(dropped) + len(new))
            elif isinstance(item, slice):
                begin, end, step = [*begin, item.start], [*end, item.stop], [*step, item.step]
            elif isinstance(item, (int, np.integer)):
                dropped.append(len(begin))
                begin, end, step = [*begin, int(item)], [*end, None if item == -1 else int(item) + 1], [*step, None]
            else:
                raise MXNetError("get_symbol: an index with arrays has no symbol")
        names = _NUMPY_PARTS if self._numpy else _PARTS
        result = data
        if begin:
            result = self._call(names[0], [data], {"begin": tuple(begin), "end": tuple(end), "step": tuple(step)})
        if dropped:
            result = self._call(names[1], [result], {"axis": tuple(dropped)})
        for axis in new:
            result = self._call(names[2], [result], {"axis": axis})
        return result


#: the operators that take a basic index apart
_PARTS = ("slice", "squeeze", "expand_dims")
_NUMPY_PARTS = ("_npx_slice", "_np_squeeze", "_npi_expand_dims")


def _items(key: Any) -> tuple[Any, ...]:
    return key if type(key) is tuple else (key,)


def _is_basic(key: Any) -> bool:
    """Return whether a key has only numbers, slices, new axes and an ellipsis."""
    return all(
        item is None or item is Ellipsis or (isinstance(item, (slice, int, np.integer)) and not isinstance(item, bool))
        for item in _items(key)
    )


def _written(key: Any) -> str:
    """Return a key as the operator ``_npx_advanced_index`` reads it: its arrays are inputs."""
    entries: list[Any] = []
    for item in _items(key):
        if isinstance(item, Indexing):
            entries.append("@")
        elif item is Ellipsis:
            entries.append("...")
        elif isinstance(item, slice):
            bounds = (item.start, item.stop, item.step)
            entries.append({"slice": [None if bound is None else int(bound) for bound in bounds]})
        elif isinstance(item, (list, tuple, range, np.ndarray)):
            entries.append({"array": np.asarray(item).tolist()})
        else:
            entries.append(item if item is None or isinstance(item, bool) else int(item))
    return json.dumps(entries)
