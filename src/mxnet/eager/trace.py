"""Recording what a function does with arrays as a graph: deferred compute.

While a thread has a :class:`Trace`, the tape records every operator call on arrays that are part of it, and calls
without arrays, whatever has a gradient; values are computed as usual, as in prediction and without PyTorch's graph.
What the function asks of the recording and training modes is answered as they were outside.
"""

import inspect
import linecache
from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from ..core import torch_compat
from ..core.errors import MXNetError
from ..core.lazy_imports import FromAbove
from ..core.restoring import Restoring
from .grad_node import GradNode, grad_node
from .tape import state

_OURS = __name__.partition(".")[0]

#: :mod:`mxnet._deferred_compute.control_flow`, which records the loops and conditions of a traced function
control_flow = FromAbove()


class ValueAskedError(MXNetError):
    """A function that is traced asks for values of an array."""


class Trace:
    """What is known of a function that is being traced.

    ``recording`` and ``training`` are the modes that the function sees; ``asked_training`` and ``asked_shape`` whether
    it has looked at the mode, or at the shape of an array, so that its graph may depend on them. With ``values`` it may
    ask for values: what is recorded is not used.
    """

    __slots__ = ("_training", "asked_shape", "asked_training", "constants", "recording", "values", "variables")

    def __init__(self, recording: bool, training: bool, values: bool = False) -> None:
        self.recording, self._training, self.values = recording, training, values
        self.asked_shape = self.asked_training = False
        #: arrays that entered without a history, and those that were declared variables, by the identity of their node
        self.constants: dict[int, tuple[GradNode, Any]] = {}
        self.variables: dict[int, tuple[GradNode, Any]] = {}

    @property
    def training(self) -> bool:
        """The training mode, for the function."""
        self.asked_training = True
        return self._training

    @training.setter
    def training(self, mode: bool) -> None:
        self._training = mode

    @property
    def modes(self) -> tuple[bool, bool]:
        """Whether it was recording, and training, outside."""
        return self.recording, self._training

    def adopt(self, node: GradNode, array: Any) -> None:
        """Note a constant."""
        self.constants[id(node)] = node, array

    def watch(self, array: Any) -> None:
        """Make an array without a history a variable of the graph."""
        if not array._slot:
            node = array._slot = grad_node(None, None, ())
            self.variables[id(node)] = node, array

    def end(self) -> None:
        """Let go of the arrays, which are no part of a graph any more."""
        for node, array in (*self.constants.values(), *self.variables.values()):
            if array._slot is node:
                array._slot = None


class _Scope(Restoring):
    """A scope with a trace, or none, and modes; ``then`` is called at its end."""

    def __init__(self, trace: Trace | None, recording: bool, training: bool, *then: Callable[[], object]) -> None:
        self._trace, self._modes, self._then = trace, (recording, training), then

    def __enter__(self) -> Any:
        grad = torch.is_grad_enabled()
        close = self.close = self._end_with(
            partial(setattr, state, "trace", state.trace),
            partial(setattr, state, "recording", state.recording),
            partial(setattr, state, "training", state.training),
            partial(torch_compat.set_grad_enabled, grad),
            *self._then,
        )
        try:
            if self._trace is not None:
                torch_compat.set_grad_enabled(False)
            state.trace, (state.recording, state.training) = self._trace, self._modes
        except BaseException:  # of a signal's handler
            close()
            raise
        return self._trace


def tracing() -> _Scope:
    """Return a scope in which operator calls are recorded; inside another one it is that one."""
    return _Scope(state.trace or Trace(state.recording, state.training), True, False)


def suspended() -> _Scope:
    """Return a scope in which nothing is traced: for values that are no results of the function."""
    trace = state.trace
    return _Scope(None, state.recording, state.training) if trace is None else _Scope(None, *trace.modes)


def with_values() -> _Scope:
    """Return a scope inside of a traced function in which values may be asked for, and nothing becomes a graph."""
    recording, training = state.trace.modes
    trace = Trace(recording, training, values=True)
    return _Scope(trace, state.recording, state.training, trace.end)


def builds_nodes() -> bool:
    """Return whether a loop or a condition is to be recorded as a node (see ``control_flow``)."""
    return state.trace is not None and not state.trace.values


def refuse_value(array: Any) -> None:
    """Raise :class:`ValueAskedError` if a function that is traced asks for the values of an array of its graph."""
    trace = state.trace
    if trace is None or trace.values or not array._slot or id(array._slot) in trace.constants:
        return
    raise ValueAskedError(
        f"{_line_of_program()} asks for the values of an array of shape {tuple(array._t.shape)}, which depend on the "
        "inputs, while a hybridized block is traced: use operators in their place (np.where, npx.cond, npx.foreach), "
        "or do not hybridize the block that does so"
    )


def _line_of_program() -> str:
    """Return the place of the innermost line that is not of this package, and its text."""
    frame = inspect.currentframe()
    while frame is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] in (_OURS, "torch", "numpy"):
        frame = frame.f_back
    if frame is None:
        return "the program"
    file, line = frame.f_code.co_filename, frame.f_lineno
    text = linecache.getline(file, line).strip()
    return f"{file}:{line}: `{text}`" if text else f"{file}:{line}"
