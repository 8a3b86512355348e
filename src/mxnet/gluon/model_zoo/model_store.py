"""The files of pretrained networks: ``NAME-XXXXXXXX.params``, X being the beginning of the file's SHA-1."""

import json
import os
import warnings
from pathlib import Path

from ...base import data_dir
from ...core.downloads import Source, fetch, has_sha1
from ...core.files.archives import extract_files
from ...core.files.paths import exists, is_file
from ..download import _get_repo_file_url, advice, apache_repo_url, download  # noqa: F401  # programs import them from here
from ..utils import check_sha1  # noqa: F401

__all__ = ["get_model_file", "purge"]

_PUBLISHED: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
#: The SHA-1 of the file of each network that MXNet 1.9.1 has weights for.
_model_sha1 = _PUBLISHED["mxnet"]
#: torchvision's files by the network's name here; each ends with the beginning of its SHA-256
TORCHVISION = _PUBLISHED["torchvision"]

#: Where model files lie unless another root is given: in ``MXNET_HOME``, or in ``~/.mxnet``.
DEFAULT_ROOT = os.path.join(data_dir(), "models")


def short_hash(name: str) -> str:
    """Return the eight digits in the name of a network's file; ValueError when there are no weights for it."""
    if name not in _model_sha1:
        raise ValueError(f"there are no pretrained weights for {name!r}; there are for: {', '.join(_model_sha1)}")
    return _model_sha1[name][:8]


def get_model_file(name: str, root: str = DEFAULT_ROOT) -> str:
    """Return the path of a network's weights in the directory ``root``; they are downloaded unless they are there.

    Where ``remx fetch-zoo`` has converted torchvision's weights (``NAME-torchvision.params``), and MXNet's are not
    there, those are taken, with a warning. Raises ValueError where there are no weights of that name, and
    :class:`~mxnet.core.downloads.DownloadError`.
    """
    converted = converted_file(name, root)
    if not is_file(converted) or has_sha1(_path(name, root), _model_sha1[name]):
        return published_file(name, root)
    warnings.warn(
        f"{converted}: the weights of {name} are torchvision's, converted by remx fetch-zoo, and not MXNet's: their "
        "accuracy is another one",
        stacklevel=2,
    )
    return converted


def _path(name: str, root: str) -> str:
    return os.path.join(os.path.expanduser(root), f"{name}-{short_hash(name)}.params")


def published_file(name: str, root: str = DEFAULT_ROOT) -> str:
    """Return the path of MXNet's own weights of a network; for errors see :func:`get_model_file`."""
    path = _path(name, root)
    sha1, file_name = _model_sha1[name], os.path.basename(path)
    archive = f"{path.removesuffix('.params')}.zip"
    source = Source(
        _get_repo_file_url("gluon/models", os.path.basename(archive)),
        archive,
        unpack=lambda packed: extract_files(packed, {file_name: (path, sha1)}),
        keep=False,
    )
    if not has_sha1(path, sha1):
        fetch([source], lambda: has_sha1(path, sha1), advice=_advice(name, path))
    return path


def converted_file(name: str, root: str = DEFAULT_ROOT) -> str:
    """Return the path for torchvision's weights of a network, in MXNet's form."""
    return os.path.join(os.path.expanduser(root), f"{name}-torchvision.params")


def _advice(name: str, path: str) -> str:
    other = ". The file there is another one: weights of your own are loaded with load_parameters"
    return advice(name, os.path.dirname(path), [(os.path.basename(path), _model_sha1[name])]) + (
        other if exists(path) else ""
    )


def purge(root: str = DEFAULT_ROOT) -> None:
    """Remove all files of parameters from the directory ``root``."""
    root = os.path.expanduser(root)
    for name in os.listdir(root):
        if name.endswith(".params"):
            os.remove(os.path.join(root, name))
