"""The files of pretrained networks: ``NAME-XXXXXXXX.params``, X being the beginning of the file's SHA-1."""

from __future__ import annotations

import os
import warnings

from ...base import data_dir
from ...core.archives import extract_files
from ...core.downloads import Source, fetch, has_sha1
from ...core.paths import exists, is_file
from ..data.published import advice
from ..download import _get_repo_file_url, apache_repo_url, download  # noqa: F401  # programs import them from here
from ..utils import check_sha1  # noqa: F401

__all__ = ["get_model_file", "purge"]

#: The SHA-1 of the file of each network that MXNet 1.9.1 has weights for.
_model_sha1 = {
    "alexnet": "44335d1f0046b328243b32a26a4fbd62d9057b45",
    "densenet121": "f27dbf2dbd5ce9a80b102d89c7483342cd33cb31",
    "densenet161": "b6c8a95717e3e761bd88d145f4d0a214aaa515dc",
    "densenet169": "2603f878403c6aa5a71a124c4a3307143d6820e9",
    "densenet201": "1cdbc116bc3a1b65832b18cf53e1cb8e7da017eb",
    "inceptionv3": "ed47ec45a937b656fcc94dabde85495bbef5ba1f",
    "mobilenet0.25": "9f83e440996887baf91a6aff1cccc1c903a64274",
    "mobilenet0.5": "8e9d539cc66aa5efa71c4b6af983b936ab8701c3",
    "mobilenet0.75": "529b2c7f4934e6cb851155b22c96c9ab0a7c4dc2",
    "mobilenet1.0": "6b8c5106c730e8750bcd82ceb75220a3351157cd",
    "mobilenetv2_0.25": "ae8f9392789b04822cbb1d98c27283fc5f8aa0a7",
    "mobilenetv2_0.5": "aabd26cd335379fcb72ae6c8fac45a70eab11785",
    "mobilenetv2_0.75": "e2be7b72a79fe4a750d1dd415afedf01c3ea818d",
    "mobilenetv2_1.0": "36da4ff1867abccd32b29592d79fc753bca5a215",
    "resnet101_v1": "d988c13d6159779e907140a638c56f229634cb02",
    "resnet101_v2": "18e93e4f48947e002547f50eabbcc9c83e516aa6",
    "resnet152_v1": "671c637a14387ab9e2654eafd0d493d86b1c8579",
    "resnet152_v2": "f2695542de38cf7e71ed58f02893d82bb409415e",
    "resnet18_v1": "a0666292f0a30ff61f857b0b66efc0228eb6a54b",
    "resnet18_v2": "a81db45fd7b7a2d12ab97cd88ef0a5ac48b8f657",
    "resnet34_v1": "48216ba99a8b1005d75c0f3a0c422301a0473233",
    "resnet34_v2": "9d6b80bbc35169de6b6edecffdd6047c56fdd322",
    "resnet50_v1": "0aee57f96768c0a2d5b23a6ec91eb08dfb0a45ce",
    "resnet50_v2": "ecdde35339c1aadbec4f547857078e734a76fb49",
    "squeezenet1.0": "264ba4970a0cc87a4f15c96e25246a1307caf523",
    "squeezenet1.1": "33ba0f93753c83d86e1eb397f38a667eaf2e9376",
    "vgg11": "dd221b160977f36a53f464cb54648d227c707a05",
    "vgg11_bn": "ee79a8098a91fbe05b7a973fed2017a6117723a8",
    "vgg13": "6bc5de58a05a5e2e7f493e2d75a580d83efde38c",
    "vgg13_bn": "7d97a06c3c7a1aecc88b6e7385c2b373a249e95e",
    "vgg16": "e660d4569ccb679ec68f1fd3cce07a387252a90a",
    "vgg16_bn": "7f01cf050d357127a73826045c245041b0df7363",
    "vgg19": "ad2f660d101905472b83590b59708b71ea22b2e5",
    "vgg19_bn": "f360b758e856f1074a85abd5fd873ed1d98297c3",
}

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
