"""The fast paths of operators give what the operators give, to the bit, and leave the rest to them."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core.params import NULL
from mxnet.eager.dispatch import specialize
from mxnet.ops import elementwise_attrs
from mxnet.registry.bound import bind
from mxnet.registry.op import OPS, get

X, SQUARE, CUBE, IMAGE = (5, 7), (6, 6), (2, 3, 4), (2, 3, 5, 6)
#: operator, attributes, shapes of the inputs
CASES = [
    ("sum", {}, [X]), ("sum", {"axis": 1}, [X]), ("sum", {"axis": (0, -1)}, [X]), ("sum", {"axis": 0}, [(4,)]),
    ("mean", {}, [CUBE]), ("mean", {"axis": (0, 2), "keepdims": True}, [CUBE]), ("max", {}, [X]),
    ("max", {"axis": -1}, [X]), ("min", {"axis": (0, 1)}, [X]), ("norm", {}, [X]), ("norm", {"ord": 1, "axis": 1}, [X]),
    ("argmax", {"axis": 1}, [X]), ("argmin", {"axis": 0, "keepdims": True}, [X]), ("argmax", {"axis": 0}, [(4,)]),
    ("softmax", {}, [X]), ("softmax", {"axis": 0}, [CUBE]), ("log_softmax", {"axis": 1}, [CUBE]),
    ("FullyConnected", {"num_hidden": 3}, [X, (3, 7), (3,)]),
    ("FullyConnected", {"num_hidden": 3, "no_bias": True}, [X, (3, 7)]),
    ("FullyConnected", {"num_hidden": 3, "flatten": False}, [CUBE, (3, 4), (3,)]),
    ("Activation", {"act_type": "relu"}, [X]), ("Activation", {"act_type": "tanh"}, [X]),
    ("Activation", {"act_type": "softrelu"}, [X]), ("softmin", {}, [X]), ("softmin", {"axis": 0}, [CUBE]),
    ("softmax", {"temperature": 2.0}, [X]), ("log_softmax", {"temperature": -4.0, "axis": 0}, [X]),
    ("LeakyReLU", {"act_type": "elu", "slope": 0.3}, [X]), ("LeakyReLU", {"act_type": "gelu"}, [X]),
    ("LeakyReLU", {"act_type": "prelu"}, [CUBE, (3,)]), ("LeakyReLU", {"act_type": "prelu"}, [X, (1,)]),
    ("SequenceLast", {}, [CUBE]), ("SequenceLast", {"axis": 1}, [CUBE]),
    ("BatchNorm", {"fix_gamma": False}, [IMAGE, *[(3,)] * 4]),
    *(("L2Normalization", {"mode": mode}, [IMAGE]) for mode in ("instance", "channel", "spatial")),
    ("L2Normalization", {"eps": -1e-3}, [X]), ("L2Normalization", {}, [(3,)]),
    *(
        ("Pooling", {"global_pool": True, "pool_type": kind, "p_value": 2}, [IMAGE])
        for kind in ("max", "avg", "sum", "lp")
    ),
    ("LeakyReLU", {"act_type": "leaky", "slope": 0.1}, [X]), ("LayerNorm", {}, [X, (7,), (7,)]),
    ("dot", {}, [SQUARE, SQUARE]), ("dot", {"transpose_a": True}, [X, X]), ("dot", {"transpose_b": True}, [X, X]),
    ("dot", {"transpose_a": True, "transpose_b": True}, [SQUARE, SQUARE]), ("batch_dot", {}, [(2, 3, 4), (2, 4, 5)]),
    ("Concat", {}, [X, X]), ("Concat", {"dim": 0}, [X, (1, 7)]), ("stack", {"axis": -1}, [X, X]),
    ("clip", {"a_min": -0.5, "a_max": 0.25}, [X]), ("where", {}, [X, X, X]), ("Cast", {"dtype": "float64"}, [X]),
    ("Cast", {"dtype": "int32"}, [X]), ("Reshape", {"shape": (0, -1)}, [CUBE]), ("Reshape", {"shape": (7, 5)}, [X]),
    ("Flatten", {}, [CUBE]), ("Flatten", {}, [(3,)]), ("expand_dims", {"axis": 1}, [X]),
    ("expand_dims", {"axis": -1}, [X]), ("squeeze", {}, [(1, 5, 1)]), ("squeeze", {}, [(1, 1)]),
    ("transpose", {"axes": (2, 0, 1)}, [CUBE]), ("slice_axis", {"axis": 1, "begin": 1, "end": 3}, [X]),
    ("Pooling", {"kernel": (2, 2), "pool_type": "avg"}, [IMAGE]), ("Pooling", {"kernel": (2, 2)}, [(2, 8, 20, 20)]),
    ("Pooling", {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1), "pooling_convention": "full"}, [IMAGE]),
    ("Pooling", {"kernel": (3,), "pool_type": "avg", "pad": (1,), "count_include_pad": False}, [CUBE]),
    ("Pooling", {"kernel": (5, 6), "pool_type": "avg"}, [IMAGE]), ("Pooling", {"kernel": (2, 2, 2)}, [(2, *IMAGE)]),
    ("Convolution", {"kernel": (3, 3), "num_filter": 4, "pad": (1, 1)}, [IMAGE, (4, 3, 3, 3), (4,)]),
    ("Convolution", {"kernel": (2,), "num_filter": 3, "num_group": 3, "no_bias": True}, [CUBE, (3, 1, 2)]),
    ("exp", {}, [X]), ("broadcast_add", {}, [X, (1, 7)]), ("broadcast_greater", {}, [X, (5, 1)]),
    ("elemwise_mul", {}, [X, X]), ("_equal", {}, [X, X]),
]  # fmt: skip


def _tensors(shapes, dtype, transposed):
    rng = np.random.default_rng(1)
    result = [torch.tensor(rng.uniform(-1, 1, shape)).to(dtype) for shape in shapes]
    if transposed:  # the same values, otherwise in memory
        result = [t.transpose(0, -1).contiguous().transpose(0, -1) for t in result]
    return result


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=["float32", "float16"])
@pytest.mark.parametrize(("name", "attrs", "shapes"), CASES)
def test_the_short_way_gives_the_operators_numbers(name, attrs, shapes, dtype, transposed):
    op = get(name)
    bound = bind(op, attrs)
    assert op.view or op.fast_path.of(bound.params) or op.specialized.of(bound.params)
    given = _tensors(shapes, dtype, transposed)
    before = [t.clone() for t in given]
    function = specialize(op)(*[attrs.get(attr, NULL) for attr in op.attrs])
    result = function(*[mx.nd.NDArray._wrap(t, mx.cpu()) for t in given])._t
    expected = op.call(*given, **bound.by_training[False])
    expected = expected[0] if isinstance(expected, tuple) else expected
    assert result.dtype is expected.dtype
    assert result.shape == expected.shape
    assert torch.equal(result, expected)
    assert result.is_contiguous() or not expected._is_view()
    result.zero_()  # it has memory of its own
    assert all(torch.equal(t, old) for t, old in zip(given, before, strict=True))


@pytest.mark.parametrize(
    ("name", "attrs", "data", "index"),
    [
        ("take", {}, [[1, 2], [3, 4]], [0, -3, 9]),
        ("Embedding", {"input_dim": 2, "output_dim": 2}, [0, -3, 9], [[1, 2], [3, 4]]),
        ("pick", {}, [[1, 2], [3, 4]], [-5, 7]),
    ],
)
def test_positions_out_of_range_are_clipped_all_the_same(name, attrs, data, index):
    inputs = [mx.nd.array(data), mx.nd.array(index)]
    result = getattr(mx.nd, name)(*inputs, **attrs).asnumpy()
    clipped = [mx.nd.array(np.clip(a, 0, 1)) if np.ndim(a) == 1 else mx.nd.array(a) for a in (data, index)]
    np.testing.assert_array_equal(result, getattr(mx.nd, name)(*clipped, **attrs).asnumpy())


@pytest.mark.parametrize("indices", [[0, 1, 0], [-1, 5, 1]])
def test_one_element_of_each_row_is_taken_at_a_clipped_index(indices):
    data, index = np.arange(6, dtype="float32").reshape(3, 2), mx.nd.array(indices, dtype="int32")
    expected = data[np.arange(3), np.clip(indices, 0, 1)]
    np.testing.assert_array_equal(mx.nd.batch_take(mx.nd.array(data), index).asnumpy(), expected)
    assert index.asnumpy().tolist() == indices


def test_one_hot_has_no_one_for_an_index_out_of_range():
    assert mx.nd.one_hot(mx.nd.array([1, 5, -1]), 3).asnumpy().tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]


def test_pick_leaves_an_index_of_whole_numbers_alone():
    index = mx.nd.array([1, 0], dtype="int64")
    assert mx.nd.pick(mx.nd.array([[1, 2], [3, 4]]), index).asnumpy().tolist() == [2, 3]
    assert index.shape == (2,)


@pytest.mark.parametrize("shape", [(3, 1), (3, 2), (3, 1, 1), (3, 1, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_the_mean_of_single_elements_in_a_graph_is_theirs(shape, keepdims):
    out = mx.sym.mean(mx.sym.var("data"), axis=(0,), exclude=True, keepdims=keepdims)
    data = np.random.RandomState(0).randn(*shape).astype("float32")
    executor = out.bind(mx.cpu(), {"data": mx.nd.array(data)}, {"data": mx.nd.zeros(shape)})
    expected = data.reshape(3, -1).mean(1).reshape((3, *(1,) * (len(shape) - 1)) if keepdims else (3,))
    np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), expected, rtol=1e-6)
    executor.backward(mx.nd.ones(expected.shape))
    np.testing.assert_allclose(executor.grad_arrays[0].asnumpy(), np.full(shape, 3 / data.size), rtol=1e-6)


def test_the_loss_of_a_certain_class_is_a_positive_zero():
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    loss.hybridize()
    result = loss(mx.nd.array([[1000.0, 0]]), mx.nd.array([0])).asnumpy()
    assert result == 0
    assert not np.signbit(result)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("number", [0.1, -1.0, 0.0, -0.0, 7, float("inf"), float("nan")])
def test_numbers_in_graphs_are_those_of_calls(dtype, number):
    class Numbers(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.concat(x + number, number - x, x * number, x / number, number / x, dim=0)

    x = mx.nd.array([0.0, -0.0, 0.3, -7, 1e-4], dtype=dtype)
    x.attach_grad()
    results = []
    for block in (Numbers(), Numbers()):
        if results:
            block.hybridize()
        with mx.autograd.record():
            out = block(x)
        out.backward()
        results.append((out.asnumpy(), x.grad.asnumpy()))
    for eager, graph in zip(*results, strict=True):
        np.testing.assert_allclose(graph, eager, rtol=2e-3 if dtype == "float16" else 1e-6)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda x: mx.nd.sum(x, axis=5), "exceeds the input dimension"),
        (lambda x: mx.nd.sum(x, axis=(0, 0)), "duplicates"),
        (lambda x: mx.nd.FullyConnected(x, x, num_hidden=9, no_bias=True), "num_hidden=9"),
        (lambda x: mx.nd.slice_axis(x, axis=1, begin=0, end=9), "Invalid end"),
        (lambda x: mx.nd.concat(x, x.reshape((1, 2, 2))), "Incompatible input shape"),
    ],
)
def test_the_operator_says_what_is_wrong(call, text):
    with pytest.raises(mx.MXNetError, match=text):
        call(mx.nd.ones((2, 2)))


def test_rules_belong_to_operators_with_one_result():
    for op in {id(op): op for op in OPS.values() if op.fast_path}.values():
        assert (
            op.num_visible(op.parse({key: _some(op, key) for key in op.attrs if key in op.required or key == "kernel"}))
            == 1
        )


def _some(op, key):
    return {"act_type": "relu", "dtype": "float32", "axes": (0,), "kernel": (2, 2)}.get(key, 1)


@pytest.mark.parametrize("most", [0, 1 << 17])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("bounds", [(0, 1), (-1, 1), (1, 1), (-1e4, 1e4), (0, np.inf), (2, 1)])
def test_the_gradient_of_a_clip_is_the_same_by_pytorch_and_by_the_rule(most, dtype, bounds, monkeypatch):
    monkeypatch.setattr(elementwise_attrs, "_TWICE", most)
    low, high = bounds
    values = [-np.inf, -2e4, -1, -1e-7, 0, 0.5, np.nextafter(np.float32(1), np.float32(2)), 1, 3, np.inf, np.nan]
    x = mx.nd.array(np.array(values, dtype), dtype=dtype)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.clip(x, low, high)
    y.backward(mx.nd.array(np.arange(1, 12), dtype=dtype))
    given = x.asnumpy()
    expected = np.where(given > high, high, np.where(given < low, low, given)).astype(dtype)
    np.testing.assert_array_equal(y.asnumpy(), expected)
    np.testing.assert_array_equal(x.grad.asnumpy(), np.where((given < low) | (given > high), 0, np.arange(1, 12)))


def test_a_clip_is_differentiated_twice():
    x = mx.nd.array([-1, 0.2, 0.5, 3])
    x.attach_grad()
    with mx.autograd.record():
        first = mx.autograd.grad(mx.nd.clip(x * x, 0.1, 1), x, create_graph=True)[0]
    first.backward()
    assert first.asnumpy().tolist() == [-2, 0, 1, 0]
    assert x.grad.asnumpy().tolist() == [2, 0, 2, 0]


@pytest.mark.parametrize("shape", [(2, 3, 4, 4), (2, 3, 20, 20)])
def test_the_first_of_the_greatest_gets_the_gradient_of_a_global_maximum(shape):
    data = np.random.RandomState(0).randint(0, 3, shape).astype("float32")
    x = mx.nd.array(data)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Pooling(x, global_pool=True, pool_type="max")
    y.backward()
    flat = data.reshape(6, -1)
    expected = np.eye(flat.shape[1], dtype="float32")[flat.argmax(1)].reshape(shape)
    np.testing.assert_array_equal(y.asnumpy(), data.max((2, 3), keepdims=True))
    np.testing.assert_array_equal(x.grad.asnumpy(), expected)
