"""Operators of ``mx.npx`` that are no others under another name."""

from __future__ import annotations

import torch

from ..core.errors import MXNetError, MXNetValueError
from ..registry import op
from ._families import zero_gradient


def _of_bool(p, t):
    t.inputs[0] = "bool"
    t.out[0] = "bool"


def _scalar(p, s):
    s.out[0] = ()


@op("_npx_constraint_check", types=_of_bool, shapes=_scalar, host_sync="check")
def _npx_constraint_check(input, *, msg: str = "Constraint violated."):
    """Return True, without axes, where all elements of ``input``, bools, hold; raise an error saying ``msg`` else."""
    if input.dtype is not torch.bool:
        raise MXNetError("operator _npx_constraint_check: input: expected type bool")
    holds = input.all()
    if not input.is_meta and not holds:
        raise MXNetValueError(msg)
    return holds


_npx_constraint_check.backward(zero_gradient)
