"""Make lists of images, and pack the images of lists into record files: MXNet's ``tools/im2rec.py``.

A line of a list is ``number<tab>label...<tab>path``, the path relative to the folder of the images.
"""

import argparse
import json
import os
import random
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import active_children, get_context, resource_tracker
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .. import recordio
from ..core.errors import MXNetError
from ..core.files.saving import atomic_write, open_finite, staged, written_together
from ..core.interruptions import suppressed
from ..core.pixels import parts
from ..core.pixels.codec import decode_image
from ..core.progress import Progress
from ..core.text import printable
from ..recordio.listing import read_list_file
from .console import FINE, PROBLEMS, Refusal, command, plural, show, show_json

# -- lists: which images there are, their labels, and the parts for training, validation and test ----------------------


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


# -- packing: the images of a list become one record file with its index -----------------------------------------------
# Both take their places together at the end, so no unfinished file ever has the final name.


#: images that a process takes at a time
_AT_A_TIME = 16


@dataclass(frozen=True)
class Treatment:
    """The treatment of an image before it is packed; see ``im2rec --help``."""

    resize: int = 0
    center_crop: bool = False
    quality: int = 95
    encoding: str = ".jpg"
    color: int = 1
    pass_through: bool = False
    pack_label: bool = False


@dataclass
class Report:
    """The result of packing a list: the number of images, and those left out, with the reason."""

    packed: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)


def encode(item: Item, root: str, treatment: Treatment) -> bytes | str:
    """Return the record of an image, or as a text why there is none."""
    if os.path.isabs(item.path) or ".." in item.path.replace("\\", "/").split("/"):
        below = os.path.realpath(os.path.join(root, item.path)).startswith(os.path.join(os.path.realpath(root), ""))
        if not below:
            return f"lies outside of {root}: name a folder above it as the root"
    try:
        with open_finite(os.path.join(root, item.path)) as stream:
            body = stream.read()
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    if not body:
        return "is empty"
    several = treatment.pack_label and len(item.labels) > 1
    label: Any = np.array(item.labels, np.float32) if several else item.labels[0]
    header = recordio.IRHeader(0, label, item.number, 0)
    if treatment.pass_through:
        return recordio.pack(header, body)
    try:
        image = decode_image(body, treatment.color)
    except MXNetError as error:
        return f"is left out: {error}"
    if image is None:
        return "is no image that can be decoded"
    quality = treatment.quality if treatment.encoding != ".png" else min(treatment.quality, 9)
    return recordio.pack_img(header, _treated(image, treatment), quality, treatment.encoding)


def _treated(image: Any, treatment: Treatment) -> Any:
    if treatment.center_crop:
        image = parts.middle(image, *[min(image.shape[:2])] * 2)
    if treatment.resize:
        image = parts.resized(image, *parts.with_shorter_side(image.shape, treatment.resize), parts.BILINEAR)
    return image


def pack_list(items: list[Item], root: str, prefix: Path, treatment: Treatment, processes: int = 1) -> Report:
    """Write ``prefix.rec`` and ``prefix.idx`` with the images of a list, in its order.

    An image that cannot be read is left out and reported. Raises OSError when the files cannot be written, having
    removed what was begun; the files of an earlier run stay, also where no image can be read.
    """
    report = Report()
    with suppressed(_NothingPacked):
        _written(items, root, prefix, treatment, processes, report)
    return report


class _NothingPacked(Exception):
    """Not one image can be read: the files are not written."""


def _written(items: list[Item], root: str, prefix: Path, treatment: Treatment, processes: int, report: Report) -> None:
    record, index = (prefix.with_name(f"{prefix.name}{ending}") for ending in (".rec", ".idx"))
    with written_together(), staged(index) as index_begun, staged(record) as record_begun:
        writer = recordio.MXIndexedRecordIO(index_begun, record_begun, "w")
        with writer, Progress(len(items), prefix.name, "images") as progress:
            for item, result in zip(items, _encoded(items, root, treatment, processes), strict=True):
                if isinstance(result, str):
                    report.skipped.append((item.path, result))
                else:
                    writer.write_idx(item.number, result)
                    report.packed += 1
                progress.advance()
        if not report.packed:
            raise _NothingPacked


