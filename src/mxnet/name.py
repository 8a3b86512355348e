"""``mx.name``: automatic names of symbols."""

from .core.lazy_imports import public_dir
from .core.scopes import NameManager, Prefix

__all__ = ["NameManager", "Prefix", "current"]


def current() -> NameManager:
    """Return this thread's manager of names, as MXNet 2 does."""
    return NameManager.current


__dir__ = public_dir(__name__)
