"""Optimizers: how weights change by their gradients. One optimizer a file; :class:`Optimizer` is the base of all."""

from __future__ import annotations

from .adam import Adam
from .base import Optimizer, create, register
from .nag import NAG
from .sgd import SGD, ccSGD
from .test import Test
from .updater import Updater, get_updater, load_states, save_states

__all__ = [
    "NAG",
    "SGD",
    "Adam",
    "Optimizer",
    "Test",
    "Updater",
    "ccSGD",
    "create",
    "get_updater",
    "load_states",
    "register",
    "save_states",
]

# Files of states name the classes by this module; MXNet and we read each other's.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = f"{__name__}.optimizer"
del _name

from . import optimizer  # noqa: E402, F401
