"""The array itself: what it knows, single values, copies, views, contexts."""

import copy
import ctypes
import inspect
import pickle
import warnings

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError


def test_properties():
    x = nd.zeros((2, 3), mx.cpu(1), "int32")
    assert (x.shape, x.ndim, x.size, x.dtype, x.stype) == ((2, 3), 2, 6, np.int32, "default")
    assert type(x.shape) is tuple
    assert x.context == x.ctx == mx.cpu(1)
    assert x.writable
    assert x.grad is None


def test_repr_shows_values_shape_and_context():
    assert repr(nd.array([[1, 2]])) == str(nd.array([[1, 2]])) == "\n[[1. 2.]]\n<NDArray 1x2 @cpu(0)>"
    assert repr(nd.array(5, ctx=mx.cpu(2))) == "\n5.0\n<NDArray  @cpu(2)>"
    assert repr(nd.array(0.1)) == "\n0.1\n<NDArray  @cpu(0)>"


def test_no_other_attributes():
    x = nd.ones(1)
    with pytest.raises(AttributeError):
        x.anything = 1


@pytest.mark.parametrize(("value", "truth"), [([1], True), ([0], False), ([[2]], True), (0, False), ([], False)])
def test_bool_of_an_array_of_one_element(value, truth):
    assert bool(nd.array(value)) is truth


def test_the_truth_of_many_is_ambiguous():
    with pytest.raises(ValueError, match="ambiguous"):
        bool(nd.ones(2))


def test_asscalar():
    assert nd.array([3]).asscalar() == 3
    assert type(nd.array([3]).asscalar()) is np.float32
    assert nd.array(3, dtype="int64").asscalar() == 3
    assert nd.ones((1, 1)).asscalar().shape == ()
    for many in (nd.ones(2), nd.array([])):
        with pytest.raises(ValueError, match="not a scalar"):
            many.asscalar()


@pytest.mark.parametrize(
    ("dtype", "copied", "expected"),
    [("float32", True, False), ("float32", False, True), ("int32", False, False), (np.float16, True, False)],
)
def test_astype_copies_unless_the_dtype_is_equal_and_copy_is_false(dtype, copied, expected):
    x = nd.array([1.7, -1.7])
    got = x.astype(dtype, copy=copied)
    assert (got is x) == expected
    assert got.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(got.asnumpy(), np.array([1.7, -1.7], "float32").astype(dtype))


def test_astype_of_what_is_no_type():
    with pytest.raises(TypeError):
        nd.ones(1).astype("nonsense")
    with pytest.raises(KeyError):
        nd.ones(1).astype("uint16")


def test_copies_are_apart():
    x = nd.array([[1, 2], [3, 4]], ctx=mx.cpu(1))
    for result in (x.copy(), x.T, copy.copy(x), copy.deepcopy(x), x.astype("float32"), x.tostype("default"), x + 0):
        result[:] = 0
    assert x.asnumpy().tolist() == [[1, 2], [3, 4]]
    assert x.copy().ctx == mx.cpu(1)


def test_copyto_an_array_or_a_context():
    x, y = nd.array([1.5, 2]), nd.zeros(2, mx.cpu(1), dtype="int32")
    assert x.copyto(y) is y
    assert (y.asnumpy().tolist(), y.ctx, y.dtype) == ([1, 2], mx.cpu(1), np.int32)
    z = x.copyto(mx.cpu(2))
    assert (z.asnumpy().tolist(), z.ctx) == ([1.5, 2], mx.cpu(2))


def test_copyto_refusals():
    x = nd.ones(2)
    with pytest.raises(MXNetError):
        x.copyto(nd.ones(3))
    with pytest.raises(TypeError):
        x.copyto(3)
    with pytest.warns(RuntimeWarning, match="itself"):
        assert x.copyto(x) is False


def test_as_in_context():
    x = nd.ones(2)
    assert x.as_in_context(mx.cpu(0)) is x
    y = x.as_in_context(mx.cpu(1))
    y[:] = 5
    assert y.ctx == mx.cpu(1)
    assert x.asnumpy().tolist() == [1, 1]


