"""A training run that one saves, the other loads, continues and scores."""

import os

import mxnet as mx
import numpy as np

RTOL = 1e-4
ATOL = 1e-5


def data():
    rng = np.random.RandomState(5)
    x = rng.rand(48, 1, 8, 8).astype("float32")
    return mx.io.NDArrayIter(x, (x.sum((1, 2, 3)) > 32).astype("float32"), batch_size=16)


def network():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=4, name="conv")
    net = mx.sym.BatchNorm(net, fix_gamma=False, name="bn")
    net = mx.sym.Activation(net, act_type="relu", name="relu")
    net = mx.sym.FullyConnected(net, num_hidden=2, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def start():
    """Weights that do not depend on anybody's random generator."""
    rng = np.random.RandomState(9)
    shapes, _, _ = network().infer_shape(data=(16, 1, 8, 8))
    made = {name: rng.uniform(-0.2, 0.2, shape) for name, shape in zip(network().list_arguments(), shapes)}
    made["bn_gamma"] = np.ones(4)
    return {name: mx.nd.array(value) for name, value in made.items() if name not in ("data", "softmax_label")}


def parameters(module):
    arg, aux = module.get_params()
    return {name: value.asnumpy() for name, value in sorted({**arg, **aux}.items())}


def write(folder):
    module = mx.mod.Module(network())
    module.fit(
        data(),
        num_epoch=2,
        arg_params=start(),
        allow_missing=True,
        optimizer_params={"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-3},
    )
    module.save_checkpoint(os.path.join(folder, "net"), 2, save_optimizer_states=True)
    return {"files": sorted(os.listdir(folder)), "parameters": parameters(module)}


def read(folder):
    prefix = os.path.join(folder, "net")
    symbol, arg, aux = mx.model.load_checkpoint(prefix, 2)
    scored = mx.mod.Module.load(prefix, 2)
    batches = data()
    scored.bind(batches.provide_data, batches.provide_label, for_training=False)

    resumed = mx.mod.Module.load(prefix, 2, load_optimizer_states=True)
    resumed.fit(
        data(), num_epoch=3, begin_epoch=2, optimizer_params={"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-3}
    )
    return {
        "symbol": symbol.tojson(),
        "names": [sorted(arg), sorted(aux)],
        "score": scored.score(batches, ["acc", "ce"]),
        "predicted": scored.predict(batches).asnumpy(),
        "resumed": parameters(resumed),
    }
