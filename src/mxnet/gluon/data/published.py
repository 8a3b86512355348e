"""The files of well-known data sets: used where they are, downloaded where they are not.

Files are named by their names and SHA-1 checksums, as 1.9.1's data sets have them (``_train_data``); a checksum of
None stands for any content.
"""

import os
import warnings
from collections.abc import Callable, Sequence

from ...core.downloads import DownloadError, Source, fetch, has_sha1
from ...core.files.archives import extract_files
from ...core.files.paths import is_file, is_folder
from ..download import _get_repo_file_url

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
