"""Typical mistakes, and what a message must say about each: in MXNet's terms, with what may help.

Each row is a program, the class that 1.9.1 raises, and parts of the message. The programs share the names of
:func:`scope`.
"""

from __future__ import annotations

import io
import math
import re
import sys
import warnings

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import gluon, nd, sym
from mxnet.gluon import nn, rnn  # noqa: F401  (programs use it)
from mxnet.gluon.data.vision import transforms  # noqa: F401

#: how PyTorch and Python name things that a user of MXNet has never seen
FOREIGN = re.compile(
    r"mat1|mat2|tensor a|tensor b|non-singleton|torch\.|singleton dimension|Dimension out of range|Double|Float\b|"
    r"not implemented for|_VF|aten::|<locals>|\x1b"
)


def mlp(label="logistic"):
    """A network of one layer with a loss whose label is ``<label>_label``."""
    return sym.LogisticRegressionOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=3, name="fc"), name=label)


def np_var(name):
    """A variable of the NumPy interface."""
    return sym.Variable(name).as_np_ndarray()


def classifier():
    """A network of one layer with the usual loss."""
    return sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=3, name="fc"), name="softmax")


def module(**kwargs):
    """A module of :func:`classifier`, bound for five inputs."""
    made = mx.mod.Module(classifier(), **kwargs)
    made.bind([("data", (2, 5))], [("softmax_label", (2,))])
    return made


def ready(block):
    """A block, initialized."""
    block.initialize()
    return block


def hybrid(*layers):
    """Layers, initialized and hybridized."""
    net = nn.HybridSequential()
    net.add(*layers)
    net.initialize()
    net.hybridize()
    return net


def trainer(**kwargs):
    """A trainer of one layer."""
    return gluon.Trainer(ready(nn.Dense(2, in_units=2)).collect_params(), "sgd", **kwargs)


def saved(tmp_path, block):
    """The path of a block's parameters."""
    block.save_parameters(str(tmp_path / "net.params"))
    return str(tmp_path / "net.params")


class WithoutSuper(nn.HybridBlock):
    """Forgets the base class."""

    def __init__(self):
        self.hidden = nn.Dense(3)


class WithoutParameter(nn.HybridBlock):
    """Forgets an argument of ``hybrid_forward``."""

    def __init__(self):
        super().__init__()
        self.scale = self.params.get("scale", shape=(3,))

    def hybrid_forward(self, F, x):
        """Give the input back."""
        return x


class ReadsShape(nn.HybridBlock):
    """Asks for a shape."""

    def hybrid_forward(self, F, x):
        """Flatten the input."""
        return F.reshape(x, (x.shape[0], -1))


class Eager(nn.HybridBlock):
    """Calls ``mx.nd``."""

    def hybrid_forward(self, F, x):
        """Compute with arrays in a graph."""
        return nd.exp(x)


class InList(nn.Block):
    """Has its layer in a list."""

    def __init__(self):
        super().__init__()
        self.layers = [nn.Dense(3)]

    def forward(self, x):
        """Run the layer."""
        return self.layers[0](x)


def scope(tmp_path):
    """Return what programs use."""
    return {**globals(), "tmp_path": tmp_path, "x5": nd.ones((2, 5)), "w34": nd.ones((3, 4))}


