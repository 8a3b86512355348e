"""Records of the saves that count, kept outside of the folders in which files are saved.

What lies in a folder may have come with an archive: a journal of `files` there counts only if this user's own folder
of states, on this machine, has a record of it. A record lists the files of the save by name, inode, size and time of
change. Where no record can be written (a container without a home), a save that is cut off is left as it is.
"""

import json
import os
import re
import stat
import sys
import time
from collections.abc import Sequence
from typing import Any

from ..interruptions import suppressed
from .paths import synchronise

#: after how many seconds the record of a save is removed whose journal is gone, and one whose folder is not there
_LEAST_AGE, _LONGEST_AGE = 3600, 30 * 24 * 3600


def remember(journal: str, names: Sequence[str]) -> None:
    """Write the record of a save whose files are complete. Nothing is raised where that is not possible."""
    content = {"journal": os.path.abspath(journal), "files": [_identity(f"{journal}.{i}") for i in range(len(names))]}
    with suppressed(OSError):
        folder = _folder(create=True)
        _remove_outdated(folder)
        handle = os.open(os.path.join(folder, os.path.basename(journal)), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w", encoding="utf-8") as stream:
            json.dump({"names": list(names), **content}, stream)
            stream.flush()
            os.fsync(handle)
        synchronise(folder)


def is_own(journal: str, names: Sequence[str]) -> bool:
    """Tell whether a record says that this user's save made the files of a journal, those that are still there."""
    token = os.path.basename(journal)
    record = _read(token) if re.fullmatch("[0-9a-f]{32}", token) else None
    if record is None or record["names"] != list(names):
        return False
    identities = [_identity(f"{journal}.{i}") for i in range(len(names))]
    return all(actual in (None, expected) for actual, expected in zip(identities, record["files"], strict=True))


def forget(journal: str) -> None:
    """Remove the record of a save."""
    with suppressed(OSError):
        os.unlink(os.path.join(_folder(), os.path.basename(journal)))


def _identity(path: str) -> list[int] | None:
    """Return what tells a file from every other one; None where there is none."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    return [status.st_ino, status.st_size, status.st_mtime_ns, stat.S_IFMT(status.st_mode)]


def _folder(create: bool = False) -> str:
    """Return the folder of the records, which nobody else may change. Raises :class:`OSError` where there is none."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA", "")
    else:
        root = os.environ.get("XDG_STATE_HOME", "")
        root = root if os.path.isabs(root) else os.path.join(os.path.expanduser("~"), ".local", "state")
    if not os.path.isabs(root):
        raise FileNotFoundError("this user has no folder for states")
    folder = os.path.join(root, "mxnet", "saves")
    if create:
        os.makedirs(folder, 0o700, exist_ok=True)
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(folder)
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
        raise PermissionError(f"others may change {folder}")
    return folder


def _read(token: str) -> dict[str, Any] | None:
    """Return a record, None where there is none."""
    try:
        with open(os.path.join(_folder(), token), encoding="utf-8") as stream:
            record = json.load(stream)
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) else None


def _remove_outdated(folder: str) -> None:
    """Remove the records whose journal is gone."""
    for token in os.listdir(folder):
        record = _read(token)
        journal = str(record["journal"]) if record else ""
        path = os.path.dirname(os.path.dirname(journal))
        with suppressed(OSError):
            age = time.time() - os.lstat(os.path.join(folder, token)).st_mtime
            is_gone = os.path.isdir(path) and not os.path.lexists(journal)  # or in another container's folder
            if age > (_LEAST_AGE if is_gone else _LONGEST_AGE):
                os.unlink(os.path.join(folder, token))
