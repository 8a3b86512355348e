"""Data types of results with MXNet 2's interface. They are those of 2.0.0b1."""

from __future__ import annotations

import operator

import mxnet as mx
import numpy as np
import pytest

INTEGERS = ("bool", "int8", "uint8", "int32", "int64")
REAL = dict(zip(INTEGERS, [*["float16"] * 3, "float32", "float32"], strict=True))
NUMBERS = {
    "add": lambda x: x + 1.5,
    "subtract from": lambda x: 1.5 - x,
    "multiply": lambda x: mx.np.multiply(x, 2.0),
    "power": lambda x: x**0.5,
    "mod": lambda x: x % np.float32(1.5),
    "floor divide": lambda x: x // 1.5,
    "maximum": lambda x: mx.np.maximum(1.5, x),
    "hypot": lambda x: mx.np.hypot(x, 1.5),
}


class Function(mx.gluon.HybridBlock):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


def eager(function):
    return function


def hybridized(function):
    result = Function(function)
    result.hybridize()
    return result


def recorded(function):
    def call(x):
        with mx.autograd.record():
            return function(x)

    return call


WAYS = pytest.mark.parametrize("way", [eager, hybridized, recorded])


def _array(dtype):
    return mx.np.array([1, 2, 3], dtype=dtype)


@WAYS
@pytest.mark.parametrize("function", list(NUMBERS.values()), ids=list(NUMBERS))
@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_beside_a_float(v2, dtype, function, way):
    x = _array(dtype)
    result = way(function)(x)
    assert result.dtype == np.float64
    expected = function(mx.np.array(x.asnumpy(), dtype="float64"))
    np.testing.assert_allclose(result.asnumpy(), expected.asnumpy(), rtol=1e-6)


@pytest.mark.parametrize("dtype", [*INTEGERS[1:], "float16", "float32", "float64"])
def test_other_numbers_keep_the_type(v2, dtype):
    x = _array(dtype)
    assert (x + 1).dtype == (2 * x).dtype == mx.np.add(x, True).dtype == (x // 2).dtype == np.dtype(dtype)
    assert (x + np.int64(1)).dtype == np.dtype(dtype)
    if dtype.startswith("float"):
        assert (x + 1.5).dtype == (1.5 * x).dtype == (x // 1.5).dtype == np.dtype(dtype)


@pytest.mark.parametrize("dtype", INTEGERS[1:])
def test_comparisons_with_a_fraction(v2, dtype):
    x = _array(dtype)
    values = x.asnumpy()
    assert (x > 1.5).asnumpy().tolist() == (values > 1.5).tolist()
    assert (x == 1.5).asnumpy().tolist() == (values == 1.5).tolist()
    assert mx.np.less(1.5, x).asnumpy().tolist() == (values > 1.5).tolist()


@WAYS
@pytest.mark.parametrize("name", ["sqrt", "exp", "log1p", "sin", "arctan", "cbrt", "fix", "rint", "radians"])
@pytest.mark.parametrize(("dtype", "expected"), list(REAL.items()))
def test_real_functions_of_integers(v2, name, dtype, expected, way):
    x = _array(dtype)
    result = way(getattr(mx.np, name))(x)
    assert result.dtype == np.dtype(expected)
    values = getattr(np, "trunc" if name == "fix" else name)(x.asnumpy().astype("float64"))
    np.testing.assert_allclose(result.asnumpy(), values, rtol=1e-3 if expected == "float16" else 1e-6)


@WAYS
@pytest.mark.parametrize("name", ["floor", "ceil", "trunc"])
def test_parts_of_booleans_are_half_precision(v2, name, way):
    result = way(getattr(mx.np, name))(_array("bool"))
    assert result.dtype == np.float16
    assert result.asnumpy().tolist() == _array("bool").asnumpy().tolist()


def test_parts_of_symbols_of_booleans(v2):
    graph = mx.sym.np.floor(mx.sym.var("x").as_np_ndarray())
    assert graph.infer_type(x="bool")[1] == [np.float16]
    assert graph.infer_type(x="int8")[1] == [np.int8]


@pytest.mark.parametrize("name", ["reciprocal", "floor", "square", "abs", "sign"])
def test_functions_that_keep_integers(v2, name):
    assert getattr(mx.np, name)(_array("int32")).dtype == np.int32


@WAYS
@pytest.mark.parametrize("axis", [None, 0])
@pytest.mark.parametrize("dtype", ["int32", "float16", "float32", "float64"])
def test_means(v2, dtype, axis, way):
    mean = way(lambda x: x.mean(axis=axis))
    assert mean(_array(dtype)).dtype == np.float32
    assert mx.np.mean(_array(dtype), dtype="float16").dtype == np.float16
    with mx.util.np_default_dtype():
        assert mx.np.mean(_array(dtype), axis=axis).dtype == np.float64


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "bitwise_or", "maximum"])
def test_bytes_with_and_without_a_sign_are_int16(v2, name):
    x, y = mx.np.array([100, -100], dtype="int8"), mx.np.array([200, 250], dtype="uint8")
    result = getattr(mx.np, name)(x, y)
    assert result.dtype == np.int16
    assert result.asnumpy().tolist() == getattr(np, name)(x.asnumpy(), y.asnumpy()).tolist()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("int16", "float16"), "float16"), (("int64", "float32"), "float32"),
        (("float32", "bool", "float64"), "float64"),
        (("int8", "uint8"), "int16"), (("bool", "int32"), "int32"), (("uint16", "int16"), "int32"),
    ],
)  # fmt: skip
def test_result_type_is_that_of_arithmetic(v2, given, expected):
    assert mx.np.result_type(*given) == mx.np.result_type(*map(np.dtype, given)) == expected
    arrays = [mx.np.ones(2, dtype=dtype) for dtype in given]
    assert mx.np.result_type(*arrays) == mx.np.result_type(arrays[0], *given[1:]) == sum(arrays[1:], arrays[0]).dtype
    mx.util.use_v2(False)
    assert mx.np.result_type(*given) == np.result_type(*given)