E = mx.MXNetError
MISTAKES = [
    # -- shapes
    ("nd.FullyConnected(x5, w34, num_hidden=3, no_bias=True)", E,
     ["FullyConnected", "weight: expected (3, 5), got (3, 4): it takes 4 input units, data (2, 5) has 5"]),
    ("ready(nn.Dense(3, in_units=4, prefix='hidden_'))(x5)", E, ["4 input units", "has 5", "(block hidden)"]),
    ("hybrid(nn.Dense(3, in_units=4, prefix='hidden_'))(x5)", E, ["node 'hidden_fwd'", "4 input units", "has 5"]),
    ("classifier().infer_shape(data=(2, 5), fc_weight=(3, 4))", E, ["fc (FullyConnected)", "4 input units"]),
    ("nd.FullyConnected(x5, nd.ones((3, 5)), nd.ones(4), num_hidden=3)", E, ["bias: expected (3,), got (4,)"]),
    ("mx.npx.fully_connected(mx.np.ones((2, 5)), mx.np.ones((3, 4)), num_hidden=3, no_bias=True)", E,
     ["4 input units, data (2, 5) has 5"]),
    ("ready(nn.Conv2D(3, 3, in_channels=4, prefix='c_'))(nd.ones((1, 3, 5, 5)))", E,
     ["it takes 4 channels, data (1, 3, 5, 5) has 3", "NCHW", "(block c)"]),
    ("ready(nn.Conv2D(3, 3, in_channels=3))(nd.ones((2, 5, 5, 3)))", E, ["takes 3 channels", "has 5", "layout NCHW"]),
    ("nd.Convolution(nd.ones((1, 4, 5, 5)), nd.ones((4, 1, 3, 3)), no_bias=True, kernel=(3, 3), num_filter=4, "
     "num_group=2)", E, ["it takes 2 channels, data (1, 4, 5, 5) has 4"]),
    ("nd.Deconvolution(nd.ones((1, 3, 5, 5)), nd.ones((2, 4, 3, 3)), kernel=(3, 3), num_filter=4)", E,
     ["it takes 2 channels, data (1, 3, 5, 5) has 3"]),
    ("ready(nn.Conv2D(3, 3))(nd.ones((3, 5, 5)))", ValueError, ["4 dimensions, such as (N, C, H, W)", "(3, 5, 5)"]),
    ("nd.Convolution(nd.ones((1, 3, 5, 5)), w34, kernel=3, num_filter=4, no_bias=True)", E, ["for kernel (3,)"]),
    ("nn.MaxPool2D()(nd.ones((3, 5, 5)))", E, ["operator Pooling", "data: expected 4 dimensions"]),
    ("nn.MaxPool2D(7)(nd.ones((1, 3, 5, 5)))", E, ["operator Pooling", "kernel size (7) exceeds input (5"]),
    ("nd.dot(nd.ones((2, 3)), nd.ones((4, 5)))", E, ["axis 1 of lhs has length 3, axis 0 of rhs 4"]),
    ("nd.dot(nd.ones((2, 3)), nd.ones((3, 5)), transpose_b=True)", E,
     ["[2, 3] X [3, 5]: axis 1 of lhs has length 3, axis 1 of rhs 5, with transpose_b"]),
    ("sym.dot(sym.var('a'), sym.var('b')).infer_shape(a=(2, 3), b=(4, 5))", E, ["axis 1 of lhs has length 3"]),
    ("nd.batch_dot(nd.ones((2, 3, 4)), nd.ones((2, 5, 6)))", E, ["[2, 3, 4] X [2, 5, 6]"]),
    ("nd.linalg.gemm2(nd.ones((2, 3)), nd.ones((4, 5)))", E, ["matrices cannot be multiplied: 2x3 and 4x5"]),
    ("nd.concat(nd.ones((2, 3)), nd.ones((3, 4)), dim=1)", E,
     ["input 1 has shape (3, 4), input 0 (2, 3): they may differ in axis 1 alone"]),
    ("mx.np.concatenate([mx.np.ones((2, 3)), mx.np.ones((3, 4))], axis=1)", E, ["they may differ in axis 1 alone"]),
    ("nd.stack(nd.ones((2, 3)), nd.ones((3, 4)))", E, ["input 1 has (3, 4)", "(2, 3)"]),
    ("nd.ones((2, 3)) + nd.ones((2, 4))", E, ["broadcast_add", "lhs (2, 3), rhs (2, 4): axis -1 has lengths 3 and 4"]),
    ("mx.np.ones((2, 3)) * mx.np.ones((2, 4))", E, ["axis -1 has lengths 3 and 4"]),
    ("sym.broadcast_mul(sym.var('a'), sym.var('b')).infer_shape(a=(2, 3), b=(2, 4))", E, ["lengths 3 and 4"]),
    ("nd.elemwise_add(nd.ones((2, 3)), nd.ones((2, 4)))", E, ["(rhs): expected [2, 3], got [2, 4]"]),
    ("nd.LayerNorm(nd.ones((2, 3)), nd.ones(4), nd.ones(4))", E, ["operator LayerNorm: gamma: expected (3,)"]),
    ("nd.Embedding(nd.ones(2), nd.ones((10, 4)), input_dim=10, output_dim=5)", E, ["(10, 5), got (10, 4)"]),
    ("ready(rnn.LSTM(4, input_size=6))(nd.ones((2, 3, 5)))", E, ["inputs of size 6, but data have 5", "block lstm"]),
    ("ready(rnn.LSTM(4))(nd.ones((3, 5)))", ValueError, ["data: expected (T, N, C), got (3, 5)"]),
    ("gluon.nn.ReflectionPad2D(2)(nd.ones((2, 3, 4, 2)))", E,
     ["operator Pad", "pad_width: a mirror pads less than an axis is long", "(2, 2) for axis 3 of shape (2, 3, 4, 2)"]),
    ("nd.ones((2, 8)).reshape((0, -1, 0))", E, ["reshape: shape (0, -1, 0) asks for more axes than (2, 8) has"]),
    ("nd.softmax(nd.ones((2, 3)), axis=3)", E, ["operator softmax", "axis 3 exceeds the input dimension of 2"]),
    ("nd.linalg.potrf(-nd.ones((3, 3)))", E, ["the matrix is not positive-definite"]),
    ("gluon.loss.SoftmaxCELoss()(nd.ones((2, 3)), nd.ones((2, 3)))", E, ["sparse_label=False", "(block softmax"]),
    ("gluon.loss.SoftmaxCELoss()(nd.ones((2, 3)), nd.ones(3))", E, ["[3] does not fit data [2, 3]", "for each [2]"]),
    ("gluon.loss.L2Loss()(nd.ones((2, 3)), nd.ones((2, 4)))", ValueError, ["(2, 3)", "(2, 4)", "(block l2loss"]),
    ("list(gluon.data.DataLoader(gluon.data.SimpleDataset([nd.ones(3), nd.ones(4)]), 2))", E, ["input 1 has (4,)"]),
    ("ready(nn.Dense(3, in_units=2)).weight.set_data(nd.ones((3, 3)))", AssertionError,
     ["Expected shape (3, 2)", "given shape (3, 3)"]),
    # -- data types
    ("ready(nn.Dense(3, in_units=3))(nd.ones((2, 3), dtype='float64'))", E,
     ["(weight): expected float64, got float32", "astype", "cast"]),
    ("hybrid(nn.Dense(3, in_units=3))(nd.ones((2, 3), dtype='float64'))", E, ["expected float64, got float32"]),
    ("nd.BatchNorm(nd.ones((2, 3, 4), dtype='int32'), *[nd.ones(3)] * 4)", E, ["int32"]),
    ("nd.linalg.inverse(nd.ones((2, 2), dtype='int32'))", E, ["inputs of dtype int32 are not supported"]),
    # -- arguments by other names
    ("sym.Convolution(sym.var('data'), kernel=(3, 3), num_filters=4)", E, ["did you mean 'num_filter'?"]),
    ("nd.Convolution(nd.ones((1, 3, 5, 5)), w34, w34, kernal=(3, 3), num_filter=4)", E, ["did you mean 'kernel'?"]),
    ("mx.npx.convolution(mx.np.ones((1, 3, 5, 5)), mx.np.ones((4, 3, 3, 3)), kernal=(3, 3), num_filter=4)", E,
     ["did you mean 'kernel'?"]),
    ("nd.Activation(nd.ones(3), act='relu')", E, ["did you mean 'act_type'?"]),
    ("nd.concat(nd.ones((2, 3)), nd.ones((2, 3)), axis=1)", E, ["did you mean 'dim'?"]),
    ("nd.random.normal(0, 1, size=(2, 3))", E, ["did you mean 'shape'?"]),
    ("nd.ones((2, 3)).sum(axes=1)", E, ["did you mean 'axis'?"]),
    ("nd.FullyConnected(x5, weigth=w34, bias=w34, num_hidden=3)", E, ["did you mean 'weight'?"]),
    ("sym.FullyConnected(dat=sym.var('a'), num_hidden=3)", E, ["did you mean 'data'?"]),
    ("nn.HybridLambda(lambda x: x)(nd.ones(2))", TypeError, ["mx.nd or mx.sym, and an array", "lambda F, x"]),
    ("nd.ones(2, dtype='flaot32')", TypeError, ["'flaot32' not understood; did you mean 'float32'?"]),
    ("nd.ones(2).astype('flaot32')", TypeError, ["'flaot32' not understood; did you mean 'float32'?"]),
    ("nn.Dense(3, prefix='fc_').collect_params()['weight']", KeyError, ["weight; there is fc_weight"]),
    ("mx.mod.Module(mlp()).fit(None, epochs=3)", TypeError, ["'epochs'; did you mean 'num_epoch'?"]),
    ("mx.mod.Module(mlp()).fit(None, learning_rate=1)", TypeError, ["optimizer_params={'learning_rate': 0.1}"]),
    ("nn.Dense(3, act='relu')", TypeError, ["Dense.__init__()", "did you mean 'activation'?"]),
    ("nn.Conv2D(3, 3, stride=2)", TypeError, ["Conv2D.__init__()", "did you mean 'strides'?"]),
    ("nn.Conv2D(3, kernel=3)", TypeError, ["Conv2D.__init__()", "kernel_size"]),
    ("rnn.LSTM(3, num_layer=2)", TypeError, ["LSTM.__init__()", "did you mean 'num_layers'?"]),
    ("nn.BatchNorm(eps=1e-5)", TypeError, ["did you mean 'epsilon'?"]),
    ("gluon.loss.SoftmaxCELoss(sparse_labels=False)", TypeError, ["did you mean 'sparse_label'?"]),
    ("gluon.model_zoo.vision.resnet18_v1(class_=10)", TypeError, ["ResNetV1", "did you mean 'classes'?"]),
    ("mx.io.ImageRecordIter(path_imgrec='a.rec', data_shape=(3, 5, 5), batchsize=2)", E, ["batch_size", "'batchsize'"]),
    # -- what is no array of ours
    ("ready(nn.Dense(3))(np.ones((2, 5)))", ValueError, ["a NumPy array of shape (2, 5): wrap it in mx.nd.array"]),
    ("hybrid(nn.Dense(3))(np.ones((2, 5)))", ValueError, ["wrap it in mx.nd.array"]),
    ("ready(nn.Dense(3, in_units=5))([[1, 2, 3, 4, 5]])", ValueError, ["a list of 1 items: wrap it in mx.nd.array"]),
    ("ready(rnn.LSTM(3))(np.ones((2, 3, 5)))", AssertionError, ["wrap it in mx.nd.array"]),
    ("gluon.loss.L2Loss()(nd.ones((2, 3)), np.ones((2, 3)))", AssertionError, ["wrap it in mx.nd.array"]),
    ("gluon.loss.L2Loss()(np.ones((2, 3)), nd.ones((2, 3)))", TypeError, ["wrap it in mx.nd.array"]),
    ("nd.dot(nd.ones((2, 500)), np.ones((500, 3)))", AssertionError, ["dot", "NumPy array of shape (500, 3)"]),
    ("nd.concat([nd.ones(3), nd.ones(3)], dim=0)", AssertionError, ["one by one, with a * before the list"]),
    ("nd.save(str(tmp_path / 'a'), {'a': np.ones(3)})", TypeError, ["wrap it in mx.nd.array"]),
    ("sym.exp(nd.ones((3, 4)))", AssertionError, ["an array of shape (3, 4)", "mx.nd"]),
    ("mx.np.ones(3) + nd.ones(3)", TypeError, ["as_np_ndarray()"]),
    ("hybrid(Eager())(nd.ones(3))", AssertionError, ["in hybrid_forward use F.exp"]),
    ("gluon.SymbolBlock(sym.exp(sym.var('x')), sym.var('x'))(np.ones(3))", AssertionError, ["wrap it in mx.nd.array"]),
    # -- arguments of constructors
    *((f"{call}=2)", TypeError, [f"did you mean {meant!r}?"]) for call, meant in (
        ("mx.io.NDArrayIter(np.ones((3, 2)), batchsize", "batch_size"), ("mx.mod.Module(sym.var('x'), ctx", "context"),
        ("mx.mod.BucketingModule(None, device", "context"), ("mx.lr_scheduler.FactorScheduler(9, gamma", "factor"),
        ("mx.lr_scheduler.MultiFactorScheduler(milestones", "step"), ("mx.init.Xavier(gain", "magnitude"),
        ("mx.lr_scheduler.CosineScheduler(9, lr", "base_lr"), ("mx.lr_scheduler.PolyScheduler(9, power", "pwr"),
        ("nn.Dense(3, input_dim", "in_units"), ("nn.MaxPool2D(kernel", "pool_size"))),
    ("sym.var('x') + nd.ones(3)", TypeError, ["NDArray'> not supported", "self.params.get_constant"]),
    ("[1.0] * sym.var('x')", TypeError, ["list'> not supported", "self.params.get_constant"]),
    # -- contexts
    *((f"nd.ones((2, 3), ctx={ctx})", E, [hint]) for ctx, hint in (
        ("'cpu'", "did you mean mx.cpu()?"), ("'gpu:1'", "did you mean mx.gpu(1)?"), ("mx.cpu", "call it: mx.cpu()"))),
    ("nd.array([1], ctx='cpu')", AttributeError, ["did you mean mx.cpu()?"]),
    ("nd.zeros(2, 3)", E, ["shapes are one tuple: zeros((2, 3))"]),
    ("nn.Dense(3).initialize(ctx='cpu')", AttributeError, ["did you mean mx.cpu()?"]),
    ("nn.Dense(3).initialize(ctx=mx.cpu)", TypeError, ["call it: mx.cpu()"]),
    ("ready(nn.Dense(3, in_units=5)).collect_params().reset_ctx('gpu(0)')", AttributeError, ["mean mx.gpu(0)?"]),
    ("ready(nn.Dense(3, in_units=5)).load_parameters(saved(tmp_path, ready(nn.Dense(3, in_units=5))), ctx='cpu')",
     AssertionError, ["did you mean mx.cpu()?"]),
    ("classifier().simple_bind('cpu', data=(2, 5))", AttributeError, ["did you mean mx.cpu()?"]),
    ("nd.ones(3).as_in_context('cpu')", TypeError, ["did you mean mx.cpu()?"]),
    ("mx.Context('cpu(0)')", KeyError, ["did you mean mx.cpu(0)?"]),
    ("mx.mod.Module(classifier(), context=mx.cpu)", TypeError, ["call it: mx.cpu()"]),
    ("ready(nn.Dense(3, in_units=5))(nd.ones((2, 5), ctx=mx.cpu(1)))", RuntimeError, ["as_in_context", "reset_ctx"]),
    # -- blocks
    ("WithoutSuper()", AttributeError, ["__init__ must call super().__init__() before it sets hidden"]),
    ("ready(WithoutParameter())(nd.ones((2, 3)))", TypeError, ["'scale'; it takes each parameter of the block"]),
    ("hybrid(ReadsShape())(nd.ones((2, 3)))", AttributeError, ["a hybridized block computes with symbols"]),
    ("nn.Dense(3)(x5)", RuntimeError, ["call initialize() on the block"]),
    ("ready(InList())(x5)", RuntimeError, ["in a list and not in a Sequential"]),
    ("gluon.Trainer(nn.Dense(3, in_units=2).collect_params(), 'sgd').step(1)", RuntimeError, ["call initialize()"]),
    ("nn.Dense(3, in_units=2).initialize(mx.init.Xavier)", AssertionError, ["is a class: pass Xavier()"]),
    ("nn.Sequential(nn.Dense(3))", TypeError, ["add() adds layers"]),
    # -- files
    ("hybrid(nn.Dense(3, in_units=5)).load_parameters(saved(tmp_path, ready(nn.Dense(3, in_units=5))))", AssertionError,
     ["Parameter '0.weight' is missing", "'weight', 'bias': those of a single layer"]),
    ("ready(nn.Dense(3, in_units=5)).load_parameters(saved(tmp_path, hybrid(nn.Dense(3, in_units=5))))", AssertionError,
     ["Parameter 'weight' is missing", "'0.weight', '0.bias'"]),
    ("mlp().save(str(tmp_path / 'a')); nd.load(str(tmp_path / 'a'))", E, ["a symbol's JSON", "mx.sym.load"]),
    ("nd.save(str(tmp_path / 'a'), [nd.ones(3)]); sym.load(str(tmp_path / 'a'))", E, ["arrays, which mx.nd.load"]),
    ("nd.save(str(tmp_path / 'a'), nn.Dense(3).collect_params())", ValueError, ["save_parameters"]),
    # -- modules and labels
    ("mx.mod.Module(mlp(), label_names=None).fit("
     "mx.io.NDArrayIter(np.ones((4, 5)), np.ones((4, 3)), 2, label_name='logistic_label'), num_epoch=1)", ValueError,
     ["logistic_label", "label_names=['logistic_label']"]),
    ("mx.mod.Module(mlp()).fit("
     "mx.io.NDArrayIter(np.ones((4, 5)), np.ones((4, 3)), 2, label_name='logistic_label'), num_epoch=1)", ValueError,
     ["label_names=['logistic_label']"]),
    ("net = mx.mod.Module(classifier(), label_names=None); net.bind([('data', (2, 5))]); "
     "net.set_params({'fc_weight': nd.ones((3, 5)), 'fc_bias': nd.ones(3)}, {})", RuntimeError,
     ["label_names=['softmax_label']", "for_training=False"]),
    ("module().init_params(arg_params={'fc_weight': nd.ones((3, 5))})", RuntimeError, ["fc_bias", "allow_missing"]),
    ("mx.mod.Module(classifier(), data_names=['x'])", ValueError, ["data_names=['x']", "data\n\tsoftmax_label"]),
    ("net = mx.mod.Module(classifier()); net.bind([('data', (2, 5))], [('label', (2,))])", KeyError, ["softmax_label"]),
    ("mx.mod.Module(classifier()).fit(np.ones((4, 5)), num_epoch=1)", AttributeError, ["mx.io.NDArrayIter"]),
    ("net = module(); net.init_params(); net.forward(x5)", AttributeError, ["mx.io.DataBatch"]),
    ("classifier().simple_bind(mx.cpu(), dta=(2, 5))", RuntimeError, ["dta is no input; did you mean 'data'?"]),
    ("classifier().infer_shape(dta=(2, 5))", E, ["did you mean 'data'?"]),
    ("classifier().simple_bind(mx.cpu(), data=(2, 5)).forward(dta=x5)", TypeError, ["did you mean 'data'?"]),
    ("mx.mod.BucketingModule(lambda key: classifier(), default_bucket_key=1)", ValueError, ["(symbol, data_names,"]),
    ("module().init_params('xavier')", TypeError, ["mx.init.create('xavier')"]),
    ("mx.metric.Accuracy().update([], [nd.ones((2, 3))])", ValueError, ["there are no labels"]),
    ("x5.attach_grad('writ')", KeyError, ["write", "'writ'"]),
    # -- metrics and gradients
    ("mx.metric.Accuracy().update([nd.ones((2, 3))], [nd.ones(2)])", E, ["takes the labels first"]),
    ("mx.metric.TopKAccuracy(top_k=5).update([nd.ones(2)], [nd.ones((2, 3))])", ValueError, ["top_k=5 of 3 classes"]),
    ("x5.backward()", E, ["autograd.record()", "attach_grad()"]),
    # -- of those who come from PyTorch, Keras and NumPy
    ("gluon.Trainer(ready(nn.Dense(1)))", TypeError, ["optimizer", "Trainer(net.collect_params(), 'sgd',"]),
    ("nn.Conv2D(8, 3, padding='same')", E, ["padding", "'same'", "kernel_size // 2"]),
    ("nn.Dense(2, activation=nn.PReLU())", TypeError, ["activation", "'relu'", "PReLU", "behind"]),
    ("nn.Sequential().append(nn.Dense(2))", AttributeError, ["add(block)"]),
    ("nd.ones((2,), device='cpu')", E, ["did you mean 'ctx'"]),
    ("gluon.utils.split_and_load(nd.ones((4, 2)), 2)", TypeError, ["ctx_list", "[mx.cpu()]", "got 2"]),
    ("mx.np.ones(3).asscalar()", AttributeError, ["x.item()"]),
    ("max(mx.np.ones(3), mx.np.zeros(3))", ValueError, ["np.where"]),
    ("f'{nd.ones((2, 3)):.2f}'", TypeError, ["(2, 3)", "mean()"]),
    ("f'{mx.np.ones((2, 3)):.2f}'", TypeError, ["(2, 3)", "'.2f'", "x.item()"]),
    ("x5 @ x5", TypeError, ["nd.dot"]),
    ("~x5", TypeError, ["nd.logical_not"]),
    ("x5 & x5", TypeError, ["nd.broadcast_logical_and"]),
    ("round(x5)", TypeError, ["x.round()"]),
    # -- of another kind than expected: the classes are those of 1.9.1
    *((program, IndexError, parts) for program, parts in (
        ("mx.io.NDArrayIter([1, 2, 3])", ["_0_data: expected an array with rows, got int 1", "np.array"]),
        ("mx.io.NDArrayIter(np.array(1.0))", ["data: expected an array with rows"]),
        ("mx.io.NDArrayIter({})", ["data: at least one array is needed"]),
        ("gluon.utils.split_data(x5, 2, batch_axis=3)", ["batch_axis 3", "(2, 5)"]))),
    *((program, TypeError, parts) for program, parts in (
        ("gluon.data.vision.MNIST(download=True)", ["MNIST", "'download'", "it takes root, train, transform"]),
        ("gluon.data.vision.ImageFolderDataset(folder='x')", ["'folder'", "it takes root, flag, transform"]),
        ("gluon.data.vision.CIFAR100(fine_labels=True)", ["did you mean 'fine_label'?"]),
        ("transforms.Compose(transforms.ToTensor(), transforms.Cast())", ["write Compose([ToTensor()"]),
        ("transforms.RandomRotation(30)", ["angle_limits: expected a smaller and a larger angle, got int 30"]),
        ("gluon.utils.clip_global_norm(ready(nn.Dense(2, in_units=2)).collect_params(), 1)", ["a list of arrays"]),
        ("gluon.utils.clip_global_norm({1: x5}.values(), 1)", ["arrays: expected a list of arrays, got dict_values"]),
        ("gluon.utils.split_data(x5, '2')", ["num_slice", "got str '2'"]),
        ("gluon.data.DataLoader(5, 2)", ["dataset: expected a dataset with a length", "got int 5"]),
        ("gluon.data.DataLoader([1], 1, num_workers='2')", ["num_workers", "got str '2'"]),
        ("gluon.data.ArrayDataset(5)", ["expected arrays or lists, got int 5"]),
        ("gluon.data.ArrayDataset(x5).transform(5)", ["fn: expected a function of a sample, got int 5"]),
        ("gluon.data.ArrayDataset(x5).transform_first(None)", ["fn: expected a function", "got NoneType"]),
        ("trainer().step('1')", ["batch_size: expected the number of samples, got str '1'"]),
        ("trainer(update_on_kvstore=False).update('1')", ["batch_size: expected the number of samples, got str '1'"]),
        ("mx.metric.Accuracy().update(None, None)", ["labels: expected a list of arrays, got NoneType"]),
        ("sym.Group(5)", ["a list of symbols"]),
        ("module().bind([5], force_rebind=True)", ["data_shapes", "('data', (32, 3))", "got int 5"]),
        ("nd.contrib.foreach(5, x5, [])", ["body: expected a function", "got int 5"]),
        ("nd.contrib.cond(nd.ones(1), 5, 5)", ["then_func: expected a function", "got int 5"]),
        ("mx.autograd.backward(5)", ["heads: expected an array or a list of arrays, got int 5"]),
        ("mx.recordio.pack(5, b'a')", ["header: expected an IRHeader", "got int 5"]),
        ("mx.recordio.unpack(5)", ["s: expected the bytes of a record, got int 5"]),
        ("mx.image.center_crop(nd.ones((8, 8, 3)), 4)", ["size: expected (width, height), got int 4"]),
        ("mx.image.CreateAugmenter(5)", ["data_shape: expected (channels, height, width), got int 5"]),
        ("mx.viz.print_summary(classifier(), 5)", ["shape: expected a dict", "got int 5"]),
        ("mx.rnn.BucketSentenceIter(5, 2)", ["sentences: expected a list of lists, got int 5"]),
        ("mx.rnn.encode_sentences(5)", ["sentences: expected a list of lists, got int 5"]),
        ("mx.np.stack(5)", ["arrays: expected a sequence of arrays, got int 5"]))),
    *((program, AttributeError, parts) for program, parts in (
        ("transforms.Compose(transforms.ToTensor())", ["transforms: expected a list, got ToTensor"]),
        ("gluon.utils.clip_global_norm([np.ones(2)], 1)", ["arrays", "wrap it in mx.nd.array"]),
        ("gluon.utils.split_data([1, 2], 2)", ["data: expected an array", "wrap it in mx.nd.array"]),
        ("mx.optimizer.create(5)", ["name: expected the name of an optimizer, got int 5"]),
        ("mx.optimizer.SGD(learning_rate=1, lr_scheduler=5)", ["lr_scheduler: expected a schedule", "got int 5"]),
        ("mx.metric.CustomMetric(5)", ["feval: expected a function", "got int 5"]),
        ("mx.metric.np(5)", ["numpy_feval: expected a function", "got int 5"]),
        ("mx.mod.Module(None)", ["symbol: expected a Symbol, got NoneType"]),
        ("mx.kv.create().set_optimizer('sgd')", ["optimizer: expected an optimizer such as", "got str 'sgd'"]),
        ("mx.autograd.mark_variables([x5], [5])", ["gradients: expected a list of arrays, got int 5"]),
        ("mx.io.ResizeIter(5, 3)", ["data_iter: expected an iterator over batches", "got int 5"]),
        ("mx.io.PrefetchingIter(5)", ["iters: expected an iterator over batches", "got int 5"]),
        ("gluon.model_zoo.vision.get_model(5)", ["name: expected the name of a network, got int 5"]),
        ("mx.profiler.Task(5, 'a')", ["domain: expected a domain such as", "got int 5"]),
        ("mx.profiler.Counter(None, 'a')", ["domain: expected a domain such as", "got NoneType"]),
        ("mx.contrib.quantization.quantize_model(None, {}, {})", ["sym: expected a symbol", "got NoneType"]))),
    *((program, TypeError, parts) for program, parts in (
        ("gluon.data.SequentialSampler('a')", ["length: expected a number of positions, got str 'a'"]),
        ("gluon.data.FilterSampler(5, [1])", ["fn: expected a function of a sample, got int 5"]),
        ("gluon.data.SimpleDataset([1]).filter(None)", ["fn: expected a function of a sample, got NoneType"]),
        ("gluon.data.SimpleDataset([1]).take('a')", ["count: expected a number of samples, or None, got str 'a'"]),
        ("gluon.data.SimpleDataset([1]).shard('a', 0)", ["num_shards: expected a number, got str 'a'"]),
        ("mx.image.resize_short(nd.ones((4, 4, 3)), 'a')", ["size: expected the length of", "got str 'a'"]),
        ("mx.metric.TopKAccuracy('a')", ["top_k: expected a number of classes, got str 'a'"]),
        ("mx.lr_scheduler.FactorScheduler('a')", ["step: expected a number of updates, got str 'a'"]),
        ("mx.callback.do_checkpoint('net', 'a')", ["period: expected a number of epochs, got str 'a'"]),
        ("mx.callback.log_train_metric('a')", ["period: expected a number of batches, got str 'a'"]),
        ("mx.lr_scheduler.CosineScheduler(9, base_lr='a')", ["base_lr: expected a number, got str 'a'"]),
        ("mx.lr_scheduler.FactorScheduler(9, 'a')", ["factor: expected a number, got str 'a'"]),
        ("mx.lr_scheduler.PolyScheduler(9, pwr='a')", ["pwr: expected a number, got str 'a'"]),
        ("mx.lr_scheduler.PolyScheduler(9, final_lr='a')", ["final_lr: expected a number, got str 'a'"]),
        ("mx.mon.Monitor('a')", ["interval: expected a number of batches, got str 'a'"]),
        ("mx.io.ResizeIter(mx.io.NDArrayIter(x5), 'a')", ["size: expected a number of batches, got str 'a'"]),
        ("mx.rnn.BucketSentenceIter([[1, 2]], 'a')", ["batch_size: expected a number of sentences, got str 'a'"]),
        ("mx.image.CreateAugmenter((3, 4, 4), resize='a')", ["resize: expected the length of", "got str 'a'"]),
        ("mx.image.CreateAugmenter((3, 4, 4), rand_gray='a')", ["rand_gray: expected a number, got str 'a'"]),
        ("mx.image.CreateDetAugmenter((3, 4, 4), rand_pad='a')", ["rand_pad: expected a number, got str 'a'"]),
        ("mx.image.fixed_crop(nd.ones((4, 4, 3)), 0, 0, 2, 2, 3)", ["size: expected (width, height), got int 3"]),
        ("mx.image.ImageIter(4, 3, imglist=[[0, 'x']], path_root='')", ["data_shape: expected (channels, height"]),
        ("transforms.RandomBrightness('a')", ["RandomBrightness: expected a number, got str 'a'"]),
        ("transforms.Compose([3])", ["transforms: expected a list of transforms, got int 3"]),
        ("gluon.data.SplitSampler('a', 2)", ["length: expected a number, got str 'a'"]),
        ("gluon.data.RandomSampler('a')", ["length: expected a number of positions, got str 'a'"]),
        ("gluon.data.BatchSampler(3, 2)", ["sampler: expected a sampler, got int 3"]),
        ("gluon.data.DataLoader([1], 1, batchify_fn=3)", ["batchify_fn: expected a function", "got int 3"]),
        ("mx.metric.CompositeEvalMetric(3)", ["metrics: expected a list of metrics, got int 3"]),
        ("mx.recordio.pack((0, 1, 1, 0), 'a')", ["s: expected the bytes of a record, got str 'a'"]),
        ("mx.recordio.MXRecordIO(3, 'r')", ["uri: expected a path, got int 3"]),
        ("mx.viz.plot_network(classifier(), shape=3)", ["shape: expected a dict such as", "got int 3"]),
        ("module(context=3)", ["context: expected a context, or a list of contexts, got int 3"]),
        ("module(data_names=3)", ["data_names: expected a list of names, got int 3"]),
        ("module().reshape(3)", ["data_shapes: expected a list of pairs", "got int 3"]),
        ("module().init_params(3)", ["initializer: expected an initializer such as", "got int 3"]),
        ("module().set_params(3, {})", ["dicts of arrays by name, got int 3"]),
        ("module().fit(mx.io.NDArrayIter(x5, nd.ones(2), 2), num_epoch='a')", ["num_epoch: expected a number"]),
        ("module().fit(mx.io.NDArrayIter(x5, nd.ones(2), 2), num_epoch=1, optimizer_params=3)",
         ["optimizer_params: expected a dict"]),
        ("mx.mod.BucketingModule(3, default_bucket_key=1)", ["sym_gen: expected a function", "got int 3"]))),
    *((program, AttributeError, parts) for program, parts in (
        ("mx.callback.module_checkpoint(3, 'net')", ["mod: expected a module, got int 3"]),
        ("mx.mon.Monitor(1).install(3)", ["exe: expected an executor, got int 3"]),
        ("module().install_monitor(3)", ["mon: expected a monitor, got int 3"]),
        ("mx.rnn.ZoneoutCell(3)", ["base_cell: expected a cell, got int 3"]),
        ("mx.rnn.SequentialRNNCell().add(3)", ["SequentialRNNCell: expected cells, got int 3"]),
        ("mx.model.save_checkpoint('net', 0, 3, {}, {})", ["symbol: expected a Symbol, got int 3"]),
        ("mx.model.save_checkpoint('net', 0, classifier(), 3, {})", ["arg_params: expected a dict", "got int 3"]))),
    ("mx.callback.ProgressBar(0)(mx.model.BatchEndParam(0, 1, None, None))", ZeroDivisionError,
     ["total: expected the number of batches in an epoch, got int 0"]),
    ("mx.callback.log_train_metric(0)(mx.model.BatchEndParam(0, 1, None, None))", ZeroDivisionError, ["period"]),
    ("mx.image.CreateAugmenter((3, 4))", IndexError, ["data_shape: expected (channels, height, width), got tuple"]),
    ("mx.image.imread(3)", E, ["filename: expected a path, got int 3"]),
    ("mx.optimizer.SGD().update(0, 3, x5, None)", AssertionError, ["weight: expected an array, got int 3"]),
    ("mx.sym.np.vstack([np_var('a'), np_var('b')]).infer_shape(a=(4,), b=(3,))", E,
     ["input 1 has length 3", "input 0 has 4"]),
    ("mx.sym.np.hstack([np_var('a'), np_var('b')]).infer_shape(a=(2, 3), b=(2,))", E, ["inputs have 2 and 1 axes"]),
    ("mx.sym.np.where(np_var('a'), np_var('b'), 0).infer_shape(a=(3,), b=(2, 4))", E,
     ["shapes do not broadcast: [2, 4] and [1, 3]"]),
    ("mx.np.vecmat(mx.np.ones((4, 3)), mx.np.ones(3).sum())", E, ["an input has too few axes"]),
    ("mx.npx.masked_softmax(mx.np.ones((2, 3)), mx.np.ones((1, 2, 3)))", E, ["[1, 2, 3] has more axes than [2, 3]"]),
    ("sym.Pad(sym.var('a'), mode='reflect', pad_width=(0, 0, 0, 0, 1, 0, 0, 2)).infer_shape(a=(1, 3, 3, 1))", E,
     ["a mirror pads less than an axis is long, got (0, 2) for axis 3"]),
    ("sym.contrib.index_copy(sym.var('a'), sym.var('b'), sym.var('c')).infer_shape(a=(3, 2), b=(1, 2), c=(2, 2))", E,
     ["index: expected one axis, got 2"]),
    ("nd.contrib.box_encode(nd.ones((2, 5)), nd.ones((2, 5)), nd.ones((2, 5, 5)), nd.ones((2, 3, 4)), nd.ones(4), "
     "nd.ones(4))", E, ["shapes do not broadcast"]),
    ("nd._internal._ones(shape=(-2,))", E, ["shape: expected lengths of 0 or more, got (-2,)"]),
    ("nd.one_hot(nd.ones(3), depth=-2)", E, ["depth: expected a length of 0 or more, got -2"]),
    ("nd.contrib.arange_like(x5, axis=1, repeat=0)", E, ["repeat > 0, received 0"]),
    ("nd.contrib.AdaptiveAvgPooling2D(nd.ones((1, 1, 3, 3)), output_size=-1)", E, ["output_size", "got (-1,)"]),
    ("nd.unravel_index(nd.ones(1), shape=(2, 0))", E, ["an attribute is 0"]),
    ("nd.unravel_index(nd.ones(1), shape=())", E, ["an attribute is empty"]),
    ("nd.contrib.DeformablePSROIPooling(nd.ones((1, 4, 3, 3)), nd.ones((1, 5)), nd.ones((1, 2, 2, 2)), "
     "spatial_scale=1, output_dim=1, group_size=2, pooled_size=-2)", E, ["pooled_size", "above 0, got -2"]),
    ("mx.npx.sldwin_atten_score(mx.np.ones((2, 5, 2, 3)), mx.np.ones((2, 5, 2, 3)), mx.np.ones(3), w=1, "
     "symmetric=True)", E, ["dilation: expected (H,)", "got (3,) for (2, 5, 2, 3)"]),
    ("mx.npx.sldwin_atten_context(mx.np.ones((2, 5, 2, 2)), mx.np.ones((2, 5, 2, 3)), mx.np.ones(2), w=1, "
     "symmetric=True)", E, ["score: expected (2, 5, 2, 3), got (2, 5, 2, 2)"]),
    ("mx.np.einsum('ij,jk', mx.np.ones((2, 3)), mx.np.ones((4, 3)))", E,
     ["axis j of input 1 has length 4, in other inputs 3"]),
    ("nd.image.random_crop(nd.ones((2, 8, 3))[:0], width=9, height=3)", E,
     ["images of a pixel or more, got (0, 8, 3)"]),
    ("nd.random.multinomial(nd.ones((2, 2)), shape=-1)", E, ["shape: expected lengths of 0 or more, got (-1,)"]),
    ("mx.np.random.multinomial(5, [0.5, 0.9])", E, ["sum(pvals) > 1.0: 1.4"]),
    ("mx.np.gradient(mx.np.ones(4), edge_order=3)", E, ["edge_order: expected 1 or 2"]),
    ("mx.np.einsum('ii', mx.np.ones((2, 3)))", E, ["axes i of input 0 have different lengths"]),
    ("mx.np.matvec(mx.np.ones((2, 3)), mx.np.ones(4))", E, ["matrices cannot be multiplied"]),
    ("nd._internal._ones(shape=(2,), dtype=np.array([1, 2]))", TypeError, ["dtype"]),
    ("gluon.utils.clip_global_norm({'a': x5}, 1)", KeyError, ["a list of arrays, got dict of 1 items"]),
    ("mx.profiler.set_state('x')", KeyError, ["state: expected 'run' or 'stop', got str 'x'"]),
    ("gluon.utils.split_data(x5, 0)", ZeroDivisionError, ["num_slice"]),
    ("trainer().step(0)", ZeroDivisionError, ["batch_size"]),
    ("transforms.RandomRotation((30,))", ValueError, ["a smaller and a larger angle, got (30,)"]),
    ("module().bind({'data': (2, 5)}, force_rebind=True)", ValueError, ["data_shapes", "got str 'data'"]),
    ("ready(rnn.LSTMCell(4))(x5, [nd.ones((2, 4))])", ValueError, ["states: expected the output before and"]),
    ("ready(rnn.LSTMCell(4, input_size=5))(x5, [nd.ones((2, 4))])", IndexError, ["got 1 array"]),
    # -- one thing for another
    ("sym.Group(classifier(), classifier())", TypeError, ["Expected a list of symbols", "write Group([a, b])"]),
    ("sym.Concat([classifier(), mlp()])", AssertionError, ["a list of 2 symbols: pass them one by one"]),
    ("classifier()(x5)", TypeError, ["Compose expect `Symbol`", "array of shape (2, 5)", "eval and bind"]),
    ("classifier()['softmax']", ValueError, ["there are softmax_output; did you mean 'softmax_output'?"]),
    ("classifier().get_internals()['fc_outptu']", ValueError, ["did you mean 'fc_output'?"]),
    ("mx.mod.Module(classifier(), fixed_param_names=['fc_weigth'])", ValueError, ["; did you mean 'fc_weight'?"]),
    ("nd.Pooling(nd.ones((1, 1, 4, 4)), kernel=2, pool_type='max')", E,
     ["such as (N, C, W), for kernel (2,), got (1, 1, 4, 4); kernel=(2, 2)?"]),
    ("sym.Convolution(sym.Variable('a'), kernel=3, num_filter=3).infer_shape(a=(1, 1, 5, 5))", E, ["kernel=(3, 3)?"]),
    ("nd.dot(nd.ones((2, 3, 4)), nd.ones((2, 4, 5)))", E, ["dot shape error", "batch_dot multiplies the matrices"]),
    ("mx.np.zeros(2, 3)", E, ["dtype", "lengths of a shape are one tuple, as in zeros((2, 3))"]),
    ("mx.np.stack(mx.np.ones(2), mx.np.ones(2))", E, ["axis", "several arrays for one argument are a list"]),
    ("mx.nd.contrib.foreach(lambda item, state: item, x5, [])", ValueError,
     ["body: expected to return (outputs, states), got an array of shape (5,)"]),
    ("mx.nd.contrib.while_loop(lambda i: i < 3, lambda i: 1, [nd.zeros(1)], 3)", TypeError,
     ["func: expected to return (outputs, loop_vars), got int"]),
    ("gluon.loss.L2Loss()(x5, nd.ones((2, 4)))", E, ["expected as many elements as in (2, 5)", "shape (2, 4)"]),
    ("mx.metric.CrossEntropy().update([nd.ones(2)], [nd.ones(2)])", IndexError,
     ["cross-entropy: expected probabilities (samples, classes), got (2,)"]),
    ("mx.metric.Perplexity(None).update([nd.ones(2)], [nd.ones(2)])", AssertionError,
     ["expected a label for each 2 probabilities along axis -1"]),
    ("nn.Sequential().export('net')", AttributeError, ["MXNet has nn.HybridSequential"]),
    ("mx.init.He()", AttributeError, ["MXNet has mx.init.MSRAPrelu()"]),
    ("mx.callback.EarlyStopping()", AttributeError, ["gluon.contrib.estimator.EarlyStoppingHandler"]),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("program", "error", "parts"), MISTAKES, ids=[row[0][:70] for row in MISTAKES])