def test_detach_shares_memory():
    x = nd.ones(2)
    x.detach()[:] = 3
    assert x.asnumpy().tolist() == [3, 3]


def test_a_handle_makes_the_array_again():  # in 1.9.1 both would free the memory
    x = nd.ones(2, mx.cpu(1))
    y = nd.NDArray(x.handle)
    y[:] = 7
    assert x.asnumpy().tolist() == [7, 7]


def test_a_handle_that_lost_its_type_makes_the_array_again():
    x = nd.ones(2, mx.cpu(1))
    y = nd.NDArray(ctypes.c_void_p(x.handle.value))
    y[:] = 7
    assert y.ctx == mx.cpu(1)
    assert x.asnumpy().tolist() == [7, 7]


def test_an_array_stands_for_its_handle():
    x = nd.ones(2)
    nd.NDArray(ctypes.cast(x, mx.base.NDArrayHandle))[:] = 7
    assert x.asnumpy().tolist() == [7, 7]


def test_handle_of_an_array_that_is_gone():
    number = nd.ones(2).handle.value
    with pytest.raises(MXNetError, match=f"handle {number}: there is no such array, or no more"):
        nd.NDArray(ctypes.c_void_p(number))


def test_read_only_array():
    x = nd.ones(2)
    y = nd.NDArray(x.handle, writable=False)
    assert (x.writable, y.writable) == (True, False)
    with pytest.raises(ValueError, match="read-only"):
        y += 1
    z = y * 2
    z += 1
    assert z.asnumpy().tolist() == [3, 3]
    y[:] = 5  # as in 1.9.1
    assert x.asnumpy().tolist() == [5, 5]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((4, 6), (4, 6)),
        ((-1,), (24,)),
        ((0, -1), (2, 12)),
        ((-2,), (2, 3, 4)),
        ((0, -3), (2, 12)),
        ((-3, -2), (6, 4)),
        ((-4, 1, 2, -2), (1, 2, 3, 4)),
        ((-4, -1, 2, 0, 0), (1, 2, 3, 4)),
        ((2, 3, -4, 2, -1), (2, 3, 2, 2)),
        ((0, 0, 0, -1), (2, 3, 4, 1)),
        ((-2, 1, 1), (2, 3, 4, 1, 1)),
        ((np.int64(4), 6), (4, 6)),
    ],
)
def test_reshape(shape, expected):
    x = nd.arange(24).reshape((2, 3, 4))
    assert x.reshape(shape).shape == x.reshape(*shape).shape == x.reshape(shape=shape).shape == expected
    np.testing.assert_array_equal(x.reshape(list(shape)).asnumpy().ravel(), np.arange(24))


@pytest.mark.parametrize(
    ("shape", "expected"), [((-1, 0), (6, 4)), ((0, -1), (3, 8)), ((-1, 0, 0), (2, 3, 4)), ((4, 6), (4, 6))]
)
def test_reshape_from_the_right(shape, expected):
    assert nd.zeros((2, 3, 4)).reshape(shape, reverse=True).shape == expected


def test_reshape_shares_memory():
    x = nd.zeros(4)
    x.reshape((2, 2))[0, 1] = 9
    assert x.asnumpy().tolist() == [0, 9, 0, 0]
    assert nd.ones(1).reshape(()).shape == ()


@pytest.mark.parametrize(
    ("shape", "error"),
    [
        ((5, 5), MXNetError),
        ((2, -1, -1), MXNetError),
        ((-3, -3), MXNetError),
        ((0, 0, 0, 0), MXNetError),
        ((-4, 3, 3, 0, 0), MXNetError),
        ((-4, 2), MXNetError),
        ((-5,), MXNetError),
        ((2, 2), ValueError),
        ((0,), ValueError),
        ((), ValueError),
        ((2.0, 12), TypeError),
        (("a",), TypeError),
    ],
)
def test_reshape_refusals(shape, error):
    with pytest.raises(error):
        nd.zeros((2, 3, 4)).reshape(shape)


