"""Operators as registered: what follows from a function's signature and its rules."""

from __future__ import annotations

from typing import Literal

import mxnet as mx
import pytest
import torch
from mxnet.core.errors import MXNetError
from mxnet.core.params import Positive, Shape
from mxnet.registry.infer import infer_shapes, infer_types
from mxnet.registry.op import OPS, Op, Params, get, op, register
from mxnet.registry.rules import elementwise


def affine(data, weight, bias=None, *, num_hidden: Positive, no_bias: bool = False, kind: Literal["a", "b"] = "a"):
    """Return ``data @ weight.T + bias``."""
    return torch.nn.functional.linear(data, weight, bias)


@pytest.fixture
def affine_op():
    new = Op("affine", affine)
    new.inputs(lambda p: ("data", "weight") if p.no_bias else ("data", "weight", "bias"))

    @new.shapes
    def _(p, s):
        if s.data is not None and s.data[-1] is not None:
            s.weight = (p.num_hidden, s.data[-1])
        if "bias" in s:
            s.bias = (p.num_hidden,)

    return new


def test_the_signature_is_the_interface(affine_op):
    assert affine_op.input_names == ("data", "weight", "bias")
    assert list(affine_op.attrs) == ["num_hidden", "no_bias", "kind"]
    assert affine_op.required == ("num_hidden",)
    assert affine_op.parse({"num_hidden": "4", "__lr_mult__": "2"}) == {"num_hidden": 4, "no_bias": False, "kind": "a"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "Required parameter num_hidden"),
        ({"num_hidden": "x"}, "num_hidden.*expect int"),
        ({"num_hidden": 0}, "exceed bound"),
        ({"num_hidden": 1, "colour": 2}, "Cannot find argument 'colour'"),
        ({"num_hidden": 1, "kind": "c"}, "valid values are"),
    ],
)
def test_bad_attributes_are_named(affine_op, given, message):
    with pytest.raises(MXNetError, match=message) as caught:
        affine_op.parse(given)
    assert "affine" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Embedding", {"input_dim": 0, "output_dim": 1}),
        ("Embedding", {"input_dim": 1, "output_dim": -1}),
        ("SliceChannel", {"num_outputs": 0}),
        ("RNN", {"state_size": 1, "num_layers": 1, "mode": "gru", "p": 2}),
        ("SoftmaxOutput", {"smooth_alpha": 1.5}),
        ("IdentityAttachKLSparseReg", {"sparseness_target": -1}),
        ("IdentityAttachKLSparseReg", {"momentum": 2}),
        ("_cvimresize", {"w": 0, "h": 1}),
        ("_cvimread", {"filename": "a", "flag": -1}),
    ],
)
def test_bounds_are_checked_when_a_symbol_is_composed(name, values):
    with pytest.raises(MXNetError, match="exceed bound"):
        get(name).parse(values)


def test_none_is_an_empty_tuple_where_that_is_the_default():
    x = mx.nd.arange(8).reshape((1, 2, 2, 2))
    assert mx.gluon.nn.Dropout(0.5, axes=None)(x).shape == x.shape
    assert mx.sym.Dropout(mx.sym.Variable("x"), axes=None).list_attr() == {"axes": "None"}
    assert mx.nd.Pooling(x, kernel=None, global_pool=True).asnumpy().ravel().tolist() == [3, 7]
    assert mx.nd.contrib.AdaptiveAvgPooling2D(x, output_size=None).asnumpy().ravel().tolist() == [1.5, 5.5]
    assert mx.nd.broadcast_axis(x, axis=None, size=None).shape == x.shape
    with pytest.raises(MXNetError, match="sizes"):
        mx.nd.contrib.MultiBoxPrior(x, sizes=None)


def test_inputs_depend_on_attributes(affine_op):
    assert affine_op.list_inputs(affine_op.parse({"num_hidden": 2})) == ("data", "weight", "bias")
    assert affine_op.list_inputs(affine_op.parse({"num_hidden": 2, "no_bias": "True"})) == ("data", "weight")


def test_shapes_are_deduced_by_rule_then_by_running(affine_op):
    p = affine_op.parse({"num_hidden": 4})
    assert infer_shapes(affine_op, p, [(2, 3), None, None], [None]) == ([(2, 3), (4, 3), (4,)], [(2, 4)])
    assert infer_shapes(affine_op, p, [None, None, None], [None]) == ([None, None, (4,)], [None])


