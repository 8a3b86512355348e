"""Gluon under `npx.set_np()`: layers, cells, losses, metrics, optimizers, initializers, data, networks and files.

The cases of layers, losses, cells and metrics are those of the programs that try them on classic arrays. What 1.9.1
refuses to run on arrays of `mx.np` is left out here; see docs/differences.md.
"""

import itertools
import os
import tempfile
import warnings

import mxnet as mx
import numpy as onp
from helpers import compute_as_mxnet, raised
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import loss, nn
from mxnet.gluon.model_zoo import vision
from programs import gluon_layer_values, gluon_losses, gluon_model_zoo, gluon_rnn_values, metrics_all

compute_as_mxnet("nadam_schedule", "selu_gradient")

RTOL = 1e-3
ATOL = 1e-4

#: What 1.9.1 raises TypeErrors for (`legacy operator`), by beginnings of cases; and Dense of float64, hybridized.
REFUSED = (
    "contrib.cnn", "contrib.nn", "nn.Dense(4, activation='tanh', dtype='float64')", "nn.GroupNorm", "nn.HybridLambda",
    "nn.InstanceNorm", "nn.Embedding(7, 3, sparse_grad",
    "nn.ReflectionPad2D", "stacked(contrib", "Masked", "CTCLoss", "CosineEmbedding", "HingeLoss", "HuberLoss",
    "KLDiv", "LogisticLoss", "PoissonNLL", "SDML", "SquaredHinge", "TripletLoss", "accuracy", "caffe", "composite",
    "loss", "perplexity", "torch",
)  # fmt: skip
#: 1.9.1 passes over the axis of the batch
WITHOUT_BATCH_AXIS = "batch_axis=1"


def kept(value):
    """Return arrays with their classes, in the containers that they came in."""
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, [kept(each) for each in value]]
    return [type(value).__name__, value.asnumpy()] if isinstance(value, mx.nd.NDArray) else value


def values(name, shape, dtype="float32"):
    return gluon_layer_values.values(name, shape, dtype)


def fill(block):
    """Give every parameter values that depend on its own name alone."""
    for name, each in sorted(block._collect_params_with_prefix().items()):
        held = values(name, each.shape, onp.dtype(each.dtype).name)
        each.set_data(np.array(onp.abs(held) + 0.5 if name.endswith("var") else held, dtype=held.dtype))


def trained(block, inputs, differentiable, call=None):
    """Return outputs, gradients, and moving statistics, of one pass in training."""
    inputs = [each.copy() for each in inputs]
    for each, wanted in zip(inputs, differentiable):
        if wanted:
            each.attach_grad()
    with autograd.record():
        out = (call or block)(*inputs)
    heads = flat(out)
    autograd.backward(heads, [np.array(values("head", h.shape), dtype=h.dtype) for h in heads])
    params = sorted(block._collect_params_with_prefix().items())
    return {
        "output": kept(out),
        "inputs": [kept(each.grad) for each, wanted in zip(inputs, differentiable) if wanted],
        "gradients": {name: kept(each.grad()) for name, each in params if each.grad_req != "null"},
        "after": {name: kept(each.data()) for name, each in params if "running" in name},
    }


def flat(value):
    return [leaf for each in value for leaf in flat(each)] if isinstance(value, (list, tuple)) else [value]


def modes(block, inputs, differentiable, call=None):
    """Return what a block answers, eager and hybridized, at inference and in training."""
    run = call or block
    block.initialize()
    run(*inputs)  # lets shapes be known
    answers = {}
    for mode in ("eager", "hybrid"):
        block.hybridize(mode == "hybrid")
        fill(block)
        answers[mode] = [kept(run(*inputs)), trained(block, inputs, differentiable, call)]
    return answers


MORE_LAYERS = [
    " nn.HybridLambda(lambda F, x: F.np.concatenate([x, x * 2], axis=1)) | 2 3",
    " nn.HybridLambda(lambda F, x: F.npx.sigmoid(x).sum(axis=-1)) | 2 3",
]


def layer(line):
    expression, shape, kind = [each.strip() for each in (line + " | ").split(" | ")[:3]]
    names = {**vars(gluon_layer_values), "np": np}
    block = eval(expression, names)
    dtype = "float32" if kind in ("", "whole") else kind
    held = values("data", tuple(map(int, shape.split())), dtype)
    data = np.array(onp.floor((held + 1) * 3.5) if kind == "whole" else held, dtype=dtype)
    if dtype != "float32":
        block.cast(dtype)
    return modes(block, [data], [kind != "whole"])


