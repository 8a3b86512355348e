"""Files of well-known datasets, read from a folder and never downloaded."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ...core.archives import open_member
from ...core.errors import MXNetError

#: a file that claims to be longer, in bytes, is none of a dataset's
_LONGEST = 1 << 31


class MissingFilesError(MXNetError, FileNotFoundError):
    """Files of a dataset that are not where they should be."""


def missing_files(root: str, names: Sequence[str], what: str, source: str) -> MissingFilesError:
    """Return the error for files of a dataset that are not there."""
    return MissingFilesError(
        f"{what}: put {', '.join(names)} into {os.path.abspath(root)} (they come from {source}; nothing is downloaded)"
    )


def read_member(root: str, name: str, archive: str) -> bytes | None:
    """Return the content of a file in ``root``, in a folder of it, or in an archive there; None where there is none.

    Raises an error that is :class:`MXNetError` and OSError for an archive that cannot be read.
    """
    for place in (os.path.join(root, name), *_subfolders(root, name)):
        if os.path.isfile(place):
            with open(place, "rb") as stream:
                return stream.read()
    path = os.path.join(root, archive)
    if not os.path.isfile(path):
        return None
    try:
        with open_member(path, name) as (stream, size):
            if size > _LONGEST:
                raise ValueError(f"it claims {size} bytes, more than any file of a dataset has")
            content = stream.read()
            if len(content) != size:
                raise EOFError(f"{len(content)} of {size} bytes are there")
            return content
    except FileNotFoundError:
        return None


def _subfolders(root: str, name: str) -> list[str]:
    if not os.path.isdir(root):
        return []
    return [os.path.join(root, each, name) for each in sorted(os.listdir(root))]
