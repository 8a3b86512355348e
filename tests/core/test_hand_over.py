"""Gradients move into their buffers without a copy, where nobody can tell."""

from __future__ import annotations

import threading
import weakref

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import torch_compat, write_tracking
from mxnet.core.write_tracking import hand_over, is_small, stamp, writable

from tests.threads import in_threads

pytestmark = pytest.mark.usefixtures("undocumented")

BIG = (128, 128)


@pytest.fixture(autouse=True)
def _small_is_big(monkeypatch):
    monkeypatch.setattr(write_tracking, "_APART", 1 << 16)


class Array:
    """What holds a tensor."""

    def __init__(self, tensor):
        self._t = tensor


def give(source, array):
    """Do what the tape does with a gradient and its array."""
    if is_small(array._t) or not hand_over([source], [array])[0]:
        writable(array._t).copy_(source)


def moved(source, make):
    """Return whether an array of what ``make`` returns took the source; its values are the source's in any case."""
    array, values = Array(make()), source.clone()
    give(source, array)
    torch.testing.assert_close(array._t, values.to(array._t.dtype))
    return array._t is source


def test_memory_moves():
    assert moved(torch.randn(BIG), lambda: torch.zeros(BIG))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (torch.randn(4, 4), lambda: torch.zeros(4, 4)),  # part of the heap
        (torch.randn(BIG), lambda: torch.zeros(BIG, dtype=torch.float16)),
        (torch.randn(BIG).t(), lambda: torch.zeros(BIG)),
        (torch.randn(1, 128).expand(BIG), lambda: torch.zeros(BIG)),
        (torch.randn(256, 128)[:128], lambda: torch.zeros(BIG)),
        (torch.randn(BIG), lambda: torch.zeros(256, 128)[128:]),
        (torch.randn(BIG), lambda: torch.zeros(BIG).share_memory_()),
    ],
)
def test_memory_stays_where_it_is_not_the_same_or_not_whole(source, target):
    assert not moved(source, target)


def test_a_variable_is_given_its_gradients_memory():
    x = mx.nd.ones((512, 512))
    x.attach_grad()
    before = x.grad._t.data_ptr()
    with mx.autograd.record():
        y = x * 2
    y.backward()
    assert x.grad._t.data_ptr() != before
    np.testing.assert_array_equal(x.grad.asnumpy(), 2)


def test_others_on_the_memory_see_the_write():
    target, source = torch.zeros(BIG), torch.randn(BIG)
    view, array = target.view(-1), target.numpy()
    assert not moved(source, lambda: target)
    assert view[3] == array[0, 3] == source[0, 3]
    kept, other = source[0], torch.zeros(BIG)
    assert not moved(source, lambda: other)
    assert kept.data_ptr() == source.data_ptr()


def test_an_array_whose_tensor_has_a_stamp_gets_another():
    array = Array(torch.zeros(BIG))
    before = stamp(array._t)
    give(torch.randn(BIG), array)
    assert stamp(array._t) != before


def test_a_tensor_that_another_thread_reads_keeps_its_memory():
    array = Array(torch.zeros(BIG))
    read, address = array._t, array._t.data_ptr()
    give(torch.ones(BIG), array)
    assert array._t is read
    assert read.data_ptr() == address
    assert read[0, 0] == 1


@pytest.mark.parametrize(("module", "at"), [(write_tracking, "may_replace"), (torch_compat, "are_alone")])
def test_a_view_that_another_thread_takes_meanwhile_follows(monkeypatch, module, at):
    array, views = Array(torch.zeros(BIG)), []
    check = getattr(module, at)

    def interrupted(*args):
        result = check(*args)
        views.append(array._t[0])
        return result

    monkeypatch.setattr(module, at, interrupted)
    for value in (1, 2):
        give(torch.full(BIG, float(value)), array)
    assert [view[0].item() for view in views] == [2] * len(views)


def test_views_of_a_gradient_follow_it():
    x = mx.nd.ones(BIG)
    x.attach_grad()
    view, dense = x.grad.reshape((-1,)), None
    for factor in (2, 3):
        with mx.autograd.record():
            y = x * factor
        y.backward()
        dense = x.grad
        assert view[5].asscalar() == factor
    np.testing.assert_array_equal(dense.asnumpy(), 3)


