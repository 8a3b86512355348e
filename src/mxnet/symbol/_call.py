"""How a generated ``mx.sym`` function runs: it makes a :class:`Symbol`."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..registry import binding
from ..registry.op import Op
from .create import create
from .symbol import Symbol


def call(op: Op, short: str, inputs: tuple[Any, ...], given: dict[str, Any], name: Any, attr: Any) -> Symbol:
    """Return a symbol that applies ``op`` (see :func:`.create.create`); TypeError for those of ``mx.np``."""
    for item in (*inputs, *given.values()):
        if isinstance(item, Symbol) and item.is_numpy:
            raise TypeError(
                f"Operator `{op.name}` registered in backend is known as `{short}` in Python. This is a legacy "
                "operator which can only accept legacy symbols, while received an MXNet numpy symbol. Please call "
                "`as_nd_ndarray()` upon it, or upon the array that a block was called with, and give the result to "
                "this operator"
            )
    return create(Symbol, op, short, inputs, given, name, attr)


#: returns the ``__getattr__`` and ``__dir__`` of a module of operators; see :func:`.binding.operators`
operators = partial(binding.operators, call=call, symbolic=True)
