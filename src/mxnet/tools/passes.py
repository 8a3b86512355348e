"""List the passes that graphs go through before they run, by mode, or say what they do to one graph.

python -m mxnet.tools.passes [model-symbol.json] [--mode infer]
"""

import argparse
import sys

from ..core.text import printable
from ..graph.passes import MODES, PASSES, VARIABLE, enabled
from ..symbol import load
from .console import command, show


def listing() -> str:
    """Return the passes of every mode, in their order, and what each assumes and does."""
    lines = []
    for mode, passes in MODES.items():
        on = enabled(mode)
        lines.append(f"{mode}: {', '.join(item.name if item in on else f'({item.name})' for item in passes)}")
    for item in PASSES.values():
        lines += ["", item.name, f"  assumes: {item.assumes}", f"  effect:  {item.effect}"]
    lines += ["", f"{VARIABLE}=name,name switches passes off (all: every one); they stand in brackets."]
    return "\n".join(lines)


def _run(options: argparse.Namespace) -> int:
    if options.symbol is not None:
        text = load(options.symbol).explain(options.mode)
        value = {"symbol": options.symbol, "mode": options.mode, "explanation": text.splitlines()}
        return show(options.json, value, printable(text.removesuffix("\n"), keep="\n"))
    modes = {mode: [{"name": p.name, "enabled": p in enabled(mode)} for p in passes] for mode, passes in MODES.items()}
    about = {item.name: {"assumes": item.assumes, "effect": item.effect} for item in PASSES.values()}
    return show(options.json, {"modes": modes, "passes": about}, listing())


main = command("passes", _run)

if __name__ == "__main__":
    sys.exit(main())
