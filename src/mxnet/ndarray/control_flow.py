"""Loops and conditions on arrays: Python's own, with outputs stacked as those of graphs are."""

from collections.abc import Callable, Sequence
from typing import Any

from ..core.errors import expect
from ..eager import trace
from ..eager.dispatch import invoke
from ..frontend.nested import Form, flatten, none_as_empty, regroup
from ..registry.op import get
from .creation import zeros
from .ndarray import NDArray
from .numpy.multiarray import ndarray


def _flat(value: Any, what: str) -> tuple[list[Any], Form]:
    return flatten(value, lambda item: item if isinstance(item, NDArray) else None, what, "NDArray")


def _call(name: str, arrays: Sequence[Any], **attributes: Any) -> Any:
    return invoke(get(name), arrays, attributes, None, type(arrays[0]))


def truth(value: Any) -> bool:
    """Return whether a condition holds: an array of one element, or anything that Python finds true or not."""
    if isinstance(value, ndarray):
        return bool(value.item())
    return bool(value.asscalar() if isinstance(value, NDArray) else value)


def _pair(function: str, returned: Any, second: str) -> tuple[Any, Any]:
    """Return the two things that a loop's function gives back."""
    try:
        first, after = returned
    except (TypeError, ValueError) as error:
        shown = f"an array of shape {returned.shape}" if isinstance(returned, NDArray) else type(returned).__name__
        raise type(error)(f"{function}: expected to return (outputs, {second}), got {shown}") from None
    return first, after


def refuse_numpy(name: str, arrays: Any) -> None:
    """Raise TypeError for arrays of the NumPy interface in a nested list."""
    if any(isinstance(item, ndarray) for item in _flat(arrays, f"{name} input")[0]):
        raise TypeError(f"mx.nd.contrib.{name} takes classic arrays, received mx.np arrays: call mx.npx.{name}")


def _slices(data: NDArray) -> list[Any]:
    """Return the slices of an array along its first axis; those of a classic vector keep it, with length 1."""
    squeeze = data.ndim > 1 or isinstance(data, ndarray)
    result = _call("SliceChannel", [data], num_outputs=len(data), axis=0, squeeze_axis=squeeze)
    return result if isinstance(result, list) else [result]


def foreach(body: Callable[..., Any], data: Any, init_states: Any, name: str = "foreach") -> tuple[Any, Any]:
    """Run a loop over arrays (see :func:`mxnet.ndarray.contrib.foreach`); in a traced function, record it."""
    if trace.builds_nodes():
        return trace.control_flow.load().foreach(body, data, init_states, name)
    expect(callable(body), "body", "a function of an element and the states", body)
    arrays, data_form = _flat(data, "foreach input")
    _flat(init_states, "foreach states")
    states = init_states
    form: Form = []
    iterations: list[list[Any]] = []
    count = len(arrays[0])
    if count:
        slices = [_slices(array) for array in arrays]
        for i in range(count):
            outputs, states = _pair("body", body(regroup([item[i] for item in slices], data_form), states), "states")
            flat, form = _flat(outputs, "foreach output")
            iterations.append(flat)
    return regroup([_call("stack", item, num_args=count) for item in zip(*iterations, strict=True)], form), states


def while_loop(
    cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any, max_iterations: int, name: str = "while_loop"
) -> tuple[Any, Any]:
    """Run a loop on variables (see :func:`mxnet.ndarray.contrib.while_loop`); in a traced function, record it."""
    one = isinstance(loop_vars, NDArray)
    expect(one or isinstance(loop_vars, (list, tuple)), "loop_vars", "an array or a list of arrays", loop_vars)
    now = arguments(loop_vars)
    if not now:
        raise ValueError("loop_vars should contain at least one element")
    if trace.builds_nodes():
        return trace.control_flow.load().while_loop(cond, func, loop_vars, max_iterations, name)
    iterations: list[list[Any]] = []
    out_form: Form = []
    while len(iterations) < max_iterations and truth(cond(*now)):
        outputs, after = _pair("func", func(*now), "loop_vars")
        flat, out_form = _flat(none_as_empty(outputs), "while output")
        if iterations and len(iterations[0]) != len(flat):
            raise ValueError("Number of elements in step_output should be the same in each step")
        iterations.append(flat)
        after = arguments(none_as_empty(after))
        if len(after) != len(now):
            raise ValueError("The length of loop_vars should be consistent during the loop")
        now = after
    stacked = [_padded(item, max_iterations) for item in zip(*iterations, strict=True)]
    return regroup(stacked, out_form), now[0] if one else list(now)


def choose(pred: Callable[[], Any], then_func: Callable[[], Any], else_func: Callable[[], Any], name: str) -> Any:
    """Return what one of two functions returns; in a traced function, record the choice."""
    if trace.builds_nodes():
        return trace.control_flow.load().cond(pred, then_func, else_func, name)
    for name, function in (("then_func", then_func), ("else_func", else_func)):
        expect(callable(function), name, "a function without arguments", function)
    return then_func() if truth(pred()) else else_func()


def arguments(variables: Any) -> Sequence[Any]:
    """Return what a loop's functions are called with: a list of variables is unpacked."""
    return variables if isinstance(variables, (list, tuple)) else [variables]


def _padded(values: Sequence[Any], length: int) -> Any:
    """Return arrays stacked, and zeros up to ``length``."""
    result = _call("stack", values, num_args=len(values))
    if len(values) == length:
        return result
    rest = zeros((length - len(values), *result.shape[1:]), result.context, result.dtype)
    return _call("Concat", [result, rest], num_args=2, dim=0)
