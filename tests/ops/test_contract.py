"""What every operator owes: tried on every sample of every family (see :mod:`tests.ops.sample`)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import torch
from mxnet.base import MXNetError
from mxnet.core.dtypes import canonical
from mxnet.registry import OPS
from mxnet.registry.infer import infer_shapes, infer_types, run_meta

from . import calls
from .grouped import by_family
from .sample import OpSample, function, is_float


def _repeats(sample: OpSample) -> bool:
    """Return whether a second call on the same inputs gives the same."""
    return not OPS[sample.op].stochastic


def _repeats_with_attributes(sample: OpSample) -> bool:
    return bool(sample.attrs) and _repeats(sample)


def _is_pure(sample: OpSample) -> bool:
    return _repeats(sample) and not sample.changes


@by_family(calls.params())
def test_value(family: str, sample: OpSample, dtype: str) -> None:
    """The result of a call at once is that of NumPy or of 1.9.1, in type, shape and values."""
    arrays = calls.nd(sample.arrays(dtype))
    outputs = calls.eager(sample, arrays)
    if sample.check is not None:
        sample.check([o.asnumpy() for o in outputs], sample.arrays(dtype), sample.attrs)
    else:
        calls.assert_equal(sample, outputs, calls.expected(family, sample, dtype), dtype)
    if sample.states and sample.recordable:
        expected = calls.recorded(family, sample, dtype, "state")
        calls.assert_equal(sample, [arrays[i] for i in sample.states], [expected[i] for i in sample.states], dtype)


@by_family(calls.params())
def test_inputs_stay(family: str, sample: OpSample, dtype: str) -> None:
    """A call changes no input but the declared states, and its results share no memory with any."""
    _assert_inputs_stay(sample, dtype)


@by_family(calls.params(once=True))
@torch.inference_mode()
def test_inputs_stay_in_inference_mode(family: str, sample: OpSample, dtype: str) -> None:
    """PyTorch does not know there which tensors are views."""
    _assert_inputs_stay(sample, dtype)


def _assert_inputs_stay(sample: OpSample, dtype: str) -> None:
    given = sample.arrays(dtype)
    arrays = calls.nd(given)
    for output in calls.eager(sample, arrays):
        if not sample.changes:
            output[() if sample.is_np else slice(None)] = 0
    for i, (array, before) in enumerate(zip(arrays, given, strict=True)):
        if i not in (*sample.states, *sample.into):
            np.testing.assert_array_equal(array.asnumpy(), before)


@by_family(calls.params(grad=True))
def test_gradient(family: str, sample: OpSample, dtype: str) -> None:
    """The gradients are those of 1.9.1, or zero, or agree with central differences."""
    given = sample.arrays(dtype)
    result = calls.gradients(sample, given)
    if sample.grad == "recorded":
        expected = calls.recorded(family, sample, dtype, "grad")
        calls.assert_equal(sample, result[: len(expected)], expected, dtype)
    elif sample.grad == "zero":
        for got in result:
            assert got is None or not got.any()
    elif dtype == sample.dtypes[0]:
        wide = calls.gradients(sample, sample.arrays("float64"))
        for arg, got, want in zip(sample.inputs, wide, calls.numeric_gradients(sample), strict=True):
            if got is not None and arg.dtype is None:
                np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-6)


@by_family(calls.params(grad=True, once=True, when=_is_pure))
def test_gradient_adds_up(family: str, sample: OpSample, dtype: str) -> None:
    """With ``grad_req='add'`` two backward passes give twice the gradient."""
    once = calls.gradients(sample, sample.arrays(dtype))
    twice = calls.gradients(sample, sample.arrays(dtype), "add", times=2)
    for first, both in zip(once, twice, strict=True):
        if first is not None:
            np.testing.assert_allclose(both, 2 * first, rtol=1e-6)


@by_family(calls.params(once=True, when=_is_pure))
def test_graph(family: str, sample: OpSample, dtype: str) -> None:
    """In a graph the operator gives the same values and gradients as at once."""
    given = sample.arrays(dtype)
    wants_grad = sample.grad != "none" and is_float(dtype) and OPS[sample.op].differentiable
    executor = calls.symbolic(sample, given, "write" if wants_grad else "null")
    outputs = [o.asnumpy() for o in calls.eager(sample, calls.nd(given))]
    calls.assert_equal(sample, executor.outputs, outputs, dtype)
    if wants_grad:
        executor.backward(calls.nd(sample.heads(outputs)))
        expected = dict(zip((f"input{i}" for i in range(len(given))), calls.gradients(sample, given), strict=True))
        for name, got in executor.grad_dict.items():
            if got is not None and expected[name] is not None:
                calls.assert_equal(sample, [got], [expected[name]], dtype)


@by_family(calls.params())
def test_inference(family: str, sample: OpSample, dtype: str) -> None:
    """Shapes and types inferred for outputs are those of the results."""
    op, given = OPS[sample.op], sample.arrays(dtype)
    params = op.parse(({op.count: len(given)} if op.count else {}) | dict(sample.attrs))
    shapes, types = [a.shape for a in given], [a.dtype.name for a in given]
    outputs = calls.eager(sample, calls.nd(given))
    number = len(op.list_outputs(params))
    _, result = infer_shapes(op, params, shapes, [None] * number, types)
    _, kinds = infer_types(op, params, types, [None] * number)
    for shape, output in zip(result, outputs, strict=False):
        if shape is None:  # the number of axes depends on values
            continue
        assert len(shape) == output.ndim  # None: boolean masks, images
        assert all(a in (b, None) for a, b in zip(shape, output.shape, strict=True))
    assert kinds[: len(outputs)] == [canonical(o.dtype) for o in outputs]
    if "out_shape" not in op.injected and result and all(shape is not None and None not in shape for shape in result):
        ran = run_meta(op, params, tuple(shapes), types)
        assert [kind for _, kind in ran[: len(outputs)]] == kinds[: len(outputs)]


@by_family(calls.params(once=True, when=_repeats))
def test_scattered_memory(family: str, sample: OpSample, dtype: str) -> None:
    """Inputs whose memory has gaps and another order give the same result."""
    given = sample.arrays(dtype)
    straight = calls.eager(sample, calls.nd(given))
    result = calls.eager(sample, [calls.scattered(a) for a in given])
    calls.assert_equal(sample, result, [o.asnumpy() for o in straight], dtype)


@by_family(calls.params(once=True, when=_repeats_with_attributes))
def test_attributes_as_text(family: str, sample: OpSample, dtype: str) -> None:
    """Attributes given as text mean what their values mean."""
    text = {key: str(value) for key, value in sample.attrs.items()}
    straight = calls.eager(sample, calls.nd(sample.arrays(dtype)))
    result = calls.eager(sample, calls.nd(sample.arrays(dtype)), text)
    calls.assert_equal(sample, result, [o.asnumpy() for o in straight], dtype)


@by_family(calls.params(once=True, when=_is_pure))
def test_out(family: str, sample: OpSample, dtype: str) -> None:
    """``out=`` receives the result and is what the call returns."""
    given = sample.arrays(dtype)
    with mx.autograd.pause(train_mode=sample.is_train):
        expected = function(mx.nd, sample.op)(*calls.nd(given), **sample.attrs)
        several = isinstance(expected, list)
        expected = expected if several else [expected]
        targets = calls.nd([np.zeros(w.shape, w.dtype) for w in expected])
        out = targets if several else targets[0]
        assert function(mx.nd, sample.op)(*calls.nd(given), **sample.attrs, out=out) is out
    calls.assert_equal(sample, targets, [w.asnumpy() for w in expected], dtype)


_BY_OPERATOR = {OPS[sample.op].name: sample for _, sample, _ in reversed(calls.ALL)}


def test_unknown_attribute() -> None:
    """An attribute that the operator does not have is an error; one without any attributes takes all, as in 1.9.1, and
    so do those that say so.
    """
    takes_any = {name for name in _BY_OPERATOR if not OPS[name].parsers or OPS[name].takes_any_attribute}
    assert {name for name, sample in _BY_OPERATOR.items() if not _names_unknown(sample)} == takes_any


def _names_unknown(sample: OpSample) -> bool:
    """Return whether a call refuses an attribute that no operator has, and names it."""
    call, arrays = function(mx.nd, sample.op), calls.nd(sample.arrays(sample.dtypes[0]))
    try:
        call(*arrays, **sample.attrs, no_such_attribute=1)
    except MXNetError as error:
        return "no_such_attribute" in str(error)
    return False
