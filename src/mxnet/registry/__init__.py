"""What an operator is, and the one table of them all."""

from .op import OPS, Op, get, op

__all__ = ["OPS", "Op", "get", "op"]
