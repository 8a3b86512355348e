"""``mx.notebook``: watching a training in a notebook."""

from __future__ import annotations

from . import callback

__all__ = ["callback"]
