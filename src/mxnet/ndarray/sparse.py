"""``mx.nd.sparse``: the operators of that name, on dense arrays. Arrays in sparse storage are not there yet."""

from __future__ import annotations

from typing import Any

from ..registry.binding import attach, directory
from ._call import call, fast


def __getattr__(name: str) -> Any:
    return attach(globals(), "sparse", name, call, symbolic=False, fast=fast)


def __dir__() -> list[str]:
    return sorted({*globals(), *directory("sparse")})
