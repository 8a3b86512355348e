"""The random generators: one per device, apart from PyTorch's own.

MXNet starts every process from the same seed, so a script without ``mx.random.seed`` is repeatable; so do we.
PyTorch's global generators are never touched.
"""

from __future__ import annotations

import torch

from .forking import ReentrantLock
from .tracing import exported

_DEFAULT_SEED = 0
_lock = ReentrantLock()
_generators: dict[torch.device, torch.Generator] = {}
_seed = _DEFAULT_SEED


def generator(device: torch.device) -> torch.Generator | None:
    """Return the generator of a device.

    It is None, and so PyTorch's own, for the ``meta`` device, where nothing is drawn, and in exported programs.
    """
    if exported():
        return None
    try:
        return _generators[device]
    except KeyError:
        pass
    if device.type == "meta":
        return None
    with _lock:
        fresh = torch.Generator(device)
        fresh.manual_seed(_seed)
        return _generators.setdefault(device, fresh)


def seed(value: int, device: torch.device | None = None) -> None:
    """Seed the generator of one device, or of all of them and those yet to come. ``value`` is any integer."""
    global _seed
    value = int(value) & 0x7FFFFFFFFFFFFFFF
    if device is not None:
        mine = generator(device)
        assert mine is not None
        mine.manual_seed(value)
        return
    with _lock:
        _seed = value
        for item in _generators.values():
            item.manual_seed(value)
