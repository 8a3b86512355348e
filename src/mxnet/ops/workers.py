"""The processes that train together, for operators that compute over the data of all of them.

A distributed key-value store says who they are (:mod:`mxnet.kvstore.distributed`); until then a process is alone.
"""

from collections.abc import Callable

import torch


class Workers:
    """The number of processes that train together, and their sum of a tensor."""

    def __init__(self) -> None:
        self.count = 1
        self._sum: Callable[[str, torch.Tensor], torch.Tensor] | None = None

    def join(self, count: int, sum_over: Callable[[str, torch.Tensor], torch.Tensor]) -> None:
        """Be one of ``count`` processes; ``sum_over(what, tensor)`` sums over all of them, in place."""
        self.count, self._sum = count, sum_over

    def sum(self, what: str, tensor: torch.Tensor) -> torch.Tensor:
        """Sum a tensor over all processes, which do it at the same time; ``what`` is it, in words."""
        return tensor if self._sum is None else self._sum(what, tensor)


#: those of this process
workers = Workers()