def test_no_type_holds_both_uint64_and_integers_with_a_sign(v2):
    unsigned, signed = mx.np.ones(2, dtype="uint64"), mx.np.ones(2, dtype="int8")
    for given in [(np.uint64, "int8"), (unsigned, signed), (signed, np.uint8, unsigned)]:
        with pytest.raises(TypeError, match=r"uint64|int8"):
            mx.np.result_type(*given)
    assert mx.np.result_type(np.uint64, np.uint8) == mx.np.result_type(np.uint64, "bool") == np.uint64
    assert mx.np.result_type(unsigned, signed, np.float32) == np.float32
    mx.util.use_v2(False)
    assert mx.np.result_type(np.uint64, np.int8) == np.float64


def test_types_of_symbols(v2):
    x = mx.sym.var("x").as_np_ndarray()
    graph = mx.sym.Group([mx.sym.np.sqrt(x), x + 1.5, x + 1, mx.sym.np.mean(x)])
    assert graph.infer_type(x="int8")[1] == [np.float16, np.float64, np.int8, np.float32]
    assert graph.infer_type(x="float16")[1] == [np.float16, np.float16, np.float16, np.float32]


@pytest.mark.parametrize("function", [operator.iadd, operator.imul, operator.ifloordiv])
def test_floats_do_not_go_into_integers(v2, function):
    x = _array("int32")
    with pytest.raises(mx.MXNetError, match="int32"):
        function(x, 1.5)
    assert x.asnumpy().tolist() == [1, 2, 3]


def test_the_classic_interface_of_both_versions(api):
    x = mx.nd.array([1, 4], dtype="int32")
    assert (x + 1.5).dtype == mx.nd.sqrt(x).dtype == np.int32


