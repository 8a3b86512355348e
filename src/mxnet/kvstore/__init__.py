"""Key-value stores: how several devices share gradients and weights."""

from ..core.lazy_imports import public_dir
from . import base, kvstore, kvstore_server
from .base import KVStoreBase, create
from .distributed import DistKVStore
from .horovod import BytePS, Horovod
from .kvstore import KVStore
from .kvstore_server import KVStoreServer

__all__ = [
    "BytePS", "DistKVStore", "Horovod", "KVStore", "KVStoreBase", "KVStoreServer", "base", "create", "kvstore",
    "kvstore_server",
]  # fmt: skip

__dir__ = public_dir(__name__)
