"""Executors: a symbol bound to arrays, ready to compute its outputs and gradients."""

from __future__ import annotations

from .executor import Executor
from .torch_module import SymbolModule

__all__ = ["Executor", "SymbolModule"]
