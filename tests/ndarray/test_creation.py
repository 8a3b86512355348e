"""Making arrays; the values are those of NumPy, the refusals those of MXNet 1.9.1."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError


@pytest.mark.parametrize(
    ("made", "expected", "dtype"),
    [
        (lambda: nd.zeros(3), [0, 0, 0], "float32"),
        (lambda: nd.zeros((1, 2), dtype="int32"), [[0, 0]], "int32"),
        (lambda: nd.zeros([2, 1], stype="default"), [[0], [0]], "float32"),
        (lambda: nd.zeros(np.int64(2)), [0, 0], "float32"),
        (lambda: nd.ones((2,), mx.cpu(1), "int8"), [1, 1], "int8"),
        (lambda: nd.full((2, 2), 3), [[3, 3], [3, 3]], "float32"),
        (lambda: nd.full(2, 3.7, dtype="int32"), [3, 3], "int32"),
        (lambda: nd.full((2, 2), nd.array([1, 2])), [[1, 2], [1, 2]], "float32"),
        (lambda: nd.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]], "float32"),
        (lambda: nd.array(np.array([1, 2], dtype="int64")), [1, 2], "float32"),
        (lambda: nd.array(nd.array([1], dtype="int32")), [1], "int32"),
        (lambda: nd.array([True, False]), [1, 0], "float32"),
        (lambda: nd.array([2, 0], dtype=bool), [True, False], "bool"),
        (lambda: nd.array([300, -1], dtype="uint8"), [44, 255], "uint8"),
        (lambda: nd.array(range(3)), [0, 1, 2], "float32"),
        (lambda: nd.array([]), [], "float32"),
        (lambda: nd.arange(4), [0, 1, 2, 3], "float32"),
        (lambda: nd.arange(1, 6, 2), [1, 3, 5], "float32"),
        (lambda: nd.arange(5, 0, -2), [5, 3, 1], "float32"),
        (lambda: nd.arange(2, repeat=2), [0, 0, 1, 1], "float32"),
        (lambda: nd.arange(3, dtype="int64"), [0, 1, 2], "int64"),
        (lambda: nd.linspace(0, 1, 5), [0, 0.25, 0.5, 0.75, 1], "float32"),
        (lambda: nd.linspace(0, 1, 4, endpoint=False), [0, 0.25, 0.5, 0.75], "float32"),
        (lambda: nd.linspace(0, 10, 5, dtype="int32"), [0, 2, 5, 7, 10], "int32"),
        (lambda: nd.eye(2), [[1, 0], [0, 1]], "float32"),
        (lambda: nd.eye(2, 3, 1, dtype="int32"), [[0, 1, 0], [0, 0, 1]], "int32"),
    ],
)
def test_values_and_type(made, expected, dtype):
    array = made()
    assert array.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(array.asnumpy(), np.array(expected, dtype))


def test_arange_multiplies_its_step_in_the_type_of_the_array():
    np.testing.assert_array_equal(nd.arange(0, 1, 0.3).asnumpy(), np.float32(0.3) * np.arange(4, dtype="float32"))


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (lambda: nd.zeros((2, 0)), MXNetError),
        (lambda: nd.zeros(()), MXNetError),
        (lambda: nd.zeros((2, -1)), MXNetError),
        (lambda: nd.zeros((2.0,)), MXNetError),
        (lambda: nd.zeros("a"), MXNetError),
        (lambda: nd.zeros(None), MXNetError),
        (lambda: nd.ones(2, unknown=1), MXNetError),
        (lambda: nd.ones(2, dtype="nonsense"), TypeError),
        (lambda: nd.ones(2, dtype=np.uint16), MXNetError),
        (lambda: nd.array([1, 2], dtype="uint16"), KeyError),
        (lambda: nd.full(2, 1, dtype=np.int16), KeyError),
        (lambda: nd.sparse.zeros("csr", (2, 2), dtype="complex64"), KeyError),
        (lambda: mx.np.array([1, 2], dtype="uint32"), KeyError),
        (lambda: mx.sym.Variable("x", dtype="uint16"), KeyError),
        (lambda: nd.zeros((2, 2), stype="nonsense"), ValueError),
        (lambda: nd.array("abc"), TypeError),
        (lambda: nd.array(["a"]), TypeError),
        (lambda: nd.array([[1], [2, 3]]), TypeError),
        (lambda: nd.array([1 + 2j]), TypeError),
        (lambda: nd.array(np.array(["a"])), ValueError),
        (lambda: nd.arange(5, 1), MXNetError),
        (lambda: nd.zeros(2, ctx="cpu"), MXNetError),
        (lambda: nd.zeros(2, ctx=[mx.cpu()]), MXNetError),
        (lambda: nd.array([1], ctx=[mx.cpu()]), AttributeError),
        (lambda: nd.NDArray([1, 2]), AssertionError),
    ],
)
def test_refusals(action, error):
    with pytest.raises(error):
        action()


def test_zero_sizes_exist_under_numpy_shapes():
    with mx.util.np_shape(True):
        assert nd.zeros((0, 2)).shape == (0, 2)
        assert nd.ones(()).shape == ()


def test_empty_takes_any_shape():
    assert nd.empty((0, 2)).shape == (0, 2)
    assert nd.empty(()).shape == ()
    assert nd.empty(3, dtype="int32").dtype == np.int32


def test_the_context_is_the_current_one_unless_given():
    with mx.cpu(3):
        assert nd.ones(1).ctx == mx.cpu(3)
        assert nd.array([1], ctx=mx.cpu(1)).ctx == mx.cpu(1)
    assert nd.zeros(1, ctx="cpu(2)").ctx == mx.cpu(2)


def test_out_receives_the_values():
    out = nd.ones(2)
    assert nd.zeros(2, out=out) is out
    assert nd.full((2,), 5, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), [5, 5])


def test_array_copies_its_source():
    source = np.zeros(2, dtype="float32")
    array = nd.array(source)
    copy = nd.array(array)
    source[0], array[1] = 1, 2
    np.testing.assert_array_equal(array.asnumpy(), [0, 2])
    np.testing.assert_array_equal(copy.asnumpy(), [0, 0])


def test_eye_refuses_an_empty_dtype():
    with pytest.raises(TypeError):
        nd.eye(2, dtype="")


def test_eye_writes_to_an_array():
    out = nd.zeros((2, 3))
    assert nd.eye(2, 3, 1, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), np.eye(2, 3, 1))


@pytest.mark.parametrize("given", [{"N": 2, "colour": 1}, {"N": -1}, {"N": "a"}, {"N": 2.5}, {"N": 2, "M": None}])
def test_eye_refuses(given):
    with pytest.raises(mx.base.MXNetError):
        nd.eye(**given)


TYPED = [
    mx.nd.ones(2, dtype="float64"),
    np.float64(3),
    mx.sym.var("x").simple_bind(mx.cpu(), x=(1,), type_dict={"x": "float64"}).arg_dict["x"],
    mx.gluon.Parameter("w", shape=(2,), dtype="float64"),
]
BY_TYPE = [
    lambda dtype: mx.nd.ones(2).astype(dtype).dtype,
    lambda dtype: mx.nd.ones(2).astype(dtype, copy=False).dtype,
    lambda dtype: mx.nd.array([1], dtype=dtype).dtype,
    lambda dtype: mx.nd.zeros(2, dtype=dtype).dtype,
    lambda dtype: mx.nd.full(2, 1, dtype=dtype).dtype,
    lambda dtype: mx.nd.arange(2, dtype=dtype).dtype,
    lambda dtype: np.dtype(mx.sym.var("v").astype(dtype).attr("dtype")).type,
    lambda dtype: (mx.sym.var("v") * 2).infer_type(v=dtype)[1][0],
    lambda dtype: (mx.sym.var("v", dtype=dtype) * 2).infer_type()[1][0],
]


@pytest.mark.parametrize("typed", TYPED, ids=lambda typed: type(typed).__name__)
@pytest.mark.parametrize("made", BY_TYPE)
def test_the_type_of_another_array(made, typed):
    assert made(typed) is np.float64


# -- sizes that are none ---------------------------------------------------------------------------------------

MAKERS = {
    "zeros": lambda n: mx.nd.zeros((n,)),
    "ones": lambda n: mx.nd.ones((2, n)),
    "empty": lambda n: mx.nd.empty((n,)),
    "full": lambda n: mx.nd.full((n,), 2),
    "np.zeros": lambda n: mx.np.zeros((n,)),
    "np.full": lambda n: mx.np.full((n,), 1),
    "uniform": lambda n: mx.nd.random.uniform(shape=(n,)),
    "sym": lambda n: mx.sym.zeros((n,)).eval(),
}


@pytest.mark.parametrize("size", [2**45, 2**62, 2**70])
@pytest.mark.parametrize("name", MAKERS)
def test_an_array_that_no_memory_holds_is_an_mxnet_error(name, size):
    with pytest.raises(MXNetError):
        MAKERS[name](size)


@pytest.mark.parametrize("name", sorted(MAKERS.keys() - {"empty", "full", "np.zeros"}))
@pytest.mark.parametrize("size", ["3", 1.5, None])
def test_a_size_is_a_whole_number(name, size):
    with pytest.raises(MXNetError, match="shape"):
        MAKERS[name](size)


@pytest.mark.parametrize("name", ["empty", "full"])
@pytest.mark.parametrize(
    ("size", "error"), [("3", TypeError), (1.5, TypeError), (None, TypeError), (-3, OverflowError)]
)
def test_sizes_of_empty_and_full_are_those_of_python(name, size, error):
    with pytest.raises(error):
        MAKERS[name](size)


def test_sizes_of_numpy_are_taken():
    assert mx.nd.empty(np.int64(3)).shape == mx.nd.empty(np.array([3])).shape == mx.nd.empty((True, 3))[0].shape == (3,)
    assert mx.nd.empty((0, 3)).shape == (0, 3)


@pytest.mark.parametrize("bound", [None, True, "x", 2**70, float("nan")])
def test_a_bound_of_arange_is_a_number(bound):
    with pytest.raises(MXNetError):
        mx.nd.arange(bound)


def test_a_bound_of_arange_may_be_text_and_a_number_of_numpy():
    assert mx.nd.arange("3").asnumpy().tolist() == mx.nd.arange(np.float32(3)).asnumpy().tolist() == [0, 1, 2]


@pytest.mark.parametrize("values", [np.array([1 + 2j, 3]), np.array([1 + 2j, 3], "complex64"), np.complex64(1 + 2j)])
def test_complex_numbers_of_numpy_lose_their_imaginary_part(values):
    with pytest.warns(np.exceptions.ComplexWarning):
        array = nd.array(values)
    assert array.dtype == np.float32
    np.testing.assert_array_equal(array.asnumpy(), values.real)
