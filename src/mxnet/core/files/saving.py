"""Writing files so that a crash, or a full disk, leaves the old ones whole.

Whatever the library writes goes to a hidden folder beside the target (``.mxnet-saving-<user>``), and is renamed over
it when it is complete. Several files that belong together (a symbol, its parameters, the optimizer's states) take
their places together at the end:

>>> with written_together():
...     with atomic_write("net-symbol.json") as stream:
...         written = stream.write(b"{}")
...     with atomic_write("net-0001.params") as stream:
...         written = stream.write(b"weights")

A save is a journal in the hidden folder, ``<token>``, and its files, ``<token>.0``, ``<token>.1`` ... The process that
saves holds a lock on the journal, which is empty until all files are complete on disk; then it lists their names, and
from there on the save counts. Old files are taken away before the first new one gets its name, and the file saved
last is the last to appear: at every moment what has the final names is of one generation. A process that is killed
before the journal is written leaves the old files, and one that is killed after it leaves the rest of the work to
the next process that opens one of the files (:func:`open_saved`). The next save in the folder removes what killed
processes left. The hidden folder is there during a save only.

A hidden folder may also have come with somebody's archive, or from another machine. So a save is finished only if a
record that this user keeps elsewhere (`save_records`) says that its files are those that were written here; others
are left alone, and a warning or the error says so.
"""

import contextlib
import errno
import filecmp
import inspect
import json
import os
import secrets
import shutil
import stat
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Collection, Iterator
from typing import IO, Any

from ..interruptions import error_of, explained, suppressed, to_the_end
from .locks import lock_handle
from .paths import exists, is_folder, is_link, real_path, synchronise
from .records import forget, is_own, remember

#: how long to wait for another process that is giving its files their names, in seconds
_PATIENCE = 10.0
#: whose functions enter blocks for others
_OF_CONTEXTS = (__name__, "contextlib")
#: how a journal is opened: a link, a pipe or a device is none
_TO_READ = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class _Saves(dict[str, "_Save"]):
    """The saves of a ``written_together`` block, by folder."""

    #: whether the files are being replaced, or kept as they were
    settled = False

    def __init__(self) -> None:
        #: the function whose ``with`` this is
        self._caller = next(_callers())

    def is_over(self) -> bool:
        """Return whether a signal came as the block ended: the exception's traceback may keep the block for long."""
        return self._caller not in _callers()

    def begin(self, folder: str) -> None:
        """Begin the save in a folder."""
        self[folder] = _Save(folder)


def _callers() -> Iterator[int]:
    """Yield the identities of the functions that are being called, without generators, such as those of contexts."""
    frame = inspect.currentframe()
    while frame is not None:
        if not frame.f_code.co_flags & inspect.CO_GENERATOR and frame.f_globals["__name__"] not in _OF_CONTEXTS:
            yield id(frame)
        frame = frame.f_back


class _Current(threading.local):
    """The saves of this thread's ``written_together`` block; None if a signal interrupted the block."""

    saves: Callable[[], _Saves | None] = staticmethod(lambda: None)

    def block(self) -> _Saves | None:
        """Return the saves of the block that this thread is in."""
        saves = self.saves()
        return None if saves is None or saves.is_over() else saves


_current = _Current()


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str], mode: str = "wb", encoding: str | None = None) -> Iterator[IO[Any]]:
    """Open a file to write that replaces ``path`` when the block ends, and vanishes when the block raises.

    ``mode`` is ``'wb'`` or ``'w'``. A link keeps pointing at the file it names; a device or a pipe is written
    directly, and an empty file is filled: who made it to be written to (``tempfile.NamedTemporaryFile()``) reads it
    through the handle he has. Inside :func:`written_together` the replacement waits for the end of that block.

    Raises :class:`OSError` when the folder does not exist or may not be written, and for what can be no file's name.
    """
    if exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
        with open(path, mode, encoding=encoding) as stream:
            yield stream
        return
    with staged(path) as temporary, open(temporary, mode, encoding=encoding) as stream:
        yield stream


