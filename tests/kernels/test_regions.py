"""Weighted sums of regions: against the sum over all pixels, with gradients of both orders."""

from __future__ import annotations

import pytest
import torch
from mxnet.kernels.regions import averaged, regions


@pytest.fixture
def weights():
    rng = torch.Generator().manual_seed(0)
    rows = torch.rand((5, 2, 10), dtype=torch.float64, generator=rng)
    columns = torch.rand((5, 3, 12), dtype=torch.float64, generator=rng)
    rows[0, :, :4], columns[1, :, 7:], rows[4] = 0, 0, 0
    return torch.tensor([0, 1, -1, 1, 0]), rows, columns


def test_regions_are_weighted_sums_of_their_images(weights):
    image, rows, columns = weights
    data = torch.arange(2 * 3 * 10 * 12, dtype=torch.float64).view(2, 3, 10, 12)
    expected = torch.einsum("rpy,rcyx,rqx->rcpq", rows, data[image.clamp(min=0)], columns)
    expected[2] = 0  # it is of no image
    torch.testing.assert_close(averaged(data, regions(*weights)), expected)


def test_the_gradients_of_regions_have_gradients(weights):
    data = torch.rand((2, 3, 10, 12), dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: averaged(x, regions(*weights)), data)
    assert torch.autograd.gradgradcheck(lambda x: averaged(x, regions(*weights)), data)
