"""Element-wise operators over the whole range of exponents: denormals, the largest numbers, zeros, infinities, NaN.

PyTorch computes the last elements of an array, and arrays with gaps in memory, by other kernels than the rest: all have
to give the right value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.registry.op import OPS

from . import calls
from .formulas import BINARY, KINDS, UNARY, Formula, Wide, operators
from .sample import function

FLOATS = ("float16", "float32", "float64")
LENGTHS = (1, 4, 7, 16)
OPERATORS = list(operators())
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@cache
def values(dtype: str, step: int, powers: bool = True) -> np.ndarray:
    """Return numbers of every ``step``-th exponent, the ends of the range, and those near which functions bend."""
    info = np.finfo(dtype)
    exponents = np.arange(np.frexp(float(info.smallest_subnormal))[1] - 1, info.maxexp, step)
    random = np.random.RandomState(1).uniform(1, 2, exponents.shape)
    ends = [0, info.smallest_subnormal, info.tiny, info.max, np.inf]
    ends += [1 + info.eps, 1 - info.epsneg, 0.5 - info.epsneg / 2]
    ordinary = [0.25, 0.5, 1, 1.5, 2, 2.5, 3, np.pi / 2, np.pi, 10, 100]
    sizes = np.concatenate([np.ldexp(random, exponents), *([np.ldexp(1.0, exponents)] * powers), ends, ordinary])
    return np.concatenate([sizes, -sizes, [np.nan]]).astype(dtype)


@cache
def pairs(dtype: str) -> tuple[np.ndarray, np.ndarray]:
    """Return all pairs of some numbers of the whole range."""
    some = values(dtype, {"float16": 6, "float32": 18, "float64": 140}[dtype], powers=False)
    first, second = np.meshgrid(some, some)
    return first.ravel(), second.ravel()


def assert_close(got: np.ndarray, formula: Formula, *inputs: Any) -> None:
    """Assert that a result is within the formula's tolerance, with the right infinities, NaN and signs of zeros."""
    expected = np.asarray(formula.value(*(np.asarray(item).astype(Wide) for item in inputs))).astype(Wide)
    dtype, kind = np.asarray(inputs[0]).dtype, got.dtype if got.dtype.kind == "f" else np.dtype("float64")
    rounded, got = expected.astype(kind), got.astype(kind)
    info, size = np.finfo(kind), np.abs(np.nan_to_num(expected, nan=0))
    if formula.cancels:
        for item in inputs:
            size = np.maximum(size, np.nan_to_num(np.abs(item).astype(Wide), nan=0))
    beyond = np.ldexp(Wide(1), info.maxexp)  # what infinity stands for beside the largest number
    exponents = np.clip(np.frexp(np.minimum(size, beyond))[1], info.minexp + 1, info.maxexp)
    unit = np.ldexp(Wide(1), exponents - 1 - info.nmant)
    error = np.abs(np.clip(got.astype(Wide), -beyond, beyond) - np.clip(expected, -beyond, beyond)) / unit
    wrong = ~(error <= formula.units(dtype.name)) & ~(np.isnan(got) & np.isnan(rounded))
    if not formula.any_zero and not formula.cancels:
        wrong |= (got == 0) & (expected == 0) & (np.signbit(got) != np.signbit(expected))
    if formula.but is not None:
        wrong &= ~np.broadcast_to(formula.but[1](*inputs), wrong.shape)
    at = np.flatnonzero(wrong)
    shown = [(*(np.broadcast_to(item, got.shape)[i] for item in inputs), got[i], expected[i]) for i in at[:4]]
    assert not len(at), f"{len(at)} of {got.size}: inputs, result, expected: {shown}"


def check(call: Callable[..., Any], formula: Formula, *inputs: np.ndarray) -> None:
    """Assert what an operator gives for arrays in one piece, with gaps, and for pieces of every length."""
    arrays = calls.nd(inputs)
    assert_close(call(*arrays).asnumpy(), formula, *inputs)
    assert_close(call(*(calls.scattered(item) for item in inputs)).asnumpy(), formula, *inputs)
    for length in LENGTHS:
        starts = range(0, inputs[0].size - length, max(inputs[0].size // 30, length))
        got = np.concatenate([call(*(array[i : i + length] for array in arrays)).asnumpy() for i in starts])
        assert_close(got, formula, *(np.concatenate([item[i : i + length] for i in starts]) for item in inputs))


def _rows(number: bool, formulas: dict[str, Formula]) -> list[Any]:
    return [
        pytest.param(name, formulas[formula], reflected, id=name)
        for name, formula, of_number, reflected in OPERATORS
        if of_number == number and formula in formulas
    ]


def _takes(name: str, dtype: str) -> bool:
    return (name, dtype) != ("_npi_around", "float16")


def test_every_operator_has_a_formula() -> None:
    missing = [name for name, formula, *_ in OPERATORS if formula not in UNARY | BINARY]
    assert [name for name in missing if not OPS[name].extension] == []


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("name", "formula", "reflected"), _rows(False, UNARY))
def test_of_one_array(name: str, formula: Formula, reflected: bool, dtype: str) -> None:
    if _takes(name, dtype):
        call = function(mx.nd, name)
        check(lambda x: call(x, **formula.attrs), formula, values(dtype, {"float64": 3}.get(dtype, 1)))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", KINDS)
def test_kinds(name: str, dtype: str) -> None:
    op, attrs, formula = KINDS[name]
    call = function(mx.nd, op)
    check(lambda x: call(x, **attrs), formula, values(dtype, {"float64": 3}.get(dtype, 1)))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("name", "formula", "reflected"), _rows(False, BINARY))
