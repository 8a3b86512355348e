"""Moving statistics: what a backward pass moves, it moves at its end, in few calls for all layers."""

from collections import defaultdict
from functools import partial
from weakref import ref

import torch

from ..core import torch_compat
from ..core.write_tracking import all_writable, all_writable_again, writable


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
            targets = (all_writable_again if means[0].is_cuda else all_writable)(means + variances)
            torch_compat.lerp_many(targets, ends, 1 - momentum)


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
        single = _Moves()
        single.add(momentum, eps, row)
        single.apply()
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
