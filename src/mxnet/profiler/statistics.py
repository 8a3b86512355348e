"""The profiler's statistics by category and name, as a table and as JSON."""

import json
from dataclasses import dataclass
from typing import Any

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