def test_of_two_arrays(name: str, formula: Formula, reflected: bool, dtype: str) -> None:
    check(function(mx.nd, name), formula, *pairs(dtype))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("name", "formula", "reflected"), _rows(True, BINARY))
def test_of_an_array_and_a_number(name: str, formula: Formula, reflected: bool, dtype: str) -> None:
    call, array = function(mx.nd, name), values(dtype, {"float16": 3, "float32": 9, "float64": 70}[dtype], powers=False)
    for number in values(dtype, {"float16": 12, "float32": 50, "float64": 500}[dtype], powers=False):
        for part in (array, array[:7], array[7:8]):
            operands = (number, part) if reflected else (part, number)
            (x,) = calls.nd([part])
            assert_close(call(x, scalar=float(number)).asnumpy(), formula, *operands)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("name", "formula"),
    [(name, UNARY[formula]) for name, formula, *_ in OPERATORS if formula in UNARY]
    + [(name, BINARY[formula]) for name, formula, number, _ in OPERATORS if formula in BINARY and not number],
)
def test_in_a_graph(name: str, formula: Formula, dtype: str) -> None:
    inputs = pairs(dtype) if formula in BINARY.values() else (values(dtype, 3),)
    variables = [mx.sym.var(f"x{i}") for i in range(len(inputs))]
    symbol = function(mx.sym, name)(*variables, **formula.attrs)
    symbol = symbol.as_nd_ndarray() if hasattr(symbol, "as_nd_ndarray") else symbol
    executor = symbol.bind(mx.cpu(), calls.nd(inputs))
    assert_close(executor.forward()[0].asnumpy(), formula, *inputs)


METHODS = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y,
    "mod": lambda x, y: x % y,
    "power": lambda x, y: x**y,
}
IN_PLACE = {
    "add": "__iadd__",
    "subtract": "__isub__",
    "multiply": "__imul__",
    "divide": "__itruediv__",
    "mod": "__imod__",
}


@pytest.mark.parametrize("array", [mx.nd.array, mx.np.array], ids=["nd", "np"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", METHODS)
def test_methods(name: str, dtype: str, array: Any) -> None:
    operator, formula, inputs = METHODS[name], BINARY[name], pairs(dtype)
    first, second = (array(item, dtype=dtype) for item in inputs)
    assert_close(operator(first, second).asnumpy(), formula, *inputs)
    for number in (
        float(np.finfo(dtype).smallest_subnormal),
        0.0,
        -0.0,
        3.0,
        np.float32(3),
        float(np.finfo(dtype).max),
    ):
        held = np.dtype(dtype).type(number)
        assert_close(operator(first, number).asnumpy(), formula, inputs[0], held)
        assert_close(operator(number, first).asnumpy(), formula, held, inputs[0])
    if name in IN_PLACE:
        getattr(first, IN_PLACE[name])(second)
        assert_close(first.asnumpy(), formula, *inputs)
        getattr(second, IN_PLACE[name])(3.0)
        assert_close(second.asnumpy(), formula, inputs[1], np.dtype(dtype).type(3))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    "name", ["exp2", "fmod", "fmax", "fmin", "logaddexp", "logaddexp2", "mod", "arctan2", "copysign"]
)
def test_functions_of_numpy(name: str, dtype: str) -> None:
    formula = (UNARY | BINARY)[name]
    inputs = pairs(dtype) if name in BINARY else (values(dtype, 1),)
    arrays = [mx.np.array(item, dtype=dtype) for item in inputs]
    assert_close(getattr(mx.np, name)(*arrays).asnumpy(), formula, *inputs)


@pytest.mark.parametrize("length", [1, 4, 7, 16, 1000])
@pytest.mark.parametrize(("dtype", "large", "small"), [("float32", 1e30, 1e-20), ("float64", 1e300, 1e-200)])
def test_gradients_of_remainders_whose_quotient_overflows(length: int, dtype: str, large: float, small: float) -> None:
    x, y = mx.nd.full(length, large, dtype=dtype), mx.nd.full(length, 3 * large, dtype=dtype)
    x.attach_grad()
    with mx.autograd.record():
        out = (x % small) + (x % y)
    out.backward()
    assert x.grad.asnumpy().tolist() == [2] * length
    np.testing.assert_array_equal(out.asnumpy(), np.full(length, large, dtype) % np.dtype(dtype).type(small) + large)


@pytest.mark.parametrize("operator", [lambda x, s: x % s, lambda x, s: s % x, lambda x, s: s / x, lambda x, s: x / s])
def test_numbers_beyond_the_type_are_infinite(operator: Any) -> None:
    got = operator(mx.nd.array([2.0, -3.0]), 1e39).asnumpy()
    np.testing.assert_array_equal(got, operator(np.array([2, -3], "float32"), np.float32(np.inf)))
