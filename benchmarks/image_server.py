"""Runs the cases of a module in the interpreter that runs this file: `image_server.py MODULE`, one question a line.

Asked `[case, before, n]`, it does the case's work `before` times, so that what was made beforehand is used up, then n
times, and answers `[seconds, processor seconds]` for each of those. The processor's time is that of this process with
all its threads, and of the workers it has started. `[case]` forgets a case. An answer that is a text is an error.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
import traceback

_TICK = os.sysconf("SC_CLK_TCK")


def of_children(pid):
    """Return the processor time that the children of a process have taken, those that have ended included."""
    total = 0.0
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as stream:
            children = stream.read().split()
        for child in children:
            with open(f"/proc/{child}/stat", encoding="ascii", errors="replace") as stream:
                fields = stream.read().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / _TICK + of_children(child)
    except OSError:
        pass  # it has ended meanwhile
    return total


def clocks():
    """Return the time of the clock, and the processor's."""
    ended = os.times()
    return time.perf_counter(), time.process_time() + of_children(
        os.getpid()
    ) + ended.children_user + ended.children_system


def measure(loop, before, n):
    """Return seconds and processor seconds of one of n repetitions."""
    loop(before)
    gc.collect()
    began = clocks()
    loop(n)
    return [(after - start) / n for after, start in zip(clocks(), began)]  # noqa: B905 (1.9.1's Python may be old)


def main():
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    module, loops = importlib.import_module(sys.argv[1]), {}
    for line in sys.stdin:
        name, *counts = json.loads(line)
        try:
            if not counts:
                answer = bool(loops.pop(name, None))
            else:
                if name not in loops:
                    loops[name] = getattr(module, name)()
                answer = measure(loops[name], *counts)
        except Exception:
            answer = traceback.format_exc()
        answers.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
