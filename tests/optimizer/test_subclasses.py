"""Optimizers that programs derive from MXNet's, overriding ``update`` or what calls it."""

import mxnet as mx
import numpy as np
import pytest

NAMES = [
    "AdaDelta", "AdaGrad", "Adam", "Adamax", "DCASGD", "FTML", "Ftrl", "LAMB", "LARS", "LBSGD", "NAG", "Nadam",
    "RMSProp", "SGD", "Signum", "Test", "ccSGD",
]  # fmt: skip
#: take lists in 1.9.1 as well
WITH_LISTS = {"LAMB", "LARS", "NAG", "SGD", "ccSGD"}


def _arrays(optimizer, count=2):
    weights, grads = [mx.nd.ones((2,)) for _ in range(count)], [mx.nd.full((2,), 0.5) for _ in range(count)]
    states = [optimizer.create_state_multi_precision(i, weight) for i, weight in enumerate(weights)]
    return list(range(count)), weights, grads, states


def _as_list(value):
    return value if isinstance(value, list) else [value]


def _one_update(name):
    """Return what an update of one weight of ones by a gradient of halves makes of it."""
    optimizer = getattr(mx.optimizer, name)(learning_rate=0.1)
    (index,), (weight,), (grad,), (state,) = _arrays(optimizer, 1)
    optimizer.update(index, weight, grad, state)
    return weight.asnumpy()


@pytest.mark.parametrize("name", NAMES)
def test_lists_may_be_handed_on_to_update_multi_precision(name):
    class WithLists(getattr(mx.optimizer, name)):
        def update_multi_precision(self, index, weight, grad, state):
            super().update_multi_precision(*map(_as_list, (index, weight, grad, state)))

    optimizer = WithLists(learning_rate=0.1)
    index, weights, grads, states = _arrays(optimizer)
    optimizer.update_multi_precision(index[0], weights[0], grads[0], states[0])
    optimizer.update_multi_precision(index[1:], weights[1:], grads[1:], states[1:])
    expected = _one_update(name)
    for weight in weights:
        if name != "Nadam":  # whose momentum depends on the updates before
            np.testing.assert_allclose(weight.asnumpy(), expected, rtol=1e-6)
        assert (weight.asnumpy() != 1).all()


@pytest.mark.parametrize("name", NAMES)
def test_an_updater_calls_an_update_that_is_redefined(name):
    class Halved(getattr(mx.optimizer, name)):
        calls = 0

        def update(self, index, weight, grad, state):
            self.calls += 1
            super().update(index, weight, grad, state)

    optimizer = Halved(learning_rate=0.1)
    index, weights, grads, _ = _arrays(optimizer)
    updater = mx.optimizer.get_updater(optimizer)
    for i in index:
        updater(i, grads[i], weights[i])
    assert optimizer.calls in ((0,) if name in WITH_LISTS else (2,))
    np.testing.assert_allclose(weights[0].asnumpy(), _one_update(name), rtol=1e-6)


@pytest.mark.parametrize("name", sorted({*NAMES} - WITH_LISTS - {"Test"}))
def test_update_of_one_weight_refuses_lists(name):
    optimizer = getattr(mx.optimizer, name)(learning_rate=0.1)
    with pytest.raises(AssertionError, match=f"{name}.update takes one weight at a time, got a list of 2"):
        optimizer.update(*_arrays(optimizer))
