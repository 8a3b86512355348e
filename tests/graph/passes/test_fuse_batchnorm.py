"""Normalization in one pass gives the numbers of the operators, whatever comes before and after it."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.graph.passes import fuse_batchnorm
from mxnet.kernels import normalize
from mxnet.kernels.choice import EVERY

SHAPE = (2, 8, 40, 30)


def _arrays(fix_gamma):
    random = np.random.RandomState(0)
    arguments = {"x": random.randn(*SHAPE), "bn_gamma": random.rand(8) + 0.5, "bn_beta": random.randn(8)}
    states = {"bn_moving_mean": random.randn(8), "bn_moving_var": random.rand(8) + 0.1}
    if fix_gamma:
        arguments["bn_gamma"][:] = 3
    return [{name: mx.nd.array(value) for name, value in table.items()} for table in (arguments, states)]


def _norm(x, **attributes):
    return mx.sym.BatchNorm(x, name="bn", **attributes)


GRAPHS = {
    "alone": lambda x, f: _norm(x, fix_gamma=f),
    "with a rectifier": lambda x, f: mx.sym.relu(_norm(x, fix_gamma=f)),
    "with another form of it": lambda x, f: mx.sym.Activation(_norm(x, fix_gamma=f, eps=0.1), act_type="relu"),
    "used twice": lambda x, f: (lambda y: mx.sym.relu(y) + y)(_norm(x, fix_gamma=f)),
    "after a sum used twice": lambda x, f: (lambda s: mx.sym.relu(_norm(s, fix_gamma=f)) - s)(x + x),
    "between convolutions": lambda x, f: mx.sym.tanh(mx.sym.relu(_norm(mx.sym.Pooling(x, kernel=(1, 1)), fix_gamma=f))),
}


@pytest.fixture(autouse=True)
def _every_size(monkeypatch):
    monkeypatch.setattr(normalize, "NORMALIZED", EVERY)


def _plain(executor):
    """Return what the operators give one by one, seen by a monitor."""
    executor.set_monitor_callback(lambda name, array: None)
    return executor.forward(is_train=False)[0].asnumpy()


@pytest.fixture
def fused(monkeypatch):
    """Count the functions that were made."""
    result, make = [], fuse_batchnorm._function
    monkeypatch.setattr(fuse_batchnorm, "_function", lambda *args: result.append(make(*args)) or result[-1])
    return result


@pytest.mark.parametrize("fix_gamma", [True, False])
@pytest.mark.parametrize("name", GRAPHS)
def test_the_numbers_are_those_of_the_operators(name, fix_gamma, fused):
    symbol = GRAPHS[name](mx.sym.var("x"), fix_gamma)
    arguments, states = _arrays(fix_gamma)
    got = symbol.bind(mx.cpu(), arguments, aux_states=states).forward(is_train=False)[0].asnumpy()
    assert len(fused) == 1
    assert (arguments["bn_gamma"].asnumpy() == 1).all() == fix_gamma
    arguments, states = _arrays(fix_gamma)
    expected = _plain(symbol.bind(mx.cpu(), arguments, aux_states=states))
    np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ["bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"])
@pytest.mark.parametrize("fix_gamma", [True, False])
def test_a_write_to_a_parameter_is_seen(name, fix_gamma):
    symbol = mx.sym.relu(_norm(mx.sym.var("x"), fix_gamma=fix_gamma))
    arguments, states = _arrays(fix_gamma)
    executor = symbol.bind(mx.cpu(), arguments, aux_states=states)
    other = symbol.bind(mx.cpu(), arguments, aux_states=states)
    for write in (
        lambda array: array.__setitem__(slice(2, 4), 5),
        lambda array: array.__imul__(2),
        lambda array: mx.nd.elemwise_add(array, array, out=array),
    ):
        executor.forward(is_train=False)
        write({**arguments, **states}[name])
        got = executor.forward(is_train=False)[0].asnumpy()
        np.testing.assert_allclose(got, _plain(other), rtol=1e-6, atol=1e-6)


def test_statistics_that_training_moves_are_seen():
    symbol = mx.sym.relu(_norm(mx.sym.var("x"), fix_gamma=False, momentum=0.5))
    arguments, states = _arrays(False)
    executor = symbol.bind(mx.cpu(), arguments, aux_states=states)
    for _ in range(3):
        executor.forward(is_train=False)
        executor.forward(is_train=True)[0].wait_to_read()
        got = executor.forward(is_train=False)[0].asnumpy()
        expected = _plain(symbol.bind(mx.cpu(), arguments, aux_states=states))
        np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-6)


def test_scale_and_shift_are_made_once_and_of_computed_parameters_at_every_call(monkeypatch, fast_kernels):
    calls, kept = [], fuse_batchnorm.Kept
    monkeypatch.setattr(
        fuse_batchnorm, "Kept", lambda affine: kept(lambda *parameters: calls.append(1) or affine(*parameters))
    )
    arguments, states = _arrays(False)
    numbers = torch.from_numpy(arguments["x"].asnumpy())
    arguments["x"] = mx.nd.NDArray.from_torch(numbers.contiguous(memory_format=torch.channels_last))
    variable, x = mx.sym.var("bn_gamma"), mx.sym.var("x")
    for gamma, result in ((variable, 1), (variable * 2, 0)):
        calls.clear()
        executor = _norm(x, gamma=gamma, fix_gamma=False).bind(mx.cpu(), arguments, aux_states=states)
        outputs = [executor.forward(is_train=False)[0].asnumpy() for _ in range(4)]
        assert all(np.array_equal(output, outputs[0]) for output in outputs)
        assert len(calls) == result


@pytest.mark.parametrize(
    ("shape", "dtype"),
    [((2, 8), "float32"), ((2, 8, 3, 4), "float32"), ((2, 8, 64, 64), "float64"), (SHAPE, "float16")],
)
def test_other_data_run_as_they_are_written(shape, dtype):
    x = mx.nd.array(np.random.RandomState(0).randn(*shape), dtype=dtype)
    symbol = mx.sym.relu(_norm(mx.sym.var("x"), fix_gamma=False))
    executor = symbol.simple_bind(mx.cpu(), x=shape, type_dict={"x": dtype}, grad_req="null")
    for name, array in (*executor.arg_dict.items(), *executor.aux_dict.items()):
        array[:] = x if name == "x" else 2
    got = executor.forward(is_train=False)[0]
    assert got.dtype == x.dtype
    np.testing.assert_array_equal(got.asnumpy(), _plain(executor))


def test_nan_passes_the_rectifier():
    arguments, states = _arrays(False)
    arguments["x"][0, 1, 2, 3] = np.nan
    symbol = mx.sym.relu(_norm(mx.sym.var("x"), fix_gamma=False))
    got = symbol.bind(mx.cpu(), arguments, aux_states=states).forward(is_train=False)[0].asnumpy()
    assert np.isnan(got[0, 1, 2, 3])
    assert np.isnan(got).sum() == 1


def test_gradients_after_an_inference():
    symbol = mx.sym.relu(_norm(mx.sym.var("x"), fix_gamma=False))
    arguments, states = _arrays(False)
    grads = {name: mx.nd.zeros(array.shape) for name, array in arguments.items()}
    executor = symbol.bind(mx.cpu(), arguments, grads, aux_states=states)
    out = executor.forward(is_train=False)[0].asnumpy()
    executor.backward(mx.nd.ones(SHAPE), is_train=False)
    scale = arguments["bn_gamma"].asnumpy() / np.sqrt(states["bn_moving_var"].asnumpy() + 1e-3)
    expected = (out > 0) * scale.reshape(-1, 1, 1)
    np.testing.assert_allclose(grads["x"].asnumpy(), expected, rtol=1e-5)
