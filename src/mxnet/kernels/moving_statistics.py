"""Moving statistics: what a backward pass moves, it moves at its end, in few calls for all layers."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from weakref import ref

import torch

from ..core import torch_compat
from ..core.backward_mode import is_training
from ..core.restoring import restoring
from ..core.write_tracking import all_writable, writable


class _Moves:
    """What a backward pass has to move: moving mean and variance, the batch's mean and inverse standard deviation."""

    def __init__(self) -> None:
        #: by momentum, eps and device
        self._rows: dict[tuple[float, float, torch.device], list[tuple[torch.Tensor, ...]]] = defaultdict(list)
        self._addresses: set[int] = set()

    def add(self, momentum: float, eps: float, row: tuple[torch.Tensor, ...]) -> None:
        """Add a layer; one whose statistics move again moves after the first time."""
        address = row[0].data_ptr()
        if address in self._addresses:
            self.apply()
        self._addresses.add(address)
        self._rows[momentum, eps, row[0].device].append(row)

    def apply(self) -> None:
        """Move the statistics."""
        rows = list(self._rows.items())
        self._rows.clear()
        self._addresses.clear()
        for (momentum, eps, _), group in rows:
            if len(group) == 1:  # lists of one take longer
                moving_mean, moving_var, mean, inverse = group[0]
                writable(moving_mean).lerp_(mean, 1 - momentum)
                writable(moving_var).lerp_(torch_compat.variance(inverse, eps), 1 - momentum)
                continue
            means, variances, ends, inverses = map(list, zip(*group, strict=True))
            ends += torch_compat.variances(inverses, eps)
            torch_compat.lerp_many(all_writable(means + variances), ends, 1 - momentum)


#: by backward pass; PyTorch holds each until its pass has ended or failed
_moves: dict[int | None, ref[_Moves]] = {}


def move_statistics(
    momentum: float,
    eps: float,
    moving_mean: torch.Tensor,
    moving_var: torch.Tensor,
    mean: torch.Tensor,
    inverse: torch.Tensor,
) -> None:
    """Move statistics towards a batch's mean and variance ``1 / inverse**2 - eps``; in a backward pass, at its end."""
    mean = mean.detach() if mean.requires_grad else mean
    inverse = inverse.detach() if inverse.requires_grad else inverse
    task, row = torch_compat.backward_task(), (moving_mean, moving_var, mean, inverse)
    if task is None or task == -1:
        alone = _Moves()
        alone.add(momentum, eps, row)
        alone.apply()
        return
    reference = _moves.get(task)
    moves = None if reference is None else reference()
    if moves is None:
        moves = _Moves()
        _moves[task] = ref(moves, partial(_moves.pop, task))  # no WeakValueDictionary: Python ends its values
        torch_compat.call_after_backward(moves.apply)
    moves.add(momentum, eps, row)


def move_now() -> None:
    """Move what this thread's backward pass has to move so far: its next move is recorded and is not put off."""
    reference = _moves.get(torch_compat.backward_task())
    moves = None if reference is None else reference()
    if moves is not None:
        moves.apply()


class _Recorded(threading.local):
    #: the layers of the graph that this thread runs and records; None: they are on their own
    layers: "list[Layer] | None" = None


recorded = _Recorded()
#: a layer's node in PyTorch's graph, its momentum and eps, its moving mean and variance, the batch's mean and inverse
#: standard deviation, and the hook that the node gets where the layer is on its own
Layer = tuple[Any, float, float, tuple[torch.Tensor, ...], Callable[..., Any]]


def add_layer(*layer: Any) -> None:
    """Have the statistics of a layer moved when its gradient is computed."""
    if recorded.layers is None:
        layer[0].register_hook(layer[-1])
    else:
        recorded.layers.append(layer)


@restoring
def moving_together() -> Iterator[Callable[[Sequence[torch.Tensor]], None]]:
    """A block in which a graph runs and is recorded; the function that it gives takes the results.

    A backward pass from any of these moves the statistics of all layers, as MXNet's pass over a graph does. One hook
    for all takes a tenth of the time of one for each.
    """
    before, layers = recorded.layers, list[Layer]()
    recorded.layers = layers
    try:
        yield partial(_watch, layers)
    finally:
        recorded.layers = before


def _watch(layers: list[Layer], results: Sequence[torch.Tensor]) -> None:
    hook = _Hook(layers)
    for node in dict.fromkeys(result.grad_fn for result in results) if layers else ():
        if node is not None:
            node.register_prehook(hook)


class _Hook:
    """Moves the statistics of the layers of a graph, once in each backward pass."""

    def __init__(self, layers: list[Layer]) -> None:
        self.layers = layers
        self.last: int | None = None

    def __call__(self, _: Any) -> None:
        task = torch_compat.backward_task()
        if task == self.last:
            return
        self.last = task
        if is_training() is False or torch.is_grad_enabled():  # other gradients are asked for: each layer sees to it
            for node, *_, hook in self.layers:
                node.register_hook(hook)
            self.layers = []
        for _, momentum, eps, states, _ in reversed(self.layers):
            move_statistics(momentum, eps, *states)
