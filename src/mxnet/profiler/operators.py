"""Timing operators: each application, its gradient, and the memory that results take.

While the profiler runs, it is an observer of all operators.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import torch
from torch.autograd.profiler import record_function

from ..core import torch_compat
from .session import Session, now

_CUSTOM = "Custom"


class _ThreadState(threading.local):
    """What this thread runs: an operator, whose parts are not recorded separately, or a custom operator."""

    inside = False
    #: the custom operator that runs, how many microseconds the operators that it calls took, whether in a backward
    custom: list[Any] | None = None


class Watcher:
    """Records operators in the session ``current``, where there is one that records operators."""

    def __init__(self, sees: Callable[[], bool] = lambda: True) -> None:
        self.current: Session | None = None
        #: whether what this thread does now is looked at
        self._sees = sees
        self._thread = _ThreadState()
        self._memory = _Memory()

    def apply(self, name: str, attributes: Any, inputs: Sequence[Any], call: Callable[[], Any]) -> Any:
        """Apply an operator and tell of it: the observer (see :mod:`mxnet.core.observers`)."""
        session, thread = self.current, self._thread
        if session is None or thread.inside or not self._sees():
            return call()
        if name == _CUSTOM:
            return self._run_custom(session, str(attributes.get("op_type", name)), inputs, call)
        thread.inside = True
        try:
            _finish_kernels(inputs)
            begin = now()
            if torch_compat.profiler_enabled():
                with record_function(name):
                    result = call()
            else:
                result = call()
            _finish_kernels(inputs)
            self._saw(session, name, begin, now(), inputs, result)
        finally:
            thread.inside = False
        return result

    def _saw(self, session: Session, name: str, begin: int, end: int, args: Any, result: Any) -> None:
        results = [t for t in (result if isinstance(result, (tuple, list)) else (result,)) if _is_real(t)]
        if not results:
            return  # only shapes were asked for
        process = _process(results[0].device)
        custom = self._thread.custom
        if custom is not None and custom[2] and torch_compat.backward_task() == -1:
            custom = self._thread.custom = None  # its backward raised
        if custom is None:
            session.span("operator", name, begin, end, process=process)
        else:
            custom[1] += end - begin
            session.span("Custom Operator", f"{custom[0]}::{name}", begin, end, process=process)
        if session.config.profile_memory or session.config.profile_all:
            self._memory.add(session, results)
        self._follow(session, name, args, results)

    def _run_custom(self, session: Session, op_type: str, args: Sequence[Any], call: Callable[[], Any]) -> Any:
        outer, self._thread.custom = self._thread.custom, [op_type, 0, False]
        begin = now()
        try:
            result = call()
        finally:
            spent, self._thread.custom = self._thread.custom[1], outer
        session.span("Custom Operator", f"{op_type}::pure_python", begin, max(begin, now() - spent))
        results = [t for t in (result if isinstance(result, (tuple, list)) else (result,)) if _is_real(t)]
        self._follow(session, op_type, args, results, custom=True)
        return result

    def _follow(
        self, session: Session, name: str, args: Iterable[Any], results: Iterable[torch.Tensor], custom: bool = False
    ) -> None:
        """Have the gradient of an application timed, when it is computed."""
        heads = [t.grad_fn for t in results if t.grad_fn is not None]
        if not heads:
            return
        ends = [t.grad_fn for t in args if isinstance(t, torch.Tensor) and t.grad_fn is not None]
        gradient = _Gradient(self, session, f"_backward_{name.removeprefix('_')}", custom)
        for step in _between(heads, ends):
            gradient.watch(step)


class _Gradient:
    """The gradient of one application of an operator: PyTorch may take several steps to it."""

    def __init__(self, watcher: Watcher, session: Session, name: str, custom: bool) -> None:
        self.watcher, self.session = watcher, session
        self.name, self.custom = name, custom
        self.first = self.step = self.spent = 0
        self.outer: Any = None
        self.process = ""

    def watch(self, step: Any) -> None:
        """Time one of the steps."""
        step.register_prehook(self._begin)
        step.register_hook(self._end)

    def _begin(self, heads: Any) -> None:
        if self.watcher.current is not self.session:
            return
        if not self.first:
            self.first = now()
            torch_compat.call_after_backward(self._finish)
            self.process = next((_process(t.device) for t in heads if t is not None), "")
        thread = self.watcher._thread
        if self.custom:
            self.outer, thread.custom = thread.custom, [self.name, 0, True]
        _finish_kernels(heads)
        self.step = now()

    def _end(self, gradients: Any, _: Any) -> None:
        if not self.step:
            return
        _finish_kernels(gradients)
        thread, self.spent, self.step = self.watcher._thread, self.spent + now() - self.step, 0
        if self.custom:
            self.spent -= thread.custom[1] if thread.custom else 0
            thread.custom = self.outer

    def _finish(self) -> None:
        if self.custom:
            self.session.span("Custom Operator", f"{self.name}::pure_python", self.first, self.first + self.spent)
        else:
            self.session.span("operator", self.name, self.first, self.first + self.spent, process=self.process)
        self.first = self.spent = 0


def _between(heads: list[Any], ends: list[Any]) -> Iterator[Any]:
    """Yield the steps of a gradient from ``heads`` until ``ends``, which belong to others."""
    seen: list[Any] = []
    pending = list(heads)
    while pending:
        step = pending.pop()
        if any(step is item for item in (*seen, *ends)) or step.name().endswith("AccumulateGrad"):
            continue
        seen.append(step)
        yield step
        pending += [source for source, _ in step.next_functions if source is not None]


class _Memory:
    """The bytes of profiled results that are alive on each device."""

    def __init__(self) -> None:
        self._alive: dict[Any, tuple[Callable[[], bool], str, int]] = {}
        self._sweep_at = 256

    def add(self, session: Session, results: Iterable[torch.Tensor]) -> None:
        """Take new results, and tell the session how much there is now on their devices."""
        changed = set()
        for t in results:
            storage = t.untyped_storage()
            key, expired = torch_compat.storage_ref(storage)
            if key not in self._alive:
                name = f"Memory: {_process(t.device)}"
                self._alive[key] = expired, name, storage.nbytes()
                changed.add(name)
        if not changed:
            return
        if len(self._alive) <= 256 or len(self._alive) > self._sweep_at:
            self._alive = {key: item for key, item in self._alive.items() if not item[0]()}
            self._sweep_at = len(self._alive) * 11 // 10
        for name in changed:
            session.memory(name, sum(size for _, owner, size in self._alive.values() if owner == name))


def _is_real(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.device.type != "meta"


def _process(device: torch.device) -> str:
    return f"{'gpu' if device.type == 'cuda' else device.type}/{device.index or 0}"


def _finish_kernels(values: Any) -> None:
    """Wait for a GPU that computes on these tensors: its work is not done when a call returns."""
    for value in values:
        if isinstance(value, torch.Tensor):
            if value.is_cuda:
                torch.cuda.synchronize(value.device)
            return
