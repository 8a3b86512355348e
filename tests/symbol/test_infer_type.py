"""What inference finds out about data types."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")
F16, F32, F64, I32 = np.float16, np.float32, np.float64, np.int32


def dense():
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")


@pytest.mark.parametrize(
    ("make", "given", "expected"),
    [
        (dense, {"data": "float32"}, ([F32] * 3, [F32], [])),
        (dense, {"fc_weight": np.float64}, ([F64] * 3, [F64], [])),
        (lambda: mx.sym.Variable("x", dtype="float16") + A, {}, ([F16, F16], [F16], [])),
        (lambda: mx.sym.Variable("x", dtype="float16") + A, {"x": "float32"}, ([F32, F32], [F32], [])),
        (lambda: mx.sym.cast(A, dtype="float16"), {"a": "int32"}, ([I32], [F16], [])),
        (lambda: mx.sym.BatchNorm(A), {"a": "float16"}, ([F16, F32, F32], [F16], [F32, F32])),
        (lambda: mx.sym.zeros((2,)), {}, ([], [F32], [])),
    ],
)
def test_all_types_follow(make, given, expected):
    assert make().infer_type(**given) == expected


def test_what_is_known_in_part():
    assert mx.sym.cast(A, dtype="float16").infer_type_partial() == ([None], [F16], [])
    assert (A + B).infer_type_partial() == ([None, None], [None], [])


def test_what_stays_unknown_is_a_warning():
    with pytest.warns(UserWarning, match="Cannot decide type") as caught:
        assert (A + B).infer_type() == (None, None, None)
    assert str(caught[0].message).split("\n\t")[1:] == ["a: None", "b: None"]


def test_a_contradiction_is_an_error(capsys):
    with pytest.raises(mx.MXNetError, match=r"(?s)fc.*expected float32, got float64"):
        dense().infer_type(data="float32", fc_weight="float64")
    assert capsys.readouterr().out.splitlines()[0] == "infer_type error. Arguments:"


def test_what_is_no_type_is_refused():
    with pytest.raises(TypeError):
        dense().infer_type(data="foo")
    with pytest.raises(mx.MXNetError, match="nothing not found"):
        dense().infer_type(nothing="float32")


def test_types_by_position():  # 1.9.1 fails
    assert dense().infer_type("float64")[1] == [F64]
