"""Counting tokens."""

from ...core.vocabulary import count_tokens_from_str

__all__ = ["count_tokens_from_str"]
