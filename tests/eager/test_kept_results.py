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
        self.save_for_backward(x)
        return x * x

    def backward(self, head: Any) -> Any:
        return 2 * head * self.saved_tensors[0]


class _CustomSquare(mx.operator.CustomOp):
    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        self.x = in_data[0]
        self.assign(out_data[0], req[0], self.x * self.x)

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        self.assign(in_grad[0], req[0], 2 * out_grad[0] * self.x)


@mx.operator.register("kept_results_square")
class _CustomSquareProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> _CustomSquare:
        return _CustomSquare()


def _with_sum(call: Any) -> Any:
    """Return a function that gives what ``call`` gives, and its sum."""

    def make(x: Any) -> Any:
        result = call(x)
        return result, result.sum()

    return make


def _metric(x: Any) -> Any:
    scores = nd.softmax(x.reshape((2, -1)))
    metric = mx.metric.create(["acc", "ce"])
    metric.update([nd.array([0, 1])], [scores])
    _metrics.append(metric)
    return scores.sum()


_metrics: list[Any] = []


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
    "function": _with_sum(lambda x: _Square()(x)),
    "function alone": lambda x: _Square()(x),
    "custom operator": _with_sum(lambda x: nd.Custom(x, op_type="kept_results_square")),
    "integers": _with_sum(lambda x: x.astype("int32") * 2),
    "rows": _with_sum(lambda x: x.reshape((4, 2)).tostype("row_sparse").tostype("default")),
    "csr": _with_sum(lambda x: nd.sparse.dot(x.reshape((4, 2)).tostype("csr"), nd.ones((2, 3)))),
    "numpy interface": _with_sum(lambda x: mx.np.exp(x.as_np_ndarray()) * x.as_np_ndarray()),
    "masked": _with_sum(lambda x: nd.SequenceMask(x.reshape((2, 2, 2)), nd.array([1, 2]), use_sequence_length=True)),
    "region": _with_sum(
        lambda x: nd.contrib.ROIAlign(x.reshape((1, 1, 2, 4)), nd.array([[0, 0, 0, 3, 1]]), (2, 2), 1.0)
    ),
    "loop": _with_sum(lambda x: nd.contrib.foreach(lambda d, s: (d * s, s + d), x, nd.ones(1))[0]),
    "into another array": _with_sum(lambda x: (x * x).copyto(nd.zeros(8))),
    "metric": _metric,
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
        lambda loss, x: autograd.backward([loss, loss]),
    ],
    ids=["backward", "twice", "grad", "two heads"],
)
def test_variables_and_gradients_are_freed(name: str, differentiate: Any) -> None:
    results, is_free, grad = _run(CALLS[name], differentiate)
    assert grad() is None
    release_leaves()  # as the next variable does
    assert is_free()
    assert [result.asnumpy().size for result in results]


@pytest.mark.usefixtures("undocumented")
def test_losses_that_are_kept_hold_nothing_else() -> None:
    losses, freed = [], []
    for _ in range(10):
        x = nd.ones((100, 100))
        x.attach_grad()
        with autograd.record():
            loss = ((x * 2).exp() + x).mean()
        loss.backward()
        losses.append(loss)
        freed += [torch_compat.storage_ref(a._t.untyped_storage())[1] for a in (x, x.grad)]
    del x
    assert [is_free() for is_free in freed] == [True] * 20
    assert not any(loss._t.requires_grad for loss in losses)


@pytest.mark.usefixtures("undocumented")
def test_a_second_derivative_that_is_kept_holds_no_variable() -> None:
    x = nd.arange(8)
    x.attach_grad()
    with autograd.record():
        gradient = autograd.grad((x * x * x).sum(), [x], create_graph=True)[0]
        square = (gradient * gradient).sum()
    square.backward()
    is_free = torch_compat.storage_ref(x._t.untyped_storage())[1]
    del x
    release_leaves()
    assert is_free()
    assert gradient.asnumpy()[2] == 12


@pytest.mark.usefixtures("undocumented")
@pytest.mark.parametrize("operator", ["arcsinh", "tanh"])  # differentiated by PyTorch, and by a graph of its own
def test_outputs_of_an_executor_that_is_gone_hold_no_argument(operator: str) -> None:
    executor = getattr(mx.sym, operator)(mx.sym.var("x") * 2).simple_bind(mx.cpu(), x=(4,))
    outputs = executor.forward(is_train=True)
    executor.backward(nd.ones(4))
    is_free = torch_compat.storage_ref(executor.arg_dict["x"]._t.untyped_storage())[1]
    del executor
    assert is_free()
    assert outputs[0].shape == (4,)


def test_a_head_that_is_a_variable_stays_one() -> None:
    x = nd.ones(2)
    x.attach_grad()
    for _ in range(2):
        with autograd.record():
            pass
        autograd.backward([x], [nd.array([3.0, 4])])
        assert x.grad.asnumpy().tolist() == [3, 4]


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
