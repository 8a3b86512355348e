"""What a network answers: names, texts, values, gradients, states, three steps of training, and its files."""

from __future__ import annotations

import contextlib
import io
import os

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon

from tests.parity.networks.build import build, fill, start


def flat(value):
    """Return the arrays of a nested output."""
    return [leaf for each in value for leaf in flat(each)] if isinstance(value, (list, tuple)) else [value]


def structure(value):
    """Return a nested output without its arrays."""
    return type(value)(structure(each) for each in value) if isinstance(value, (list, tuple)) else "array"


def values(net):
    """Return all parameters by name."""
    return {name: param.data().asnumpy() for name, param in net.collect_params().items()}


def predicted(net, inputs):
    """Return the outputs outside of training."""
    return [each.asnumpy() for each in flat(net(*inputs))]


def gradients(net):
    """Return the gradients by name."""
    return {n: p.grad().asnumpy() for n, p in net.collect_params().items() if p.grad_req != "null"}


def weighted(outputs):
    """Return a sum in which each element has its own weight."""
    total = 0
    for each in outputs:
        weights = np.cos(np.arange(each.size)).reshape(each.shape)
        total = total + (each * mx.nd.array(weights, dtype=each.dtype)).sum()
    return total


def wants_gradient(net):
    """Return whether the inputs have a gradient: positions in an Embedding have none."""
    return not any(isinstance(block, gluon.nn.Embedding) for block in descendants(net))


def descendants(net):
    """Return all blocks of a network."""
    return [net, *(each for child in net._children.values() for each in descendants(child))]


def differentiated(net, inputs, req, times):
    """Return outputs, gradients and states after some passes forward and backward."""
    for x in inputs:
        if wants_gradient(net):
            x.attach_grad(req)
    for param in net.collect_params().values():
        if param.grad_req != "null":
            param.grad_req = req
            param.zero_grad()
    for _ in range(times):
        with autograd.record():
            outputs = flat(net(*inputs))
            total = weighted(outputs)
        total.backward()
    return {
        "outputs": [each.asnumpy() for each in outputs],
        "inputs": [x.grad.asnumpy() for x in inputs if x.grad is not None],
        "parameters": gradients(net),
        "values": values(net),
    }


def trained(net, inputs, trainer, steps):
    """Return the losses of some steps of training."""
    for param in net.collect_params().values():
        if param.grad_req != "null":
            param.grad_req = "write"
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = 0
            for each in flat(net(*inputs)):
                target = np.arange(each.size).reshape(each.shape) % 4 / 4.0
                loss = loss + ((each - mx.nd.array(target, dtype=each.dtype)) ** 2).mean()
        loss.backward()
        losses.append(loss.asnumpy())
        trainer.step(1)
    return losses


def texts(seed, number):
    """Return what a network says of itself before and after its shapes are known."""
    with mx.name.NameManager():
        p, net, arrays = build(seed, number)
    found = {"repr": repr(net), "parameters": repr(net.collect_params())}
    net.initialize(mx.init.Zero())
    net.cast(p.dtype)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        net.summary(*[mx.nd.array(a, dtype=p.dtype) for a in arrays])
    return {**found, "summary": said.getvalue(), "after": repr(net), "parameters after": repr(net.collect_params())}


def no_addresses(text):
    """Leave out the initializers of constants, which are named after an address."""
    return "\n".join(line for line in text.splitlines() if '"__init__": "Constant_' not in line)


def write(seed, number, folder, answers, eager_training=False):
    """Fill ``answers`` stage by stage, and leave files in the folder."""
    answers["texts"] = texts(seed, number)
    p, net, inputs = start(seed, number)
    answers["names"] = {n: (q.shape, np.dtype(q.dtype).name, q.grad_req) for n, q in net.collect_params().items()}
    answers["type"] = p.dtype
    answers["places"] = list(net._collect_params_with_prefix())
    answers["structure"] = structure(net(*inputs))
    answers["eager"] = predicted(net, inputs)
    if not p.predict_only:
        answers["eager write"] = differentiated(net, inputs, "write", 1)
        fill(net, number)
        answers["eager add"] = differentiated(net, inputs, "add", 2)
        fill(net, number)
    net.hybridize(static_alloc=p.static, static_shape=p.static)
    answers["hybrid"] = [predicted(net, inputs) for _ in range(3)]
    other = [mx.nd.concat(x, x * 0.5, dim=0) if p.kind != "tokens" else mx.nd.concat(x, x, dim=0) for x in inputs]
    answers["hybrid, another batch"] = predicted(net, other)
    place = os.path.join(folder, f"net{number}")
    if not p.predict_only:
        answers["hybrid write"] = differentiated(net, inputs, "write", 1)
        fill(net, number)
        answers["hybrid add"] = differentiated(net, inputs, "add", 2)
        fill(net, number)
        net.hybridize(p.train_hybrid and not eager_training)
        trainer = gluon.Trainer(net.collect_params(), p.optimizer[0], dict(p.optimizer[1]))
        answers["losses"] = trained(net, inputs, trainer, 3)
        answers["trained"] = values(net)
        trainer.save_states(place + ".states")
        net.hybridize(static_alloc=p.static)
        answers["trained, predicts"] = [predicted(net, inputs) for _ in range(3)]
    net.save_parameters(place + ".params")
    if isinstance(net, gluon.HybridBlock):
        net.export(place)
        answers["symbol"] = no_addresses(net._cached_graph[1].tojson())


def read(seed, number, folder, answers, eager_training=True):
    """Fill ``answers`` with what networks of the folder's files compute."""
    p, net, inputs = start(seed, number)
    for x in inputs:  # without, 1.9.1's recurrent layers give wrong gradients to all layers but the last
        if wants_gradient(net):
            x.attach_grad()
    place = os.path.join(folder, f"net{number}")
    net.load_parameters(place + ".params")
    answers["type"] = p.dtype
    answers["loaded"] = predicted(net, inputs)
    if isinstance(net, gluon.HybridBlock):
        names = ["data"] if len(inputs) == 1 else ["data0", "data1"]
        imported = gluon.SymbolBlock.imports(place + "-symbol.json", names, place + "-0000.params")
        answers["imported"] = [predicted(imported, inputs) for _ in range(3)]
    if not p.predict_only:
        trainer = gluon.Trainer(net.collect_params(), p.optimizer[0], dict(p.optimizer[1]))
        trainer.load_states(place + ".states")
        answers["losses"] = trained(net, inputs, trainer, 1)
        answers["trained"] = values(net)
