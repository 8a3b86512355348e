"""Reading and writing NDArrays by every kind of index."""

import mxnet as mx
import numpy as np
from helpers import raised

INDICES = {
    "integer": 1,
    "negative": -1,
    "slice": slice(1, None),
    "step": slice(None, None, 2),
    "backwards": slice(None, None, -1),
    "ellipsis": (Ellipsis, 1),
    "none": (slice(None), None, 2),
    "tuple": (1, 2),
    "mixed": (slice(0, 2), 1, slice(None, None, -2)),
    "list": [0, 2],
    "array": np.array([[0, 1], [2, 0]]),
    "two lists": ([0, 2], [1, 3]),
    "list and slice": ([0, 2], slice(1, 3)),
    "split lists": ([0, 2], slice(None), [1, 1]),
    "all": (slice(None),),
}


def source():
    return mx.nd.arange(60).reshape((3, 4, 5))


def got():
    return {name: source()[index].asnumpy() for name, index in INDICES.items()}


def changed():
    answers = {}
    for name, index in INDICES.items():
        array = source()
        array[index] = -1
        answers[name] = array.asnumpy()
        array[index] = mx.nd.zeros(array[index].shape) + 7
        answers[name + ", array"] = array.asnumpy()
    return answers


def views():
    array = source()
    array[1][2][:] = 100
    array[0:2][1][:2] += 1000
    row = array[2, 1]
    row[:] = 5
    reshaped = array.reshape((-1,))
    reshaped[0] = -9
    return array.asnumpy()


def run():
    array = source()
    return {
        "got": got(),
        "changed": changed(),
        "views": views(),
        "by NDArray": array[mx.nd.array([2, 0])].asnumpy(),
        "mask is an index": array[mx.nd.array([1, 0, 1])].asnumpy(),
        "items": [float(part.sum().asscalar()) for part in array],
        "length": len(array),
        "errors": [
            raised(lambda: array[2:2].asnumpy()),
            raised(lambda: array[3]),
            raised(lambda: array[0, 0, 0, 0]),
            raised(lambda: array["a"]),
            raised(lambda: array.asscalar()),
            raised(lambda: bool(array)),
            raised(lambda: array.__setitem__(0, mx.nd.zeros((7,)))),
        ],
    }
