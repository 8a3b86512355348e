"""The functions of ``mx.nd`` that are more than an operator."""

import cv2
import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError

X = np.array([[1, 2, 3], [4, 5, 6]], dtype="float32")
ROW = np.array([3, 2, 7], dtype="float32")
PAIRS = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.true_divide,
    "true_divide": np.true_divide,
    "modulo": np.mod,
    "power": np.power,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "equal": np.equal,
    "not_equal": np.not_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
    "lesser": np.less,
    "lesser_equal": np.less_equal,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
}


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_of_arrays_and_numbers(name):
    function, plain = getattr(nd, name), PAIRS[name]
    for left, right in ((X, X), (X, ROW), (ROW, X), (X, 2), (2, X), (X, 0.5), (np.float32(3), X)):
        arguments = [nd.array(a) if isinstance(a, np.ndarray) else a for a in (left, right)]
        got = function(*arguments)
        assert got.dtype == np.float32
        np.testing.assert_allclose(got.asnumpy(), plain(left, right).astype("float32"), rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("add", 9), ("divide", 3.5), ("modulo", 1), ("power", 49), ("maximum", 7), ("minimum", 2), ("greater", 1),
     ("equal", 0), ("logical_and", 1), ("logical_xor", 0)],
)  # fmt: skip
def test_pairs_of_numbers_give_numbers(name, expected):
    got = getattr(nd, name)(7, 2)
    assert got == expected
    assert type(got) in (int, float)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [((nd.ones(1), "a"), TypeError), ((nd.ones(1), None), TypeError), (("a", nd.ones(1)), AssertionError)],
)
def test_what_is_no_pair(arguments, error):
    with pytest.raises(error):
        nd.add(*arguments)


def test_pairs_need_one_type():
    with pytest.raises(MXNetError):
        nd.add(nd.ones(1), nd.ones(1, dtype="int32"))


def test_concatenate():
    x = nd.array(X)
    np.testing.assert_array_equal(nd.concatenate([x, x]).asnumpy(), np.concatenate([X, X]))
    np.testing.assert_array_equal(nd.concatenate([x, x], axis=1).asnumpy(), np.concatenate([X, X], axis=1))
    assert nd.concatenate([x]) is not x
    assert nd.concatenate([x], always_copy=False) is x
    for bad in ([], [x, nd.array(ROW)], [x, x.astype("int32")]):
        with pytest.raises(AssertionError):
            nd.concatenate(bad)


@pytest.mark.parametrize(("source", "destination"), [(0, -1), (2, 0), ([0, 1], [1, 0]), ([0, 2], [-1, 0]), (1, 1)])
def test_moveaxis(source, destination):
    values = np.arange(24).reshape(2, 3, 4)
    np.testing.assert_array_equal(
        nd.moveaxis(nd.array(values), source, destination).asnumpy(), np.moveaxis(values, source, destination)
    )


@pytest.mark.parametrize(("source", "destination"), [([0, 1], [1]), (5, 0), (0, 5), ([0, 0], [1, 2])])
def test_moveaxis_refusals(source, destination):
    with pytest.raises(ValueError):
        nd.moveaxis(nd.zeros((2, 3, 4)), source, destination)


def test_onehot_encode():
    out = nd.ones((2, 3))
    assert nd.onehot_encode(nd.array([1, 0]), out) is out
    np.testing.assert_array_equal(out.asnumpy(), [[0, 1, 0], [1, 0, 0]])


def test_histogram_over_a_range_found():
    with pytest.warns(UserWarning, match="range is not specified"):
        counts, edges = nd.histogram(nd.array([1, 2, 2, 5]), bins=3)
    np.testing.assert_array_equal(counts.asnumpy(), [3, 0, 1])
    np.testing.assert_allclose(edges.asnumpy(), np.linspace(1, 5, 4), rtol=1e-6)


