"""Downloads: from MXNet's addresses or mirrors, resumed, checked, and one process at a time for a file."""

from typing import TYPE_CHECKING

from ..lazy_imports import imported_later
from .addresses import REPOSITORY, data_dir, data_dir_default, mirror_dir, repository
from .errors import ChecksumError, DownloadError

if TYPE_CHECKING:
    from .fetching import Source, fetch, has_sha1, sha1_of

__all__ = [
    "REPOSITORY", "ChecksumError", "DownloadError", "Source", "data_dir", "data_dir_default", "fetch", "has_sha1",
    "mirror_dir", "repository", "sha1_of",
]  # fmt: skip
_LATER = ("Source", "fetch", "has_sha1", "sha1_of")
__getattr__, __dir__ = imported_later(__name__, {name: f".fetching:{name}" for name in _LATER})
