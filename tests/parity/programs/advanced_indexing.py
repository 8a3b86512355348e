"""Index arrays of every kind, alone and mixed with slices, ints and new axes; views and copies."""

import itertools

import mxnet as mx
import numpy as np
from helpers import raised

NEW = None
ITEMS = {
    "int": 1,
    "slice": slice(0, 2),
    "backwards": slice(None, None, -1),
    "list": [1, 0],
    "column": np.array([[0], [1]]),
    "array": lambda: mx.nd.array([0, 1]),
    "new": NEW,
    "dots": Ellipsis,
}


def source():
    return mx.nd.arange(36).reshape((3, 4, 3))


def keys():
    """Yield every key of up to three items."""
    for length in (1, 2, 3):
        for names in itertools.product(ITEMS, repeat=length):
            if names.count("dots") <= 1:
                yield " ".join(names), tuple(ITEMS[n]() if callable(ITEMS[n]) else ITEMS[n] for n in names)


def shared(key):
    """Return whether writing into the part changes the array."""
    array = source()
    part = array[key]
    part[:] = -1
    return bool((array.asnumpy() == -1).any())


def run():
    answers = {}
    for name, key in keys():
        part = source()[key]
        answers[name] = {"values": part.asnumpy(), "shape": list(part.shape), "shared": shared(key)}
        changed = source()
        changed[key] = 7
        answers[name]["changed"] = changed.asnumpy()
    answers["mask"] = source()[source() > 40].shape[:2]
    answers["errors"] = [
        raised(lambda: source()[[0, 1], [0, 1, 2]].asnumpy()),
        raised(lambda: source()[mx.nd.array([1, 0], dtype=bool)]),
        raised(lambda: source()[[9]].asnumpy()),
    ]
    return answers