def test_imdecode():
    image = np.arange(60, dtype="uint8").reshape(4, 5, 3)
    data = cv2.imencode(".png", image)[1].tobytes()
    expected = image.transpose(2, 0, 1)[None].astype("float32")
    np.testing.assert_array_equal(nd.imdecode(data).asnumpy(), expected)
    np.testing.assert_array_equal(nd.imdecode(data, (1, 0, 4, 2)).asnumpy(), expected[:, :, 0:2, 1:4])
    mean = nd.ones((3, 4, 5))
    out = nd.zeros((2, 3, 4, 5))
    nd.imdecode(data, out=out, index=1, mean=mean)
    np.testing.assert_array_equal(out.asnumpy()[1], expected[0] - 1)
    with pytest.raises(MXNetError):
        nd.imdecode(b"no image")


@pytest.mark.parametrize(
    ("key", "code"), [((1,), 0), ((slice(None), None), 0), (([1],), 1), ((0, np.array([1])), 1), ((nd.ones(1),), 1)]
)
def test_dispatch_codes(key, code):
    assert nd.get_indexing_dispatch_code(key) == code


def test_shapes_of_gather_nd():
    assert nd.get_oshape_of_gather_nd_op((2, 3, 4), (2, 5)) == (5, 4)
    assert nd.get_oshape_of_gather_nd_op((2, 3, 4), (3, 5)) == (5,)


@pytest.mark.parametrize("name", ["relu", "broadcast_add", "concat"])
def test_operators_refuse_what_is_no_array(name):
    with pytest.raises(AssertionError, match="NDArray"):
        getattr(nd, name)(3, 3)


def test_operators_refuse_missing_inputs_and_wrong_attributes():
    x = nd.array(X)
    for action in (
        lambda: nd.relu(),
        lambda: nd.elemwise_add(x),
        lambda: nd.clip(x, a_min=1),
        lambda: nd.sum(x, axis="a"),
        lambda: nd.sum(x, unknown=1),
        lambda: nd.sum(x, axis=5),
    ):
        with pytest.raises(MXNetError):
            action()


def test_operators_write_into_out():
    x, out = nd.array(X), nd.zeros((2, 3))
    view = out[0]
    assert nd.elemwise_add(x, x, out=out) is out
    np.testing.assert_array_equal(view.asnumpy(), [2, 4, 6])
    for bad in (nd.zeros((3, 2)), nd.zeros((2, 3), dtype="int32")):
        with pytest.raises(MXNetError):
            nd.elemwise_add(x, x, out=bad)


def test_names_are_accepted_and_inputs_may_be_named():
    x = nd.array(X)
    np.testing.assert_array_equal(nd.relu(data=x, name="anything").asnumpy(), X)
    np.testing.assert_array_equal(nd.broadcast_add(rhs=x, lhs=x).asnumpy(), X + X)
    np.testing.assert_array_equal(nd.clip(x, 2, 3).asnumpy(), np.clip(X, 2, 3))


def test_names_of_the_module_of_the_class():
    import mxnet.ndarray.ndarray as module

    assert module.array([1]).shape == (1,)
    assert module.maximum is nd.maximum
    assert module.py_slice is slice
    with pytest.raises(AttributeError):
        module.nothing_of_that_name  # noqa: B018


ONE_PART = [
    lambda x: mx.nd.split(x, num_outputs=1),
    lambda x: mx.nd.SliceChannel(x, num_outputs=1, axis=0),
    lambda x: x.split(num_outputs=1, axis=0),
    lambda x: mx.nd.split_v2(x, 1),
    lambda x: mx.nd.split_v2(x, (), axis=1),
    lambda x: x.split_v2(1),
    lambda x: mx.nd.amp_multicast(x, num_outputs=1),
]


@pytest.mark.parametrize("recording", [False, True])
@pytest.mark.parametrize("cut", ONE_PART)
def test_one_part_is_an_array(cut, recording):
    x = mx.nd.array([[1, 2], [3, 4]])
    x.attach_grad()
    with mx.autograd.record() if recording else mx.autograd.pause():
        part = cut(x)
    assert type(part) is mx.nd.NDArray
    np.testing.assert_array_equal(part.asnumpy(), x.asnumpy())


def test_one_squeezed_part_is_an_array():
    assert mx.nd.split(mx.nd.ones((2, 1)), num_outputs=1, squeeze_axis=True).shape == (2,)
