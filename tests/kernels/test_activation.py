"""The hyperbolic tangent by oneDNN."""

from __future__ import annotations

import pytest
import torch
from mxnet.kernels.choice import KERNELS

pytestmark = pytest.mark.usefixtures("every_size")


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