@contextlib.contextmanager
def staged(path: str | os.PathLike[str]) -> Iterator[str]:
    """Give the name of a file to be made in the block, which then takes the place of ``path`` (see `atomic_write`)."""
    check_path(path)
    with suppressed(FileNotFoundError):
        os.stat(path)  # raises for a name that is too long, and for links that name each other
    target = real_path(path)
    if is_folder(target):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    folder, name = os.path.split(target)
    with written_together():
        saves = _current.block()
        assert saves is not None
        if folder not in saves:
            to_the_end(lambda: saves.begin(folder))  # what it makes in the folder would stay there
        temporary = saves[folder].add(name)
        yield temporary
        synchronise(temporary)
        if exists(target):
            shutil.copymode(target, temporary)


@contextlib.contextmanager
def written_together() -> Iterator[None]:
    """Hold the replacements of all files written in the block back until it ends; none happens if it raises.

    The files are found whole, all of them, or none of them, also after the process was killed in between. The one that
    is written last is the first to go and the last to come. Blocks nest; the outermost one replaces. Files of several
    folders are one save in each.
    """
    if _current.block() is not None:
        yield
        return
    saves = _Saves()
    _current.saves = weakref.ref(saves)
    try:
        try:
            yield
        finally:
            if _current.saves() is saves:
                del _current.saves
        to_the_end(lambda: _replace(saves))
    except BaseException:
        if not saves.settled:  # a signal may come before the replacing begins
            to_the_end(lambda: _drop(saves))
        raise


def _drop(saves: _Saves) -> None:
    saves.settled = True
    for save in saves.values():
        save.drop()


def _replace(saves: _Saves) -> None:
    saves.settled = True
    try:
        for save in saves.values():
            save.commit()
    except BaseException:
        _drop(saves)
        raise
    # An error from here on does not undo the save: the next process that opens one of the files finishes it.
    with contextlib.ExitStack() as stack:
        for save in saves.values():
            stack.callback(save.finish)


def open_saved(path: str | os.PathLike[str], mode: str = "rb", encoding: str | None = None) -> IO[Any]:
    """Open a file to read, once a save that a killed process left unfinished there has been finished.

    Raises :class:`OSError`, also for what can be no path.
    """
    check_path(path)
    folder, name = os.path.split(real_path(path) if is_link(path) else os.fspath(path))
    remaining = _finish_saves(folder, name)
    try:
        stream = open_finite(path, mode, encoding)
    except FileNotFoundError:  # another process may just be putting it there
        remaining = _finish_saves(folder, name)
        try:
            return open_finite(path, mode, encoding)
        except FileNotFoundError as error:
            if remaining:
                error.strerror = f"{error.strerror}; {remaining}"
            raise
    if remaining:
        warnings.warn(f"{os.fspath(path)!r} may be outdated: {remaining}", stacklevel=3)
    return stream


def open_finite(
    path: str | os.PathLike[str], mode: str = "rb", encoding: str | None = None, errors: str | None = None
) -> IO[Any]:
    """Open a file to read. A device (``/dev/zero``, to which a list of images may point) may have no end: OSError."""
    stream = open(path, mode, encoding=encoding, errors=errors)  # noqa: SIM115
    if stat.S_ISCHR(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "a device and not a file", os.fspath(path))
    return stream


def check_path(path: str | os.PathLike[str]) -> None:
    """Raise :class:`OSError` for a path that no system takes: with a NUL in it, or with half of a character."""
    text = os.fspath(path)
    try:
        wrong = b"\0" in os.fsencode(text)
    except UnicodeEncodeError:
        wrong = True
    if wrong:
        raise OSError(errno.EINVAL, "no path: it has characters that paths cannot have", repr(text))


def finish_saves(folder: str | os.PathLike[str]) -> None:
    """Give the files of saves that were complete when their processes were killed their names.

    Only what this user saved on this machine is touched; a warning tells of other saves there. Nothing happens, and
    nothing is raised, where it is not possible.
    """
    remaining = _finish_saves(os.fspath(folder))
    if remaining:
        warnings.warn(remaining, stacklevel=2)


def _finish_saves(folder: str, name: str | None = None) -> str:
    """Finish the saves in a folder, those of a file ``name`` alone if it is given; return what to say of the others."""
    location = _hidden(folder)
    with suppressed(OSError):
        status = os.lstat(location)
        if stat.S_ISDIR(status.st_mode) and _owner(status) == _user():
            return "; ".join(_finish_all(location, os.listdir(location), requested=name))
    return ""