def test_reshape_arguments():
    with pytest.raises(AssertionError):
        nd.zeros(2).reshape()
    with pytest.raises(TypeError, match="unknown"):
        nd.zeros(2).reshape((2,), shapes=1)


def test_transposed():
    x = nd.arange(6).reshape((1, 2, 3))
    np.testing.assert_array_equal(x.T.asnumpy(), x.asnumpy().T)
    assert nd.ones(2).T.shape == (2,)


@pytest.mark.parametrize(
    ("action", "shape"),
    [
        (lambda x, inplace: x.expand_dims(1, inplace=inplace), (2, 1, 1, 3)),
        (lambda x, inplace: x.expand_dims(-1, inplace=inplace), (2, 1, 3, 1)),
        (lambda x, inplace: x.flatten(inplace=inplace), (2, 3)),
        (lambda x, inplace: x.squeeze(inplace=inplace), (2, 3)),
        (lambda x, inplace: x.squeeze(1, inplace=inplace), (2, 3)),
        (lambda x, inplace: x.squeeze((1,), inplace=inplace), (2, 3)),
    ],
)
def test_in_place_shapes_share_memory_others_copy(action, shape):
    for inplace in (False, True):
        x = nd.zeros((2, 1, 3))
        result = action(x, inplace)
        assert result.shape == shape
        result[:] = 1
        assert bool(x.asnumpy().any()) == inplace


@pytest.mark.parametrize(("inplace", "error"), [(False, MXNetError), (True, AssertionError)])
def test_only_axes_of_length_one_are_squeezed(inplace, error):
    with pytest.raises(error):
        nd.zeros((2, 1)).squeeze(0, inplace=inplace)


def test_broadcasting():
    x = nd.array([[1], [2]])
    np.testing.assert_array_equal(x.broadcast_to((2, 3)).asnumpy(), [[1, 1, 1], [2, 2, 2]])
    assert x.broadcast_like(nd.zeros((2, 4))).shape == (2, 4)
    assert nd.ones(3).broadcast_to((2, 3)).shape == (2, 3)
    result = x.broadcast_to((2, 2))
    result[0, 0] = 9
    assert result.asnumpy().tolist() == [[9, 1], [2, 2]]


@pytest.mark.parametrize("shape", [(4, 0), (3, 3), (2,), (2, -1), ()])
def test_shapes_that_are_not_broadcast(shape):
    with pytest.raises(ValueError, match="cannot be broadcast"):
        nd.array([[1, 2], [3, 4]]).broadcast_to(shape)


def test_leading_axes_are_not_dropped_by_broadcasting():
    with pytest.raises(ValueError, match="cannot be broadcast"):
        nd.ones((1, 3)).broadcast_to((3,))


@pytest.mark.parametrize("call", [lambda x, s: x.broadcast_to(s), lambda x, s: nd.broadcast_to(x, shape=s)])
@pytest.mark.parametrize("shape", [(-1, 3), (-2, 3)])
def test_broadcasting_to_a_negative_length(call, shape):
    with pytest.raises(MXNetError):
        call(nd.ones((1, 3)), shape)


def test_broadcasting_to_zero_leaves_a_length():
    assert nd.ones((1, 3)).broadcast_to((0, 3)).shape == (1, 3)
    assert nd.ones((3, 1)).broadcast_to((0, 3, 0)).shape == (1, 3, 1)


def test_storage_types():
    assert nd.ones(1).tostype("default").stype == "default"
    with pytest.raises(MXNetError):
        nd.ones(1).tostype("nonsense")
    assert nd.ones(1).as_nd_ndarray().shape == (1,)


@pytest.mark.parametrize("protocol", [0, 2, 4, 5])
def test_pickled_arrays_come_back_on_the_cpu(protocol):
    x = nd.array([[1, 2], [3, 4]], dtype="int8", ctx=mx.cpu(1))
    y = pickle.loads(pickle.dumps(x, protocol))
    assert (y.dtype, y.ctx) == (np.int8, mx.cpu(0))
    np.testing.assert_array_equal(x.asnumpy(), y.asnumpy())


