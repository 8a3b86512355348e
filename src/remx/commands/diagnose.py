"""Say what this library runs on."""

from __future__ import annotations

import argparse

EPILOG = "exit status: 0, 2 for a wrong call"
JSON = "print it as JSON"
#: the parts of the report
SECTIONS = ("python", "pip", "mxnet", "os", "hardware")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    for name in SECTIONS:
        command.add_argument(f"--{name}", type=int, default=1, choices=[0, 1], help="whether to show it (1)")
