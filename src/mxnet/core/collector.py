"""Pausing Python's garbage collector while very many objects are made that all stay."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

#: whether :func:`resting` has switched the collector off
_rests = False


def import_large(name: str) -> None:
    """Import a module of very many objects, such as PyTorch, in less time: the collector rests meanwhile.

    It would go through the growing heap over and over and find next to nothing, a sixth of the time of an import. What
    was made, and what there was before, counts as old afterwards, which is looked at more rarely; nothing is kept from
    being collected. Where the module is there already, or the program has switched the collector off, nothing changes.
    """
    rests = gc.isenabled() and name not in sys.modules
    if rests:
        gc.disable()
    try:
        importlib.import_module(name)
    finally:
        if rests:
            if not gc.get_freeze_count():  # what the program has frozen itself stays so
                gc.freeze()
                gc.unfreeze()
            gc.enable()


@contextmanager
def resting() -> Iterator[None]:
    """Let the collector rest while a graph is read, copied or lowered.

    It would go through all objects of the process, those of PyTorch among them, about once for 20,000 nodes, and find
    nothing: half the time that reading takes. Where the program, or another thread here, has switched it off, nothing
    changes.
    """
    global _rests
    starts = gc.isenabled()
    try:
        if starts:
            _rests = True
            gc.disable()
        yield
    finally:
        if starts:
            gc.enable()
            _rests = False


def _resume() -> None:
    """Switch the collector on in a forked process whose parent had a thread that let it rest."""
    if _rests:
        gc.enable()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_resume)
