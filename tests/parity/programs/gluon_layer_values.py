"""What every layer of gluon.nn and gluon.contrib computes: outputs, gradients and statistics, eager and hybridized."""

import zlib

import mxnet as mx
import numpy as np
from helpers import compute_as_mxnet
from mxnet import autograd
from mxnet.gluon import contrib, nn

compute_as_mxnet("selu_gradient")

RTOL = 1e-4
ATOL = 1e-5

#: A layer and the shape of its input; "whole" inputs are integers.
CASES = """
nn.Dense(4) | 2 3 5
nn.Dense(4, activation='softrelu', use_bias=False, flatten=False) | 2 3 5
nn.Dense(4, activation='tanh', dtype='float64') | 2 3 | float64
nn.Embedding(7, 3) | 2 4 | whole
nn.Embedding(7, 3, sparse_grad=True) | 2 4 | whole
nn.Flatten() | 2 3 4
nn.Dropout(0) | 2 3
nn.BatchNorm() | 3 4 5
nn.BatchNorm(axis=-1, momentum=0.5, epsilon=1e-2, center=False) | 3 4 5
nn.BatchNorm(axis=0, scale=False) | 3 4 5
nn.BatchNorm(use_global_stats=True) | 3 4 5
nn.InstanceNorm() | 3 4 5
nn.InstanceNorm(axis=2, scale=True, epsilon=1e-2) | 3 4 5
nn.LayerNorm() | 3 4 5
nn.LayerNorm(axis=1, epsilon=1e-2, center=False) | 3 4 5
nn.GroupNorm() | 3 4 5
nn.GroupNorm(num_groups=2, epsilon=1e-2) | 3 4 5
nn.Activation('relu') | 2 3 4
nn.Activation('sigmoid') | 2 3 4
nn.Activation('tanh') | 2 3 4
nn.Activation('softrelu') | 2 3 4
nn.Activation('softsign') | 2 3 4
nn.LeakyReLU(0.2) | 2 3 4
nn.LeakyReLU(0) | 2 3 4
nn.PReLU() | 2 3 4
nn.PReLU(in_channels=3) | 2 3 4
nn.ELU() | 2 3 4
nn.ELU(0.5) | 2 3 4
nn.SELU() | 2 3 4
nn.GELU() | 2 3 4
nn.Swish() | 2 3 4
nn.Swish(beta=2) | 2 3 4
nn.HybridLambda('sigmoid') | 2 3
nn.HybridLambda(lambda F, x: F.concat(x, x * 2, dim=1)) | 2 3
nn.Conv1D(4, 3) | 2 3 9
nn.Conv1D(4, 3, strides=2, padding=1, dilation=2, groups=2, activation='relu', use_bias=False) | 2 4 9
nn.Conv2D(4, 3) | 2 3 7 8
nn.Conv2D(4, (3, 2), (2, 1), (1, 0), (1, 2), groups=2, activation='sigmoid') | 2 4 7 8
nn.Conv3D(4, 2) | 2 3 4 5 6
nn.Conv3D(4, (1, 2, 3), (1, 2, 1), 1, groups=2, use_bias=False) | 1 4 4 5 6
nn.Conv1DTranspose(4, 3) | 2 3 5
nn.Conv1DTranspose(4, 3, strides=2, padding=1, output_padding=1, groups=2, in_channels=4) | 2 4 5
nn.Conv2DTranspose(4, 3) | 2 3 4 5
nn.Conv2DTranspose(4, (3, 2), (2, 3), (1, 0), (1, 2), groups=2, in_channels=4, use_bias=False) | 2 4 4 5
nn.Conv2DTranspose(4, 3, dilation=2, in_channels=3) | 2 3 4 5
nn.MaxPool1D() | 2 3 9
nn.MaxPool1D(3, 2, 1, ceil_mode=True) | 2 3 8
nn.MaxPool2D() | 2 3 7 8
nn.MaxPool2D(3, 2, 1, ceil_mode=True) | 2 3 7 8
nn.MaxPool2D((2, 3), (1, 2), (0, 1)) | 2 3 7 8
nn.MaxPool3D() | 2 3 4 5 6
nn.AvgPool1D() | 2 3 9
nn.AvgPool1D(3, 2, 1, count_include_pad=False) | 2 3 9
nn.AvgPool2D() | 2 3 7 8
nn.AvgPool2D(3, 2, 1) | 2 3 7 8
nn.AvgPool2D(3, 2, 1, count_include_pad=False) | 2 3 7 8
nn.AvgPool3D(3, 2, 1, count_include_pad=False) | 2 3 4 5 6
nn.GlobalMaxPool1D() | 2 3 9
nn.GlobalMaxPool2D() | 2 3 7 8
nn.GlobalMaxPool3D() | 2 3 4 5 6
nn.GlobalAvgPool1D() | 2 3 9
nn.GlobalAvgPool2D() | 2 3 7 8
nn.GlobalAvgPool3D() | 2 3 4 5 6
nn.ReflectionPad2D(2) | 2 3 4 5
nn.ReflectionPad2D((0, 0, 0, 0, 1, 2, 3, 0)) | 2 3 4 5
contrib.nn.SyncBatchNorm(num_devices=1) | 3 4 5
contrib.nn.PixelShuffle1D(3) | 2 6 5
contrib.nn.PixelShuffle2D((2, 3)) | 2 12 4 5
contrib.nn.PixelShuffle3D((1, 2, 3)) | 2 12 3 4 5
contrib.cnn.DeformableConvolution(4, 3, padding=1) | 2 3 5 6
contrib.cnn.DeformableConvolution(4, (3, 2), 2, 1, 1, 2, 2, activation='relu', use_bias=False) | 1 4 5 6
stacked(nn.HybridSequential()) | 3 4
stacked(contrib.nn.HybridConcurrent(axis=1)) | 3 4
Masked(3, 3, in_channels=2) | 2 2 5 5
"""


