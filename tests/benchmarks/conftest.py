"""The benchmarks' cases are programs of their own folder, with names that only make sense there."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

FOLDER = str(Path(__file__).parents[2] / "benchmarks")


@pytest.fixture(scope="session")
def programs():
    """Return a function that imports a module of the benchmarks as their servers do."""
    sys.path.insert(0, FOLDER)
    before = set(sys.modules)
    yield importlib.import_module
    sys.path.remove(FOLDER)
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(FOLDER):
            del sys.modules[name]


@pytest.fixture
def uncollected(monkeypatch):
    """Return a function that keeps a module from collecting garbage, which takes long in a large process."""
    return lambda module: monkeypatch.setattr(module, "gc", SimpleNamespace(collect=lambda: 0))
