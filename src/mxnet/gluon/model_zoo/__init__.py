"""``gluon.model_zoo``: well-known networks by name."""

from . import model_store, vision

__all__ = ["model_store", "vision"]
