"""Trainers for symbols: bind a network to data, fit it, score it, predict with it, save it."""

from ..core.lazy_imports import imported_later
from . import base_module, bucketing_module, executor_group, module, mutable_module, python_module, sequential_module
from .base_module import BaseModule
from .bucketing_module import BucketingModule
from .module import Module
from .mutable_module import MutableModule
from .python_module import PythonLossModule, PythonModule
from .sequential_module import SequentialModule

__all__ = [
    "BaseModule", "BucketingModule", "Module", "MutableModule", "PythonLossModule", "PythonModule", "SequentialModule",
    "base_module", "bucketing_module", "executor_group", "module", "mutable_module", "python_module",
    "sequential_module",
]  # fmt: skip

__getattr__, __dir__ = imported_later(__name__, {})
