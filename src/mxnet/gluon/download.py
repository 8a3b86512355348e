"""Fetching files from the web to a local place."""

from __future__ import annotations

import hashlib
import logging
import os
import time
import warnings
from collections.abc import Iterable, Iterator
from typing import IO, Any

from ..core.errors import MXNetError
from ..core.files import atomic_write
from ..core.interruptions import unless_interrupted
from ..core.progress import Progress

#: Where MXNet's pretrained models and data sets lie, unless the environment names another place.
apache_repo_url = "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/"

#: how long to wait for a server to say anything, in seconds, and how many bytes a second it must send
SILENCE, SLOWEST = 60.0, 100.0


class DownloadError(MXNetError, OSError):
    """A file that could not be fetched."""


def _get_repo_url() -> str:
    """Return the address of the repository of models: ``MXNET_GLUON_REPO`` in the environment, else MXNet's own."""
    address = os.environ.get("MXNET_GLUON_REPO", apache_repo_url)
    return address if address.endswith("/") else f"{address}/"


def _get_repo_file_url(namespace: str, filename: str) -> str:
    """Return the address of a file in the repository."""
    return f"{_get_repo_url()}{namespace}/{filename}"


def replace_file(src: str | os.PathLike[str], dst: str | os.PathLike[str]) -> None:
    """Move a file in the place of another, in one step: there is always one of them."""
    os.replace(src, dst)


def download(
    url: str,
    path: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    sha1_hash: str | None = None,
    retries: int = 5,
    verify_ssl: bool = True,
) -> str:
    """Fetch ``url`` to a file, and return its name.

    ``path`` is the file, or a directory to put it in, or None for the current one. A file that is there is kept,
    unless ``overwrite`` or it has not the SHA-1 ``sha1_hash``. ``retries`` says how often a failure is tried again;
    ``verify_ssl=False`` accepts any certificate, with a warning. The file appears whole or not at all.

    Raises an error that is :class:`~mxnet.base.MXNetError`, OSError and RuntimeError when it cannot be fetched, also
    from a server that is silent for a minute; UserWarning when what came is not ``sha1_hash``.
    """
    target = _target(url, path)
    assert retries >= 0, f"Number of retries should be at least 0, got {retries}"
    if not verify_ssl:
        warnings.warn(
            "Unverified HTTPS request is being made (verify_ssl=False): anybody could answer it",
            UserWarning,
            stacklevel=2,
        )
    if not overwrite and os.path.exists(target) and (not sha1_hash or _sha1(target) == sha1_hash):
        return target
    os.makedirs(os.path.dirname(os.path.abspath(target)), exist_ok=True)
    for left in range(retries, -1, -1):
        try:
            fetch(url, target, sha1_hash, verify_ssl)
            return target
        except unless_interrupted(OSError, RuntimeError, UserWarning) as error:
            if not left:
                raise
            logging.warning("download of %s failed (%s), %d more attempts", url, error, left)
    raise AssertionError("the last attempt returns or raises")


def _target(url: str, path: str | os.PathLike[str] | None) -> str:
    name = url.split("/")[-1]
    if path is None:
        assert name, f"the address {url} does not end in a file's name: say what the file shall be called with path"
        return name
    place = os.path.expanduser(os.fspath(path))
    return os.path.join(place, name) if os.path.isdir(place) else place


def _sha1(filename: str) -> str:
    with open(filename, "rb") as stream:
        return hashlib.file_digest(stream, "sha1").hexdigest()


def fetch(url: str, target: str, sha1_hash: str | None = None, verify_ssl: bool = True) -> None:
    """Fetch ``url`` to a file, which appears whole or not at all, once.

    Raises :class:`DownloadError` where the server cannot be reached, answers with an error, is silent for a minute or
    sends next to nothing for longer, or ends before what it announced; UserWarning for another SHA-1.
    """
    import requests
    import urllib3

    logging.info("downloading %s from %s", target, url)
    try:
        with (
            requests.get(url, stream=True, verify=verify_ssl, timeout=SILENCE) as answer,
            atomic_write(target) as stream,
        ):
            if answer.status_code != 200:
                raise DownloadError(f"Failed downloading url {url}: status {answer.status_code}")
            digest = copy(_pieces(answer), stream, url, answer.headers.get("Content-Length"))
            if sha1_hash and digest != sha1_hash:
                raise UserWarning(
                    f"File {target} is downloaded but the content hash does not match: the repository may have "
                    "changed, or the download was incomplete"
                )
    except (requests.RequestException, urllib3.exceptions.HTTPError) as error:
        raise DownloadError(f"Failed downloading url {url}: {_reason(error)}") from error


def _pieces(answer: Any) -> Iterator[bytes]:
    """Yield what comes as soon as it does: a server that sends byte by byte must not go unnoticed."""
    read = getattr(answer.raw, "read1", None)
    if read is None or not hasattr(answer.raw, "stream"):
        yield from answer.iter_content(1 << 16)
        return
    while piece := read(1 << 16, decode_content=True):
        yield piece


def _reason(error: Exception) -> str:
    if "timed out" in str(error).lower():
        return f"the server was silent for {SILENCE:g} seconds"
    return str(error)


def copy(pieces: Iterable[bytes], stream: IO[bytes], url: str, length: str | None = None) -> str:
    """Write the pieces of a download to a file and return their SHA-1; :class:`DownloadError` where they are too slow.

    A minute may bring fewer than 100 bytes a second only if it is the last. On a terminal a bar shows how many of the
    ``length`` bytes, as a server announces them, are there.
    """
    total = int(length) if length and length.isdecimal() else 0
    with Progress(total, os.path.basename(url), "bytes") as bar:
        return _copy(pieces, stream, url, bar)


def _copy(pieces: Iterable[bytes], stream: IO[bytes], url: str, bar: Progress) -> str:
    digest = hashlib.sha1(usedforsecurity=False)
    since, came = time.monotonic(), 0
    for piece in pieces:
        bar.advance(len(piece))
        stream.write(piece)
        digest.update(piece)
        came += len(piece)
        if time.monotonic() - since > SILENCE:
            if came < SLOWEST * SILENCE:
                raise DownloadError(f"Failed downloading url {url}: only {came} bytes came in {SILENCE:g} seconds")
            since, came = time.monotonic(), 0
    return digest.hexdigest()
