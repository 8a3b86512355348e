"""Checking gradients against numeric differentiation."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import ndarray as nd
from .. import symbol as sym_module
from .comparison import _numpy, assert_almost_equal, default_numeric_eps, get_atol, get_rtol
from .environment import default_context
from .symbolic import _parse_aux_states, _parse_location

__all__ = ["check_numeric_gradient", "numeric_grad"]


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

    wanted = {name: arguments[name] for name in requests}
    numeric = numeric_grad(executor, wanted, states, numeric_eps, use_forward_train, dtype)
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
