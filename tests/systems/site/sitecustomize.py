"""Make a Python on Linux lack what Windows or macOS lack, from its start on: ``REMX_SYSTEM=win32`` or ``darwin``.

Python imports this module when it starts, in the processes that multiprocessing spawns, too. PyTorch and the other
libraries are imported before, as they are for this system.
"""

import builtins
import concurrent.futures.process  # noqa: F401
import errno
import importlib.abc
import io
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import types
from multiprocessing import context, popen_fork, resource_tracker

for name in ("pool", "popen_spawn_posix", "queues", "reduction", "sharedctypes", "spawn", "synchronize"):
    importlib.import_module(f"multiprocessing.{name}")

SYSTEM = os.environ.get("REMX_SYSTEM")
MODULES = {"win32": ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline"), "darwin": ()}
NAMES = {
    "win32": {
        os: """
            fork forkpty register_at_fork getuid geteuid getgid getpgid setsid setpgid killpg memfd_create
            posix_fallocate preadv pwritev pread pwrite sysconf pidfd_open mkfifo sched_getaffinity sched_setaffinity
            fchown chown uname getloadavg O_NOFOLLOW O_CLOEXEC O_DIRECTORY O_NONBLOCK MFD_CLOEXEC fchmod sync nice
        """,
        signal: """
            SIGALRM SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGSTOP SIGCONT SIGCHLD SIGPIPE alarm setitimer pthread_sigmask
            pthread_kill SIG_BLOCK SIG_UNBLOCK SIG_SETMASK sigwait
        """,
        socket: "send_fds recv_fds",
    },
    "darwin": {os: "memfd_create posix_fallocate preadv pidfd_open sched_getaffinity MFD_CLOEXEC"},
}


class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in MODULES[SYSTEM]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class OwnSys(types.ModuleType):
    """``sys`` as Python's own modules that start processes see it, which are those of this system."""

    platform = sys.platform

    def __getattr__(self, name):
        return getattr(sys, name)

    def __setattr__(self, name, value):
        setattr(sys, name, value)


def locking(handle, mode, count):
    """Lock as Windows does: the region of a file, for one handle."""
    import _remx_flock

    _remx_flock.flock(handle, _remx_flock.LOCK_EX | _remx_flock.LOCK_NB)


def hide():
    sys.modules["_remx_flock"] = __import__("fcntl")
    for name in MODULES[SYSTEM]:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Missing())
    for module, names in NAMES[SYSTEM].items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    if SYSTEM == "win32":
        import _signal

        del _signal.pthread_sigmask
        sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2, LK_UNLCK=0)
        resource_tracker._HAVE_SIGMASK = False
        popen_fork.Popen.kill = lambda self: self._send_signal(9)
        tempfile.TemporaryFile = tempfile.NamedTemporaryFile  # a file is not removed while it is open
    start_by_spawn()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("multiprocessing", "subprocess", "sysconfig"):
            module.sys = OwnSys("sys")
    sys.platform = SYSTEM


def start_by_spawn():
    contexts = context._concrete_contexts
    if SYSTEM == "win32":
        del contexts["fork"], contexts["forkserver"]
    multiprocessing.context._default_context._default_context = contexts["spawn"]
    names = sorted(contexts, key=lambda name: name != "spawn")
    multiprocessing.get_all_start_methods = lambda: names


# -- files --------------------------------------------------------------------------------------------------------

_stat, _lstat, _open, _io_open, _listdir = os.stat, os.lstat, os.open, io.open, os.listdir
_replace, _rename, _unlink, _readlink = os.replace, os.rename, os.unlink, os.readlink
#: nothing is opened between the look whether a file is open and what is done then
_one = threading.RLock()
#: which of their files these are is nobody's matter
_OF_PYTHON = (sys.prefix, sys.base_prefix, os.path.dirname(os.__file__), "/sys", "/dev", "/usr", "/etc")


def is_ours(path):
    return isinstance(path, (str, os.PathLike)) and not os.fspath(path).startswith(_OF_PYTHON)


def real(path):
    """Return the name that a file has, where names that differ in case are the same; refuse ``/proc``."""
    if not is_ours(path):
        return path
    text = os.fspath(path)
    if not isinstance(text, str):
        return path
    if text == "/proc" or text.startswith("/proc/"):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), text)
    try:
        _lstat(text)
    except OSError:
        folder, name = os.path.split(text)
        try:
            same = [each for each in _listdir(folder or ".") if each.casefold() == name.casefold()]
        except OSError:
            same = []
        if same:
            return os.path.join(folder, same[0])
    return path


def is_open(path):
    """Tell whether this process has a file, or one in a folder, open or mapped."""
    if SYSTEM != "win32" or not is_ours(path):
        return False
    whole = os.path.abspath(path)
    for number in _listdir("/proc/self/fd"):
        try:
            target = _readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if target == whole or target.startswith(whole + os.sep):
            return True
    with _io_open("/proc/self/maps", encoding="utf-8") as stream:
        return any(line.rstrip("\n").endswith(f" {whole}") for line in stream)


def refuse_if_open(path):
    if is_open(path):
        raise PermissionError(errno.EACCES, "The process cannot access the file because it is being used", str(path))


def opened(path, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if not isinstance(path, int):
        path = real(path)
    if SYSTEM == "win32" and newline is None and "b" not in mode and set(mode) & set("wax+"):
        newline = "\r\n"
    with _one:
        return _io_open(path, mode, buffering, encoding, errors, newline, closefd, opener)


def os_open(path, flags, mode=0o777, **options):
    path = real(path)
    if SYSTEM == "win32" and is_ours(path) and os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    with _one:
        return _open(path, flags, mode, **options)


def moved(move):
    def wrapped(source, target, **options):
        source, target = real(source), real(target)
        with _one:
            refuse_if_open(source)
            refuse_if_open(target)
            if move is _rename and SYSTEM == "win32" and os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, "Cannot create a file when that file already exists", str(target))
            return move(source, target, **options)

    return wrapped


def unlinked(path, **options):
    path = real(path)
    with _one:
        refuse_if_open(path)
        return _unlink(path, **options)


def symlink(source, target, *args, **options):
    raise OSError(errno.EPERM, "A required privilege is not held by the client", str(source))


def files():
    builtins.open = io.open = opened
    os.open = os_open
    os.stat = lambda path, **options: _stat(path if isinstance(path, int) else real(path), **options)
    os.lstat = lambda path, **options: _lstat(real(path), **options)
    os.listdir = lambda path=".": _listdir(real(path))
    os.replace, os.rename = moved(_replace), moved(_rename)
    os.unlink = os.remove = unlinked
    if SYSTEM == "win32":
        os.symlink = symlink


def become():
    import cv2  # noqa: F401
    import numpy.testing  # noqa: F401
    import requests  # noqa: F401
    import torch
    import torch.multiprocessing  # noqa: F401

    hide()
    files()


if SYSTEM:
    become()
