"""Downloading files, from the web to a local place, and those of well-known data sets."""

import os
import warnings
from collections.abc import Callable, Sequence

from ..core import downloads
from ..core.downloads import REPOSITORY, DownloadError, Source, fetch, has_sha1, repository
from ..core.files.archives import extract_files
from ..core.files.paths import exists, is_file, is_folder

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


# -- the files of well-known data sets: used where they are, downloaded where they are not -----------------------------
# Files are named by their names and SHA-1 checksums, as 1.9.1's data sets have them (``_train_data``); a checksum of
# None stands for any content.


#: a file's name and its SHA-1
File = tuple[str, str | None]


def advice(name: str | None, folder: str, files: Sequence[File]) -> str:
    """Return what can be done about files that are not there: ``name`` is theirs for ``remx fetch``, if it has them."""
    listed = ", ".join(f"{file} (SHA-1 {sha1})" if sha1 else file for file, sha1 in files)
    ahead = ""
    if name is not None:
        ahead = f"run `remx fetch {name} --to DIR` where there is a network, and name a copy of that folder with "
        ahead += "MXNET_HOME; or "
    return (
        f"Put {listed} into {os.path.abspath(folder)}; or {ahead}name a server or a folder that has the files with "
        "MXNET_GLUON_REPO or MXNET_DATA_MIRROR"
    )


def repository_files(namespace: str, root: str, files: Sequence[File]) -> list[str]:
    """Return the paths of files of the repository's folder ``gluon/dataset/<namespace>`` in ``root``.

    Files that are not there, or have another checksum, are downloaded. Raises
    :class:`~mxnet.core.downloads.DownloadError`.
    """
    missing = [file for file in files if not has_sha1(os.path.join(root, file[0]), file[1])]
    for file, sha1 in missing:
        path = os.path.join(root, file)
        source = Source(_get_repo_file_url(f"gluon/dataset/{namespace}", file), path, sha1)

        def get(source: Source = source) -> None:
            fetch([source], lambda: has_sha1(source.path, source.sha1), advice=advice(namespace, root, missing))

        download_or_keep(get, [path])
    return [os.path.join(root, file) for file, _ in files]


def archived_files(
    namespace: str, root: str, archive: File, files: Sequence[File], all_files: Sequence[File]
) -> list[str]:
    """Return the paths of ``files`` in ``root``, or in a folder there, which are taken out of an archive if need be.

    The archive is the one in ``root``, or it is downloaded from the repository's folder ``gluon/dataset/<namespace>``;
    then all its files that are in ``every`` are taken out. Raises :class:`~mxnet.core.downloads.DownloadError`.
    """
    if paths := _paths(root, files):
        return paths
    targets = {file: (os.path.join(root, file), sha1) for file, sha1 in all_files}
    path = os.path.join(root, archive[0])
    needed = {file: targets[file] for file, _ in files}

    def unpack(packed: str) -> None:
        try:
            extract_files(packed, targets)
        except FileNotFoundError:  # an archive of the needed half will do
            extract_files(packed, needed)

    def get() -> None:
        source = Source(_get_repo_file_url(f"gluon/dataset/{namespace}", archive[0]), path, unpack=unpack)
        fetch([source], lambda: _paths(root, files) is not None, advice=advice(namespace, root, [archive, *files]))

    download_or_keep(get, [target for target, _ in needed.values()])
    return _paths(root, files) or [target for target, _ in needed.values()]


def _paths(root: str, files: Sequence[File]) -> list[str] | None:
    """Return where the files are, in ``root`` or in one folder of it; None where they are not."""
    inner = sorted(entry.path for entry in os.scandir(root) if entry.is_dir()) if is_folder(root) else []
    for folder in (root, *inner):
        if all(has_sha1(os.path.join(folder, file), sha1) for file, sha1 in files):
            return [os.path.join(folder, file) for file, _ in files]
    return None


def download_or_keep(get: Callable[[], None], paths: Sequence[str]) -> None:
    """Download; where that is not possible, and other files of the names are there, warn and leave them."""
    try:
        get()
    except DownloadError as error:
        if not all(is_file(path) for path in paths):
            raise
        warnings.warn(
            f"{', '.join(paths)}: by its checksum not the published content, and used as it is. {error}", stacklevel=2
        )
