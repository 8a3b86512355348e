"""Run the scenarios at full length, each in a process of its own: `python -m tests.leaks [NAME ...]`."""

from __future__ import annotations

import subprocess
import sys

from tests.leaks.scenarios import SCENARIOS, faults, held


def _run(name: str) -> int:
    repetitions = SCENARIOS[name][1]
    before, after = held(name, repetitions)
    found = faults(before, after, repetitions)
    growth = f"{after.memory >> 20:5} MB {100 * (after.memory / before.memory - 1):+5.1f}%"
    print(f"{name:28} {repetitions:6} x {growth}  {'; '.join(found) or 'flat'}", flush=True)
    return int(bool(found))


def main() -> int:
    """Return 1 if a scenario grows."""
    names = sys.argv[1:] or list(SCENARIOS)
    if len(names) == 1:
        return _run(names[0])
    return max([subprocess.run([sys.executable, "-m", "tests.leaks", each], check=False).returncode for each in names])


if __name__ == "__main__":
    sys.exit(main())
