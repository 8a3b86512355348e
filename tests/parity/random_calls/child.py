"""Answers cases in the interpreter that runs this file, one after another: messages come by stdin, go by stdout."""

from __future__ import annotations

from functools import partial

import mxnet as mx
import numpy as np

from tests.ops.sample import function
from tests.parity.random_calls.serve import answered, serve

FLOATS = ("float16", "float32", "float64")


def callable_of(namespace, op):
    """Return an operator's function; of sampling operators the bare one, which takes attributes only."""
    if op == "_np_cumsum":
        return namespace.cumsum  # of its names the one that both have
    if op.startswith("_random_") and not op.endswith("_like"):
        return getattr(namespace._internal, op)
    return function(namespace, op)


def heads(case, outputs):
    """Return head gradients for outputs, the same on both sides as long as the outputs' shapes are."""
    random = np.random.RandomState(case.seed)
    return [mx.nd.array(np.asarray(random.uniform(-1, 1, o.shape)).astype(o.dtype), dtype=o.dtype) for o in outputs]


def wants_grad(case, array):
    """Return whether a gradient of the input is asked for."""
    return case.grad_req != "null" and array.dtype.name in FLOATS


def gradients(case, grads, outputs, run):
    """Fill the gradients' start, run the backward pass, return what became of them."""
    for grad in grads:
        if grad is not None and case.grad_req == "add":
            grad[:] = 0.5
    run(heads(case, outputs))
    return [None if g is None else g.asnumpy() for g in grads]


def arrays_of(case):
    """Return the inputs as NDArrays."""
    return [mx.nd.array(a, dtype=a.dtype) for a in case.inputs]


def eager(case, answer):
    """Call the operator at once."""
    arrays = arrays_of(case)
    for array, given in zip(arrays, case.inputs):  # noqa: B905 - the reference's NumPy does not care
        if wants_grad(case, given):
            array.attach_grad(case.grad_req)
    call = callable_of(mx.nd, case.op)
    extra = {"out": [arrays[i] for i in case.into]} if case.into else {}
    differentiated = any(wants_grad(case, a) for a in case.inputs)
    scope = mx.autograd.record if differentiated else mx.autograd.pause
    with scope(train_mode=case.is_train):
        outputs = call(*arrays, **case.attrs, **extra)
    outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    answer["outputs"] = [o.asnumpy() for o in outputs]
    if differentiated and not case.into:
        answer["stage"] = "backward"
        answer["grads"] = gradients(case, [a.grad for a in arrays], outputs, lambda h: mx.autograd.backward(outputs, h))
    answer["inputs"] = [a.asnumpy() for a in arrays]


def symbol(case):
    """Return the symbol of the call, and the names of its inputs."""
    names = [f"input{i}" for i in range(len(case.inputs) - case.hidden)]
    made = callable_of(mx.sym, case.op)(*[mx.sym.Variable(n) for n in names], **case.attrs, name="node")
    return made, names + (made.list_auxiliary_states() if case.hidden else [])


def graph(case, answer):
    """Bind a graph of the operator, run it forward and backward."""
    made, names = symbol(case)
    given = dict(zip(names, arrays_of(case)))  # noqa: B905
    states = made.list_auxiliary_states()
    args = {k: v for k, v in given.items() if k not in states}
    reqs = {k: case.grad_req if wants_grad(case, given[k].asnumpy()) else "null" for k in args}
    grads = {k: mx.nd.zeros(v.shape, dtype=v.dtype) for k, v in args.items() if reqs[k] != "null"}
    executor = made.bind(mx.cpu(), args, grads, reqs, {k: given[k] for k in states})
    outputs = executor.forward(is_train=case.is_train)
    answer["outputs"] = [o.asnumpy() for o in outputs]
    if grads and case.is_train:
        answer["stage"] = "backward"
        found = gradients(case, list(grads.values()), outputs, executor.backward)
        mx.nd.waitall()
        answer["grads"] = found
    answer["inputs"] = [given[k].asnumpy() for k in names]


def infer(case, answer):
    """Infer shapes, then types, from what the case tells."""
    made, names = symbol(case)
    shapes = {n: s for n, s in zip(names, case.told_shapes) if s is not None}  # noqa: B905
    types = {n: t for n, t in zip(names, case.told_types) if t is not None}  # noqa: B905
    found = made.infer_shape(**shapes)
    answer["shapes"] = [None if part is None else [tuple(s) for s in part] for part in found]
    answer["stage"] = "types"
    found = made.infer_type(**types)
    answer["types"] = [None if part is None else [np.dtype(t).name for t in part] for part in found]


def evaluate(case, answer):
    """Fill the answer to a case: arrays."""
    with mx.util.np_shape(case.np_shape):
        {"eager": eager, "graph": graph, "infer": infer}[case.mode](case, answer)
        mx.nd.waitall()


if __name__ == "__main__":
    serve(partial(answered, evaluate))
