"""Iterators and files for tests."""

from __future__ import annotations

import os
from typing import Any

from ..gluon.download import download as gluon_download
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


def download(
    url: str, fname: str | None = None, dirname: str | None = None, overwrite: bool = False, retries: int = 5
) -> str:
    """Download ``url`` to a file and return its path; an existing file is not replaced unless ``overwrite``.

    ``fname`` defaults to the last part of the URL; in ``dirname``, which is created, if that is given. For ``retries``
    and errors see :func:`mxnet.gluon.utils.download`.
    """
    path = os.path.join(dirname or "", fname) if fname else os.path.join(dirname or "", "")
    return gluon_download(url, path or None, overwrite, retries=retries)
