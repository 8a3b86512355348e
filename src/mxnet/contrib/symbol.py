"""``mxnet.contrib.symbol``: the operators of ``mx.sym.contrib``, under the name that they had first."""

from typing import Any

from ..symbol import contrib as _contrib

__all__ = [name for name in dir(_contrib) if not name.startswith("_")]


def __getattr__(name: str) -> Any:
    return getattr(_contrib, name)


def __dir__() -> list[str]:
    return dir(_contrib)
