"""Random operators follow MXNet's seed, and leave PyTorch's generator alone."""

from __future__ import annotations

from collections.abc import Callable

import mxnet as mx
import numpy as np
import pytest
import torch


def _rnn() -> mx.nd.NDArray:
    data, state = mx.nd.ones((4, 2, 3)), mx.nd.zeros((2, 2, 3))
    parameters = mx.nd.array(np.linspace(-1, 1, 2 * 3 * (3 + 3 + 2)))
    return mx.nd.RNN(data, parameters, state, state_size=3, num_layers=2, mode="rnn_tanh", p=0.5)


CALLS: dict[str, Callable[[], mx.nd.NDArray]] = {
    "uniform": lambda: mx.nd.random.uniform(shape=(4, 5)),
    "normal": lambda: mx.nd.random.normal(shape=(4, 5)),
    "gamma": lambda: mx.nd.random.gamma(2, 3, shape=(4, 5)),
    "poisson": lambda: mx.nd.random.poisson(50, shape=(4, 5)),
    "randint": lambda: mx.nd.random.randint(0, 1000, shape=(4, 5)),
    "multinomial": lambda: mx.nd.sample_multinomial(mx.nd.ones(50) / 50, shape=20),
    "shuffle": lambda: mx.nd.shuffle(mx.nd.arange(50)),
    "dropout": lambda: mx.nd.Dropout(mx.nd.ones((4, 5)), p=0.5),
    "rrelu": lambda: mx.nd.LeakyReLU(-mx.nd.ones((4, 5)), act_type="rrelu")[0],
    "rnn": _rnn,
}


@pytest.mark.parametrize("name", CALLS)
def test_a_seed_repeats_the_draw(name: str) -> None:
    drawn = []
    for seed in (7, 7, 8):
        mx.random.seed(seed)
        with mx.autograd.record():
            drawn.append(CALLS[name]().asnumpy())
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert (drawn[0] != drawn[2]).any()


@pytest.mark.parametrize("name", CALLS)
def test_pytorch_keeps_its_state(name: str) -> None:
    before = torch.get_rng_state()
    with mx.autograd.record():
        CALLS[name]().asnumpy()
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("name", ["dropout", "rrelu", "rnn"])
def test_nothing_is_drawn_outside_of_training(name: str) -> None:
    np.testing.assert_array_equal(CALLS[name]().asnumpy(), CALLS[name]().asnumpy())
