"""Prediction by a network from a file: 1.9.1 and remx run this same text. A case is ``batch_`` and the batch's size."""

from __future__ import annotations

from cases.prediction import case  # isort: skip (its clock and memory begin before the library is imported)

import mxnet as mx


class Answer:
    """The network, made fast in the way that is asked for: by ``optimize_for`` with a backend, or hybridized."""

    def __init__(self, wish):
        prefix = f"{wish['folder']}/net"
        self.net = mx.gluon.SymbolBlock.imports(f"{prefix}-symbol.json", wish["inputs"], f"{prefix}-0000.params")
        self.wish, self.first = wish, True

    def prepare(self, batch, arrays):
        """Return what answers, as arrays of NumPy."""
        x = [mx.nd.array(each) for each in arrays]
        return lambda: self.run(x)

    def run(self, x):
        """Return the answer; the first call makes the graph."""
        if self.first:
            self.first, flags = False, {"static_alloc": True, "static_shape": True}
            if self.wish["backend"]:
                self.net.optimize_for(*x, backend=self.wish["backend"], **flags, **self.wish["options"])
            else:
                self.net.hybridize(**flags)
        found = self.net(*x)
        return [each.asnumpy() for each in (found if isinstance(found, (list, tuple)) else [found])]


def __getattr__(name):
    return case(name, Answer)
