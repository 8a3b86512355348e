"""``mx.name``: automatic names of symbols."""

from .core.scopes import NameManager, Prefix

__all__ = ["NameManager", "Prefix"]