# -- one save -----------------------------------------------------------------------------------------------------


class _Save:
    """The files that one process saves in one folder."""

    def __init__(self, folder: str) -> None:
        self.place = _hidden(folder)
        self.names: list[str] = []
        self._has_record = False
        self._new_journal()
        try:
            journal_status, folder_status = os.fstat(self._lock.fileno()), os.lstat(self.place)
            if not stat.S_ISDIR(folder_status.st_mode) or _owner(journal_status) != _owner(folder_status):
                raise PermissionError(f"{self.place} belongs to another user: files cannot be saved beside it")
            self._finish_others(clean=True)
        except BaseException:
            self.drop()
            raise

    def _new_journal(self) -> None:
        for _ in range(1000):
            self.journal = os.path.join(self.place, secrets.token_hex(16))
            error = error_of(lambda: os.mkdir(self.place, 0o700), OSError)
            if error is not None and not isinstance(error, FileExistsError):
                error.filename = os.path.dirname(self.place)  # which is not there, or may not be written
                raise error
            try:
                # an object that closes itself: a signal may come before it is stored
                self._lock = open(self.journal, "x+b", buffering=0, opener=_private)  # noqa: SIM115
            except FileNotFoundError:
                continue  # another save has just ended and removed the folder
            except OSError:
                with suppressed(OSError):
                    os.rmdir(self.place)
                raise
            _locked(self._lock.fileno())
            if exists(self.journal):
                return
            self._lock.close()  # taken for a dead process's before it was locked
        raise FileNotFoundError(f"{self.place} cannot be made")

    def add(self, name: str) -> str:
        """Return the name of the file to be made for ``name``."""
        self.names.append(name)
        return f"{self.journal}.{len(self.names) - 1}"

    def commit(self) -> None:
        """Make the save count. A single file counts when it gets its name, unless it takes a copy to get there."""
        self._finish_others(clean=False)
        if len(self.names) > 1 or _is_empty(os.path.join(os.path.dirname(self.place), self.names[0])):
            self._has_record = True
            remember(self.journal, self.names)
            remaining = json.dumps(self.names).encode()
            while remaining:
                remaining = remaining[os.write(self._lock.fileno(), remaining) :]
            os.fsync(self._lock.fileno())

    def finish(self) -> None:
        """Give the files their names."""
        with explained(lambda _: self._lock.close(), OSError):
            _rename(self.journal, self.names)
        _remove_replaced(self.journal, self.names)
        self.drop()

    def drop(self) -> None:
        """Remove what is left of the save."""
        self._lock.truncate(0)
        _remove(self.journal, self._lock)
        if self._has_record:
            forget(self.journal)
        self._lock.close()
        with suppressed(OSError):
            os.rmdir(self.place)

    def _finish_others(self, clean: bool) -> None:
        """Do what dead processes left, so that it cannot be done over this save later."""
        journal_name = os.path.basename(self.journal)
        _finish_all(self.place, [name for name in os.listdir(self.place) if not name.startswith(journal_name)], clean)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _to_read(path: str, flags: int) -> int:
    return os.open(path, flags | _TO_READ)


def _finish_all(folder: str, names: list[str], clean: bool = False, requested: str | None = None) -> list[str]:
    """Finish the saves whose processes are gone, and return what to say of those that were not made here.

    With ``clean`` those that do not count are removed. With ``requested`` only saves of this file are considered.
    """
    remaining = []
    for token in [name for name in names if "." not in name]:
        journal = os.path.join(folder, token)
        with suppressed(OSError), open(journal, "rb", buffering=0, opener=_to_read) as lock:
            listed = _read_journal(lock)
            if requested is not None and requested not in listed:
                continue
            if not (listed or clean) or not _locked(lock.fileno(), _PATIENCE if listed else 0.0):
                continue
            if not exists(journal):
                continue
            listed = _read_journal(lock)
            if not listed:
                _remove(journal, lock)
            elif is_own(journal, listed):
                with suppressed(OSError):
                    _rename(journal, listed)
                _remove(journal, lock)
                forget(journal)
            else:
                remaining.append(_described(journal, listed))
    with suppressed(OSError):
        os.rmdir(folder)
    return remaining


