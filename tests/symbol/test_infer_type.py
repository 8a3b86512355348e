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


_BOXES = [mx.sym.var(name) for name in ("a", "b", "c")]
#: 1.9.1's answers where nothing is given; of most others it raises, or knows nothing
WITHOUT_TYPES = {
    "MultiBoxPrior": (lambda: mx.sym.contrib.MultiBoxPrior(_BOXES[0]), "float32"),
    "MultiBoxTarget": (lambda: mx.sym.contrib.MultiBoxTarget(*_BOXES), "float32"),
    "MultiBoxDetection": (lambda: mx.sym.contrib.MultiBoxDetection(*_BOXES), "float32"),
    "Proposal": (lambda: mx.sym.contrib.Proposal(*_BOXES), "float32"),
    "MultiProposal": (lambda: mx.sym.contrib.MultiProposal(*_BOXES), "float32"),
    "InstanceNorm": (lambda: mx.sym.InstanceNorm(*_BOXES), "float32"),
    "Crop": (lambda: mx.sym.Crop(*_BOXES[:2]), "float32"),
    "softmax": (lambda: mx.sym.softmax(_BOXES[0], dtype="float64"), "float64"),
    "log_softmax": (lambda: mx.sym.log_softmax(_BOXES[0], dtype="float16"), "float16"),
}


@pytest.mark.parametrize("name", WITHOUT_TYPES)
def test_types_where_nothing_is_given(name):
    make, dtype = WITHOUT_TYPES[name]
    arguments, outputs, states = make().infer_type()
    assert {np.dtype(kind).name for kind in (*arguments, *outputs)} == {dtype}
    assert states == []
    assert make().infer_type_partial() == (arguments, outputs, states)


def test_what_is_said_elsewhere_counts_more():
    normal = mx.sym.InstanceNorm(*_BOXES) + mx.sym.var("d")
    assert {np.dtype(kind).name for kind in normal.infer_type(d="float16")[0]} == {"float16"}
    after = mx.sym.cast(mx.sym.InstanceNorm(mx.sym.var("x") * 2, *_BOXES[1:]), "float64")
    assert [np.dtype(kind).name for kind in after.infer_type()[0]] == ["float32"] * 3
