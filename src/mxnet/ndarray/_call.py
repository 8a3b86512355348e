"""How a generated ``mx.nd`` function runs: through the one imperative path, returning :class:`NDArray`."""

from __future__ import annotations

from typing import Any

from ..eager.dispatch import fast_path, invoke
from ..registry.binding import Fast
from ..registry.op import Op
from .ndarray import NDArray
from .numpy.multiarray import ndarray


def call(op: Op, short: str, inputs: tuple[Any, ...], given: dict[str, Any], out: Any) -> Any:
    """Apply ``op``; inputs may also come by name among the keywords."""
    for each in inputs:
        if each is not None and not isinstance(each, NDArray):
            raise AssertionError(f"operator {short}: an input must have NDArray type, but got {each!r}")
        if isinstance(each, ndarray):
            raise TypeError(
                f"Operator `{op.name}` registered in backend is known as `{short}` in Python. This is a legacy "
                "operator which can only accept legacy ndarrays, while received an MXNet numpy ndarray. Please call "
                "`as_nd_ndarray()` upon it and give the result to this operator"
            )
    return invoke(op, inputs, given, out, NDArray)


def fast(op: Op) -> Fast:
    """Return the fast path of a call of ``op`` with nothing but arrays and attributes."""
    return fast_path(op, NDArray)
