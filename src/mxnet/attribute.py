"""``mx.attribute``: attributes that symbols inherit from a ``with`` block."""

from .core.lazy_imports import public_dir
from .core.scopes import AttrScope

__all__ = ["AttrScope"]

__dir__ = public_dir(__name__)
