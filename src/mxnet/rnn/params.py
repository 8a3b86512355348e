"""The variables of a cell, made once and shared by all its time steps."""

from __future__ import annotations

from typing import Any

from .. import symbol
from ..core.errors import MXNetKeyError


def take(arrays: dict[str, Any], name: str) -> Any:
    """Take an array out of ``arrays`` and return it; an error that is MXNetError and KeyError where it is missing."""
    if name not in arrays:
        raise MXNetKeyError(f"there is no array {name!r}")
    return arrays.pop(name)


class RNNParams:
    """A container of variables; cells that are given one container share what it holds.

    Parameters
    ----------
    prefix
        What goes before the name of every variable.

    Examples
    --------
    >>> params = mx.rnn.RNNParams("shared_")
    >>> params.get("i2h_weight").name
    'shared_i2h_weight'
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._params: dict[str, Any] = {}

    def get(self, name: str, **kwargs: Any) -> Any:
        """Return the variable ``prefix + name``, made at first use with ``kwargs`` of :func:`mx.sym.Variable`."""
        full = self._prefix + name
        if full not in self._params:
            self._params[full] = symbol.Variable(full, **kwargs)
        return self._params[full]
