"""Adding up gradients over several backward passes before one update."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.errors import MXNetError


class GradientAccumulator:
    """Sums of gradients, per parameter and device; shared by modules that share their parameters.

    Parameters bound with ``grad_req='add'`` add up in their gradient arrays by themselves; for all others the sums
    are kept here.
    """

    def __init__(self) -> None:
        self._sums: dict[str, list[Any]] = {}
        self._fresh: set[str] = set()
        self._any = False

    def add(self, group: Any) -> None:
        """Add the gradients of the backward pass just made on an executor group."""
        self._any = True
        for name, grads in _gradients(group):
            if group.grad_req[name] == "add":
                continue
            if name not in self._sums:
                self._sums[name] = [grad.copy() for grad in grads]
            elif name in self._fresh:
                for total, grad in zip(self._sums[name], grads, strict=True):
                    total += grad
            else:
                for total, grad in zip(self._sums[name], grads, strict=True):
                    grad.copyto(total)
            self._fresh.add(name)

    def deliver(self, group: Any, normsize: float) -> None:
        """Write the sums divided by ``normsize`` into the group's gradient arrays; nothing added up means zero."""
        if not self._any:
            raise MXNetError("acc_update: there is nothing to update with, call acc_backward first")
        for name, grads in _gradients(group):
            adding = group.grad_req[name] == "add"
            for i, grad in enumerate(grads):
                if name in self._fresh:
                    self._sums[name][i].copyto(grad)
                elif not adding:
                    grad[:] = 0
                if normsize != 1:
                    grad /= normsize

    def clear(self, group: Any) -> None:
        """Start again from zero, in the group's adding gradient arrays too. The memory is reused for the next sums."""
        self._fresh.clear()
        self._any = False
        for name, grads in _gradients(group):
            if group.grad_req[name] == "add":
                for grad in grads:
                    grad[:] = 0


def _gradients(group: Any) -> list[tuple[str, Sequence[Any]]]:
    pairs = zip(group.param_names, group.grad_arrays, strict=True)
    return [(name, grads) for name, grads in pairs if grads[0] is not None]
