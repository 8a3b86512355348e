"""``mx.name``: automatic names of symbols."""

from __future__ import annotations

from .core.scopes import NameManager, Prefix

__all__ = ["NameManager", "Prefix"]
