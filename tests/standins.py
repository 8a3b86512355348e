"""Files of data sets as tests make them: small, and with other checksums than the published ones."""

from __future__ import annotations

import contextlib
import gzip
import io
import struct
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any
from unittest import mock

import numpy as np
from mxnet.contrib.text import embedding
from mxnet.gluon.contrib.data import text
from mxnet.gluon.data import vision


def _without_checksums(value: Any) -> Any:
    """Return names of files with None for their checksums: ``(name, sha1)``, and whatever holds such pairs."""
    if isinstance(value, dict):
        return {key: _without_checksums(each) for key, each in value.items()}
    if isinstance(value[0], str):
        return value[0], None
    return tuple(_without_checksums(each) for each in value)


@contextlib.contextmanager
def any_content() -> Iterator[None]:
    """Let files of data sets and word vectors have any checksum, as long as the block runs."""
    with contextlib.ExitStack() as stack:
        for kind in (
            vision.MNIST,
            vision.FashionMNIST,
            vision.CIFAR10,
            vision.CIFAR100,
            text.WikiText2,
            text.WikiText103,
        ):
            for name in ("_train_data", "_train_label", "_test_data", "_test_label", "_data_file"):
                if hasattr(kind, name):
                    stack.enter_context(mock.patch.object(kind, name, _without_checksums(getattr(kind, name))))
        for kind in (embedding.GloVe, embedding.FastText):
            names = dict.fromkeys(kind.pretrained_file_name_sha1)
            stack.enter_context(mock.patch.object(kind, "pretrained_file_name_sha1", names))
        yield


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of files by name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(files: Mapping[str, bytes]) -> bytes:
    """Return a compressed tar archive of files by name."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def images(count: int) -> bytes:
    """Return images in MNIST's format, compressed."""
    values = np.arange(count * 28 * 28, dtype=np.uint8)
    return gzip.compress(struct.pack(">IIII", 2051, count, 28, 28) + values.tobytes(), mtime=0)


def labels(count: int) -> bytes:
    """Return labels in MNIST's format, compressed."""
    return gzip.compress(struct.pack(">II", 2049, count) + bytes(i % 10 for i in range(count)), mtime=0)
