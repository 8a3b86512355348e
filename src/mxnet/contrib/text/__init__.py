"""``mx.contrib.text``: vocabularies and word vectors."""

from . import embedding, utils, vocab

__all__ = ["embedding", "utils", "vocab"]
