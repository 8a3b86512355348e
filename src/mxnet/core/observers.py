"""The instrumentation point: observers registered here are called around each operator.

There are mostly none. Then a call only checks that the list is empty.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

#: ``observer(name, attributes, inputs, call)``: applies an operator by ``call()`` and returns what that returns.
#: ``attributes`` may be a number, the attribute ``scalar``, or None; of a graph's node they are strings
Observer = Callable[[str, Any, Sequence[Any], Callable[[], Any]], Any]


class Application:
    """An operator about to be applied; the innermost observer may apply it to other inputs, or with other keywords.

    ``fixed``: the result is written into the first input.
    """

    __slots__ = ("fixed", "fn", "inputs", "kwargs")

    def __init__(self, fn: Callable[..., Any], inputs: Sequence[Any], kwargs: Mapping[str, Any], fixed: bool) -> None:
        self.fn, self.inputs, self.kwargs, self.fixed = fn, inputs, kwargs, fixed

    def __call__(self) -> Any:
        return self.fn(*self.inputs, **self.kwargs)


#: those who see operators that are called on arrays
eager_observers: list[Observer] = []
#: those who see operators of graphs
graph_observers: list[Observer] = []

_NONE: Mapping[str, Any] = {}


def observed(
    name: str,
    attributes: Any,
    fn: Callable[..., Any],
    inputs: Sequence[Any],
    kwargs: Mapping[str, Any] = _NONE,
    observers: Sequence[Observer] = eager_observers,
    fixed: bool = False,
) -> Any:
    """Return ``fn(*inputs, **kwargs)``: operator ``name``, applied before the observers; the last one is outermost.

    ``fixed``: ``fn`` writes into the first input. The innermost observer's ``call`` is an :class:`Application`.
    """
    call: Callable[[], Any] = Application(fn, inputs, kwargs, fixed)
    for observer in tuple(observers):
        call = partial(observer, name, attributes, inputs, call)
    return call()


def register(observer: Observer, eager: bool = True, graph: bool = True, first: bool = False) -> Callable[[], None]:
    """Have an observer see operators called on arrays, in graphs, or both; return the function that ends it.

    ``first``: as the innermost.
    """
    lists = [item for item, enabled in ((eager_observers, eager), (graph_observers, graph)) if enabled]
    for item in lists:
        item.insert(0 if first else len(item), observer)

    def end() -> None:
        while lists:
            lists.pop().remove(observer)

    return end
