"""The random generators: one per device, apart from PyTorch's own.

MXNet starts every process from the same seed, so a script without ``mx.random.seed`` is repeatable; so do we.
PyTorch's global generators are never touched.
"""

from typing import Any

import torch

from . import simulated_gpus
from .forking import ReentrantLock
from .tracing import exported

_DEFAULT_SEED = 0
_lock = ReentrantLock()
#: by device; by context for simulated GPUs
_generators: dict[Any, torch.Generator] = {}
_seed = _DEFAULT_SEED


def generator(device: torch.device) -> torch.Generator | None:
    """Return the generator of a device.

    It is None, and so PyTorch's own, for the ``meta`` device, where nothing is drawn, and in exported programs.
    """
    if exported():
        return None
    key = device if not simulated_gpus.COUNT else simulated_gpus.computing_context() or device
    try:
        return _generators[key]
    except KeyError:
        pass
    if device.type == "meta":
        return None
    with _lock:
        fresh = torch.Generator(device)
        fresh.manual_seed(_seed)
        return _generators.setdefault(key, fresh)


def seed(value: int, device: torch.device | None = None) -> None:
    """Seed the generator of one device, or of all of them and those yet to come. ``value`` is any integer."""
    global _seed
    value = int(value) & 0x7FFFFFFFFFFFFFFF
    if device is not None:
        device_generator = generator(device)
        assert device_generator is not None
        device_generator.manual_seed(value)
        return
    with _lock:
        _seed = value
        for item in _generators.values():
            item.manual_seed(value)
