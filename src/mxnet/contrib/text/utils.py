"""Counting tokens."""

from __future__ import annotations

import re
from collections import Counter


def count_tokens_from_str(
    source_str: str,
    token_delim: str = " ",
    seq_delim: str = "\n",
    to_lower: bool = False,
    counter_to_update: Counter[str] | None = None,
) -> Counter[str]:
    """Return how often each token occurs in a text.

    ``token_delim`` and ``seq_delim`` are the regular expressions (most often plain characters) between tokens and
    between sequences; what is empty between two of them is no token. ``to_lower`` makes the letters of tokens small.
    The counts are added to ``counter_to_update``, which is then what is returned.
    """
    counter: Counter[str] = Counter() if counter_to_update is None else counter_to_update
    tokens = filter(None, re.split(f"{token_delim}|{seq_delim}", source_str))
    counter.update(token.lower() if to_lower else token for token in tokens)
    return counter
