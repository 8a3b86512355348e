"""Files, pickles and checkpoints of arrays in sparse storage: the same bytes from both, each reads the others."""

import os
import pickle

import mxnet as mx
import numpy as np

DTYPES = ("float32", "float64", "float16", "uint8", "int32", "int8", "int64")
STYPES = ("csr", "row_sparse")


def content(path):
    with open(path, "rb") as file:
        return file.read()


def drawn(seed, shape, dtype, stype, kept=0.4):
    dice = np.random.RandomState(seed)
    values = dice.randint(1, 100, shape) * (dice.rand(*shape) < kept)
    return mx.nd.array(values, dtype=dtype).tostype(stype)


def arrays():
    made = {
        f"arg:{stype}_{dtype}": drawn(i, (5, 4), dtype, stype) for i, dtype in enumerate(DTYPES) for stype in STYPES
    }
    for stype in STYPES:
        made[f"aux:{stype}_none"] = mx.nd.zeros((3, 2), stype=stype)
        made[f"aux:{stype}_all"] = mx.nd.ones((3, 2)).tostype(stype)
    made["arg:dense"] = mx.nd.arange(6).reshape((2, 3))
    made["arg:tall"] = drawn(3, (900, 2), "float32", "row_sparse", 0.01)
    made["arg:wide"] = drawn(4, (3, 5000), "float32", "csr", 0.01)
    made["arg:part"] = drawn(5, (9, 4), "float32", "csr")[3:7]
    made["arg:rows"] = drawn(6, (6, 2, 3), "float64", "row_sparse")
    made["arg:line"] = drawn(7, (9,), "float32", "row_sparse")
    made["arg:retained"] = mx.nd.sparse.retain(drawn(8, (6, 2), "float32", "row_sparse"), mx.nd.array([1, 4]))
    mx.nd.waitall()  # 1.9.1 may write the shape of a result that is not there yet
    return made


def save_module(folder):
    """Save a module whose weight is row-sparse, with the optimizer's states."""
    x = mx.sym.var("data", stype="csr")
    w = mx.sym.var("weight", shape=(4, 2), stype="row_sparse")
    b = mx.sym.var("bias", shape=(2,))
    net = mx.sym.LinearRegressionOutput(mx.sym.broadcast_add(mx.sym.dot(x, w), b), mx.sym.var("label"))
    module = mx.mod.Module(net, ["data"], ["label"])
    module.bind([("data", (5, 4))], [("label", (5, 2))])
    module.init_params(
        arg_params={"weight": mx.nd.arange(8).reshape((4, 2)).tostype("row_sparse"), "bias": mx.nd.ones(2)}
    )
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.1, "momentum": 0.5})
    batch = mx.io.DataBatch([drawn(1, (5, 4), "float32", "csr")], [mx.nd.ones((5, 2))])
    for _ in range(2):
        module.forward_backward(batch)
        module.update()
    module.save_checkpoint(os.path.join(folder, "net"), 1, save_optimizer_states=True)


def write(folder):
    named = arrays()
    mx.nd.save(os.path.join(folder, "dict.params"), named)
    mx.nd.save(os.path.join(folder, "list.params"), list(named.values()))
    mx.nd.save(os.path.join(folder, "one.params"), named["arg:part"])
    with open(os.path.join(folder, "pickled"), "wb") as file:
        pickle.dump({name: bytes(each.__getstate__()["handle"]) for name, each in named.items()}, file, 2)
    save_module(folder)
    answers = {name: content(os.path.join(folder, name + ".params")) for name in ("dict", "list", "one")}
    answers["pickled"] = {name: bytes(each.__getstate__()["handle"]) for name, each in named.items()}
    answers["symbol"] = mx.sym.load(os.path.join(folder, "net-symbol.json")).list_arguments()
    return answers


def told(array):
    parts = [array.data.asnumpy(), array.indices.asnumpy()] if array.stype != "default" else []
    return [array.stype, str(np.dtype(array.dtype)), array.asnumpy(), *parts]


def read(folder):
    named = mx.nd.load(os.path.join(folder, "dict.params"))
    listed = mx.nd.load(os.path.join(folder, "list.params"))
    (one,) = mx.nd.load(os.path.join(folder, "one.params"))
    with open(os.path.join(folder, "pickled"), "rb") as file:
        states = pickle.load(file)
    pickled = {}
    for name, handle in states.items():
        pickled[name] = type(named[name]).__new__(type(named[name]))
        pickled[name].__setstate__({"handle": bytearray(handle)})
    symbol, args, _ = mx.model.load_checkpoint(os.path.join(folder, "net"), 1)
    executor = symbol.simple_bind(mx.cpu(), data=(5, 4), label=(5, 2))
    executor.copy_params_from(args, {})
    executor.forward(data=drawn(2, (5, 4), "float32", "csr"))
    return {
        "dict": {name: told(value) for name, value in named.items()},
        "list": [told(value) for value in listed],
        "one": told(one),
        "pickled": {name: told(value) for name, value in pickled.items()},
        "module": [{name: told(value) for name, value in args.items()}, told(executor.outputs[0])],
        "stypes": [executor.arg_dict["weight"].stype, executor.arg_dict["data"].stype],
    }
