"""Read programs that use MXNet, without running them, and say what has to change."""

from __future__ import annotations

import argparse

EPILOG = """\
examples:
  remx doctor train.py                 one program
  remx doctor my_package/              all .py files and requirements below a folder
  remx doctor my_package/ --fix fixes.patch && patch -p0 < fixes.patch
  remx doctor --self                   how much of 1.9.1's public interface is here

states:
  missing      remx has no such name; what to do instead stands beside it
  differs      it works, and otherwise than in 1.9.1: the rows of docs/differences.md whose case the program meets;
               with --all also those of which that cannot be told from the program
  python       Python or NumPy of another time, with what takes its place (* : --fix does it)
  unreadable   a line that is no Python, of any time
  requirement  a version that holds the program back

Nothing of the program is run. exit status: 0, 1 if something has to change, 2 for a wrong call
"""
JSON = "print what was found as JSON"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("paths", nargs="*", metavar="PATH", help="programs, and folders of them")
    add("--moves", action="store_true", help="list what other libraries renamed or dropped since")
    add("--self", action="store_true", dest="own", help="show how much of 1.9.1's interface is here")
    add("--fix", metavar="OUT.patch", help="write the mechanical changes as a patch (-: to the output)")
    add("--all", action="store_true", help="also list what differs in cases that the program may not meet")
