"""Random numbers that are drawn as whole arrays have their distribution."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from mxnet.kernels.choice import KERNELS

pytestmark = pytest.mark.usefixtures("every_size")

COUNT = 200_000


def drawn(name, parameter, dtype=torch.float32, count=COUNT, seed=3):
    out = torch.empty(count, dtype=dtype)
    assert KERNELS[name].fast(out, parameter, torch.Generator().manual_seed(seed))
    return out.double().numpy()


def gamma_cdf(alpha, x):
    return torch.special.gammainc(torch.tensor(alpha, dtype=torch.float64), torch.from_numpy(x)).numpy()


@pytest.mark.parametrize(
    ("alpha", "dtype"),
    [(0.05, torch.float64), *((alpha, torch.float32) for alpha in (0.5, 1.0, 2.0, 30.0, 5000.0))],
)
def test_gammas_by_kolmogorov_and_smirnov(alpha, dtype):
    shares = gamma_cdf(alpha, np.sort(drawn("fill_with_gammas", alpha, dtype)))
    between = np.arange(COUNT + 1) / COUNT
    distance = max((shares - between[:-1]).max(), (between[1:] - shares).max())
    assert distance * math.sqrt(COUNT) < 1.95  # one of a thousand seeds exceeds it


@pytest.mark.parametrize("rate", [0.3, 4.0, 60.0, 1000.0])
def test_poisson_numbers_by_chi_square(rate):
    values = drawn("fill_with_poisson", rate)
    count = np.arange(0, int(rate + 12 * math.sqrt(rate)) + 30)
    logarithms = count * math.log(rate) - rate - np.array([math.lgamma(k + 1) for k in count])
    expected = np.exp(logarithms) * COUNT
    result = np.bincount(values.astype(int), minlength=len(count))
    common = expected > 20
    square = ((result - expected)[common] ** 2 / expected[common]).sum()
    degrees = common.sum()
    assert abs(square - degrees) < 4.5 * math.sqrt(2 * degrees)
    assert abs(result[~common].sum() - expected[~common].sum()) < 60


def test_a_rate_of_zero_gives_zeros():
    assert not drawn("fill_with_poisson", 0.0).any()


def test_small_gammas_are_no_zeros():
    assert drawn("fill_with_gammas", 0.002).min() == torch.finfo(torch.float32).tiny


@pytest.mark.parametrize(("name", "parameter"), [("fill_with_gammas", 2.0), ("fill_with_poisson", 4.0)])
def test_a_seed_gives_the_same_numbers(name, parameter):
    first, again, other = (drawn(name, parameter, seed=seed) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        ("fill_with_gammas", math.inf),
        ("fill_with_gammas", 1e-9),
        ("fill_with_poisson", 1e9),
        ("fill_with_poisson", -1.0),
    ],
)
def test_other_parameters_are_left_to_pytorch(name, parameter):
    assert not KERNELS[name].fast(torch.empty(COUNT), parameter, torch.Generator())
