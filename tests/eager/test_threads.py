"""Backward passes of several threads, over the same variables; and passes that are interrupted."""

from __future__ import annotations

import sys

import mxnet as mx
import pytest
from mxnet.eager.grad_node import GradSlot

from tests.threads import in_a_thread, in_threads


@pytest.fixture
def eager_switches():
    """Let threads take turns as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("req", ["write", "add"])
@pytest.mark.parametrize("hybrid", [False, True])
def test_threads_train_one_network(eager_switches, hybrid, req):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(6, in_units=3), mx.gluon.nn.Dense(2, in_units=6))
    net.initialize()
    net.collect_params().setattr("grad_req", req)
    if hybrid:
        net.hybridize()
    x = mx.nd.ones((5, 3))

    def work(_):
        for _ in range(300):
            with mx.autograd.record():
                loss = net(x).sum()
            loss.backward()

    in_threads(3, work)
    assert net[1].bias.grad().asnumpy().tolist() == [5 * (900 if req == "add" else 1)] * 2


class Waiting(mx.autograd.Function):
    """The identity, whose backward lets another thread run first."""

    def __init__(self, meanwhile):
        super().__init__()
        self.meanwhile = meanwhile

    def forward(self, x):
        return x

    def backward(self, dy):
        in_a_thread(self.meanwhile)
        return dy


@pytest.mark.parametrize(("req", "expected"), [("add", 3 + 2), ("write", 3)])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_a_pass_within_another_ones_time(dtype, req, expected):
    x = mx.nd.ones((4,), dtype=dtype)
    x.attach_grad(req)

    def other():
        with mx.autograd.record():
            y = x * 2
        y.backward()

    with mx.autograd.record():
        y = Waiting(other)(x.astype("float32") * 3 if dtype == "int32" else x * 3)
    y.backward()
    assert x.grad.asnumpy().tolist() == [expected] * 4


def test_a_variable_without_influence_gets_zero_from_both():
    x, w = mx.nd.ones((2,)), mx.nd.ones((2,))
    x.attach_grad()
    w.attach_grad()
    w.grad[:] = 7

    def other():
        with mx.autograd.record():
            y = mx.nd.BlockGrad(w) * x
        y.backward()
        assert w.grad.asnumpy().tolist() == [0, 0]

    with mx.autograd.record():
        y = Waiting(other)(mx.nd.BlockGrad(w) * x * 3)
    y.backward()
    assert (x.grad.asnumpy().tolist(), w.grad.asnumpy().tolist()) == ([3, 3], [0, 0])


def test_a_head_gradient_stays_its_owners():
    x = mx.nd.ones((300, 300))
    x.attach_grad()
    given = mx.nd.ones((300, 300)) * 2

    def other():
        with mx.autograd.record():
            y = x + 1
        y.backward(given)
        x.grad[:] = 0
        assert (given.asnumpy() == 2).all()

    with mx.autograd.record():
        y = Waiting(other)(x * 3)
    y.backward()
    assert (x.grad.asnumpy() == 3).all()


def bound():
    """Return a pass of an executor whose gradients PyTorch computes, and its gradient."""
    executor = mx.sym.arcsinh(mx.sym.var("x") * 2).simple_bind(mx.cpu(), x=(300, 300))
    executor.forward(is_train=True)

    def work():
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((300, 300)))

    return work, executor.grad_dict["x"]


def recorded():
    """Return a pass of the tape, and its gradient."""
    x = mx.nd.zeros((300, 300))
    x.attach_grad()

    def work():
        with mx.autograd.record():
            y = x * 2
        y.backward()

    return work, x.grad


@pytest.mark.parametrize("make", [recorded, bound])
def test_what_an_interrupted_pass_left_is_not_added_to_the_next(monkeypatch, make):
    accept, interrupts = GradSlot.accept, [KeyboardInterrupt]

    def interrupted(*args):
        if interrupts:
            raise interrupts.pop()
        return accept(*args)

    monkeypatch.setattr(GradSlot, "accept", interrupted)
    work, grad = make()
    with pytest.raises(KeyboardInterrupt):
        work()
    work()
    assert (grad.asnumpy() == 2).all()
