"""Comparing arrays."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import test_utils as tu

ONES = np.ones((2, 3))


@pytest.mark.parametrize(
    ("name", "rtol", "atol", "eps"),
    [("float16", 1e-2, 1e-1, 2**-6), ("float32", 1e-4, 1e-3, 2**-9), ("float64", 1e-5, 1e-20, 2**-14)],
)
def test_default_tolerances(name, rtol, atol, eps):
    dtype = np.dtype(name)
    assert (tu.get_rtol(None, dtype), tu.get_atol(None, dtype)) == (rtol, atol)
    assert tu.default_numeric_eps()[dtype] == eps
    assert (tu.get_rtol(3, dtype), tu.get_atol(4, dtype)) == (3, 4)


@pytest.mark.parametrize("name", ["bool", "int8", "uint8", "int32", "uint32", "int64", "uint64"])
def test_integers_are_exact(name):
    assert tu.default_rtols()[np.dtype(name)] == tu.default_atols()[np.dtype(name)] == 0


@pytest.mark.parametrize(
    ("x", "y", "given", "expected"),
    [
        (np.ones(2, "f4"), np.ones(2, "f8"), (None, None), (1e-4, 1e-3)),
        (mx.nd.ones(2), np.ones(2, "f2"), (None, None), (1e-2, 1e-1)),
        (1.0, np.ones(2, "f2"), (None, None), (1e-2, 1e-1)),
        (1.0, 2, (None, None), (1e-5, 1e-20)),
        (np.ones(2, "f4"), np.ones(2, "f4"), (0.5, None), (0.5, 1e-3)),
        (np.ones(2, "f4"), np.ones(2, "f4"), ({np.dtype("f4"): 7}, {np.dtype("f8"): 7}), (7, 1e-3)),
    ],
)
def test_tolerances_of_a_pair(x, y, given, expected):
    assert tu.get_tols(x, y, *given) == expected


@pytest.mark.parametrize(
    ("a", "b", "options"),
    [
        (ONES, ONES, {}),
        (ONES, np.ones(3), {}),
        (ONES, ONES + 1e-3, {"rtol": 1e-2}),
        (mx.nd.ones(2), np.ones(2) * (1 + 5e-5), {}),
        (mx.nd.ones((2,)), mx.nd.ones((2,)), {}),
        (np.array([np.nan, 1]), np.array([np.nan, 1]), {"equal_nan": True}),
        (np.array([np.inf]), np.array([np.inf]), {}),
        (np.array([1, 2]), np.array([1, 2]), {}),
        (np.zeros((0, 2)), np.zeros((0, 2)), {}),
        (1.0, 1.0, {}),
    ],
)
def test_almost_equal(a, b, options):
    tu.assert_almost_equal(a, b, **options)
    if not any(isinstance(x, mx.nd.NDArray) for x in (a, b)):
        assert tu.almost_equal(a, b, **options)


@pytest.mark.parametrize(
    ("a", "b"), [(ONES, ONES + 1e-8), (ONES, np.ones(3)), (ONES, ONES[None]), (ONES, 1), (ONES * np.nan, ONES * np.nan)]
)
def test_allclose_broadcasts_and_takes_nan_for_equal(a, b):
    tu.assert_allclose(a, b)


def test_allclose_has_the_tolerances_of_numpy():
    with pytest.raises(AssertionError, match=r"exceeds tolerance rtol=1\.000000e-07, atol=0"):
        tu.assert_allclose(ONES, ONES + 1e-6)


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_almost_equal_has_the_tolerances_of_float64(dtype):
    assert not tu.almost_equal(np.full(2, 1e-4, dtype), np.zeros(2, dtype))
    assert not tu.almost_equal(np.full(2, 100, dtype), np.full(2, 100.1, dtype))
    assert tu.almost_equal(np.full(2, 1e-4, dtype), np.zeros(2, dtype), atol=1e-3)


@pytest.mark.parametrize(
    ("a", "b", "options", "words"),
    [
        (ONES, ONES + 1e-3, {}, "Error 99.900100 exceeds tolerance rtol=1.000000e-05, atol=1.000000e-20 (mismatch 100"),
        (ONES, ONES + 1e-3, {"names": ("x", "y")}, "Location of maximum error: (0, 0), x=1.00000000, y=1.00100000"),
        (ONES, ONES + 1e-3, {"mismatches": (2, 2)}, "(mismatch at least 50.000000%)"),
        (np.array([np.nan, 1]), np.array([np.nan, 1]), {}, "Error nan"),
        (np.array([np.inf]), np.array([1.0]), {}, "Error inf"),
        (mx.nd.ones((2,)), mx.nd.ones((2,)) * 1.1, {}, "Error 90.0901"),
        (np.array([1, 2]), np.array([1, 3]), {}, "(1,), a=2.00000000, b=3.00000000"),
        (1.0, 1.1, {}, "Error 9090.909091"),
        (ONES, np.ones(3), {"use_broadcast": False}, "a.shape = (2, 3) and b.shape = (3,) are not equal"),
    ],
)
def test_not_almost_equal(a, b, options, words):
    with pytest.raises(AssertionError) as caught:
        tu.assert_almost_equal(a, b, **options)
    assert words in str(caught.value)


def test_the_largest_errors_are_printed_first(capsys):
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(np.zeros(4), np.array([0, 1, 0, 3]), rtol=0.1, atol=1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "*** Maximum errors for vector of size 4:  rtol=0.1, atol=1"
    assert lines[3] == "  1: Error 2.307692  Location of error: (3,), a=0.00000000, b=3.00000000"


def test_shapes_that_do_not_broadcast():
    with pytest.raises(ValueError, match="broadcast"):
        tu.assert_almost_equal(np.ones((2, 3)), np.ones((2, 4)))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [(ONES, ONES, True), (ONES, np.ones((3, 2)), False), (np.array([np.nan]), np.array([np.nan]), False),
     (mx.nd.ones((2,)), mx.nd.ones((2,)), True)],
)  # fmt: skip
def test_same_compares_shapes_and_values(a, b, expected):
    assert tu.same(a, b) == expected


def test_nan_can_be_ignored():
    tu.assert_almost_equal_ignore_nan(np.array([np.nan, 1.0]), np.array([3.0, 1.0]))
    with pytest.raises(AssertionError):
        tu.assert_almost_equal_ignore_nan(np.array([np.nan, 1.0]), np.array([3.0, 2.0]))


def test_a_part_may_differ():
    a, b = np.zeros(10), np.r_[np.zeros(8), 1, 1]
    tu.assert_almost_equal_with_err(a, b, etol=0.2)
    with pytest.raises(AssertionError):
        tu.assert_almost_equal_with_err(a, b, etol=0.1)
    with pytest.raises(AssertionError):
        tu.assert_almost_equal_with_err(a, b)


def test_tuples_of_arrays():
    tu.compare_ndarray_tuple((mx.nd.ones(1), (None, mx.nd.ones(2))), (mx.nd.ones(1), (None, mx.nd.ones(2))))
    tu.compare_ndarray_tuple(None, None)
    with pytest.raises(AssertionError):
        tu.compare_ndarray_tuple((mx.nd.ones(1), (mx.nd.ones(2),)), (mx.nd.ones(1), (mx.nd.zeros(2),)))


def test_same_array():
    array = mx.nd.ones((2,))
    assert tu.same_array(array, array)
    assert tu.same_array(array, array[:])
    assert not tu.same_array(array, array.copy())
    assert array.asnumpy().tolist() == [1, 1]


def test_symbols_of_the_same_structure():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    assert tu.same_symbol_structure(mx.sym.relu(a), mx.sym.relu(b))
    assert not tu.same_symbol_structure(mx.sym.relu(a), mx.sym.exp(b))
    assert not tu.same_symbol_structure(a + b, a + a)
