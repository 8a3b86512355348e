"""Executors: a symbol bound to arrays, ready to compute its outputs and gradients."""

from .executor import Executor
from .torch_module import SymbolModule

__all__ = ["Executor", "SymbolModule"]
