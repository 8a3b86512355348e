"""What is kept of a graph after its backward pass holds neither the variables nor their gradients."""

from __future__ import annotations

import weakref
from typing import Any

import mxnet as mx
import pytest
from mxnet import autograd, nd
from mxnet.core import torch_compat
from mxnet.eager.grad_node import release_leaves


class _Square(autograd.Function):
    def forward(self, x: Any) -> Any:
        return x * x

    def backward(self, head: Any) -> Any:
        return 2 * head


def _sum_of_squares(x: Any) -> Any:
    return (x * x).sum()


def _intermediate(x: Any) -> Any:
    double = 2 * x
    return double, _sum_of_squares(double)


def _several(x: Any) -> Any:
    first, second = nd.split(x.reshape((2, -1)), 2)
    return first, second, (first * second).sum()


def _dense(x: Any) -> Any:
    block = mx.gluon.nn.Dense(3)
    block.initialize()
    block.hybridize()
    middle = block(x.reshape((2, -1)))
    return middle, (middle * middle).sum()


CALLS = {
    "loss": _sum_of_squares,
    "intermediate results": _intermediate,
    "several results": _several,
    "hybridized": _dense,
    "function": lambda x: _Square()(x).sum(),
    "product": lambda x: nd.dot(x.reshape((2, -1)), x.reshape((2, -1)).T).sum(),
}


def _run(make: Any, differentiate: Any) -> tuple[Any, Any, Any]:
    """Return what ``make`` recorded, whether the variable's memory is free, and a reference to its gradient."""
    x = nd.arange(8)
    x.attach_grad()
    with autograd.record():
        results = make(x)
    results = results if isinstance(results, tuple) else (results,)
    differentiate(results[-1], x)
    return results, torch_compat.storage_ref(x._t.untyped_storage())[1], weakref.ref(x.grad)


@pytest.mark.usefixtures("undocumented")
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(
    "differentiate",
    [
        lambda loss, x: loss.backward(),
        lambda loss, x: (loss.backward(retain_graph=True), loss.backward()),
        lambda loss, x: autograd.grad(loss, [x]),
    ],
    ids=["backward", "twice", "grad"],
)
def test_variables_and_gradients_are_freed(name: str, differentiate: Any) -> None:
    results, is_free, grad = _run(CALLS[name], differentiate)
    assert grad() is None
    release_leaves()  # as the next variable does
    assert is_free()
    assert [result.asnumpy().size for result in results]


def test_a_graph_that_is_not_used_up_keeps_its_variables() -> None:
    x = nd.array([1.0, 2, 3])
    x.attach_grad()
    grad = x.grad
    with autograd.record():
        loss = (x * x).sum()
    loss.backward(retain_graph=True)
    del x
    nd.ones(2).attach_grad()
    grad[:] = 0
    loss.backward()
    assert grad.asnumpy().tolist() == [2, 4, 6]


@pytest.mark.parametrize("again", [lambda x: x, lambda x: x.detach(), lambda x: x[:], lambda x: x.as_np_ndarray()])
def test_arrays_on_the_memory_of_a_variable_stay(again: Any) -> None:
    x = nd.array([1.0, 2, 3])
    x.attach_grad()
    with autograd.record():
        loss = (x * x).sum()
    loss.backward()
    kept = again(x)
    x.attach_grad()
    del x
    release_leaves()
    assert kept.asnumpy().tolist() == [1, 2, 3]


def test_a_variable_that_is_marked_again_keeps_its_values() -> None:
    x = nd.array([1.0, 2, 3])
    losses = []
    for _ in range(3):
        x.attach_grad()
        with autograd.record():
            losses.append((x * x).sum())
        losses[-1].backward()
    assert x.asnumpy().tolist() == [1, 2, 3]
    assert x.grad.asnumpy().tolist() == [2, 4, 6]
