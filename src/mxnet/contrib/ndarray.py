"""``mxnet.contrib.ndarray``: the operators of ``mx.nd.contrib``, under the name that they had first."""

from typing import Any

from ..ndarray import contrib as _contrib

__all__ = [name for name in dir(_contrib) if not name.startswith("_")]


def __getattr__(name: str) -> Any:
    return getattr(_contrib, name)


def __dir__() -> list[str]:
    return dir(_contrib)
