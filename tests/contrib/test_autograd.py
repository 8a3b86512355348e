"""The interface to autograd of MXNet 0.9."""

import mxnet as mx
import pytest
from mxnet import autograd as modern
from mxnet import nd
from mxnet.contrib import autograd


def test_sections():
    with autograd.train_section():
        assert (modern.is_recording(), modern.is_training()) == (True, True)
        with autograd.test_section():
            assert (modern.is_recording(), modern.is_training()) == (False, False)
        assert modern.is_training()
    assert not modern.is_recording()


def test_set_is_training():
    assert autograd.set_is_training(True) is False
    assert modern.is_recording()
    assert autograd.set_is_training(False) is True
    assert not modern.is_recording()


def test_marked_variables():
    x, gradient = nd.array([1.0, 2.0]), nd.zeros(2)
    autograd.mark_variables([x], [gradient])
    for differentiate in (autograd.compute_gradient, autograd.backward):
        with autograd.train_section():
            y = x * x
        assert differentiate([y]) is None
        assert gradient.asnumpy().tolist() == [2, 4]
    with autograd.train_section():
        y = x * x
    autograd.backward([y], [nd.array([1.0, 10.0])], retain_graph=True)
    assert gradient.asnumpy().tolist() == [2, 40]


@pytest.mark.parametrize(("argnum", "expected"), [(None, [[4, 5], [1, 2]]), (0, [[4, 5]]), ([1], [[1, 2]])])
def test_gradients_of_functions(argnum, expected):
    def f(x, y):
        return x * y + x

    x, y = nd.array([1.0, 2.0]), nd.array([3.0, 4.0])
    gradients, value = autograd.grad_and_loss(f, argnum)(x, y)
    assert [g.asnumpy().tolist() for g in gradients] == expected
    assert value.asnumpy().tolist() == [4, 10]
    assert [g.asnumpy().tolist() for g in autograd.grad(f, argnum)(x, y)] == expected


def test_arguments_must_be_arrays():
    with pytest.raises(AssertionError):
        autograd.grad(lambda x: x)(3)


def test_it_is_part_of_contrib():
    assert mx.contrib.autograd is autograd
    assert mx.contrib.nd is mx.contrib.ndarray
    assert mx.contrib.nd.MultiBoxPrior is mx.nd.contrib.MultiBoxPrior
