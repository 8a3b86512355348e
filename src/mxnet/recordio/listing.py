"""List files, ``.lst``: a line for each image, ``number<tab>label...<tab>path``."""

import os
from collections.abc import Iterator
from typing import NamedTuple

from ..core.files.saving import open_finite
from .header import RecordHeaderError

#: numbers are the ids of image records, or at least keys
NUMBERS = range(-(1 << 63), 1 << 64)
#: no longer path names a file (PATH_MAX)
_LONGEST_PATH = 4096


class ListedImage(NamedTuple):
    """A line of a list."""

    number: int
    labels: tuple[float, ...]
    path: str


def read_list_file(
    path: str | os.PathLike[str], least_labels: int = 0, wrong: list[str] | None = None
) -> Iterator[ListedImage]:
    """Yield the lines of a list that are not blank. Paths may have bytes that are not UTF-8, as Python's own may.

    A line that is none, or has fewer labels than ``least_labels``, raises an error that is
    :class:`~mxnet.base.MXNetError` and ValueError and names file and line; with ``wrong`` it is noted there.
    Raises OSError for a file that cannot be read.
    """
    with open_finite(path, "r", "utf-8-sig", "surrogateescape") as stream:
        for line_number, line in enumerate(stream, 1):
            words = line.strip().split("\t")
            if words == [""]:
                continue
            try:
                yield _listed(words, least_labels)
            except (ValueError, OverflowError) as error:
                text = f"{os.fspath(path)}, line {line_number}: {str(error)[:200]}"
                if wrong is None:
                    raise RecordHeaderError(text) from None
                wrong.append(text)


def _listed(columns: list[str], least_labels: int) -> ListedImage:
    if len(columns) < 2 + (least_labels > 0):
        raise ValueError("expected a number, labels and a path with tabs between")
    if len(columns) < 2 + least_labels:
        raise ValueError(f"expected {least_labels} labels, got {len(columns) - 2}")
    try:
        number = int(columns[0])
    except ValueError:
        number = int(float(columns[0]))
    if number not in NUMBERS:
        raise ValueError(f"the number {columns[0][:40]} is too large")
    if "\0" in columns[-1] or len(columns[-1]) > _LONGEST_PATH:
        raise ValueError(f"{columns[-1][:100]!r} ({len(columns[-1])} characters) is no path")
    return ListedImage(number, tuple(float(word) for word in columns[1:-1]), columns[-1])