def lost(line):
    expression, names = line.split(" | ")
    inputs = [np.array(gluon_losses.ARRAYS[name].astype("float32")) for name in names.split()]
    return modes(eval("loss." + expression, {"loss": loss}), inputs, [True] + [False] * (len(inputs) - 1))


def recurrent(name, layout):
    data = np.array(gluon_rnn_values.DATA if layout == "TNC" else gluon_rnn_values.DATA.swapaxes(0, 1).copy())
    block, other = (gluon_rnn_values.LAYERS[name](layout=layout) for _ in range(2))
    states = [np.array(values("state", each["shape"])) for each in block.state_info(gluon_rnn_values.N)]
    return {
        "begin": kept(block.begin_state(batch_size=2)),
        "without": modes(block, [data], [True]),
        "with": modes(other, [data], [True], lambda x: other(x, states)),
    }


def metric(name):
    make, draw = metrics_all.CASES[name]
    rng = onp.random.RandomState(5)
    held = make()
    answers = []
    for _ in range(3):
        labels, preds = draw(rng)
        held.update([np.array(labels)], [np.array(preds)])
        answers.append([list(part) if isinstance(part, (list, tuple)) else part for part in held.get()])
    return {"values": answers, "pairs": [list(pair) for pair in held.get_name_value()]}


OPTIMIZERS = [
    ("sgd", {}), ("sgd", {"momentum": 0.9, "wd": 0.01}), ("nag", {"momentum": 0.9}), ("adam", {}), ("adagrad", {}),
    ("adadelta", {}), ("rmsprop", {}), ("rmsprop", {"centered": True}), ("ftrl", {}), ("ftml", {}), ("adamax", {}),
    ("nadam", {}), ("lamb", {}), ("lars", {"momentum": 0.9}), ("signum", {}), ("dcasgd", {}),
    ("sgd", {"lr_scheduler": mx.lr_scheduler.FactorScheduler(2, 0.5), "clip_gradient": 0.1, "rescale_grad": 0.5}),
]  # fmt: skip


def optimizer(name, options):
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="tanh", in_units=3), nn.BatchNorm(in_channels=4), nn.Dense(2, in_units=4))
    net.initialize()
    fill(net)
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), name, {"learning_rate": 0.1, **options})
    losses = []
    for step in range(4):
        x = np.array(values(f"x{step}", (6, 3)))
        with autograd.record():
            out = net(x)
            total = (out * out).mean()
        total.backward()
        trainer.step(2)
        losses.append(kept(total))
    with tempfile.TemporaryDirectory() as folder:
        trainer.save_states(os.path.join(folder, "states"))
        trainer.load_states(os.path.join(folder, "states"))
    with autograd.record():
        total = (net(x) ** 2).sum()
    total.backward()
    trainer.step(2)
    return {
        "losses": losses,
        "rate": trainer.learning_rate,
        "parameters": {k: kept(v.data()) for k, v in net._collect_params_with_prefix().items()},
    }


INITIALIZERS = [
    "zeros",
    "ones",
    "constant",
    "uniform",
    "normal",
    "orthogonal",
    "xavier",
    "msraprelu",
    "bilinear",
    "lstmbias",
]


def initializer(name):
    made = {"constant": mx.init.Constant(1.5), "lstmbias": mx.init.LSTMBias(2.0)}.get(name, name)
    shape = {"bilinear": (2, 2, 4, 4), "lstmbias": (8,)}.get(name, (6, 4))
    held = gluon.Parameter("a_bias" if name == "lstmbias" else "a_weight", shape=shape, init=made)
    held.initialize()
    if name in ("zeros", "ones", "constant", "bilinear", "lstmbias"):
        return kept(held.data())
    found = held.data().asnumpy()
    drawn = (found.T @ found).round(3) if name == "orthogonal" else bool(onp.abs(found).max() > 0)
    return [type(held.data()).__name__, str(held.data().dtype), list(held.shape), drawn]


def batches(loader):
    return [kept(batch) for batch in loader]


