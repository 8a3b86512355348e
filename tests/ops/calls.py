"""How the contract test calls an operator: at once, in a graph, from odd memory, and what it should answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.registry import OPS

from .sample import OpSample, families, function, is_float

RECORDS = Path(__file__).parents[1] / "data" / "ops"
TABLES = dict(families())
ALL: list[tuple[str, OpSample, str]] = [
    (family, sample, dtype) for family, table in TABLES.items() for sample in table for dtype in sample.dtypes
]


def params(
    *,
    floats: bool = False,
    once: bool = False,
    grad: bool = False,
    when: Callable[[OpSample], bool] = lambda sample: True,
) -> list[Any]:
    """Return test parameters ``(family, sample, dtype)``.

    ``floats``: of floats only; ``once``: the first data type of each sample only; ``grad``: those with gradients;
    ``when``: those samples.
    """
    chosen = []
    for family, sample, dtype in ALL:
        if (once and dtype != sample.dtypes[0]) or (floats and not is_float(dtype)) or not when(sample):
            continue
        if grad and (sample.grad == "none" or not is_float(dtype)):
            continue
        chosen.append(pytest.param(family, sample, dtype, id=f"{family}-{sample.label}-{dtype}"))
    return chosen


@cache
def _record(family: str) -> dict[str, np.ndarray]:
    with np.load(RECORDS / f"{family}.npz") as stored:
        return dict(stored)


def recorded(family: str, sample: OpSample, dtype: str, kind: str) -> list[np.ndarray | None]:
    """Return 1.9.1's answers of a kind (``out``, ``grad``, ``state``) in order; None where it has none."""
    prefix = f"{sample.label}|{dtype}|{kind}"
    result = {int(k[len(prefix) :]): v for k, v in _record(family).items() if k.startswith(prefix)}
    if not result:
        pytest.fail(f"no record of {prefix}: run tests/ops/record.py {family} under the reference environment")
    return [result.get(i) for i in range(max(result) + 1)]


def expected(family: str, sample: OpSample, dtype: str) -> list[np.ndarray]:
    """Return the values that the sample's outputs should have."""
    if sample.expect is None:
        return [v for v in recorded(family, sample, dtype, "out") if v is not None]
    result = sample.expect(*sample.arrays(dtype), **sample.attrs)
    return [np.asarray(v) for v in (result if isinstance(result, tuple) else (result,))]


def nd(arrays: Sequence[np.ndarray]) -> list[mx.nd.NDArray]:
    """Return NDArrays with the same data types."""
    return [mx.nd.array(a, dtype=a.dtype) for a in arrays]


def eager(sample: OpSample, arrays: Sequence[mx.nd.NDArray], attrs: Any = None, out: Any = None) -> list[mx.nd.NDArray]:
    """Call the operator at once."""
    kwargs = dict(sample.attrs if attrs is None else attrs)
    if out is not None:
        kwargs["out"] = out
    elif sample.into:
        kwargs["out"] = [arrays[i] for i in sample.into]
    with mx.autograd.record(train_mode=sample.is_train):
        result = function(mx.nd, sample.op)(*arrays, **kwargs)
    return list(result) if isinstance(result, (list, tuple)) else [result]


def gradients(
    sample: OpSample, arrays: Sequence[np.ndarray], grad_req: str = "write", times: int = 1
) -> list[np.ndarray | None]:
    """Return the gradients of the floating-point inputs for the sample's head gradients."""
    inputs = nd(arrays)
    for item in inputs:
        if is_float(np.dtype(item.dtype).name):
            item.attach_grad(grad_req)
    for _ in range(times):
        outputs = eager(sample, inputs)
        heads = nd(sample.heads([o.asnumpy() for o in outputs]))
        mx.autograd.backward(outputs, heads)
    return [None if item.grad is None else item.grad.asnumpy() for item in inputs]


