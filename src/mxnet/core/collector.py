"""Python's garbage collector, which rests while much is made, and what is done when an object is gone."""

import gc
import importlib
import sys
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from operator import call
from typing import Any

from .restoring import restoring


def import_large(name: str) -> None:
    """Import a module of very many objects, such as PyTorch, in less time: the collector rests meanwhile.

    It would go through the growing heap over and over and find next to nothing, a sixth of the time of an import. What
    was made, and what there was before, counts as old afterwards, which is looked at more rarely; nothing is kept from
    being collected. Where the module is there already, or the program has switched the collector off, nothing changes.
    """
    rests = gc.isenabled() and name not in sys.modules
    with _resting(rests):
        importlib.import_module(name)


@restoring
def _resting(rests: bool) -> Iterator[None]:
    try:
        if rests:
            gc.disable()
        yield
    finally:
        if rests:
            try:
                _take_for_old()
            finally:
                gc.enable()


#: more objects than Python 3.12 freezes itself, 375 that are never freed, and fewer than any program would
_FROZEN_BY_PYTHON = 1000


def _take_for_old() -> None:
    """Have the collector look at all objects there are only when it looks at old ones."""
    if gc.get_freeze_count() < _FROZEN_BY_PYTHON:  # what the program has frozen itself stays so
        deque(map(call, (gc.freeze, gc.unfreeze)), 0)  # in C: no handler of a signal comes in between


#: nodes of a graph for whose making the collector rests
LARGE = 1000


def paused(nodes: int) -> AbstractContextManager[None]:
    """Pause the collector while a large graph of so many nodes is made, unless the program has switched it off.

    It would go through all objects of the program several times, for half of the time of reading a large graph. What
    there is counts as old afterwards, as after an import.
    """
    return _resting(nodes >= LARGE and gc.isenabled())


# -- what is done when an object is gone, without running Python code --------------------------------------------------
# A function of Python that the end of an object calls, such as ``__del__`` or what :func:`weakref.finalize` is given,
# may be where a signal handler runs: Python drops what it raises there, a timeout for instance.


#: by number, references that are not used up
_references: dict[int, tuple[weakref.ref[Any], weakref.ref[Any]]] = {}


def at_end(owner: object, call: Callable[[Any], object]) -> None:
    """Call a function of C, which gets a reference as its argument, when ``owner`` is gone."""
    first = weakref.ref(owner, call)
    _references[id(first)] = first, weakref.ref(owner, partial(_references.pop, id(first)))


def pop_with(owner: object, mapping: dict[Any, Any], key: Any) -> None:
    """Remove a key, if it is there, from a dictionary when ``owner`` is gone."""
    at_end(owner, partial(mapping.pop, key))  # dict.pop gets the reference as its default
