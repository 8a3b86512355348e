"""How a generated ``mx.sym`` function runs: it makes a :class:`Symbol`."""

from __future__ import annotations

from typing import Any

from ..registry.op import Op
from .create import create
from .symbol import Symbol


def call(op: Op, short: str, inputs: tuple[Any, ...], given: dict[str, Any], name: Any, attr: Any) -> Symbol:
    """Return a symbol that applies ``op`` (see :func:`.create.create`)."""
    return create(Symbol, op, short, inputs, given, name, attr)