def data():
    x, y = onp.arange(24, dtype="float32").reshape(6, 4), onp.arange(6)
    pairs = gluon.data.ArrayDataset(x, y)
    arrays = gluon.data.ArrayDataset(np.array(x), np.array(y))
    kinds = {
        "numpy": pairs,
        "arrays": arrays,
        "one": gluon.data.ArrayDataset(np.array(x)),
        "simple": gluon.data.SimpleDataset([onp.ones(2), onp.zeros(2), onp.ones(2)]),
        "numbers": gluon.data.SimpleDataset([1, 2, 3]),
        "float": gluon.data.SimpleDataset([1.5, 2.5, 3]),
        "transformed": arrays.transform_first(lambda each: each * 2),
        "whole": pairs.transform(lambda a, b: (a + 1, b)),
    }
    answers = {}
    for name, dataset in kinds.items():
        answers[name] = [kept(dataset[1])]
        for more in (
            {},
            {"last_batch": "discard"},
            {"last_batch": "rollover"},
            {"num_workers": 2, "thread_pool": True},
        ):
            answers[name].append(batches(gluon.data.DataLoader(dataset, 4, **more)))
    answers["split"] = kept(gluon.utils.split_data(np.array(x), 3))
    answers["load"] = kept(gluon.utils.split_and_load(np.array(x), [mx.cpu(0), mx.cpu(1)]))
    answers["load numpy"] = kept(gluon.utils.split_and_load(x, [mx.cpu(0), mx.cpu(1)]))
    image = np.array(onp.arange(60).reshape(5, 4, 3), dtype="uint8")
    t = gluon.data.vision.transforms
    transforms = {
        "tensor": [t.ToTensor()],
        "normalize": [t.ToTensor(), t.Normalize([0.1, 0.2, 0.3], 0.5)],
        "resize": [t.Resize((3, 6))],
        "crop": [t.CenterCrop(3)],
        "cast": [t.Cast("float16")],
    }
    for name, parts in transforms.items():
        answers[name] = kept(t.Compose(parts)(image))
    return answers


NETWORKS = ["alexnet", "mobilenet0.25", "resnet18_v1", "resnet18_v2", "vgg11_bn"]


def network(name):
    size = gluon_model_zoo.size(name)
    net = vision.get_model(name, classes=7)
    image = np.array(onp.resize(gluon_model_zoo.VALUES, (1, 3, size, size)))
    net.initialize()
    net(image)
    for each in net.collect_params().values():
        each.set_data(np.array(gluon_model_zoo.formula(each.name, each.shape)))
    eager = kept(net(image))
    net.hybridize()
    return {"eager": eager, "hybrid": kept(net(image)), "names": sorted(net._collect_params_with_prefix())}


def network_of_files():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(2, 3), nn.BatchNorm(), nn.Dense(3, activation="relu"))
    net.initialize()
    return net


def contents(path):
    found = npx.load(path)
    return {name: kept(each) for name, each in found.items()} if isinstance(found, dict) else kept(found)


def files(folder):
    answers = {}
    path = os.path.join(folder, "file")
    for name, held in {
        "one": np.ones((2, 3)),
        "list": [np.ones(2), np.zeros((0, 3)), np.array(3.0)],
        "dict": {"a": np.arange(3), "b": np.array([True, False]), "c": np.array([1, 2], dtype="int8")},
    }.items():
        npx.save(path, held)
        answers[name] = contents(path)
    x = np.array(values("x", (2, 3, 5, 5)))
    net, other = network_of_files(), network_of_files()
    net(x)
    fill(net)
    net.save_parameters(path)
    other.load_parameters(path)
    answers["parameters"] = [kept(net(x)), kept(other(x)), contents(path)]
    net.hybridize()
    net(x)
    net.export(path, 3)
    answers["export"] = [sorted(os.listdir(folder)), contents(path + "-0003.params")]
    with open(path + "-symbol.json") as stream:
        answers["json"] = stream.read()
    block = gluon.SymbolBlock.imports(path + "-symbol.json", ["data"], path + "-0003.params")
    once = trained(block, [x], [True])
    del once["after"]  # 1.9.1 leaves classic arrays here
    answers["imports"] = [kept(block(x)), once]
    symbol = mx.sym.load(path + "-symbol.json")
    answers["symbol"] = [type(symbol).__name__, symbol.list_arguments(), symbol.list_outputs()]
    return answers


