"""Errors about unknown names tell which known name is near."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.core.errors import nearest


@pytest.mark.parametrize(
    ("call", "error", "hint"),
    [
        (lambda x: mx.nd.FullyConnected(x, num_hiden=3), mx.MXNetError, "num_hidden"),
        (lambda x: mx.sym.Activation(mx.sym.var("a"), act_type="rellu"), mx.MXNetError, "relu"),
        (lambda x: mx.nd.FullyConected, AttributeError, "FullyConnected"),
        (lambda x: mx.sym.contrib.MultiBoxPior, AttributeError, "MultiBoxPrior"),
        (lambda x: mx.metric.create("acuracy"), AssertionError, "accuracy"),
        (
            lambda x: mx.sym.load_json(
                '{"nodes": [{"op": "FullyConected", "name": "a", "inputs": []}], "arg_nodes": [], "heads": [[0, 0, 0]]}'
            ),
            mx.MXNetError,
            "FullyConnected",
        ),
    ],
)
def test_the_nearest_name_is_told(call, error, hint):
    with pytest.raises(error, match=f"did you mean '{hint}'"):
        call(mx.nd.ones((2, 3)))


def test_nothing_is_told_of_names_that_are_near_to_none():
    assert nearest("frobnicate", ["relu", "tanh"]) == ""


def test_private_names_are_not_guessed():
    with pytest.raises(AttributeError) as caught:
        mx.nd._no_such_operator  # noqa: B018
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize(
    ("create", "hint"),
    [
        (lambda: mx.optimizer.create("sgd", momentm=0.9), "momentum"),
        (lambda: mx.optimizer.create("sgd", learning_rat=0.1), "learning_rate"),
        (lambda: mx.gluon.Trainer({}, "adam", {"epsilo": 1e-6}), "epsilon"),
        (lambda: mx.init.create("xavier", magnitud=2), "magnitude"),
        (lambda: mx.metric.create("top_k_accuracy", topk=3), "top_k"),
        (lambda: mx.metric.create("acc", frobnicate=3), None),
    ],
)
def test_the_nearest_argument_of_a_class_that_is_named_is_told(create, hint):
    told = rf"; did you mean '{hint}'\?" if hint else "; it takes axis, name, output_names, label_names"
    with pytest.raises(TypeError, match=rf"got an unexpected keyword argument '\w+'{told}$"):
        create()


@pytest.mark.parametrize("create", [mx.init.Xavier, lambda **kwargs: mx.init.create("xavier", **kwargs)])
def test_a_very_long_name_of_an_argument_is_shortened(create):
    with pytest.raises(TypeError, match=r"Xavier.__init__\(\) got an unexpected keyword argument '9999") as caught:
        create(**{"9" * 5000: 1})
    assert len(str(caught.value)) < 1500


def test_a_type_error_of_another_function_is_left_as_it_is(monkeypatch):
    class Wrong(mx.optimizer.Optimizer):
        def __init__(self, rate=1):
            int("1", bas=rate)

    monkeypatch.setitem(mx.optimizer.Optimizer.opt_registry, "wrong", Wrong)
    with pytest.raises(TypeError) as caught:
        mx.optimizer.create("wrong", rate=10)
    assert "did you mean" not in str(caught.value)
    assert caught.value.__cause__ is None