def test_a_mistake_is_explained(program, error, parts, tmp_path):
    with pytest.raises(error) as caught:
        exec(program, scope(tmp_path))
    text = str(caught.value)
    for part in parts:
        assert part in text
    assert not FOREIGN.search(text), text


def test_no_block_is_named_twice():
    net = nn.HybridSequential(prefix="outer_")
    net.add(nn.Dense(3, in_units=4, prefix="inner_"))
    with pytest.raises(mx.MXNetError) as caught:
        ready(net)(nd.ones((2, 5)))
    assert str(caught.value).count("(block ") == 1
    assert "(block inner)" in str(caught.value)


def test_a_checkpoint_predicts_without_its_label():
    net = mx.mod.Module(classifier(), label_names=None)
    net.bind([("data", (2, 5))], for_training=False)
    net.set_params({"fc_weight": nd.ones((3, 5)), "fc_bias": nd.zeros(3)}, {})
    for size in (2, 3):
        net.forward(mx.io.DataBatch([nd.ones((size, 5))], None))
        np.testing.assert_allclose(net.get_outputs()[0].asnumpy(), np.full((size, 3), 1 / 3), rtol=1e-6)
    assert sorted(net.get_params()[0]) == ["fc_bias", "fc_weight"]


def _losses():
    data = sym.var("data")
    label = sym.var("the_label")
    yield "softmax", sym.SoftmaxOutput(data, label, name="loss"), (2, 3)
    yield "softmax of more axes", sym.SoftmaxOutput(data, label, name="loss"), (2, 3, 4)
    yield "softmax of channels", sym.SoftmaxOutput(data, label, multi_output=True, name="loss"), (2, 3, 4)
    yield "softmax of the last axis", sym.SoftmaxOutput(data, label, preserve_shape=True, name="loss"), (2, 3, 4)
    yield "logistic", sym.LogisticRegressionOutput(data, label, name="loss"), (2, 3)
    yield "linear", sym.LinearRegressionOutput(data, label, name="loss"), (2, 3)
    yield "absolute", sym.MAERegressionOutput(data, label, name="loss"), (2, 3)
    yield "hinge", sym.SVMOutput(data, label, name="loss"), (2, 3)


