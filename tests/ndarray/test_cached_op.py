"""A symbol as a function of arrays."""

import json

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd
from mxnet.base import MXNetError


def product():
    return nd.CachedOp(mx.sym.Variable("a") * mx.sym.Variable("b"))


def test_a_call_computes_the_graph_for_any_shape():
    op = product()
    assert op(nd.array([1, 2]), nd.array([3, 4])).asnumpy().tolist() == [3, 8]
    assert op(nd.ones((2, 1)), nd.ones((2, 1))).shape == (2, 1)


def test_several_outputs_and_out():
    x = mx.sym.Variable("x")
    op = nd.CachedOp(mx.sym.Group([x * 2, x, mx.sym.reshape(x, shape=(2, 1))]), flags=[("static_alloc", True)])
    source = nd.array([1, 2])
    twice, same, column = op(source)
    assert (twice.asnumpy().tolist(), column.shape) == ([2, 4], (2, 1))
    same[:] = 0
    column[:] = 0
    assert source.asnumpy().tolist() == [1, 2]
    out = [nd.zeros(2), nd.zeros(2), nd.zeros((2, 1))]
    assert op(source, out=out) is out
    assert out[0].asnumpy().tolist() == [2, 4]


def test_gradients():
    op = product()
    a, b = nd.array([1.0, 2.0]), nd.array([3.0, 4.0])
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        y = op(a, b * 2) + a
    y.backward()
    assert a.grad.asnumpy().tolist() == [7, 9]
    assert b.grad.asnumpy().tolist() == [2, 4]


def test_training_mode_and_states():
    bn = mx.sym.BatchNorm(mx.sym.Variable("data"), name="bn", fix_gamma=False, momentum=0.5)
    op = nd.CachedOp(bn)
    x = nd.array([[1.0], [3.0]])
    states = [nd.ones(1), nd.zeros(1), nd.zeros(1), nd.ones(1)]
    np.testing.assert_allclose(op(x, *states).asnumpy(), x.asnumpy(), rtol=1e-3)
    for array in states[:2]:
        array.attach_grad()
    with autograd.record():
        y = op(x, *states)
    y.backward()
    np.testing.assert_allclose(y.asnumpy(), [[-1], [1]], atol=1e-2)
    assert states[2].asscalar() == 1


def test_shapes_that_the_graph_decides():
    x = mx.sym.Variable("x")
    op = nd.CachedOp(mx.sym.broadcast_add(x, mx.sym.elemwise_add(x, mx.sym.zeros((0, 0)))))
    assert op(nd.ones((2, 3))).asnumpy().tolist() == [[2] * 3] * 2


@pytest.mark.parametrize("record", [False, True])
@pytest.mark.parametrize(
    ("make", "storages"),
    [  # as in 1.9.1
        (lambda x: mx.sym.cast_storage(x * 2, "csr"), ["csr"]),
        (
            lambda x: mx.sym.Group([mx.sym.sqrt(mx.sym.cast_storage(x * 4, "row_sparse")), x * 2]),
            ["row_sparse", "default"],
        ),
        (lambda x: mx.sym.dot(x * 2, mx.sym.cast_storage(x, "csr")), ["csr"]),
        (lambda x: mx.sym.cast_storage(mx.sym.cast_storage(x * 2, "csr"), "default"), ["default"]),
    ],
)
def test_sparse_storage_made_inside(make, storages, record):
    x = nd.array([[1, 0], [0, 1]])
    x.attach_grad()
    with autograd.record() if record else autograd.pause():
        results = nd.CachedOp(make(mx.sym.Variable("x")))(x)
    results = results if isinstance(results, list) else [results]
    assert [result.stype for result in results] == storages
    for result in results:
        np.testing.assert_array_equal(result.asnumpy(), [[2, 0], [0, 2]])


def test_refusals():
    op = product()
    with pytest.raises(MXNetError, match="2"):
        op(nd.ones(1))
    with pytest.raises(TypeError):
        op(nd.ones(1), nd.ones(1), unknown=1)
    with pytest.raises(MXNetError):
        nd.CachedOp(mx.sym.Variable("x") + 1, flags=[("nonsense", 1)])
    with pytest.raises(AttributeError):
        nd.CachedOp(3)
    with pytest.raises(MXNetError):
        op(nd.ones(2), nd.ones(3)).asnumpy()


def test_a_recorded_call_is_part_of_the_symbol_of_its_result():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    op = mx.nd.CachedOp(mx.sym.Group([a * b, mx.sym.tanh(a)]))
    x, y = mx.nd.array([2.0]), mx.nd.array([3.0])
    x.attach_grad()
    with mx.autograd.record():
        product, _ = op(x * 2, y)
        out = product + 1
    symbol = mx.autograd.get_symbol(out)
    variable, constant = symbol.list_arguments()
    assert symbol.eval(**{variable: x, constant: y})[0].asscalar() == 13


@pytest.mark.parametrize(
    ("flags", "number"),
    [  # as in 1.9.1
        ({}, 8),
        ({"inline_limit": 0}, 8),
        ({"inline_limit": 2}, 8),
        ({"inline_limit": 3}, 10),
        ({"inline_limit": 3, "static_alloc": True}, 8),
    ],
)
def test_a_recorded_call_of_more_operators_than_the_limit_is_one_node(flags, number):
    net = mx.gluon.nn.HybridSequential()
    for _ in range(3):
        net.add(mx.gluon.nn.Dense(10, in_units=10))
    net.initialize()
    net.hybridize(**flags)
    with mx.autograd.record():
        y = net(mx.nd.zeros((1, 10)))
    symbol = mx.autograd.get_symbol(y)
    assert len(json.loads(symbol.tojson())["nodes"]) == number
    y.backward()


def test_the_symbol_of_a_recorded_call_computes_the_same():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(3, in_units=2, activation="tanh"), mx.gluon.nn.Dense(1, in_units=3))
    net.initialize(mx.init.One())
    net.hybridize()
    x = mx.nd.array([[0.1, 0.2]])
    x.attach_grad()
    with mx.autograd.record():
        y = net(x) * 2
    symbol = mx.sym.load_json(mx.autograd.get_symbol(y).tojson())
    shapes = dict(
        zip(symbol.list_arguments(), symbol.infer_shape(**{symbol.list_arguments()[0]: (1, 2)})[0], strict=True)
    )
    values = {name: mx.nd.ones(shape) if len(shape) > 1 else mx.nd.zeros(shape) for name, shape in shapes.items()}
    values[symbol.list_arguments()[0]] = x
    assert symbol.eval(**values)[0].asscalar() == pytest.approx(y.asscalar())
