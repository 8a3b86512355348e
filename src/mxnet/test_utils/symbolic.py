"""Checking what a symbol computes, forward and backward, against given values."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from .comparison import assert_almost_equal, get_atol, get_rtol
from .environment import default_context

__all__ = ["check_symbolic_backward", "check_symbolic_forward", "simple_forward"]


def simple_forward(sym: Any, ctx: Any = None, is_train: bool = False, **inputs: Any) -> Any:
    """Return the outputs of ``sym`` for numpy inputs as numpy arrays: one array, or a list for several outputs."""
    ctx = ctx or default_context()
    executor = sym.bind(ctx, args={name: nd.array(value) for name, value in inputs.items()})
    outputs = [output.asnumpy() for output in executor.forward(is_train=is_train)]
    return outputs[0] if len(outputs) == 1 else outputs


def _as_type(value: Any, dtype: Any) -> Any:
    return value.dtype if dtype == "asnumpy" and hasattr(value, "dtype") else dtype


def _array(value: Any, ctx: Any, dtype: Any) -> Any:
    if isinstance(value, nd.NDArray):
        return value.as_in_context(ctx)
    return nd.array(value, ctx=ctx, dtype=_as_type(value, dtype))


def _named(what: str, names: Sequence[str], values: Any) -> OrderedDict[str, Any]:
    """Return ``values``, a list in the order of ``names`` or a dict of all of them, as an ordered dict."""
    if not isinstance(values, Mapping):
        return OrderedDict(zip(names, values, strict=False))
    if set(values) != set(names):
        raise ValueError(
            f"Symbol {what} and keys of the given location do not match. symbol {what}: {set(names)}, "
            f"given: {set(values)}"
        )
    return OrderedDict(values)


def _check_dtype(dtype: Any) -> None:
    assert dtype == "asnumpy" or np.dtype(dtype).kind == "f", f"a floating dtype is expected, got {dtype}"


def _parse_location(sym: Any, location: Any, ctx: Any, dtype: Any = np.float32) -> OrderedDict[str, Any]:
    """Return the arguments of ``sym`` as NDArrays by name; ``dtype`` may be 'asnumpy' to keep that of the values."""
    _check_dtype(dtype)
    named = _named("arguments", sym.list_arguments(), location)
    return OrderedDict((name, _array(value, ctx, dtype)) for name, value in named.items())


def _parse_aux_states(sym: Any, aux_states: Any, ctx: Any, dtype: Any = np.float32) -> Any:
    """Return the auxiliary states of ``sym`` as NDArrays by name; None stays None."""
    if aux_states is None:
        return None
    _check_dtype(dtype)
    named = _named("auxiliary states", sym.list_auxiliary_states(), aux_states)
    return OrderedDict((name, _array(value, ctx, dtype)) for name, value in named.items())


def check_symbolic_forward(
    sym: Any,
    location: Any,
    expected: Any,
    rtol: Any = None,
    atol: Any = None,
    aux_states: Any = None,
    ctx: Any = None,
    equal_nan: bool = False,
    dtype: Any = np.float32,
) -> list[Any]:
    """Raise AssertionError unless ``sym`` gives ``expected`` at ``location``; return its outputs.

    ``location`` is a list in the order of the arguments or a dict by name, ``expected`` one in that of the outputs.
    """
    ctx = ctx or default_context()
    arguments = _parse_location(sym, location, ctx, dtype)
    states = _parse_aux_states(sym, aux_states, ctx, dtype)
    executor = sym.bind(ctx, args=arguments, args_grad=None, aux_states=states)
    outputs = executor.forward(is_train=False)
    names = sym.list_outputs()
    requested = [expected[name] for name in names] if isinstance(expected, Mapping) else expected
    for name, want, got in zip(names, requested, outputs, strict=True):
        _compare(want, got.asnumpy(), rtol, atol, (f"EXPECTED_{name}", f"FORWARD_{name}"), equal_nan)
    return outputs


def check_symbolic_backward(
    sym: Any,
    location: Any,
    out_grads: Any,
    expected: Any,
    rtol: Any = None,
    atol: Any = None,
    aux_states: Any = None,
    grad_req: Any = "write",
    ctx: Any = None,
    grad_stypes: Any = None,
    equal_nan: bool = False,
    dtype: Any = np.float32,
) -> dict[str, Any]:
    """Raise AssertionError unless the gradients of ``sym`` are ``expected``; return them by argument.

    ``out_grads`` are the gradients of the outputs (list, dict or None for losses). Gradient arrays start with random
    numbers, to which ``grad_req='add'`` has to add and which ``'null'`` has to leave. ``grad_stypes`` are their storage
    types by argument, dense by default.
    """
    ctx = ctx or default_context()
    arguments = _parse_location(sym, location, ctx, dtype)
    states = _parse_aux_states(sym, aux_states, ctx, dtype)
    names = sym.list_arguments()
    requested = dict(expected) if isinstance(expected, Mapping) else dict(zip(names, expected, strict=False))
    requests = _requests(grad_req, names)
    before = {name: np.random.normal(size=np.shape(value)) for name, value in requested.items()}
    kinds = grad_stypes if isinstance(grad_stypes, Mapping) else dict(zip(names, grad_stypes or (), strict=False))
    gradients = {
        name: nd.array(value, ctx=ctx, dtype=arguments[name].dtype).tostype(kinds.get(name) or "default")
        for name, value in before.items()
    }
    before = {name: gradient.asnumpy() for name, gradient in gradients.items()}
    bound = {name: request if name in gradients else "null" for name, request in requests.items()}
    executor = sym.bind(ctx, args=arguments, args_grad=gradients, aux_states=states, grad_req=bound)
    executor.forward(is_train=True)
    executor.backward(_head_grads(sym, executor, out_grads, ctx))
    for name, want in requested.items():
        got, labels = gradients[name].asnumpy(), (f"EXPECTED_{name}", f"BACKWARD_{name}")
        if requests[name] == "add":
            got = got - before[name]
        want = before[name] if requests[name] == "null" else want
        _compare(want, got, rtol, atol, labels, equal_nan)
    return gradients


def _requests(grad_req: Any, names: Sequence[str]) -> dict[str, str]:
    if isinstance(grad_req, str):
        return dict.fromkeys(names, grad_req)
    if isinstance(grad_req, Mapping):
        return {name: grad_req.get(name, "null") for name in names}
    return dict(zip(names, grad_req, strict=True))


def _head_grads(sym: Any, executor: Any, out_grads: Any, ctx: Any) -> Any:
    if out_grads is None:
        return None
    if isinstance(out_grads, Mapping):
        out_grads = [out_grads[name] for name in sym.list_outputs()]
    dtypes = [output.dtype for output in executor.outputs]
    return [nd.array(grad, ctx=ctx, dtype=dtype) for grad, dtype in zip(out_grads, dtypes, strict=False)]


def _compare(want: Any, got: np.ndarray, rtol: Any, atol: Any, names: tuple[str, str], equal_nan: bool) -> None:
    want = want.asnumpy() if isinstance(want, nd.NDArray) else np.asarray(want)
    rtol, atol = get_rtol(rtol, got.dtype), get_atol(atol, got.dtype)
    assert_almost_equal(want.astype(got.dtype), got, rtol, atol, names, equal_nan)
