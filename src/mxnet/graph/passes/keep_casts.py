"""Cache the casts of weights to half precision at inference, until a weight is written to.

Mixed precision puts a cast after every weight. A cast is cached when it sees the same tensor a second time, so that
casts of data, which are new at each call, are not.
"""

from collections.abc import Callable

import torch

from ...core.write_tracking import Seen, may_cache, took
from ..call_graph import Value
from ..calls import cast_of_variable, may_alias_input, operator_of, with_name
from .base import Lowered, Pass

#: number of elements below which a cast is faster than the look-up
_FEW = 1 << 13


def keep_casts(lowered: Lowered) -> int:
    """Cache the results of casts of variables; return how many."""
    result = 0
    for call, _ in lowered.calls(lambda op: op.amp_exception == "cast"):
        variable, cast = cast_of_variable(call)
        if variable is not None and cast is not None and not any(map(_may_write, call.users)):
            kept = KeptCast(cast)
            lowered.caching.append(kept)
            call.target, call.args, call.kwargs = with_name(kept, f"kept_{call.name}"), (variable,), {}
            result += 1
    return result


def _may_write(user: Value) -> bool:
    """Return whether a call may write to its inputs, or hand out their memory to be written to."""
    node = operator_of(user)
    return may_alias_input(user) or node.op.mutates or node.op.bound


class KeptCast:
    """A cast whose result is cached. Several threads may call it at a time."""

    _ready: tuple[Seen, torch.Tensor] | None = None

    def __init__(self, cast: Callable[[torch.Tensor], torch.Tensor]) -> None:
        self.cast = cast
        self._before: Seen | None = None

    def __call__(self, value: torch.Tensor) -> torch.Tensor:
        if value.numel() < _FEW:
            return self.cast(value)
        ready, before = self._ready, self._before
        if ready is not None and ready[0].same([value]):
            return took(ready[1])
        again = before is not None and before.same([value])
        result = self.cast(value)
        if not may_cache():
            return result
        if again and before is not None and result is not value:
            self._ready = before, result
        elif not again:
            self._ready, self._before = None, Seen([value])
        return result


KEEP_CASTS = Pass(
    "keep_casts",
    keep_casts,
    assumes="inference, no gradient",
    effect="caches large weights in half precision beside the originals",
    needs=("amp_exception",),
    without_gradient=True,
)
