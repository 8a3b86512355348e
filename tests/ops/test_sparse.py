"""Operators on arrays in sparse storage: values, storages and gradients."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd
from mxnet.base import MXNetError

X = np.array([[0, 1, 0], [2, 0, -3], [0, 0, 0], [0.5, 0, 0]], dtype=np.float32)
W = np.arange(6, dtype=np.float32).reshape(3, 2) + 1


def sparse(stype, values=X):
    return nd.array(values).tostype(stype)


def check(found, stype, expected):
    assert found.stype == stype
    if stype != "default":
        found.check_format()
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("square", np.square),
        ("tanh", np.tanh),
        ("sign", np.sign),
        ("floor", np.floor),
        ("expm1", np.expm1),
        ("relu", lambda x: np.maximum(x, 0)),
    ],
)
@pytest.mark.parametrize("stype", ["row_sparse", "csr"])
def test_functions_that_keep_zeros(name, expected, stype):
    x = sparse(stype)
    check(getattr(nd, name)(x), stype, expected(X))
    x.attach_grad()
    with autograd.record():
        y = getattr(nd, name)(x)
    y.backward()
    assert x.grad.stype == stype
    dense = nd.array(X)
    dense.attach_grad()
    with autograd.record():
        y = getattr(nd, name)(dense)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), dense.grad.asnumpy(), rtol=1e-6)  # of all zeros too, as in 1.9.1


def test_a_transposed_product_stores_only_rows_that_meet_a_stored_row():
    left = sparse("csr", np.array([[1, 2, 0, 0], [0, 3, 4, 0], [0, 0, 0, 5]], np.float32))
    right = nd.sparse.row_sparse_array((np.ones((2, 2), np.float32), [0, 2]), shape=(3, 2))
    product = nd.dot(left, right, transpose_a=True)
    check(product, "row_sparse", [[1, 1], [2, 2], [0, 0], [5, 5]])
    assert product.indices.asnumpy().tolist() == [0, 1, 3]  # in 1.9.1, too


DOTS = [
    (lambda a, b: nd.dot(a, b), X, W, "default"),
    (lambda a, b: nd.dot(a, b, transpose_a=True), X, X[:, :2].copy(), "row_sparse"),
    (lambda a, b: nd.dot(a, b, transpose_a=True, forward_stype="default"), X, X[:, :2].copy(), "default"),
    (lambda a, b: nd.dot(a, b, transpose_b=True), X, W.T.copy(), "default"),
]


@pytest.mark.parametrize("rhs", ["default", "row_sparse"])
@pytest.mark.parametrize("case", range(len(DOTS)))
def test_dot_of_csr(case, rhs):
    dot, a, b, stype = DOTS[case]
    expected = dot(nd.array(a), nd.array(b)).asnumpy()
    left, right = sparse("csr", a), sparse(rhs, b)
    left.attach_grad(stype="default")
    right.attach_grad(stype="row_sparse")
    with autograd.record():
        product = dot(left, right)
    check(product, stype, expected)
    head = np.arange(expected.size, dtype=np.float32).reshape(expected.shape)
    product.backward(nd.array(head))
    dense = [nd.array(a), nd.array(b)]
    for item in dense:
        item.attach_grad()
    with autograd.record():
        product = dot(*dense)
    product.backward(nd.array(head))
    check(left.grad, "default", dense[0].grad.asnumpy())
    check(right.grad, "row_sparse", dense[1].grad.asnumpy())


def test_dot_of_a_dense_array_and_csr():
    left = np.arange(8, dtype=np.float32).reshape(2, 4)
    check(nd.dot(nd.array(left), sparse("csr")), "csr", left @ X)
    check(nd.dot(nd.array(left), sparse("csr"), forward_stype="default"), "default", left @ X)
    check(
        nd.dot(nd.array(left[:, :3]), sparse("csr"), transpose_b=True, forward_stype="default"),
        "default",
        left[:, :3] @ X.T,
    )


@pytest.mark.parametrize("stypes", [("csr", "default"), ("csr", "row_sparse")])
def test_dot_of_matrices_that_do_not_fit(stypes):
    with pytest.raises(MXNetError, match="dot"):
        nd.dot(sparse(stypes[0]), sparse(stypes[1]))


def test_gradients_of_row_sparse_variables_reach_rows_that_are_not_stored():
    a, b = sparse("row_sparse"), sparse("row_sparse", X[::-1].copy())
    for item in (a, b):
        item.attach_grad()
    with autograd.record():
        product = nd.elemwise_mul(a, b)
    product.backward()
    check(a.grad, "row_sparse", X[::-1])
    check(b.grad, "row_sparse", X)


@pytest.mark.parametrize("grad_req", ["write", "add"])
@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_embedding_has_a_gradient_of_rows(stype, grad_req):
    table = sparse(stype, W)
    table.attach_grad(grad_req, stype="row_sparse")
    for _ in range(2):
        with autograd.record():
            result = nd.Embedding(nd.array([2, 0, 2]), table, input_dim=3, output_dim=2, sparse_grad=True)
        result.backward()
    np.testing.assert_array_equal(result.asnumpy(), W[[2, 0, 2]])
    times = 2 if grad_req == "add" else 1
    assert table.grad.indices.asnumpy().tolist() == [0, 2]
    np.testing.assert_array_equal(table.grad.data.asnumpy(), times * np.array([[1, 1], [2, 2]]))


def test_a_gradient_of_rows_is_not_the_memory_of_the_head():
    table, head = nd.ones((5, 2)), nd.ones((2, 2))
    table.attach_grad(stype="row_sparse")
    with autograd.record():
        result = nd.Embedding(nd.array([1, 4]), table, input_dim=5, output_dim=2, sparse_grad=True)
    result.backward(head)
    head[:] = 7
    np.testing.assert_array_equal(table.grad.data.asnumpy(), np.ones((2, 2)))


@pytest.mark.parametrize("stype", ["row_sparse", "csr"])
def test_zeros_within_the_bounds_of_clip_have_a_gradient(stype):
    x = sparse(stype, np.array([[0.0, 3.0], [0.0, 0.0], [0.25, 0.0]]))
    x.attach_grad()
    with autograd.record():
        y = nd.clip(x, -0.5, 0.5)
    y.backward()
    check(y, stype, [[0, 0.5], [0, 0], [0.25, 0]])
    check(x.grad, stype, [[1, 0], [1, 1], [1, 1]])


@pytest.mark.parametrize("name", ["sign", "rint", "ceil", "floor", "trunc", "fix", "round"])
@pytest.mark.parametrize("stype", ["row_sparse", "csr"])
def test_a_gradient_that_is_zero_stores_nothing(stype, name):
    x = sparse(stype, np.array([[0.0, 1.5], [0.0, 0.0]]))
    x.attach_grad()
    with autograd.record():
        y = getattr(nd, name)(x)
    y.backward()
    assert y.stype == x.grad.stype == stype
    assert len(x.grad.data) == 0


def test_a_slice_with_two_steps_is_dense():
    x = sparse("csr", np.eye(3))
    assert nd.slice(x, begin=(0,), end=(2,)).stype == "csr"
    assert nd.slice(x, begin=(0,), end=(2,), step=(1,)).stype == "csr"
    assert nd.slice(x, begin=(0, 0), end=(2, 2), step=(1, 1)).stype == "default"


def test_casts_pass_the_whole_gradient():
    x = nd.array(X)
    x.attach_grad()
    with autograd.record():
        y = x.tostype("row_sparse").tostype("default") * 3
    y.backward()
    assert (x.grad.asnumpy() == 3).all()


def test_rows_parts_and_sums_of_csr():
    x = sparse("csr")
    check(nd.slice(x, begin=(1, 1), end=(4, 3)), "csr", X[1:4, 1:3])
    check(nd.take(x, nd.array([1, 9, 0]), mode="clip"), "csr", X[[1, 3, 0]])
    check(nd.concat(x, x, dim=0), "csr", np.concatenate([X, X]))
    check(nd.sum(x, axis=0), "default", X.sum(0))
    check(nd.mean(x, axis=1), "default", X.mean(1))
    check(nd.norm(x), "default", [np.linalg.norm(X)])
    check(nd.broadcast_mul(x, nd.array([[1, 2, 3]])), "csr", X * [[1, 2, 3]])
    check(nd.where(x, nd.ones((4, 3)), nd.zeros((4, 3))), "default", X != 0)


def test_what_only_sparse_arrays_have():
    x, rows = sparse("csr"), sparse("row_sparse")
    assert nd.contrib.getnnz(x).asnumpy().tolist() == [4]
    assert nd.contrib.getnnz(x, axis=1).asnumpy().tolist() == [1, 2, 0, 1]
    check(nd._internal._square_sum(rows, axis=1, keepdims=True), "row_sparse", (X * X).sum(1, keepdims=True))
    check(nd._internal._square_sum(rows, axis=0), "default", (X * X).sum(0))
    check(nd.add_n(rows, rows, rows), "row_sparse", 3 * X)
    for wrong in (
        lambda: nd.contrib.getnnz(x, axis=0),
        lambda: nd._internal._square_sum(x, axis=1),
        lambda: nd.clip(x, 1, 2),
    ):
        with pytest.raises(MXNetError):
            wrong()


# -- updates --------------------------------------------------------------------------------------------------

STYPES = ("default", "row_sparse")
RULES = {
    "sgd_update": ({"lr": 0.1, "wd": 0.01}, 0),
    "sgd_mom_update": ({"lr": 0.1, "momentum": 0.9, "wd": 0.01}, 1),
    "adam_update": ({"lr": 0.1, "wd": 0.01}, 2),
    "ftrl_update": ({"lr": 0.1, "wd": 0.01}, 2),
}


@pytest.mark.parametrize(
    ("name", "lazy", "stype"),
    [
        *((name, lazy, stype) for name in RULES if name != "ftrl_update" for lazy in (True, False) for stype in STYPES),
        ("ftrl_update", True, "row_sparse"),  # as in 1.9.1, dense weights are not updated lazily by this rule
        ("ftrl_update", False, "default"),
    ],
)
def test_updates(name, lazy, stype):
    given, number = RULES[name]
    if name != "ftrl_update":
        given = {**given, "lazy_update": lazy}
    weight, rows, states = np.random.rand(4, 2) + 1, [1, 3], [np.full((4, 2), 0.5) for _ in range(number)]
    grad = np.zeros((4, 2))
    grad[rows] = np.random.rand(2, 2)
    dense = [nd.array(item) for item in (weight, grad, *states)]
    getattr(nd, name)(*dense, out=dense[0], **given)
    result = [
        nd.array(weight).tostype(stype),
        nd.array(grad).tostype("row_sparse"),
        *(nd.array(s).tostype(stype) for s in states),
    ]
    getattr(nd, name)(*result, out=result[0], **given)
    for i, before in ((0, weight), *enumerate(states, 2)):
        assert result[i].stype == stype
        expected = before.copy() if lazy else dense[i].asnumpy()
        expected[rows] = dense[i].asnumpy()[rows]
        np.testing.assert_allclose(result[i].asnumpy(), expected, rtol=1e-5)


@pytest.mark.parametrize("given", [{}, {"rescale_grad": 0.5}, {"clip_gradient": 1.5}, {"wd": 0.1}], ids=str)
@pytest.mark.parametrize("stype", STYPES)
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_rows_looked_up_repeatedly_move_by_their_sum(dtype, stype, given):
    table = nd.ones((4, 2), dtype=dtype).tostype(stype)
    table.attach_grad(stype="row_sparse")
    with autograd.record():
        result = nd.Embedding(nd.array([2, 0, 2, 2]), table, input_dim=4, output_dim=2, sparse_grad=True, dtype=dtype)
    result.backward()
    nd.sgd_update(table, table.grad, lr=0.25, out=table, **given)
    counts = np.array([1, 0, 3, 0]) * given.get("rescale_grad", 1)
    moved = 0.25 * (np.minimum(counts, given.get("clip_gradient", np.inf)) + given.get("wd", 0) * (counts > 0))
    np.testing.assert_allclose(table.asnumpy(), 1 - moved[:, None] * np.ones((4, 2)), rtol=1e-3)
    assert table.grad.indices.asnumpy().tolist() == [0, 2]
    np.testing.assert_array_equal(table.grad.data.asnumpy(), [[1, 1], [3, 3]])


@pytest.mark.parametrize("shape", [(4,), (4, 2, 3)], ids=str)
def test_rows_of_any_shape_move(shape):
    weight, grad = nd.ones(shape), nd.sparse.row_sparse_array((nd.ones((1, *shape[1:])), [3]), shape=shape)
    nd.sgd_update(weight, grad, lr=1, out=weight)
    assert weight.asnumpy().reshape(4, -1).sum(1).tolist() == [np.prod(shape[1:])] * 3 + [0]


@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_adagrad_moves_the_rows_of_the_gradient(stype):
    weight = nd.ones((3, 2)).tostype(stype)
    grad = nd.sparse.row_sparse_array(([[2.0, 4.0]], [1]), shape=(3, 2))
    history = nd.zeros((3, 2), stype=stype)
    nd.sparse.adagrad_update(weight, grad, history, out=weight, lr=0.5, epsilon=0)
    np.testing.assert_allclose(weight.asnumpy(), [[1, 1], [0.5, 0.5], [1, 1]])
    np.testing.assert_allclose(history.asnumpy(), [[0, 0], [4, 16], [0, 0]])
    with pytest.raises(MXNetError, match="adagrad"):
        nd.sparse.adagrad_update(weight, grad, history, out=weight, lr=0.5, wd=0.1)


def test_a_row_sparse_weight_has_to_store_all_rows():
    weight = nd.sparse.row_sparse_array(([[1.0, 2.0]], [1]), shape=(4, 2))
    with pytest.raises(MXNetError, match="all of its 4 rows"):
        nd.sgd_update(weight, weight.copy(), lr=0.1, out=weight)


def test_states_get_the_rows_that_they_lack():
    weight, momentum = nd.ones((3, 2)).tostype("row_sparse"), nd.zeros((3, 2), stype="row_sparse")
    grad = nd.sparse.row_sparse_array(([[2.0, 4.0]], [1]), shape=(3, 2))
    nd.sgd_mom_update(weight, grad, momentum, out=weight, lr=0.5, momentum=0.9)
    assert momentum.indices.asnumpy().tolist() == [0, 1, 2]
    np.testing.assert_allclose(momentum.asnumpy(), [[0, 0], [-1, -2], [0, 0]])


def test_an_update_writes_into_the_memory_of_the_weight():
    weight = nd.ones((1000, 4))
    memory = weight._t.data_ptr()
    nd.sgd_update(weight, nd.sparse.row_sparse_array(([[1.0] * 4], [7]), shape=(1000, 4)), lr=1, out=weight)
    assert weight._t.data_ptr() == memory
    assert weight.asnumpy().sum() == 999 * 4


@pytest.mark.parametrize("fix_gamma", [True, False])
def test_batch_norm_refuses_a_fixed_gamma(fix_gamma):
    ones = [nd.ones(3) for _ in range(4)]
    if fix_gamma:
        with pytest.raises(MXNetError, match="fix_gamma"):
            nd.BatchNorm(sparse("row_sparse"), *ones, fix_gamma=True)
    else:
        assert nd.BatchNorm(sparse("row_sparse"), *ones, fix_gamma=False).stype == "default"


def test_random_numbers_into_a_sparse_array():
    out = nd.zeros((4, 3), stype="row_sparse")
    mx.random.seed(3)
    nd.random.uniform(shape=(4, 3), out=out)
    mx.random.seed(3)
    np.testing.assert_array_equal(out.asnumpy(), nd.random.uniform(shape=(4, 3)).asnumpy())


def test_random_numbers_in_the_shape_of_a_sparse_array():
    out = nd.zeros((4, 3), stype="row_sparse")
    nd.random.uniform(1, 2, out=out)
    assert out.indices.asnumpy().tolist() == [0, 1, 2, 3]
    assert (out.asnumpy() >= 1).all()


@pytest.mark.parametrize("name", ["gamma", "gammaln"])
def test_the_gradient_at_a_pole_is_that_of_1_9_1(name):
    x = mx.nd.array([0.0, -1.0])
    x.attach_grad()
    with mx.autograd.record():
        y = getattr(mx.nd, name)(x)
    y.backward()
    assert x.grad.asnumpy()[0] == np.inf


def test_a_custom_operator_takes_sparse_arrays_as_dense_ones():
    class Square(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.assign(out_data[0], req[0], in_data[0] * in_data[0])

    @mx.operator.register("square_of_sparse")
    class SquareProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Square()

    x = mx.nd.array([[0, 2], [0, 0]]).tostype("csr")
    assert nd.Custom(x, op_type="square_of_sparse").asnumpy().tolist() == [[0, 4], [0, 0]]


@pytest.mark.parametrize("stype", ["row_sparse", "csr"])
@pytest.mark.parametrize(
    ("name", "unstored"), [("sin", 3.0), ("sqrt", np.inf), ("log1p", 3.0), ("square", 0.0), ("abs", 0.0)]
)
def test_the_gradient_at_zeros_that_are_not_stored_is_that_of_1_9_1(name, unstored, stype):
    x, grad = mx.nd.array([[0, 0], [0, 0.5]]).tostype(stype), mx.nd.zeros((2, 2)).tostype(stype)
    net = getattr(mx.sym.sparse, name)(mx.sym.Variable("data", stype=stype))
    executor = net.bind(mx.cpu(), args=[x], args_grad=[grad])
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones((2, 2)) * 3])
    assert grad.asnumpy()[0].tolist() == [unstored, unstored]


@pytest.mark.parametrize("grad", ["default", "row_sparse"])
def test_an_update_by_dense_copies_writes_its_row_sparse_states(grad):
    weight, (mean, var) = np.full((4, 2), 2.0), (nd.zeros((4, 2), stype="row_sparse") for _ in range(2))
    given = np.zeros((4, 2))
    given[1] = 0.5
    nd.lamb_update_phase1(sparse("row_sparse", weight), sparse(grad, given), mean, var, t=1, wd=0.0)
    check(mean, "row_sparse", 0.1 * given)
    check(var, "row_sparse", 0.001 * given**2)


def test_zeros_of_a_product_in_csr_storage_pass_their_gradient():
    x, w = nd.array([[1.0, 2.0], [0.0, 3.0]]), sparse("csr", np.array([[2.0, 0.0], [-1.0, 4.0]]))
    x.attach_grad()
    with autograd.record():
        product = nd.dot(x, w)  # [[0, 8], [-3, 12]]
        total = nd.sum(product, axis=1)
    total.backward(nd.array([1.0, 10.0]))
    check(product, "csr", [[0, 8], [-3, 12]])
    check(x.grad, "default", [[2, 3], [20, 30]])


@pytest.mark.parametrize("stype", ["default", "row_sparse"])
@pytest.mark.parametrize(
    "call",
    [
        lambda w, g: nd.sgd_update(w, g, lr=0.1, out=w),
        lambda w, g: nd.sgd_mom_update(w, g, nd.zeros((4, 3)).tostype(w.stype), lr=0.1, momentum=0.9, out=w),
        lambda w, g: nd.sparse.adagrad_update(w, g, nd.ones((4, 3)).tostype(w.stype), lr=0.1, out=w),
        lambda w, g: nd.add_n(w, g),
        lambda w, g: nd.elemwise_mul(w, g),
    ],
)
def test_other_shapes_are_refused(call, stype):
    weight, gradient = nd.ones((4, 3)).tostype(stype), nd.ones((1, 3)).tostype("row_sparse")
    with pytest.raises(mx.MXNetError):
        call(weight, gradient)
    assert (weight.asnumpy() == 1).all()


@pytest.mark.parametrize(
    "draw",
    [
        lambda out: mx.nd.random.uniform(0, 0, out=out),
        lambda out: mx.nd.random.poisson(1e-9, out=out),
        lambda out: mx.initializer.Uniform(0.0)(mx.initializer.InitDesc("w_weight"), out),
    ],
    ids=["uniform", "poisson", "initializer"],
)
def test_draws_store_all_rows_even_zeros(draw):
    """As in 1.9.1: a row-sparse weight whose row is drawn as zero can be updated."""
    weight = mx.nd.sparse.zeros("row_sparse", (6, 2))
    draw(weight)
    np.testing.assert_array_equal(weight.indices.asnumpy(), np.arange(6))
    np.testing.assert_array_equal(weight.asnumpy(), np.zeros((6, 2)))


def test_constants_for_row_sparse_arrays():
    """As in 1.9.1: zeros store no rows."""
    out = mx.nd.sparse.row_sparse_array(np.ones((6, 2)))
    assert mx.nd.zeros((6, 2), out=out) is out
    assert len(out.indices) == 0
    mx.nd.ones((6, 2), out=out)
    np.testing.assert_array_equal(out.asnumpy(), np.ones((6, 2)))
