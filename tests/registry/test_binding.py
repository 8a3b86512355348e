"""Generated functions and the places where they appear."""

from __future__ import annotations

import inspect

import mxnet as mx
import numpy as np
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


def test_attributes_of_the_last_call_are_told_from_equal_ones():
    x = mx.nd.array([[-1, 2], [3, -4]])
    assert mx.nd.sum(x, axis=1).asnumpy().tolist() == [1, -1]
    for axis in (True, 1.0):
        with pytest.raises(mx.MXNetError):
            mx.nd.sum(x, axis=axis)
    assert mx.nd.sum(x, axis=0).asnumpy().tolist() == [2, -2]
    assert mx.nd.sum(x, axis=[0, 1]).asnumpy().tolist() == [0]
    axes = [1]
    assert mx.nd.sum(x, axis=axes).asnumpy().tolist() == [1, -1]
    axes[0] = 0
    assert mx.nd.sum(x, axis=axes).asnumpy().tolist() == [2, -2]


def test_zeros_of_both_signs_are_attributes_of_their_own():
    for bound in (0.0, -0.0, 0.0):
        result = mx.nd.clip(mx.nd.array([-1.0]), bound, 5).asnumpy()
        assert np.signbit(result[0]) == np.signbit(bound)


def test_a_dtype_that_is_none_is_the_default_of_numpy_at_every_call():
    x = mx.nd.ones((2,))
    types = [mx.nd.cast(x, dtype=dtype).dtype for dtype in (None, None, "float16", np.float16, None, "int32", "int32")]
    assert [np.dtype(item).name for item in types] == [
        "float64", "float64", "float16", "float16", "float64", "int32", "int32"
    ]  # fmt: skip