def test_another_array_on_the_tensor_of_a_gradient_follows_it():
    x, buffer = mx.nd.ones(BIG), mx.np.zeros(BIG)
    mx.autograd.mark_variables([x], [buffer])
    classic = x.grad
    for factor in (2, 3):
        with mx.autograd.record():
            y = x * x * factor
        y.backward()
        assert classic[0, 0].asscalar() == buffer[0, 0] == 2 * factor


def test_a_gradient_is_read_while_another_thread_trains():
    x = mx.nd.ones((1000, 1000))
    x.attach_grad()
    grad, ends = x.grad, threading.Event()

    def train():
        for _ in range(10):
            with mx.autograd.record():
                y = x * x
            y.backward()
        ends.set()

    def read():
        while not ends.is_set():
            assert (x.grad + 1).sum().asscalar() > 0

    in_threads(2, lambda i: (train, read)[i]())
    assert x.grad is grad


def test_a_gradient_handed_to_numpy_without_a_copy_stays_there():
    memory = np.zeros(BIG, "float32")
    x, buffer = mx.nd.ones(BIG), mx.nd.from_numpy(memory, zero_copy=True)
    mx.autograd.mark_variables([x], [buffer])
    with mx.autograd.record():
        y = x * 4
    y.backward()
    np.testing.assert_array_equal(buffer.asnumpy(), 4)
    np.testing.assert_array_equal(memory, 4)


def test_head_gradient_that_becomes_the_gradient_stays_apart():
    x, head = mx.nd.ones(BIG), mx.nd.ones(BIG)
    x.attach_grad()
    with mx.autograd.record():
        y = x + 1
    y.backward(head)
    x.grad[:] = 7
    assert head[0, 0].asscalar() == 1


def test_two_variables_with_one_gradient_stay_apart():
    x, y = mx.nd.ones(BIG), mx.nd.ones(BIG)
    x.attach_grad()
    y.attach_grad()
    with mx.autograd.record():
        z = (x + y) * 2
    z.backward()
    x.grad[:] = 7
    assert y.grad[0, 0].asscalar() == 2


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_a_trainer_leaves_gradients_to_be_exchanged(optimizer):
    layer = mx.gluon.nn.Dense(128, in_units=128)
    layer.initialize()
    trainer = mx.gluon.Trainer(layer.collect_params(), optimizer)
    expected = layer.weight.data().asnumpy()
    tensors = []
    for _ in range(3):
        with mx.autograd.record():
            y = layer(mx.nd.ones(BIG)).sum()
        y.backward()
        tensors.append(weakref.ref(layer.weight.grad()._t))
        trainer.step(128)
    assert [tensor() is None for tensor in tensors] == [True, True, False]
    assert (layer.weight.data().asnumpy() < expected).all()


def test_a_trainer_takes_the_gradient_that_another_tensor_has():
    layer = mx.gluon.nn.Dense(2, in_units=2, use_bias=False)
    layer.initialize(mx.init.Zero())
    trainer = mx.gluon.Trainer(layer.collect_params(), "sgd", {"learning_rate": 1})
    for number in (1, 10, 100):
        with mx.autograd.record():
            y = layer(mx.nd.ones((1, 2))).sum()
        y.backward()
        layer.weight.grad()._t = torch.full((2, 2), float(number))
        trainer.step(1)
    np.testing.assert_array_equal(layer.weight.data().asnumpy(), -111)


def test_of_several_those_move_that_nobody_else_has():
    sources, arrays = [torch.full(BIG, float(i)) for i in range(4)], [Array(torch.zeros(BIG)) for _ in range(4)]
    view, other = arrays[1]._t[0], Array(arrays[2]._t)
    assert hand_over(sources, arrays) == [True, False, False, True]
    assert [array._t is source for array, source in zip(arrays, sources, strict=True)] == [True, False, False, True]
    assert view.data_ptr() == arrays[1]._t.data_ptr()
    assert other._t is arrays[2]._t


def test_one_array_given_two_tensors_keeps_its_own():
    array = Array(torch.zeros(BIG))
    assert hand_over([torch.ones(BIG), torch.ones(BIG)], [array, array]) == [False, False]
    assert array._t[0, 0] == 0
