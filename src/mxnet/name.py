"""``mx.name``: automatic names of symbols."""

from .core.lazy_imports import public_dir
from .core.scopes import NameManager, Prefix

__all__ = ["NameManager", "Prefix"]

__dir__ = public_dir(__name__)
