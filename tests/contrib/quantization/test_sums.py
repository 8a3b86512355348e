"""Quantized fused sums overwrite their addend where nothing uses it afterwards, and only there."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.graph import passes
from mxnet.kernels.quantized_convolution import QuantizedConvolution

from tests.contrib.quantization import networks


def _conv(data: Any, name: str, **attrs: Any) -> Any:
    return mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=4, name=name, **attrs)


def _relu(data: Any, name: str) -> Any:
    return mx.sym.Activation(data, act_type="relu", name=name)


def _blocks(number: int, relu: bool = True) -> Any:
    first = _relu(_conv(mx.sym.var("data"), "c"), "r")
    for i in range(number):
        total = mx.sym.elemwise_add(_conv(_relu(_conv(first, f"a{i}"), f"ra{i}"), f"b{i}"), first, name=f"s{i}")
        first = _relu(total, f"r{i}") if relu else total
    return first


def _needed_later() -> Any:
    first = _relu(_conv(mx.sym.var("data"), "c"), "r")
    total = _relu(mx.sym.elemwise_add(_conv(first, "a"), first, name="s"), "rs")
    return mx.sym.concat(_conv(total, "b"), first, name="join")


def _shown() -> Any:
    first = _relu(_conv(mx.sym.var("data"), "c"), "r")
    return mx.sym.Group([first, _relu(mx.sym.elemwise_add(_conv(first, "a"), first, name="s"), "rs")])


GRAPHS = {
    "blocks": (lambda: _blocks(3), 3),
    "without ReLU": (lambda: _blocks(2, relu=False), 2),
    "needed later": (_needed_later, 0),
}


def _quantized(graph: Any) -> Any:
    data, arguments, _ = networks.values("sums", graph)
    result, args, _ = mx.contrib.quantization.quantize_model_mkldnn(
        graph,
        {key: mx.nd.array(item) for key, item in arguments.items()},
        {},
        label_names=None,
        calib_mode="naive",
        calib_data=mx.io.NDArrayIter(data, None, len(data)),
        quantized_dtype="auto",
    )
    return result, args, data


@pytest.mark.parametrize("name", GRAPHS)
def test_the_numbers_stay(name: str, monkeypatch: pytest.MonkeyPatch, fast_kernels: None) -> None:
    make, number = GRAPHS[name]
    new, args, data = _quantized(make())
    owned: list[bool] = []
    addend = QuantizedConvolution._addend
    monkeypatch.setattr(
        QuantizedConvolution, "_addend", lambda self, *given: owned.append(given[-1]) or addend(self, *given)
    )
    result = networks.run(new, data, args, {})
    assert sum(owned) == number
    monkeypatch.setenv(passes.VARIABLE, "fuse_quantized")
    np.testing.assert_array_equal(networks.run(new, data, args, {}), result)


def test_what_is_shown_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    new, args, data = _quantized(_shown())
    executor = new.bind(mx.cpu(), {**args, "data": mx.nd.array(data)}, grad_req="null")
    result = [item.asnumpy() for item in executor.forward()]
    monkeypatch.setenv(passes.VARIABLE, "fuse_quantized")
    executor = new.bind(mx.cpu(), {**args, "data": mx.nd.array(data)}, grad_req="null")
    for got, want in zip(result, executor.forward(), strict=True):
        np.testing.assert_array_equal(got, want.asnumpy())
