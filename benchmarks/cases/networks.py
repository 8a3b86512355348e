"""Symbols of the networks that are timed; public MXNet API only, so that 1.9.1 builds the same graphs."""

from __future__ import annotations

import mxnet as mx

# blocks per stage, bottleneck?
RESNETS = {18: ((2, 2, 2, 2), False), 50: ((3, 4, 6, 3), True), 152: ((3, 8, 36, 3), True)}


ENTRIES = 1_000_000  # of each table of a factorization


def mlp(classes=10):
    """Return a network of 128 and 64 hidden units with rectifiers."""
    net = mx.sym.Variable("data")
    for layer, units in enumerate((128, 64), 1):
        net = mx.sym.FullyConnected(net, num_hidden=units, name=f"fc{layer}")
        net = mx.sym.Activation(net, act_type="relu", name=f"relu{layer}")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=classes, name="fc3"), name="softmax")


def factors(width=64):
    """Return a factorization of a matrix: the products of a user's and an item's embedding, squared error."""
    tables = [
        mx.sym.Embedding(mx.sym.Variable(name), input_dim=ENTRIES, output_dim=width, name=f"{name}_table")
        for name in ("user", "item")
    ]
    return mx.sym.LinearRegressionOutput(mx.sym.sum(tables[0] * tables[1], axis=1), name="score")


def lenet(classes=10):
    """Return LeNet for 28x28 images: 20 and 50 filters of 5x5, 500 hidden units, tanh, max pooling."""
    net = mx.sym.Variable("data")
    for stage, filters in enumerate((20, 50), 1):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{stage}")
        net = mx.sym.Activation(net, act_type="tanh", name=f"tanh{stage}")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2), name=f"pool{stage}")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500, name="fc1")
    net = mx.sym.Activation(net, act_type="tanh", name="tanh3")
    net = mx.sym.FullyConnected(net, num_hidden=classes, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def _bn_relu(net, name):
    net = mx.sym.BatchNorm(net, fix_gamma=False, eps=2e-5, momentum=0.9, name=name + "_bn")
    return mx.sym.Activation(net, act_type="relu", name=name + "_relu")


def _conv(net, filters, kernel, stride, name):
    pad = kernel // 2
    return mx.sym.Convolution(
        net,
        num_filter=filters,
        kernel=(kernel, kernel),
        stride=(stride, stride),
        pad=(pad, pad),
        no_bias=True,
        name=name + "_conv",
    )


def _unit(net, filters, stride, widen, bottleneck, name):
    """One residual unit with pre-activation (He et al., 2016b)."""
    first = _bn_relu(net, name + "_1")
    shortcut = _conv(first, filters, 1, stride, name + "_shortcut") if widen else net
    if bottleneck:
        net = _conv(first, filters // 4, 1, 1, name + "_1")
        net = _conv(_bn_relu(net, name + "_2"), filters // 4, 3, stride, name + "_2")
        net = _conv(_bn_relu(net, name + "_3"), filters, 1, 1, name + "_3")
    else:
        net = _conv(first, filters, 3, stride, name + "_1")
        net = _conv(_bn_relu(net, name + "_2"), filters, 3, 1, name + "_2")
    return net + shortcut


def resnet(depth, classes=1000):
    """Return ResNet-v2 of 18, 50 or 152 layers for 224x224 images."""
    blocks, bottleneck = RESNETS[depth]
    net = _conv(mx.sym.Variable("data"), 64, 7, 2, "stem")
    net = mx.sym.Pooling(
        _bn_relu(net, "stem"), kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max", name="stem_pool"
    )
    for stage, count in enumerate(blocks):
        filters = (256 if bottleneck else 64) * 2**stage
        for block in range(count):
            stride = 2 if block == 0 and stage > 0 else 1
            widen = block == 0 and (stage > 0 or bottleneck)
            net = _unit(net, filters, stride, widen, bottleneck, f"stage{stage + 1}_unit{block + 1}")
    net = mx.sym.Pooling(_bn_relu(net, "last"), global_pool=True, kernel=(7, 7), pool_type="avg", name="pool")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=classes, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")
