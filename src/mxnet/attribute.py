"""``mx.attribute``: attributes that symbols inherit from a ``with`` block."""

from .core.lazy_imports import public_dir
from .core.scopes import AttrScope

__all__ = ["AttrScope", "current"]


def current() -> AttrScope:
    """Return this thread's scope of attributes, as MXNet 2 does."""
    return AttrScope.current


__dir__ = public_dir(__name__)
