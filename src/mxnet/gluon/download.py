"""Fetching files from the web to a local place."""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
import warnings

#: Where MXNet's pretrained models and data sets lie, unless the environment names another place.
_REPOSITORY = "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/"


def _get_repo_url() -> str:
    """Return the address of the repository of models: ``MXNET_GLUON_REPO`` in the environment, else MXNet's own."""
    address = os.environ.get("MXNET_GLUON_REPO", _REPOSITORY)
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

    Raises OSError or RuntimeError when it cannot be fetched, UserWarning when what came is not ``sha1_hash``.
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
            _fetch(url, target, sha1_hash, verify_ssl)
            return target
        except (OSError, RuntimeError, UserWarning) as error:
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


def _fetch(url: str, target: str, sha1_hash: str | None, verify_ssl: bool) -> None:
    """Fetch to a file beside ``target``, check it, and rename it."""
    import requests

    handle, beside = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(target)))
    try:
        logging.info("downloading %s from %s", target, url)
        with os.fdopen(handle, "wb") as stream:
            answer = requests.get(url, stream=True, verify=verify_ssl)
            if answer.status_code != 200:
                raise RuntimeError(f"Failed downloading url {url}: status {answer.status_code}")
            for piece in answer.iter_content(1 << 16):
                stream.write(piece)
        if sha1_hash and _sha1(beside) != sha1_hash:
            raise UserWarning(
                f"File {target} is downloaded but the content hash does not match: the repository may have changed, or "
                "the download was incomplete"
            )
        replace_file(beside, target)
    finally:
        if os.path.exists(beside):
            os.remove(beside)
