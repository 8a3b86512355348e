"""``mxnet._deferred_compute``: the graph of what a program does with arrays.

>>> import mxnet._deferred_compute as dc
>>> x = mx.np.ones((2, 3))
>>> dc.set_variable(x, mx.sym.var("x").as_np_ndarray())
>>> with dc.context():
...     y = mx.np.exp(x) + 1
>>> dc.get_symbol(y, sym_cls=mx.sym.np._Symbol).list_arguments()
['x']

Values are computed at once, too. Hybridized blocks that define ``forward`` are traced with the same means
(:mod:`mxnet.gluon.tracing`). While a thread records, its state has a :class:`mxnet.eager.trace.Trace`; :mod:`.graph`
makes symbols of what the tape has, :mod:`.control_flow` of loops and conditions.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any

from ..core.errors import MXNetError
from ..eager.grad_node import GradNode
from ..eager.tape import state as _modes
from ..eager.trace import Trace, suspended, tracing
from ..symbol import Group, Symbol
from .graph import RecordedGraph

__all__ = ["clear", "context", "get_symbol", "is_deferred_compute", "set_deferred_compute", "set_variable"]


class _Variable(GradNode):
    """The node of an array that stands for a variable of the graph."""

    __slots__ = ("variable",)

    variable: Any


def _listed(values: Any) -> list[Any]:
    return list(values) if isinstance(values, (list, tuple)) else [values]


def is_deferred_compute() -> bool:
    """Return whether this thread records operators as a graph."""
    return _modes.trace is not None


def set_deferred_compute(state: bool) -> bool:
    """Switch recording on or off in this thread; return what it was."""
    before = is_deferred_compute()
    if state != before:
        _switch(state)
    return before


def _switch(on: bool) -> None:
    trace = _modes.trace
    if on:
        _modes.trace = Trace(_modes.recording, _modes.training)
        _modes.recording, _modes.training = True, False
    else:
        _modes.trace = None
        _modes.recording, _modes.training = trace.recording, trace._training


def context(state: bool = True) -> AbstractContextManager[Any]:
    """Return a scope in which operators are recorded, or, with ``state=False``, are not."""
    return tracing() if state else suspended()


def set_variable(arrays: Any, variables: Any) -> None:
    """Have arrays stand for variables of the graph; one of either, or lists of the same length."""
    listed, names = _listed(arrays), _listed(variables)
    if len(listed) != len(names):
        raise ValueError(f"{len(listed)} arrays for {len(names)} variables")
    for array in listed:
        if isinstance(array._slot, _Variable):
            raise MXNetError("set_variable: the array stands for a variable already")
    for array, variable in zip(listed, names, strict=True):
        node = object.__new__(_Variable)
        node.op, node.attributes, node.inputs, node.index, node.handle = None, None, (), 0, None
        node.variable = variable
        array._slot = node


def get_symbol(output_arrays: Any, *, sym_cls: type = Symbol) -> Any:
    """Return the symbol, of class ``sym_cls``, of what was recorded of arrays.

    Raises :class:`~mxnet.base.MXNetError` for an array that was not recorded, and for what has no symbol.
    """
    graph = RecordedGraph(_variable_of, numpy=bool(getattr(sym_cls, "is_numpy", False)), inline=True)
    outputs = []
    for i, array in enumerate(_listed(output_arrays)):
        if not array._slot:
            raise MXNetError(f"output {i} was not computed in deferred compute mode")
        outputs.append(graph.symbol(array._slot))
    return Group(outputs, sym_cls)


def _variable_of(slot: Any) -> Any:
    if isinstance(slot, _Variable):
        return slot.variable
    raise MXNetError("an array that was made outside of deferred compute mode has no variable: call set_variable")


def clear(arrays: Iterable[Any] | Any) -> None:
    """Forget what was recorded of arrays."""
    for array in _listed(arrays):
        array._slot = None
