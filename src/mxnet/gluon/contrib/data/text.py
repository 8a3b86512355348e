"""Texts to train language models with."""

import os
from collections import Counter
from typing import Any, ClassVar

import numpy as np

from ....base import data_dir
from ....core.errors import MXNetError
from ....core.vocabulary import Vocabulary, count_tokens_from_str
from ...data.dataset import _DownloadedDataset
from ...download import File, archived_files
from ...functions import array_of

__all__ = ["WikiText2", "WikiText103"]

_EOS = "<eos>"


class _LanguageModelDataset(_DownloadedDataset):
    """A text, with the vocabulary that numbers its words: the one given, or one of all words."""

    def __init__(self, root: str, namespace: str, vocabulary: Any) -> None:
        self._namespace, self._vocab = namespace, vocabulary
        self._counter: Counter[str] = Counter()
        super().__init__(root, None)

    @property
    def vocabulary(self) -> Any:
        """The :class:`~mxnet.contrib.text.vocab.Vocabulary`."""
        return self._vocab

    @property
    def frequencies(self) -> Counter[str]:
        """How often each word occurs."""
        return self._counter

    def _build_vocab(self, content: str) -> None:
        """Count the words of a text, and make the vocabulary if none was given."""
        self._counter = count_tokens_from_str(content)
        if self._vocab is None:
            self._vocab = Vocabulary(self._counter, reserved_tokens=[_EOS])


class _WikiText(_LanguageModelDataset):
    """A text as rows of the indices of ``seq_len`` words, each with the row of the words one later.

    Every line ends with ``<eos>``; empty ones are left out, and so are the words that fill no row.
    """

    _namespace: str
    _archive_file: File
    #: the file of each segment
    _data_file: ClassVar[dict[str, File]]

    def __init__(self, root: str, segment: str, vocab: Any, seq_len: int) -> None:
        if segment not in self._data_file:
            raise KeyError(segment)
        self._segment, self._seq_len = segment, seq_len
        super().__init__(root, self._namespace, vocab)

    def _get_data(self) -> None:
        path = self._path()
        with open(path, "rb") as stream:
            content = stream.read()
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise MXNetError(f"{path} is not UTF-8 text: {error}") from None
        lines = [line.split() for line in text.splitlines()]
        self._build_vocab("\n".join(" ".join(line) for line in lines))
        words = [word for line in lines if line for word in (*line, _EOS)]
        numbers = np.array(self._vocab.to_indices(words), np.int32)
        rows = max(len(numbers) - 1, 0) // self._seq_len
        self._data, self._label = (
            array_of(numbers[start : start + rows * self._seq_len].reshape(rows, self._seq_len), dtype=np.int32)
            if rows
            else np.empty((0, self._seq_len), np.int32)
            for start in (0, 1)
        )

    def _path(self) -> str:
        """Return the path of the segment's file, once it is there."""
        files = [self._data_file[self._segment]]
        (path,) = archived_files(self._namespace, self._root, self._archive_file, files, list(self._data_file.values()))
        return path


class WikiText2(_WikiText):
    """Two million words of Wikipedia, ``(data, label)`` of ``(seq_len,)`` int32 each.

    Parameters: ``root``, the folder with ``wiki.train.tokens``, ``wiki.valid.tokens`` and ``wiki.test.tokens``, or
    with ``wikitext-2-v1.zip``, which is downloaded where it is not there; ``segment``: ``'train'``, ``'validation'`` or
    ``'test'`` (KeyError else); ``vocab``, the vocabulary that numbers the words, one of all of them unless given;
    ``seq_len``. Raises :class:`~mxnet.core.downloads.DownloadError`, an :class:`~mxnet.base.MXNetError` and OSError.
    Source: Merity et al., "Pointer sentinel mixture models", 2016.
    """

    _namespace = "wikitext-2"
    _archive_file = ("wikitext-2-v1.zip", "3c914d17d80b1459be871a5039ac23e752a53cbe")
    _data_file: ClassVar[dict[str, File]] = {
        "train": ("wiki.train.tokens", "863f29c46ef9d167fff4940ec821195882fe29d1"),
        "validation": ("wiki.valid.tokens", "0418625c8b4da6e4b5c7a0b9e78d4ae8f7ee5422"),
        "test": ("wiki.test.tokens", "c7b8ce0aa086fb34dab808c5c49224211eb2b172"),
    }

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

    _namespace = "wikitext-103"
    _archive_file = ("wikitext-103-v1.zip", "0aec09a7537b58d4bb65362fee27650eeaba625a")
    _data_file: ClassVar[dict[str, File]] = {
        "train": ("wiki.train.tokens", "b7497e2dfe77e72cfef5e3dbc61b7b53712ac211"),
        "validation": ("wiki.valid.tokens", "c326ac59dc587676d58c422eb8a03e119582f92b"),
        "test": ("wiki.test.tokens", "8a5befc548865cec54ed4273cf87dbbad60d1e47"),
    }

    def __init__(
        self,
        root: str = os.path.join(data_dir(), "datasets", "wikitext-103"),
        segment: str = "train",
        vocab: Any = None,
        seq_len: int = 35,
    ) -> None:
        super().__init__(root, segment, vocab, seq_len)
