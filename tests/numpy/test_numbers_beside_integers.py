"""Numbers that are no integers beside arrays of integers and booleans: the results are NumPy's, in calls and graphs."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import mxnet as mx
import numpy as np
import pytest

DTYPES = ("bool", "int8", "uint8", "int32", "int64")
NUMBERS = (0.5, -1.5, 1e-3, math.inf, math.nan)
COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")
LOGICAL = ("logical_and", "logical_or", "logical_xor")
ARITHMETIC = (
    "add", "subtract", "multiply", "divide", "true_divide", "mod", "remainder", "fmod", "power", "maximum", "minimum",
    "fmax", "fmin", "hypot", "arctan2", "copysign", "floor_divide",
)  # fmt: skip
OPERATORS = ("lt", "le", "gt", "ge", "eq", "ne", "add", "sub", "mul", "truediv", "mod", "pow")
FUNCTIONS: dict[str, Callable[[Any, Any, Any], Any]] = {
    **{name: lambda F, x, y, name=name: getattr(F, name)(x, y) for name in (*COMPARISONS, *LOGICAL, *ARITHMETIC)},
    **{f"operator {name}": lambda F, x, y, name=name: getattr(operator, name)(x, y) for name in OPERATORS},
    "where": lambda F, x, y: F.where(F.ones_like(y if isinstance(x, float) else x) > 0, x, y),
    "where not": lambda F, x, y: F.where(F.ones_like(y if isinstance(x, float) else x) > 1, x, y),
}

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def _values(dtype: str) -> np.ndarray:
    return np.array({"bool": [0, 1], "uint8": [0, 1, 3, 200]}.get(dtype, [-3, 0, 1, 7]), dtype)


def _at_once(call: Callable[[Any, Any], Any], x: Any) -> Any:
    return call(mx.np, x)


def _recorded(call: Callable[[Any, Any], Any], x: Any) -> Any:
    with mx.autograd.record():
        return call(mx.np, x)


def _in_a_graph(call: Callable[[Any, Any], Any], x: Any) -> Any:
    symbol = call(mx.sym.np, mx.sym.var("x").as_np_ndarray())
    return symbol.bind(mx.cpu(), {"x": x}).forward()[0]


@pytest.mark.parametrize("reflected", [False, True], ids=["", "reflected"])
@pytest.mark.parametrize("run", [_at_once, _recorded, _in_a_graph])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_result_is_numpys(name: str, dtype: str, run: Callable[..., Any], reflected: bool) -> None:
    x = _values(dtype)
    if reflected and ("mod" in name or name == "remainder"):
        x = x[x != 0]  # a remainder of 0 is 0, as in 1.9.1
    for number in NUMBERS:

        def call(F: Any, array: Any, number: float = number) -> Any:
            return FUNCTIONS[name](F, number, array) if reflected else FUNCTIONS[name](F, array, number)

        got, expected = run(call, mx.np.array(x, dtype=dtype)).asnumpy(), call(np, x)
        assert (got.dtype == bool) == (expected.dtype == bool), number
        np.testing.assert_allclose(got, expected, rtol=1e-6, err_msg=f"{number}")


@pytest.mark.parametrize("dtype", DTYPES)
def test_floats_without_a_fraction_leave_integers(dtype: str) -> None:
    """As in 1.9.1: NumPy gives float64."""
    x = mx.np.array(_values(dtype), dtype=dtype)
    kept = "int64" if dtype == "bool" else dtype
    for result in (x + 2.0, 2.0 - x, x * 2.0, mx.np.maximum(x, 1.0), mx.np.power(x, 2.0)):
        assert np.dtype(result.dtype).name == kept


@pytest.mark.parametrize("number", [2**24 + 0.5, 2.0**24 + 1, 2.0**80, -(2.0**80), 300, -1])
def test_large_integers_compare_exactly(number: float) -> None:
    for dtype in ("int64", "int32", "uint8", "int8", "bool"):
        info = None if dtype == "bool" else np.iinfo(dtype)
        x = np.array([0, 1] if info is None else [info.min, 1, 2**24 % (info.max + 1), info.max], dtype)
        for name in COMPARISONS:
            expected = getattr(np, name)(x.astype(object), float(number)).astype(bool)
            result = getattr(mx.np, name)(mx.np.array(x, dtype=dtype), number)
            np.testing.assert_array_equal(result.asnumpy(), expected, err_msg=f"{name} {dtype}")


@pytest.mark.parametrize("name", ["iadd", "isub", "imul", "itruediv"])
def test_integers_are_not_written_to_in_place(name: str) -> None:
    x = mx.np.array([1, 2, 3], dtype="int32")
    with pytest.raises(TypeError, match="in place: the array is of type int32, the result of type float"):
        getattr(operator, name)(x, 0.5)
    assert x.tolist() == [1, 2, 3]


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint8"])
def test_classic_arrays_cut_the_fraction_off(dtype: str) -> None:
    """Recorded from 1.9.1, in which the number takes the array's type first."""
    x = mx.nd.array([0, 1, 3], dtype=dtype)
    for result, expected in (
        (x + 1.5, [1, 2, 4]), (x < 0.5, [0, 0, 0]), (x >= 0.5, [1, 1, 1]), (mx.nd.maximum(x, 1.5), [1, 1, 3]),
    ):  # fmt: skip
        assert result.asnumpy().tolist() == expected
        assert np.dtype(result.dtype).name == dtype


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
@pytest.mark.parametrize(
    ("low", "high"),
    [([2, 3, 4], 6), (None, [[3], [5]]), (3, [5, 5, 5]), ([2, 3, 4], [6, 6, 8]), ([4], None)],
)
def test_arrays_as_bounds(dtype, low, high):
    values = np.array([[1, 5, 9], [2, 4, 6]], dtype)
    bounds = [np.array(item, dtype) if isinstance(item, list) else item for item in (low, high)]
    expected = np.clip(values, *bounds)
    given = [mx.np.array(item, dtype=dtype) if isinstance(item, np.ndarray) else item for item in bounds]
    x = mx.np.array(values, dtype=dtype)
    for result in (mx.np.clip(x, *given), x.clip(*given), mx.np.clip(x, *given, out=mx.np.zeros_like(x))):
        assert result.dtype == expected.dtype
        np.testing.assert_array_equal(result.asnumpy(), expected)


def test_gradients_of_clip_with_an_array():
    x, low = mx.np.array([1.0, 5, 9]), mx.np.array([2.0, 2, 2])
    x.attach_grad()
    low.attach_grad()
    with mx.autograd.record():
        result = mx.np.clip(x, low, 6)
    result.backward()
    assert x.grad.tolist() == [0, 1, 0]
    assert low.grad.tolist() == [1, 0, 0]


DIVISIONS = ("a // 2", "7 // a", "a // a", "a // 0.5")
SHIFTS = ("a << 1", "1 << a", "a >> 1", "a << a")
OPERATORS = [
    *itertools.product(DIVISIONS, ("int32", "uint8", "float32")),
    *itertools.product(SHIFTS, ("int32", "int64")),
]


@pytest.mark.parametrize(("text", "dtype"), OPERATORS)
def test_operators_that_mxnet_lacks_in_calls_and_graphs(text, dtype):
    values = np.array([1, 3, 5], dtype)
    x, symbol = mx.np.array(values, dtype=dtype), mx.sym.Variable("a").as_np_ndarray()
    bound = eval(text, {"a": symbol}).bind(mx.cpu(), {"a": x})
    for result in (eval(text, {"a": x}), bound.forward()[0]):
        np.testing.assert_array_equal(result.asnumpy(), eval(text, {"a": values}))