def test_pickled_form_is_that_of_mxnet():
    x = nd.array([1.0])
    state = x.__getstate__()["handle"]
    assert bytes(state) == bytes.fromhex(
        "c9fa93f9 00000000 01000000 0100000000000000 01000000 00000000 00000000 0000803f".replace(" ", "")
    )
    assert x.__reduce_ex__(2)[:2] == (nd.NDArray, (None,))


def test_a_pickle_that_was_cut_off():
    x = nd.NDArray(None)
    with pytest.raises(MXNetError):
        x.__setstate__({"handle": bytearray(b"\0\0")})


def test_waiting_returns():
    nd.ones(1).wait_to_read()
    nd.waitall()


def test_operators_are_methods():
    x = nd.array([[1, -2], [3, 4]])
    np.testing.assert_allclose(x.sum(axis=1).asnumpy(), [-1, 7])
    np.testing.assert_allclose(x.exp().asnumpy(), np.exp(x.asnumpy()), rtol=1e-6)
    np.testing.assert_allclose(x.clip(0, 2).asnumpy(), [[1, 0], [2, 2]])
    np.testing.assert_allclose(x.transpose((1, 0)).asnumpy(), x.asnumpy().T)
    np.testing.assert_allclose(x.slice_axis(axis=1, begin=0, end=1).asnumpy(), [[1], [3]])
    np.testing.assert_allclose(x.max().asnumpy(), [4])
    np.testing.assert_allclose(x.round().asnumpy(), x.asnumpy())


def test_methods_say_what_they_take():
    assert "axis" in nd.NDArray.sum.__doc__
    assert "axis" in inspect.signature(nd.NDArray.sum).parameters


@pytest.mark.parametrize("axis", [3, -4, (0, 9), (0, 0)])
def test_axes_that_are_not_there_are_not_squeezed_in_place(axis):
    with pytest.raises(AssertionError, match="axes"):
        nd.zeros((1, 2, 1)).squeeze(axis, inplace=True)


@pytest.mark.parametrize("axis", [4, -5])
def test_an_axis_is_not_put_in_place_beyond_the_others(axis):
    with pytest.raises(AssertionError, match="axes"):
        nd.zeros((1, 2, 1)).expand_dims(axis, inplace=True)


@pytest.mark.parametrize("squeeze_axis", [False, True])
def test_split_v2(squeeze_axis):
    x = nd.arange(6).reshape((3, 2))
    parts = x.split_v2(3, squeeze_axis=squeeze_axis)
    assert [p.shape for p in parts] == [(2,) if squeeze_axis else (1, 2)] * 3
    first, rest = nd.split_v2(x, (1,))
    np.testing.assert_array_equal(rest.asnumpy(), [[2, 3], [4, 5]])
    assert first.shape == (1, 2)
    for bad in (4, [1], "a"):
        with pytest.raises(ValueError):
            x.split_v2(bad)


def test_results_of_operators_never_share_memory_with_their_inputs():
    x = nd.zeros((1, 2, 2))
    for result in (
        nd.identity(x),
        nd.BlockGrad(x),
        nd.reshape(x, shape=(2, 2)),
        nd.transpose(x),
        nd.expand_dims(x, 0),
        nd.flatten(x),
        nd.squeeze(x),
        nd.slice_axis(x, axis=0, begin=0, end=1),
        nd.broadcast_to(x, shape=(1, 2, 2)),
        nd.Cast(x, dtype="float32"),
        nd.concat(x, dim=0),
        nd.add_n(x),
        nd.clip(x, -1, 1),
        nd.relu(x),
        nd.Dropout(x),
        *nd.split(x, num_outputs=2, axis=1),
    ):
        result[:] = 1
    assert not x.asnumpy().any()


def test_the_library_warns_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        x = nd.array(np.arange(3))
        (x[1:] * 2 + x[:2]).asnumpy()
