"""Letting daemon threads leave our calls when the program ends.

At its end the interpreter stops a daemon thread as soon as it asks for the interpreter's lock. Until Python 3.14 that
unwinds the thread's C++ frames, and in a call of PyTorch's it aborts the process: "terminate called without an active
exception". In a call of MXNet's a thread just stopped, and programs with a daemon thread that prepares batches end
like that.
"""

import atexit
import ctypes
import queue
import sys
import threading
import time
from pathlib import Path
from types import FrameType

_SOURCES = str(Path(__file__).parents[2])
#: files in whose functions a thread waits, and may be stopped
_WAITING = (threading.__file__, queue.__file__)
#: seconds for the threads to end, in which a convolution ends
_GRACE = 2.0
#: how often threads are looked at, some milliseconds apart: they may just be between two calls, or free an array
_LOOKS = 5
#: seconds between two interruptions of a thread, which may catch the first one
_INTERVAL = 0.1
#: seconds after which a thread may take the interpreter's lock from another: longer than the rest of the program's
#: end takes, and short enough for a thread that computes in Python for ever, from which this one has to get it back
_SWITCH_INTERVAL = 0.05


def _busy() -> dict[int, bool]:
    """Return the daemon threads that do not wait, and whether they are inside of a call of ours."""
    frames = sys._current_frames()
    daemons = {thread.ident for thread in threading.enumerate() if thread.daemon} - {threading.get_ident()}
    return {
        ident: _is_ours(frame)
        for ident, frame in frames.items()
        if ident in daemons and frame.f_code.co_filename not in _WAITING
    }


def _is_ours(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_SOURCES):
            return True
        frame = frame.f_back
    return False


def _end() -> None:
    """Raise SystemExit, which ends a thread silently, in daemon threads that compute, and wait for their end."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    end = time.monotonic() + _GRACE
    interrupted: dict[int, float] = {}
    looks = 0
    while (busy := _busy()) and (looks < _LOOKS or interrupted.keys() & busy.keys()) and time.monotonic() < end:
        looks += 1
        for ident in [ident for ident, is_ours in busy.items() if is_ours or ident in interrupted]:
            if time.monotonic() > interrupted.get(ident, 0.0) + _INTERVAL:
                interrupted[ident] = time.monotonic()
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(SystemExit))
        time.sleep(0.002)


if sys.version_info < (3, 14):
    atexit.register(_end)
