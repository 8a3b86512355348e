"""Data iterators: batches from arrays and from files."""

from __future__ import annotations

from . import io, utils  # noqa: F401
from .io import *  # noqa: F403  # MXNet has its iterators in both places
from .io import __all__

for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = f"{__name__}.io"
del _name
