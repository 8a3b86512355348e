"""Fuzzing by hand: ``make fuzz FUZZ="--seconds 600 --seed 7 --readers nd.load symbol"``.

Prints every finding once, with the folder of the files that show it; ``--replay FOLDER`` runs such a folder again.
Returns 1 where there are findings.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from .campaign import MODULES, Campaign, Finding

_SLICE = 40


def _names() -> list[str]:
    import importlib

    from .reader import READERS

    for module in MODULES:
        importlib.import_module(module)
    return list(READERS)


def replay(folder: Path) -> int:
    """Run the reader of a finding on its files, in this process and without limits; show the error."""
    from .reader import READERS

    _names()
    which = READERS[(folder / "FINDING").read_text(encoding="utf-8").splitlines()[0]]
    try:
        print(f"{which.name} returned {which.read(folder)!r}")
    except Exception:
        traceback.print_exc()
    return 0


def fuzz(readers: Sequence[str], seconds: float, seed: int, keep: Path) -> int:
    """Go round the readers until the time is over; print what is found."""
    campaign, seen, cases = Campaign(keep), Counter[str](), Counter[str]()

    def tell(found: Finding) -> None:
        seen[found.kind] += 1
        if seen[found.kind] == 1:
            print(found, flush=True)

    try:
        for name in readers:
            for found in campaign.run(name, seed, 0, 0):
                tell(found)
        end = time.monotonic() + seconds
        for turn in itertools.count():
            for name in readers:
                if time.monotonic() > end:
                    print(
                        f"{sum(cases.values())} random cases of {len(readers)} readers, {len(seen)} kinds of findings"
                    )
                    return bool(seen)
                for found in campaign.run(name, seed, 1000 + turn * _SLICE, _SLICE):
                    tell(found)
                cases[name] += _SLICE
        return 0
    finally:
        campaign.close()
        for kind, count in seen.most_common():
            print(f"{count:6d} x {kind}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    command = argparse.ArgumentParser(prog="fuzz", description="Fuzz every reader of the project.")
    command.add_argument("--seconds", type=float, default=120, help="how long, after the crafted cases (120)")
    command.add_argument("--seed", type=int, default=1, help="of the random cases (1)")
    command.add_argument("--readers", nargs="+", help="names, or beginnings of them (all)")
    command.add_argument("--keep", type=Path, default=Path("fuzz-findings"), help="where files of findings are kept")
    command.add_argument("--replay", type=Path, help="the folder of a finding: run it again")
    args = command.parse_args(argv)
    if args.replay:
        return replay(args.replay)
    names = [name for name in _names() if not args.readers or name.startswith(tuple(args.readers))]
    if not names:
        command.error(f"no reader begins with {' or '.join(args.readers)}: there are {', '.join(_names())}")
    return fuzz(names, args.seconds, args.seed, args.keep)


if __name__ == "__main__":
    sys.exit(main())
