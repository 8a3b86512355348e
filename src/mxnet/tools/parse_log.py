"""Make a table of the log of a training: MXNet's ``tools/parse_log.py``.

python -m mxnet.tools.parse_log train.log --format markdown --metric-names accuracy top_k_accuracy_5
"""

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..core.text import printable
from .console import Refusal, command, show

_NUMBER = r"([-+.\deE]+|nan|inf)"
_LINE = re.compile(rf"Epoch\[(\d{{1,18}})\] (Train|Validation)-([^=\s]+)={_NUMBER}")
_TIME = re.compile(rf"Epoch\[(\d{{1,18}})\] Time cost={_NUMBER}")


def read_log(lines: Iterable[str], metrics: Sequence[str] = ()) -> tuple[list[str], list[list[str]]]:
    """Return the columns and rows, one for each epoch: ``train-<metric>`` and ``val-<metric>`` (the last values), time.

    ``metrics``: the metrics to show, in this order; none: all, in the order of the log. Missing values are empty.
    """
    values: dict[int, dict[str, str]] = defaultdict(dict)
    columns: dict[str, None] = dict.fromkeys(f"{part}-{m}" for m in metrics for part in ("train", "val"))
    for line in lines:
        for epoch, part, metric, value in _LINE.findall(line):
            if not metrics or metric in metrics:
                column = f"{'train' if part == 'Train' else 'val'}-{metric}"
                columns.setdefault(column)
                values[int(epoch)][column] = value
        for epoch, value in _TIME.findall(line):
            values[int(epoch)]["time"] = value
    heads = [*columns, "time"]
    return ["epoch", *heads], [[str(e), *(values[e].get(c, "") for c in heads)] for e in sorted(values)]


def table(columns: list[str], rows: list[list[str]], form: str) -> str:
    """Return the table as ``'markdown'`` or, for ``'none'``, with tabs between the columns."""
    if form == "none":
        return "\n".join("\t".join(row) for row in [columns, *rows])
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _run(args: argparse.Namespace) -> int:
    try:
        lines = sys.stdin.read() if args.logfile == "-" else Path(args.logfile).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(f"{args.logfile}: not UTF-8 text at byte {error.start}") from None
    columns, rows = read_log(lines.splitlines(), args.metric_names)
    listed = [dict(zip(columns, row, strict=True)) for row in rows]
    return show(args.json, listed, printable(table(columns, rows, args.format), keep="\n\t"))


main = command("parse_log", _run)

if __name__ == "__main__":
    sys.exit(main())
