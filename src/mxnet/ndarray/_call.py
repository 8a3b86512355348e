"""How a generated ``mx.nd`` function runs: through the one imperative path, returning :class:`NDArray`."""

from functools import partial
from typing import Any

from ..core.errors import MXNetError
from ..core.params import NULL
from ..core.text import no_array
from ..eager.dispatch import fast_path, invoke
from ..registry import binding
from ..registry.bound import bind
from ..registry.op import Op
from .ndarray import NDArray
from .numpy.multiarray import ndarray


def call(op: Op, short: str, inputs: tuple[Any, ...], kwargs: dict[str, Any], out: Any) -> Any:
    """Apply ``op``; inputs may also come by name among the keywords."""
    if op.variadic is not None and op.inputs:
        inputs, kwargs = in_order(op, short, inputs, kwargs)
    for item in inputs:
        if item is not None and not isinstance(item, NDArray):
            raise AssertionError(f"operator {short}: an input must have NDArray type, but got {no_array(item, short)}")
        if isinstance(item, ndarray):
            raise TypeError(
                f"Operator `{op.name}` registered in backend is known as `{short}` in Python. This is a legacy "
                "operator which can only accept legacy ndarrays, while received an MXNet numpy ndarray. Please call "
                "`as_nd_ndarray()` upon it and give the result to this operator"
            )
    return invoke(op, inputs, kwargs, out, NDArray)


def in_order(
    op: Op, short: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the inputs in their order and the attributes of a call that may have arrays among its keywords.

    Raises TypeError for arrays both by position and by name, :class:`MXNetError` for names that are not the inputs'.
    """
    named = {key: value for key, value in kwargs.items() if isinstance(value, NDArray) and key not in op.attrs}
    if not named:
        return inputs, kwargs
    if inputs:
        raise TypeError(f"{short} takes its input arrays either by position or by name, not both")
    attributes = {key: value for key, value in kwargs.items() if key not in named and value is not NULL}
    names = bind(op, attributes).inputs
    for key in (*named, *names):
        if key not in named or key not in names:
            what = "has no input" if key in named else "lacks its input"
            raise MXNetError(f"operator {short} {what} {key}: its inputs are {', '.join(names)}")
    return tuple(named[name] for name in names), attributes


#: returns the fast path of a call of an operator with nothing but arrays and attributes
fast = partial(fast_path, cls=NDArray)
#: returns the ``__getattr__`` and ``__dir__`` of a module of operators; see :func:`.binding.operators`
operators = partial(binding.operators, call=call, symbolic=False, fast=fast)
