"""The backend ``auto``: tries the installed backends on an example, and remembers which is the fastest.

A candidate is tried if its usual compile time and its usual error are within what the settings allow, and chosen if it
is faster than the default and its results agree. The choice is remembered in a small file, by all that it depends on.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import logging
import math
import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import torch

from .. import ndarray as nd
from .._version import REMX_VERSION
from ..core.errors import MXNetError
from ..core.files.saving import atomic_write
from ..core.forking import ReentrantLock
from ..core.interruptions import attempt, unless_interrupted
from ..eager import tape
from ..symbol.node import topological
from . import backends

_log = logging.getLogger(__name__)
#: how many choices the file holds; the oldest go
_REMEMBERED = 500
#: a candidate must take at most this much of the default's time: less is within what measurements vary
_MARGIN = 0.95
_PACKAGES = sorted({package for engine in backends.ENGINES.values() for package in engine.packages})


class Candidate(NamedTuple):
    """A backend with options, and what it usually costs."""

    name: str
    backend: str
    options: Mapping[str, Any] = {}
    #: its usual difference, relative to the largest result
    error: float = 0.0
    #: the seconds that building it usually takes
    compile_seconds: float = 0.0


#: the first is the default, with which all others are compared
CANDIDATES = (
    Candidate("onednn", "onednn"),
    Candidate("onnxruntime", "onnxruntime", {}, 0, 1),
    Candidate("openvino", "openvino", {}, 0, 1),
    Candidate("onednn bfloat16", "onednn", {"dtype": "bfloat16"}, 1e-2, 1),
    Candidate("openvino bfloat16", "openvino", {"dtype": "bfloat16"}, 1e-2, 1),
    Candidate("int8", "int8", {}, 2e-2, 2),
    Candidate("onnxruntime int8", "onnxruntime", {"dtype": "int8"}, 2e-2, 5),
    Candidate("openvino int8", "openvino", {"dtype": "int8"}, 2e-2, 5),
    Candidate("inductor", "inductor", {}, 0, 30),
    Candidate("inductor frozen", "inductor", {"freeze": True}, 0, 30),
    Candidate("tensorrt", "tensorrt", {}, 0, 30),
)


class Settings(NamedTuple):
    """The options of the backend ``auto``."""

    #: for how many seconds a candidate is measured
    seconds: float = 0.3
    #: candidates that take longer to build are left out
    compile_seconds: float = 10.0
    #: the largest difference to the default's results, relative to the largest of them
    tolerance: float = 1e-3
    #: whether a choice that was made before counts
    remember: bool = True

    @staticmethod
    def of(options: Mapping[str, Any]) -> Settings:
        """Read options. Raises :class:`MXNetError` for others, and for what is no positive number."""
        for key, value in options.items():
            if key not in Settings._fields:
                raise MXNetError(f"backend 'auto' has no option {key!r}: expected {', '.join(Settings._fields)}")
            if key == "remember":
                fits, expected = isinstance(value, bool), "True or False"
            else:
                fits = isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0
                expected = "a positive number"
            if not fits:
                raise MXNetError(f"backend 'auto': {key} must be {expected}, got {value!r}")
        return Settings(**options)


class Trial(NamedTuple):
    """What was measured of a candidate; ``reason`` says why it was not chosen, where that is not its time."""

    name: str
    #: the least seconds of a call; infinite where it was not measured
    seconds: float = math.inf
    #: the seconds of the first call, which builds it
    compile_seconds: float = math.inf
    #: the largest difference, relative to the largest of the default's results
    difference: float = math.inf
    reason: str = ""


class Tuning(NamedTuple):
    """The trials of all candidates, the default's first, the name of the chosen one, and the graph that it runs."""

    trials: list[Trial]
    name: str
    run: Any

    @property
    def message(self) -> str:
        """What was chosen and by how much, in a line."""
        default = self.trials[0]
        chosen = next(item for item in self.trials if item.name == self.name)
        text = f"backend 'auto': {self.name}, {chosen.seconds * 1e3:.3g} ms a call"
        if chosen is default:
            return f"{text}; nothing that agrees is faster"
        ratio = chosen.seconds / default.seconds
        return f"{text}, {ratio:.2f} of {default.name}'s time; largest difference {chosen.difference:.1e}"


