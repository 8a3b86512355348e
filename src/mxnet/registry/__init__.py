"""The operator class and the registry of operators. Also ``mxnet.registry``: registries of classes by name."""

from .classes import get_alias_func, get_create_func, get_register_func, get_registry
from .op import OPS, Op, get, op

__all__ = ["OPS", "Op", "get", "get_alias_func", "get_create_func", "get_register_func", "get_registry", "op"]
