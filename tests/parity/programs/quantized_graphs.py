"""The graphs that quantizing and fusing make of networks, to the letter, and the weights in 8 bits."""

import mxnet as mx
import numpy as np
from helpers import raised
from mxnet.contrib import quantization

V = mx.sym.Variable


def conv(data, name, **attrs):
    return mx.sym.Convolution(data, **{"kernel": (3, 3), "pad": (1, 1), "num_filter": 4, "name": name, **attrs})


def relu(data, name):
    return mx.sym.Activation(data, act_type="relu", name=name)


def lenet():
    net = mx.sym.Pooling(relu(conv(V("data"), "c1"), "r1"), kernel=(2, 2), stride=(2, 2), name="p1")
    net = mx.sym.Pooling(relu(conv(net, "c2"), "r2"), kernel=(2, 2), stride=(2, 2), name="p2")
    net = relu(mx.sym.FullyConnected(mx.sym.Flatten(net, name="f"), num_hidden=8, name="fc1"), "r3")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"), name="softmax")


def resnet():
    data = V("data")
    net = relu(mx.sym.BatchNorm(conv(data, "c0", no_bias=True), name="b0"), "r0")
    for i in (1, 2):
        branch = mx.sym.BatchNorm(conv(net, "c%d" % i, no_bias=True), fix_gamma=False, name="b%d" % i)
        net = relu(mx.sym.elemwise_add(branch, net, name="s%d" % i), "r%d" % i)
    net = mx.sym.Pooling(net, global_pool=True, kernel=(1, 1), pool_type="avg", name="p")
    return mx.sym.FullyConnected(net, num_hidden=3, name="fc")


def mixed():
    data = V("data")
    first = conv(mx.sym.Activation(data, act_type="tanh", name="t"), "c1")
    joined = mx.sym.Concat(first, relu(conv(data, "c2"), "r2"), dim=1, name="cc")
    product = mx.sym.elemwise_mul(conv(joined, "c3"), first, name="m")
    return mx.sym.Group([mx.sym.softmax(product, name="sm"), mx.sym.exp(joined, name="e"), conv(product, "c4")])


NETS = {"lenet": lenet, "resnet": resnet, "mixed": mixed}
WAYS = {
    "full": {"quantize_mode": "full"},
    "smart": {"quantize_mode": "smart"},
    "auto": {"quantized_dtype": "auto", "quantize_mode": "full"},
    "without nodes": {"excluded_symbols": ["c2", "p1", "s1"], "quantize_mode": "full"},
    "without operators": {"excluded_operators": ["Pooling", "elemwise_add"], "quantize_mode": "full"},
    "by row": {"quantize_granularity": "channel-wise", "quantize_mode": "full"},
}


def quantized(graph, offline=True, **how):
    names = [name for name in graph.list_arguments() if name not in ("data", "softmax_label")]
    made, layers = quantization._quantize_symbol(graph, mx.cpu(), offline_params=names if offline else [], **how)
    return [made.tojson(), sorted(layers)]


def weights():
    values = mx.nd.array(np.random.RandomState(0).randn(4, 5))
    graph = mx.sym.FullyConnected(V("data"), num_hidden=4, name="fc")
    params = {"fc_weight": values, "fc_bias": values[:, 0] * 3}
    _, arguments, _ = quantization.quantize_model(graph, params, {}, calib_mode="none", quantize_mode="full")
    return {name: [array.dtype.__name__, array.asnumpy().tolist()] for name, array in arguments.items()}


def run():
    answers = {}
    for name, make in NETS.items():
        for way, how in WAYS.items():
            answers[name + " " + way] = quantized(make(), **how)
        answers[name + " online"] = quantized(make(), offline=False, quantize_mode="full")
        for backend in ("MKLDNN", "MKLDNN_QUANTIZE"):
            answers[name + " " + backend] = make().get_backend_symbol(backend).tojson()
        fused = make().get_backend_symbol("MKLDNN_QUANTIZE")
        for way in ("full", "smart", "by row"):
            answers[name + " fused " + way] = quantized(fused, **WAYS[way])
    answers["weights"] = weights()
    graph = conv(V("data"), "c")
    answers["refusals"] = {
        "mode": raised(lambda: quantized(graph, quantize_mode="some")),
        "calibration": raised(lambda: quantization.quantize_model(graph, {}, {}, calib_mode="naive")),
        "type": raised(lambda: quantization.quantize_model(graph, {}, {}, calib_mode="none", quantized_dtype="int4")),
        "text for a list": raised(
            lambda: quantization.quantize_model(graph, {}, {}, calib_mode="none", excluded_sym_names="c")
        ),
        "shapes": raised(lambda: quantization.quantize_net(mx.gluon.nn.Dense(2))),
    }
    return answers
