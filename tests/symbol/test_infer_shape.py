"""What inference finds out about shapes, in both directions, and what it says where it cannot."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")


def dense():
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")


def head():
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(dense(), name="bn"), name="softmax")


@pytest.mark.parametrize(
    ("make", "given", "expected"),
    [
        (dense, {"data": (2, 4)}, ([(2, 4), (3, 4), (3,)], [(2, 3)], [])),
        (dense, {"data": (np.int64(2), np.int32(4))}, ([(2, 4), (3, 4), (3,)], [(2, 3)], [])),
        (head, {"data": (2, 4)}, ([(2, 4), (3, 4), (3,), (3,), (3,), (2,)], [(2, 3)], [(3,), (3,)])),
        (lambda: A + B, {"a": (2, 3)}, ([(2, 3), (2, 3)], [(2, 3)], [])),
        (lambda: A + B, {"b": (2, 3)}, ([(2, 3), (2, 3)], [(2, 3)], [])),
        (lambda: mx.sym.Group([A, B]), {"a": (1,), "b": (2,)}, ([(1,), (2,)], [(1,), (2,)], [])),
        (lambda: mx.sym.Variable("x", shape=(2, 3)) + A, {}, ([(2, 3), (2, 3)], [(2, 3)], [])),
        (lambda: mx.sym.Variable("x", shape=(2, 3)) + A, {"x": (2, 4)}, ([(2, 4), (2, 4)], [(2, 4)], [])),
        (lambda: mx.sym.zeros((0, 4)) + A, {"a": (3, 4)}, ([(3, 4)], [(3, 4)], [])),
        (lambda: mx.sym.zeros((2,)), {}, ([], [(2,)], [])),
        # what an operator computes is known, nothing, too
        (lambda: mx.sym.slice(A, begin=(0, 0), end=(0, 1)), {"a": (2, 3)}, ([(2, 3)], [(0, 1)], [])),
        (lambda: mx.sym.relu(mx.sym.slice(A, begin=(1,), end=(1,))), {"a": (2, 3)}, ([(2, 3)], [(0, 3)], [])),
        (lambda: mx.sym.one_hot(A, depth=0), {"a": (2, 3)}, ([(2, 3)], [(2, 3, 0)], [])),
        (lambda: mx.sym.sum(A), {"a": (2, 3)}, ([(2, 3)], [(1,)], [])),
    ],
)
def test_all_shapes_follow(make, given, expected):
    assert make().infer_shape(**given) == expected


@pytest.mark.parametrize(
    ("make", "given", "expected"),
    [
        (dense, {}, ([(), (), ()], [()], [])),
        (dense, {"data": (0, 4)}, ([(0, 4), (3, 4), (3,)], [(0, 3)], [])),
        (dense, {"fc_weight": (3, 4)}, ([(), (3, 4), ()], [()], [])),
        (head, {"data": (0, 4)}, ([(0, 4), (3, 4), (3,), (3,), (3,), (0,)], [(0, 3)], [(3,), (3,)])),
        (lambda: A + B, {"a": (2, 0), "b": (0, 3)}, ([(2, 3), (2, 3)], [(2, 3)], [])),
        (
            lambda: mx.sym.Convolution(A, kernel=(3, 3), num_filter=2),
            {"a": (0, 3, 0, 8)},
            ([(0, 3, 0, 8), (2, 3, 3, 3), (2,)], [(0, 2, 0, 6)], []),
        ),
        (lambda: mx.sym.reshape(A, shape=(2, -1)), {"a": (0, 3)}, ([(0, 3)], [(2, 0)], [])),
        (lambda: mx.sym.transpose(A), {"a": (0, 3)}, ([(0, 3)], [(3, 0)], [])),
        (lambda: mx.sym.split(A, num_outputs=2), {"a": (0, 4)}, ([(0, 4)], [(0, 2), (0, 2)], [])),
        (lambda: mx.sym.where(A, B, B), {"a": (0, 2), "b": (0, 2)}, ([(0, 2), (0, 2)], [()], [])),
        (lambda: mx.sym.where(A, B, mx.sym.zeros((0, 0))), {"a": (3, 2), "b": (3, 2)}, ([(3, 2)] * 2, [(3, 2)], [])),
        (lambda: mx.sym.Variable("x", shape=5), {}, ([(5,)], [(5,)], [])),
        *(
            (lambda: mx.sym.broadcast_mul(A, B), {"a": a, "b": b}, ([a, b], [out], []))
            for a, b, out in [
                ((0, 5), (0,), (0, 0)),
                ((5, 0), (3,), (5, 0)),
                ((5, 0), (1, 5), (5, 0)),
                ((4,), (2, 0), (2, 0)),
                ((1, 0), (0, 5), (0, 0)),
                ((2, 3, 0), (0, 5), (2, 0, 0)),
            ]
        ),
        *(
            (lambda axes=axes: mx.sym.slice_like(A, B, axes=axes), {"a": a, "b": b}, ([a, b], [out], []))
            for a, b, axes, out in [
                ((3, 4), (0, 0), (), (0, 0)),
                ((3, 4), (0, 0), (0,), (0, 4)),
                ((3, 4, 5), (2, 0), (0, 1), (2, 0, 5)),
            ]
        ),
    ],
)
def test_what_is_known_in_part(make, given, expected):
    assert make().infer_shape_partial(**given) == expected


@pytest.mark.parametrize(
    ("make", "given", "names"),
    [
        (dense, {}, ["data: ()", "fc_weight: ()", "fc_bias: ()"]),
        (dense, {"data": (0, 4)}, ["data: (0, 4)"]),
        (head, {"softmax_label": (3,)}, ["data: ()", "fc_weight: ()", "fc_bias: ()", "bn_gamma: ()", "bn_beta: ()"]),
    ],
)
def test_what_stays_unknown_is_a_warning(make, given, names):
    with pytest.warns(UserWarning, match="0s in shape means unknown") as caught:
        assert make().infer_shape(**given) == (None, None, None)
    assert str(caught[0].message).split("\n\t")[1:] == names


@pytest.mark.parametrize(
    ("make", "given", "told"),
    [
        (dense, {"data": (2, 4), "fc_weight": (5, 4)}, r"fc.*\n?.*3, ?4|5, ?4"),
        (lambda: A + B, {"a": (2, 3), "b": (2, 4)}, r"_plus0.*2, ?3.*2, ?4"),
        (head, {"data": (2, 4), "softmax_label": (3,)}, "softmax"),
        (lambda: mx.sym.dot(A, B), {"a": (2, 3), "b": (4, 3)}, "dot0"),
        (lambda: mx.sym.broadcast_add(A, B), {"a": (2, 4), "b": (3, 4)}, "broadcast_add0"),
        (dense, {"nothing": (2,)}, r"nothing not found"),
        (dense, {"data": (-2, 3)}, "-2"),
        (lambda: mx.sym.Variable("x", shape="q"), {}, "attribute"),
    ],
)
def test_contradictions_are_errors(make, given, told, capsys):
    with pytest.raises(mx.MXNetError, match=f"(?s){told}") as caught:
        make().infer_shape(**given)
    assert len(str(caught.value).split("\n")) < 12
    printed = [f"  {key}: {value}" for key, value in given.items()]
    assert capsys.readouterr().out.splitlines() == ["infer_shape error. Arguments:", *printed]


@pytest.mark.parametrize(
    ("args", "given", "error"),
    [
        ((), {"data": 3}, TypeError),
        ((), {"data": [2, 4]}, TypeError),
        ((), {"data": None}, TypeError),
        ((), {"data": (2.5, 3)}, TypeError),
        ((), {"data": (2, "x")}, TypeError),
        ((1, (3, 4)), {}, TypeError),
        (((2, 4),), {"data": (2, 4)}, ValueError),
        (((1, 2), (3, 4), (3,), (4,)), {}, mx.MXNetError),
    ],
)
def test_what_is_no_shape_is_refused(args, given, error):
    with pytest.raises(error):
        dense().infer_shape(*args, **given)


@pytest.mark.parametrize(
    ("make", "given", "expected"),
    [
        (dense, {"data": (-1, 4)}, ([(-1, 4), (3, 4), (3,)], [(-1, 3)], [])),
        (dense, {"data": (0, 4)}, ([(0, 4), (3, 4), (3,)], [(0, 3)], [])),
        (dense, {}, ([None, None, None], [None], [])),
        (lambda: A + B, {"a": ()}, ([(), ()], [()], [])),
        (lambda: mx.sym.Variable("x", shape=(0, 2)), {}, ([(0, 2)], [(0, 2)], [])),
    ],
)
def test_numpys_semantics_of_unknown(make, given, expected):
    with mx.util.np_shape(True):
        assert make().infer_shape_partial(**given) == expected


@pytest.mark.parametrize(("data", "label"), [((0, 1), (4,)), ((0, 0), (4,)), ((4, 0), (0,)), ((0, 2), (8,))])
def test_labels_may_have_fewer_axes_than_data_known_in_part(data, label):
    loss = mx.sym.LinearRegressionOutput(A, B)
    assert loss.infer_shape_partial(a=data, b=label)[0] == [data, label]


# -- what 1.9.1 does not do


def test_shapes_by_position():
    assert dense().infer_shape((2, 4))[1] == [(2, 3)]
    assert dense().infer_shape_partial(None, (3, 4))[0] == [(), (3, 4), ()]


def test_variables_of_one_name_are_one():
    both = mx.sym.Group([dense(), dense()(data=mx.sym.Variable("other"))])
    assert both.infer_shape(data=(2, 4), other=(5, 4)) == ([(2, 4), (3, 4), (3,), (5, 4)], [(2, 3), (5, 3)], [])
    with pytest.raises(mx.MXNetError, match="fc"):
        both.infer_shape(data=(2, 4), other=(5, 7))


def test_variables_of_one_name_must_agree():
    clash = mx.sym.Variable("x", shape=(2,)) + mx.sym.Variable("x", shape=(3,))
    with pytest.raises(mx.MXNetError, match="two variables are called 'x'"):
        clash.infer_shape()


def test_copies_of_a_variable_must_agree():
    x = mx.sym.Variable("x", shape=(2,))
    other = x.__copy__()
    other._set_attr(__shape__="(3,)")
    with pytest.raises(mx.MXNetError, match="variable x"):
        (x + other).infer_shape()


def test_an_error_names_node_operator_input_expected_and_given():
    with pytest.raises(mx.MXNetError) as caught:
        dense().infer_shape(data=(2, 4), fc_weight=(5, 4))
    assert str(caught.value).split("\n") == [
        "Error in operator fc (FullyConnected): weight: expected (3, 4), got (5, 4)",
        "  data = data: (2, 4)",
        "  weight = fc_weight: (5, 4)",
        "  bias = fc_bias: unknown",
    ]


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_weights_follow_where_all_lengths_of_the_data_are_unknown(dims):
    data = mx.sym.Variable("data", shape=(0,) * (dims + 2))
    convolved = mx.sym.Convolution(data, kernel=(3,) * dims, num_filter=4, name="conv")
    assert convolved.infer_shape_partial()[0][1:] == [(4, 0, *(3,) * dims), (4,)]
    assert convolved.infer_shape_partial()[1] == [(0, 4, *(0,) * dims)]


@pytest.mark.parametrize(
    ("head", "shape"),
    [
        (mx.sym.SoftmaxOutput, (2, 3)),
        (lambda x, y: mx.sym.SoftmaxOutput(x, y, multi_output=True), (2, 3, 4)),
        (mx.sym.SVMOutput, (3,)),
        (mx.sym.LinearRegressionOutput, (2, 1)),
    ],
)
def test_data_that_is_its_own_label_follows_from_the_output(head, shape):
    """1.9.1 finds nothing from outputs of losses, and takes data as their own labels where these are known."""
    symbol = head(A, A) + B
    result = [symbol.infer_shape(**{name: shape}) for name in ("a", "b") if name == "b" or len(shape) > 1]
    assert all(item == ([shape, shape], [shape], []) for item in result)
