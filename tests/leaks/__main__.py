"""Run the scenarios at full length, each in a process of its own: `python -m tests.leaks [NAME ...]`."""

from __future__ import annotations

import multiprocessing
import sys

from tests.leaks.scenarios import SCENARIOS, faults, held


def _run(name: str) -> None:
    repetitions = SCENARIOS[name][1]
    before, after = held(name, repetitions)
    found = faults(before, after, repetitions)
    growth = 100 * (after.memory / before.memory - 1)
    print(
        f"{name:28} {repetitions:6} x  {after.memory >> 20:5} MB {growth:+5.1f}%  {'; '.join(found) or 'flat'}",
        flush=True,
    )
    sys.exit(bool(found))


def main() -> int:
    """Return 1 if a scenario grows."""
    failed = 0
    for name in sys.argv[1:] or SCENARIOS:
        process = multiprocessing.get_context("spawn").Process(target=_run, args=(name,))
        process.start()
        process.join()
        failed += process.exitcode != 0
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
