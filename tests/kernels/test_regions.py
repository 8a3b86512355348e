"""Weighted sums of regions: against the sum over all pixels, with gradients of both orders."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet.kernels import regions as forms
from mxnet.kernels.regions import Points

_IMAGES = np.array([0, 1, -1, 1, 2, 0])


def _points(seed, bins, count, length):
    rng = np.random.default_rng(seed)
    return Points(rng.integers(length, size=(len(_IMAGES), bins, count)), rng.random((len(_IMAGES), bins, count)))


@pytest.mark.parametrize("form", ["_averaged_by_weights", "_averaged_by_products", "_AveragePoints"])
def test_forms_of_averages_of_points_are_sums_over_points(form):
    function = getattr(forms, form)
    function = getattr(function, "apply", function)
    rows, columns = _points(0, 2, 3, 7), _points(1, 4, 2, 9)
    data = torch.rand((2, 3, 7, 9), dtype=torch.float64, requires_grad=True)
    expected = np.zeros((6, 3, 2, 4))
    for r, p, q, i, j in np.ndindex(6, 2, 4, 3, 2):
        if 0 <= _IMAGES[r] < 2:
            pixel = data.detach().numpy()[_IMAGES[r], :, rows.positions[r, p, i], columns.positions[r, q, j]]
            expected[r, :, p, q] += rows.shares[r, p, i] * columns.shares[r, q, j] * pixel
    np.testing.assert_allclose(function(data, _IMAGES, rows, columns).detach(), expected)
    assert torch.autograd.gradcheck(lambda x: function(x, _IMAGES, rows, columns), data)
    assert torch.autograd.gradgradcheck(lambda x: function(x, _IMAGES, rows, columns), data)


@pytest.mark.parametrize("most", [0, 1 << 20])
def test_parts_are_weighted_sums_of_their_own_planes(monkeypatch, most):
    monkeypatch.setattr(forms, "PARTS", most)
    rng = np.random.default_rng(0)
    data = torch.from_numpy(rng.random((2, 3, 2, 4, 5, 6))).requires_grad_()
    rows, columns = rng.random((6, 2, 5)), rng.random((6, 4, 6))
    expected = np.einsum("rpy,rcpqyx,rqx->rcpq", rows, data.detach().numpy()[_IMAGES % 2], columns)
    expected[(_IMAGES < 0) | (_IMAGES > 1)] = 0
    np.testing.assert_allclose(forms.average_parts(data, _IMAGES, rows, columns).detach(), expected)
    assert torch.autograd.gradcheck(lambda x: forms.average_parts(x, _IMAGES, rows, columns), data)
