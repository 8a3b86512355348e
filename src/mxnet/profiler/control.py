"""Starting and stopping the profiler, and reading its results."""

import atexit
import json
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..core.errors import MXNetError, expected
from ..core.forking import ReentrantLock
from ..core.observers import register
from ..kvstore import base as kvstore_base
from ..kvstore.shards import commands, serving
from .operators import Watcher
from .session import Config, Session, read_config

__all__ = [
    "dump", "dump_profile", "dumps", "pause", "profiler_set_config", "profiler_set_state", "resume", "set_config",
    "set_kvstore_handle", "set_state",
]  # fmt: skip

_PROCESSES = ("worker", "server")
_STATES = {"stop": False, "run": True}
_FORMATS = ("table", "json")
_SORT_BY = ("total", "avg", "min", "max", "count")


class _Profiler:
    """A profiler of this process, of what threads do while they are looked at."""

    def __init__(self, sees: Callable[[], bool] = lambda: True) -> None:
        self.session = Session(Config())
        self.running = self.paused = False
        self.watcher = Watcher(sees)
        self._ends: list[Callable[[], None]] = []
        self.lock = ReentrantLock()

    def configure(self, config: Config) -> None:
        before, self.session = self.session, Session(config)
        self.session.statistics = before.statistics
        if self.running:
            if before.output:
                before.write()
            self._refresh()

    def set_running(self, running: bool) -> None:
        if running and not self.session.output:
            self.session.output = True
        self.running, self.paused = running, False
        self._refresh()

    def _refresh(self) -> None:
        while self._ends:
            self._ends.pop()()
        self.session.output = self.session.output or self.running
        active = self.running and not self.paused
        self.watcher.current = self.session if active else None
        if active:
            config = self.session.config
            everything = config.profile_all
            eager, graph = config.profile_imperative or everything, config.profile_symbolic or everything
            self._ends.append(register(self.watcher.apply, eager, graph))

    def pause(self, paused: bool) -> None:
        if self.running:
            self.paused = paused
            self._refresh()

    def dump(self, finished: bool) -> None:
        if not self.session.output:
            raise MXNetError("Profiler hasn't been run. Config and start profiler first")
        self.session.write()
        if finished or not self.session.config.continuous_dump:
            self.session.output = False

    def at_exit(self) -> None:
        with self.lock:
            if self.session.output:
                self.session.write()


_profiler = _Profiler()
#: of the updates of the values that this process keeps for all workers: what 1.9.1's servers do
_server = _Profiler(lambda: serving.now)
atexit.register(_profiler.at_exit)
atexit.register(_server.at_exit)


def current() -> Session | None:
    """Return where to record what happens, or None while the profiler does not run."""
    return _profiler.watcher.current


#: the number of the command to servers that tells their profilers something, and what they can be told
_COMMAND, _TOLD = 5, frozenset(("configure", "set_running", "pause", "dump"))


def _tell(profile_process: str, do: str, value: Any, config: Config | None = None) -> None:
    """Call a method of this process's profiler with a value, or ``config`` where that is read of it; or the servers'.

    Raises MXNetError where there is no store to ask, KeyError for a word that is none of :data:`_PROCESSES`.
    """
    if profile_process not in _PROCESSES:
        raise KeyError(profile_process)
    if profile_process == "worker":
        with _profiler.lock:
            getattr(_profiler, do)(config or value)
        return
    store = kvstore_base.newest() if kvstore_base.newest is not None else None
    if store is None:
        raise MXNetError("profile_process='server': there is no server to profile, no kvstore was made")
    if not store.spans_processes:
        text = f"profile_process='server': a {store.type!r} store has no server to profile; profile the worker instead"
        warnings.warn(text, UserWarning, stacklevel=3)
    store._send_command_to_servers(_COMMAND, json.dumps([do, value]))


