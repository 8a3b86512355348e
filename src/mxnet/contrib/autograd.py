"""``mx.contrib.autograd``: the interface to autograd of MXNet 0.9, kept for the programs that use it.

Recording and training are one switch here; :mod:`mxnet.autograd` separates them.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

from .. import autograd
from ..ndarray import NDArray, zeros_like


def set_is_training(is_train: bool) -> bool:
    """Switch recording and training on or off together; return whether training was on."""
    autograd.set_recording(is_train)
    return autograd.set_training(is_train)


class TrainingStateScope(autograd._RecordingStateScope):
    """A block in which recording and training are both on or both off."""

    def __init__(self, enter_state: bool) -> None:
        super().__init__(bool(enter_state), bool(enter_state))


def train_section() -> TrainingStateScope:
    """Return a scope in which operations are recorded and run as in training."""
    return TrainingStateScope(True)


def test_section() -> TrainingStateScope:
    """Return a scope, inside :func:`train_section`, in which they are not."""
    return TrainingStateScope(False)


def mark_variables(
    variables: Sequence[NDArray], gradients: Sequence[NDArray], grad_reqs: str | Sequence[str] = "write"
) -> None:
    """Make arrays variables whose gradients go into ``gradients`` (see :func:`mxnet.autograd.mark_variables`)."""
    autograd.mark_variables(variables, gradients, grad_reqs)


def backward(outputs: Sequence[NDArray], out_grads: Any = None, retain_graph: bool = False) -> None:
    """Compute the gradients of the outputs with respect to all variables; ``out_grads`` are ones unless given."""
    if not isinstance(outputs, (list, tuple)):
        raise AssertionError(f"expected a list of arrays to differentiate, got {type(outputs).__name__}")
    autograd.backward(outputs, out_grads, retain_graph)


def compute_gradient(outputs: Sequence[NDArray]) -> None:
    """Compute gradients; the older name of :func:`backward`."""
    backward(outputs)


def grad_and_loss(func: Callable[..., Any], argnum: int | Sequence[int] | None = None) -> Callable[..., Any]:
    """Return a function that gives the gradients of ``func`` with respect to its arguments, and its value.

    ``argnum``: the number of the argument to differentiate, or a list of them; all unless given.
    """

    @functools.wraps(func)
    def wrapped(*args: Any) -> tuple[list[NDArray], Any]:
        numbers = range(len(args)) if argnum is None else [argnum] if isinstance(argnum, int) else argnum
        variables = [args[i] for i in numbers]
        if not all(isinstance(x, NDArray) for x in variables):
            raise AssertionError("a function can be differentiated with respect to NDArrays only")
        gradients = [zeros_like(x) for x in variables]
        mark_variables(variables, gradients)
        with train_section():
            outputs = func(*args)
        backward([outputs] if isinstance(outputs, NDArray) else outputs)
        return gradients, outputs

    return wrapped


def grad(func: Callable[..., Any], argnum: int | Sequence[int] | None = None) -> Callable[..., Any]:
    """Return a function that gives the gradients of ``func`` with respect to its arguments.

    ``argnum``: the number of the argument to differentiate, or a list of them; all unless given.
    """
    both = grad_and_loss(func, argnum)

    @functools.wraps(both)
    def wrapped(*args: Any) -> list[NDArray]:
        return both(*args)[0]

    return wrapped
