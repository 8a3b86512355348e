"""Sentences as data: words as integers, and batches of sentences of about one length."""

import logging
import random
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from .. import ndarray
from ..core.errors import expect, expect_number
from ..io import DataBatch, DataDesc, DataIter

__all__ = ["BucketSentenceIter", "DataBatch", "DataDesc", "DataIter", "encode_sentences"]


def _check_list(sentences: Any) -> None:
    expect(isinstance(sentences, Iterable), "sentences", "a list of lists", sentences)


def encode_sentences(
    sentences: Iterable[Iterable[Hashable]],
    vocab: dict[Any, int] | None = None,
    invalid_label: int = -1,
    invalid_key: Hashable = "\n",
    start_label: int = 0,
    unknown_token: Hashable | None = None,
) -> tuple[list[list[int]], dict[Any, int]]:
    """Write sentences as lists of integers; return them and the vocabulary.

    Parameters
    ----------
    sentences
        Lists of words.
    vocab : dict or None
        Numbers of words; None: one is built.
    invalid_label
        The number that no word gets, for filling up.
    invalid_key
        The word that has it.
    start_label
        The least number of a word.
    unknown_token
        What stands for a word that ``vocab`` does not have; its number is, as in MXNet 1.9.1, a new one (from
        ``start_label``) each time. None: such a word is an AssertionError.

    Returns
    -------
    ``(sentences, vocab)``.

    Examples
    --------
    >>> sentences, vocab = mx.rnn.encode_sentences([["a", "b"], ["b", "c", "a"]], start_label=1)
    >>> sentences
    [[1, 2], [2, 3, 1]]
    """
    _check_list(sentences)
    building = vocab is None
    known = {invalid_key: invalid_label} if vocab is None else vocab
    following = start_label

    def number(word: Any) -> int:
        nonlocal following
        if word not in known:
            assert building or unknown_token, f"Unknown token {word}"
            following += following == invalid_label
            word = unknown_token or word
            known[word] = following
            following += 1
        return known[word]

    return [[number(word) for word in sentence] for sentence in sentences], known


class BucketSentenceIter(DataIter):
    """Batches of sentences for a language model: the label of each word is the word that follows.

    A batch's ``bucket_key`` is its length. Sentences and batches are shuffled at each :meth:`reset`, with
    ``numpy.random`` and ``random``; sentences that fill no batch are left for another epoch.

    Parameters
    ----------
    sentences
        Lists of numbers, as :func:`encode_sentences` makes them.
    batch_size
        The number of sentences in a batch.
    buckets
        Lengths: a sentence is filled up to the next of them, and left out, with a warning in the log, where it is
        longer than all. None: those lengths that at least a batch of sentences has. Those without a sentence are left
        out.
    invalid_label
        What sentences are filled up with.
    data_name, label_name
        The names of data and labels in ``provide_data`` and ``provide_label``.
    dtype
        The type of both arrays.
    layout
        ``'NT'``, or ``'TN'`` for arrays with time first.

    Raises
    ------
    ValueError
        For another layout, and where there are no buckets.

    Examples
    --------
    >>> data = mx.rnn.BucketSentenceIter([[1, 2, 3], [4, 5]], batch_size=1, buckets=[3])
    >>> batch = next(data)
    >>> batch.bucket_key, batch.data[0].shape
    (3, (1, 3))
    """

    def __init__(
        self,
        sentences: Sequence[Sequence[int]],
        batch_size: int,
        buckets: Sequence[int] | None = None,
        invalid_label: int = -1,
        data_name: str = "data",
        label_name: str = "softmax_label",
        dtype: Any = "float32",
        layout: str = "NT",
    ) -> None:
        super().__init__(batch_size)
        expect_number("batch_size", "a number of sentences", batch_size)
        _check_list(sentences)
        self.data_name = data_name
        self.label_name = label_name
        self.dtype = dtype
        self.invalid_label = invalid_label
        self.layout = layout
        self.major_axis = layout.find("N")
        if self.major_axis not in (0, 1):
            raise ValueError(f"Invalid layout {layout}: must be NT (batch major) or TN (time major)")
        rows = self._by_bucket(sentences, sorted(buckets or _common_lengths(sentences, batch_size)))
        if not rows:
            raise ValueError(
                "no bucket has a sentence" if buckets else f"no length has {batch_size} sentences or more: give buckets"
            )
        self.buckets = list(rows)
        self.data = [self._filled(group, length) for length, group in rows.items()]
        self.nddata: list[Any] = []
        self.ndlabel: list[Any] = []
        self.default_bucket_key = max(self.buckets)
        shape = (batch_size, self.default_bucket_key)[:: -1 if self.major_axis else 1]
        self.provide_data = [DataDesc(data_name, shape, layout=layout)]
        self.provide_label = [DataDesc(label_name, shape, layout=layout)]
        self.idx = [
            (bucket, start)
            for bucket, rows in enumerate(self.data)
            for start in range(0, len(rows) - batch_size + 1, batch_size)
        ]
        self.curr_idx = 0
        self.reset()

    @staticmethod
    def _by_bucket(sentences: Iterable[Sequence[int]], buckets: Sequence[int]) -> dict[int, list[Sequence[int]]]:
        """Return the sentences of each bucket that has some."""
        rows: dict[int, list[Sequence[int]]] = {length: [] for length in buckets}
        discarded = 0
        for sentence in sentences:
            bucket = bisect_left(buckets, len(sentence))
            if bucket == len(buckets):
                discarded += 1
            else:
                rows[buckets[bucket]].append(sentence)
        if discarded:
            logging.warning("discarded %d sentences longer than the largest bucket.", discarded)
        return {length: group for length, group in rows.items() if group}

    def _filled(self, sentences: Sequence[Sequence[int]], length: int) -> np.ndarray:
        """Return sentences as an array ``(sentences, length)``."""
        result = np.full((len(sentences), length), self.invalid_label, dtype=self.dtype)
        for row, sentence in zip(result, sentences, strict=True):
            row[: len(sentence)] = sentence
        return result

    def reset(self) -> None:
        """Shuffle, and go back to the beginning."""
        self.curr_idx = 0
        random.shuffle(self.idx)
        self.nddata, self.ndlabel = [], []
        for rows in self.data:
            np.random.shuffle(rows)
            labels = np.full_like(rows, self.invalid_label)
            labels[:, :-1] = rows[:, 1:]
            self.nddata.append(ndarray.array(rows, dtype=self.dtype))
            self.ndlabel.append(ndarray.array(labels, dtype=self.dtype))

    def next(self) -> DataBatch:
        """Return the next batch; StopIteration at the end of the data."""
        if self.curr_idx == len(self.idx):
            raise StopIteration
        bucket, start = self.idx[self.curr_idx]
        self.curr_idx += 1
        data, label = (arrays[bucket][start : start + self.batch_size] for arrays in (self.nddata, self.ndlabel))
        if self.major_axis == 1:
            data, label = data.T, label.T
        return DataBatch(
            [data],
            [label],
            pad=0,
            bucket_key=self.buckets[bucket],
            provide_data=[DataDesc(self.data_name, data.shape, layout=self.layout)],
            provide_label=[DataDesc(self.label_name, label.shape, layout=self.layout)],
        )


def _common_lengths(sentences: Iterable[Sequence[int]], batch_size: int) -> list[int]:
    counts = np.bincount([len(sentence) for sentence in sentences])
    return [length for length, count in enumerate(counts) if count >= batch_size]
