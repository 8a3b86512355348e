"""Composition: operators applied to symbols, symbols applied to symbols."""

from __future__ import annotations

import mxnet as mx
import pytest


def var(name):
    return mx.sym.Variable(name)


def dense(data=None, name="fc", **kwargs):
    return mx.sym.FullyConnected(data, num_hidden=3, name=name, **kwargs)


def test_missing_inputs_become_variables():
    assert dense().list_arguments() == ["fc_data", "fc_weight", "fc_bias"]
    assert dense(var("a"), bias=var("b")).list_arguments() == ["a", "fc_weight", "b"]
    assert dense(var("a"), no_bias=True).list_arguments() == ["a", "fc_weight"]


def test_states_are_listed_apart():
    net = mx.sym.BatchNorm(var("x"), name="bn")
    assert net.list_arguments() == ["x", "bn_gamma", "bn_beta"]
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert net.list_inputs() == ["x", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"]


def test_a_symbol_is_called_with_symbols_by_name():
    net = mx.sym.Activation(var("data"), act_type="relu", name="act")
    joined = net(data=dense(var("a")), name="joined")
    assert joined.list_arguments() == ["a", "fc_weight", "fc_bias"]
    assert (joined.name, net.name) == ("joined", "act")
    assert net.list_arguments() == ["data"]


def test_composition_works_on_a_private_copy():
    net = dense(var("data"))
    twin = net(data=var("other"))
    twin._set_attr(num_hidden="7")
    assert net.attr("num_hidden") == "3"
    assert twin.get_internals()["fc_output"].attr("num_hidden") == "7"


def test_compose_in_place():
    net = dense()
    net._compose(fc_data=var("a"), name="q")
    assert (net.list_arguments(), net.name) == (["a", "fc_weight", "fc_bias"], "q")


def test_variadic_inputs_by_position_or_name_or_missing():
    a, b = var("a"), var("b")
    assert mx.sym.concat(a, b, name="c").list_arguments() == ["a", "b"]
    assert mx.sym.concat(arg1=a, arg0=b, name="c").list_arguments() == ["b", "a"]
    assert mx.sym.concat(a, num_args=3, name="c").list_arguments() == ["a", "c_arg1", "c_arg2"]
    assert mx.sym.concat(a, b, dim=0).attr("num_args") == "2"


PAIR = mx.sym.SliceChannel(var("x"), num_outputs=2)


@pytest.mark.parametrize(
    ("error", "make"),
    [
        (mx.MXNetError, lambda: dense(foo=var("a"))),
        (mx.MXNetError, lambda: dense(var("a"), bias=var("b"), no_bias=True)),
        (mx.MXNetError, lambda: dense(PAIR)),
        (mx.MXNetError, lambda: mx.sym.concat(PAIR, dim=0)),
        (mx.MXNetError, lambda: mx.sym.concat(var("a"), var("b"), num_args=1)),
        (mx.MXNetError, lambda: mx.sym.concat()),
        (mx.MXNetError, lambda: mx.sym.concat(x=var("a"), y=var("b"))),
        (TypeError, lambda: mx.sym.concat(var("a"), arg1=var("b"))),
        (AssertionError, lambda: dense(3)),
        (AssertionError, lambda: mx.sym.concat([var("a"), var("b")])),
        (AttributeError, lambda: dense(var("a"), name=5)),
        (mx.MXNetError, lambda: dense()(foo=var("a"))),
        (mx.MXNetError, lambda: dense()(var("a"))),
        (mx.MXNetError, lambda: dense()(fc_data=PAIR)),
        (TypeError, lambda: dense()(fc_data=3)),
        (TypeError, lambda: dense()(3)),
        (TypeError, lambda: dense()(var("a"), fc_data=var("b"))),
        (mx.MXNetError, lambda: mx.sym.BatchNorm(var("a"), moving_mean=mx.sym.exp(var("b")))),
    ],
)
def test_what_does_not_fit_is_refused(error, make):
    with pytest.raises(error):
        make()


def test_the_error_lists_what_could_have_been_meant():
    with pytest.raises(mx.MXNetError, match=r"(?s)data not found.*\[0\]fc_data.*\[1\]fc_weight"):
        dense()(data=var("a"))


def test_an_operator_without_inputs_takes_any_name():
    new = mx.sym.zeros((2,), name="z")(name="new", data=var("a"))
    assert (new.name, new.list_arguments()) == ("new", [])
    with pytest.raises(mx.MXNetError, match="data not found"):
        (mx.sym.zeros((2,)) + 1)(data=var("a"))


def test_an_operator_by_itself():
    bare = dense(var("a"), lr_mult=2)._gen_atomic_symbol()
    assert (bare.name, bare.list_arguments(), bare.attr("num_hidden")) == ("", [], "3")
    assert PAIR._gen_atomic_symbol().list_outputs() == ["output0", "output1"]
    with pytest.raises(mx.MXNetError, match="nongrouped"):
        mx.sym.Group([bare, PAIR])._gen_atomic_symbol()


@pytest.mark.parametrize("variable", [lambda a: a, lambda a: (a + 1).get_internals()[0], lambda a: mx.sym.Group([a])])
def test_a_variable_has_nothing_to_replace(variable):
    a = mx.sym.var("a")
    with pytest.raises(mx.MXNetError):
        variable(a)(a=mx.sym.var("b"))


@pytest.mark.parametrize("draw", [mx.sym.random.randn, mx.sym.random.uniform, mx.sym.zeros])
def test_symbols_for_an_operator_without_inputs_are_dropped(draw):
    args = (2,) if draw is mx.sym.random.randn else (0, 1, (2,)) if draw is mx.sym.random.uniform else ((2,),)
    symbol = draw(*args, data=mx.sym.var("x"))
    assert symbol.list_arguments() == []
    assert symbol.infer_shape() == ([], [(2,)], [])


@pytest.mark.parametrize(
    ("call", "attribute"),
    [
        (lambda a: mx.sym.arange(1, a), "stop"),
        (lambda a: mx.sym.arange(0, 5, repeat=a), "repeat"),
        (lambda a: mx.sym.zeros(a), "shape"),
        (lambda a: mx.sym.ones(shape=a), "shape"),
        (lambda a: mx.sym.clip(var("x"), a_min=0, a_max=a), "a_max"),
        (lambda a: dense(var("x"), flatten=a), "flatten"),
        (lambda a: mx.sym.one_hot(var("x"), a), "depth"),
        (lambda a: var("x").reshape(a), "shape"),
    ],
)
def test_a_symbol_is_no_attribute(call, attribute):
    with pytest.raises(mx.MXNetError, match=rf"for {attribute}.*<Symbol a>"):
        call(var("a"))


def test_symbols_of_a_custom_operator_are_taken_by_name():
    @mx.operator.register("compose_named")
    class Named(mx.operator.CustomOpProp):
        def __init__(self, k="1"):
            super().__init__()

        def list_arguments(self):
            return ["data", "other"]

    net = mx.sym.Custom(data=var("x"), other=var("y"), k=2, op_type="compose_named")
    assert net.list_arguments() == ["x", "y"]
