"""Small tensors of known numbers."""

from __future__ import annotations

import pytest
import torch
from mxnet.core.constants import constant


@pytest.mark.parametrize("device", ["cpu", "meta"])
@pytest.mark.parametrize(
    ("values", "shape"),
    [(2.5, ()), ((1, 2, 3), (3,)), ([0.5], (1,)), ((), (0,))],
    ids=["number", "tuple", "list", "none"],
)
def test_shape_and_dtype(values, shape, device):
    result = constant(values, torch.float64, torch.device(device))
    assert (tuple(result.shape), result.dtype, result.device.type) == (shape, torch.float64, device)


def test_values():
    assert constant((1, -0.5), torch.float32, torch.device("cpu")).tolist() == [1, -0.5]