def test_the_other_interface_afterwards():
    def types():
        x = mx.np.array([1, 4], dtype="int32")
        return [(x + 2.0).dtype, mx.np.add(x, 2.0).dtype, mx.np.sqrt(x).dtype, x.astype("float16").mean().dtype]

    before = types()
    mx.util.use_v2()
    assert types() == [np.float64, np.float64, np.float32, np.float32]
    mx.util.use_v2(False)
    assert types() == before == [np.int32, np.int32, np.int32, np.float16]


@pytest.mark.parametrize("run", [eager, hybridized])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64", "float16", "float64"])
def test_the_negative_keeps_the_type(v2, dtype, run):
    result = run(operator.neg)(mx.np.array([1, 2], dtype=dtype))
    expected = -np.array([1, 2], dtype=dtype)
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result.asnumpy(), expected)


@pytest.mark.parametrize("name", ["and_", "or_", "xor", "iand", "ior", "ixor"])
def test_operators_of_bits_take_numpys_arrays(v2, name):
    result = getattr(operator, name)(mx.np.array([5, 6], dtype="int64"), np.array([3, 4]))
    expected = getattr(operator, name)(np.array([5, 6]), np.array([3, 4]))
    assert isinstance(result, mx.np.ndarray)
    np.testing.assert_array_equal(result.asnumpy(), expected)


def test_the_negative_of_a_symbol_is_an_operator_of_its_own(v2):
    assert "_npi_negative" in (-mx.sym.var("x").as_np_ndarray()).tojson()


def test_the_negative_of_a_symbol_is_a_product_in_1_9_1(np_arrays):
    assert "_npi_multiply_scalar" in (-mx.sym.var("x").as_np_ndarray()).tojson()


@pytest.mark.parametrize("dtype", ["int32", "float32"])
@pytest.mark.parametrize(
    "name", ["iadd", "isub", "imul", "ifloordiv", "imod", "ipow", "ilshift", "irshift", "iand", "ior", "ixor"]
)
def test_operators_in_place_take_numpys_arrays(v2, name, dtype):
    if dtype == "float32" and name in ("ilshift", "irshift", "iand", "ior", "ixor"):
        dtype = "int64"
    array, expected, other = mx.np.array([5, 7], dtype=dtype), np.array([5, 7], dtype=dtype), np.array([1, 2], dtype)
    result = getattr(operator, name)(array, other)
    assert result is array
    assert result.dtype == dtype
    np.testing.assert_array_equal(result.asnumpy(), getattr(operator, name)(expected, other))


def test_matrix_product_in_place_takes_numpys_arrays(v2):
    array = mx.np.ones((2, 2))
    assert operator.imatmul(array, np.ones((2, 2), "float32")) is array
    assert array.asnumpy().tolist() == [[2, 2], [2, 2]]


@pytest.mark.parametrize("name", ["ifloordiv", "ilshift", "irshift"])
def test_operators_in_place_refuse_lists_and_wider_types(v2, name):
    with pytest.raises(TypeError, match="unsupported operand"):
        getattr(operator, name)(mx.np.array([5], dtype="int32"), [1])
    with pytest.raises(mx.MXNetError, match=r"int32.*(int64|float)"):
        getattr(operator, name)(mx.np.array([5], dtype="int32"), np.array([1], "int64"))


def test_power_in_place(api):
    array = mx.np.array([2, 3], dtype="float32")
    result = operator.ipow(array, 2)
    assert result.asnumpy().tolist() == [4, 9]
    assert (result is array) is (api == 2)


def test_power_in_place_keeps_the_type(v2):
    with pytest.raises(mx.MXNetError, match=r"int32.*float"):
        operator.ipow(mx.np.array([2], dtype="int32"), mx.np.array([1.5]))


@pytest.mark.parametrize("axis", [None, 0])
@pytest.mark.parametrize("run", [eager, hybridized])
def test_gradient_of_the_mean_of_float64(v2, axis, run):
    x = mx.np.array([1, 2, 4], dtype="float64")
    x.attach_grad()
    with mx.autograd.record():
        result = run(lambda x: mx.np.mean(x, axis=axis))(x)
    result.backward()
    assert result.dtype == np.float32
    assert x.grad.asnumpy().tolist() == [1 / 3] * 3
