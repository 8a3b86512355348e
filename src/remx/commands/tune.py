"""Time every backend that can run a network in prediction, and say which is the fastest that agrees."""

from __future__ import annotations

import argparse

from .numeric import scalar

EPILOG = """\
examples:
  remx tune model --shape data=1,3,224,224             a checkpoint's symbol and its last parameters
  remx tune model --shape data=1,3,224,224 --tolerance 0.05 --compile-seconds 60
                                                       bfloat16, int8 and compilers, too

Results are compared with those of onednn, the default, for random inputs. The choice is remembered for
optimize_for(x, backend="auto") with inputs of this shape and the same options.

exit status: 0, 1 if a file cannot be read or the network cannot run, 2 for a wrong call
"""
JSON = "print the table as JSON"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("model", help="a checkpoint's prefix, or its -symbol.json")
    add("params", nargs="?", help="the file of parameters (default: the checkpoint's last)")
    add("--shape", action="append", default=[], metavar="NAME=N,C,H,W", help="the shape of an input")
    add(
        "--seconds",
        type=scalar(float, 0, zero=False),
        metavar="S",
        help="for how long a backend is measured (default: 0.3)",
    )
    add(
        "--compile-seconds",
        type=scalar(float, 0, zero=False),
        metavar="S",
        help="leave out what takes longer to build (default: 10)",
    )
    add(
        "--tolerance",
        type=scalar(float, 0, zero=False),
        metavar="D",
        help="the largest difference that counts as equal (default: 0.001)",
    )