def _encoded(items: list[Item], root: str, treatment: Treatment, processes: int) -> Iterator[bytes | str]:
    work = partial(_encode_some, root=root, treatment=treatment)
    pieces = (items[i : i + _AT_A_TIME] for i in range(0, len(items), _AT_A_TIME))
    for result in _in_order(work, pieces, processes) if processes > 1 else map(work, pieces):
        yield from result


def _in_order(work: Any, pieces: Iterable[list[Item]], processes: int) -> Iterator[list[bytes | str]]:
    """Yield the results in order, with only some pieces of work under way: memory stays bounded."""
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    before, waiting = active_children(), list[Any]()
    try:
        for piece in pieces:
            with _uninterrupted():
                waiting.append(pool.submit(work, piece))
            if len(waiting) >= 4 * processes:
                yield waiting.pop(0).result()
        for item in waiting:
            yield item.result()
    except BrokenProcessPool as error:
        raise OSError("a process that encodes images was killed") from error
    except BaseException:  # GeneratorExit where the caller was interrupted: nobody waits for the results
        for process in active_children():
            if process not in before:
                process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block Ctrl-C for the processes that start in the block, which end when this one does; here it comes after it."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # its start ends with Ctrl-C no longer blocked
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _encode_some(items: list[Item], root: str, treatment: Treatment) -> list[bytes | str]:
    return [encode(item, root, treatment) for item in items]


def say(report: Report, name: str) -> None:
    """Say on the standard error how packing went, naming what was left out."""
    for path, reason in report.skipped:
        print(printable(f"left out: {path} {reason}"), file=sys.stderr)
    packed, left_out = plural(report.packed, "image"), len(report.skipped)
    print(f"{printable(name)}: packed {packed}, left out {left_out}", file=sys.stderr)


# -- the command -------------------------------------------------------------------------------------------------------


def _check(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if args.train_ratio + args.test_ratio > 1:
        parser.error("--train-ratio and --test-ratio are more than 1 together")
    if not Path(args.root).is_dir():
        parser.error(f"{args.root} is no folder")


def _make_lists(args: argparse.Namespace) -> int:
    notes = Path(f"{args.prefix}.lst.found")
    notes.parent.mkdir(parents=True, exist_ok=True)
    items = find_images(args.root, args.recursive, args.exts, notes)
    if not items:
        raise Refusal(f"there are no {', '.join(args.exts)} files in {args.root}")
    written = write_lists(args.prefix, items, args.shuffle, args.chunks, args.train_ratio, args.test_ratio)
    lists = list(map(str, written))
    return show(args.json, {"images": len(items), "lists": lists}, "\n".join(map(printable, lists)))


def _lists_of(prefix: str) -> list[Path]:
    target = Path(prefix)
    if target.suffix == ".lst":
        return [target]
    named = sorted(path for path in target.parent.glob("*.lst") if path.name.startswith(target.name))
    # a prefix `cat` means cat.lst and cat_0.lst; cats.lst, of which other records were made, if there is nothing else
    own = [path for path in named if not _goes_on(target.name[-1:], path.name[len(target.name)])]
    return own or sorted(target.glob("*.lst")) or named


def _goes_on(last: str, following: str) -> bool:
    """Return whether a word, or a number, goes on from one character to the next."""
    return (last.isalpha() and following.isalpha()) or (last.isdigit() and following.isdigit())


def _pack(args: argparse.Namespace) -> int:
    treatment = Treatment(
        args.resize, args.center_crop, args.quality, args.encoding, args.color, args.pass_through, args.pack_label
    )
    lists = _lists_of(args.prefix)
    if not lists:
        raise Refusal(f"there is no list {args.prefix}*.lst: make one with --list")
    reports = []
    for path in lists:
        items, wrong = read_items(path)
        for item in wrong:
            print(printable(f"left out: {item}"), file=sys.stderr)
        report = pack_list(items, args.root, path.with_suffix(""), treatment, args.num_thread)
        say(report, str(path.with_suffix(".rec")))
        reports.append({"file": str(path.with_suffix(".rec")), "packed": report.packed, "left_out": report.skipped})
    if args.json:
        show_json(reports)
    return FINE if any(report["packed"] for report in reports) else PROBLEMS


main = command("im2rec", lambda args: _make_lists(args) if args.list else _pack(args), _check)

if __name__ == "__main__":
    sys.exit(main())
