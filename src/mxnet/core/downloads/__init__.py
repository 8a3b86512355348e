"""Downloads: from MXNet's addresses or mirrors, resumed, checked, and one process at a time for a file."""

from typing import TYPE_CHECKING

from ..errors import MXNetError
from ..lazy_imports import imported_later
from .addresses import REPOSITORY, data_dir, data_dir_default, mirror_dir, repository

if TYPE_CHECKING:
    from .fetching import Source, fetch, has_sha1, sha1_of

__all__ = [
    "REPOSITORY", "ChecksumError", "DownloadError", "Source", "data_dir", "data_dir_default", "fetch", "has_sha1",
    "mirror_dir", "repository", "sha1_of",
]  # fmt: skip
_LATER = ("Source", "fetch", "has_sha1", "sha1_of")
__getattr__, __dir__ = imported_later(__name__, {name: f".fetching:{name}" for name in _LATER})


class DownloadError(MXNetError, OSError):
    """A file that could not be downloaded."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ChecksumError(DownloadError, UserWarning):
    """A file that was downloaded and is not the one that was published; a UserWarning too, as in 1.9.1."""


class Failure(Exception):
    """One address did not give the file; :func:`~mxnet.core.downloads.fetching.fetch` makes one error of all of them.

    ``attempts``: how often it may be asked, in all; ``silent``: no connection came about in time; ``checksum``: another
    file came.
    """

    def __init__(self, reason: str, attempts: float = 1, silent: bool = False, checksum: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.attempts, self.silent, self.checksum = reason, attempts, silent, checksum
