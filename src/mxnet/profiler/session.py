"""The data of a running profiler: events for the trace, and statistics by category and name, as a table and as JSON."""

import json
import os
import threading
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_type_hints

from ..core.errors import MXNetError
from ..core.files.paths import exists
from ..core.files.saving import atomic_write
from ..core.forking import ReentrantLock
from ..core.params import describe, parser

_SORT_BY = {"total": "total", "avg": "average", "min": "least", "max": "most", "count": "count"}
_PREFACE = "\nProfile Statistics:\n\tNote the difference in units for different entries.\n"
_TIMES = ("Time (ms)", "Min Time (ms)", "Max Time (ms)", "Avg Time (ms)")
_USES = ("Min Use  (kB)", "Max Use  (kB)", "Avg Use  (kB)")
#: the one category that is of memory, not of time
MEMORY = "Device Storage"


@dataclass
class Statistic:
    """Count, sum, minimum and maximum of durations (us) or values.

    Of a counter ``total`` is the last value, and its average is half of the range, as in MXNet 1.9.1.
    """

    is_counter: bool
    count: int = 0
    total: float = 0
    least: float = 0
    most: float = 0

    def add(self, amount: float) -> None:
        """Take one more duration or value."""
        self.least = min(self.least, amount) if self.count else amount
        self.most = max(self.most, amount) if self.count else amount
        self.total = amount if self.is_counter else self.total + amount
        self.count += 1

    @property
    def average(self) -> float:
        """The mean of the durations; of a counter, half of its range."""
        return (self.most - self.least) // 2 if self.is_counter else self.total / self.count


class Statistics:
    """The statistics by category (a domain, ``operator``) and name. Not locked: the caller must hold a lock."""

    def __init__(self) -> None:
        self.table: dict[str, dict[str, Statistic]] = {}

    def category(self, name: str) -> dict[str, Statistic]:
        """Return the table of a category, which may stay empty."""
        return self.table.setdefault(name, {})

    def add(self, category: str, name: str, amount: float, is_counter: bool = False) -> None:
        """Take a duration in microseconds, or a counter's value."""
        table = self.category(category)
        if name not in table:
            table[name] = Statistic(is_counter)
        table[name].add(amount)

    def sorted(self, sort_by: str, ascending: bool) -> list[tuple[str, list[tuple[str, Statistic]]]]:
        """Return the categories by name, in each the statistics in the order asked for."""
        field = _SORT_BY[sort_by]
        return [
            (name, sorted(table.items(), key=lambda entry: getattr(entry[1], field), reverse=not ascending))
            for name, table in sorted(self.table.items())
        ]

    def as_table(self, sort_by: str = "total", ascending: bool = False) -> str:
        """Return the statistics as tables in text, a category a table."""
        blocks = [_PREFACE]
        for name, entries in self.sorted(sort_by, ascending):
            heads = _USES if name == MEMORY else _TIMES
            lines = [name, "=" * 17, _row("Name", "Total Count", heads)]
            lines.append(_row("----", "-----------", ["-" * len(head) for head in heads]))
            for entry, result in entries:
                numbers = [f"{value / 1000:.4f}" for value in _numbers(name, result)]
                lines.append(_row(entry, str(result.count), numbers))
            blocks.append("\n".join([*lines, "\n"]))
        return "".join(blocks)

    def as_json(self, sort_by: str = "total", ascending: bool = False) -> str:
        """Return the statistics as JSON: under ``Time`` and ``Memory`` categories, names, and the numbers of each."""
        result: dict[str, Any] = {"Time": {}, "Memory": {}, "Unit": {"Time": "ms", "Memory": "kB"}}
        for name, entries in self.sorted(sort_by, ascending):
            keys = ("Min", "Max", "Avg") if name == MEMORY else ("Total", "Min", "Max", "Avg")
            result["Memory" if name == MEMORY else "Time"][name] = {
                entry: {
                    "Count": item.count,
                    **{k: round(v / 1000, 6) for k, v in zip(keys, _numbers(name, item), strict=True)},
                }
                for entry, item in entries
            }
        return json.dumps(result, indent=4) + "\n"


def _numbers(category: str, statistic: Statistic) -> tuple[float, ...]:
    extremes = statistic.least, statistic.most, statistic.average
    return extremes if category == MEMORY else (statistic.total, *extremes)


def _row(name: str, count: str, rest: Any) -> str:
    return f"{name:<25}{count:>16}" + "".join(f" {item:>16}" for item in rest)


@dataclass(frozen=True)
class Config:
    """The profiler's settings; ``dump_period`` is in seconds."""

    profile_all: bool = False
    profile_symbolic: bool = True
    profile_imperative: bool = True
    profile_memory: bool = True
    profile_api: bool = True
    filename: str = "profile.json"
    continuous_dump: bool = True
    dump_period: float = 1.0
    aggregate_stats: bool = False
    profile_process: Literal["server", "worker"] = "worker"


_FIELDS: dict[str, Any] = get_type_hints(Config)


