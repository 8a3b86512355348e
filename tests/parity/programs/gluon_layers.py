"""Every layer of gluon.nn and gluon.contrib: names, attributes, parameters, graphs, texts, and errors when made."""

import re

import mxnet as mx
from helpers import raised
from mxnet.gluon import contrib, nn

LAYERS = """
nn.Dense(4)
nn.Dense(4, activation='relu', use_bias=False, flatten=False, in_units=3)
nn.Dense(4, 'tanh', prefix='fc_', dtype='float16', weight_initializer='xavier', bias_initializer=mx.init.One())
nn.Dense(3, in_units=5, weight_initializer=mx.init.Normal(0.1))
nn.Dropout(0.5)
nn.Dropout(0.2, axes=(0, 2))
nn.Dropout(0)
nn.Embedding(10, 4)
nn.Embedding(10, 4, dtype='float64', weight_initializer='ones', sparse_grad=True)
nn.Flatten()
nn.BatchNorm()
nn.BatchNorm(axis=3, momentum=0.8, epsilon=1e-3, center=False, scale=False, in_channels=5)
nn.BatchNorm(use_global_stats=True, beta_initializer='ones', gamma_initializer=mx.init.Uniform())
nn.BatchNorm(running_mean_initializer='ones', running_variance_initializer=mx.init.Constant(2))
nn.BatchNormReLU()
nn.BatchNormReLU(axis=-1, center=False, scale=False, in_channels=3)
nn.InstanceNorm()
nn.InstanceNorm(axis=2, center=False, scale=True, in_channels=4)
nn.LayerNorm()
nn.LayerNorm(axis=1, epsilon=1e-3, center=False, scale=False, in_channels=4)
nn.GroupNorm()
nn.GroupNorm(num_groups=3, epsilon=1e-3, center=False, scale=False)
nn.Activation('relu')
nn.Activation('softsign')
nn.LeakyReLU(0.2)
nn.PReLU()
nn.PReLU(alpha_initializer='zeros', in_channels=3)
nn.ELU()
nn.ELU(0.5)
nn.SELU()
nn.GELU()
nn.Swish()
nn.Swish(beta=2)
nn.Lambda('relu')
nn.HybridLambda('relu')
nn.HybridLambda(lambda F, x: F.relu(x))
nn.HybridLambda(len, prefix='len_')
nn.Conv1D(4, 3)
nn.Conv1D(4, (3,), 2, 1, 2, activation='relu', in_channels=3)
nn.Conv1D(4, 3, layout='NWC', use_bias=False)
nn.Conv2D(4, 3)
nn.Conv2D(4, (3, 5), strides=(2, 1), padding=(1, 2), dilation=2, groups=2, in_channels=4, use_bias=False)
nn.Conv2D(4, 3, layout='NHWC', activation='sigmoid', in_channels=3, weight_initializer='ones', bias_initializer='ones')
nn.Conv3D(4, 3)
nn.Conv3D(4, (1, 2, 3), (1, 2, 1), (0, 1, 0), 1, 2, 'NDHWC', in_channels=4)
nn.Conv1DTranspose(4, 3)
nn.Conv1DTranspose(4, 3, strides=2, padding=1, output_padding=1, groups=2, in_channels=4, activation='relu')
nn.Conv2DTranspose(4, 3)
nn.Conv2DTranspose(4, (3, 2), strides=(2, 3), output_padding=(1, 2), use_bias=False, in_channels=3)
nn.Conv2DTranspose(4, 3, layout='NHWC')
nn.Conv3DTranspose(4, 3)
nn.Conv3DTranspose(4, 3, strides=2, padding=1, output_padding=1, in_channels=2)
nn.MaxPool1D()
nn.MaxPool1D(3, 1, 1, ceil_mode=True)
nn.MaxPool1D(layout='NWC')
nn.MaxPool2D()
nn.MaxPool2D(3, 2, (1, 0), ceil_mode=True)
nn.MaxPool2D((2, 3), layout='NHWC')
nn.MaxPool3D()
nn.MaxPool3D(2, (1, 2, 1), 1, layout='NDHWC')
nn.AvgPool1D()
nn.AvgPool1D(3, 2, 1, count_include_pad=False)
nn.AvgPool2D()
nn.AvgPool2D(3, 2, 1, ceil_mode=True, count_include_pad=False)
nn.AvgPool3D()
nn.AvgPool3D(3, 2, 1, True, count_include_pad=False)
nn.GlobalMaxPool1D()
nn.GlobalMaxPool2D(layout='NHWC')
nn.GlobalMaxPool3D()
nn.GlobalAvgPool1D()
nn.GlobalAvgPool2D()
nn.GlobalAvgPool3D(layout='NDHWC')
nn.ReflectionPad2D(3)
nn.ReflectionPad2D((0, 0, 0, 0, 1, 2, 3, 4))
nn.ReflectionPad2D()
contrib.nn.Identity()
contrib.nn.SyncBatchNorm()
contrib.nn.SyncBatchNorm(4, 2, 0.8, 1e-3, False, False, True)
contrib.nn.PixelShuffle1D(3)
contrib.nn.PixelShuffle2D((2, 3))
contrib.nn.PixelShuffle2D(2)
contrib.nn.PixelShuffle3D((1, 2, 3))
contrib.nn.SparseEmbedding(10, 4)
contrib.nn.Concurrent()
contrib.nn.HybridConcurrent(axis=1)
contrib.cnn.DeformableConvolution(4)
contrib.cnn.DeformableConvolution(4, (3, 3), 2, 1, 1, 2, 2, in_channels=4, activation='relu')
contrib.cnn.DeformableConvolution(4, 3, offset_bias_initializer='ones', weight_initializer='zeros')
contrib.cnn.DeformableConvolution(4, 3, padding=(1, 1), use_bias=False, offset_use_bias=False)
contrib.cnn.ModulatedDeformableConvolution(4)
contrib.cnn.ModulatedDeformableConvolution(4, 3, 1, 1, 1, 1, 2, in_channels=3, activation='tanh')
contrib.cnn.ModulatedDeformableConvolution(4, 3, use_bias=False, offset_use_bias=False)
"""
REFUSED = """
nn.Dense(4, activation='nonsense')(mx.nd.ones((2, 3)))
nn.Dense()
nn.Dense(4, unknown=1)
nn.Activation()
nn.LeakyReLU(-0.1)
nn.Conv2D(4)
nn.Conv2D(4, (3,))
nn.Conv2D(4, 3, layout='NCW')
nn.Conv2D(4, 3, layout='CHWN')
nn.Conv1D(4, (3, 3))
nn.Conv3D(4, 3, layout='NCHW')
nn.Conv2DTranspose(4, 3, layout='NCW')
nn.Conv2D(4, 3, strides=(1, 1, 1))
nn.Conv2D(4, 3, padding=(1, 1, 1))
nn.Conv1DTranspose(4, 3, layout='NWC')
nn.Conv1DTranspose(4, 3, output_padding=(1, 1))
nn.Conv2DTranspose(4, (3,))
nn.Conv3DTranspose(4, 3, layout='NDHWC')
nn.Conv3DTranspose(4, 3, output_padding=(1, 1))
nn.MaxPool2D((2, 2, 2))
nn.MaxPool2D(2, (2,))
nn.MaxPool2D(2, 2, (1, 1, 1))
nn.MaxPool2D(layout='NCW')
nn.MaxPool1D((2, 2))
nn.AvgPool3D(2, layout='NCHW')
nn.GlobalAvgPool2D(layout='NCW')
nn.ReflectionPad2D((1, 2))
nn.Lambda('no_such_function')
nn.Lambda(3)
nn.HybridLambda('no_such_function')
nn.HybridLambda(3)
nn.HybridSequential()[0]
nn.Dropout('x')(mx.nd.ones((2, 3)))
nn.Embedding(3)
nn.BatchNorm(in_channels='x')
nn.BatchNorm(axis='x')
contrib.nn.PixelShuffle2D((1, 2, 3))
contrib.nn.PixelShuffle1D('x')
contrib.cnn.DeformableConvolution(4, layout='NHWC')
contrib.cnn.DeformableConvolution(4, (3,))
nn.HybridSequential().add(nn.Lambda('relu'))
nn.HybridSequential().add(3)
nn.Sequential().add(3)
contrib.nn.HybridConcurrent().add(nn.Lambda('relu'))
"""
BASE = set(vars(mx.gluon.HybridBlock()))


