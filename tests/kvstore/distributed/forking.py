"""A process that has imported mxnet and forks workers on demand: importing it anew in each would take seconds.

It reads JSON, ``{name: {"scenario", "workers", "started", "environ", "words", "limit"}}``, runs functions of
``scenarios.py``, each in that many workers beside a scheduler, and prints by name their statuses, outputs and seconds.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import time
import traceback
from pathlib import Path

import mxnet as mx
from mxnet.kvstore.kvstore_server import leave_unless_worker

sys.path.insert(0, str(Path(__file__).parent))
import scenarios

#: workers mostly wait for each other: some runs share the machine
AT_ONCE = 5


#: below those that the system gives to sockets that ask for any: another run's workers would take one before it is used
PORTS = iter(range(20000 + os.getpid() % 100 * 100, 32768))


def free_port():
    for port in PORTS:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return str(port)
    raise OSError("no port is free")


def forked(path, environ, function):
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        out = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.environ.update(environ)
        function()
        status = 0
    except mx.MXNetError as error:
        print(error, flush=True)
        status = 5
    except SystemExit as exit_:
        status = exit_.code or 0
    except BaseException as error:
        traceback.print_exc()
        sys.last_value = error  # as Python does before it calls what atexit holds
    import atexit

    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(status)


class Run:
    """A scenario under way."""

    def __init__(self, order, folder):
        self.order, self.folder = order, folder
        folder.mkdir()
        base = {
            "DMLC_NUM_WORKER": str(order["workers"]),
            "DMLC_PS_ROOT_URI": "127.0.0.1",
            "DMLC_PS_ROOT_PORT": free_port(),
            **order["environ"],
        }
        function = getattr(scenarios, order["scenario"])
        roles = [{"DMLC_ROLE": "scheduler"}] + [
            {"DMLC_ROLE": "worker", "DMLC_WORKER_ID": str(rank)} for rank in range(order["started"])
        ]
        self.paths = [folder / f"{place}.out" for place in range(len(roles))]
        calls = [leave_unless_worker] + [lambda: function(*order["words"])] * order["started"]
        self.started, self.statuses = time.monotonic(), {}
        self.pids = []
        for path, role, call in zip(self.paths, roles, calls, strict=True):
            scheduler = {"SCHEDULER": str(self.pids[0])} if self.pids else {}
            self.pids.append(forked(path, {**base, **role, **scheduler}, call))

    def over(self):
        for pid in self.pids:
            if pid not in self.statuses:
                done, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED)
                if done:
                    self.statuses[pid] = "stopped" if os.WIFSTOPPED(status) else os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - self.started
        return len(self.statuses) == len(self.pids) or self.seconds > self.order["limit"]

    def result(self):
        for pid in self.pids:
            if self.statuses.get(pid, "stopped") == "stopped":
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        return {
            "scheduler": self.statuses.get(self.pids[0]),
            "statuses": [self.statuses.get(pid) for pid in self.pids[1:]],
            "outputs": [path.read_text() for path in self.paths[1:]],
            "seconds": self.seconds,
        }


def main():
    orders, folder = json.loads(sys.stdin.read()), Path(sys.argv[1])
    waiting, running, results = list(orders.items()), {}, {}
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            name, order = waiting.pop(0)
            running[name] = Run(order, folder / str(len(waiting)))
        for name in [name for name, run in running.items() if run.over()]:
            results[name] = running.pop(name).result()
        time.sleep(0.02)
    print(json.dumps(results))


if __name__ == "__main__":
    main()
