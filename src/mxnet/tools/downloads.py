"""What a program will download: the data sets, weights and word vectors that its source asks for."""

import ast
import os
from collections.abc import Iterator, Mapping, Sequence

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
        lines.append(f"to have it ahead, or on a machine without network: remx fetch {' '.join(names)}\n")
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
