"""Downloading files, from the web to a local place."""

import os
import warnings

from ..core import downloads
from ..core.downloads import REPOSITORY, DownloadError, repository
from ..core.files.paths import exists, is_folder

__all__ = ["DownloadError", "_get_repo_file_url", "_get_repo_url", "apache_repo_url", "download", "replace_file"]

#: Where MXNet's pretrained models and data sets lie, unless the environment names another place.
apache_repo_url = REPOSITORY


def _get_repo_url() -> str:
    """Return the address of the repository of models: ``MXNET_GLUON_REPO`` in the environment, else MXNet's own."""
    return repository()


def _get_repo_file_url(namespace: str, filename: str) -> str:
    """Return the address of a file in the repository."""
    return f"{_get_repo_url()}{namespace}/{filename}"


def replace_file(src: str | os.PathLike[str], dst: str | os.PathLike[str]) -> None:
    """Move a file in the place of another, in one step: there is always one of them.

    Parameters
    ----------
    src : str or path
        The file that is moved.
    dst : str or path
        Where to; a file that is there is replaced.

    Examples
    --------
    >>> for name in 'ab':
    ...     with open(name, 'w') as stream:
    ...         n = stream.write(name)
    >>> gluon.utils.replace_file('a', 'b')
    >>> import os
    >>> os.path.exists('a'), os.path.exists('b')
    (False, True)
    """
    os.replace(src, dst)


def download(
    url: str,
    path: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    sha1_hash: str | None = None,
    retries: int = 5,
    verify_ssl: bool = True,
) -> str:
    """Download a file, and return its name. A file that is there is kept.

    The file appears complete or not at all; of several processes that ask for it at the same time, one downloads it. A
    proxy is taken from the environment; ``MXNET_DATA_MIRROR`` names an address or a folder to look in first, and
    ``MXNET_OFFLINE=1`` forbids to use the network.

    Parameters
    ----------
    url
        The address.
    path
        The file to write, or a folder to put it in; None: the current one.
    overwrite
        Whether a file that is there is downloaded again.
    sha1_hash
        The SHA-1 of the file, in hexadecimal digits: a file that has another is downloaded again; None: any will do.
    retries
        How often an address is asked that is silent, breaks off or is busy; other failures are final.
    verify_ssl
        Whether the server must prove who it is; False: any certificate is accepted, with a warning.

    Returns
    -------
    The name of the file.

    Raises
    ------
    DownloadError
        An :class:`~mxnet.base.MXNetError` and OSError that names the addresses and what they said; it is a UserWarning
        as well when what came is not ``sha1_hash``.

    Examples
    --------
    >>> with open('labels.txt', 'w') as stream:
    ...     n = stream.write('cat')
    >>> gluon.utils.download('https://example.com/labels.txt')  # it is there already
    'labels.txt'
    """
    target = _target(url, path)
    assert retries >= 0, f"Number of retries should be at least 0, got {retries}"
    if not verify_ssl:
        warnings.warn(
            "Unverified HTTPS request is being made (verify_ssl=False): anybody could answer it",
            UserWarning,
            stacklevel=2,
        )

    def present() -> bool:
        return not overwrite and exists(target) and (not sha1_hash or downloads.has_sha1(target, sha1_hash))

    if not present():
        downloads.fetch(
            [downloads.Source(url, target, sha1_hash or None)], present, attempts=retries, verify_ssl=verify_ssl
        )
    return target


def _target(url: str, path: str | os.PathLike[str] | None) -> str:
    """Return the path of the file to make."""
    name = url.split("/")[-1]
    if path is not None:
        folder = os.path.expanduser(os.fspath(path))
        if not is_folder(folder) and not folder.endswith(("/", os.sep)):
            return folder
    else:
        folder = ""
    assert name, f"the address {url} does not end in a file's name: say what the file shall be called with path"
    if name in (".", "..") or os.path.basename(name) != name or "\0" in name:
        raise ValueError(
            f"the address {url!r} does not end in a file's name: say what the file shall be called with path"
        )
    return os.path.join(folder, name)
