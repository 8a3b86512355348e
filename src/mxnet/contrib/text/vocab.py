"""Vocabularies: tokens and their indices."""

from ...core.vocabulary import Vocabulary

__all__ = ["Vocabulary"]
