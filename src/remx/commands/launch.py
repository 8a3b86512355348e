"""Start a program in several processes."""

from __future__ import annotations

import argparse

EPILOG = "exit status: the first that is not 0 of the processes, 1 if they cannot be started, 2 for a wrong call"
JSON = ""
LAUNCHERS = ("local", "ssh", "mpi")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("-n", "--num-workers", required=True, type=int, help="how many workers to start")
    add("-s", "--num-servers", type=int, default=0, help="how many servers to start (0: workers keep all themselves)")
    add(
        "-H",
        "--hostfile",
        "--host-file",
        help="a file of machines, one a line (host or host:port); needed for ssh, and given to mpirun",
    )
    add("--sync-dst-dir", help="a folder on the machines, to which ssh copies this one first, by rsync")
    add("--launcher", "--cluster", metavar="NAME", default="ssh", help="how to start processes: local, ssh, mpi (ssh)")
    add("--host-ip", help="the address of this machine that workers elsewhere reach (that of the route to them)")
    add("--env-server", action="append", default=[], metavar="NAME:VALUE", help="a variable for servers")
    add("--env-worker", action="append", default=[], metavar="NAME:VALUE", help="a variable for workers")
    add(
        "--env",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="a variable of this process, or with this value, for those elsewhere",
    )
    add("--p3", action="store_true", help="send what is needed first first: what stores here always do")
    add("program", nargs=argparse.REMAINDER, help="the program, and all that follows as its own arguments")