class Automatic:
    """A graph that runs by the fastest backend for the inputs of its first call in prediction.

    What is recorded, training, and what an operator hook sees runs as the graph does.
    """

    def __init__(self, symbol: Any, flags: Any, options: Mapping[str, Any], data: Sequence[str]) -> None:
        self._op = nd.CachedOp(symbol, flags)
        self._arguments = symbol, flags, dict(options), list(data)
        self._settings = Settings.of(options)
        self._run: Any = None
        self._choosing = ReentrantLock()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._op, name)

    def __call__(self, *args: Any, out: Any = None) -> Any:
        """Run the graph on arrays, one for each input and parameter; ``out`` receives the results."""
        if tape.state.recording or tape.state.training or self._op._hook:
            return self._op(*args, out=out)
        if self._run is None:
            with self._choosing:
                if self._run is None:
                    self._run = self._chosen(args)
        return self._run(*args, out=out)

    def _chosen(self, args: Sequence[Any]) -> Any:
        """Return the graph as the remembered backend runs it, or as the one that is the fastest now."""
        symbol, flags, _, data = self._arguments
        key = fingerprint(symbol, args, self._settings)
        name = remembered().get(key) if self._settings.remember else None
        known = next((item for item in CANDIDATES if item.name == name), None)
        if known is not None:
            try:
                run = _built(symbol, flags, data, known)
                run(*args)
            except MXNetError as error:
                _log.info("backend 'auto': %s was chosen before, and fails now: %s", name, error)
            else:
                _log.info("backend 'auto': %s, as chosen before", name)
                return run
        tuning = tune(symbol, flags, data, args, self._settings)
        _log.warning("%s", tuning.message)
        remember(key, tuning.name)
        return tuning.run

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments


# -- trials ---------------------------------------------------------------------------------------------------


def tune(
    symbol: Any,
    flags: Any,
    data: Sequence[str],
    args: Sequence[Any],
    settings: Settings,
    begin: Callable[[str], None] = lambda name: None,
) -> Tuning:
    """Try the candidates on arrays for all inputs of a graph; ``data`` names those that are no parameters.

    ``begin`` is called with the name of a candidate before it is tried, which can take minutes.

    Raises :class:`MXNetError` where the graph itself cannot run.
    """
    first, build = CANDIDATES[0], partial(_built, symbol, flags, data)
    begin(first.name)
    default = build(first)
    expected, compile_seconds = _first_answer(default, args)
    seconds = _seconds_of(default, args, settings.seconds)
    trials, fastest, best = [Trial(first.name, seconds, compile_seconds, 0.0)], 0, default
    for candidate in CANDIDATES[1:]:
        begin(candidate.name)
        trial, run = _tried(candidate, build, args, expected, settings)
        trials.append(trial)
        if not trial.reason and trial.seconds < trials[fastest].seconds * (1 if fastest else _MARGIN):
            fastest, best = len(trials) - 1, run
    if fastest:  # both once more, one after the other: other work on the machine may have slowed the default
        for i, run in ((0, default), (fastest, best)):
            trials[i] = trials[i]._replace(seconds=min(trials[i].seconds, _seconds_of(run, args, settings.seconds)))
        if trials[fastest].seconds > trials[0].seconds * _MARGIN:
            fastest, best = 0, default
    return Tuning(trials, trials[fastest].name, best)


def _tried(
    candidate: Candidate, build: Callable[[Candidate], Any], args: Sequence[Any], expected: Any, settings: Settings
) -> tuple[Trial, Any]:
    """Return what was measured of a candidate, and the graph as it runs it."""
    name, limit = candidate.name, settings.compile_seconds
    if candidate.error > settings.tolerance:
        reason = f"usually differs by {candidate.error:g}, more than tolerance={settings.tolerance:g}"
        return Trial(name, reason=reason), None
    if candidate.compile_seconds > limit:
        usual = f"usually takes {candidate.compile_seconds:g} s to compile"
        return Trial(name, reason=f"{usual}, more than compile_seconds={limit:g}"), None
    try:
        run = build(candidate)
        results, compile_seconds = _first_answer(run, args)
        difference = _difference(results, expected)
        seconds = _seconds_of(run, args, settings.seconds)
    except MXNetError as error:
        return Trial(name, reason=str(error).partition("\n")[0]), None
    reason = ""
    if not difference <= settings.tolerance:
        reason = f"differs by {difference:.1e}, more than tolerance={settings.tolerance:g}"
    elif compile_seconds > limit:
        reason = f"took {compile_seconds:.0f} s to compile, more than compile_seconds={limit:g}"
    return Trial(name, seconds, compile_seconds, difference, reason), run


def _built(symbol: Any, flags: Any, data: Sequence[str], candidate: Candidate) -> Any:
    return backends.optimized(symbol, flags, candidate.backend, dict(candidate.options), data)


def _answer(run: Any, args: Sequence[Any]) -> list[torch.Tensor]:
    """Return the results of a run, once they are there."""
    results = run(*args)
    arrays = results if isinstance(results, (list, tuple)) else [results]
    for item in arrays:
        item.wait_to_read()
    return [item._t for item in arrays]


