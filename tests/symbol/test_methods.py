"""Operators as methods of symbols."""

from __future__ import annotations

import inspect
import json

import mxnet as mx
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")


def last(symbol):
    node = json.loads(symbol.tojson())["nodes"][-1]
    return node["op"], node["name"], node.get("attrs", {})


@pytest.mark.parametrize(
    ("make", "op", "name", "attrs"),
    [
        (lambda: A.exp(), "exp", "exp0", {}),
        (lambda: A.reshape((2, 3)), "Reshape", "reshape0", {"shape": "(2, 3)"}),
        (lambda: A.sum(axis=1, name="total"), "sum", "total", {"axis": "1"}),
        (lambda: A.astype("int32"), "Cast", "cast0", {"dtype": "int32"}),
        (lambda: A.expand_dims(1, inplace=True), "expand_dims", "expand_dims0", {"axis": "1"}),
        (lambda: A.flatten(True), "Flatten", "flatten0", {}),
        (lambda: A.squeeze(), "squeeze", "squeeze0", {"axis": "None"}),
        (lambda: A.diag(1), "diag", "diag0", {"k": "1"}),
        (lambda: A.clip(0, 1), "clip", "clip0", {"a_min": "0", "a_max": "1"}),
        (lambda: A.take(B), "take", "take0", {}),
        (lambda: A.flip(0), "reverse", "flip0", {"axis": "0"}),
        (lambda: A.swapaxes(0, 1), "SwapAxis", "swapaxes0", {"dim1": "0", "dim2": "1"}),
        (lambda: A.split(2), "SliceChannel", "split0", {"num_outputs": "2"}),
        (
            lambda: A.split_v2((1, 3)),
            "_split_v2",
            "_split_v20",
            {"indices": "[0, 1, 3]", "axis": "0", "squeeze_axis": "False", "sections": "0"},
        ),
    ],
)
def test_a_method_applies_its_operator(make, op, name, attrs):
    assert last(make()) == (op, name, attrs)


@pytest.mark.parametrize("name", ["as_in_context", "asnumpy", "asscalar", "backward", "copy", "detach", "wait_to_read"])
def test_what_needs_values_says_so(name):
    with pytest.raises(mx.base.NotImplementedForSymbol, match=name):
        getattr(A, name)()


@pytest.mark.parametrize("parts", [[1], "x"])
def test_split_v2_takes_a_number_or_a_tuple(parts):
    with pytest.raises(ValueError, match="indices_or_sections"):
        A.split_v2(parts)


def test_a_symbol_is_of_the_nd_kind():
    assert A.as_nd_ndarray().list_arguments() == ["a"]


def test_the_class_shows_what_a_method_takes():
    assert list(inspect.signature(mx.sym.Symbol.mean).parameters)[:3] == ["data", "axis", "keepdims"]
    assert mx.sym.Symbol.mean.__doc__ == mx.sym.mean.__doc__