def read_config(settings: dict[str, Any]) -> Config:
    """Read settings from values or texts; what is not given has its default.

    Raises :class:`MXNetError` for a name that is not known, a value that cannot be read, and a period of dumping that
    is not positive.
    """
    values = {}
    for name, value in settings.items():
        if name not in _FIELDS:
            known = "\n".join(f"{key} : {describe(kind)}" for key, kind in _FIELDS.items())
            raise MXNetError(f"Cannot find argument '{name}', Possible Arguments:\n----------------\n{known}")
        try:
            values[name] = parser(_FIELDS[name])(value)
        except ValueError as error:
            raise MXNetError(f"Invalid Parameter format for {name}: {error}, got {value!r}") from None
    config = Config(**values)
    if config.continuous_dump and not config.dump_period > 0:
        raise MXNetError(f"dump_period: expected a positive number of seconds, got {config.dump_period}")
    return config


#: nanoseconds from the performance counter's zero to the epoch's
_EPOCH = time.time_ns() - time.perf_counter_ns()


def now() -> int:
    """Return the time in microseconds since the epoch, from a clock that only goes forward."""
    return (time.perf_counter_ns() + _EPOCH) // 1000


class Session:
    """All that was seen under one configuration. Any thread may add to it."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.statistics = Statistics()
        self.trace = Trace(config.filename)
        #: whether there may be something to write: not before the first run, nor after the last dump
        self.output = False
        self._events: list[Event] = []
        self._written = now()
        self._lock = ReentrantLock()

    def span(self, category: str, name: str, begin: int, end: int, marks: str = "BE", process: str = "") -> None:
        """Take something that lasted from ``begin`` to ``end`` (us); ``marks`` are the trace's letters for the two."""
        which = {} if marks != "be" else {"id": threading.get_ident()}
        with self._lock:
            if self.config.aggregate_stats:
                self.statistics.add(category, name, end - begin)
            for mark, stamp in zip(marks, (begin, end), strict=True):
                self._add(category, name, mark, stamp, which, process)

    def count(self, category: str, name: str, value: int) -> None:
        """Take a counter's new value."""
        with self._lock:
            if self.config.aggregate_stats:
                self.statistics.add(category, name, value, is_counter=True)
            self._add(category, name, "C", now(), {"args": {name: value}})

    def memory(self, name: str, size: int) -> None:
        """Take how many bytes a device holds now."""
        self.count(MEMORY, name, size)

    def instant(self, category: str, name: str, scope: str) -> None:
        """Take a moment; ``scope`` is the trace's letter for how far it reaches."""
        with self._lock:
            if self.config.aggregate_stats:
                self.statistics.category(category)
            self._add(category, name, "i", now(), {"s": scope})

    def _add(self, category: str, name: str, mark: str, stamp: int, more: dict[str, Any], process: str = "") -> None:
        if not self.output:
            return
        position = zlib.crc32((process or category).encode())  # what belongs to a device or a domain has one number
        event = {"name": name, "cat": category, "ph": mark, "ts": stamp, **more, "pid": position}
        event["tid"] = threading.get_ident()
        if process:
            event["process"] = process
        self._events.append(event)
        if self.config.continuous_dump and stamp - self._written > 1e6 * self.config.dump_period:
            self.write()

    def write(self) -> None:
        """Write the events to the file, and forget them."""
        with self._lock:
            events, self._events = self._events, []
            self._written = now()
            self.trace.append(events)

    def table(self, form: str, sort_by: str, ascending: bool, reset: bool) -> str:
        """Return the statistics in text, and clear them with ``reset``."""
        with self._lock:
            make = self.statistics.as_json if form == "json" else self.statistics.as_table
            text = make(sort_by, ascending)
            if reset:
                self.statistics = Statistics()
            return text


# -- the trace file ----------------------------------------------------------------------------------------------------

_HEAD = '{\n    "traceEvents": [\n'
_TAIL = '\n    ],\n    "displayTimeUnit": "ms"\n}\n'

Event = dict[str, Any]


class Trace:
    """A trace file, whole after every :meth:`append`, also a failed one; the first replaces a file that is there."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._begun = self._empty = False
        self._named: set[int] = set()

    def append(self, events: Iterable[Event]) -> None:
        """Write events at the end; OSError where the file cannot be written."""
        texts = []
        named = set(self._named)
        for event in events:
            if event["pid"] not in named:
                named.add(event["pid"])
                title = {"name": event.get("process") or event["cat"]}
                texts.append(json.dumps({"ph": "M", "args": title, "pid": event["pid"], "name": "process_name"}))
            event.pop("process", None)
            texts.append(json.dumps(event))
        if not self._begun or not exists(self.path):
            with atomic_write(self.path) as stream:
                stream.write((_HEAD + ",\n".join(texts) + _TAIL).encode())
            self._begun, self._empty = True, not texts
        elif texts:
            self._extend((("" if self._empty else ",\n") + ",\n".join(texts) + _TAIL).encode())
            self._empty = False
        self._named = named

    def _extend(self, content: bytes) -> None:
        with open(self.path, "r+b", buffering=0) as stream:
            end = stream.seek(-len(_TAIL), os.SEEK_END)
            try:
                while content:
                    content = content[stream.write(content) :]
            except OSError:  # a full disk: what the file had before fits
                stream.seek(end)
                stream.write(_TAIL.encode())
                stream.truncate()
                raise
