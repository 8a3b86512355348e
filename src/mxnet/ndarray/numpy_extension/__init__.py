"""``mx.nd.npx``: operators of neural networks on arrays of the NumPy interface, made at first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...registry.binding import attach, directory
from ..numpy._call import call, fast
from . import image, random
from .control_flow import cond, foreach, while_loop

if TYPE_CHECKING:
    from ..._stubs.nd_npx import *

__all__ = ["cond", "foreach", "image", "random", "while_loop"]


def __getattr__(name: str) -> Any:
    return attach(globals(), "numpy_extension", name, call, symbolic=False, fast=fast)


def __dir__() -> list[str]:
    return sorted({*globals(), *directory("numpy_extension")})
