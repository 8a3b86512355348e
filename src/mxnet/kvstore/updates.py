"""Calling the updater of a store: for one key, or for several together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import optimizer as opt


def run_updater(updater: Callable[..., None], updates: Sequence[tuple[Any, Any, Any]]) -> None:
    """Call an updater for each key, sum of gradients and weight; an :class:`Updater` gets them all in one call.

    Updaters get string keys as bytes, as in 1.9.1.
    """
    calls = [(key.encode() if isinstance(key, str) else key, total, weight) for key, total, weight in updates]
    if len(calls) > 1 and type(updater) is opt.Updater:
        updater(*map(list, zip(*calls, strict=True)))
        return
    for call in calls:
        updater(*call)