class Masked(nn.Conv2D):
    """A layer that changes what the layer it derives from learns."""

    def hybrid_forward(self, F, x, weight, bias=None):
        return super().hybrid_forward(F, x, weight * (F.abs(weight) > 0.3), bias * 2)


def stacked(net):
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu"), contrib.nn.Identity(), nn.BatchNorm(), nn.LayerNorm(), nn.Dense(2))
    return net


def values(name, shape, dtype="float32"):
    return np.random.RandomState(zlib.crc32(name.encode())).uniform(-1, 1, shape).astype(dtype)


def fill(layer):
    """Give every parameter values that depend on its own name alone."""
    for name, each in sorted(layer._collect_params_with_prefix().items()):
        held = values(name, each.shape, np.dtype(each.dtype).name)
        each.set_data(mx.nd.array(np.abs(held) + 0.5 if name.endswith("var") else held, dtype=held.dtype))


def gradients(layer):
    found = sorted(layer._collect_params_with_prefix().items())
    return {name: each.grad().asnumpy() for name, each in found if each.grad_req != "null"}


def trained(layer, data, whole):
    """Outputs, gradients and afterwards the parameters of one pass in training."""
    if not whole:
        data.attach_grad()
    with autograd.record():
        out = layer(data)
    out.backward(mx.nd.array(values("head", out.shape, out.dtype), dtype=out.dtype))
    return {
        "output": out.asnumpy(),
        "data": None if whole else data.grad.asnumpy(),
        "gradients": gradients(layer),
        "after": {k: v.data().asnumpy() for k, v in layer._collect_params_with_prefix().items() if "running" in k},
    }


def answer(layer, shape, kind):
    dtype = "float32" if kind in ("", "whole") else kind
    held = values("data", shape, dtype)
    data = mx.nd.array(np.floor((held + 1) * 3.5) if kind == "whole" else held, dtype=dtype)
    if dtype != "float32":
        layer.cast(dtype)
    layer.initialize()
    layer(data)  # lets shapes be known
    answers = {}
    for mode in ("eager", "hybrid"):
        layer.hybridize(mode == "hybrid")
        fill(layer)
        answers[mode] = [layer(data).asnumpy(), trained(layer, data, kind == "whole")]
    return answers


def run():
    names = {"mx": mx, "nn": nn, "contrib": contrib, "Masked": Masked, "stacked": stacked}
    answers = {}
    for line in CASES.strip().splitlines():
        expression, shape, kind = [each.strip() for each in (line + " | ").split(" | ")[:3]]
        answers[line] = answer(eval(expression, names), tuple(map(int, shape.split())), kind)
    return answers
