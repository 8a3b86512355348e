"""Python's operators on arrays: values by NumPy, types and refusals as in MXNet 1.9.1."""

import operator

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError

VALUES = np.array([[1, -2, 3], [4, 5, -6]])
FLOATS = ["float16", "float32", "float64"]
INTS = ["int8", "uint8", "int32", "int64"]


def truncated(a, b):
    return np.trunc(np.true_divide(a, b))


def modulo(a, b):
    return np.where(np.equal(b, 0), 0, np.mod(a, np.where(np.equal(b, 0), 1, b)))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("other", [2, 0.5, -3, np.float64(2), True])
@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul, operator.truediv, operator.mod])
def test_floats_and_numbers(op, other, dtype):
    array, values = nd.array(VALUES, dtype=dtype), VALUES.astype(dtype)
    for got, expected in ((op(array, other), op(values, float(other))), (op(other, array), op(float(other), values))):
        assert got.dtype == np.dtype(dtype)
        np.testing.assert_allclose(got.asnumpy(), expected, rtol=2e-3 if dtype == "float16" else 1e-6)


@pytest.mark.parametrize("dtype", INTS)
@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (lambda x: x + 1.9, lambda v: v + 1),
        (lambda x: x - 2, lambda v: v - 2),
        (lambda x: 2.5 - x, lambda v: 2 - v),
        (lambda x: x * 2.9, lambda v: v * 2),
        (lambda x: x / 2.9, lambda v: truncated(v, 2)),
        (lambda x: 7 / x, lambda v: truncated(7, v)),
        (lambda x: x % 3, lambda v: modulo(v, 3)),
        (lambda x: x % 0, lambda v: v * 0),
        (lambda x: x**2, lambda v: v**2),
        (lambda x: x == 1.5, lambda v: v == 1),
        (lambda x: x >= 2.9, lambda v: v >= 2),
        (lambda x: x < 2, lambda v: v < 2),
    ],
)
def test_whole_numbers_cut_the_number_first_and_stay_whole(op, expected, dtype):
    values = np.array([1, 2, 3, 7]).astype(dtype)
    got = op(nd.array(values, dtype=dtype))
    assert got.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(got.asnumpy(), np.asarray(expected(values)).astype(dtype))


@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize(
    ("op", "plain"),
    [
        (operator.add, np.add),
        (operator.sub, np.subtract),
        (operator.mul, np.multiply),
        (operator.truediv, None),
        (operator.mod, modulo),
        (operator.eq, np.equal),
        (operator.ne, np.not_equal),
        (operator.gt, np.greater),
        (operator.ge, np.greater_equal),
        (operator.lt, np.less),
        (operator.le, np.less_equal),
    ],
)
@pytest.mark.parametrize(
    "shapes", [((2, 3), (2, 3)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (1, 3)), ((2, 1, 1), (2, 3))]
)
def test_arrays_broadcast(op, plain, shapes, dtype):
    plain = plain or (np.true_divide if dtype == "float32" else truncated)
    a, b = (np.resize([3, -4, 5, 2, -1, 7], shape).astype(dtype) for shape in shapes)
    got = op(nd.array(a, dtype=dtype), nd.array(b, dtype=dtype))
    assert got.dtype == np.dtype(dtype)
    np.testing.assert_allclose(got.asnumpy(), np.asarray(plain(a, b)).astype(dtype), rtol=1e-6)


def test_power_of_arrays_and_scalars():
    x = nd.array([1, 2, 3])
    np.testing.assert_allclose((x**2).asnumpy(), [1, 4, 9])
    np.testing.assert_allclose((2**x).asnumpy(), [2, 4, 8])
    np.testing.assert_allclose((x**x).asnumpy(), [1, 4, 27])
    np.testing.assert_array_equal((nd.array([2, 3], dtype="int32") ** -1).asnumpy(), [0, 0])


def test_modulo_of_zero_and_signs():
    np.testing.assert_array_equal((nd.array([-7.5, 7]) % nd.array([3, -3])).asnumpy(), [1.5, -2])
    np.testing.assert_array_equal((7 % nd.array([0, 3, -3])).asnumpy(), [0, 1, -2])


def test_numbers_wrap_and_zeros_have_signs():
    assert (nd.array([1], dtype="uint8") + 300).asscalar() == 45
    assert (nd.array([100], dtype="int8") + 100).asscalar() == -56
    assert (1 / (nd.array([-0.0]) + -0.0)).asscalar() == -np.inf
    assert (1 / (nd.array([-0.0]) + 0.0)).asscalar() == np.inf
    assert np.isnan((nd.array([1.0]) + float("nan")).asscalar())


def test_negation_and_absolute_value():
    x = nd.array(VALUES)
    np.testing.assert_array_equal((-x).asnumpy(), -VALUES)
    np.testing.assert_array_equal(abs(x).asnumpy(), abs(VALUES))
    assert (-nd.array([1], dtype="uint8")).asscalar() == 255


