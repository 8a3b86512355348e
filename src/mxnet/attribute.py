"""``mx.attribute``: attributes that symbols inherit from a ``with`` block."""

from .core.scopes import AttrScope

__all__ = ["AttrScope"]
