"""``mx.name``: how symbols get names that they were not given."""

from __future__ import annotations

from .core.scopes import NameManager, Prefix

__all__ = ["NameManager", "Prefix"]
