"""Run a script of MXNet's days, and explain its failure."""

from __future__ import annotations

import argparse

EPILOG = """\
examples:
  remx run train.py --epochs 3            as python train.py --epochs 3; if it fails, says the likely cause
  remx run --compat train.py --epochs 3   with np.float and the like put right in memory, Python 2 with its meaning
  remx run --compat --package gluonts train.py    in an installed library of those days, too
  remx run --compat -m sockeye.train --help       a program of such a library, as python -m runs it
  remx run --compat chapter.ipynb --figures out   a notebook's code cells, its figures as out/chapter-1.png and on
  remx run --gpus 4 train.py              where mx.gpu(0) to mx.gpu(3) are asked for: the processor simulates them

A notebook runs as one program: the value of a cell's last line is shown, magics and lines for a shell are left out,
which is said where they may matter.

Programs that import horovod.mxnet or byteps.mxnet find them in remx, unless these are installed.

--compat changes nothing on disk and nothing for other packages: only the script and modules beside it, or the module
and its package, and the packages named.
exit status: the script's; 1 if it ends with an error, 2 for a wrong call
"""
JSON = ""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    _add_options(command)
    command.add_argument(
        "program",
        nargs=argparse.REMAINDER,
        help="a script or a notebook (.ipynb), and all that follows as its own arguments; behind a notebook, options",
    )


def late_options(prog: str) -> argparse.ArgumentParser:
    """Return the parser of the options alone, for those that stand behind a notebook."""
    result = argparse.ArgumentParser(prog=prog, add_help=False)
    _add_options(result)
    return result


def _add_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--compat", action="store_true", help="put right what is mechanical, in memory; Python 2 gets its meaning")
    add("--package", action="append", default=[], metavar="NAME", help="put right this package, too")
    add("--gpus", type=int, metavar="N", help="have the processor simulate N GPUs, as with MXNET_GPUS=cpu:N")
    add("-m", dest="module", action="store_true", help="the program is a module's name")
    add("--api", choices=("1", "2"), help="MXNet 1's interface, or 2.0's (default: what the program's names say)")
    add("--figures", metavar="DIR", help="save Matplotlib's figures there instead of showing them")