def _first_answer(run: Any, args: Sequence[Any]) -> tuple[list[torch.Tensor], float]:
    """Return copies of the results of a first run, and the seconds that it took."""
    began = time.perf_counter()
    results = _answer(run, args)
    return [item.clone() for item in results], time.perf_counter() - began


def _seconds_of(run: Any, args: Sequence[Any], budget: float) -> float:
    """Return the least seconds of a call, of two or as many as there is time for."""
    least, calls, began = math.inf, 0, time.perf_counter()
    while calls < 2 or time.perf_counter() - began < budget:
        start = time.perf_counter()
        _answer(run, args)
        least, calls = min(least, time.perf_counter() - start), calls + 1
    return least


def _difference(results: Sequence[torch.Tensor], expected: Sequence[torch.Tensor]) -> float:
    """Return the largest difference of all results, relative to the largest number of the expected one."""
    largest = 0.0
    for result, other in zip(results, expected, strict=True):
        if result.shape != other.shape:
            return math.inf
        if other.numel():
            a, b = result.double(), other.double()
            same = (a == b) | (a.isnan() & b.isnan())
            distance = (a - b).abs().masked_fill(same, 0).max().item()
            scale = b[b.isfinite()].abs().max().item() if b.isfinite().any() else 0.0
            relative = distance / scale if scale else distance
            largest = math.inf if math.isnan(relative) else max(largest, relative)
    return largest


# -- what is remembered -----------------------------------------------------------------------------------------


def cache_file() -> str:
    """Return the file of the choices, in ``XDG_CACHE_HOME`` or ``~/.cache``."""
    folder = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(folder, "remx", "backends.json")


def remembered() -> dict[str, str]:
    """Return the chosen candidates by fingerprint; none where the file is not there, or is damaged."""

    def read() -> Any:
        with open(cache_file(), encoding="utf-8") as stream:
            return json.load(stream)

    choices = attempt(read, OSError, ValueError, RecursionError)
    if not isinstance(choices, dict):
        return {}
    return {key: name for key, name in choices.items() if isinstance(name, str)}


def remember(key: str, name: str) -> None:
    """Write a choice to the file; where it cannot be written, the next process measures anew."""
    choices = {other: chosen for other, chosen in remembered().items() if other != key}
    latest = [*choices.items(), (key, name)][-_REMEMBERED:]
    path = cache_file()
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with atomic_write(path, "w", encoding="utf-8") as stream:
            json.dump(dict(latest), stream, indent=1)
    except unless_interrupted(OSError) as error:
        _log.info("backend 'auto': the choice cannot be remembered in %s: %s", path, error)


def fingerprint(symbol: Any, args: Sequence[Any], settings: Settings) -> str:
    """Return what a choice depends on, as a hash: not on names, nor on the values of parameters."""
    device = args[0]._t.device if args else torch.device("cpu")
    facts = [
        list(_structure(symbol.handle)),
        [(list(item.shape), str(item._t.dtype)) for item in args],
        [settings.seconds, settings.compile_seconds, settings.tolerance],
        [list(map(str, item)) for item in CANDIDATES],
        [str(device), torch.cuda.get_device_name(device) if device.type == "cuda" else _processor()],
        torch.get_num_threads(),
        [REMX_VERSION, torch.__version__, *map(_version, _PACKAGES)],
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _structure(heads: Sequence[Any]) -> Iterator[Any]:
    """Give each node's operator, attributes, inputs and graphs inside, and the heads."""
    nodes = topological(heads)
    positions = {id(node): i for i, node in enumerate(nodes)}
    for node in nodes:
        attrs = {} if node.op is None else {k: v for k, v in node.attrs.items() if not k.startswith("__")}
        inside = [list(_structure(graph.heads)) for graph in node.subgraphs]
        inputs = [(positions[id(source)], index) for source, index in node.inputs]
        yield [node.op.name if node.op else None, attrs, inputs, inside]
    yield [(positions[id(node)], index) for node, index in heads]


@cache
def _processor() -> str:
    """Return the processor's model and its vector instructions."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as stream:
            model = next((line.partition(":")[2].strip() for line in stream if line.startswith("model name")), model)
    except OSError:
        pass
    return f"{model}, {torch.backends.cpu.get_cpu_capability()}, {os.cpu_count()}"


def _version(package: str) -> str:
    """Return a package's version; empty where it is not installed."""
    if importlib.util.find_spec(package) is None:
        return ""
    try:
        return importlib.metadata.version(package.replace("_", "-"))
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
