"""Remainders whose quotient overflows, where PyTorch writes down what is called."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.ops import _mathematics as mathematics


@pytest.mark.parametrize(("function", "expected"), [(mathematics.fmod, np.fmod), (mathematics.remainder, np.remainder)])
def test_remainders_in_a_trace(function: Any, expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mathematics, "traced", lambda: True)
    x = np.array([1e30, -1e30, 7, -7] * 5, "float32")
    y = np.array([1e-20, 1e-20, 3, 3] * 5, "float32")
    tensors = [torch.from_numpy(item).requires_grad_() for item in (x, y)]
    result = function(*tensors)
    np.testing.assert_array_equal(result.detach().numpy(), expected(x, y))
    result.sum().backward()
    assert tensors[0].grad[2:4].tolist() == [1, 1]
    assert tensors[1].grad[2:4].tolist() == [-np.trunc(7 / 3), 2 if function is mathematics.fmod else 3]


def test_integers_lose_the_fraction_at_the_end():
    x = mx.nd.array([1, 2, 3, 4, 5, 6], dtype="int32")
    assert mx.nd.norm(x).asnumpy().tolist() == [int(np.sqrt(91))]
    assert mx.nd.smooth_l1(x, scalar=0.5).asnumpy().tolist() == [0, 0, 1, 2, 3, 4]  # x * x / 8, and x - 2 beyond 4


def test_mean_of_float16_whose_sum_overflows() -> None:
    x = mx.nd.array([60000, 60000], dtype="float16")
    assert x.mean().asscalar() == x.as_np_ndarray().mean().item() == 60000
