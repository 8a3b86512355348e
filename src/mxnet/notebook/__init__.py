"""``mx.notebook``: watching a training in a notebook."""

from . import callback
from .display import curves, image

__all__ = ["callback", "curves", "image"]