def _serve(text: str, rank: int) -> None:
    """Do what a worker tells the profiler of the values that this process keeps, as worker ``rank``."""
    do, value = json.loads(text)
    with _server.lock:
        if do == "configure":
            config = read_config(value)
            path = Path(config.filename)
            value = replace(config, filename=str(path.with_name(f"rank{rank}_{path.name}")))
        if do in _TOLD and (do != "dump" or _server.session.output):  # each worker may ask for it
            getattr(_server, do)(value)


commands[_COMMAND] = _serve


def set_config(**kwargs: Any) -> None:
    """Say what the profiler does; everything not given has its default.

    Parameters
    ----------
    filename : str
        The trace to write (``profile.json``).
    profile_all, profile_symbolic, profile_imperative, profile_memory : bool
        Record everything; operators in graphs, operators called on arrays, and the memory of their results (all
        three by default).
    profile_api : bool
        Without effect: there is no C interface whose calls could be recorded.
    aggregate_stats : bool
        Keep the statistics that :func:`dumps` shows (no).
    continuous_dump : bool
        Write the trace while the program runs (yes), not only at the end.
    dump_period : float
        After how many seconds it is written again (1).
    profile_process : {'worker', 'server'}
        This process (``worker``), or the updates of the values that a distributed store keeps: of each worker's share,
        in a file whose name begins with ``rank0_``, ``rank1_`` ...

    Raises
    ------
    MXNetError
        For other names and values, and for ``server`` before a store was made.

    Examples
    --------
    >>> mx.profiler.set_config(filename="trace.json", aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> x = nd.dot(nd.ones((2, 2)), nd.ones((2, 2)))
    >>> mx.profiler.set_state("stop")
    >>> print('dot' in mx.profiler.dumps(reset=True))
    True
    >>> mx.profiler.dump()
    """
    config = read_config(kwargs)
    _tell(config.profile_process, "configure", kwargs, config)


def set_state(state: str = "stop", profile_process: str = "worker") -> None:
    """Start or stop recording.

    Parameters
    ----------
    state
        ``'run'`` or ``'stop'``.
    profile_process
        ``'worker'``: this process; ``'server'``: the updates of the values that a distributed store keeps.

    Raises
    ------
    KeyError
        For another state.

    Examples
    --------
    >>> mx.profiler.set_config(filename="trace.json", aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> x = nd.dot(nd.ones((2, 2)), nd.ones((2, 2)))
    >>> mx.profiler.set_state("stop")
    >>> mx.profiler.dump()
    """
    if state not in _STATES:
        raise KeyError(expected("state", "'run' or 'stop'", state))
    _tell(profile_process, "set_running", _STATES[state])


def pause(profile_process: str = "worker") -> None:
    """Record nothing until :func:`resume`.

    Parameters
    ----------
    profile_process
        ``'worker'``: this process; ``'server'``: the updates of the values that a distributed store keeps.

    Examples
    --------
    >>> mx.profiler.set_config(filename="trace.json", aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> mx.profiler.pause()
    >>> x = nd.ones(2)
    >>> mx.profiler.resume()
    >>> mx.profiler.set_state('stop')
    >>> mx.profiler.dump()
    """
    _tell(profile_process, "pause", True)


def resume(profile_process: str = "worker") -> None:
    """Go on recording after :func:`pause`.

    Parameters
    ----------
    profile_process
        ``'worker'``: this process; ``'server'``: the updates of the values that a distributed store keeps.

    Examples
    --------
    >>> mx.profiler.set_config(filename="trace.json", aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> mx.profiler.pause()
    >>> x = nd.ones(2)
    >>> mx.profiler.resume()
    >>> mx.profiler.set_state('stop')
    >>> mx.profiler.dump()
    """
    _tell(profile_process, "pause", False)


