"""``mx.nd.numpy._internal``: operators of the NumPy interface, made at first use."""

from __future__ import annotations

from typing import Any

from ...registry.binding import attach, directory
from ._call import call, fast


def __getattr__(name: str) -> Any:
    return attach(globals(), "numpy._internal", name, call, symbolic=False, fast=fast)


def __dir__() -> list[str]:
    return sorted({*globals(), *directory("numpy._internal")})
