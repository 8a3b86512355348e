"""The fully connected layer."""

from __future__ import annotations

from math import prod

import torch

from ..core.errors import MXNetShapeError
from ..core.params import AtLeastOne
from ..registry import op
from ._large_linear import linear


@op("FullyConnected", aliases=("_npx_fully_connected", "_sparse_FullyConnected"))
def fully_connected(data, weight, bias=None, *, num_hidden: AtLeastOne, no_bias: bool = False, flatten: bool = True):
    """Return ``data @ weight.T + bias``.

    ``weight`` is ``(num_hidden, K)``, ``bias`` ``(num_hidden,)``. With ``flatten`` the data ``(N, ...)`` are taken as
    ``(N, K)`` and the result is ``(N, num_hidden)``; without, the last axis of size ``K`` becomes ``num_hidden``.
    """
    if weight.shape[0] != num_hidden:
        raise MXNetShapeError(
            f"FullyConnected: weight: expected ({num_hidden}, ...) for num_hidden={num_hidden}, "
            f"got {tuple(weight.shape)}"
        )
    if flatten and data.dim() != 2:
        data = data.reshape(data.shape[0], -1) if data.numel() else data.flatten(1)
    if data.dtype.is_floating_point:
        return linear(data, weight, bias)
    product = torch.matmul(data, weight.t())
    return product if bias is None else product + bias


@fully_connected.inputs
def _(p):
    return ("data", "weight") if p.no_bias else ("data", "weight", "bias")


@fully_connected.shapes
def _fully_connected_shapes(p, s):
    data, out = s.data, s.out[0]
    if data is not None and out is not None and data and out:
        s.data = (out[0], *data[1:]) if p.flatten else (*out[:-1], data[-1]) if len(out) == len(data) else None
        data = s.data
    if data is None:
        return
    if p.flatten:
        width = None if None in data[1:] else prod(data[1:])
        s.out[0] = (data[0], p.num_hidden)
    else:
        width = data[-1]
        s.out[0] = (*data[:-1], p.num_hidden)
    s.weight = (p.num_hidden, width)
    s.bias = (p.num_hidden,)


_fully_connected_shapes.complete = True
