"""Reading and writing parts of arrays; expected values come from NumPy where 1.9.1 agrees with it, else from 1.9.1."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError

NEW = None
ALL = slice(None)
SHAPE = (3, 4, 5)


def values():
    return np.arange(60, dtype="float32").reshape(SHAPE)


def array():
    return nd.array(values())


NEGATIVE = [-1]
BASIC = [
    0,
    -1,
    (0, 1),
    (2, -1, 3),
    ALL,
    Ellipsis,
    (),
    NEW,
    (NEW, 0),
    (0, NEW),
    (ALL, NEW, ALL),
    (Ellipsis, NEW),
    (Ellipsis, 1),
    (1, Ellipsis, 2),
    slice(1, 3),
    slice(0, 0),
    slice(7, 9),
    slice(-9, 2),
    slice(None, None, 2),
    slice(None, None, -1),
    (ALL, slice(None, None, 2)),
    (ALL, 1),
    (ALL, slice(1, 2)),
    (1, slice(3, 0, -2)),
    (slice(None, None, -2), ALL, slice(-2, None)),
    (0, slice(1, 3), NEW, slice(None, 2)),
    (slice(2, None, -1), 2, NEW),
    np.int64(1),
    (np.int32(0), np.int64(1)),
]
ADVANCED = [
    [1, 0],
    NEGATIVE,
    ([0, 2], [1, 3]),
    ([0, 2], 1),
    (0, [0, 2]),
    (ALL, [0, 2]),
    (ALL, [0, 2], 1),
    ([0, 1], ALL, [1, 2]),
    (0, ALL, [0, 1]),
    (Ellipsis, [0, 1]),
    (Ellipsis, [0, 1], ALL),
    ([0, 1], Ellipsis),
    ([0, 1], slice(1, 3)),
    (slice(1, None), [0, 1]),
    ([0, 1], slice(0, 2), [0, 1]),
    (ALL, [[0], [1]], [0, 1]),
    (slice(None, None, -1), [3, 0]),
    ([2, 0], ALL, slice(None, None, -2)),
    np.array([[0, 2], [1, 1]]),
    ((0, 1),),
    range(2),
    (NEW, [0, 1]),
    (NEW, ALL, [0, 1]),
    (ALL, NEW, [0, 1]),
    ([0, 1], NEW, [0, 1]),
    (ALL, [0, 1], NEW, [0, 1]),
]


def as_numpy_reads(key):
    """NumPy takes a bare list or range as one index array, as MXNet does."""
    return np.array(key) if isinstance(key, (list, range)) else key


@pytest.mark.parametrize("key", BASIC + ADVANCED, ids=str)
def test_reading_a_key_agrees_with_numpy(key):
    expected = values()[as_numpy_reads(key)]
    got = array()[key]
    assert got.shape == (expected.shape or (1,))
    np.testing.assert_array_equal(got.asnumpy(), expected.reshape(got.shape))


@pytest.mark.parametrize("key", [key for key in BASIC + ADVANCED if key is not NEGATIVE], ids=str)
@pytest.mark.parametrize("value", ["number", "array", "numpy", "row"])
def test_writing_a_key_agrees_with_numpy(key, value):
    expected = values()
    block = expected[as_numpy_reads(key)]
    new = {"number": 7, "row": np.full(block.shape[-1:], 5)}.get(value, np.arange(block.size).reshape(block.shape))
    expected[as_numpy_reads(key)] = new
    got = array()
    got[key] = nd.array(new) if value == "array" else new
    np.testing.assert_array_equal(got.asnumpy(), expected)


def test_negative_numbers_in_a_list_count_from_the_end_when_written_to():  # 1.9.1 writes outside of the array
    x = nd.arange(4)
    x[[-1, 0]] = nd.array([8, 9])
    np.testing.assert_array_equal(x.asnumpy(), [9, 1, 2, 8])
    x = nd.zeros((2, 3))
    x[[1, 0], -1] = nd.array([8, 9])
    np.testing.assert_array_equal(x.asnumpy(), [[0, 0, 9], [0, 0, 8]])


@pytest.mark.parametrize(
    ("key", "shape"),
    [
        (([0, 1], NEW), (1, 2, 4, 5)),
        (([0, 1], ALL, NEW), (2, 1, 4, 5)),
        ((ALL, [0, 1], NEW), (3, 1, 2, 5)),
        (([0, 1], Ellipsis, NEW), (2, 4, 1, 5)),
        (([[0, 1]], NEW), (1, 1, 2, 4, 5)),
        ((NEW, [0, 1], NEW), (1, 1, 2, 4, 5)),
        (([0, 1], 0, NEW), (1, 2, 5)),
        ((0, [0, 1], NEW), (1, 2, 5)),
        ((0, NEW, [0, 1]), (2, 1, 5)),
    ],
    ids=str,
)
def test_new_axes_after_an_index_array_stand_where_mxnet_puts_them(key, shape):
    got = array()[key]
    assert got.shape == shape
    plain = tuple(i for i in key if i is not NEW)
    np.testing.assert_array_equal(got.asnumpy().ravel(), values()[plain].ravel())
    changed = array()
    changed[key] = got + 1
    np.testing.assert_array_equal(changed[key].asnumpy(), got.asnumpy() + 1)


@pytest.mark.parametrize(
    "key",
    [0, (0, 1), (0, 1, 2), ALL, Ellipsis, (), NEW, (0, NEW), slice(1, 3), (slice(0, 1), slice(1, 3)), (0, slice(1, 3)),
     (0, 0, slice(0, 2)), slice(None, None, 3), (slice(1, 2), NEW), (0, slice(0, 1), NEW, slice(0, 2)),
     slice(1, 0, -1), (0, slice(None, -2, -1)), slice(None, None, -3)],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("make", [nd.array, mx.np.array], ids=["nd", "np"])
def test_a_block_in_one_piece_is_a_view(make, key):
    x = make(values())
    part = x[key]
    part[:] = -1
    expected = values()
    expected[key] = -1
    np.testing.assert_array_equal(x.asnumpy(), expected)


@pytest.mark.parametrize(
    "key",
    [(ALL, 0), slice(None, None, 2), slice(None, None, -1), (0, Ellipsis, slice(None, 2)), [0], ([0], [0])],
    ids=str,
)
def test_any_other_part_is_a_copy(key):
    x = array()
    part = x[key]
    part[:] = -1
    np.testing.assert_array_equal(x.asnumpy(), values())


def test_what_is_a_view_does_not_depend_on_how_the_array_was_made():
    x = array().transpose((2, 0, 1)).T.T
    part = x[1]
    part[:] = -1
    assert (x.asnumpy()[1] == -1).all()


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (lambda x: x > 2, [0, 0, 0, 1, 1]),
        (lambda x: np.array([True, False]), [1, 0]),
        (lambda x: [True, False], [1, 0]),
        (lambda x: nd.array([0.7, 1.2]), [0, 1]),
        (lambda x: nd.array([3, 0], dtype="int32"), [3, 0]),
        (lambda x: [0.5], [0]),
        (lambda x: True, [1]),
        (lambda x: (False,), [0]),
    ],
)
def test_everything_counts_as_integers(key, expected):
    x = nd.arange(5)
    np.testing.assert_array_equal(x[key(x)].asnumpy(), expected)
    x[key(x)] = -1
    np.testing.assert_array_equal(x.asnumpy() == -1, np.isin(np.arange(5), expected))


@pytest.mark.parametrize(
    ("key", "error"),
    [
        (3, IndexError),
        (-4, IndexError),
        ((0, 4), IndexError),
        ((ALL, 9), IndexError),
        ((0, 0, 0, 0), IndexError),
        ((Ellipsis, Ellipsis), IndexError),
        ([3], IndexError),
        ([-4], IndexError),
        (([0], [4]), IndexError),
        (([0, 1], [0, 1, 2]), ValueError),
        (1.0, ValueError),
        ("a", ValueError),
        (np.bool_(True), ValueError),
        (slice(0, 2, 0), ValueError),
        (slice(1.5, 2), TypeError),
    ],
    ids=str,
)
def test_what_is_no_index(key, error):
    with pytest.raises(error):
        array()[key].asnumpy()
    if not isinstance(key, (list, tuple)) or not any(isinstance(i, (list, int)) for i in key):
        with pytest.raises(error):  # (1.9.1 lets index arrays write outside of the array)
            array()[key] = 1


def test_a_boolean_array_is_no_index():
    with pytest.raises(ValueError, match="boolean indexing"):
        array()[nd.array([1, 0, 1], dtype=bool)]


def test_an_index_array_is_checked_before_anything_is_written():
    x = array()
    for key in ([5], [-9], nd.array([0, 7])):
        with pytest.raises(IndexError, match="out of bounds for axis 0 with size 3"):
            x[key] = 1
    np.testing.assert_array_equal(x.asnumpy(), values())


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (lambda: nd.arange(3), ValueError),
        (lambda: np.zeros((2, 4, 5)), ValueError),
        (lambda: [1, 2], ValueError),
        (lambda: "a", TypeError),
    ],
)
def test_values_that_do_not_fit(value, error):
    with pytest.raises(error):
        array()[0] = value()


def test_leading_axes_of_length_one_are_dropped_from_values():
    x = nd.zeros(2)
    x[:] = nd.array([[[3, 4]]])
    np.testing.assert_array_equal(x.asnumpy(), [3, 4])


@pytest.mark.parametrize(
    ("dtype", "value", "expected"),
    [
        ("int32", 2.7, 2),
        ("int32", -2.7, -2),
        ("uint8", 300, 44),
        ("uint8", -1, 255),
        ("int8", 200, -56),
        ("float32", True, 1),
        ("int64", np.int64(2**53 - 1), 2**53 - 1),
        ("int32", nd.array([1.7]), 1),
        ("int32", np.array([5.5]), 5),
        ("float32", np.array([2**40]), 2**40),
    ],
)
def test_values_take_the_type_of_the_array(dtype, value, expected):
    x = nd.zeros(1, dtype=dtype)
    x[:] = value
    assert x.asscalar() == expected
    x = nd.zeros(2, dtype=dtype)
    x[[1]] = value
    np.testing.assert_array_equal(x.asnumpy(), [0, expected])


def test_none_as_a_value_is_not_a_number():
    x = nd.zeros(2)
    x[0] = None
    np.testing.assert_array_equal(x.asnumpy(), [np.nan, 0])


def test_a_part_may_be_assigned_to_an_overlapping_one():  # 1.9.1 reads what it has just written
    x = nd.arange(4)
    x[1:] = x[:-1]
    np.testing.assert_array_equal(x.asnumpy(), [0, 0, 1, 2])
    x[:] = x[::-1]
    np.testing.assert_array_equal(x.asnumpy(), [2, 1, 0, 0])


def test_values_come_from_other_contexts():
    x = nd.zeros(2, mx.cpu(0))
    x[:] = nd.array([1, 2], ctx=mx.cpu(1))
    np.testing.assert_array_equal(x.asnumpy(), [1, 2])
    assert x.ctx == mx.cpu(0)


def test_an_element_has_shape_one_or_none():
    x = nd.arange(3)
    assert x[1].shape == (1,)
    with mx.util.np_shape(True):
        assert x[1].shape == ()


def test_length_and_iteration():
    x = nd.array([[1, 2], [3, 4]])
    assert len(x) == 2
    assert [row.asnumpy().tolist() for row in x] == [[1, 2], [3, 4]]
    for row in x:
        row[:] = 0
    assert not x.asnumpy().any()
    with pytest.raises(IndexError):
        len(nd.array(5))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ((0,), (0, ALL)),
        (Ellipsis, (ALL, ALL)),
        ((1, NEW), (1, NEW, ALL)),
        ((Ellipsis, 1), (ALL, 1)),
    ],
    ids=str,
)
def test_expanded_keys(key, expected):
    assert nd.indexing_key_expand_implicit_axes(key, (2, 3)) == (expected, -1)


def test_slice_assign():
    x = nd.zeros((2, 3))
    assert x.slice_assign(nd.ones((1, 3)), (0,), (1,), (1,)) is x
    x.slice_assign_scalar(9, (None, 1), (None, None), (None, 2))
    np.testing.assert_array_equal(x.asnumpy(), [[1, 9, 1], [0, 9, 0]])


def test_private_pieces_that_programs_use():
    x = nd.arange(6).reshape((3, 2))
    np.testing.assert_array_equal(x._at(1).asnumpy(), [2, 3])
    np.testing.assert_array_equal(x._slice(1, None).asnumpy(), [[2, 3], [4, 5]])
    assert nd.NDArray._basic_indexing_slice_is_contiguous((slice(0, 1), slice(1, 3)), (3, 4))
    assert not nd.NDArray._basic_indexing_slice_is_contiguous((ALL, slice(1, 3)), (3, 4))


def test_a_key_of_unknown_size_does_not_pass_as_an_error_of_another_kind():
    with pytest.raises(MXNetError):
        nd.zeros((2, 0))


@pytest.mark.parametrize("module", [mx.nd, mx.np], ids=["nd", "np"])
def test_a_key_of_the_whole_array_gives_the_array_itself(module):
    x = module.ones((2, 3))
    x.attach_grad()
    for key in (ALL, slice(None, None, 1), ()):
        assert x[key] is x
    for key in (slice(0, None), slice(0, 2), (ALL,), Ellipsis, None):
        assert x[key] is not x
    with mx.autograd.record():
        y = x[:]
        z = (y * y).sum()
    (gradient,) = mx.autograd.grad(z, [y])
    np.testing.assert_array_equal(gradient.asnumpy(), np.full((2, 3), 2.0))


@pytest.mark.parametrize("value", [1j, "x", "", "0x10", {}])
@pytest.mark.parametrize("module", [mx.nd, mx.np], ids=["nd", "np"])
def test_what_is_no_real_number_is_not_assigned(module, value):
    x = module.ones((2, 3))
    with pytest.raises(TypeError, match=r"no real numbers|not support assignment"):
        x[0] = value
    np.testing.assert_array_equal(x.asnumpy(), np.ones((2, 3)))


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        ("3", "float32", 3),
        (" 3e1 ", "float64", 30),
        ("nan", "float16", np.nan),
        ("300", "uint8", 44),
        ("1_0", "int32", 10),
    ],
)
@pytest.mark.parametrize("key", [0, slice(None), [0, 1]], ids=["integer", "slice", "list"])
def test_a_number_as_text_is_assigned(value, dtype, expected, key):
    x = mx.nd.zeros((2,), dtype=dtype)
    x[key] = value
    assert np.dtype(x.dtype) == dtype
    np.testing.assert_array_equal(x[0].asscalar(), expected)
    np.testing.assert_array_equal(mx.nd.full((2,), value, dtype=dtype)[1].asscalar(), expected)


def test_text_with_a_fraction_is_not_assigned_to_integers():
    with pytest.raises(TypeError, match="no real numbers"):
        mx.nd.zeros((2,), dtype="int32")[:] = "3.5"


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ((slice(None), None), [[1, 2], [3, 4]], [[1, 2], [3, 4]]),
        ((slice(None), None), [[1], [2]], [[1, 1], [2, 2]]),
        ((..., None), [1, 2], [[1, 2], [1, 2]]),
        ((slice(None), None), [[[1, 2]], [[3, 4]]], [[1, 2], [3, 4]]),
        ((slice(None), None, 0), [[1], [2]], [[1, 0], [2, 0]]),
    ],
)
def test_values_without_the_new_axes_of_a_key(key, value, expected):
    x = mx.nd.zeros((2, 2))
    x[key] = mx.nd.array(value)  # 1.9.1 writes the same
    assert x.asnumpy().tolist() == expected