def plain(value):
    """What can be compared: scalars and text as they are, containers by their contents, all else by its class."""
    if isinstance(value, (bool, int, float, str, bytes, type(None))):
        return value
    if isinstance(value, (list, tuple)):
        return type(value)(plain(each) for each in value)
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    return type(value).__name__


def without_lists(text):
    """Write open shapes of deformable convolutions as tuples; MXNet has lists there."""
    return re.sub(r"\[(\d+, 0, \d+, \d+)\]", r"(\1)", text)


def parameter(held):
    return {
        "repr": without_lists(repr(held)),
        "deferred": held._allow_deferred_init,
        "differentiable": held._differentiable,
        "grad_req": held.grad_req,
        "init": held.init if isinstance(held.init, str) else type(held.init).__name__,
        "multipliers": [held.lr_mult, held.wd_mult],
        "storage": [held._stype, held._grad_stype],
    }


def graph(layer):
    """The layer's graph, or the class of the error that a layer of one kind of array alone raises."""
    try:
        out = layer(mx.sym.var("data"))
    except Exception as error:
        return type(error).__name__
    return without_lists(out.tojson())


def describe(layer):
    return {
        "repr": repr(layer),
        "prefix": layer.prefix,
        "alias": layer._alias(),
        "bases": [each.__name__ for each in type(layer).__mro__ if not each.__name__.startswith("_")],
        "attributes": {k: plain(v) for k, v in sorted(vars(layer).items()) if k not in BASE},
        "parameters": [[name, parameter(held)] for name, held in layer.collect_params().items()],
        "names": sorted(layer._collect_params_with_prefix()),
        "graph": graph(layer),
    }


def containers():
    names = {"mx": mx, "nn": nn, "contrib": contrib}
    for kind in ("nn.HybridSequential", "contrib.nn.HybridConcurrent", "nn.Sequential", "contrib.nn.Concurrent"):
        net = eval(kind + "()", names)
        with net.name_scope():
            net.add(nn.Dense(4, activation="relu"), nn.Dropout(0.3))
            net.add(nn.Dense(2))
        net.add(nn.Dense(1))
        part = net[1:]
        yield (
            kind,
            {
                **describe(net),
                "length": len(net),
                "last": repr(net[-1]),
                "slice": [repr(part), type(part).__name__, part.prefix, len(part)],
                "children": [repr(child) for child in net],
            },
        )


def run():
    names = {"mx": mx, "nn": nn, "contrib": contrib}
    answers = {}
    for line in LAYERS.strip().splitlines():
        answers[line] = raised(eval, line, names)
        if not answers[line]["raised"]:
            answers[line] = describe(eval(line, names))
    for line in REFUSED.strip().splitlines():
        answers[line] = raised(eval, line, names)
    answers.update(containers())
    return answers