def _remove_replaced(journal_path: str, names: Collection[str]) -> None:
    """Remove the saves that were not made here and have no other files than those that have just been saved."""
    path, own_token = os.path.split(journal_path)
    for token in [name for name in os.listdir(path) if "." not in name and name != own_token]:
        journal = os.path.join(path, token)
        with suppressed(OSError), open(journal, "rb", buffering=0, opener=_to_read) as lock:
            listed = _read_journal(lock)
            if listed and set(listed) <= set(names) and not is_own(journal, listed) and _locked(lock.fileno()):
                _remove(journal, lock)


def _described(journal: str, names: list[str]) -> str:
    """Return what to say of a save that is left alone."""
    files = [f"{journal}.{i}" for i in range(len(names))]
    moves = [f"{file!r} is {name!r}" for file, name in zip(files, names, strict=True) if os.path.lexists(file)]
    return (
        f"a save that was cut off there is left alone, since it was not made by this user on this machine, as far as "
        f"is known: rename its files if you trust them, and remove {journal!r} ({', '.join(moves[:8])})"
    )


def _read_journal(lock: IO[Any]) -> list[str]:
    """Return the names in a journal; none where it is not complete, or names what is not in its folder."""
    if not stat.S_ISREG(os.fstat(lock.fileno()).st_mode):
        return []
    lock.seek(0)
    try:
        names = json.loads(lock.read(1 << 20))
    except (ValueError, RecursionError):
        return []
    fine = isinstance(names, list) and all(
        isinstance(name, str) and name not in ("", ".", "..") and "\0" not in name and os.path.basename(name) == name
        for name in names
    )
    return names if fine else []


def _rename(journal: str, names: list[str]) -> None:
    """Give the files of a complete save that have not got them yet their names."""
    folder = os.path.dirname(os.path.dirname(journal))
    pairs = [(f"{journal}.{i}", os.path.join(folder, name)) for i, name in enumerate(names)]
    if len(pairs) > 1 and all(exists(temporary) for temporary, _ in pairs):
        changed = [target for temporary, target in pairs if not _same(temporary, target)]
        for target in reversed(changed if len(changed) > 1 else []):
            _unlink(target)
    for temporary, target in pairs:
        if len(pairs) == 1 or exists(temporary):  # not where a process had come that far before it was killed
            _move(temporary, target)
    if len(pairs) > 1:
        synchronise(folder)


def _move(path: str, target: str) -> None:
    """Let a file take the place of another one, or fill it: a file that is empty may be open to be read afterwards."""
    if not _is_empty(target):
        os.replace(path, target)
        return
    with open(path, "rb") as stream, open(target, "r+b") as filled:
        shutil.copyfileobj(stream, filled)
    synchronise(target)
    os.unlink(path)


def _is_empty(path: str) -> bool:
    """Tell whether there is a regular file without a byte, that may be written."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and not status.st_size and os.access(path, os.W_OK)


def _same(path: str, other: str) -> bool:
    return exists(other) and filecmp.cmp(path, other, shallow=False)


def _remove(journal: str, lock: IO[Any]) -> None:
    """Remove the files of a save, the journal last: without it the others would not be found."""
    location, token = os.path.split(journal)
    for name in [name for name in os.listdir(location) if name.startswith(f"{token}.")]:
        _unlink(os.path.join(location, name))
    if sys.platform == "win32":  # which removes no open file: another process that looks at it removes it later
        lock.close()
        with suppressed(OSError):
            os.unlink(journal)
    else:
        _unlink(journal)


def _unlink(path: str) -> None:
    with suppressed(FileNotFoundError):
        os.unlink(path)


# -- the system ---------------------------------------------------------------------------------------------------


def _hidden(folder: str) -> str:
    return os.path.join(folder, f".mxnet-saving-{_user()}")


def _user() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _owner(status: os.stat_result) -> int:
    return status.st_uid


def _locked(handle: int, patience: float = 0.0) -> bool:
    """Lock a file unless another process does, waiting for at most ``patience`` seconds."""
    end = time.monotonic() + patience
    while True:
        if error_of(lambda: lock_handle(handle), OSError) is None:
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(0.01)
