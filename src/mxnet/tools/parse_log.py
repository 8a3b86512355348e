"""Make a table of the log of a training: MXNet's ``tools/parse_log.py``.

python -m mxnet.tools.parse_log train.log --format markdown --metric-names accuracy top_k_accuracy_5
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

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


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    command = argparse.ArgumentParser(prog="parse_log", description="Make a table of the log of a training.")
    command.add_argument("logfile", help="path of the log; - reads the standard input")
    command.add_argument("--format", default="markdown", choices=["markdown", "none"])
    command.add_argument("--metric-names", nargs="+", default=[], help="metrics to show (all)")
    args = command.parse_args(argv)
    try:
        lines = sys.stdin.read() if args.logfile == "-" else Path(args.logfile).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else f"not UTF-8 text at byte {error.start}"
        print(f"parse_log: {args.logfile}: {why}", file=sys.stderr)
        return 1
    print(table(*read_log(lines.splitlines(), args.metric_names), args.format))
    return 0


if __name__ == "__main__":
    sys.exit(main())
