"""Python's operators on symbols: which operator they make, how it is named, what it refuses."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")


def last(symbol):
    """Return operator, name and scalar of a symbol's node, as its JSON says."""
    import json

    node = json.loads(symbol.tojson())["nodes"][-1]
    return node["op"], node["name"], node.get("attrs", {}).get("scalar")


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: A + B, ("elemwise_add", "_plus0", None)),
        (lambda: A - B, ("elemwise_sub", "_minus0", None)),
        (lambda: A * B, ("elemwise_mul", "_mul0", None)),
        (lambda: A / B, ("elemwise_div", "_div0", None)),
        (lambda: A % B, ("_mod", "_mod0", None)),
        (lambda: A**B, ("_power", "_power0", None)),
        (lambda: A + 1, ("_plus_scalar", "_plusscalar0", "1")),
        (lambda: 1.5 + A, ("_plus_scalar", "_plusscalar0", "1.5")),
        (lambda: A - 1, ("_minus_scalar", "_minusscalar0", "1")),
        (lambda: 1 - A, ("_rminus_scalar", "_rminusscalar0", "1")),
        (lambda: A * (1 / 3), ("_mul_scalar", "_mulscalar0", "0.3333333333333333")),
        (lambda: A / 2, ("_div_scalar", "_divscalar0", "2")),
        (lambda: 2 / A, ("_rdiv_scalar", "_rdivscalar0", "2")),
        (lambda: A % 2, ("_mod_scalar", "_modscalar0", "2")),
        (lambda: 2 % A, ("_rmod_scalar", "_rmodscalar0", "2")),
        (lambda: A**2, ("_power_scalar", "_powerscalar0", "2")),
        (lambda: 2**A, ("_rpower_scalar", "_rpower_scalar0", "2")),
        (lambda: -A, ("_mul_scalar", "_mulscalar0", "-1.0")),
        (lambda: abs(A), ("abs", "abs0", None)),
        (lambda: A == B, ("_equal", "_equal0", None)),
        (lambda: A != 1, ("_not_equal_scalar", "_not_equal_scalar0", "1")),
        (lambda: A > B, ("_greater", "_greater0", None)),
        (lambda: A >= 1, ("_greater_equal_scalar", "_greater_equal_scalar0", "1")),
        (lambda: 1 > A, ("_lesser_scalar", "_lesser_scalar0", "1")),  # noqa: SIM300
        (lambda: A <= B, ("_lesser_equal", "_lesser_equal0", None)),
        (lambda: np.float32(1.5) * A, ("_mul_scalar", "_mulscalar0", "1.5")),
        (lambda: mx.sym.maximum(2, A), ("_maximum_scalar", "_maximumscalar0", "2")),
        (lambda: mx.sym.minimum(A, B), ("_minimum", "_minimum0", None)),
        (lambda: mx.sym.hypot(A, 2), ("_hypot_scalar", "_hypotscalar0", "2")),
        (lambda: mx.sym.power(2, A), ("_rpower_scalar", "_rpowerscalar0", "2")),
        (lambda: mx.sym.pow(A, 2), ("_power_scalar", "_powerscalar0", "2")),
    ],
)
def test_an_operator_makes_this_node(make, expected):
    assert last(make()) == expected


def test_functions_of_numbers_alone_give_numbers():
    assert [mx.sym.maximum(2, 3), mx.sym.minimum(2, 3), mx.sym.power(2, 3), mx.sym.hypot(3, 4)] == [3, 2, 8, 5]


@pytest.mark.parametrize("other", [None, "x", [1], np.ones(2)])
def test_other_operands_are_refused(other):
    with pytest.raises(TypeError, match="not supported"):
        A + other
    with pytest.raises(TypeError, match="not supported"):
        mx.sym.maximum(A, other)


@pytest.mark.parametrize("name", ["__iadd__", "__isub__", "__imul__", "__itruediv__", "__idiv__"])
def test_nothing_is_changed_in_place(name):
    with pytest.raises(mx.base.NotImplementedForSymbol):
        getattr(A, name)(1)


def test_a_comparison_is_no_truth_value_and_a_symbol_no_key():
    with pytest.raises(mx.base.NotImplementedForSymbol):
        bool(A == B)
    with pytest.raises(TypeError):
        hash(A)


def test_the_remainder_in_place_is_a_new_symbol():
    x = A
    x %= B
    assert last(x) == ("_mod", "_mod0", None)


def test_numpy_takes_a_symbol_as_one_object():
    a, b = mx.sym.var("a"), mx.sym.Group([mx.sym.var("b"), mx.sym.var("c")])
    assert [item is a for item in np.repeat([a], 3)] == [True] * 3
    assert np.array([a, b]).tolist() == [a, b]