ERRORS = """
nn.Dense(2)(x)
made(nn.Dense(2, in_units=4))(x)
made(nn.Dense(2, in_units=4), True)(x)
made(nn.Dense(2))(mx.nd.ones((2, 3)))
made(nn.Dense(2), True)(mx.nd.ones((2, 3)))
made(nn.Dense(2))(onp.ones((2, 3)))
made(nn.Conv2D(2, 3))(x)
made(nn.Conv2D(2, 3), True)(x)
made(nn.Embedding(3, 2))()
made(nn.LayerNorm(in_channels=4))(x)
made(gluon.rnn.LSTM(2))(x)
made(nn.Dense(2, in_units=3)).weight.set_data(np.ones((3, 2)))
made(nn.Dense(2, in_units=3)).weight.set_data(mx.nd.ones((2, 3)))
nn.Dense(2, in_units=3).weight.data()
made(nn.Dense(2)).weight.data()
made(nn.Dense(2, in_units=3)).weight.grad(mx.cpu(3))
loss.L2Loss()(x, np.ones((7, 7)))
loss.L2Loss()(mx.nd.ones(3), x)
loss.SoftmaxCELoss()(x, np.ones((7,)))
gluon.Trainer(made(nn.Dense(2, in_units=3)).collect_params(), 'nonsense')
gluon.Trainer(made(nn.Dense(2, in_units=3)).collect_params(), 'sgd').step(1)
gluon.Trainer(nn.Dense(2).collect_params(), 'sgd').step(1)
gluon.Trainer([x], 'sgd')
gluon.utils.split_data(x, 5)
gluon.utils.split_data(x, 3)
made(nn.Dense(2, in_units=3)).export('nowhere')
made(nn.HybridSequential())(x)
made(nn.HybridSequential(), True)(x)
x.backward()
mx.nd.save(path, [x])
npx.save(path, [mx.nd.ones(3)])
npx.save(path, x, 3)
npx.save(path, 3)
npx.load('nowhere')
mx.nd.relu(x)
npx.relu(mx.nd.ones(3))
np.sin(mx.nd.ones(3))
np.ones(3) + mx.nd.ones(3)
mx.nd.ones(3) * np.ones(3)
mx.sym.var('a').as_np_ndarray() + mx.sym.var('b')
mx.sym.np.sin(mx.sym.var('a'))
mx.sym.sin(mx.sym.var('a').as_np_ndarray())
mx.metric.MSE().update([x], [np.ones((7, 7))])
mx.metric.Accuracy().update([x], [])
mx.init.Xavier()('a_weight', np.ones(3))
mx.init.create('nonsense')
gluon.data.ArrayDataset(x, np.ones(5))
gluon.data.DataLoader(gluon.data.ArrayDataset(x))
"""


def made(block, hybridize=False):
    block.initialize()
    block.hybridize(hybridize)
    return block


def errors(folder):
    names = {**globals(), "x": np.ones((2, 3)), "path": os.path.join(folder, "file")}
    return {line: raised(eval, line, names) for line in ERRORS.strip().splitlines()}


def table(answer, cases):
    return {str(case): answer(case) for case in cases if not str(case).startswith(REFUSED)}


def run():
    warnings.simplefilter("ignore")
    npx.set_np()
    layouts = ("TNC", "NTC")
    try:
        losses = [line for line in gluon_losses.CASES.strip().splitlines() if WITHOUT_BATCH_AXIS not in line]
        with tempfile.TemporaryDirectory() as folder:
            return {
                "layers": table(layer, [*gluon_layer_values.CASES.strip().splitlines(), *MORE_LAYERS]),
                "losses": table(lost, losses),
                "recurrent": table(lambda case: recurrent(*case), itertools.product(gluon_rnn_values.LAYERS, layouts)),
                "metrics": table(metric, metrics_all.CASES),
                "optimizers": table(lambda i: optimizer(*OPTIMIZERS[i]), range(len(OPTIMIZERS))),
                "initializers": table(initializer, INITIALIZERS),
                "networks": table(network, NETWORKS),
                "data": data(),
                "files": files(folder),
                "errors": errors(folder),
            }
    finally:
        npx.reset_np()
