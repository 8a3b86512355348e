"""Vocabularies: tokens, their counts and their indices."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any


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


class Vocabulary:
    """Numbers for tokens: 0 is the unknown token, then come the reserved ones, then those of a counter by frequency.

    Parameters
    ----------
    counter : collections.Counter, optional
        Tokens (any hashable values) and how often they occur. Equally frequent ones are in their own order.
    most_freq_count : int, optional
        How many tokens of the counter to take at most.
    min_freq : int
        Leave out those that occur less often.
    unknown_token : hashable
        What stands for every token that is not known.
    reserved_tokens : list, optional
        Tokens that always get a number, such as ``'<pad>'``.

    Raises AssertionError for other types of arguments, and for reserved tokens that occur twice.
    """

    __module__ = "mxnet.contrib.text.vocab"  # its public name, in pickles too

    def __init__(
        self,
        counter: Counter[Any] | None = None,
        most_freq_count: int | None = None,
        min_freq: int = 1,
        unknown_token: Hashable = "<unk>",
        reserved_tokens: Sequence[Any] | None = None,
    ) -> None:
        assert min_freq > 0, f"min_freq: expected a positive number, got {min_freq}"
        reserved = list(reserved_tokens or ())
        assert unknown_token not in reserved, f"reserved_tokens: {unknown_token!r} is the unknown token"
        assert len(set(reserved)) == len(reserved), "reserved_tokens: a token occurs twice"
        self._unknown_token, self._reserved_tokens = unknown_token, reserved_tokens
        self._idx_to_token: list[Any] = [unknown_token, *reserved]
        self._token_to_idx: dict[Any, int] = {token: i for i, token in enumerate(self._idx_to_token)}
        if counter is not None:
            self._index(counter, most_freq_count, min_freq)

    def _index(self, counter: Counter[Any], most_freq_count: int | None, min_freq: int) -> None:
        assert isinstance(counter, Counter), f"counter: expected a collections.Counter, got {type(counter).__name__}"
        result = [(-count, token) for token, count in counter.items() if count >= min_freq]
        known = [token for _, token in sorted(result) if token not in self._token_to_idx]
        self._add_tokens(known[:most_freq_count] if most_freq_count is not None and most_freq_count >= 0 else known)

    def _add_tokens(self, tokens: Sequence[Any]) -> None:
        """Give new tokens the next numbers."""
        for token in tokens:
            self._token_to_idx[token] = len(self._idx_to_token)
            self._idx_to_token.append(token)

    def __len__(self) -> int:
        return len(self._idx_to_token)

    @property
    def token_to_idx(self) -> dict[Any, int]:
        """The numbers by token."""
        return self._token_to_idx

    @property
    def idx_to_token(self) -> list[Any]:
        """The tokens by number."""
        return self._idx_to_token

    @property
    def unknown_token(self) -> Any:
        """What stands for tokens that are not known."""
        return self._unknown_token

    @property
    def reserved_tokens(self) -> Sequence[Any] | None:
        """The reserved tokens as given, None where there are none."""
        return self._reserved_tokens

    def to_indices(self, tokens: Any) -> Any:
        """Return the number of a token, or a list of numbers for a list; 0 for those that are not known."""
        if isinstance(tokens, list):
            return [self._token_to_idx.get(token, 0) for token in tokens]
        return self._token_to_idx.get(tokens, 0)

    def to_tokens(self, indices: Any) -> Any:
        """Return the token of a number, or a list of tokens for a list; ValueError where there is none."""
        if isinstance(indices, list):
            return [self._token(index) for index in indices]
        return self._token(indices)

    def _token(self, index: Any) -> Any:
        if isinstance(index, str):
            raise TypeError(f"indices: expected a number, got {index!r}")
        if not isinstance(index, int) or not -len(self) <= index < len(self):
            raise ValueError(f"Token index {index} in the provided `indices` is invalid.")
        return self._idx_to_token[index]
