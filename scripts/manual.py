"""Count what the manual says: how many public names have their parameters explained, and an example.

PYTHONPATH=src python scripts/manual.py [--write] [--missing NAMESPACE]

The table is printed, or written to docs/manual.md; ``--missing mx.nd`` lists what the names of a namespace lack.
"""

from __future__ import annotations

import argparse
import doctest
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mxnet.registry.manual import explained, split

PAGE = Path(__file__).parents[1] / "docs" / "manual.md"
_HEAD = """\
# The manual

What `help()`, an editor and the site say of a public name: how many explain all their parameters, say what they return,
and show an example. Every example is run by the tests. Written by `python scripts/manual.py --write`.

| namespace | names | parameters explained | returns | example | characters (median) |
|---|---|---|---|---|---|
"""
#: the modules whose public functions and classes are counted, by the title of their row; ``Class`` counts its methods
NAMESPACES = {
    "mx.nd": ("ndarray", "ndarray.contrib", "ndarray.linalg", "ndarray.image", "ndarray.random", "ndarray.sparse"),
    "NDArray": ("ndarray:NDArray",),
    "mx.sym": ("symbol", "symbol.contrib", "symbol.linalg", "symbol.image", "symbol.random"),
    "Symbol, Executor": ("symbol:Symbol", "executor:Executor"),
    "mx.np": ("numpy", "numpy.linalg", "numpy.random", "numpy.fft"),
    "mx.np.ndarray": ("numpy:ndarray",),
    "mx.npx": ("numpy_extension",),
    "gluon.nn, rnn, loss": ("gluon.nn", "gluon.rnn", "gluon.loss", "gluon.contrib.nn", "gluon.contrib.rnn"),
    "gluon": (
        *("gluon", "gluon.data", "gluon.data.vision", "gluon.data.vision.transforms", "gluon.utils"),
        *("gluon.contrib.data.vision", "gluon.contrib.data.vision.transforms.bbox.utils"),
    ),
    "methods of gluon": (
        *("gluon:Block", "gluon:HybridBlock", "gluon:Parameter", "gluon:ParameterDict", "gluon:Trainer"),
        "gluon.rnn:RecurrentCell",
    ),
    "mx.mod, model": ("module", "model", "module:Module", "module:BucketingModule", "model:FeedForward"),
    "optimizer, lr_scheduler": ("optimizer", "lr_scheduler", "optimizer:Optimizer"),
    "metric": ("metric", "metric:EvalMetric"),
    "init": ("initializer",),
    "io, recordio, image": ("io", "recordio", "image"),
    "methods of io, recordio, image": (
        *("io:DataDesc", "io:DataIter", "io:NDArrayIter", "io:MXDataIter", "io:ResizeIter", "io:PrefetchingIter"),
        *("recordio:MXRecordIO", "recordio:MXIndexedRecordIO", "image:ImageIter", "image:ImageDetIter"),
        *("image:Augmenter", "image:SequentialAug", "image:DetBorrowAug", "image:DetRandomSelectAug"),
    ),
    "the rest": (
        *("autograd", "kvstore", "operator", "profiler", "visualization", "callback", "monitor", "rnn", "random"),
        *("contrib.amp", "contrib.quantization", "contrib.text", "onnx", "context", "kvstore:KVStore"),
    ),
}


class Name(NamedTuple):
    """A public name and what it stands for."""

    path: str
    value: Any

    @property
    def doc(self) -> str:
        """The docstring, also one that is inherited."""
        return inspect.getdoc(self.value) or ""

    @property
    def taken(self) -> set[str]:
        """The parameters of the signature; what keywords are collected as is in the text as ``**kwargs``."""
        function = self.value.__init__ if inspect.isclass(self.value) else self.value
        try:
            return set(inspect.signature(function).parameters)
        except (TypeError, ValueError):
            return set()

    @property
    def unknown(self) -> set[str]:
        """The parameters that the text explains and the signature, which collects no others, does not have."""
        return set() if {"args", "kwargs"} & self.taken else explained(self.doc).keys() - self.taken - {"others"}

    def unexplained(self) -> list[str]:
        """Return the parameters that the docstring does not explain."""
        known = explained(self.doc)
        asked = {name for name in self.taken if not name.startswith("_")} - {"self", "cls", "args", "kwargs"}
        return sorted(name for name in asked if not known.get(name, ("", ""))[1])

    @property
    def returns(self) -> bool:
        """Whether it says what is returned; classes and what returns None need not."""
        if inspect.isclass(self.value) or {"Returns", "Yields"} & split(self.doc)[1].keys():
            return True
        return inspect.signature(self.value).return_annotation in (None, "None")

    @property
    def example(self) -> bool:
        """Whether an example is shown."""
        return bool(doctest.DocTestParser().get_examples(self.doc))

    @property
    def lacks(self) -> list[str]:
        """What it does not say, in words."""
        unexplained = self.unexplained()
        return [
            *([f"meaning of {', '.join(unexplained)}"] if unexplained else []),
            *([] if self.returns else ["what it returns"]),
            *([] if self.example else ["example"]),
        ]


def names(namespace: str) -> Iterator[Name]:
    """Yield the public names of a namespace: functions and classes of the library, and methods of classes."""
    for place in NAMESPACES[namespace]:
        module, _, cls = place.partition(":")
        scope: Any = importlib.import_module(f"mxnet.{module}")
        scope = getattr(scope, cls) if cls else scope
        for name in sorted(dir(scope)):
            value = inspect.getattr_static(scope, name, None) if cls else getattr(scope, name)
            value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            if not name.startswith("_") and (inspect.isfunction(value) if cls else _counts(value, module)):
                yield Name(f"mx.{module}.{cls}.{name}" if cls else f"mx.{module}.{name}", value)


def _counts(value: Any, module: str) -> bool:
    """Return whether a value is a function or a class of the library, and not of an upper module."""
    own = str(getattr(value, "__module__", ""))
    if not own.startswith("mxnet") or not (inspect.isclass(value) or inspect.isfunction(value)):
        return False
    room = module.split(".")[0]
    return own.split(".")[1:2] == [room] or own.startswith(("mxnet.ops", "mxnet.frontend")) or room in own


def rows() -> Iterator[tuple[str, list[Name]]]:
    """Yield the names of each namespace; a value that has several names counts once."""
    for namespace in NAMESPACES:
        yield namespace, list({id(name.value): name for name in names(namespace)}.values())


def _table() -> Iterator[str]:
    for namespace, entries in rows():
        count = len(entries)
        lengths = sorted(len(entry.doc) for entry in entries)
        shares = [
            sum(not entry.unexplained() for entry in entries),
            sum(entry.returns for entry in entries),
            sum(entry.example for entry in entries),
        ]
        cells = " | ".join(f"{share} ({100 * share // max(count, 1)}%)" for share in shares)
        yield f"| {namespace} | {count} | {cells} | {lengths[count // 2] if lengths else 0} |"


def main() -> None:
    """Print the table or what is missing, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/manual.md")
    parser.add_argument("--missing", metavar="NAMESPACE", help="list what the names of a namespace lack")
    args = parser.parse_args()
    if args.missing:
        for entry in dict(rows())[args.missing]:
            if lacks := entry.lacks:
                print(f"{entry.path}: {'; '.join(lacks)}")
        return
    text = _HEAD + "\n".join(_table()) + "\n"
    if args.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
