"""Remainders whose quotient overflows, where PyTorch writes down what is called."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from mxnet.kernels import elementwise
from mxnet.kernels.choice import KERNELS


@pytest.mark.parametrize(("function", "expected"), [(elementwise.fmod, np.fmod), (elementwise.remainder, np.remainder)])
def test_remainders_in_a_trace(function: Any, expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elementwise, "traced", lambda: True)
    x = np.array([1e30, -1e30, 7, -7] * 5, "float32")
    y = np.array([1e-20, 1e-20, 3, 3] * 5, "float32")
    tensors = [torch.from_numpy(item).requires_grad_() for item in (x, y)]
    result = function(*tensors)
    np.testing.assert_array_equal(result.detach().numpy(), expected(x, y))
    result.sum().backward()
    assert tensors[0].grad[2:4].tolist() == [1, 1]
    assert tensors[1].grad[2:4].tolist() == [-np.trunc(7 / 3), 2 if function is elementwise.fmod else 3]


def test_hyperbolic_tangents_by_onednn_are_exact_to_the_last_digits():
    x = torch.cat([torch.logspace(-44, 2, 40000), torch.tensor([0.0, -0.0, torch.inf, -torch.inf, torch.nan])])
    x = torch.cat([x, -x])
    result, expected = KERNELS["tanh"].fast(x).double(), torch.tanh(x.double())
    torch.testing.assert_close(result, expected, rtol=2e-7, atol=1e-44, equal_nan=True)
    assert torch.equal(torch.signbit(result), torch.signbit(expected))


def test_second_derivatives_of_a_hyperbolic_tangent():
    x = torch.linspace(-2, 2, 40000, dtype=torch.float32, requires_grad=True)
    (first,) = torch.autograd.grad(KERNELS["tanh"].fast(x).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    expected = -2 * x.tanh() * (1 - x.tanh() ** 2)
    torch.testing.assert_close(second, expected, rtol=1e-4, atol=1e-6)