@pytest.mark.parametrize(("graph", "shape"), [row[1:] for row in _losses()], ids=[row[0] for row in _losses()])
def test_a_symbol_block_leaves_out_the_label_of_a_loss(graph, shape, tmp_path):
    values = nd.array(np.random.RandomState(0).standard_normal(shape))
    executor = graph.simple_bind(mx.cpu(), data=shape, grad_req="null")
    expected = executor.forward(data=values)[0].asnumpy()
    block = gluon.SymbolBlock(graph, sym.var("data"))
    assert not list(block.collect_params())
    np.testing.assert_allclose(block(values).asnumpy(), expected, rtol=1e-6)
    assert block._cached_graph[1].list_outputs() == ["loss_output"]


def test_an_imported_checkpoint_needs_no_label(tmp_path):
    mx.model.save_checkpoint(
        str(tmp_path / "net"), 0, classifier(), {"fc_weight": nd.ones((3, 5)), "fc_bias": nd.zeros(3)}, {}
    )
    block = gluon.SymbolBlock.imports(
        str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"), ctx=mx.cpu()
    )
    np.testing.assert_allclose(block(nd.ones((2, 5))).asnumpy(), np.full((2, 3), 1 / 3), rtol=1e-6)


def test_a_label_that_is_an_input_stays():
    label = sym.var("softmax_label")
    graph = sym.SoftmaxOutput(sym.var("data"), label, name="softmax")
    assert "SoftmaxOutput" in gluon.SymbolBlock(graph, [sym.var("data"), label])._cached_graph[1].tojson()


