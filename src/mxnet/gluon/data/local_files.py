"""Files of well-known datasets: they are read from a folder, and nothing is fetched."""

from __future__ import annotations

import os
import tarfile
import zipfile
from collections.abc import Sequence
from typing import Any

from ...core.errors import MXNetError


class MissingFilesError(MXNetError, FileNotFoundError):
    """Files of a dataset that are not where they should be."""


def missing_files(root: str, names: Sequence[str], what: str, source: str) -> MissingFilesError:
    """Return the error for files of a dataset that are not there."""
    return MissingFilesError(
        f"{what}: put {', '.join(names)} into {os.path.abspath(root)} (they come from {source}; nothing is downloaded)"
    )


def read_member(root: str, name: str, archive: str) -> bytes | None:
    """Return the content of a file in ``root``, in a folder of it, or in an archive there; None where there is none."""
    for place in (os.path.join(root, name), *_subfolders(root, name)):
        if os.path.isfile(place):
            with open(place, "rb") as stream:
                return stream.read()
    path = os.path.join(root, archive)
    if not os.path.isfile(path):
        return None
    try:
        return _from_zip(path, name) if archive.endswith(".zip") else _from_tar(path, name)
    except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile) as error:
        raise MXNetError(f"cannot read {name} from {path}: {error}") from error


def _subfolders(root: str, name: str) -> list[str]:
    if not os.path.isdir(root):
        return []
    return [os.path.join(root, each, name) for each in sorted(os.listdir(root))]


def _from_tar(path: str, name: str) -> bytes | None:
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile() and os.path.basename(member.name) == name:
                stream: Any = archive.extractfile(member)
                return bytes(stream.read())
    return None


def _from_zip(path: str, name: str) -> bytes | None:
    with zipfile.ZipFile(path) as archive:
        for member in archive.namelist():
            if os.path.basename(member) == name:
                return archive.read(member)
    return None
