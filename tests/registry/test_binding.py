"""Generated functions and the places where they appear."""

from __future__ import annotations

import inspect

import pytest
from mxnet.core.params import NULL
from mxnet.registry.binding import make_function, places
from mxnet.registry.op import Op


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("dot", [("", "dot")]),
        ("_plus_scalar", [("_internal", "_plus_scalar")]),
        ("_contrib_box_nms", [("_internal", "_contrib_box_nms"), ("contrib", "box_nms")]),
        ("_linalg_gemm", [("_internal", "_linalg_gemm"), ("linalg", "gemm")]),
    ],
)
def test_an_operators_name_says_where_it_appears(name, expected):
    assert list(places(name)) == expected


def test_a_generated_function_has_the_operators_signature():
    def scaled(data, *, scale: float, shift: float = 0.0):
        """Return ``data * scale + shift``."""

    calls = []
    op = Op("scaled", scaled)
    eager = make_function(op, "scaled", lambda *args: calls.append(args), symbolic=False, module="m")
    assert str(inspect.signature(eager)) == "(data=None, scale=_Null, shift=_Null, out=None, name=None, **kwargs)"
    assert eager.__doc__.startswith("Return ``data * scale + shift``.")
    assert "scale : float, required" in eager.__doc__
    eager(1, 2.0)
    assert calls == [(op, "scaled", (1,), {"scale": 2.0, "shift": NULL}, None)]
    symbolic = make_function(op, "scaled", lambda *args: calls.append(args), symbolic=True, module="m")
    assert list(inspect.signature(symbolic).parameters)[-4:] == ["name", "attr", "out", "kwargs"]
    symbolic(1, 2.0, name="n", attr={"a": "b"})
    assert calls[-1] == (op, "scaled", (1,), {"scale": 2.0, "shift": NULL}, "n", {"a": "b"})


def test_a_variadic_function_takes_any_number_of_inputs():
    def joined(*data, dim: int = 1):
        """Join."""

    calls = []
    function = make_function(Op("joined", joined, count="num_args"), "joined", lambda *a: calls.append(a), False, "m")
    function(1, 2, 3, dim=0)
    assert calls[0][2:4] == ((1, 2, 3), {"dim": 0})