def numeric_gradients(sample: OpSample, step: float = 1e-6) -> list[np.ndarray]:
    """Return the gradients by central differences in float64."""
    arrays = sample.arrays("float64")
    given = nd(arrays)
    heads = sample.heads([o.asnumpy() for o in eager(sample, given)])

    def value(i: int, changed: np.ndarray) -> float:
        inputs = (
            nd(arrays) if sample.states or sample.into or sample.changes else list(given)
        )  # as the call leaves them
        inputs[i] = mx.nd.array(changed, dtype=changed.dtype)
        return float(sum((o.asnumpy() * h).sum() for o, h in zip(eager(sample, inputs), heads, strict=True)))

    result = []
    for i, array in enumerate(arrays):
        grad = np.zeros(array.shape)
        for at in np.ndindex(array.shape) if sample.inputs[i].dtype is None else ():
            ends = []
            for sign in (1, -1):
                moved = array.copy()
                moved[at] += sign * step
                ends.append(value(i, moved))
            grad[at] = (ends[0] - ends[1]) / (2 * step)
        result.append(grad)
    return result


def _called(sample: OpSample) -> Sequence[str] | None:
    """Return the names of the inputs where these are not the operator's first, None else."""
    op = OPS[sample.op]
    if op.variadic is not None or sample.is_np:
        return None
    names = op.list_inputs(op.parse(dict(sample.attrs)))
    return None if names == op.input_names[: len(names)] else names


def placed(sample: OpSample, names: Sequence[str]) -> list[mx.sym.Symbol]:
    return [mx.sym.Variable(n) for n in names] if _called(sample) is None else []


def named(sample: OpSample, names: Sequence[str]) -> dict[str, mx.sym.Symbol]:
    return {key: mx.sym.Variable(n) for key, n in zip(_called(sample) or (), names, strict=False)}


def symbolic(sample: OpSample, arrays: Sequence[np.ndarray], grad_req: str = "null") -> mx.executor.Executor:
    """Return an executor of a graph of the one operator, run forward on the arrays."""
    names = [f"input{i}" for i in range(len(arrays))]
    result = function(mx.sym, sample.op)(*placed(sample, names), **sample.attrs, **named(sample, names), name="node")
    given = dict(zip(names, nd(arrays), strict=True))
    aux_names = result.list_auxiliary_states()
    args = {k: v for k, v in given.items() if k not in aux_names}
    aux = {k: v for k, v in given.items() if k in aux_names}
    grads = {k: mx.nd.zeros(v.shape, dtype=v.dtype) for k, v in args.items()} if grad_req != "null" else None
    executor = result.bind(mx.cpu(), args, args_grad=grads, grad_req=grad_req, aux_states=aux)
    executor.forward(is_train=sample.is_train)
    return executor


def scattered(array: np.ndarray) -> mx.nd.NDArray:
    """Return an array with these values whose memory has gaps and, from two axes on, another order."""
    import torch

    wide = torch.zeros([2 * n for n in reversed(array.shape)], dtype=torch.from_numpy(array.copy()).dtype)
    view = wide[tuple(slice(None, None, 2) for _ in array.shape)].permute(tuple(reversed(range(array.ndim))))
    view.copy_(torch.from_numpy(array.copy()))
    return mx.nd.NDArray.from_torch(view)


def assert_equal(
    sample: OpSample, found: Sequence[Any], wanted: Sequence[np.ndarray | None], dtype: str, types: bool = True
) -> None:
    """Assert that arrays agree in number, shape, data type and, within the sample's tolerance, in values."""
    assert len(found) == len(wanted)
    for i, (got, want) in enumerate(zip(found, wanted, strict=True)):
        if want is None:
            continue
        got = got.asnumpy() if hasattr(got, "asnumpy") else got
        assert got.shape == want.shape, f"array {i}"
        assert not types or got.dtype == want.dtype, f"array {i}"
        np.testing.assert_allclose(got, want, **sample.tolerance(dtype), err_msg=f"array {i}")
