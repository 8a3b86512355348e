"""NumPy's indexing as an operator, for graphs of functions that index arrays."""

import json
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from ..core.constants import constant
from ..core.errors import MXNetError, shortened
from ..registry import op
from ._families import first_type
from ._keys import Key, with_all_axes


@op("_npx_advanced_index", extension=True, count="num_args", types=first_type)
def advanced_index(*arrays: Any, key: str) -> Any:
    """Return an array indexed as by NumPy, with the index written down as text: what indexing becomes in a graph.

    Parameters
    ----------
    *arrays
        The array, and then the parts of the index that are arrays, of integers or bools.
    key
        A JSON list with an entry for each part: a number, null (a new axis), a bool, ``"..."``, ``"@"`` (the next of
        the other arrays), ``{"slice": [start, stop, step]}``, or ``{"array": [...]}``.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> a = mx.np.arange(6).reshape(2, 3)
    >>> print(mx.npx.advanced_index(a, mx.np.array([0, 2]), key='[{"slice": [null, null, null]}, "@"]'))  # a[:, [0, 2]]
    [[0. 2.]
     [3. 5.]]
    """
    data, *indices = arrays
    entries = _entries(key)
    if entries.count("@") != len(indices):
        raise MXNetError(f"key: expected {len(indices)} parts that are arrays ('@'), got {entries.count('@')}")
    index_iterator = iter(indices)
    parts = [_part(item, index_iterator, data.device) for item in entries]
    return Key(with_all_axes(parts, data.dim()), data).part(data).clone()


@lru_cache(maxsize=1024)
def _entries(key: str) -> list[Any]:
    """Return the parts of a key; MXNetError if it is not as :func:`advanced_index` describes it."""
    try:
        entries = json.loads(key)
        valid = isinstance(entries, list) and all(map(_is_entry, entries)) and entries.count("...") <= 1
    except (ValueError, RecursionError):  # invalid JSON, lists of several lengths
        valid = False
    if not valid:
        raise MXNetError(
            "key: expected a JSON list of integers, null, bools, '...', '@', {\"slice\": [start, stop, step]} and "
            f'{{"array": [...]}}, got {shortened(repr(key))}'
        )
    return entries


def _is_entry(item: Any) -> bool:
    if not isinstance(item, dict):
        return item is None or item in ("...", "@") or (isinstance(item, int) and abs(item) < 2**63)
    if list(item) == ["slice"]:
        bounds = item["slice"]
        return (
            isinstance(bounds, list)
            and len(bounds) == 3
            and all(bound is None or (type(bound) is int and abs(bound) < 2**63) for bound in bounds)
            and bounds[2] != 0
        )
    values = item.get("array")
    return len(item) == 1 and isinstance(values, list) and (values == [] or np.asarray(values).dtype.kind in "bi")


def _part(item: Any, arrays: Any, device: torch.device) -> Any:
    """Return an entry of a key as PyTorch takes it."""
    if item == "@":
        index = next(arrays)
        return index if index.dtype is torch.bool else index.long()
    if item == "...":
        return Ellipsis
    if isinstance(item, dict):
        return slice(*item["slice"]) if "slice" in item else _index(item["array"], device)
    return item


def _index(values: Any, device: torch.device) -> torch.Tensor:
    """Return the integers or bools of a list as an index."""
    if values and type(values[0]) is int:
        return constant(values, torch.int64, device)
    return torch.tensor(values, device=device, dtype=None if values else torch.int64)
