"""The process that runs cases, within limits of memory and time, and in which files may run no code.

It is told ``[reader, seed, first, count]`` as a line of JSON and answers with ``[number]`` before each case and
``[number, finding]`` after each that broke the rule, where it waits for a line, then
with ``[]``, as it does when it has started.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import resource
import signal
import sys
import time
import warnings
from pathlib import Path
from typing import Any

from .cases import case, fixed_cases, write
from .judge import fault, place
from .reader import READERS, SERVERS, Reader

#: seconds of processor time for a case
SECONDS = 8
#: bytes that a case may add to the process, beside its files
MEMORY = 400 << 20
#: bytes of addresses that a case may ask for in all
ADDRESSES = 3 << 30
_FORBIDDEN = ("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "subprocess.Popen", "pty.spawn")
_FORBIDDEN += ("socket.connect", "socket.getaddrinfo", "pickle.find_class", "ctypes.dlopen", "webbrowser.open")
_WRITING = (
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.truncate",
    "os.link",
    "os.symlink",
    "shutil.rmtree",
    "shutil.move",
)


class _Stopped(BaseException):
    """A case that is stopped: it ran too long, or asked for what no file may ask for."""


class _Guard:
    """Watches what the interpreter is asked for while a case runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder.resolve())
        self.on = False
        self.asked: str | None = None
        sys.addaudithook(self._see)

    def _see(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        writes = event in _WRITING or (event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"))
        if writes and isinstance(args[0], int):
            writes = False  # a file that was opened, which has been looked at
        elif writes:
            path = os.path.realpath(os.fsdecode(args[0]))
            writes = not path.startswith((self.folder, "/dev/"))
        if writes or (event in _FORBIDDEN and args != (None,) and not _is_own(event, args)):  # dlopen(None): nothing
            self.asked = f"{event}({', '.join(map(repr, args))[:200]})"
            raise _Stopped(self.asked)


def _is_own(event: str, args: tuple[Any, ...]) -> bool:
    """Return whether a connection is one to the fuzzer itself."""
    if event == "socket.connect":
        args = args[1]
    return event.startswith("socket.") and args[0] == "127.0.0.1" and args[1] in SERVERS


def _too_long(signum: int, frame: Any) -> None:
    raise _Stopped(f"longer than {SECONDS} s of processor time")


def _peak() -> int:
    with open("/proc/self/status", encoding="ascii") as stream:
        return next(int(line.split()[1]) << 10 for line in stream if line.startswith("VmHWM"))


def _forget_peak() -> None:
    with open("/proc/self/clear_refs", "w", encoding="ascii") as stream:
        stream.write("5")


def run(which: Reader, folder: Path, guard: _Guard, files: dict[str, bytes], whole: bool = False) -> str | None:
    """Run one case and return what is wrong, None if nothing is. ``whole``: any error is wrong."""
    _forget_peak()
    before, began = _peak(), time.process_time()
    guard.asked, guard.on = None, True
    found = None
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        which.read(folder)
    except _Stopped as stop:
        found = f"stopped: {stop}"
    except BaseException as error:
        guard.on = False
        names = (*files, folder.name) if which.names_file else ()
        wrong = "a whole file is refused" if whole else fault(error, names, which.also)
        found = wrong and f"{wrong}: {type(error).__name__} at {place(error)}: {str(error)[:300]}"
    finally:
        guard.on = False
        signal.setitimer(signal.ITIMER_PROF, 0)
    if guard.asked:
        return f"asked for {guard.asked}"
    grown = _peak() - before - 30 * sum(map(len, files.values()))
    if grown > MEMORY:
        return f"memory: {grown >> 20} MB more at {found or 'no error'}"
    taken = time.process_time() - began
    return found or (f"slow: {taken:.1f} s" if taken > SECONDS / 2 else None)


def _limit_addresses() -> None:
    with open("/proc/self/statm", encoding="ascii") as stream:
        used = int(stream.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + ADDRESSES, used + ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Serve until the input ends. Arguments: the folder for cases, and the modules with readers."""
    sys.dont_write_bytecode = True  # of modules that a case imports
    folder = Path(sys.argv[1]) / "case"
    for module in sys.argv[2:]:
        importlib.import_module(module)
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    sys.stderr = os.fdopen(os.dup(2), "w", buffering=1)
    with open(os.devnull, "wb") as nowhere:  # what a reader or a library prints is no answer
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    os.environ["MXNET_OFFLINE"] = "1"
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGPROF, _too_long)
    guard = _Guard(folder)
    _limit_addresses()
    print("[]", file=answers)
    while line := sys.stdin.readline():
        name, seed, first, count = json.loads(line)
        which = READERS[name]
        wholes = len(which.seeds())
        for number in range(first, first + count if count else fixed_cases(name)):
            files = case(name, seed, number)
            write(files, folder)
            os.chdir(folder)
            print(json.dumps([number]), file=answers)
            found = run(which, folder, guard, files, whole=number < wholes)
            if found:
                print(json.dumps([number, found]), file=answers)
                sys.stdin.readline()  # the files are being copied
        print("[]", file=answers)


if __name__ == "__main__":
    main()
