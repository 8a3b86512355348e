"""Graphs with arrays in sparse storage: which storages are inferred, and what executors compute with them."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError

X = np.array([[0, 1, 0], [2, 0, 3], [0, 0, 0], [0.5, 0, 0]], dtype=np.float32)
W = np.array([[1, 2], [3, 4], [5, 6]], dtype=np.float32)


def linear():
    x = mx.sym.var("x", stype="csr")
    w = mx.sym.var("w", stype="row_sparse", shape=(3, 2))
    return mx.sym.broadcast_add(mx.sym.dot(x, w), mx.sym.var("b", shape=(2,)))


@pytest.mark.parametrize(
    ("symbol", "stypes", "output"),
    [
        (lambda a, b: mx.sym.elemwise_add(a, b), ("row_sparse", "row_sparse"), "row_sparse"),
        (lambda a, b: mx.sym.elemwise_add(a, b), ("row_sparse", "default"), "default"),
        (lambda a, b: mx.sym.elemwise_mul(a, b), ("default", "csr"), "csr"),
        (lambda a, b: mx.sym.dot(a, b), ("csr", "default"), "default"),
        (lambda a, b: mx.sym.dot(a, b, transpose_a=True), ("csr", "row_sparse"), "row_sparse"),
        (lambda a, b: mx.sym.dot(a, b, forward_stype="csr"), ("default", "default"), "csr"),
        (lambda a, b: mx.sym.exp(a) + b, ("row_sparse", "default"), "default"),
        (lambda a, b: mx.sym.elemwise_sub(mx.sym.square(a) * 2, mx.sym.abs(b)), ("csr", "csr"), "csr"),
        (lambda a, b: mx.sym.cast_storage(a, stype="row_sparse") + 0 * b, ("default", "default"), "default"),
    ],
)
def test_inference(symbol, stypes, output):
    net = symbol(mx.sym.var("a", stype=stypes[0]), mx.sym.var("b", stype=stypes[1]))
    assert net.infer_storage_type() == (list(stypes), [output], [])
    plain = symbol(mx.sym.var("a"), mx.sym.var("b"))
    assert plain.infer_storage_type(a=stypes[0], b=stypes[1])[1] == [output]
    assert mx.sym.load_json(net.tojson()).infer_storage_type()[0] == list(stypes)


def test_inference_refuses_what_is_no_storage():
    with pytest.raises(MXNetError, match="storage type of x"):
        linear().infer_storage_type(x="other")
    with pytest.raises(MXNetError, match="__storage_type__ is '7'"):
        mx.sym.exp(mx.sym.var("x", __storage_type__="7")).infer_storage_type()


def test_what_simple_bind_allocates():
    bound = linear().simple_bind(mx.cpu(), x=(4, 3))
    assert {k: v.stype for k, v in bound.arg_dict.items()} == {"x": "csr", "w": "row_sparse", "b": "default"}
    assert {k: v.stype for k, v in bound.grad_dict.items()} == {"x": "default", "w": "row_sparse", "b": "default"}
    assert [output.stype for output in bound.outputs] == ["default"]


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        (lambda a, w: mx.sym.Embedding(a, w, input_dim=3, output_dim=2, sparse_grad=True), "row_sparse"),
        (lambda a, w: mx.sym.Embedding(a, w, input_dim=3, output_dim=2), "default"),
        (lambda a, w: mx.sym.contrib.SparseEmbedding(a, w, input_dim=3, output_dim=2), "row_sparse"),
    ],
)
def test_storages_of_gradients_of_dense_tables(symbol, expected):
    bound = symbol(mx.sym.var("a"), mx.sym.var("w")).simple_bind(mx.cpu(), a=(4,))
    assert bound.grad_dict["w"].stype == expected
    bound.arg_dict["w"][:] = W
    bound.arg_dict["a"][:] = np.array([1, 0, 1, 1])
    (output,) = bound.forward(is_train=True)
    np.testing.assert_array_equal(output.asnumpy(), W[[1, 0, 1, 1]])
    bound.backward(nd.ones((4, 2)))
    np.testing.assert_array_equal(bound.grad_dict["w"].asnumpy(), [[1, 1], [3, 3], [0, 0]])
    if expected == "row_sparse":
        assert bound.grad_dict["w"].indices.asnumpy().tolist() == [0, 1]


@pytest.mark.parametrize("grad_req", ["write", "add"])
def test_a_linear_model(grad_req):
    bound = linear().simple_bind(mx.cpu(), x=(4, 3), grad_req={"w": grad_req, "b": grad_req})
    nd.array(X).tostype("csr").copyto(bound.arg_dict["x"])
    nd.array(W).tostype("row_sparse").copyto(bound.arg_dict["w"])
    head = np.arange(8, dtype=np.float32).reshape(4, 2)
    for _ in range(2):
        (output,) = bound.forward(is_train=True)
        bound.backward(nd.array(head))
    np.testing.assert_allclose(output.asnumpy(), X @ W)
    times = 2 if grad_req == "add" else 1
    np.testing.assert_allclose(bound.grad_dict["w"].asnumpy(), times * (X.T @ head))
    np.testing.assert_allclose(bound.grad_dict["b"].asnumpy(), times * head.sum(0))


def test_outputs_stay_the_same_arrays():
    net = mx.sym.square(mx.sym.var("a", stype="csr"))
    bound = net.bind(mx.cpu(), {"a": nd.array(X).tostype("csr")})
    (first,) = bound.forward()
    (second,) = bound.forward(a=nd.array(2 * X).tostype("csr"))
    assert first is second
    assert second.stype == "csr"
    np.testing.assert_allclose(second.asnumpy(), 4 * X * X)


def test_gradients_in_the_storages_that_are_bound():
    net = mx.sym.elemwise_mul(mx.sym.var("a"), mx.sym.var("b"))
    args = {"a": nd.array(X).tostype("row_sparse"), "b": nd.array(X + 1).tostype("row_sparse")}
    grads = {"a": nd.zeros((4, 3), stype="row_sparse"), "b": nd.zeros((4, 3))}
    bound = net.bind(mx.cpu(), args, grads)
    (output,) = bound.forward(is_train=True)
    bound.backward(nd.ones((4, 3)))
    assert (output.stype, grads["a"].stype, grads["b"].stype) == ("row_sparse", "row_sparse", "default")
    np.testing.assert_allclose(grads["a"].asnumpy(), X + 1)
    np.testing.assert_allclose(grads["b"].asnumpy(), X)


def test_a_backward_without_a_training_pass_runs_again():
    bound = linear().simple_bind(mx.cpu(), x=(4, 3))
    nd.array(X).tostype("csr").copyto(bound.arg_dict["x"])
    bound.forward()
    bound.backward(nd.ones((4, 2)))
    np.testing.assert_allclose(bound.grad_dict["w"].asnumpy(), X.T @ np.ones((4, 2)))


def test_an_error_names_the_node():
    net = mx.sym.dot(mx.sym.var("x"), mx.sym.var("w"), name="product")
    wrong = nd.sparse.csr_matrix(([1.0], [9], [0, 1, 1, 1, 1]), shape=(4, 3))
    with pytest.raises(MXNetError, match=r"(?s)'product'.*column index 9"):
        net.bind(mx.cpu(), {"x": wrong, "w": nd.array(W)}).forward()


def test_a_monitor_sees_arrays_in_their_storage():
    bound = linear().simple_bind(mx.cpu(), x=(4, 3))
    seen = []
    bound.set_monitor_callback(lambda name, array: seen.append((name.split("_")[-1], array.stype)), monitor_all=True)
    bound.forward()
    assert ("w", "row_sparse") in seen
    assert ("output", "default") in seen


@pytest.mark.parametrize("x", ["default", "row_sparse", "csr"])
@pytest.mark.parametrize("w", ["default", "row_sparse"])
def test_a_monitor_sees_gradients(x, w):
    net = mx.sym.square(
        mx.sym.dot(mx.sym.var("x", stype=x), mx.sym.var("w", stype=w, shape=(3, 2)), name="d"), name="sq"
    )
    bound = net.simple_bind(mx.cpu(), x=(4, 3), grad_req={"x": "null", "w": "write"})
    bound.copy_params_from({"x": nd.array(X).tostype(x), "w": nd.array(W).tostype(w)})
    seen = {}
    bound.set_monitor_callback(lambda name, array: seen.update({str(name): array}))
    bound.forward(is_train=True)
    bound.backward(nd.ones((4, 2)))
    assert list(seen) == ["d_output", "sq_output", "sq_backward_output", "d_backward_output0", "d_backward_output1"]
    np.testing.assert_allclose(seen["sq_backward_output"].asnumpy(), 2 * X @ W, rtol=1e-5)
    assert not seen["d_backward_output0"].asnumpy().any()
    np.testing.assert_allclose(seen["d_backward_output1"].asnumpy(), X.T @ (2 * X @ W), rtol=1e-5)
    np.testing.assert_allclose(bound.grad_dict["w"].asnumpy(), X.T @ (2 * X @ W), rtol=1e-5)


def test_a_monitor_sees_what_each_operator_gives_back():
    w = mx.sym.var("w", stype="row_sparse", shape=(4, 3))
    first, second = (mx.sym.square(mx.sym._internal._mul_scalar(w, scalar=3), name=name) for name in "ab")
    bound = mx.sym.elemwise_mul(first, mx.sym._internal._mul_scalar(second, scalar=2)).bind(
        mx.cpu(), {"w": nd.array(X).tostype("row_sparse")}, {"w": nd.zeros((4, 3))}
    )
    seen = {}
    bound.set_monitor_callback(lambda name, array: seen.update({str(name): array}))
    bound.forward(is_train=True)
    bound.backward(nd.ones((4, 3)))
    for name in "ab":
        np.testing.assert_allclose(seen[f"{name}_backward_output"].asnumpy(), 2 * (3 * X) * 2 * (3 * X) ** 2)
    np.testing.assert_allclose(bound.grad_dict["w"].asnumpy(), 8 * 81 * X**3)


@pytest.mark.parametrize("x", ["default", "row_sparse", "csr"])
@pytest.mark.parametrize("w", ["default", "row_sparse"])
def test_groups_of_contexts(x, w):
    with mx.AttrScope(ctx_group="first"):
        product = mx.sym.dot(mx.sym.var("x", stype=x), mx.sym.var("w", stype=w, shape=(3, 2)))
    with mx.AttrScope(ctx_group="second"):
        net = mx.sym.elemwise_mul(mx.sym.var("v", stype=w, shape=(4, 2)), product)
    contexts = {"first": mx.cpu(0), "second": mx.cpu(1)}
    bound = net.simple_bind(mx.cpu(), group2ctx=contexts, x=(4, 3), grad_req={"x": "null", "w": "write", "v": "write"})
    values = {"x": X, "w": W, "v": np.arange(8).reshape(4, 2)}
    for name, array in bound.arg_dict.items():
        nd.array(values[name]).tostype(array.stype).copyto(array)
    (output,) = bound.forward(is_train=True)
    bound.backward(nd.ones((4, 2), ctx=mx.cpu(1)))
    assert {name: item.context for name, item in bound.arg_dict.items()} == {
        "x": mx.cpu(0), "w": mx.cpu(0), "v": mx.cpu(1)
    }  # fmt: skip
    assert (output.stype, output.context) == (w, mx.cpu(1))
    np.testing.assert_allclose(output.asnumpy(), values["v"] * (X @ W))
    np.testing.assert_allclose(bound.grad_dict["w"].asnumpy(), X.T @ values["v"])
    assert bound.grad_dict["w"].context == mx.cpu(0)


class Product(mx.gluon.HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.dot(F.square(x), w)


def test_a_block_takes_sparse_arrays():
    net = Product()
    net.hybridize()
    result = net(nd.array(X).tostype("csr"), nd.array(W))
    np.testing.assert_allclose(result.asnumpy(), (X * X) @ W)
