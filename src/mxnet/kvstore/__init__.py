"""Key-value stores: how several devices share gradients and weights."""

from __future__ import annotations

from . import base, kvstore
from .base import KVStoreBase, create
from .kvstore import KVStore

__all__ = ["KVStore", "KVStoreBase", "base", "create", "kvstore"]
