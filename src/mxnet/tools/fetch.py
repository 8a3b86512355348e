"""Download what programs will want: data sets, weights and word vectors, to the folders where they look for them.

remx fetch mnist resnet50_v2 glove.6B.50d
"""

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..contrib.text import embedding
from ..core.downloads import DownloadError, Source, data_dir, fetch, mirror_dir
from ..core.downloads.addresses import path_of
from ..core.errors import nearest
from ..gluon.contrib.data import text
from ..gluon.data import vision
from ..gluon.model_zoo import model_store
from ..test_utils.datasets import FILES
from .console import FINE, PROBLEMS, Refusal, command, show, show_json, styled, table


class Item(NamedTuple):
    """Something to download: what kind it is, its folder below ``MXNET_HOME``, and what downloads it to a folder."""

    kind: str
    folder: str
    get: Callable[[str], object]


def catalogue() -> dict[str, Item]:
    """Return all that can be downloaded, by name."""
    items = {kind._namespace: _dataset(kind) for kind in _DATASETS}
    items |= {name: Item("weights", "models", _weights(name)) for name in model_store._model_sha1}
    for kind in (embedding.GloVe, embedding.FastText):
        for file in kind.pretrained_file_name_sha1:
            folder = os.path.join("embeddings", kind.__name__.lower())
            items[os.path.splitext(file)[0]] = Item("word vectors", folder, _vectors(kind, file))
    folder = os.path.basename(mirror_dir())
    return items | {name: Item("files of MXNet's site", folder, _site(urls)) for name, urls in FILES.items()}


_DATASETS: tuple[Any, ...] = (
    vision.MNIST, vision.FashionMNIST, vision.CIFAR10, vision.CIFAR100, text.WikiText2, text.WikiText103,
)  # fmt: skip


def _dataset(cls: Any) -> Item:
    folder = os.path.join("datasets", cls._namespace)
    parts: list[dict[str, Any]] = [{"_train": True}, {"_train": False}]
    if issubclass(cls, text.WikiText2) or issubclass(cls, text.WikiText103):
        parts = [{"_segment": segment} for segment in cls._data_file]

    def get(root: str) -> None:
        for part in parts:
            dataset = cls.__new__(cls)  # which is not to be read
            vars(dataset).update(part, _root=root)
            dataset._paths()

    return Item("data set", folder, get)


def _weights(name: str) -> Callable[[str], object]:
    return lambda root: model_store.published_file(name, root)


def _vectors(cls: Any, file: str) -> Callable[[str], object]:
    return lambda root: cls._get_pretrained_file(os.path.dirname(root), file)


def _site(urls: Sequence[str]) -> Callable[[str], None]:
    def get(root: str) -> None:
        for url in urls:
            path = os.path.join(root, *path_of(url).split("/"))
            if not os.path.exists(path):
                fetch([Source(url, path)], lambda path=path: os.path.exists(path))

    return get


# -- the command -------------------------------------------------------------------------------------------------------


def _check(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if not args.names and not args.list:
        parser.error("name what to download, or ask for --list")


def _list(names: Sequence[str], home: str, as_json: bool) -> int:
    items = {
        name: item
        for name, item in catalogue().items()
        if not names or name.lower().startswith(tuple(map(str.lower, names)))
    }
    rows = [(name, item.kind, os.path.join(home, item.folder)) for name, item in items.items()]
    heads = ("name", "kind", "folder")
    return show(as_json, [dict(zip(heads, row, strict=True)) for row in rows], table(heads, rows))


def find(name: str, items: dict[str, Item]) -> str:
    """Return the name in the catalogue that is meant; a :class:`Refusal` where there is none."""
    stem = name.removesuffix(".txt").removesuffix(".vec")
    by_name = {known.lower(): known for known in items}
    for text_ in (name, stem):
        if text_.lower() in by_name:
            return by_name[text_.lower()]
    raise Refusal(f"{name}: there is nothing of this name to download{nearest(name, items)}; see remx fetch --list")


def _run(names: Sequence[str], home: str, as_json: bool) -> int:
    items = catalogue()
    chosen = dict.fromkeys(find(name, items) for name in names)
    failed: dict[str, str] = {}
    for name in chosen:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            try:
                items[name].get(os.path.join(os.path.abspath(os.path.expanduser(home)), items[name].folder))
            except DownloadError as error:
                failed[name] = str(error)
        if seen and name not in failed:
            failed[name] = str(seen[0].message)
        if not as_json:
            _print(name, items[name], home, failed.get(name))
    if as_json:
        folders = {name: os.path.join(home, items[name].folder) for name in chosen}
        show_json({name: {"folder": folder, "error": failed.get(name)} for name, folder in folders.items()})
    return PROBLEMS if failed else FINE


def _print(name: str, item: Item, home: str, error: str | None) -> None:
    if error is None:
        print(f"{styled(name, 'green')}: in {os.path.join(home, item.folder)}")
    else:
        print(f"{name}: {error}", file=sys.stderr)


main = command(
    "fetch", lambda args: (_list if args.list else _run)(args.names, args.to or data_dir(), args.json), _check
)

if __name__ == "__main__":
    sys.exit(main())
