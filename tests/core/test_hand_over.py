"""Gradients move into their buffers without a copy, where nobody can tell."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import write_tracking
from mxnet.core.write_tracking import hand_over, stamp

pytestmark = pytest.mark.usefixtures("undocumented")

BIG = (128, 128)


@pytest.fixture(autouse=True)
def _small_is_big(monkeypatch):
    monkeypatch.setattr(write_tracking, "_APART", 1 << 16)


def moved(source, target):
    """Return whether the target took the source's memory; its values are the source's in any case."""
    before, values = source.data_ptr(), source.clone()
    hand_over(source, target)
    torch.testing.assert_close(target, values.to(target.dtype))
    return target.data_ptr() == before


def test_memory_moves():
    assert moved(torch.randn(BIG), torch.zeros(BIG))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (torch.randn(4, 4), torch.zeros(4, 4)),  # part of the heap
        (torch.randn(BIG), torch.zeros(BIG, dtype=torch.float16)),
        (torch.randn(BIG).t(), torch.zeros(BIG)),
        (torch.randn(1, 128).expand(BIG), torch.zeros(BIG)),
        (torch.randn(256, 128)[:128], torch.zeros(BIG)),
        (torch.randn(BIG), torch.zeros(256, 128)[128:]),
        (torch.randn(BIG), torch.zeros(BIG).share_memory_()),
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
    assert not moved(source, target)
    assert view[3] == array[0, 3] == source[0, 3]
    kept, other = source[0], torch.zeros(BIG)
    assert not moved(source, other)
    assert kept.data_ptr() == source.data_ptr()


def test_a_target_with_a_stamp_gets_another():
    target = torch.zeros(BIG)
    before = stamp(target)
    hand_over(torch.randn(BIG), target)
    assert stamp(target) != before


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
