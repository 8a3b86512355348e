"""Numbers as attributes, at the ends of what types hold and beyond: all ways to run an operator agree."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Callable, Iterator
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError
from mxnet.ndarray import CachedOp
from mxnet.registry import OPS

from . import calls
from .grouped import by_family
from .sample import OpSample, function, is_float

#: float32's largest number as it is written, which as a Python float is a little larger
WRITTEN = 3.4028235e38
NUMBERS = (WRITTEN, -WRITTEN, 1e39, math.inf, math.nan, -0.0)
#: what a call may raise for a number that it does not take
REFUSED = (MXNetError, ValueError, TypeError)


def _size(annotation: Any) -> int | None:
    """Return how many real numbers an attribute is, 0 for any; None for attributes of other types."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _size(args[0])
    if origin in (typing.Union, types.UnionType):
        return next((size for size in map(_size, args) if size is not None), None)
    if origin is tuple:
        return 0 if _size(args[0]) == 1 else None
    return 1 if annotation is float else None


def _numbers_of(sample: OpSample) -> Iterator[tuple[str, Any]]:
    """Give an attribute and a value for it, one after the other."""
    for name, attribute in OPS[sample.op].attrs.items():
        size = _size(attribute.annotation)
        length = len(sample.attrs[name]) if size == 0 and isinstance(sample.attrs.get(name), tuple) else 1
        of_8_bits = "quantized" in sample.op  # where NaN is no range, and what becomes of it is not defined
        for value in NUMBERS if size is not None else ():
            if of_8_bits and math.isnan(value):
                continue
            yield name, value if size else (value,) * length


def _has_numbers(sample: OpSample) -> bool:
    return not sample.changes and not OPS[sample.op].stochastic and next(_numbers_of(sample), None) is not None


def _eager(sample: OpSample, arrays: list[np.ndarray], attrs: dict[str, Any], is_train: bool) -> list[np.ndarray]:
    """Call the operator, recorded in training."""
    inputs = calls.nd(arrays)
    for item in inputs if is_train else ():
        if is_float(np.dtype(item.dtype).name):
            item.attach_grad()
    with mx.autograd.record() if is_train else mx.autograd.pause():
        return _values(function(mx.nd, sample.op)(*inputs, **attrs))


def _values(outputs: Any) -> list[np.ndarray]:
    return [item.asnumpy() for item in (outputs if isinstance(outputs, (list, tuple)) else [outputs])]


def _symbol(sample: OpSample, arrays: list[np.ndarray], attrs: dict[str, Any]) -> Any:
    names = [f"input{i}" for i in range(len(arrays))]
    return function(mx.sym, sample.op)(*calls.placed(sample, names), **attrs, **calls.named(sample, names), name="x")


def _given(arrays: list[np.ndarray]) -> dict[str, Any]:
    return {f"input{i}": array for i, array in enumerate(calls.nd(arrays))}


def _bound(sample: OpSample, arrays: list[np.ndarray], symbol: Any, is_train: bool) -> list[np.ndarray]:
    """Run an executor, which has gradients in training."""
    given = _given(arrays)
    aux = {name: given.pop(name) for name in symbol.list_auxiliary_states()}
    wanted = is_train and OPS[sample.op].differentiable
    grads = {k: mx.nd.zeros(v.shape, dtype=v.dtype) for k, v in given.items() if is_float(np.dtype(v.dtype).name)}
    reqs = {name: "write" if wanted and name in grads else "null" for name in given}
    executor = symbol.bind(mx.cpu(), given, args_grad=grads if wanted else None, grad_req=reqs, aux_states=aux)
    return _values(executor.forward(is_train=is_train))


def _hybridized(sample: OpSample, arrays: list[np.ndarray], symbol: Any, is_train: bool) -> list[np.ndarray]:
    """Run the graph that a hybridized block has."""
    given = _given(arrays)
    with mx.autograd.record() if is_train else mx.autograd.pause():
        return _values(CachedOp(symbol)(*(given[name] for name in symbol.list_inputs())))


def _outcome(run: Callable[..., Any], *args: Any) -> Any:
    """Return what a function does; None where the number is refused."""
    try:
        return run(*args)
    except REFUSED:
        return None


def _assert_same(got: list[np.ndarray] | None, expected: list[np.ndarray] | None, what: str) -> None:
    assert (got is None) == (expected is None), f"{what}: refused: {got is None}"
    for one, other in zip(got or (), expected or (), strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-3 if one.dtype == np.float16 else 1e-5, err_msg=what)
        assert one.dtype == other.dtype, what
        if one.dtype.kind == "f":
            numbers = ~np.isnan(one)
            np.testing.assert_array_equal(np.signbit(one)[numbers], np.signbit(other)[numbers], err_msg=what)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@by_family(calls.params(once=True, when=_has_numbers))
def test_all_ways_to_run_agree(family: str, sample: OpSample, dtype: str) -> None:
    """A call, a recorded one, executors, and hybridized graphs."""
    arrays = sample.arrays(dtype)
    for name, value in _numbers_of(sample):
        attrs = {**sample.attrs, name: value}
        symbol = _outcome(_symbol, sample, arrays, attrs)
        for is_train in (False, True):
            expected = _outcome(_eager, sample, arrays, attrs, is_train)
            for run in (_bound, _hybridized):
                what = f"{run.__name__[1:]}, {'training' if is_train else 'prediction'}: {name}={value}"
                got = None if symbol is None else _outcome(run, sample, arrays, symbol, is_train)
                _assert_same(got, expected, what)
