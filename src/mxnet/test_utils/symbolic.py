"""Checking what a symbol computes, forward and backward, against given values and numeric differentiation."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from .. import symbol as sym_module
from .comparison import _numpy, assert_almost_equal, default_numeric_eps, get_atol, get_rtol
from .environment import default_context

__all__ = [
    "check_numeric_gradient", "check_symbolic_backward", "check_symbolic_forward", "numeric_grad", "simple_forward",
]  # fmt: skip


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


def _arrays(what: str, names: Sequence[str], values: Any, ctx: Any, dtype: Any) -> OrderedDict[str, Any]:
    assert dtype == "asnumpy" or np.dtype(dtype).kind == "f", f"a floating dtype is expected, got {dtype}"
    return OrderedDict((name, _array(value, ctx, dtype)) for name, value in _named(what, names, values).items())


def _parse_location(sym: Any, location: Any, ctx: Any, dtype: Any = np.float32) -> OrderedDict[str, Any]:
    """Return the arguments of ``sym`` as NDArrays by name; ``dtype`` may be 'asnumpy' to keep that of the values."""
    return _arrays("arguments", sym.list_arguments(), location, ctx, dtype)


def _parse_aux_states(sym: Any, aux_states: Any, ctx: Any, dtype: Any = np.float32) -> Any:
    """Return the auxiliary states of ``sym`` as NDArrays by name; None stays None."""
    if aux_states is None:
        return None
    return _arrays("auxiliary states", sym.list_auxiliary_states(), aux_states, ctx, dtype)


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
    stypes = grad_stypes if isinstance(grad_stypes, Mapping) else dict(zip(names, grad_stypes or (), strict=False))
    gradients = {
        name: nd.array(value, ctx=ctx, dtype=arguments[name].dtype).tostype(stypes.get(name) or "default")
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


# -- gradients against numeric differentiation -------------------------------------------------------------------------


def numeric_grad(
    executor: Any,
    location: Mapping[str, Any],
    aux_states: Mapping[str, Any] | None = None,
    eps: float = 1e-4,
    use_forward_train: bool = True,
    dtype: Any = np.float32,
) -> dict[str, np.ndarray]:
    """Return the gradient of the sum of an executor's first output by central differences with step ``eps``.

    ``location`` maps the arguments to differentiate to their values; those of integer types get zeros.
    """
    values = {name: np.array(_numpy(value)) for name, value in location.items()}
    states = {name: np.array(_numpy(value)) for name, value in (aux_states or {}).items()}

    def total() -> float:
        for name, state in states.items():
            executor.aux_dict[name][:] = state
        outputs = executor.forward(is_train=use_forward_train)
        return float(outputs[0].asnumpy().astype(np.float64).sum())

    for name, value in values.items():
        _write(executor.arg_dict[name], value)
    gradients = {}
    for name, value in values.items():
        gradients[name] = _central_differences(executor.arg_dict[name], value, total, eps).astype(dtype)
    return gradients


def _central_differences(target: Any, value: np.ndarray, total: Any, eps: float) -> np.ndarray:
    gradient = np.zeros(value.shape)
    if value.dtype.kind != "f":
        return gradient
    for position in np.ndindex(*value.shape):
        before = value[position]
        sides = []
        for step in (eps / 2, -eps / 2):
            value[position] = before + step
            _write(target, value)
            sides.append(total())
        value[position] = before
        gradient[position] = (sides[0] - sides[1]) / eps
    _write(target, value)
    return gradient


def _write(target: Any, value: np.ndarray) -> None:
    target[:] = value if target.stype == "default" else nd.array(value, dtype=value.dtype)


def check_numeric_gradient(
    sym: Any,
    location: Any,
    aux_states: Any = None,
    numeric_eps: float | None = None,
    rtol: Any = None,
    atol: Any = None,
    grad_nodes: Any = None,
    use_forward_train: bool = True,
    ctx: Any = None,
    grad_stype_dict: Any = None,
    dtype: Any = np.float32,
) -> None:
    """Raise AssertionError unless the gradients of ``sym``, which has one output, agree with numeric ones.

    The output is weighted with random numbers and summed, so that one scalar is differentiated.

    Parameters
    ----------
    location, aux_states
        Values of arguments and auxiliary states: lists in order, or dicts by name.
    numeric_eps
        The step; by default that of ``dtype``.
    grad_nodes
        The arguments to check: None for all, a list of names, or a dict of name to ``grad_req``.
    grad_stype_dict
        Storage types of gradients by argument, dense by default.
    """
    ctx = ctx or default_context()
    numeric_eps = default_numeric_eps()[np.dtype(dtype)] if numeric_eps is None else numeric_eps
    arguments = _parse_location(sym, location, ctx, dtype)
    states = _parse_aux_states(sym, aux_states, ctx, dtype)
    requests = _grad_nodes(sym, grad_nodes)

    loss, weights = _weighted(sym, arguments, dtype, ctx)
    gradients, before = {}, {}
    for name in requests:
        before[name] = np.random.normal(0, 0.01, size=arguments[name].shape).astype(dtype)
        stype = (grad_stype_dict or {}).get(name) or "default"
        gradients[name] = nd.array(before[name], ctx=ctx, dtype=dtype).tostype(stype)
    bound = {name: requests.get(name, "null") for name in loss.list_arguments()}
    executor = loss.bind(
        ctx,
        args={**{name: value.copy() for name, value in arguments.items()}, **weights},
        args_grad=gradients,
        grad_req=bound,
        aux_states=None if states is None else {name: value.copy() for name, value in states.items()},
    )
    executor.forward(is_train=True)
    executor.backward()
    symbolic = {name: gradient.asnumpy() for name, gradient in gradients.items()}

    requested = {name: arguments[name] for name in requests}
    numeric = numeric_grad(executor, requested, states, numeric_eps, use_forward_train, dtype)
    rtol, atol = get_rtol(rtol, dtype), get_atol(atol, dtype)
    for name, request in requests.items():
        want = before[name] if request == "null" else numeric[name]
        got = symbolic[name] - before[name] if request == "add" else symbolic[name]
        assert_almost_equal(want, got, rtol, atol, (f"NUMERICAL_{name}", f"BACKWARD_{name}"))


def _grad_nodes(sym: Any, grad_nodes: Any) -> dict[str, str]:
    if grad_nodes is None:
        return dict.fromkeys(sym.list_arguments(), "write")
    if isinstance(grad_nodes, Mapping):
        return dict(grad_nodes)
    if isinstance(grad_nodes, (list, tuple)):
        return dict.fromkeys(grad_nodes, "write")
    raise ValueError(f"grad_nodes is a list of names or a dict of name to grad_req, got {grad_nodes!r}")


def _weighted(sym: Any, arguments: Mapping[str, Any], dtype: Any, ctx: Any) -> tuple[Any, dict[str, Any]]:
    """Return ``weights * sym`` as a loss, and the random weights it takes as an argument.

    It is summed outside of the graph, in float64: a sum in float32 drowns the small differences in its rounding.
    """
    _, shapes, _ = sym.infer_shape(**{name: value.shape for name, value in arguments.items()})
    weights = nd.array(np.random.rand(*shapes[0]) + 0.1, ctx=ctx, dtype=dtype)
    weighted = sym_module.var("__random_proj", dtype=dtype) * sym.as_nd_ndarray()
    return sym_module.make_loss(weighted), {"__random_proj": weights}
