"""Lists of images: which files there are, their labels, and the parts for training, validation and test.

A line of a list is ``number<tab>label...<tab>path``, the path relative to the folder of the images.
"""

import json
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..core.files.saving import atomic_write
from ..recordio.listing import read_list_file


class Item(NamedTuple):
    """An image of a list."""

    number: int
    labels: tuple[float, ...]
    path: str

    def line(self) -> str:
        """Return the item as a list's line."""
        return "\t".join([str(self.number), *(f"{label:f}" for label in self.labels), self.path]) + "\n"


def find_images(root: str, recursive: bool, exts: Sequence[str], notes: Path | None = None) -> list[Item]:
    """Return the images below a folder, in the order of their names; their label is the number of their folder.

    Without ``recursive`` only the folder itself is searched, and every label is 0. ``notes``: a file that remembers the
    folders which are done, so that a search which was broken off goes on from there; it is removed at the end.
    """
    done = _remembered(notes)
    items: list[Item] = []
    folders = _folders(root) if recursive else iter([""])
    label = 0
    for folder in folders:
        names = done.get(folder)
        if names is None:
            names = _names(os.path.join(root, folder), exts)
            _remember(notes, folder, names)
        if not names:
            continue
        items += [Item(len(items) + i, (float(label),), os.path.join(folder, name)) for i, name in enumerate(names)]
        label += 1
    if notes is not None:
        notes.unlink(missing_ok=True)
    return items


def _folders(root: str) -> Iterator[str]:
    for folder, below, _ in os.walk(root, followlinks=True):
        below.sort()
        yield os.path.relpath(folder, root) if folder != root else ""


def _names(folder: str, exts: Sequence[str]) -> list[str]:
    extensions = {ext.lower() for ext in exts}
    with os.scandir(folder) as entries:
        return sorted(e.name for e in entries if os.path.splitext(e.name)[1].lower() in extensions and e.is_file())


def _remembered(notes: Path | None) -> dict[str, list[str]]:
    result = {}
    if notes is not None and notes.exists():
        for line in notes.read_text(encoding="utf-8").splitlines():
            try:
                folder, names = json.loads(line)
            except ValueError:
                break  # the line that was being written
            result[folder] = names
    return result


def _remember(notes: Path | None, folder: str, names: list[str]) -> None:
    if notes is not None:
        with open(notes, "a", encoding="utf-8") as stream:
            stream.write(json.dumps([folder, names]) + "\n")


def divide(items: Sequence[Item], chunks: int, train: float, test: float) -> Iterator[tuple[str, Sequence[Item]]]:
    """Yield what a list's name ends with, and its items: ``chunks`` pieces, each cut into test, training, validation.

    ``train`` and ``test`` are the shares of a piece; what is left is validation. A piece that is not cut has no name
    of a part, one of a single chunk no number.
    """
    size = -(-len(items) // chunks)
    for i in range(chunks):
        piece = items[i * size : (i + 1) * size]
        count = f"_{i}" if chunks > 1 else ""
        if train == 1.0:
            yield count, piece
            continue
        first, then = int(len(piece) * test), int(len(piece) * test) + int(len(piece) * train)
        if test:
            yield f"{count}_test", piece[:first]
        if train + test < 1.0:
            yield f"{count}_val", piece[then:]
        yield f"{count}_train", piece[first:then]


def write_lists(prefix: str, items: list[Item], shuffle: bool, chunks: int, train: float, test: float) -> list[Path]:
    """Write the lists of a prefix and return their paths. Shuffled with seed 100; numbers stay the images'."""
    if shuffle:
        items = list(items)
        random.Random(100).shuffle(items)
    written = []
    for ending, part in divide(items, chunks, train, test):
        path = Path(f"{prefix}{ending}.lst")
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as stream:
            stream.write("".join(item.line() for item in part).encode("utf-8", "surrogateescape"))
        written.append(path)
    return written


def read_items(path: Path) -> tuple[list[Item], list[str]]:
    """Return the items of a list, and for each line that is none what is wrong with it."""
    wrong: list[str] = []
    items = [Item(*item) for item in read_list_file(path, 1, wrong)]
    negative = [item for item in items if item.number < 0]
    return [item for item in items if item.number >= 0], wrong + [
        f"{path}: the number {item.number} of {item.path} is negative" for item in negative
    ]
