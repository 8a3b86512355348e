"""What an operator is, and the one table of them all. Also ``mxnet.registry``: tables of classes by name."""

from .classes import get_alias_func, get_create_func, get_register_func, get_registry
from .op import OPS, Op, get, op

__all__ = ["OPS", "Op", "get", "get_alias_func", "get_create_func", "get_register_func", "get_registry", "op"]
