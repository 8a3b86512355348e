"""Pausing Python's garbage collector while a large module is imported, or a large graph made."""

from __future__ import annotations

import gc
import importlib
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager
from operator import call

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
