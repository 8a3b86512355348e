"""List the passes that graphs go through before they run, by mode, or say what they do to one graph.

python -m mxnet.tools.passes [model-symbol.json] [--mode infer]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ..core.errors import MXNetError
from ..graph.passes import MODES, PASSES, VARIABLE, enabled
from ..symbol import load


def listing() -> str:
    """Return the passes of every mode, in their order, and what each assumes and does."""
    lines = []
    for mode, passes in MODES.items():
        on = enabled(mode)
        lines.append(f"{mode}: {', '.join(each.name if each in on else f'({each.name})' for each in passes)}")
    for each in PASSES.values():
        lines += ["", each.name, f"  assumes: {each.assumes}", f"  effect:  {each.effect}"]
    return "\n".join(
        [*lines, "", f"{VARIABLE}=name,name switches passes off (all: every one); they stand in brackets."]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Print the list, or the explanation; return 1 where the file cannot be read."""
    parser = argparse.ArgumentParser(prog="remx passes", description="Say what is done to graphs before they run.")
    parser.add_argument("symbol", nargs="?", help="a symbol's JSON file: explain what the passes do to it")
    parser.add_argument("--mode", choices=list(MODES), default="infer")
    options = parser.parse_args(argv)
    if options.symbol is None:
        print(listing())
        return 0
    try:
        print(load(options.symbol).explain(options.mode), end="")
    except (MXNetError, OSError) as error:
        print(f"remx passes: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
