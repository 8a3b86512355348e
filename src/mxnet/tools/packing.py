"""Packing: the images of a list become one record file with its index.

Both take their places together at the end, so no unfinished file ever has the final name.
"""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import active_children, get_context, resource_tracker
from pathlib import Path
from typing import Any

import numpy as np

from .. import recordio
from ..core.errors import MXNetError
from ..core.files.saving import open_finite, staged, written_together
from ..core.interruptions import suppressed
from ..core.pixels import parts
from ..core.pixels.codec import decode_image
from ..core.progress import Progress
from ..core.text import printable
from .console import plural
from .lists import Item

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


def encode(item: Item, root: str, how: Treatment) -> bytes | str:
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
    several = how.pack_label and len(item.labels) > 1
    label: Any = np.array(item.labels, np.float32) if several else item.labels[0]
    header = recordio.IRHeader(0, label, item.number, 0)
    if how.pass_through:
        return recordio.pack(header, body)
    try:
        image = decode_image(body, how.color)
    except MXNetError as error:
        return f"is left out: {error}"
    if image is None:
        return "is no image that can be decoded"
    quality = how.quality if how.encoding != ".png" else min(how.quality, 9)
    return recordio.pack_img(header, _treated(image, how), quality, how.encoding)


def _treated(image: Any, how: Treatment) -> Any:
    if how.center_crop:
        image = parts.middle(image, *[min(image.shape[:2])] * 2)
    if how.resize:
        image = parts.resized(image, *parts.with_shorter_side(image.shape, how.resize), parts.BILINEAR)
    return image


def pack_list(items: list[Item], root: str, prefix: Path, how: Treatment, processes: int = 1) -> Report:
    """Write ``prefix.rec`` and ``prefix.idx`` with the images of a list, in its order.

    An image that cannot be read is left out and reported. Raises OSError when the files cannot be written, having
    removed what was begun; the files of an earlier run stay, also where no image can be read.
    """
    report = Report()
    with suppressed(_NothingPacked):
        _pack(items, root, prefix, how, processes, report)
    return report


class _NothingPacked(Exception):
    """Not one image can be read: the files are not written."""


def _pack(items: list[Item], root: str, prefix: Path, how: Treatment, processes: int, report: Report) -> None:
    record, index = (prefix.with_name(f"{prefix.name}{ending}") for ending in (".rec", ".idx"))
    with written_together(), staged(index) as index_begun, staged(record) as record_begun:
        writer = recordio.MXIndexedRecordIO(index_begun, record_begun, "w")
        with writer, Progress(len(items), prefix.name, "images") as progress:
            for item, result in zip(items, _encoded(items, root, how, processes), strict=True):
                if isinstance(result, str):
                    report.skipped.append((item.path, result))
                else:
                    writer.write_idx(item.number, result)
                    report.packed += 1
                progress.advance()
        if not report.packed:
            raise _NothingPacked


def _encoded(items: list[Item], root: str, how: Treatment, processes: int) -> Iterator[bytes | str]:
    work = partial(_encode_some, root=root, how=how)
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


def _encode_some(items: list[Item], root: str, how: Treatment) -> list[bytes | str]:
    return [encode(item, root, how) for item in items]


def say(report: Report, name: str) -> None:
    """Say on the standard error how packing went, naming what was left out."""
    for path, reason in report.skipped:
        print(printable(f"left out: {path} {reason}"), file=sys.stderr)
    packed, left_out = plural(report.packed, "image"), len(report.skipped)
    print(f"{printable(name)}: packed {packed}, left out {left_out}", file=sys.stderr)
