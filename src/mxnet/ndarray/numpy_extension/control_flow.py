"""Loops and conditions on arrays of the NumPy interface. MXNet 1.9.1 has none; MXNet 2 has them by these names."""

from collections.abc import Callable
from typing import Any

from ...frontend.nested import iteration_limit
from .. import control_flow


def foreach(body: Callable[..., Any], data: Any, init_states: Any, name: str = "foreach") -> tuple[Any, Any]:
    """Run a function once for each slice of arrays along their first axis, handing states on from turn to turn.

    A loop that becomes one node of a graph when a block is hybridized.

    Parameters
    ----------
    body
        ``body(slice, states)``, which returns ``(outputs, states)``.
    data
        An array, or nested lists of them; the first axis of the first says how many turns there are.
    init_states
        What the first turn is given: an array, or nested lists of them.
    name
        That of a graph's node.

    Returns
    -------
    The outputs of all turns, stacked along a new first axis, and the last states.

    See Also
    --------
    while_loop : as long as a condition holds.

    Examples
    --------
    >>> def add(x, total):
    ...     return x + total, x + total
    >>> sums, last = mx.npx.foreach(add, mx.np.array([1, 2, 3]), mx.np.array(0))
    >>> print(sums, last)
    [1. 3. 6.] 6.0
    """
    return control_flow.foreach(body, data, init_states, name)


def while_loop(
    cond: Callable[..., Any],
    func: Callable[..., Any],
    loop_vars: Any,
    max_iterations: int | None = None,
    name: str = "while_loop",
) -> tuple[Any, Any]:
    """Run a function on the variables of a loop as long as a condition holds.

    A loop that becomes one node of a graph when a block is hybridized.

    Parameters
    ----------
    cond
        ``cond(*loop_vars)``, which returns an array of one element or a truth value.
    func
        ``func(*loop_vars)``, which returns ``(outputs, new loop_vars)``.
    loop_vars
        The variables with which the loop begins: an array, or a list of them.
    max_iterations
        After how many turns it ends in any case; to be given.
    name
        That of a graph's node.

    Returns
    -------
    The outputs of all turns, stacked along a new first axis of length ``max_iterations`` and filled up with zeros, and
    the last variables.

    Raises
    ------
    ValueError
        Where there are no variables or no ``max_iterations``, where ``cond`` returns more than one element, and where
        the number of outputs or variables changes.

    See Also
    --------
    foreach : a turn for each slice.

    Examples
    --------
    >>> def double(x):
    ...     return x, [x * 2]
    >>> outputs, (last,) = mx.npx.while_loop(lambda x: x < 10, double, [mx.np.array(3.0)], max_iterations=4)
    >>> print(outputs, last)
    [3. 6. 0. 0.] 12.0
    """
    return control_flow.while_loop(cond, func, loop_vars, iteration_limit(max_iterations), name)


def cond(
    pred: Any, then_func: Callable[..., Any], else_func: Callable[..., Any], inputs: Any = (), name: str = "cond"
) -> Any:
    """Return what one of two functions returns, as a condition says; only that one is run.

    Parameters
    ----------
    pred
        The condition: an array of one element, a truth value, or a function of ``inputs`` that returns one.
    then_func
        ``then_func(*inputs)``, run where it is true.
    else_func
        ``else_func(*inputs)``, run where it is false.
    inputs
        An array, or a list of them, that the functions take, as in MXNet 2; (): they take none.
    name
        That of a graph's node.

    Returns
    -------
    What the function returns.

    Raises
    ------
    ValueError
        For an array of more elements.

    Examples
    --------
    >>> x = mx.np.array([4.0])
    >>> print(mx.npx.cond(x.sum() > 3, lambda: x * 10, lambda: x))
    [40.]
    """
    args = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    decide = (lambda: pred(*args)) if callable(pred) else (lambda: pred)
    return control_flow.choose(decide, lambda: then_func(*args), lambda: else_func(*args), name)
