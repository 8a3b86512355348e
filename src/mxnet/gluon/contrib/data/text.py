"""Texts to train language models with, from local files."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import numpy as np

from ....base import data_dir
from ....contrib import text as tokens
from ....core.errors import MXNetError
from ...data.dataset import _DownloadedDataset
from ...data.local_files import missing_files, read_member
from ...functions import array_of

__all__ = ["WikiText2", "WikiText103"]

_EOS = "<eos>"
_SOURCE = "the WikiText data of Merity et al., 2016"
_FILES = {"train": "wiki.train.tokens", "validation": "wiki.valid.tokens", "test": "wiki.test.tokens"}


class _WikiText(_DownloadedDataset):
    """A text as rows of the indices of ``seq_len`` words, each with the row of the words one later.

    Every line ends with ``<eos>``; empty ones are left out, and so are the words that fill no row.
    """

    _archive: str

    def __init__(self, root: str, segment: str, vocab: Any, seq_len: int) -> None:
        if segment not in _FILES:
            raise KeyError(segment)
        self._segment, self._seq_len, self._vocab = segment, seq_len, vocab
        self._counter: Counter[str] = Counter()
        super().__init__(root, None)

    @property
    def vocabulary(self) -> Any:
        """The :class:`~mxnet.contrib.text.vocab.Vocabulary`: the one given, or one of all words."""
        return self._vocab

    @property
    def frequencies(self) -> Counter[str]:
        """How often each word occurs."""
        return self._counter

    def _get_data(self) -> None:
        name = _FILES[self._segment]
        content = read_member(self._root, name, self._archive)
        if content is None:
            raise missing_files(
                self._root,
                [name, f"or {self._archive}"],
                type(self).__name__,
                _SOURCE,
            )
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise MXNetError(f"{name} in {self._root} is not UTF-8 text: {error}") from None
        lines = [line.split() for line in text.splitlines()]
        self._counter = tokens.utils.count_tokens_from_str("\n".join(" ".join(line) for line in lines))
        if self._vocab is None:
            self._vocab = tokens.vocab.Vocabulary(self._counter, reserved_tokens=[_EOS])
        words = [word for line in lines if line for word in (*line, _EOS)]
        numbers = np.array(self._vocab.to_indices(words), np.int32)
        rows = max(len(numbers) - 1, 0) // self._seq_len
        self._data, self._label = (
            array_of(numbers[start : start + rows * self._seq_len].reshape(rows, self._seq_len), dtype=np.int32)
            if rows
            else np.empty((0, self._seq_len), np.int32)
            for start in (0, 1)
        )


class WikiText2(_WikiText):
    """Two million words of Wikipedia, ``(data, label)`` of ``(seq_len,)`` int32 each.

    Parameters: ``root``, the folder with ``wiki.train.tokens``, ``wiki.valid.tokens`` and ``wiki.test.tokens``, or
    with ``wikitext-2-v1.zip``; ``segment``: ``'train'``, ``'validation'`` or ``'test'`` (KeyError else); ``vocab``, the
    vocabulary that numbers the words, one of all of them unless given; ``seq_len``. Raises an error that is
    :class:`~mxnet.base.MXNetError` and FileNotFoundError, and says which files are missing.
    Source: Merity et al., "Pointer sentinel mixture models", 2016.
    """

    _archive = "wikitext-2-v1.zip"

    def __init__(
        self,
        root: str = os.path.join(data_dir(), "datasets", "wikitext-2"),
        segment: str = "train",
        vocab: Any = None,
        seq_len: int = 35,
    ) -> None:
        super().__init__(root, segment, vocab, seq_len)


class WikiText103(_WikiText):
    """A hundred million words of Wikipedia, from ``wikitext-103-v1.zip`` or its files: see :class:`WikiText2`."""

    _archive = "wikitext-103-v1.zip"

    def __init__(
        self,
        root: str = os.path.join(data_dir(), "datasets", "wikitext-103"),
        segment: str = "train",
        vocab: Any = None,
        seq_len: int = 35,
    ) -> None:
        super().__init__(root, segment, vocab, seq_len)
