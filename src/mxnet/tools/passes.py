"""List the passes that graphs go through before they run, by mode, or say what they do to one graph.

python -m mxnet.tools.passes [model-symbol.json] [--mode infer]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from remx.commands import parser

from ..core.text import printable
from ..graph.passes import MODES, PASSES, VARIABLE, enabled
from ..symbol import load
from .console import FINE, guarded, show_json


def listing() -> str:
    """Return the passes of every mode, in their order, and what each assumes and does."""
    lines = []
    for mode, passes in MODES.items():
        on = enabled(mode)
        lines.append(f"{mode}: {', '.join(item.name if item in on else f'({item.name})' for item in passes)}")
    for item in PASSES.values():
        lines += ["", item.name, f"  assumes: {item.assumes}", f"  effect:  {item.effect}"]
    return "\n".join(
        [*lines, "", f"{VARIABLE}=name,name switches passes off (all: every one); they stand in brackets."]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Print the list, or the explanation; return 1 where the file cannot be read."""
    command = parser("passes")
    options = command.parse_args(argv)
    return guarded(command.prog, lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    if options.symbol is not None:
        text = load(options.symbol).explain(options.mode)
        if options.json:
            show_json({"symbol": options.symbol, "mode": options.mode, "explanation": text.splitlines()})
        else:
            print(printable(text, keep="\n"), end="")
    elif options.json:
        modes = {
            mode: [{"name": item.name, "enabled": item in enabled(mode)} for item in passes]
            for mode, passes in MODES.items()
        }
        about = {item.name: {"assumes": item.assumes, "effect": item.effect} for item in PASSES.values()}
        show_json({"modes": modes, "passes": about})
    else:
        print(listing())
    return FINE


if __name__ == "__main__":
    sys.exit(main())
