"""The argument of callbacks at the end of a batch, and calling them."""

from __future__ import annotations

from typing import Any, NamedTuple


class BatchEndParam(NamedTuple):
    """The argument of batch callbacks: the epoch, the batch, the metric, and the trainer's variables by name.

    Examples
    --------
    >>> mx.model.BatchEndParam(epoch=0, nbatch=3, eval_metric=None, locals={}).nbatch
    3
    """

    epoch: int
    nbatch: int
    eval_metric: Any
    locals: Any


def multiple_callbacks(callbacks: Any, *args: Any, **kwargs: Any) -> None:
    """Call one callback, each of several, or none."""
    if callbacks is None:
        return
    for item in callbacks if isinstance(callbacks, (list, tuple)) else [callbacks]:
        item(*args, **kwargs)
