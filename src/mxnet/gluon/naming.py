"""Names of blocks and their parameters: a block has a prefix, and a counter for each class of its children."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from ..core.restoring import Restoring
from ..core.scopes import NameManager, Prefix
from .parameter_dict import ParameterDict


class _Current(threading.local):
    value: _BlockScope | None = None


class _BlockScope(Restoring):
    """A block's ``name_scope()``: blocks made inside take its prefix, as do the names of operators."""

    #: This thread's innermost scope, in ``value``.
    _current = _Current()

    def __init__(self, block: Any, counter: dict[str, int] | None = None) -> None:
        # A scope refers to its block, which has only the counter: without cycles, memory is freed at once.
        self._block = block
        self._counter = {} if counter is None else counter

    @staticmethod
    def create(prefix: str | None, params: ParameterDict | None, hint: str) -> tuple[str, ParameterDict]:
        """Return the prefix and the parameters of a new block: ``hint`` and a number, unless ``prefix`` is given.

        ``params`` are parameters to share. Inside a scope the prefix continues that of the scope's block, and its
        shared parameters are shared on.
        """
        if prefix is not None and not isinstance(prefix, str):
            raise TypeError(f"prefix: expected a text, got {type(prefix).__name__}; add() adds layers to a Sequential")
        scope = _BlockScope._current.value
        if scope is None:
            new_prefix = f"{NameManager.current.get(None, hint)}_" if prefix is None else prefix
            outer, inherited = "", None
        else:
            new_prefix = scope._numbered(hint) if prefix is None else prefix
            outer, inherited = scope._block.prefix, scope._block._params._shared
        if params is None:
            # A scope's parameters are named after its dict, which differs from its prefix where they are shared.
            result = ParameterDict((scope._block._params.prefix if scope else "") + new_prefix, inherited)
        else:
            result = ParameterDict(params.prefix, params)
        return outer + new_prefix, result

    def _numbered(self, hint: str) -> str:
        count = self._counter.get(hint, 0)
        self._counter[hint] = count + 1
        return f"{hint}{count}_"

    def __enter__(self) -> _BlockScope:
        if self._block._empty_prefix:
            self.close = self._end_with()
            return self
        scopes, managers, names = _BlockScope._current, NameManager._current, Prefix(self._block.prefix)
        self.close = self._end_with(
            partial(setattr, scopes, "value", scopes.value), partial(setattr, managers, "value", managers.value)
        )
        scopes.value, managers.value = self, names  # last: no handler of a signal runs in between
        return self


def _block_scope(block: Any) -> Prefix:
    """Have names of operators begin with that of a block's class: MXNet 2's scope around ``forward``."""
    return Prefix(f"{type(block).__name__.lower()}_")
