"""The samples of an iterator over images: from a record file, a list, or both."""

from __future__ import annotations

import logging
import numbers
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from .. import recordio
from ..recordio.listing import read_list_file
from .codec import in_semantics

Listing = dict[Any, tuple[nd.NDArray, str]]
_log = logging.getLogger(__name__)


def open_records(path: str, path_index: str | None) -> recordio.MXRecordIO:
    """Open a record file for reading, with its index where one is given."""
    _log.info("reading records from %s", path)
    if path_index:
        return recordio.MXIndexedRecordIO(path_index, path, "r")
    return recordio.MXRecordIO(path, "r")


def read_listing(path: str, dtype: str) -> Listing:
    """Return ``{number: (labels, image's path)}`` of a list file: number, labels and path, with tabs between."""
    _log.info("reading the list %s", path)
    lines = read_list_file(path)
    return {
        line.number: (in_semantics(nd.array(np.array(line.labels, np.float64), dtype=dtype)), line.path)
        for line in lines
    }


def listing_of(entries: Iterable[Sequence[Any]], dtype: str) -> Listing:
    """Return ``{"1": (labels, image's path), ...}`` of entries ``[label, path]`` or ``[label, label, ..., path]``.

    The one label before a path may be a list or array of them.
    """
    result = {}
    for index, entry in enumerate(entries, 1):
        *labels, path = entry
        several = len(labels) != 1 or isinstance(labels[0], numbers.Number)
        result[str(index)] = in_semantics(nd.array(labels if several else labels[0], dtype=dtype)), path
    return result


def part_of(keys: Sequence[Any] | None, num_parts: int, part_index: int) -> list[Any] | None:
    """Return part ``part_index`` of ``num_parts`` of equal length; what is left over belongs to none.

    Without keys, the keys of a record file without an index, there is but one part: None. AssertionError otherwise.
    """
    assert num_parts >= 1, f"num_parts: expected at least 1, got {num_parts}"
    if num_parts == 1:
        return None if keys is None else list(keys)
    assert keys is not None, "num_parts: to read a part of a record file give its index, path_imgidx"
    assert 0 <= part_index < num_parts, f"part_index: expected 0 to {num_parts - 1}, got {part_index}"
    length = len(keys) // num_parts
    return list(keys[part_index * length : (part_index + 1) * length])
