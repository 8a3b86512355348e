"""The processes of a cluster that do not train: the scheduler, where the workers meet, and servers.

Launchers of MXNet start the program of the workers for these roles too (``DMLC_ROLE``); there, importing mxnet does
what the role asks for and ends the process. Workers keep the values and the optimizer's states themselves, so a server
only waits.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from typing import Any

import torch.distributed as dist

from ..core import environment
from ..core.errors import MXNetError
from .cluster import FAILURE, open_server, reach_server, stored, timeout
from .launchers import world

#: seconds between checks whether the workers have ended
PERIOD = 0.2
#: after a failure, a worker that sent nothing for so many seconds is not waited for
_LONGEST_FAREWELL = 3.0
#: seconds after the workers' end for which a scheduler waits for servers
_LONGEST_WAIT_FOR_SERVERS = 30.0


class KVStoreServer:
    """The main loop of a process that serves a distributed store. For the stores of one process it does nothing.

    Parameters
    ----------
    kvstore
        The store.

    Examples
    --------
    >>> from mxnet.kvstore.kvstore_server import KVStoreServer
    >>> KVStoreServer(mx.kv.create('local')).run()
    """

    def __init__(self, kvstore: Any) -> None:
        self.kvstore = kvstore
        self.handle = kvstore.handle
        self.init_logginig = False  # sic

    def run(self) -> None:
        """Serve until the workers are done: at once, since workers serve each other."""
        logging.debug("a %s store is served by its own processes", self.kvstore.type)


class Waiting:
    """Follows the workers of a run from outside: a scheduler, a server or a launcher."""

    def __init__(self, store: Any, num_workers: int) -> None:
        self.store, self._num_workers = store, num_workers
        self._heard, self._since = "", time.monotonic()

    def over(self) -> bool:
        """Return whether all workers have left; raise :class:`MXNetError` when none is heard of any more."""
        if self.store.add("left", 0) >= self._num_workers:
            return True
        names = [f"beat/{rank}" for rank in range(self._num_workers)]
        heard = " ".join(self.store.get(name).decode() if self.store.check([name]) else "" for name in names)
        if heard != self._heard:
            self._heard, self._since = heard, time.monotonic()
            return False
        farewell = min(timeout(), _LONGEST_FAREWELL)
        # longer than a worker waits for others, which asks the server who is late before it ends
        limit = farewell if self.failed() else timeout() + farewell
        if time.monotonic() - self._since > limit:
            raise MXNetError(f"no worker was heard of for {limit:g} s")
        return False

    def failed(self) -> bool:
        """Return whether the workers have noted a failure."""
        return bool(self.store.check([FAILURE]))

    def fail(self, reason: str) -> None:
        """Note a failure for the workers, unless they have one."""
        self.store.compare_set(FAILURE, "", reason)


def run_role() -> int:
    """Do what a scheduler or server does until all workers have left; return the exit status: 1 after a failure."""
    job = world()
    assert job is not None, "a role is given without the number of workers and the scheduler's address"
    server = open_server(job) if job.keeps_server else None
    store = stored(job, server or reach_server(job))
    waiting = Waiting(store, job.size)
    try:
        if server is None:
            store.add("servers", 1)
        while not waiting.over():
            time.sleep(PERIOD)
        status = int(waiting.failed())
        if server is None:
            store.add("servers done", 1)
        else:
            _await_servers(store, 0 if status else _announced_servers())
        return status
    except dist.DistError:
        return 1  # the scheduler is gone


def _announced_servers() -> int:
    return environment.integer("DMLC_NUM_SERVER", 0)


def _await_servers(store: Any, announced: int) -> None:
    """Wait until the servers have seen the end too, which they are told here; also those that are still starting."""
    end = time.monotonic() + min(timeout(), _LONGEST_WAIT_FOR_SERVERS)
    while store.add("servers done", 0) < max(announced, store.add("servers", 0)) and time.monotonic() < end:
        time.sleep(PERIOD / 4)


def leave_unless_worker() -> None:
    """End the process after its role, where the environment gives it one that is not a worker's."""
    if os.environ.get("DMLC_ROLE", "worker") not in ("scheduler", "server"):
        return
    try:
        status = run_role()
    except MXNetError as error:
        print(error, file=sys.stderr)
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # the importing program might catch SystemExit, and go on as a worker