def test_a_contradiction_names_the_input(affine_op):
    p = affine_op.parse({"num_hidden": 4})
    with pytest.raises(MXNetError, match=r"weight: expected \(4, 3\), got \(5, 3\)"):
        infer_shapes(affine_op, p, [(2, 3), (5, 3), None], [None])


def test_types_are_equal_both_ways_by_default(affine_op):
    p = affine_op.parse({"num_hidden": 4})
    assert infer_types(affine_op, p, [None, None, None], ["float16"]) == (["float16"] * 3, ["float16"])
    with pytest.raises(MXNetError, match="expected float32, got float64"):
        infer_types(affine_op, p, ["float32", "float64", None], [None])


def test_elementwise_shapes_flow_backwards():
    new = Op("both", lambda lhs, rhs: lhs + rhs, shapes=elementwise)
    assert infer_shapes(new, Params(), [None, (None, 3)], [(2, None)]) == ([(2, 3), (2, 3)], [(2, 3)])


def test_a_replaced_gradient_takes_the_place_of_pytorchs():
    new = Op("twice", _scaled)
    new.backward(lambda p, inputs, outputs, heads: (heads[0] * 10 * p.scale,))
    x = torch.ones(2, requires_grad=True)
    y = new(x, scale=3.0)
    assert y.tolist() == [3.0, 3.0]
    y.sum().backward()
    assert x.grad.tolist() == [30.0, 30.0]


def _scaled(data, *, scale: float = 2.0):
    """Return ``data * scale``."""
    return data * scale


def test_variadic_inputs_are_counted_by_their_attribute():
    def joined(*data, dim: Shape = ()):
        """Join."""
        return torch.cat(data)

    new = Op("joined", joined, count="num_args")
    assert new.list_inputs(new.parse({"num_args": "3"})) == ("arg0", "arg1", "arg2")


def test_names_are_taken_once():
    taken = next(iter(OPS))
    with pytest.raises(ValueError, match="taken"):
        register(Op(taken, _scaled))
    with pytest.raises(ValueError, match="taken"):
        op(taken)(_scaled)


def test_an_unknown_operator_is_an_mxnet_error():
    with pytest.raises(MXNetError, match="no_such_operator"):
        get("no_such_operator")


@pytest.mark.parametrize("given", ["no_type", 3])
def test_what_is_no_data_type_is_a_type_error(given):
    with pytest.raises(TypeError):
        mx.nd.cast(mx.nd.ones(2), given)
    with pytest.raises(TypeError):
        mx.sym.cast(mx.sym.var("x"), given)


def test_a_data_type_of_numpys_alone_is_an_mxnet_error():
    with pytest.raises(MXNetError):
        mx.nd.cast(mx.nd.ones(2), "complex64")


def test_kept_attributes_are_the_same_by_member_and_by_name():
    given = Params(scale=2.0, items=3)
    kept = given.kept()
    assert kept == given
    assert (kept.scale, kept["items"]) == (2.0, 3)
    assert dict(kept.items()) == given  # a dict's own members stay its own
    with pytest.raises(AttributeError, match="other"):
        kept.other  # noqa: B018 - raises


def test_attributes_of_another_operator_or_function_are_shared_with_their_defaults():
    def scaled(data, factor: float = 2.0, *, power: int):
        return data.pow(power) * factor

    first = Op("first", lambda data, **p: scaled(data, **p), attributes_of=scaled)
    second = Op("second", lambda data, *, power: None, attributes_of=first)

    def keeps_layout(data, *, power, factor: int = 3, last: bool = False, **p):
        return scaled(data, factor, power=power)

    third = Op("third", keeps_layout, attributes_of=scaled)
    assert float(first(torch.tensor(3.0), power=2)) == 18
    assert float(third(torch.tensor(3.0), power=1)) == 9
    assert [list(op.attrs) for op in (first, second, third)] == [["factor", "power"]] * 2 + [
        ["factor", "power", "last"]
    ]
    assert [op.attrs["factor"].default for op in (first, second, third)] == [2.0, 2.0, 3]
    assert first.required == second.required == ("power",)
    with pytest.raises(MXNetError, match="Cannot find argument 'facor'"):
        first.parse({"facor": 1, "power": 1})
