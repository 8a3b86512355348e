"""Downloads: from MXNet's addresses or mirrors, resumed, checked, and one process at a time for a file."""

from .addresses import REPOSITORY, data_dir, data_dir_default, mirror_dir, repository
from .errors import ChecksumError, DownloadError
from .fetching import Source, fetch, has_sha1, sha1_of

__all__ = [
    "REPOSITORY",
    "ChecksumError",
    "DownloadError",
    "Source",
    "data_dir",
    "data_dir_default",
    "fetch",
    "has_sha1",
    "mirror_dir",
    "repository",
    "sha1_of",
]
