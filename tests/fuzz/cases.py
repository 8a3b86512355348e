"""Cases by number: the crafted ones of a reader first, then as many random ones as are asked for."""

from __future__ import annotations

import functools
import random
import shutil
from pathlib import Path

from .mutate import mutated
from .reader import READERS, Files


@functools.cache
def _crafted(name: str) -> list[Files]:
    which = READERS[name]
    return [*which.seeds(), *which.crafted()]


def fixed_cases(name: str) -> int:
    """Return how many cases of a reader do not depend on the seed: its whole files, then its crafted ones."""
    return len(_crafted(name))


def case(name: str, seed: int, number: int) -> Files:
    """Return the files of a case; equal arguments, equal files."""
    fixed = _crafted(name)
    return fixed[number] if number < len(fixed) else mutated(READERS[name], random.Random(f"{name} {seed} {number}"))


def write(files: Files, folder: Path) -> None:
    """Put files into a folder, and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
