"""Run the parts, each in child processes, and report; see the package's text."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.parity import answers

from . import malloc

_AT_ONCE = 50  # layers for each process
_PROGRAMS = malloc.ROOT / "tests" / "parity" / "programs"


def layers(arguments: argparse.Namespace) -> Iterator[str]:
    """Run the random layers; yield what is wrong."""
    numbers = list(range(-5, arguments.count))
    for first in range(0, len(numbers), _AT_ONCE):
        some = [str(n) for n in numbers[first : first + _AT_ONCE]]
        yield from malloc.complaints(*malloc.run(["-m", "tests.memcheck.layers", str(arguments.seed), *some]))


def samples(arguments: argparse.Namespace) -> Iterator[str]:
    """Run the operators' samples, as they are and against float64; yield what is wrong."""
    yield from malloc.complaints(*malloc.run(["-m", "tests.memcheck.samples"]))
    contract = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", str(arguments.workers)]
    yield from malloc.complaints(*malloc.run([*contract, "tests/ops/test_contract.py"]))


def programs(arguments: argparse.Namespace) -> Iterator[str]:
    """Run our side of the parity programs under both mallocs; yield what is wrong or differs."""
    for program in sorted(_PROGRAMS.glob(f"{arguments.only}.py")):
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            for step in ["run"] if "\ndef run(" in program.read_text() else ["write", "read"]:
                yield from (f"{program.name}: {line}" for line in _step(program, step, Path(folder)))
        print(f"{program.name}: {time.monotonic() - begun:.0f} s", flush=True)


def _step(program: Path, step: str, folder: Path) -> Iterator[str]:
    found = []
    for name, checked in (("usual", False), ("checked", True)):
        own, target = folder / name, folder / f"{name}-{step}"
        own.mkdir(exist_ok=True)
        child = str(malloc.ROOT / "tests" / "parity" / "child.py")
        status, output = malloc.run([child, str(program), step, str(own), str(target)], checked)
        yield from malloc.complaints(status, output)
        found += [answers.read(target)] if status == 0 else []
    if len(found) == 2:
        yield from (f"WRONG {line}" for line in answers.differences(*found, 1e-6, 1e-7))


_PARTS: dict[str, Callable[[argparse.Namespace], Iterator[str]]] = {
    "layers": layers,
    "samples": samples,
    "programs": programs,
}


def main() -> int:
    """Read the command line; return 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.memcheck")
    parser.add_argument("parts", nargs="*", default=list(_PARTS), metavar="part", help=f"of {', '.join(_PARTS)}")
    parser.add_argument("--count", type=int, default=300, help="how many random layers")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="*", metavar="PATTERN", help="which programs: 'optimizer*' (default: all)")
    parser.add_argument("--workers", type=int, default=2, help="processes for the samples")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(_PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if not malloc.available():
        print(
            "No checking malloc on this platform (libc_malloc_debug.so.0, of glibc 2.34 or later): only numbers count."
        )
    count = 0
    for part in arguments.parts:
        begun = time.monotonic()
        for line in _PARTS[part](arguments):
            count += 1
            print(line, flush=True)
        print(f"{part}: {time.monotonic() - begun:.0f} s", flush=True)
    print("nothing is wrong" if not count else "see above")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
