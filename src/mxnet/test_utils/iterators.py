"""Iterators and files for tests."""

from __future__ import annotations

import os
import time
import urllib.request
from typing import Any

from ..core.files import atomic_write
from ..gluon.download import SILENCE, DownloadError, copy
from ..io import DataIter


class DummyIter(DataIter):
    """An iterator that gives the first batch of another one for ever, to time training without reading."""

    def __init__(self, real_iter: DataIter) -> None:
        super().__init__(real_iter.batch_size)
        self.provide_data, self.provide_label = real_iter.provide_data, real_iter.provide_label
        self.real_iter, self.the_batch = real_iter, next(real_iter)

    def __iter__(self) -> DummyIter:
        return self

    def next(self) -> Any:
        """Return the batch."""
        return self.the_batch

    def iter_next(self) -> bool:
        """Tell that there is always another batch."""
        return True

    def reset(self) -> None:
        """Do nothing: there is no place to go back to."""

    def getdata(self) -> Any:
        """Return the batch's data."""
        return self.the_batch.data

    def getlabel(self) -> Any:
        """Return the batch's labels."""
        return self.the_batch.label

    def getindex(self) -> Any:
        """Return the batch's indices."""
        return self.the_batch.index

    def getpad(self) -> Any:
        """Return how many rows of the batch are padding."""
        return self.the_batch.pad


def _fetch(url: str, path: str) -> None:
    with urllib.request.urlopen(url, timeout=SILENCE) as answer, atomic_write(path) as stream:
        length = answer.headers.get("Content-Length")
        copy(iter(lambda: answer.read1(1 << 16), b""), stream, url, length)
        if length is not None and stream.tell() != int(length):
            raise DownloadError(f"Failed downloading url {url}: {stream.tell()} of {length} bytes came")


def download(
    url: str, fname: str | None = None, dirname: str | None = None, overwrite: bool = False, retries: int = 5
) -> str:
    """Fetch ``url`` into a file and return its path; a file that is there already is kept unless ``overwrite``.

    ``fname`` defaults to the last part of the URL; in ``dirname``, which is made, if that is given. Fails like
    ``urllib`` (OSError) after ``retries`` attempts.
    """
    fname = fname or url.split("/")[-1]
    path = os.path.join(dirname, fname) if dirname else fname
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path) and not overwrite:
        return path
    for remaining in reversed(range(max(retries, 1))):
        try:
            _fetch(url, path)
            return path
        except OSError:
            if not remaining:
                raise
            time.sleep(0.2)
    return path
