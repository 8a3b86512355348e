"""Comparing two optimizers."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .. import random
from .comparison import assert_almost_equal, compare_ndarray_tuple
from .random_data import rand_ndarray


def compare_optimizer(
    opt1: Any,
    opt2: Any,
    shape: Any,
    dtype: Any,
    w_stype: str = "default",
    g_stype: str = "default",
    rtol: float = 1e-4,
    atol: float = 1e-5,
    compare_states: bool = True,
    ntensors: int = 1,
) -> None:
    """Raise AssertionError unless two optimizers update the same weights alike, states included.

    ``shape`` is one shape for each of ``ntensors`` weights, or a list of their shapes. The second optimizer updates
    them together, the first one by one.
    ``w_stype`` and ``g_stype`` are the storage types of weights and gradients that the second one gets; the first one
    gets dense arrays.
    """
    _compare(opt1, opt2, shape, dtype, w_stype, g_stype, rtol, atol, compare_states, ntensors, None)


def compare_optimizer_noise_seeded(
    opt1: Any,
    opt2: Any,
    shape: Any,
    dtype: Any,
    noise_seed: int,
    w_stype: str = "default",
    g_stype: str = "default",
    rtol: float = 1e-4,
    atol: float = 1e-5,
    compare_states: bool = True,
    ntensors: int = 1,
) -> None:
    """Do :func:`compare_optimizer` for optimizers that draw numbers: each begins with ``noise_seed``. Of MXNet 2."""
    _compare(opt1, opt2, shape, dtype, w_stype, g_stype, rtol, atol, compare_states, ntensors, noise_seed)


def _compare(
    opt1: Any,
    opt2: Any,
    shape: Any,
    dtype: Any,
    w_stype: str,
    g_stype: str,
    rtol: float,
    atol: float,
    compare_states: bool,
    ntensors: int,
    seed: int | None,
) -> None:
    shapes = list(shape) if isinstance(shape, list) else [shape] * ntensors
    weights = [rand_ndarray(one, w_stype, density=1, dtype=dtype) for one in shapes]
    gradients = [rand_ndarray(one, g_stype, density=0.5, dtype=dtype) for one in shapes]
    dense = [[array.tostype("default") for array in arrays] for arrays in (weights, gradients)]
    results = [_updated(opt1, *dense, False, seed), _updated(opt2, weights, gradients, len(weights) > 1, seed)]
    for (weight1, state1), (weight2, state2) in zip(*results, strict=True):
        assert_almost_equal(weight1, weight2, rtol=rtol, atol=atol)
        if compare_states:
            compare_ndarray_tuple(state1, state2, rtol=rtol, atol=atol)


def _updated(
    optimizer: Any, weights: list[Any], gradients: list[Any], together: bool, seed: int | None
) -> list[tuple[Any, Any]]:
    """Return weights and states after one update of copies of ``weights``, with random numbers from ``seed`` on."""
    if seed is not None:
        random.seed(seed)
    weights = [weight.copy() for weight in weights]
    gradients = [gradient.copy() for gradient in gradients]
    states = [optimizer.create_state_multi_precision(i, weight) for i, weight in enumerate(weights)]
    if together:
        optimizer.update_multi_precision(list(range(len(weights))), weights, gradients, states)
    else:
        for index, arrays in enumerate(zip(weights, gradients, states, strict=True)):
            optimizer.update_multi_precision(index, *arrays)
    nd.waitall()
    return list(zip(weights, states, strict=True))
