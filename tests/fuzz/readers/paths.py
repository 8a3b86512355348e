"""Paths that are none: with a NUL in them, or with half of a character."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mxnet as mx

from ..reader import Files, reader
from .whole import dense

_PATHS = (b"\0", b"a\0b", b"a\0b.params", b"\0/a", b"\xed\xa0\x80", b"a/\xed\xbf\xbf", b"nowhere/a.rec")


def _with_states(path: str) -> object:
    store = mx.kv.create()
    store.set_optimizer(mx.optimizer.SGD())
    return store.load_optimizer_states(path)


#: all that is called with the path of a file
_CALLED: dict[str, Callable[[str], object]] = {
    "nd.load": mx.nd.load,
    "nd.save": lambda path: mx.nd.save(path, mx.nd.ones((1,))),
    "sym.load": mx.sym.load,
    "sym.save": lambda path: dense().save(path),
    "load_checkpoint": lambda path: mx.model.load_checkpoint(path, 1),
    "save_checkpoint": lambda path: mx.model.save_checkpoint(path, 1, dense(), {}, {}),
    "Module.load": lambda path: mx.mod.Module.load(path, 1),
    "SymbolBlock.imports": lambda path: mx.gluon.SymbolBlock.imports(path, ["data"], path),
    "load_parameters": lambda path: mx.gluon.nn.Dense(1, in_units=1).load_parameters(path),
    "Block.load": lambda path: mx.gluon.nn.Dense(1, in_units=1).load(path),
    "optimizer states": _with_states,
}


def _cases() -> list[Files]:
    return [{"path.txt": path} for path in _PATHS]


def _put(name: str, call: Callable[[str], object]) -> None:
    @reader(f"path of {name}", list, _cases, lambda dice: {"path.txt": dice.choice(_PATHS)}, names_file=False)
    def read(folder: Path) -> object:
        return call((folder / "path.txt").read_bytes().decode("utf-8", "surrogatepass"))


for _name, _call in _CALLED.items():
    _put(_name, _call)
