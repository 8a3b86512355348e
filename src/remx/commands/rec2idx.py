"""Make the index of a record file."""

from __future__ import annotations

import argparse

EPILOG = "exit status: 0, 1 if the file cannot be read, 2 for a wrong call"
JSON = "print the outcome as JSON"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("record", help="path of the .rec file")
    add("index", nargs="?", help="path of the .idx file (beside the record file unless given)")
