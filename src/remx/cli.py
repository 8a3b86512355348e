"""The command ``remx``: the library's programs as subcommands.

Help, versions and wrong calls are answered without the library, which takes seconds to import.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Sequence

from . import __version__
from .commands import COMMANDS, parser

_EPILOG = """
remx COMMAND --help says more, with the exit status of each: 0 where all is well, 1 where something is
not, 2 for a wrong call, 130 where it was stopped from the keyboard. All but run and launch, whose output
is the program's, take --json. Colours and progress are for terminals; NO_COLOR=1 switches colours off.
remx --version prints the version."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``remx COMMAND ...`` and return its exit status: 2 for a command that does not exist."""
    words = list(sys.argv[1:] if argv is None else argv)
    first = words[0] if words else ""
    names = {name.replace("_", "-"): name for name in COMMANDS}
    name = names.get(first.replace("_", "-"))
    if name is not None:
        parser(name).parse_args(words[1:])  # ends here for --help and wrong calls
        return int(importlib.import_module(f"mxnet.tools.{name.replace('-', '_')}").main(words[1:]))
    if first in ("-V", "--version", "version"):
        print(f"remx {__version__}")
        return 0
    if first in ("-h", "--help", "help", ""):
        print(_usage(), file=sys.stdout if first else sys.stderr)
        return 0 if first else 2
    if first.startswith("-"):
        print(f"remx: the command comes first, then its options: remx COMMAND {ascii(first)[1:-1]}", file=sys.stderr)
        return 2
    close = difflib.get_close_matches(first, COMMANDS, n=1)
    advice = f"did you mean {close[0]}?" if close else f"the commands are {', '.join(COMMANDS)}"
    print(f"remx: there is no command {ascii(first)[1:-1]}; {advice}", file=sys.stderr)
    return 2


def _usage() -> str:
    lines = [f"  {name:<10} {what}" for name, what in COMMANDS.items()]
    return "\n".join(["usage: remx COMMAND ...", "", *lines, _EPILOG])
