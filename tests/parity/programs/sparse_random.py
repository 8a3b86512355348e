"""Random programs of two to six operators on arrays in random storages, each result and gradient in its storage.

`SPARSE_PROGRAMS=500` draws so many.
"""

import os

import mxnet as mx
import numpy as np
from mxnet import autograd, nd

os.environ["MXNET_STORAGE_FALLBACK_LOG_VERBOSE"] = "0"
RTOL = 1e-4
ATOL = 1e-5
COUNT = int(os.environ.get("SPARSE_PROGRAMS", "80"))

UNARY = "square abs sin tanh relu sign negative floor expm1 arctan sigmoid cos exp".split()  # noqa: SIM905
SCALAR = {
    "times two": lambda x: x * 2,
    "plus one": lambda x: x + 1,
    "less": lambda x: 3 - x,
    "halved": lambda x: x / 4,
    "plus zero": lambda x: nd._internal._plus_scalar(x, scalar=0),
    "clipped": lambda x: nd.clip(x, -1.5, 2),
    "clipped above zero": lambda x: nd.clip(x, 0.5, 2),
    "at most": lambda x: nd._internal._minimum_scalar(x, scalar=0.5),
    "positive": lambda x: x > 0,
    "squared": lambda x: x**2,
}
BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "elemwise_add": nd.elemwise_add,
    "elemwise_sub": nd.elemwise_sub,
    "elemwise_mul": nd.elemwise_mul,
    "add_n": lambda a, b: nd.add_n(a, b, a),
    "maximum": nd.maximum,
    "broadcast_mul": nd.broadcast_mul,
    "broadcast_add": nd.broadcast_add,
    "where": lambda a, b: nd.where(a, a, b),
}
REDUCED = {
    "sum 0": lambda x: nd.sum(x, axis=0),
    "sum 1": lambda x: nd.sum(x, axis=1),
    "sum": lambda x: nd.sum(x),
    "mean 1": lambda x: nd.mean(x, axis=1),
    "squares": lambda x: nd.sum(nd.square(x), axis=1),
}


def paused(call):
    """Return a call that is not recorded: the reference has no gradient of it for most storages."""

    def apply():
        with autograd.pause():
            return call()

    return apply


class Program:
    """Arrays of two axes, by which operators are drawn; shapes and the draw alone decide, so both sides do the same."""

    def __init__(self, seed):
        self.dice = np.random.RandomState(seed)
        self.dtype = "float64" if self.dice.rand() < 0.3 else "float32"
        self.leaves, self.values, self.steps = [], [], []
        sizes = [int(n) for n in self.dice.randint(1, 6, 2)]
        for _ in range(self.dice.randint(2, 5)):
            self.leaf([sizes[self.dice.randint(2)], sizes[self.dice.randint(2)]])

    def pick(self, choices):
        choices = list(choices)
        return choices[self.dice.randint(len(choices))]

    def leaf(self, shape):
        stype = self.pick(("default", "row_sparse", "csr"))
        values = self.dice.randint(-8, 9, shape) / 4.0 * (self.dice.rand(*shape) < self.pick((0.3, 0.6, 1)))
        if self.dice.rand() < 0.3:
            values[self.dice.randint(shape[0])] = 0
        array = nd.array(values, dtype=self.dtype).tostype(stype)
        grad = self.pick(("default", "row_sparse"))
        if stype != "csr" and self.dice.rand() < 0.8:
            if self.dtype == "float32":
                array.attach_grad(stype=grad)
            else:  # with `stype` the reference makes a gradient of float32
                array.attach_grad()
        self.leaves.append(array)
        self.values.append(array)

    def like(self, shape):
        """Return a value of a shape, or None."""
        found = [v for v in self.values if v.shape == tuple(shape)]
        return self.pick(found) if found else None

    def step(self):
        """Apply a drawn operator to a drawn value, if there is another that fits."""
        x = self.values[-1] if self.dice.rand() < 0.7 else self.pick(self.values)
        kind = self.pick(("unary", "scalar", "binary", "binary", "dot", "dot", "rows", "cast", "retain", "concat"))
        if kind == "unary":
            name = self.pick(UNARY)
            return name, lambda: getattr(nd, name)(x)
        if kind == "scalar":
            name = self.pick(sorted(SCALAR))
            return name, lambda: SCALAR[name](x)
        if kind == "binary":
            other, name = self.like(x.shape), self.pick(sorted(BINARY))
            return name, lambda: BINARY[name](x, other)
        if kind == "dot":
            ta, tb = self.dice.rand() < 0.4, self.dice.rand() < 0.2
            inner = x.shape[0 if ta else 1]
            fits = [v for v in self.values if v.shape[1 if tb else 0] == inner]
            if not fits:
                return None
            other = self.pick(fits)
            return f"dot {ta} {tb}", lambda: nd.dot(x, other, transpose_a=ta, transpose_b=tb)
        if kind == "rows":
            rows = nd.array(self.dice.randint(0, x.shape[0], self.dice.randint(1, 4)))
            return "take", lambda: nd.take(x, rows, mode="clip")
        if kind == "cast":
            stype = self.pick(("default", x.stype))
            return f"cast {stype}", lambda: nd.cast_storage(x, stype=stype)
        if kind == "retain":
            if x.stype != "row_sparse":
                return None
            rows = nd.array(np.unique(self.dice.randint(0, x.shape[0], 3)), dtype=self.pick(("int64", "float32")))
            return "retain", paused(lambda: nd.sparse.retain(x, rows))
        other = self.like(x.shape)
        return "concat", paused(lambda: nd.concat(x, other, dim=0))

    def run(self):
        """Return the storages and values of all results, then the gradients of the leaves."""
        told = []
        with autograd.record():
            for _ in range(self.dice.randint(2, 7)):
                drawn = self.step()
                if drawn is None:
                    continue
                name, call = drawn
                try:
                    made = call()
                    made.wait_to_read()
                except mx.MXNetError:
                    told.append([name, "MXNetError"])
                    continue
                told.append([name, made.stype, made.asnumpy()])
                self.values.append(made)
            last = self.values[-1]
            name = self.pick(("", "", *sorted(REDUCED)))
            if not name or last.stype == "csr":  # what the reference holds beyond its elements, it sums
                last = nd.cast_storage(last, stype="default")
            result = REDUCED[name](last) if name else last
            told.append([name, result.stype, result.asnumpy()])
        head = nd.array(self.dice.randint(-3, 4, result.shape), dtype=self.dtype)
        try:
            result.backward(head)
            for leaf in self.leaves:
                told.append(None if leaf.grad is None else [leaf.grad.stype, leaf.grad.asnumpy()])
        except mx.MXNetError:
            told.append("MXNetError")
        return told


def run():
    return {f"program {seed}": Program(seed).run() for seed in range(COUNT)}
