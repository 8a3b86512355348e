"""Products of int8 matrices, and rounding to int8, compared with NumPy's integers."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet.kernels.integer import convolve, multiply, prepared, round_into

#: widths at which one, two and four sums of float32 are needed
WIDTHS = {16: 1, 700: 2, 2000: 4}


def _largest(dtype: str, *shape: int) -> np.ndarray:
    """Return numbers near the end of a type, odd ones among them, which sums beyond 2**24 in float32 lose."""
    limits = np.iinfo(dtype)
    return np.random.RandomState(0).randint(limits.max - 3, limits.max + 1, shape).astype(dtype)


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
@pytest.mark.parametrize(("width", "number"), WIDTHS.items())
def test_matrices(dtype: str, width: int, number: int) -> None:
    data, weight = _largest(dtype, 3, width), _largest("int8", 5, width)
    parts = prepared(torch.from_numpy(weight))
    assert len(parts) == number
    result = multiply(torch.from_numpy(data), parts).to(torch.int32).numpy()
    np.testing.assert_array_equal(result, data.astype("int64") @ weight.astype("int64").T)


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("width", WIDTHS)
def test_convolutions(groups: int, width: int) -> None:
    data, weight = _largest("uint8", 1, width, 1, 2), _largest("int8", 4, width // groups, 1, 1)
    result = convolve(torch.from_numpy(data), torch.from_numpy(weight), 1, 0, 1, groups)
    rows, columns = data[0, :, 0].astype("int64"), weight[:, :, 0, 0].astype("int64")
    halves = zip(np.split(rows, groups), np.split(columns, groups), strict=True)
    expected = np.concatenate([weights @ values for values, weights in halves])
    np.testing.assert_array_equal(result.to(torch.int32).numpy()[0, :, 0], expected)


@pytest.mark.parametrize(
    ("dtype", "wanted"), [("int8", [127, 127, -128, 2, -2, 127]), ("uint8", [0, 255, 0, 2, 0, 200])]
)
def test_rounding(dtype: str, wanted: list[int]) -> None:
    values = torch.tensor([torch.nan, torch.inf, -torch.inf, 2.5, -1.5, 200])
    assert round_into(values, getattr(torch, dtype)).tolist() == wanted
