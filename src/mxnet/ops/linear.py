"""The fully connected layer."""

from functools import partial
from math import prod
from typing import Any

import torch

from ..core.compat import quirks
from ..core.errors import MXNetShapeError
from ..core.params import AtLeastOne
from ..core.shapes import show
from ..kernels.linear import linear, linear_in_graph
from ..kernels.products import add_product, product_into
from ..registry import op
from ..registry.rules import with_bias
from ..registry.traits import Linear
from ._fast_paths import UseOperator


@op(
    "FullyConnected",
    full_names=("outputs",),
    aliases=("_npx_fully_connected", "_sparse_FullyConnected"),
    amp="low",
    integers_on_host=True,
)
def fully_connected(data, weight, bias=None, *, num_hidden: AtLeastOne, no_bias: bool = False, flatten: bool = True):
    """Return ``data @ weight.T + bias``: each result is a weighted sum of all inputs.

    Parameters
    ----------
    data
        The input, ``(N, ...)``.
    weight
        The weights, ``(num_hidden, K)``, K the number of values of a sample (with ``flatten``) or the last length.
    bias
        What is added, ``(num_hidden,)``; not given with ``no_bias``.
    num_hidden
        The number of results of a sample.
    no_bias
        Whether there is no ``bias``.
    flatten
        Whether all axes but the first are taken as one, and the result is ``(N, num_hidden)``; if not, the last axis
        alone is replaced, ``(..., K)`` becomes ``(..., num_hidden)``.

    Returns
    -------
    An array in the dtype of ``data``.

    Raises
    ------
    MXNetError
        Where ``weight`` has another shape.

    See Also
    --------
    gluon.nn.Dense : the layer, with parameters.

    Examples
    --------
    >>> data, weight = mx.nd.array([[1, 2]]), mx.nd.array([[1, 0], [0, 1], [1, 1]])
    >>> print(mx.nd.FullyConnected(data, weight, mx.nd.array([0, 0, 10]), num_hidden=3).asnumpy())
    [[ 1.  2. 13.]]
    """
    if weight.shape[0] != num_hidden:
        raise MXNetShapeError(
            f"FullyConnected: weight: expected ({num_hidden}, ...) for num_hidden={num_hidden}, "
            f"got {tuple(weight.shape)}"
        )
    if flatten and data.dim() != 2:
        data = data.reshape(data.shape[0], -1) if data.numel() else data.flatten(1)
    if bias is not None and bias.shape != (num_hidden,):
        raise MXNetShapeError(f"FullyConnected: bias: expected ({num_hidden},), got {tuple(bias.shape)}")
    if quirks.fully_connected_bias and bias is not None and not weight.requires_grad:
        bias = bias.detach()
    if data.dtype.is_floating_point:
        return linear_in_graph(data, weight, bias)
    product = torch.matmul(data, weight.t())
    return product if bias is None else product + bias


@fully_connected.fast_path(records=True)
def _(p):
    hidden, any_rank = p.num_hidden, not p.flatten

    def call(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
        if weight.shape[0] != hidden or not (any_rank or data.dim() == 2):
            raise UseOperator
        if quirks.fully_connected_bias:
            raise UseOperator
        if bias is not None and bias.shape != (hidden,):
            raise UseOperator
        return linear(data, weight, bias)

    return call


@fully_connected.specialized
def _(p):
    hidden, shape, any_rank = p.num_hidden, (p.num_hidden,), not p.flatten
    operator = partial(fully_connected.call, num_hidden=hidden, no_bias=p.no_bias, flatten=p.flatten)

    def call(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
        fits = weight.shape[0] == hidden and (bias is None or bias.shape == shape) and (any_rank or data.dim() == 2)
        if not fits or quirks.fully_connected_bias or not data.dtype.is_floating_point:
            return operator(data, weight, bias)
        return linear_in_graph(data, weight, bias)

    return call


fully_connected.layer(lambda p: Linear(p.num_hidden, p.flatten))


fully_connected.inputs(with_bias("data", "weight"))


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
    units = s.weight[-1] if s.weight else None
    if None not in (units, width) and units != width:
        raise MXNetShapeError(
            f"weight: expected {(p.num_hidden, width)}, got {show(s.weight)}: it takes {units} input units, "
            f"data {show(data)} has {width}"
        )
    s.weight = (p.num_hidden, width)
    s.bias = (p.num_hidden,)


# -- the gradient, written down: sums over the uses of one weight are added up in place -------------------------------


def _rows(grad: torch.Tensor) -> torch.Tensor:
    return grad if grad.dim() == 2 else grad.reshape(-1, grad.shape[-1])


def _as_rows(data: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    return data if data.dim() == 2 else data.reshape(rows.shape[0], -1)


def _to_data(
    grad: torch.Tensor, weight: torch.Tensor, data: torch.Tensor, out: torch.Tensor | None = None
) -> torch.Tensor:
    if data.dim() == 2:
        return product_into(grad, weight, out)
    result = product_into(_rows(grad), weight, None)
    return result if result.shape == data.shape else result.view(data.shape)


def _to_weight(grad: torch.Tensor, data: torch.Tensor, out: torch.Tensor | None = None) -> torch.Tensor:
    if data.dim() == 2:
        return product_into(grad.t(), data, out)
    rows = _rows(grad)
    return product_into(rows.t(), _as_rows(data, rows), out)


def _more_to_weight(total: torch.Tensor, grad: torch.Tensor, data: torch.Tensor) -> torch.Tensor:
    rows = _rows(grad)
    return add_product(total, rows.t(), _as_rows(data, rows))


def _to_bias(grad: torch.Tensor, out: torch.Tensor | None = None) -> torch.Tensor:
    return torch.sum(grad if grad.dim() == 2 else _rows(grad), 0, out=out)


def _more_to_bias(total: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    return total.add_(_rows(grad).sum(0))


@fully_connected.vjp
def _(b: Any, call: Any, p: Any, grads: Any) -> None:
    data, weight, *bias = call.args
    grad = grads[0]
    if b.needs_gradient(weight):
        b.accumulate(weight, _to_weight, _more_to_weight, (grad, b.value(data)))
    for bia in bias:
        if b.needs_gradient(bia) and (b.needs_gradient(weight) or not quirks.fully_connected_bias):
            b.accumulate(bia, _to_bias, _more_to_bias, (grad,))
    if b.needs_gradient(data):
        b.compute(data, _to_data, (grad, b.value(weight), b.value(data)))
