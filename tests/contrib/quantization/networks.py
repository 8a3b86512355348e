"""Small networks to be fused and quantized, for Apache MXNet 1.9.1 and for us."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np


def _conv(data: Any, name: str, **attrs: Any) -> Any:
    return mx.sym.Convolution(data, **{"kernel": (3, 3), "pad": (1, 1), "num_filter": 4, "name": name, **attrs})


def _relu(data: Any, name: str) -> Any:
    return mx.sym.Activation(data, act_type="relu", name=name)


def _norm(data: Any, name: str) -> Any:
    return mx.sym.BatchNorm(data, fix_gamma=False, name=name)


def _dense(data: Any, name: str, **attrs: Any) -> Any:
    return mx.sym.FullyConnected(data, num_hidden=4, name=name, **attrs)


def networks() -> dict[str, Any]:
    """Return symbols by name; each takes ``data``."""
    data = mx.sym.var("data")
    first = _relu(_conv(data, "c", no_bias=True), "r")
    return {
        "convolution": _conv(data, "c"),
        "normalized": _relu(_norm(_conv(data, "c"), "b"), "r"),
        "residual": _relu(mx.sym.elemwise_add(_norm(_conv(first, "c1"), "b"), first, name="s"), "r2"),
        "strided": _conv(data, "c", stride=(2, 2), kernel=(1, 1), pad=(0, 0), no_bias=True),
        "joined": _conv(mx.sym.Concat(_conv(data, "c1"), _relu(_conv(data, "c2"), "r"), dim=1, name="cc"), "c3"),
        "dense": _dense(_relu(_dense(data, "f"), "r"), "f2"),
        "no flattening": _dense(data, "f", flatten=False),
        "sum": _dense(mx.sym.elemwise_add(_relu(_conv(data, "c", num_filter=3), "r"), data, name="s"), "f"),
        "pooled": _dense(
            mx.sym.Pooling(first, global_pool=True, kernel=(1, 1), pool_type="avg", name="p"), "f", no_bias=True
        ),
        "tanh behind": mx.sym.Activation(_dense(data, "f"), act_type="tanh", name="t"),
    }


SHAPE = (2, 3, 5, 5)
#: what ranges are found from reaches farther than what is computed: 1.9.1's sums of two products end at 2**15 on
#: processors without VNNI
REACH = np.float32(2.3)


def values(name: str, graph: Any) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Return data, arguments and states for a network; the same ones in every process."""
    random = np.random.RandomState(len(name))
    shapes, _, states = graph.infer_shape(data=SHAPE)
    named = zip(graph.list_arguments(), shapes, strict=True)
    arguments = {key: random.randn(*shape).astype("f") * np.float32(0.3) for key, shape in named if key != "data"}
    named = zip(graph.list_auxiliary_states(), states, strict=True)
    auxiliary = {key: random.uniform(0.5, 1.5, shape).astype("f") for key, shape in named}
    return random.uniform(0, 2, SHAPE).astype("f"), arguments, auxiliary


def quantized(name: str, graph: Any, granularity: str = "tensor-wise") -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Return the network fused and quantized."""
    data, arguments, auxiliary = values(name, graph)
    result: tuple[Any, dict[str, Any], dict[str, Any]] = mx.contrib.quantization.quantize_model_mkldnn(
        graph,
        {key: mx.nd.array(item) for key, item in arguments.items()},
        {key: mx.nd.array(item) for key, item in auxiliary.items()},
        label_names=None,
        calib_mode="naive",
        calib_data=mx.io.NDArrayIter(data * REACH, None, 2),
        quantize_mode="full",
        quantized_dtype="auto",
        quantize_granularity=granularity,
    )
    return result


def run(graph: Any, data: Any, arguments: dict[str, Any], auxiliary: dict[str, Any]) -> Any:
    """Return the output of a network."""
    given = {"data": mx.nd.array(data), **arguments}
    expected = graph.list_arguments()
    executor = graph.bind(mx.cpu(), {key: given[key] for key in expected}, grad_req="null", aux_states=auxiliary)
    return executor.forward(is_train=False)[0].asnumpy()
