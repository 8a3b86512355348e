"""What is done when an object is gone, without running Python code.

A function of Python that the end of an object calls, such as ``__del__`` or what :func:`weakref.finalize` is given, may
be where a signal handler runs: Python drops what it raises there, a timeout for instance.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

#: by number, references that are not used up
_references: dict[int, tuple[weakref.ref[Any], weakref.ref[Any]]] = {}


def at_end(owner: object, call: Callable[[Any], object]) -> None:
    """Call a function of C, which gets a reference as its argument, when ``owner`` is gone."""
    first = weakref.ref(owner, call)
    _references[id(first)] = first, weakref.ref(owner, partial(_references.pop, id(first)))


def pop_with(owner: object, mapping: dict[Any, Any], key: Any) -> None:
    """Remove a key, if it is there, from a dictionary when ``owner`` is gone."""
    at_end(owner, partial(mapping.pop, key))  # dict.pop gets the reference as its default
