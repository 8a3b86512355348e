"""Loops and conditions on arrays of the NumPy interface. MXNet 1.9.1 has none; MXNet 2 has them by these names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.nested import iteration_limit
from .. import control_flow


def foreach(body: Callable[..., Any], data: Any, init_states: Any, name: str = "foreach") -> tuple[Any, Any]:
    """Run ``body`` once for each slice of ``data`` along its first axis, handing states on from turn to turn.

    ``body(slice, states)`` returns ``(outputs, states)``. ``data``, the states and the outputs are arrays or nested
    lists of them; the first array of ``data`` says how many turns there are. Returns the outputs of all turns,
    stacked, and the last states. ``name`` is that of a graph's node.
    """
    return control_flow.foreach(body, data, init_states, name)


def while_loop(
    cond: Callable[..., Any],
    func: Callable[..., Any],
    loop_vars: Any,
    max_iterations: int | None = None,
    name: str = "while_loop",
) -> tuple[Any, Any]:
    """Run ``func`` on the variables of a loop as long as ``cond`` of them is true, at most ``max_iterations`` times.

    ``cond(*loop_vars)`` returns an array of one element or a truth value, ``func(*loop_vars)`` returns
    ``(outputs, new loop_vars)``. Returns the outputs of all turns, stacked and filled up with zeros to the length
    ``max_iterations``, and the last variables. ValueError where there are no variables or no ``max_iterations``, where
    ``cond`` returns more than one element, and where the number of outputs or variables changes. ``name`` is that of a
    graph's node.
    """
    return control_flow.while_loop(cond, func, loop_vars, iteration_limit(max_iterations), name)


def cond(
    pred: Any, then_func: Callable[..., Any], else_func: Callable[..., Any], inputs: Any = (), name: str = "cond"
) -> Any:
    """Return ``then_func()`` where ``pred``, an array of one element or a truth value, is true, else ``else_func()``.

    ``inputs``: an array or a list of them that the functions take, and ``pred`` where it is a function, as in MXNet 2.
    ``name`` is that of a graph's node. ValueError for an array of more elements.
    """
    args = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    decide = (lambda: pred(*args)) if callable(pred) else (lambda: pred)
    return control_flow.choose(decide, lambda: then_func(*args), lambda: else_func(*args), name)