def dump(finished: bool = True, profile_process: str = "worker") -> None:
    """Write the trace to its file, for ``chrome://tracing`` and Perfetto.

    Parameters
    ----------
    finished
        Whether this ends the file, until the profiler is started anew.
    profile_process
        ``'worker'``: this process; ``'server'``: the updates of the values that a distributed store keeps.

    Raises
    ------
    MXNetError
        When the profiler has not run since then.

    Examples
    --------
    >>> mx.profiler.set_config(filename="trace.json", aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> x = nd.dot(nd.ones((2, 2)), nd.ones((2, 2)))
    >>> mx.profiler.set_state("stop")
    >>> mx.profiler.dump()
    """
    _tell(profile_process, "dump", bool(finished))


def dumps(reset: bool = False, format: str = "table", sort_by: str = "total", ascending: bool = False) -> str:
    """Return the statistics of everything recorded: calls, and their total, least, most and average time.

    Parameters
    ----------
    reset
        Whether they are cleared.
    format
        ``'table'`` or ``'json'``.
    sort_by
        ``'total'``, ``'avg'``, ``'min'``, ``'max'`` or ``'count'``.
    ascending
        Whether the smallest come first.

    Returns
    -------
    A text, empty unless ``aggregate_stats`` is configured.

    Raises
    ------
    AssertionError
        For other values.

    Examples
    --------
    >>> mx.profiler.set_config(filename="trace.json", aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> x = nd.dot(nd.ones((2, 2)), nd.ones((2, 2)))
    >>> mx.profiler.set_state("stop")
    >>> print('dot' in mx.profiler.dumps(reset=True))
    True
    >>> mx.profiler.dump()
    """
    for name, value, choices in [
        ("format", format, _FORMATS),
        ("sort_by", sort_by, _SORT_BY),
        ("ascending", ascending, (False, True)),
        ("reset", reset, (False, True)),
    ]:
        assert value in choices, f"Invalid value provided for {name}: {value}. Support: {', '.join(map(repr, choices))}"
    with _profiler.lock:
        session = _profiler.session
        return session.table(format, sort_by, ascending, reset) if session.config.aggregate_stats else ""


def set_kvstore_handle(handle: Any) -> None:
    """Accept the handle (the name) of a kvstore; commands always go to the servers of the store created last.

    Parameters
    ----------
    handle
        The handle.

    Examples
    --------
    >>> mx.profiler.set_kvstore_handle(mx.kv.create('local').handle)
    """


def _old(name: str, new: str) -> None:
    text = f"profiler.{name}() is deprecated. Please use profiler.{new}() instead"
    warnings.warn(text, UserWarning, stacklevel=3)


def profiler_set_config(mode: str = "symbolic", filename: str = "profile.json") -> None:
    """Say what to record; the old name.

    Parameters
    ----------
    mode
        ``'symbolic'``, ``'imperative'``, ``'api'``, ``'memory'`` or ``'all'``.
    filename
        The file that the trace is written to.

    See Also
    --------
    set_config : the name since 1.0.

    Examples
    --------
    >>> mx.profiler.set_config(profile_all=True, filename='profile.json')  # in place of profiler_set_config(mode='all')
    """
    _old("profiler_set_config", "set_config")
    set_config(**{f"profile_{mode}": True, "filename": filename})


def profiler_set_state(state: str = "stop") -> None:
    """Start or stop recording; the old name of :func:`set_state`.

    Parameters
    ----------
    state
        ``'run'`` or ``'stop'``.

    Examples
    --------
    >>> mx.profiler.set_state('run')  # in place of profiler_set_state
    >>> mx.profiler.set_state('stop')
    """
    _old("profiler_set_state", "set_state")
    set_state(state)


def dump_profile() -> None:
    """Write the trace; the old name of :func:`dump`.

    Examples
    --------
    >>> import os
    >>> mx.profiler.set_config(filename='profile.json')
    >>> mx.profiler.set_state('run')
    >>> x = nd.ones((2, 2)) * 2
    >>> mx.profiler.set_state('stop')
    >>> mx.profiler.dump()  # in place of dump_profile
    >>> os.path.exists('profile.json')
    True
    """
    _old("dump_profile", "dump")
    dump(True)
