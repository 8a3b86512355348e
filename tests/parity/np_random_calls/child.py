"""Evaluates drawn expressions in the interpreter that runs this file: messages come by stdin, go by stdout."""

from __future__ import annotations

import mxnet as mx
import numpy as onp
from mxnet import np, npx

from tests.parity.random_calls.serve import answered, serve

FLOATS = ("float16", "float32", "float64")
SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -3.0, onp.inf, -onp.inf, onp.nan)


def values(spec):
    """Return the NumPy array that ``(shape, dtype, kind, seed)`` stands for, of either NumPy."""
    shape, dtype, kind, seed = spec
    draw = onp.random.RandomState(seed)
    if kind == "special":
        made = draw.choice(SPECIAL, shape)
        return onp.asarray(made if dtype in FLOATS else onp.nan_to_num(made, posinf=7, neginf=-7)).astype(dtype)
    if isinstance(kind, int):  # places below this number
        return onp.asarray(
            draw.randint(-kind, kind, shape) if dtype.startswith("int") else draw.randint(0, kind, shape)
        ).astype(dtype)
    if dtype == "bool":
        return onp.asarray(draw.randint(0, 2, shape)).astype(dtype)
    if dtype == "uint8":
        return onp.asarray(draw.randint(0, 6, shape)).astype(dtype)
    if dtype.startswith("int"):
        return onp.asarray(draw.randint(0 if kind != "any" else -5, 6, shape)).astype(dtype)
    low, high = {"any": (-3, 3), "positive": (0.1, 3), "unit": (-0.9, 0.9), "share": (0, 1)}[kind]
    return onp.asarray(draw.uniform(low, high, shape)).round(3).astype(dtype)


def plain(value):
    """Return what an expression gave as it travels."""
    if isinstance(value, (mx.nd.NDArray,)):
        return {"class": type(value).__name__, "array": value.asnumpy()}
    if isinstance(value, onp.ndarray):
        return {"class": "numpy", "array": value}
    if isinstance(value, onp.generic):
        return {"class": "number", "array": onp.asarray(value)}
    if isinstance(value, (list, tuple)):
        return {"class": "list" if isinstance(value, list) else "tuple", "parts": [plain(each) for each in value]}
    if isinstance(value, (str, bool, int, float, type(None))):
        return {"class": type(value).__name__, "value": value}
    return {"class": type(value).__name__, "value": str(value)}


def floats(value):
    """Return the arrays of floats in what an expression gave."""
    if isinstance(value, mx.nd.NDArray):
        return [value] if str(onp.dtype(value.dtype)) in FLOATS else []
    return [each for part in value for each in floats(part)] if isinstance(value, (list, tuple)) else []


def evaluate(case, answer):
    """Run the case: what is written beforehand, the expression, its gradients."""
    scope = {name: np.array(values(spec), dtype=spec[1]) for name, spec in case["arrays"].items()}
    names = [name for name, spec in case["arrays"].items() if spec[1] in FLOATS]
    wanted = [scope[name] for name in names if name in case["differentiate"]] if case["grad"] else []
    for each in wanted:
        each.attach_grad(case["grad"])
        if case["grad"] == "add":
            each.grad[()] = 0.5
    scope.update(mx=mx, np=np, npx=npx, onp=onp)
    if not wanted:
        if case["before"]:
            exec(case["before"], scope)
        answer["value"] = plain(eval(case["text"], scope))
        return
    with mx.autograd.record():
        made = eval(case["text"], scope)
        heads = floats(made)
    answer["value"] = plain(made)
    answer["stage"] = "backward"
    if heads:
        draw = onp.random.RandomState(1)
        weights = [
            np.array(onp.asarray(draw.uniform(-1, 1, h.shape)).astype(onp.dtype(h.dtype).name), dtype=h.dtype)
            for h in heads
        ]
        mx.autograd.backward(heads, weights)
        answer["grads"] = [each.grad.asnumpy() for each in wanted]


def respond(case):
    """Return the answer to a case: values and gradients, or how far it came and what was raised."""
    mx.random.seed(0)
    npx.set_np() if case["set_np"] else npx.reset_np()
    return answered(evaluate, case)


if __name__ == "__main__":
    serve(respond)
