"""Environment variables that hold numbers: what is none is one error that names the variable and its value."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.core import environment
from mxnet.graph.codegen import _interpreted_runs
from mxnet.kvstore.layout import large
from mxnet.optimizer.sgd import aggregation_size


@pytest.mark.parametrize(("text", "value"), [(None, 7), ("", 7), (" 3 ", 3), ("0", 0), ("123456", 123456)])
def test_numbers(monkeypatch, text, value):
    monkeypatch.delenv("MXNET_X", raising=False)
    if text is not None:
        monkeypatch.setenv("MXNET_X", text)
    assert environment.integer("MXNET_X", 7) == value


@pytest.mark.parametrize("text", ["a", "1.5", "-1", "1e3", "²", "9" * 30, "0x10", "1_000"])
def test_what_is_no_number(monkeypatch, text):
    monkeypatch.setenv("MXNET_X", text)
    with pytest.raises(mx.MXNetError, match=f"environment variable MXNET_X: expected .* got '{text[:9]}"):
        environment.integer("MXNET_X", 7)


def test_the_least_value(monkeypatch):
    monkeypatch.setenv("MXNET_X", "0")
    with pytest.raises(mx.MXNetError, match="from 1 on, got '0'"):
        environment.integer("MXNET_X", 7, least=1)


READERS = {
    "MXNET_OPTIMIZER_AGGREGATION_SIZE": lambda: aggregation_size(4),
    "MXNET_KVSTORE_BIGARRAY_BOUND": large,
    "MXNET_INTERPRETED_RUNS": _interpreted_runs,
    "MXNET_UPDATE_ON_KVSTORE": lambda: mx.model._create_kvstore("local", 2, {"a": mx.nd.ones(2)}),
}


@pytest.mark.parametrize("name", READERS)
def test_every_reader_names_its_variable(monkeypatch, name):
    monkeypatch.setenv(name, "many")
    with pytest.raises(mx.MXNetError, match=f"{name}: expected a whole number .* got 'many'"):
        READERS[name]()


def test_a_backend_in_the_environment_is_named_with_its_variable(monkeypatch):
    monkeypatch.setenv("MXNET_BACKEND", "induktor")
    net = mx.gluon.nn.Dense(2, in_units=2)
    net.initialize()
    net.hybridize()
    with pytest.raises(mx.MXNetError, match="environment variable MXNET_BACKEND: 'induktor' is no backend") as caught:
        net(mx.nd.ones((1, 2)))
    assert "inductor" in str(caught.value)
    assert "_for_ts_" not in str(caught.value)  # nor others that are for PyTorch's tests
