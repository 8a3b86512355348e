"""Losses, picked of logarithms and negated, are one call of a graph."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.graph.codegen import LoweredModule
from mxnet.graph.lower import lower
from mxnet.graph.passes import Lowered, negate
from mxnet.kernels.softmax import minus_picked
from mxnet.symbol.node import topological

DATA = np.random.RandomState(0).randn(2, 3, 4).astype("float32")
INDEX = np.array([[0, 3, 7], [-2, 1, 2]], "float32")
PICKED = np.array([[DATA[i, j, int(np.clip(INDEX[i, j], 0, 3))] for j in range(3)] for i in range(2)])


def lowered(symbol: mx.sym.Symbol) -> Lowered:
    heads = symbol.handle
    return lower(topological(heads), heads, ["data", "index"], True, lambda node: torch.device("cpu"))


def pick(**kwargs: object) -> mx.sym.Symbol:
    return mx.sym.pick(mx.sym.var("data"), mx.sym.var("index"), **kwargs)


@pytest.mark.parametrize(
    ("symbol", "changes"),
    [
        (-pick(), 1),
        (-pick(keepdims=True), 1),
        (pick() * 2, 0),
        (-pick(axis=1), 0),
        (-pick(mode="wrap"), 0),
        (mx.sym.Group([pick()]) * -1, 1),
    ],
)
def test_what_is_negated_at_once(symbol: mx.sym.Symbol, changes: int) -> None:
    assert negate.negate(lowered(symbol)) == changes


def test_what_somebody_else_uses_stays() -> None:
    chosen = pick()
    assert negate.negate(lowered(mx.sym.Group([-chosen, chosen * 2]))) == 0


@pytest.mark.parametrize("keepdims", [True, False])
def test_the_numbers_stay(keepdims: bool) -> None:
    graph = lowered(-pick(keepdims=keepdims))
    negate.negate(graph)
    (result,) = LoweredModule(graph.graph).forward(torch.tensor(DATA), torch.tensor(INDEX))
    np.testing.assert_array_equal(result, -PICKED[..., None] if keepdims else -PICKED)


@pytest.mark.parametrize(
    ("keepdims", "mean", "expected"),
    [
        (True, {"axis": 0, "exclude": True}, -PICKED.mean(1)),
        (True, {"axis": 2}, -PICKED),
        (True, {"axis": 2, "keepdims": True}, -PICKED[..., None]),
        (True, {}, [-PICKED.mean()]),
        (False, {"axis": 1}, -PICKED.mean(1)),
    ],
)
def test_means_are_taken_with_it(keepdims: bool, mean: dict[str, object], expected: np.ndarray) -> None:
    for index in (INDEX, INDEX.clip(0, 3)):  # on processors, what is out of range is picked by the operators
        graph = lowered(mx.sym.mean(-pick(keepdims=keepdims), **mean))
        assert negate.negate(graph) == 1
        (result,) = LoweredModule(graph.graph).forward(torch.tensor(DATA), torch.tensor(index))
        np.testing.assert_allclose(result, expected, rtol=1e-6)


@pytest.mark.parametrize("shape", [(2, 3), (6,)])
def test_what_gpus_compute_at_once(monkeypatch: pytest.MonkeyPatch, shape: tuple[int, ...]) -> None:
    monkeypatch.setattr(torch.Tensor, "is_cpu", False)
    data, index = torch.tensor(DATA).view(*shape, 4).requires_grad_(), torch.tensor(INDEX).view(shape)
    result = minus_picked(data, index)
    np.testing.assert_array_equal(result.detach(), -PICKED.reshape(shape))
    head = torch.arange(6.0).view(shape)
    result.backward(head)
    expected = np.zeros((6, 4))
    expected[range(6), INDEX.reshape(-1).clip(0, 3).astype(int)] = -np.arange(6)
    np.testing.assert_array_equal(data.grad.view(6, 4), expected)


def test_processors_compute_it_of_indices_in_range() -> None:
    data, index = torch.tensor(DATA), torch.tensor(INDEX)
    assert minus_picked(data, index) is None
    result = minus_picked(data, index.clamp(0, 3))
    assert result is not None
    np.testing.assert_array_equal(result, -PICKED)