def test_a_variable_that_others_use_too_is_no_label():
    shared = sym.var("target")
    graph = sym.Group([sym.LinearRegressionOutput(sym.var("data"), shared, name="loss"), shared * 2])
    assert list(gluon.SymbolBlock(graph, sym.var("data")).collect_params()) == ["target"]


class _Stream(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize("terminal", [True, False])
def test_warnings_are_coloured_on_a_terminal_alone(terminal, monkeypatch):
    monkeypatch.setattr(sys, "stderr", _Stream(terminal))
    monkeypatch.delenv("NO_COLOR", raising=False)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mx.mod.Module(classifier(), label_names=["nothing"])
        mx.init.Xavier()("fc_weight", nd.ones((3, 5)))
    assert len(caught) == 2
    assert all(("\x1b[91m" in str(item.message)) is terminal for item in caught)


@pytest.mark.parametrize("name", ["float", "double", "f4", "float64"])
def test_random_functions_take_all_names_of_a_dtype(name):
    assert nd.random.uniform(0, 1, (2,), name).dtype == np.dtype(name).type
    assert sym.random.normal(0, 1, (2,), name).eval()[0].dtype == np.dtype(name).type


def test_a_long_name_that_an_error_repeats_is_cut(tmp_path):
    """In what failed, and in the attributes of the call and of the node."""
    name = str(tmp_path / ("a" * 4000))
    symbol = mx.sym.Variable("x") + mx.sym._internal._cvimread(filename=name)
    for read in (
        lambda: mx.image.imread(name),
        lambda: symbol.bind(mx.cpu(), {"x": mx.nd.ones((1, 1, 3), dtype="uint8")}).forward(),
    ):
        with pytest.raises(mx.MXNetError, match=r"a{900}\.\.\. \(4\d\d\d characters\)") as error:
            read()
        assert len(str(error.value)) < 3000


@pytest.mark.parametrize(
    ("program", "error", "parts"),
    [
        ("x[0] = 1", TypeError, ["does not support item assignment", "F.where or F.concat"]),
        ("x.dtype", AttributeError, ["have no dtype", "_like"]),
        ("x.shape", AttributeError, ["have no shape", "F.shape_array"]),
        ("x.attach_grad()", AttributeError, ["have no attach_grad", "outside of the block"]),
        ("x.view(3, 2)", AttributeError, ["x.reshape"]),
        ("np.mean(x)", mx.MXNetError, ["numpy.mean takes no Symbol", "F.mean"]),
        ("np.exp(x)", TypeError, ["numpy.exp takes no Symbol", "F.exp"]),
        ("np.concatenate([x, x])", TypeError, ["numpy.concatenate", "F.concat(a, b, dim=0)"]),
        ("np.where(x > 0, x, x)", TypeError, ["numpy.where", "F.where"]),
        ("np.dot(x, x)", TypeError, ["numpy.dot", "F.dot"]),
        ("np.isnan(x)", TypeError, ["numpy.isnan takes no Symbol", "outside of the block"]),
        ("np.add(np.ones(3), x)", TypeError, ["self.params.get_constant"]),
        ("torch.relu(x)", TypeError, ["torch.relu takes no Symbol", "F.relu"]),
        ("torch.cat([x, x])", TypeError, ["torch.cat", "F.concat(a, b, dim=0)"]),
        ("torch.nn.Linear(3, 2)(x)", TypeError, ["torch.linear", "F.FullyConnected"]),
        ("math.sqrt(x)", TypeError, ["no number that float takes", "F.where"]),
        ("max(x, 2 * x)", mx.MXNetError, ["needs values", "F.where"]),
        ("range(x)", TypeError, ["no number that index takes", "F.contrib.foreach"]),
        ("int(x)", TypeError, ["no number that int takes"]),
        ("f'{x:.2f}'", TypeError, ["written as '.2f'", "outside of the block"]),
        ("round(x)", TypeError, ["x.round()"]),
        ("x // 2", TypeError, ["F.floor(x / y)"]),
        ("x @ x", TypeError, ["F.dot"]),
        ("~x", TypeError, ["F.logical_not"]),
    ],
)
def test_a_hybridized_block_says_what_to_write(program, error, parts):
    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            exec(program, {"x": x, "F": F, "np": np, "torch": torch, "math": math})
            return x

    net = Net()
    net.hybridize()
    with pytest.raises(error) as caught:
        net(mx.nd.ones((2, 3)))
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    "program",
    ["np.sum(x, axis=1)", "np.clip(x, 0, 1)", "np.add(x, 1)", "np.float32(2) * x", "np.max(x, axis=0)", "x + True"],
)
def test_numpys_functions_that_call_a_method_take_symbols(program):
    x = np.array([[1, -2], [3, 0.5]], np.float32)
    actual = eval(program, {"x": mx.sym.var("x"), "np": np}).eval(x=nd.array(x))[0].asnumpy()
    np.testing.assert_array_equal(actual, eval(program, {"x": x, "np": np}))


