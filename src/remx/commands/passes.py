"""Say what is done to graphs before they run."""

from __future__ import annotations

import argparse

EPILOG = "exit status: 0, 1 if the file cannot be read, 2 for a wrong call"
JSON = "print it as JSON"
#: the modes in which graphs run
MODES = ("train", "infer", "compile", "trace", "observe")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("symbol", nargs="?", help="a symbol's JSON file: explain what the passes do to it")
    add("--mode", choices=MODES, default="infer")
