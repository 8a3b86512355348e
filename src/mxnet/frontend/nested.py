"""Lists of lists of arrays or symbols, as loops take and give them: flattened, and put together again."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

#: how a nested list looks: None for an element, a list of these for a list
Form = Any


def iteration_limit(max_iterations: Any) -> int:
    """Return the most turns of a loop as an int; :class:`ValueError` for None and for what is no number."""
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    try:
        return int(max_iterations)
    except (TypeError, ValueError):
        raise ValueError("Cannot convert max_iteration to python int") from None


def flatten(value: Any, single: Callable[[Any], Any], what: str, kind: str) -> tuple[list[Any], Form]:
    """Return the elements of a nested list in order, and its form.

    ``single`` returns an element, a list where one stands for several, or None for what is neither; then
    :class:`AssertionError` names ``what`` was expected and the ``kind`` of elements.
    """
    result = value if isinstance(value, (list, tuple)) else single(value)
    if result is None:
        raise AssertionError(f"{what} must be (nested) list of {kind}, but got {value} of type {type(value)}")
    if not isinstance(result, (list, tuple)):
        return [result], None
    flat, form = [], []
    for item in result:
        elements, its = flatten(item, single, what, kind)
        flat += elements
        form.append(its)
    return flat, form


def none_as_empty(value: Any) -> Any:
    """Return an empty list for None, which a step of ``while_loop`` may return for no outputs."""
    return [] if value is None else value


def regroup(flat: Sequence[Any], form: Form) -> Any:
    """Return elements put together as ``form`` says."""
    return _take(iter(flat), form)


def _take(rest: Iterator[Any], form: Form) -> Any:
    return next(rest) if form is None else [_take(rest, item) for item in form]