def test_one_element_is_written_as_a_number():
    assert f"{nd.array([1.234]):.2f} {nd.array([[2]]):.0f}" == "1.23 2"
    assert f"{mx.np.array(1.234):.2f}" == "1.23"


@pytest.mark.parametrize(
    ("function", "make", "mine"),
    [
        (torch.relu, nd.ones, "mx.nd.relu computes it; "),
        (torch.nn.Linear(3, 2), nd.ones, "mx.nd.FullyConnected computes it; "),
        (torch.sin, mx.np.ones, "mx.np.sin computes it; "),
        (torch.special.erfcx, nd.ones, ""),
    ],
)
def test_pytorchs_functions_say_how_to_make_tensors(function, make, mine):
    with pytest.raises(TypeError, match=r"^torch\.\w+ takes no (NDArray|ndarray): ") as error:
        function(make((2, 3)))
    assert str(error.value).partition(": ")[2] == f"{mine}torch.from_dlpack(x) is a tensor of the same memory"


def test_operators_that_arrays_lack_leave_others_theirs():
    class Other:
        def __rfloordiv__(self, left):
            return "other"

    assert nd.ones(1) // Other() == "other"
    with pytest.raises(TypeError, match=r"// is no operator of NDArray: write nd.floor\(x / y\)"):
        nd.ones(1) // 2
