"""The recording of gradients, and the engine that differentiates."""

import importlib
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .choice import private, sample


def _sets_modes(function: Any) -> bool:
    function(False)
    off = torch.is_grad_enabled()
    function(True)
    return not off and torch.is_grad_enabled()


@private("_C._set_grad_enabled", probe=_sets_modes)
def set_grad_enabled(mode: bool) -> None:
    """Switch the recording of gradients on or off in this thread."""
    torch.set_grad_enabled(mode)


@private("_C._is_tracing", probe=lambda function: function() is torch.jit.is_tracing())  # type: ignore[no-untyped-call, attr-defined]
def is_tracing() -> bool:
    """Return whether ``torch.jit.trace`` records this call.

    PyTorch's own goes without a look at whether TorchScript is compiled, which takes three times as long.
    """
    return bool(torch.jit.is_tracing())  # type: ignore[no-untyped-call, attr-defined]


@private("_C._are_functorch_transforms_active", probe=lambda function: function() is False)
def transforms_active() -> bool:
    """Return whether a transform of ``torch.func`` is under way; False without PyTorch's own function."""
    return False


def _differentiates(function: Any) -> bool:
    leaf = sample(3).requires_grad_()
    function((leaf * leaf,), (torch.ones(3),), False, False, (), True, True)
    return leaf.grad is not None and torch.equal(leaf.grad, 2 * leaf.detach())


@private("autograd.graph._engine_run_backward", probe=_differentiates)
def backward(
    heads: Sequence[torch.Tensor], grads: Sequence[torch.Tensor], retain_graph: bool, create_graph: bool = False,
    leaves: Sequence[torch.Tensor] = (), allow_unreachable: bool = True, accumulate: bool = True,
) -> None:  # fmt: skip
    """Differentiate ``heads``, each with a gradient of its shape, type and device; leaves accumulate in ``grad``.

    PyTorch's own goes without checks, which take longer than a small network and, the first time, import a library
    for symbolic mathematics. It takes all arguments, by position alone; the last two can only be true here.
    """
    assert allow_unreachable
    assert accumulate
    torch.autograd.backward(heads, grads, retain_graph, create_graph, inputs=leaves or None)


@private("autograd.Variable._execution_engine.run_backward", probe=_differentiates)
def backward_here(heads: Sequence[torch.Tensor], grads: Sequence[torch.Tensor], retain_graph: bool, *rest: Any) -> None:
    """Do the same where no other thread works for the pass: none has to see this one's context, copied each time."""
    backward(heads, grads, retain_graph, *rest)


class _Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0] * 2


def _is_recorded(function: Any) -> bool:
    result = function(_Doubled)(sample(3).requires_grad_())  # at import: a backward pass would take too long
    return torch.equal(result, sample(3) * 2) and "_Doubled" in type(result.grad_fn).__name__


@private(lambda: lambda function: super(torch.autograd.Function, function).apply, probe=_is_recorded)
def eager_apply(function: type[torch.autograd.Function]) -> Callable[..., Any]:
    """Return ``function.apply`` for eager calls, without what it does for compilers and ``torch.func`` (2 µs)."""
    return function.apply


def reads_node(read: Callable[[Any], Any]) -> Callable[[], Any]:
    """Return a function that reads something of the node of PyTorch's graph that is run, for use in its hooks."""
    current = torch._C._current_autograd_node
    return lambda: read(current())


#: what is called at the end of the backward pass that is under way, where PyTorch does not call it
waiting: deque[Callable[[], None]] = deque()


def _calls_back(function: Any) -> bool:
    seen: list[int] = []
    leaf = sample(1).requires_grad_()
    product = leaf * 2
    product.register_hook(lambda _: function(lambda: seen.append(1)))
    torch.autograd.grad(product.sum(), leaf)
    return seen == [1]


@private(lambda: torch.autograd.Variable._execution_engine.queue_callback, probe=_calls_back)
def call_after_backward(callback: Callable[[], None]) -> None:
    """Call this when the backward pass that is under way has ended; in its place, at :func:`end_backward`."""
    waiting.append(callback)


def end_backward() -> None:
    """Tell that a backward pass has ended, for where PyTorch cannot tell us."""
    while waiting:
        waiting.popleft()()


def _tells_task(function: Any) -> bool:
    outer, seen = function(), []  # the first call may come from a backward pass
    leaf = sample(1).requires_grad_()
    product = leaf * 2
    product.register_hook(lambda _: seen.append(function()))
    for _ in range(2):
        torch.autograd.grad(product.sum(), leaf, retain_graph=True)
    return len({outer, -1, *seen}) == (3 if outer == -1 else 4) and function() == outer


@private("_C._current_graph_task_id", probe=_tells_task)
def backward_task() -> int | None:
    """Return a number of the backward pass that this thread works for; -1 if there is none, None: no knowing."""
    return None


@private(lambda: importlib.import_module("torch._C._autograd")._profiler_enabled, probe=lambda f: f() is False)
def profiler_enabled() -> bool:
    """Return whether PyTorch's profiler runs; True where there is no knowing."""
    return True
