"""The subcommands of ``remx``: their names, and the parser of the arguments of each, in a module of its name.

These modules import nothing of the library; :mod:`mxnet.tools` has the programs.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

COMMANDS = {
    "inspect": "say what is in a file: networks, parameters, states, records, ONNX",
    "convert": "convert a checkpoint to ONNX, safetensors, PyTorch's weights, programs or source",
    "doctor": "read programs, and say what works, what differs, and what to change",
    "run": "run a script of MXNet's days, and explain its failure",
    "fetch": "download data sets, weights and word vectors ahead of the programs that want them",
    "fetch-zoo": "get weights of the model zoo, of torchvision too where it has the same network",
    "im2rec": "make lists of images and pack them into record files",
    "rec2idx": "make the index of a record file",
    "parse_log": "make a table of the log of a training",
    "launch": "start a training in several processes, here or on several machines",
    "diagnose": "say what this library runs on",
    "tune": "time the backends that can run a checkpoint's network, as a table",
    "passes": "list what is done to graphs before they run, or explain it of one",
}


#: the argument that is a program, with all that follows as its own arguments
PROGRAM = "program"


class _Parser(argparse.ArgumentParser):
    """Takes options before, between and behind the names of files; before a program's name alone where one is run."""

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        """Return the arguments; a wrong call ends the process with status 2."""
        words = sys.argv[1:] if args is None else args
        if not any(action.dest == PROGRAM for action in self._actions):
            parse = super().parse_args if "--" in words else self.parse_intermixed_args  # which loses the --
            return parse(words, namespace)
        result = super().parse_args(words, namespace)
        program = getattr(result, PROGRAM)
        setattr(result, PROGRAM, program[program[:1] == ["--"] :])
        if not getattr(result, PROGRAM):
            self.error("the program to start is missing")
        return result

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end the process with status 2."""
        lists = [action.option_strings[0] for action in self._actions if action.option_strings and action.nargs == "+"]
        if lists and "are required" in message:
            message += f" ({' '.join(lists)} takes all words up to the next option: write it last)"
        super().error(message)


def parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command.

    Its module has ``EPILOG``, ``JSON``, the help of ``--json`` (empty where there is none), and ``add_arguments``; its
    docstring is the description.
    """
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    result = _Parser(
        prog=f"remx {name}",
        description=module.__doc__,
        epilog=module.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(result)
    if module.JSON:
        result.add_argument("--json", action="store_true", help=module.JSON)
    return result