def test_booleans_become_whole_with_a_number_and_are_refused_in_pairs():
    b = nd.array([1, 0], dtype=bool)
    assert (b + 1).dtype == np.int64
    for op in (operator.add, operator.sub, operator.mul, operator.eq):
        with pytest.raises(MXNetError):
            op(b, b).asnumpy()


@pytest.mark.parametrize("op", [operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.imod])
@pytest.mark.parametrize("other", [1, True, 1.5])
@pytest.mark.parametrize("of", [nd, mx.np], ids=["nd", "np"])
def test_numbers_do_not_change_booleans_in_place(of, op, other):
    b = of.array([1, 0], dtype=bool)
    with pytest.raises(MXNetError, match="of type bool"):
        op(b, other)
    assert b.asnumpy().tolist() == [True, False]


@pytest.mark.parametrize("other", [None, "a", [1, 2, 3], (1, 2, 3), np.ones((2, 3))])
@pytest.mark.parametrize("op", [operator.add, operator.mul, operator.eq, operator.gt, operator.iadd])
def test_what_is_no_operand(op, other):
    with pytest.raises(TypeError, match="not supported"):
        op(nd.array(VALUES), other)


@pytest.mark.parametrize("other", [None, "a", [1, 2, 3], (-1,), {}, np.array(2.0)])
@pytest.mark.parametrize("name", ["sub", "truediv", "pow"])
def test_what_is_no_left_operand(name, other):
    with pytest.raises(AssertionError, match="not supported"):
        getattr(operator, name)(other, nd.array(VALUES))
    with pytest.raises(TypeError):
        getattr(operator, name)(nd.array(VALUES), other)


def test_an_array_is_no_operand_of_a_numpy_array():
    with pytest.raises(TypeError):
        np.ones((2, 3)) + nd.array(VALUES)


@pytest.mark.parametrize("op", [operator.add, operator.truediv, operator.eq, operator.mod])
def test_types_must_be_equal(op):
    with pytest.raises(MXNetError, match=r"expected.*float32.*int32"):
        op(nd.ones((2, 3)), nd.ones((2, 3), dtype="int32"))


def test_shapes_must_broadcast():
    with pytest.raises(MXNetError):
        nd.ones((2, 3)) + nd.ones((2, 2))


@pytest.mark.parametrize("name", ["floordiv", "matmul", "and_", "or_", "lshift"])
def test_operators_that_do_not_exist(name):
    with pytest.raises(TypeError):
        getattr(operator, name)(nd.ones((2, 2)), nd.ones((2, 2)))


@pytest.mark.parametrize("op", [operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.imod])
@pytest.mark.parametrize("other", [2, 0.5, "array", "row"])
def test_in_place(op, other):
    operands = {"array": nd.array([[3, 2, 5], [7, 4, 2]]), "row": nd.array([3, 2, 5])}
    array = nd.array(VALUES)
    other = operands.get(other, other)
    plain = getattr(operator, op.__name__[1:])
    expected = plain(VALUES.astype("float32"), other.asnumpy() if isinstance(other, nd.NDArray) else other)
    same = op(array, other)
    assert same is array
    np.testing.assert_allclose(array.asnumpy(), expected, rtol=1e-6)


def test_in_place_writes_through_views():
    x = nd.arange(5)
    part = x[1:3]
    part += 10
    np.testing.assert_array_equal(x.asnumpy(), [0, 11, 12, 3, 4])


def test_in_place_reads_overlapping_memory_before_it_writes():  # 1.9.1 reads what it has just written
    x = nd.arange(4)
    part = x[1:]
    part += x[:-1]
    np.testing.assert_array_equal(x.asnumpy(), [0, 1, 3, 5])


def test_in_place_keeps_type_and_shape():
    x = nd.array([1, 2], dtype="int32")
    x += 1.9
    assert x.dtype == np.int32
    np.testing.assert_array_equal(x.asnumpy(), [2, 3])
    for other in (nd.ones((2, 2), dtype="int32"), nd.ones(2)):
        with pytest.raises(MXNetError):
            x += other


def test_power_in_place_makes_a_new_array():
    x = y = nd.array([2.0])
    x **= 2
    assert x is not y
    assert y.asscalar() == 2


def test_results_live_where_the_first_input_does():
    assert (nd.ones(2, mx.cpu(0)) + nd.ones(2, mx.cpu(1))).ctx == mx.cpu(0)
    assert (nd.ones(2, mx.cpu(1)) + 1).ctx == mx.cpu(1)
    assert (nd.ones(2, mx.cpu(1)) == nd.ones(2)).ctx == mx.cpu(1)


def test_arrays_hash_by_identity():
    x = nd.ones(2)
    assert {x: 1}[x] == 1
    assert len({x, nd.ones(2)}) == 2
