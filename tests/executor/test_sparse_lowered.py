"""Graphs with arrays in sparse storage run lowered, with the numbers of a run operator by operator."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError
from mxnet.executor.sparse import FormPrograms

sym = mx.sym
ROWS, SIZE, BATCH = 6, 3, 4


def table(name, stype="row_sparse"):
    return sym.var(name, stype=stype, shape=(ROWS, SIZE))


def look_up(data, weight, how="sparse"):
    if how == "sparse":
        return sym.contrib.SparseEmbedding(data, weight, input_dim=ROWS, output_dim=SIZE)
    return sym.Embedding(data, weight, input_dim=ROWS, output_dim=SIZE, sparse_grad=how == "rows")


def factors(stype="row_sparse", how="sparse"):
    users, items = look_up(sym.var("i"), table("w", stype), how), look_up(sym.var("j"), table("v", stype), how)
    return sym.LinearRegressionOutput(sym.sum(users * items, axis=1), label=sym.var("label"))


def shared():
    weight = table("w")
    return sym.sum(look_up(sym.var("i"), weight) * look_up(sym.var("j"), weight), axis=1)


def head_twice():
    rows = look_up(sym.var("i"), table("w"))
    return sym.Group([rows + 1, rows * 2])


def linear(stype="row_sparse"):
    x = sym.var("x", stype="csr", shape=(BATCH, ROWS))
    return sym.broadcast_add(sym.dot(x, table("w", stype)), sym.var("b", shape=(1, SIZE)))


def machine():
    """Return a factorization machine."""
    x, v = sym.var("x", stype="csr", shape=(BATCH, ROWS)), table("v")
    squares = sym.dot(sym.square(x), sym._internal._square_sum(v, axis=1, keepdims=True))
    pairs = 0.5 * (sym.sum(sym.square(sym.dot(x, v)), axis=1, keepdims=True) - squares)
    return sym.LogisticRegressionOutput(sym.flatten(pairs), label=sym.var("label"))


def wide_and_deep():
    x = sym.var("x", stype="csr", shape=(BATCH, ROWS))
    wide = sym.dot(x, sym.var("w", stype="row_sparse", shape=(ROWS, 2)))
    deep = sym.FullyConnected(look_up(sym.var("i"), table("v", "default"), "rows"), num_hidden=2, name="fc")
    return sym.SoftmaxOutput(wide + sym.Activation(deep, act_type="relu"), label=sym.var("label"))


def unlike():
    """Return a graph whose table is also used as a whole: its gradient is dense."""
    weight = table("w", "default")
    return sym.broadcast_add(look_up(sym.var("i"), weight, "rows"), sym.sum(weight, axis=0, keepdims=True))


#: by graph: whether it is lowered, and has a backward graph
GRAPHS = {
    "factors": (factors, True, True),
    "factors of dense tables": (lambda: factors("default"), True, True),
    "factors by Embedding": (lambda: factors(how="rows"), True, True),
    "Embedding of dense tables": (lambda: factors("default", "rows"), True, True),
    "Embedding with dense gradients": (lambda: factors("default", "dense"), None, None),
    "one table twice": (shared, True, True),
    "two outputs": (head_twice, True, True),
    "linear": (linear, True, True),
    "linear of a dense table": (lambda: linear("default"), True, True),
    "machine": (machine, True, True),
    "wide and deep": (wide_and_deep, True, True),
    "a table with other uses": (unlike, None, None),
    "no form": (lambda: sym.relu(sym.exp(table("w"))), False, None),
    "a sparse result": (lambda: sym.sqrt(table("w")), False, None),
}


def bound(name, grad_req="write"):
    net = GRAPHS[name][0]()
    shapes = {k: (BATCH,) for k in ("i", "j", "label") if k in net.list_arguments()}
    reqs = {k: "null" if k in (*shapes, "x") else grad_req for k in net.list_arguments()}
    result = net.simple_bind(mx.cpu(), grad_req=reqs, **shapes)
    rng = np.random.RandomState(0)
    for key, array in result.arg_dict.items():
        if key in ("i", "j"):
            array[:] = rng.randint(0, ROWS, BATCH)
        elif key == "label":
            array[:] = rng.randint(0, 2, BATCH)
        else:
            values = rng.randn(*array.shape) * (rng.rand(*array.shape) < (0.4 if key == "x" else 2))
            nd.array(values).tostype(array.stype).copyto(array)
    return result


def run(executor, steps=2):
    for _ in range(steps):
        outputs = [item.asnumpy() for item in executor.forward(is_train=True)]
        executor.backward([nd.ones(item.shape) for item in outputs])
    executor.forward(is_train=False)
    outputs += [item.asnumpy() for item in executor.outputs]
    grads = {k: v for k, v in executor.grad_dict.items() if v is not None}
    rows = {k: v.indices.asnumpy().tolist() for k, v in grads.items() if v.stype == "row_sparse"}
    return outputs, {k: v.asnumpy() for k, v in grads.items()}, rows


@pytest.mark.parametrize("grad_req", ["write", "add"])
@pytest.mark.parametrize("name", GRAPHS)
def test_lowered_as_operator_by_operator(name, grad_req, monkeypatch):
    monkeypatch.setattr("mxnet.executor.sparse.PLAIN", False)
    executor = bound(name, grad_req)
    outputs, grads, rows = run(executor)
    lowered, has_backward = GRAPHS[name][1:]
    if executor._sparse:
        program = executor._in_forms.program(True)
        assert (program is not None) == lowered
        if lowered:
            derivative = program.form(True, None, executor._gradients.needs_grad).derivative
            assert (derivative is not None) == has_backward
    else:
        assert lowered is None
    monkeypatch.setattr(FormPrograms, "program", lambda *_: None)
    expected = run(bound(name, grad_req))
    for first, second in zip(outputs, expected[0], strict=True):
        np.testing.assert_allclose(first, second, rtol=1e-5, atol=1e-6)
    assert grads.keys() == expected[1].keys()
    for key, grad in grads.items():
        np.testing.assert_allclose(grad, expected[1][key], rtol=1e-5, atol=1e-6)
    assert rows == expected[2]


def test_values_of_the_arrays_at_each_run():
    executor = bound("linear")
    for _ in range(2):
        x, w = np.random.rand(BATCH, ROWS).astype("float32"), np.random.rand(ROWS, SIZE).astype("float32")
        w[1] = 0  # not stored
        nd.array(w).tostype("row_sparse").copyto(executor.arg_dict["w"])
        (output,) = executor.forward(is_train=True, x=nd.array(x).tostype("csr"))
        executor.backward(nd.ones((BATCH, SIZE)))
        b = executor.arg_dict["b"].asnumpy()
        np.testing.assert_allclose(output.asnumpy(), x @ w + b, rtol=1e-5)
        np.testing.assert_allclose(executor.grad_dict["w"].asnumpy(), x.T @ np.ones((BATCH, SIZE)), rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("factors", {"i": [0, 1, ROWS, 2]}, "positions in a row-sparse table of 6 rows: expected 0 to 5, got 6"),
        ("Embedding of dense tables", {"j": [0, -1, 3, 2]}, "expected 0 to 5, got -1"),
    ],
)
def test_errors_name_the_node(name, change, message):
    executor = bound(name)
    executor.forward(is_train=True)
    with pytest.raises(MXNetError, match=message) as caught:
        executor.forward(is_train=True, **{key: nd.array(value) for key, value in change.items()})
    assert "embedding" in str(caught.value)
    executor.forward(is_train=True, **{key: nd.array([0, 1, 2, 3]) for key in change})
    executor.backward(nd.ones((BATCH,)))


def test_a_monitor_sees_the_operators():
    executor, seen = bound("factors"), []
    executor.set_monitor_callback(lambda name, array: seen.append(str(name)))
    executor.forward(is_train=True)
    assert len([name for name in seen if "embedding" in name]) >= 2
    executor.set_monitor_callback(None)
    executor.forward(is_train=True)
    executor.backward()


def test_the_head_gradient_may_be_written_to_afterwards():
    executor = bound("two outputs")
    executor.forward(is_train=True)
    heads = [nd.ones((BATCH, SIZE)), nd.zeros((BATCH, SIZE))]
    executor.backward(heads)
    before = executor.grad_dict["w"].asnumpy()
    heads[0][:] = 5
    np.testing.assert_array_equal(executor.grad_dict["w"].asnumpy(), before)


@pytest.mark.parametrize("lowered", [True, False])
def test_the_gradient_of_sums_of_squares_has_the_rows_of_1_9_1(lowered, monkeypatch):
    if not lowered:
        monkeypatch.setattr(FormPrograms, "program", lambda *_: None)
    x, v = sym.var("x", stype="csr", shape=(2, 6)), table("v")
    net = sym.dot(sym.square(x), sym._internal._square_sum(v, axis=1, keepdims=True))
    executor = net.simple_bind(mx.cpu(), grad_req={"x": "null", "v": "write"})
    executor.arg_dict["v"][:] = nd.arange(1, 19).reshape((6, 3)).tostype("row_sparse")
    nd.array([[0, 1, 0, 2, 0, 0], [0, 0, 0, 1, 0, 0]]).tostype("csr").copyto(executor.arg_dict["x"])
    executor.forward(is_train=True)
    executor.backward(nd.ones((2, 1)))
    assert executor.grad_dict["v"].indices.asnumpy().tolist() == [1, 3]  # recorded from 1.9.1, as the values
    assert executor.grad_dict["v"].data.asnumpy().tolist() == [[8, 10, 12], [100, 110, 120]]


def test_a_wrong_batch_is_refused():
    executor = bound("linear")
    wrong = nd.sparse.csr_matrix(([1.0], [ROWS], [0, 1, 1, 1, 1]), shape=(BATCH, ROWS))
    with pytest.raises(MXNetError, match=f"column index {ROWS} is out of range"):
        executor.forward(is_train=True, x=wrong)


HEAD = [[3, 3], [0, 0], [3, 3]]


@pytest.mark.parametrize("stored", ["default", "row_sparse"])
@pytest.mark.parametrize("head", ["default", "row_sparse", "csr"])
@pytest.mark.parametrize(
    ("function", "derivative"),
    [
        (lambda x: x + 5, lambda _: 1),
        (lambda x: x - 5, lambda _: 1),
        (lambda x: 5 - x, lambda _: -1),
        (sym.cos, lambda x: -np.sin(x)),
    ],
    ids=["plus", "minus", "from", "cos"],
)
def test_head_gradients_in_any_storage(function, derivative, head, stored):
    x, gradient = nd.array([[1, 2], [0, 0], [3, 4]]), nd.zeros((3, 2))
    executor = function(sym.var("x", stype=stored)).bind(mx.cpu(), {"x": x.tostype(stored)}, {"x": gradient})
    executor.forward(is_train=True)
    executor.backward(nd.array(HEAD).tostype(head))
    np.testing.assert_allclose(gradient.asnumpy(), np.array(HEAD) * derivative(x.asnumpy()), rtol=1e-6)


@pytest.mark.parametrize("name", ["row_sparse", "csr"])
def test_rows_of_a_gradient_go_to_a_dense_buffer(name):
    """Of a small argument, whose gradients are written together."""
    net = sym.square(sym.var("x", stype=name)) * 1
    x, gradient = nd.array([[1, 2], [0, 0], [3, 4]]), nd.ones((3, 2))
    executor = net.bind(mx.cpu(), {"x": x.tostype(name)}, args_grad={"x": gradient})
    executor.forward(is_train=True)
    executor.backward(nd.array(HEAD).tostype(name))
    np.testing.assert_array_equal(gradient.asnumpy(), [[6, 12], [0, 0], [18, 24]])
