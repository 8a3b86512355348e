"""``relu`` of few numbers, and choices, which PyTorch differentiates as products: as by the operator's own gradient."""

from __future__ import annotations

import math

import mxnet as mx
import pytest
import torch
from mxnet.kernels.choice import PLAIN
from mxnet.ops._elementwise import recorded_relu
from mxnet.registry import OPS

RELU = OPS["relu"]
NUMBERS = [math.nan, -math.inf, math.inf, -2.0, -0.0, 0.0, 1e-40, 3.0]
HEADS = [1.0, -2.0, 0.0, math.inf, math.nan, 3.0, 1.0, -math.inf]


def gradients(x: torch.Tensor, head: torch.Tensor) -> list[torch.Tensor]:
    """Return the result, its gradient, and the gradients of the gradient with respect to both."""
    x, head = x.detach().requires_grad_(), head.detach().requires_grad_()
    out = RELU.call(x)
    (first,) = torch.autograd.grad(out, x, head, create_graph=True)
    second = torch.autograd.grad(first, (x, head), torch.full_like(first, 2), allow_unused=True)
    return [out.detach(), first.detach(), *(torch.zeros_like(x) if g is None else g for g in second)]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("shape", ["vector", "transposed", "empty", "no axes"])
def test_equals_the_operators_own(dtype, shape, monkeypatch):
    x, head = (torch.tensor(numbers, dtype=dtype) for numbers in (NUMBERS, HEADS))
    if shape == "transposed":
        x, head = x.view(2, 4).t(), head.view(2, 4).t()
    elif shape == "empty":
        x, head = x[:0], head[:0]
    elif shape == "no axes":
        x, head = x[3], head[3]
    assert (recorded_relu(x.clone().requires_grad_()) is None) == PLAIN
    fast = gradients(x, head)
    monkeypatch.setattr(RELU, "by_torch", None)
    for one, other in zip(fast, gradients(x, head), strict=True):
        assert one.stride() == other.stride()
        torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64])
@pytest.mark.parametrize("shape", ["equal", "broadcast", "one differentiated", "empty"])
@pytest.mark.parametrize("name", ["broadcast_maximum", "broadcast_minimum"])
def test_choices_equal_the_operators_own(name, shape, dtype, monkeypatch):
    """Choices between two arrays are recorded as products, too."""
    operator, head = OPS[name], torch.tensor(HEADS, dtype=dtype)
    pair = torch.tensor([NUMBERS, [*reversed(NUMBERS[1:]), 2.0]], dtype=dtype)
    x, y = (pair[:, :0] if shape == "empty" else pair).clone().unbind()
    x, y = (x.expand(3, -1), y.view(1, -1)) if shape == "broadcast" else (x, y)
    results = []
    for _ in range(2):
        leaves = [t.clone().requires_grad_(shape != "one differentiated" or t is y) for t in (x, y)]
        out = operator.call(*leaves)
        wanted = [t for t in leaves if t.requires_grad]
        given = head[: out.shape[-1]].expand(out.shape).clone().requires_grad_()
        first = torch.autograd.grad(out, wanted, given, create_graph=True)
        results.append([out.detach(), *first, *torch.autograd.grad(first, given, first)])
        monkeypatch.setattr(operator, "by_torch", None)
    for one, other in zip(*results, strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)


def test_what_is_left_to_the_operator():
    assert recorded_relu(torch.ones(3)) is None  # is not differentiated
    assert recorded_relu(torch.ones(1 << 15).requires_grad_()) is None


@pytest.mark.parametrize("size", [4, 1 << 15])
def test_second_derivative_at_nan(size):
    """The numbers are 1.9.1's."""
    x = mx.nd.array([math.nan, -1, 0, 2] * (size // 4))
    x.attach_grad()
    with mx.autograd.record():
        (first,) = mx.autograd.grad(mx.nd.relu(x), [x], create_graph=True, retain_graph=True)
        z = first * 3
    z.backward()
    assert str(first[:4].asnumpy().tolist()) == "[nan, 0.0, 0.0, 1.0]"
    assert not x.grad.asnumpy().any()


def test_the_result_is_apart_from_the_data():
    x = mx.nd.array([-1, 2])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.relu(x)
    x[:] = 5
    y.backward()
    assert (y.asnumpy().tolist(), x.grad.asnumpy().tolist()) == ([0, 2], [0, 1])
