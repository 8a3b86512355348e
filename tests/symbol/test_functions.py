"""Functions of mx.sym that are more than an operator: creation, histogram, split, random numbers."""

from __future__ import annotations

import json

import mxnet as mx
import numpy as np
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")
F = {"dtype": "float32"}
SPLIT = {"indices": "[]", "axis": "0", "squeeze_axis": "False", "sections": "2"}


def last(symbol):
    node = json.loads(symbol.tojson())["nodes"][-1]
    return node["op"], node["name"], node.get("attrs", {}), len(node["inputs"])


@pytest.mark.parametrize(
    ("make", "op", "name", "attrs"),
    [
        (lambda: mx.sym.zeros((2, 3)), "_zeros", "_zeros0", {"shape": "(2, 3)", **F}),
        (lambda: mx.sym.ones(3, dtype="int32", name="o"), "_ones", "o", {"shape": "3", "dtype": "int32"}),
        (lambda: mx.sym.full((2,), 1.5), "_full", "_full0", {"shape": "(2,)", "value": "1.5", **F}),
        (
            lambda: mx.sym.arange(5),
            "_arange",
            "_arange0",
            {"start": "5", "stop": "None", "step": "1.0", "repeat": "1", "infer_range": "False", **F},
        ),
        (
            lambda: mx.sym.linspace(0, 1, 5, False, "n", "float64"),
            "_linspace",
            "n",
            {"start": "0", "stop": "1", "num": "5", "endpoint": "False", "dtype": "float64"},
        ),
        (lambda: mx.sym.eye(3, k=1), "_eye", "_eye0", {"N": "3", "M": "0", "k": "1", **F}),
        (lambda: mx.sym.random.uniform(), "_random_uniform", "_random_uniform0", {"low": "0", "high": "1"}),
        (
            lambda: mx.sym.random.randn(2, 3, scale=2),
            "_random_normal",
            "_random_normal0",
            {"loc": "0", "scale": "2", "shape": "(2, 3)"},
        ),
        (
            lambda: mx.sym.random.normal(0, 1, dtype=np.float64),
            "_random_normal",
            "_random_normal0",
            {"loc": "0", "scale": "1", "dtype": "float64"},
        ),
        (lambda: mx.sym.random.exponential(2), "_random_exponential", "_random_exponential0", {"lam": "0.5"}),
        (lambda: mx.sym.random.randint(0, 5), "_random_randint", "_random_randint0", {"low": "0", "high": "5"}),
    ],
)
def test_creation(make, op, name, attrs):
    assert last(make()) == (op, name, attrs, 0)


@pytest.mark.parametrize(
    ("make", "op", "attrs", "inputs"),
    [
        (lambda: mx.sym.random.uniform(A, B), "_sample_uniform", {}, 2),
        (lambda: mx.sym.random.normal(A, B, shape=3), "_sample_normal", {"shape": "3"}, 2),
        (lambda: mx.sym.random.exponential(A), "_sample_exponential", {}, 1),
        (lambda: mx.sym.random.gamma(A, B), "_sample_gamma", {}, 2),
        (lambda: mx.sym.random.poisson(A), "_sample_poisson", {}, 1),
        (lambda: mx.sym.random.negative_binomial(A, B), "_sample_negative_binomial", {}, 2),
        (
            lambda: mx.sym.random.generalized_negative_binomial(A, B),
            "_sample_generalized_negative_binomial",
            {},
            2,
        ),
        (lambda: mx.sym.random.multinomial(A), "_sample_multinomial", {"get_prob": "True", "dtype": "int32"}, 1),
        (lambda: mx.sym.random.shuffle(A), "_shuffle", {}, 1),
        (
            lambda: mx.sym.split_v2(A, 2),
            "_split_v2",
            {"indices": "[]", "axis": "0", "squeeze_axis": "False", "sections": "2"},
            1,
        ),
    ],
)
def test_of_symbols(make, op, attrs, inputs):
    got = last(make())
    assert (got[0], got[2], got[3]) == (op, attrs, inputs)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: mx.sym.random.uniform("x", 1), ValueError),
        (lambda: mx.sym.random.uniform(A, 1), AssertionError),
        (lambda: mx.sym.random.uniform(1, A), AssertionError),
        (lambda: mx.sym.random.randint(A, B), TypeError),
        (lambda: mx.sym.random.shuffle(3), AssertionError),
        (lambda: mx.sym.zeros((2,), foo=3), mx.MXNetError),
        (lambda: mx.sym.full((2,), "x"), ValueError),
        (lambda: mx.sym.histogram(A), ValueError),
        (lambda: mx.sym.histogram(A, 5.0), ValueError),
        (lambda: mx.sym.split_v2(A, [1]), ValueError),
        (lambda: mx.sym.nothing, AttributeError),
        (lambda: mx.sym.contrib.nothing, AttributeError),
    ],
)
def test_what_is_refused(make, error):
    with pytest.raises(error):
        make()


def test_the_parts_of_a_split():
    parts = mx.sym.split_v2(A, (1, 3), axis=1)
    assert [item.asnumpy().tolist() for item in parts.eval(a=mx.nd.array([[0, 1, 2, 3]]))] == [[[0]], [[1, 2]], [[3]]]


def test_lengths_left_open_follow_from_the_graph():
    total = mx.sym.zeros((0, 2)) + A + mx.sym.full((0, 0), 3)
    assert total.eval(a=mx.nd.ones((1, 2)))[0].asnumpy().tolist() == [[4, 4]]
