"""Networks whose tables and drawings were recorded from MXNet 1.9.1 (``tests/data/visualization``)."""

from __future__ import annotations

import mxnet as mx


def lenet():
    net = mx.sym.Variable("data")
    for i, filters in enumerate((20, 50), 1):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{i}")
        net = mx.sym.Activation(net, act_type="tanh", name=f"tanh{i}")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2), name=f"pool{i}")
    net = mx.sym.Flatten(net, name="flatten")
    net = mx.sym.FullyConnected(net, num_hidden=500, name="fc1")
    net = mx.sym.LeakyReLU(net, act_type="leaky", name="leaky")
    net = mx.sym.Dropout(net, p=0.5, name="drop")
    net = mx.sym.FullyConnected(net, num_hidden=10, no_bias=True, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax"), {"data": (2, 1, 28, 28)}


def _unit(net, filters, stride, name):
    left = net
    for i, step in enumerate((stride, 1)):
        left = mx.sym.BatchNorm(left, fix_gamma=False, name=f"{name}_bn{i}")
        left = mx.sym.Activation(left, act_type="relu", name=f"{name}_relu{i}")
        left = mx.sym.Convolution(
            left,
            num_filter=filters,
            kernel=(3, 3),
            stride=(step, step),
            pad=(1, 1),
            no_bias=True,
            name=f"{name}_conv{i}",
        )
    right = net
    if stride > 1:
        right = mx.sym.Convolution(
            net, num_filter=filters, kernel=(1, 1), stride=(stride,) * 2, no_bias=True, name=f"{name}_sc"
        )
    return mx.sym.elemwise_add(left, right, name=f"{name}_plus")


def resnet():
    net = mx.sym.Variable("data")
    net = mx.sym.Convolution(net, num_filter=16, kernel=(7, 7), stride=(2, 2), pad=(3, 3), no_bias=True, name="conv0")
    net = mx.sym.Pooling(net, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max", name="pool0")
    for stage, filters in enumerate((16, 32, 64, 128)):
        for unit in range(2):
            net = _unit(net, filters, 2 if stage and not unit else 1, f"stage{stage}_unit{unit}")
    net = mx.sym.Pooling(net, global_pool=True, kernel=(7, 7), pool_type="avg", name="pool1")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net, name="flat"), num_hidden=10, name="fc1")
    return mx.sym.SoftmaxOutput(net, name="softmax"), {"data": (1, 3, 224, 224)}


def odds():
    data, index = mx.sym.Variable("data"), mx.sym.Variable("idx")
    first = mx.sym.Convolution(data, kernel=(3, 3), num_filter=6, num_group=3, stride=(2, 2), pad=(1, 1), name="c1")
    norm = mx.sym.BatchNorm(mx.sym.Convolution(data, kernel=(1, 1), num_filter=4, stride=(2, 2), name="c2"), name="bn")
    joined = mx.sym.Concat(norm, mx.sym.Activation(norm, act_type="relu", name="r"), name="cc")
    pooled = mx.sym.Pooling(joined, global_pool=True, pool_type="avg", kernel=(1, 1), name="gp")
    split = mx.sym.SliceChannel(mx.sym.Reshape(pooled, shape=(0, -1), name="rs"), num_outputs=2, name="sl")
    total = mx.sym.elemwise_add(split[0], mx.sym._internal._mul_scalar(split[1], scalar=2, name="twice"), name="plus")
    head = mx.sym.softmax(mx.sym.FullyConnected(joined, num_hidden=3, name="fc"), name="sm")
    embedded = mx.sym.Embedding(index, input_dim=5, output_dim=3, name="emb")
    turned = mx.sym.transpose(mx.sym.LeakyReLU(embedded, act_type="prelu", name="pr"), name="tr")
    outputs = [total, head, mx.sym.Deconvolution(joined, kernel=(2, 2), num_filter=3, name="dc"), turned,
               mx.sym.Activation(first, act_type="tanh", name="t")]  # fmt: skip
    return mx.sym.Group(outputs), {"data": (2, 3, 8, 8), "idx": (2,)}


NETS = {"lenet": lenet, "resnet": resnet, "odds": odds}
SUMMARIES = {
    "plain": lambda shape: {},
    "shapes": lambda shape: {"shape": shape},
    "narrow": lambda shape: {"shape": shape, "line_length": 80, "positions": [0.3, 0.6, 0.8, 1.0]},
    "columns": lambda shape: {"shape": shape, "positions": [20, 40, 60, 80], "line_length": 80},
}
PLOTS = {
    "plain": lambda shape: {},
    "shapes": lambda shape: {"shape": shape},
    "weights": lambda shape: {"shape": shape, "hide_weights": False},
    "types": lambda shape: {"shape": shape, "dtype": dict.fromkeys(shape, "float32")},
    "looks": lambda shape: {"title": "net", "save_format": "png", "node_attrs": {"shape": "diamond", "color": "red"}},
}
