"""Array files: the same bytes from both, and each reads the other's."""

import os

import mxnet as mx
import numpy as np

DTYPES = ("float32", "float64", "float16", "uint8", "int32", "int8", "int64")


def arrays():
    source = np.random.RandomState(3).uniform(-50, 50, (2, 3, 4))
    made = {
        "arg:" + dtype: mx.nd.array(np.abs(source) if dtype == "uint8" else source, dtype=dtype) for dtype in DTYPES
    }
    made["aux:vector"] = mx.nd.arange(7)
    made["long"] = mx.nd.ones((1, 1, 1, 1, 2))
    return made


def content(path):
    with open(path, "rb") as file:
        return file.read()


def write(folder):
    named = arrays()
    mx.nd.save(os.path.join(folder, "dict.params"), named)
    mx.nd.save(os.path.join(folder, "list.params"), list(named.values()))
    mx.nd.save(os.path.join(folder, "one.params"), named["aux:vector"])
    return {name: content(os.path.join(folder, name + ".params")) for name in ("dict", "list", "one")}


def read(folder):
    named = mx.nd.load(os.path.join(folder, "dict.params"))
    listed = mx.nd.load(os.path.join(folder, "list.params"))
    (one,) = mx.nd.load(os.path.join(folder, "one.params"))
    buffered = mx.nd.load_frombuffer(content(os.path.join(folder, "dict.params")))
    return {
        "dict": {name: value.asnumpy() for name, value in named.items()},
        "list": [value.asnumpy() for value in listed],
        "one": one.asnumpy(),
        "buffer": {name: value.asnumpy() for name, value in buffered.items()},
    }
