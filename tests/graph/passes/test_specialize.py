"""Operators become functions that do not read their attributes."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.base import MXNetError
from mxnet.graph.lower import lower
from mxnet.graph.passes import VARIABLE, Lowered, specialize
from mxnet.symbol.node import topological

SHAPE = {"shape": (-1, 2, 3, 2)}


def lowered(symbol: mx.sym.Symbol) -> Lowered:
    heads = symbol.handle
    return lower(topological(heads), heads, ["data"], True, lambda node: torch.device("cpu"))


def split() -> mx.sym.Symbol:
    return mx.sym.transpose(mx.sym.reshape(mx.sym.var("data"), **SHAPE), axes=(0, 2, 1, 3))


@pytest.mark.parametrize(
    ("symbol", "changes"),
    [
        (split(), 2),
        (mx.sym.reshape(mx.sym.var("data"), shape=(0, -1)), 1),
        (mx.sym.transpose(mx.sym.var("data"), axes=(1, 2, 0)), 1),
        (mx.sym.LeakyReLU(mx.sym.var("data"), act_type="gelu"), 1),
        (mx.sym.LeakyReLU(mx.sym.var("data"), act_type="rrelu"), 0),
        (mx.sym.clip(mx.sym.Activation(mx.sym.var("data") * 3, act_type="sigmoid"), 0, 1), 3),
    ],
)
def test_what_is_specialized(symbol: mx.sym.Symbol, changes: int, fast_kernels: None) -> None:
    assert specialize.specialize(lowered(symbol)) == changes


def test_nothing_is_by_plain_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(specialize, "PLAIN", True)
    assert specialize.specialize(lowered(split())) == 0


def test_the_numbers_and_the_gradient_are_those_of_the_operators() -> None:
    data = np.arange(24, dtype="float32").reshape(2, 2, 6)
    x = mx.nd.array(data)
    x.attach_grad()
    with mx.autograd.record():
        out = mx.nd.CachedOp(split())(x)
    expected = data.reshape(-1, 2, 3, 2).transpose(0, 2, 1, 3)
    assert np.array_equal(out.asnumpy(), expected)
    out.backward(mx.nd.array(expected))
    assert np.array_equal(x.grad.asnumpy(), data)


@pytest.mark.parametrize(
    "symbol", [split(), mx.sym.np.transpose(mx.sym.var("data").as_np_ndarray(), (0, 0)).as_nd_ndarray()]
)
def test_an_error_is_the_same_without_the_pass(symbol: mx.sym.Symbol, monkeypatch: pytest.MonkeyPatch) -> None:
    errors = []
    for disabled in ("", "specialize"):
        monkeypatch.setenv(VARIABLE, disabled)
        with mx.autograd.record(), pytest.raises(MXNetError) as caught:
            mx.nd.CachedOp(symbol)(mx.nd.ones((5, 5)))
        errors.append((type(caught.value), str(caught.value)))
    assert errors[0] == errors[1]


def test_observers_see_the_operators() -> None:
    seen = []
    function = mx.nd.CachedOp(split())
    function._register_op_hook(lambda name, operator, array: seen.append(operator))
    with mx.autograd.record():
        function(mx.nd.ones((2, 12)))
    assert seen == ["Reshape", "transpose"]
