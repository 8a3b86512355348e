"""The downloads of a program: what its source asks for, and what it wanted when it failed."""

import ast
import os
import types
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core.downloads import DownloadError
from ..core.downloads.addresses import shown
from ..gluon.model_zoo import model_store, vision
from .idioms import Names

_SETS = {
    "MNIST": "mnist", "FashionMNIST": "fashion-mnist", "CIFAR10": "cifar10", "CIFAR100": "cifar100",
    "WikiText2": "wikitext-2", "WikiText103": "wikitext-103", "get_mnist": "mnist", "get_mnist_ubyte": "mnist",
    "get_mnist_iterator": "mnist", "get_mnist_pkl": "mnist", "get_cifar10": "cifar10",
}  # fmt: skip
_MODULES = ("mxnet.gluon.data.vision", "mxnet.gluon.contrib.data", "mxnet.test_utils")
_ZOO = "mxnet.gluon.model_zoo.vision"
_WORDS = "mxnet.contrib.text.embedding"
_NETWORKS = {make.__name__: name for name, make in vision._MODELS.items()}
_VECTORS = {"glove": "glove.840B.300d.txt", "fasttext": "wiki.simple.vec"}


def downloads_of(tree: ast.AST, names: Names) -> Iterator[tuple[int, str]]:
    """Give what the calls of a program download, each with its line: names for ``remx fetch``, and addresses."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            dotted = names.resolve(node.func)
            item = _of_call(dotted, node) if dotted else None
            if item:
                yield node.lineno, item


def summary(downloads: Mapping[str, Sequence[str]]) -> str:
    """Return lines that say what programs download, by name, and how to do it ahead; nothing where they do not."""
    lines = [f"downloads {what} ({', '.join(places)})\n" for what, places in downloads.items()]
    names = [what for what in downloads if "://" not in what]
    if names:
        lines.append(f"to download beforehand, for a machine without network: remx fetch {' '.join(names)}\n")
    return "".join(lines)


def _of_call(dotted: str, call: ast.Call) -> str | None:
    module, _, name = dotted.rpartition(".")
    if name in _SETS and module.startswith(_MODULES):
        return _SETS[name]
    if module.startswith(_ZOO) and _is_pretrained(call):
        known = _NETWORKS.get(name) or (str(_argument(call, 0, "name")).lower() if name == "get_model" else None)
        return known if known in model_store._model_sha1 else None
    if module == _WORDS and name in ("create", "GloVe", "FastText"):
        kind = str(_argument(call, 0, "embedding_name") if name == "create" else name).lower()
        file = _argument(call, -1 if name == "create" else 0, "pretrained_file_name") or _VECTORS.get(kind)
        return os.path.splitext(str(file))[0] if file else None
    if dotted == "mxnet.test_utils.download_model":
        return str(_argument(call, 0, "model_name") or "") or None
    if dotted in ("mxnet.gluon.utils.download", "mxnet.test_utils.download"):
        return str(_argument(call, 0, "url") or "") or None
    return None


def _argument(call: ast.Call, position: int, keyword: str) -> object:
    """Return the value of an argument that is a constant, None otherwise."""
    values = [item.value for item in call.keywords if item.arg == keyword]
    if position >= 0:
        values += call.args[position : position + 1]
    return values[0].value if values and isinstance(values[0], ast.Constant) else None


def _is_pretrained(call: ast.Call) -> bool:
    values = [item.value for item in call.keywords if item.arg == "pretrained"]
    return bool(values) and not (isinstance(values[0], ast.Constant) and not values[0].value)


# -- what a program wanted to download when it failed: the address, the file, and where a file put by hand is taken


#: packages whose errors are those of a download, with the names of what their functions call an address
_PACKAGES = frozenset(("requests", "urllib", "urllib3", "http", "socket", "ssl", "pandas"))
_ADDRESSES = ("url", "fullurl", "full_url", "address", "filepath_or_buffer", "data_url")


def failed_download(error: BaseException) -> str:
    """Return what a failed download was of and what can be done; empty for other errors."""
    if isinstance(error, DownloadError) or not _is_of_network(error):
        return ""  # that of the library says all of it
    frames = [*_frames(error)]
    address = _address(error, frames)
    if address is None:
        return ""
    name = os.path.basename(urllib.parse.unquote(urllib.parse.urlsplit(address).path))
    lines = [f"{shown(address)} did not answer as expected ({_reason(error)})"]
    target = _target(frames, name, address)
    if target is None:
        what = f"it is to give {name}; " if name else ""
        lines.append(f"{what}the program reads it from there, and takes no file that is put anywhere by hand")
    else:
        path = os.path.abspath(os.path.expanduser(target))
        lines.append(f"{os.path.basename(path)} is expected: put by hand into {os.path.dirname(path)}, it is found")
        sha1 = _sha1(frames)
        if sha1:
            lines.append(f"the program takes it only if its SHA-1 is {sha1}")
    return "\n".join(lines)


def _is_of_network(error: BaseException) -> bool:
    return any(
        cls.__module__.split(".")[0] in ("requests", "urllib", "urllib3", "http") for cls in type(error).__mro__
    ) or (isinstance(error, (ConnectionError, TimeoutError)))


def _reason(error: BaseException) -> str:
    code = getattr(error, "code", None) or getattr(getattr(error, "response", None), "status_code", None)
    if code:
        return f"status {code}"
    reason: Any = getattr(error, "reason", None) or error
    return " ".join(str(reason).split())[:160] or type(error).__name__


def _frames(error: BaseException) -> Iterator[types.FrameType]:
    """Give the frames of an error, the program's first."""
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def _address(error: BaseException, frames: list[types.FrameType]) -> str | None:
    for candidate in (getattr(getattr(error, "request", None), "url", None), getattr(error, "url", None)):
        if isinstance(candidate, str) and "://" in candidate:
            return candidate
    for frame in reversed(frames):
        for name in _ADDRESSES:
            value = frame.f_locals.get(name)
            value = getattr(value, "full_url", value)
            if isinstance(value, str) and value.startswith(("http://", "https://", "ftp://")):
                return value
    return None


def _target(frames: list[types.FrameType], name: str, address: str) -> str | None:
    """Return the path that the program has for what it downloads: a variable that ends with the file's name."""
    for frame in reversed(frames):
        module = str(frame.f_globals.get("__name__", "")).split(".")[0]
        if module in _PACKAGES and frame.f_code.co_name != "urlretrieve":
            continue
        for value in [*frame.f_locals.values()]:
            text = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
            if not isinstance(text, str) or "://" in text or not text or "\n" in text:
                continue
            if name and os.path.basename(text) == name and text != address:
                return text
        if frame.f_code.co_name == "urlretrieve" and isinstance(frame.f_locals.get("filename"), str):
            return str(frame.f_locals["filename"])
    return None


def _sha1(frames: list[types.FrameType]) -> str | None:
    for frame in reversed(frames):
        for key, value in frame.f_locals.items():
            if "sha1" in key and isinstance(value, str) and len(value) == 40:
                return value
    return None
