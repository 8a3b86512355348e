"""Large graphs: no recursion, and inference that asks equal questions once."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import time

import mxnet as mx
import pytest

DEPTH = 20_000


@pytest.fixture(scope="module")
def chain():
    x = mx.sym.Variable("x")
    for _ in range(DEPTH):
        x = x + 1
    return x


@pytest.mark.parametrize(
    "use",
    [
        lambda s: s.list_arguments() == ["x"],
        lambda s: len(s.get_internals()) == DEPTH + 1,
        lambda s: s.infer_shape(x=(2, 3))[1] == [(2, 3)],
        lambda s: s.infer_type(x="float64")[1][0].__name__ == "float64",
        lambda s: mx.sym.load_json(s.tojson()).tojson() == s.tojson(),
        lambda s: copy.deepcopy(s).name == s.name,
        lambda s: pickle.loads(pickle.dumps(s)).name == s.name,
        lambda s: s(x=mx.sym.Variable("y")).list_arguments() == ["y"],
        lambda s: s.rename(prefix="p_").list_arguments() == ["p_x"],
        lambda s: len(s.attr_dict()) == DEPTH,
        lambda s: len(s.debug_str()) > DEPTH,
        lambda s: len(s.grad("x").list_arguments()) == 2,
    ],
)
def test_a_deep_graph(chain, use):
    assert use(chain)


def lstm(steps, hidden):
    xs = mx.sym.SliceChannel(mx.sym.Variable("data"), num_outputs=steps, axis=1, squeeze_axis=True)
    weights = [mx.sym.Variable(name) for name in ("iw", "ib", "hw", "hb")]
    h, c = mx.sym.zeros((0, hidden)), mx.sym.zeros((0, hidden))
    for t in range(steps):
        gates = mx.sym.FullyConnected(xs[t], *weights[:2], 4 * hidden) + mx.sym.FullyConnected(
            h, *weights[2:], 4 * hidden
        )
        i, f, o, g = mx.sym.SliceChannel(gates, num_outputs=4)
        c = mx.sym.sigmoid(f) * c + mx.sym.sigmoid(i) * mx.sym.tanh(g)
        h = mx.sym.sigmoid(o) * mx.sym.tanh(c)
    return h


def test_an_unrolled_network_is_inferred_in_no_time():
    net = lstm(2000, 16)
    began = time.process_time()
    arguments, outputs, _ = net.infer_shape(data=(4, 2000, 8))
    assert time.process_time() - began < 4  # half of it on the machine this was written on, under load
    assert arguments == [(4, 2000, 8), (64, 8), (64,), (64, 16), (64,)]
    assert outputs == [(4, 16)]


def chain_from_a_file_to_its_value(length):
    """Read a chain of additions of 1, infer, bind, run and return the seconds of the processor that it took."""
    nodes = [{"op": "null", "name": "x", "inputs": []}]
    nodes += [
        {"op": "_plus_scalar", "name": f"n{i}", "attrs": {"scalar": "1"}, "inputs": [[i, 0, 0]]} for i in range(length)
    ]
    text = json.dumps({"nodes": nodes, "arg_nodes": [0], "heads": [[length, 0, 0]]})
    began = time.process_time()
    symbol = mx.sym.load_json(text)
    assert symbol.infer_shape(x=(2,))[1] == [(2,)]
    (result,) = symbol.bind(mx.cpu(), {"x": mx.nd.zeros((2,))}, grad_req="null").forward()
    assert result.asnumpy().tolist() == [length, length]
    return time.process_time() - began


def residual_network_to_its_fused_layers(length):
    """Fuse the layers of residual units, all of them heads, and return the seconds of the processor that it took."""
    x, heads = mx.sym.Variable("x"), []
    for _ in range(length // 3):  # each has a weight, a convolution and a sum
        x = x + mx.sym.Convolution(x, num_filter=2, kernel=(1, 1), no_bias=True)
        heads.append(x)
    network = mx.sym.Group(heads)
    began = time.process_time()
    assert len(network.get_backend_symbol("MKLDNN").list_outputs()) == length // 3
    return time.process_time() - began


@pytest.mark.parametrize("seconds", [chain_from_a_file_to_its_value, residual_network_to_its_fused_layers])
def test_a_graph_takes_time_by_its_length(seconds):
    seconds(100)
    ratios = []
    for _ in range(3):
        gc.collect()
        gc.disable()  # a collection looks at all that other tests have left
        try:
            short, long = (seconds(length) for length in (1500, 6000))
        finally:
            gc.enable()
        ratios.append(long / short)
        if ratios[-1] < 8:  # 4 times the nodes; 16 times the time where each looked at all others
            return
    raise AssertionError(f"4 times the nodes take {ratios} times the time")
