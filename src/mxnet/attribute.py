"""``mx.attribute``: attributes that symbols inherit from a ``with`` block."""

from __future__ import annotations

from .core.scopes import AttrScope

__all__ = ["AttrScope"]
