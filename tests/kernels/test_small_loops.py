"""Small loops of functions that start all threads run in the calling thread."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import torch_compat
from mxnet.core.threads.pool import thread_limit
from mxnet.kernels.one_thread import SMALL_LOOP, small_in_one_thread

pytestmark = pytest.mark.skipif(not SMALL_LOOP or thread_limit() is None, reason="the number of threads stays as it is")


@small_in_one_thread
def threads_of(data, add=0):
    return torch.get_num_threads() + add


@small_in_one_thread
def fail(data):
    raise ValueError


@pytest.mark.parametrize(("length", "threads"), [(1, 1), (SMALL_LOOP.stop - 1, 1), (SMALL_LOOP.stop, 2)])
def test_threads_by_length(length, threads, two_threads):
    assert threads_of(torch.zeros(length)) == threads
    assert threads_of(torch.zeros(length), 3) == threads + 3
    assert torch.get_num_threads() == 2


def test_the_number_is_restored_after_an_error(two_threads):
    with pytest.raises(ValueError):
        fail(torch.zeros(1))
    assert torch.get_num_threads() == 2


def test_a_traced_function_takes_any_length(two_threads):
    softmax = small_in_one_thread(torch.softmax)

    class Softmax(torch.nn.Module):
        def forward(self, x):
            return softmax(x, -1)

    exported = torch.export.export(Softmax(), (torch.zeros(2, 3),), dynamic_shapes=({0: torch.export.Dim.DYNAMIC},))
    assert exported.module()(torch.zeros(7, 3)).shape == (7, 3)


@pytest.fixture
def threads_of_passes(monkeypatch):
    """Return the list of the numbers of threads of the backward passes."""
    result = []
    real = torch_compat.chosen("backward_here")

    def run(*args):
        result.append(torch.get_num_threads())
        return real(*args)

    monkeypatch.setattr(torch_compat, "backward_here", run)
    return result


def _convolution(data, x):
    return mx.nd.Convolution(data, x.reshape((2, 2, 2, 2)), kernel=(2, 2), num_filter=2, no_bias=True)


@pytest.mark.parametrize(
    ("compute", "threads"),
    [
        (lambda x: mx.nd.softmax(x * x)[0] * 2, 1),
        (lambda x: mx.nd.softmax(mx.nd.ones((2, 8)) + mx.nd.BlockGrad(x) + x), 1),
        (lambda x: mx.nd.Pooling(x.reshape((1, 1, 2, 8)), kernel=(2, 2), pool_type="avg"), 1),
        (lambda x: mx.nd.LayerNorm(x, mx.nd.ones(8), mx.nd.zeros(8)), 1),
        (lambda x: mx.nd.softmax(mx.nd.BatchNorm(x, *(mx.nd.ones(8) for _ in range(4)), fix_gamma=False)), 1),
        (lambda x: mx.nd.split(mx.nd.softmax(x), 2)[1], 1),
        (lambda x: mx.nd.softmax(x) + mx.nd.dot(x, mx.nd.ones((8, 8))), 1),
        (lambda x: _convolution(mx.nd.ones((1, 2, 8, 8)), x), 1),
        (lambda x: _convolution(mx.nd.ones((1, 2, 512, 512)), x)[:, :, :2, :2], 2),
        (lambda x: x * x, 2),  # no loop of it would start other threads
        (lambda x: mx.nd.softmax(x.tile((1, SMALL_LOOP.stop))), 2),
        (lambda x: mx.nd.softmax(x.tile((1, SMALL_LOOP.stop))).sum() + mx.nd.softmax(x).sum(), 2),
        (lambda x: mx.nd.Custom(mx.nd.softmax(x), op_type="doubled_for_threads"), 2),  # anything may be in it
    ],
)
def test_a_backward_pass_of_small_loops_takes_one_thread(compute, threads, two_threads, threads_of_passes):
    x = mx.nd.array(np.linspace(-1, 1, 16).reshape(2, 8))
    gradients = []
    for _ in range(2):
        x.attach_grad()
        with mx.autograd.record():
            y = compute(x)
        y.backward()
        gradients.append(x.grad.asnumpy())
        assert torch.get_num_threads() == 2
    assert threads_of_passes == [threads] * 2
    np.testing.assert_array_equal(*gradients)


@mx.operator.register("doubled_for_threads")
class Doubled(mx.operator.CustomOpProp):
    """An operator of a user's."""

    def create_operator(self, ctx, shapes, dtypes):
        """Return what computes it."""
        return _Doubled()


class _Doubled(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


def test_the_number_is_restored_after_a_pass_that_fails(two_threads, threads_of_passes):
    x = mx.nd.ones((2, 8))
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.softmax(x)
    y._t.register_hook(lambda grad: fail(grad))
    with pytest.raises(ValueError):
        y.backward()
    assert threads_of_passes == [1]
    assert torch.get_num_threads() == 2


@pytest.mark.parametrize("size", [3, SMALL_LOOP.stop])
@pytest.mark.parametrize("name", ["sgd_mom_update", "adam_update"])
def test_the_step_of_a_small_weight_takes_one_thread(name, size, two_threads, monkeypatch):
    threads = []
    kernel = "fused_sgd" if name == "sgd_mom_update" else "fused_adam"
    real = torch_compat.chosen(kernel)
    monkeypatch.setattr(torch_compat, kernel, lambda *a, **k: (threads.append(torch.get_num_threads()), real(*a, **k)))
    arrays = [mx.nd.ones(size) for _ in range(3 if name == "sgd_mom_update" else 4)]
    rates = {"momentum": 0.5} if name == "sgd_mom_update" else {}
    getattr(mx.nd, name)(*arrays, lr=0.1, **rates)
    assert threads == ([1] if size == 3 else [2])
    assert torch.get_num_threads() == 2
