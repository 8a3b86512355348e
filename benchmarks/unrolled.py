"""One point of a curve, run by remx and by MXNet 1.9.1: `unrolled.py GRAPH SIZE`; prints one JSON object.

`unrolled` is an LSTM cell over SIZE steps, `different` SIZE layers of which no two are equal. The graph goes through
everything a program does with one; then as many operators as it has nodes are recorded one by one. Times are CPU
seconds of the process, memory the most that was held above what the import had taken, in MiB.
"""

from __future__ import annotations

import gc
import json
import pickle
import resource
import sys
import time
from pathlib import Path

import mxnet as mx

BATCH, WIDTH, HIDDEN = 4, 8, 16


def memory():
    """Return the memory in use now, in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


def highest():
    """Return the most memory that was ever in use, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def compose(steps):
    """Return the graph: one input for each step, one array of all outputs, a loss."""
    cell = mx.rnn.LSTMCell(HIDDEN, prefix="lstm_")
    inputs = [mx.sym.Variable(f"t{i}_data") for i in range(steps)]
    outputs, _ = cell.unroll(steps, inputs, merge_outputs=True)
    return mx.sym.MakeLoss(mx.sym.mean(outputs))


def shapes(steps):
    """Return the inputs' shapes by name, and those of the states before the first step."""
    found = {f"t{i}_data": (BATCH, WIDTH) for i in range(steps)}
    return {**found, "lstm_begin_state_0": (BATCH, HIDDEN), "lstm_begin_state_1": (BATCH, HIDDEN)}


def compose_different(layers):
    """Return a graph that does not repeat: layers of other widths, functions and numbers, a loss."""
    x = mx.sym.Variable("data")
    for i in range(layers):
        x = mx.sym.FullyConnected(x, num_hidden=4 + i % 61, name=f"fc{i}")
        x = mx.sym.Activation(x, act_type=("relu", "tanh", "sigmoid")[i % 3])
        x = mx.sym.clip(x + float(i), a_min=-1.0 - i, a_max=1.0 + i)
    return mx.sym.MakeLoss(mx.sym.mean(x))


#: by name, the function of a graph and that of its inputs' shapes
GRAPHS = {
    "unrolled": (compose, shapes),
    "different": (compose_different, lambda layers: {"data": (BATCH, WIDTH)}),
}


class Clock:
    """Measures phases one after the other."""

    def __init__(self):
        self.seconds = {}

    def of(self, phase, work):
        """Do the work and keep how long it took."""
        gc.collect()
        began = time.process_time()
        result = work()
        mx.nd.waitall()
        self.seconds[phase] = time.process_time() - began
        return result


def run(net, known, clock):
    """Bind, forward and backward, first for the first time and then again."""
    executor = clock.of("simple_bind", lambda: net.simple_bind(mx.cpu(), **known))
    for phase in ("first run", "run"):
        clock.of(f"{phase}: forward", lambda: executor.forward(is_train=True))
        clock.of(f"{phase}: backward", executor.backward)


def predict(net, known, clock):
    """Bind without gradients and predict, first for the first time and then again."""
    executor = clock.of("simple_bind, no gradients", lambda: net.simple_bind(mx.cpu(), grad_req="null", **known))
    for phase in ("first prediction", "prediction"):
        clock.of(phase, lambda: executor.forward(is_train=False))


def calls(nodes):
    """Return the microseconds of a call while the graph is alive, and of one in a long recording, there and back."""
    x = mx.nd.ones((4, 4))
    x.attach_grad()
    clock, count = Clock(), 2000

    def many(n):
        y = x
        for _ in range(n):
            y = y + x
        return y

    many(count)
    clock.of("a call", lambda: many(count))
    with mx.autograd.record():
        y = clock.of("a recorded call", lambda: many(nodes))
    clock.of("its backward", y.backward)
    repeated = {"a call": count}
    return {what: seconds / repeated.get(what, nodes) * 1e6 for what, seconds in clock.seconds.items()}


def main(kind, size):
    """Measure one graph."""
    (function, shapes_of), clock, base = GRAPHS[kind], Clock(), memory()
    net = clock.of("compose", lambda: function(size))
    names = set(net.list_arguments())
    known = {name: shape for name, shape in shapes_of(size).items() if name in names}
    clock.of("list", lambda: (net.list_arguments(), net.list_outputs(), net.list_auxiliary_states()))
    clock.of("get_internals", lambda: net.get_internals().list_outputs())
    clock.of("infer_shape", lambda: net.infer_shape(**known))
    clock.of("infer_type", lambda: net.infer_type(**dict.fromkeys(known, "float32")))
    text = clock.of("tojson", net.tojson)
    clock.of("load_json", lambda: mx.sym.load_json(text))
    clock.of("pickle", lambda: pickle.loads(pickle.dumps(net)))
    clock.of("copy", lambda: net.__copy__())
    graph = memory() - base
    run(net, known, clock)
    nodes, peak = len(json.loads(text)["nodes"]), highest() - base
    predict(net, known, clock)
    found = {"nodes": nodes, "seconds": clock.seconds, "graph": graph, "peak": peak, "calls": calls(nodes)}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
