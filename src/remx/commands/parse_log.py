"""Make a table of the log of a training."""

from __future__ import annotations

import argparse

EPILOG = "exit status: 0, 1 if the log cannot be read, 2 for a wrong call"
JSON = "print the rows as JSON, each with its columns' names"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("logfile", help="path of the log; - reads the standard input")
    add("--format", default="markdown", choices=["markdown", "none"])
    add("--metric-names", nargs="+", default=[], help="metrics to show (all)")
