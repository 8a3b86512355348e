"""The backward pass of PyTorch's engine, called directly."""

from __future__ import annotations

import os
import subprocess
import sys

import mxnet as mx
import pytest
import torch
from mxnet.core import torch_compat
from mxnet.core.torch_compat import PRIVATE
from mxnet.eager import tape

from tests import warm


@pytest.mark.parametrize("found", [True, False], ids=["engine", "public function"])
def test_gradients_add_up_over_heads(monkeypatch, found):
    if not found:
        for name in ("backward", "backward_here"):
            monkeypatch.setattr(torch_compat, name, PRIVATE[name].fallback)
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    tape.run_backward([x * 3, x * x], [torch.ones(2), torch.full((2,), 10.0)])
    assert x.grad.tolist() == [23, 43]


def test_the_graph_is_gone_unless_retained():
    x = torch.tensor([1.0], requires_grad=True)
    y = (x * x).exp()
    tape.run_backward([y], [torch.ones(1)], retain_graph=True)
    tape.run_backward([y], [torch.ones(1)])
    with pytest.raises(RuntimeError, match="second time"):
        tape.run_backward([y], [torch.ones(1)])


PROGRAM = """
import sys, mxnet as mx
executor = mx.sym.exp(mx.sym.var("x")).simple_bind(mx.cpu(), x=(2,))
executor.forward(is_train=True)
executor.backward(mx.nd.ones((2,)))
x = mx.nd.ones((2,))
x.attach_grad()
with mx.autograd.record():
    y = mx.nd.exp(x)
y.backward()
print("sympy" in sys.modules)
"""


def test_the_first_pass_imports_no_mathematics(undocumented):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [*warm.python(), "-c", PROGRAM]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100, env=env)
    assert answer.stdout.strip() == "False"


@pytest.mark.parametrize("size", [3, 1 << 17])
@pytest.mark.parametrize("function", [lambda a, b: 2 * a + b, lambda a, b: b + 2 * a], ids=["first", "last"])
def test_a_gradient_that_is_the_head_gradient_may_be_written(function, size):
    """The other variable's gradient is the head gradient itself, in the memory that the first one's goes to."""
    a, b = mx.nd.ones(size), mx.nd.ones(size)
    a.attach_grad()
    b.attach_grad()
    a.grad[:] = 5
    with mx.autograd.record():
        y = function(a, b)
    y.backward(a.grad)
    assert (a.grad == 10).asnumpy().all()
    assert (b.grad == 5).asnumpy().all()


@pytest.mark.parametrize("size", [3, 1 << 17])
@pytest.mark.parametrize("first", [0, 1])
def test_a_head_gradient_that_has_the_memory_of_two_gradients(size, first):
    """Each variable's gradient is a half of the head gradient, which lies in both their memories, exchanged."""
    memory = mx.nd.concat(mx.nd.full((size, 1), 5), mx.nd.full((size, 1), 7), dim=0)
    halves = [memory[:size], memory[size:]]
    a, b = mx.nd.ones((size, 1)), mx.nd.ones((size, 1))
    for x, half in ((a, halves[first]), (b, halves[1 - first])):
        x.attach_grad()
        mx.autograd.mark_variables([x], [half])
    with mx.autograd.record():
        y = mx.nd.concat(b, a, dim=0)
    y.backward(memory)
    assert (b.grad == 5).asnumpy().all()
    assert (a.grad == 7).asnumpy().all()


def test_gradients_of_one_pass_arrive_at_its_end_or_as_soon_as_they_are_complete():
    small, large, added, watched = variables = [mx.nd.full(n, 2) for n in (3, 1 << 17, 3, 3)]
    for x in variables:
        x.attach_grad("add" if x is added else "write")
        x.grad[:] = 1
    told = []
    watched._slot.watch(lambda: told.append((watched.grad.asnumpy().tolist(), small.grad.asnumpy().tolist())))
    for number in (1, 2):
        with mx.autograd.record():
            y = sum((x * x).sum() for x in variables)
        y.backward()
        assert told == [([4] * 3, [1] * 3), ([4] * 3, [4] * 3)][:number]  # before the pass's end
        assert [x.grad.asnumpy().tolist() for x in (small, added)] == [[4] * 3, [1 + 4 * number] * 3]
        assert (large.grad == 4).asnumpy().all()
        assert all(x._slot.leaf().grad is None and x._slot.due is None for x in variables)
