"""Vocabularies and the counting of tokens; all of this holds under MXNet 1.9.1 too."""

from collections import Counter

import pytest
from mxnet.contrib import text

COUNTER = Counter(["a", "b", "b", "c", "c", "c", "some_word$", "some_word$"])


@pytest.mark.parametrize(
    ("arguments", "tokens"),
    [
        ({}, ["<unk>", "c", "b", "some_word$", "a"]),
        ({"most_freq_count": 2}, ["<unk>", "c", "b"]),
        ({"most_freq_count": 0}, ["<unk>"]),
        ({"most_freq_count": -1}, ["<unk>", "c", "b", "some_word$", "a"]),
        ({"min_freq": 2}, ["<unk>", "c", "b", "some_word$"]),
        ({"min_freq": 100}, ["<unk>"]),
        ({"most_freq_count": 2, "min_freq": 3, "reserved_tokens": ["<pad>"]}, ["<unk>", "<pad>", "c"]),
        ({"unknown_token": "a"}, ["a", "c", "b", "some_word$"]),
        ({"unknown_token": None}, [None, "c", "b", "some_word$", "a"]),
        ({"unknown_token": "x", "reserved_tokens": ["b"]}, ["x", "b", "c", "some_word$", "a"]),
        ({"most_freq_count": 2, "reserved_tokens": ["c"]}, ["<unk>", "c", "b", "some_word$"]),
    ],
)
def test_order_of_tokens(arguments, tokens):
    vocabulary = text.vocab.Vocabulary(COUNTER, **arguments)
    assert vocabulary.idx_to_token == tokens
    assert vocabulary.token_to_idx == {token: i for i, token in enumerate(tokens)}
    assert len(vocabulary) == len(tokens)
    assert vocabulary.unknown_token == arguments.get("unknown_token", "<unk>")
    assert vocabulary.reserved_tokens == arguments.get("reserved_tokens")


def test_no_counter():
    assert text.vocab.Vocabulary().idx_to_token == ["<unk>"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"counter": {"a": 2}},
        {"counter": ["a"]},
        {"counter": COUNTER, "min_freq": 0},
        {"reserved_tokens": ["<unk>"]},
        {"reserved_tokens": ["a", "a"]},
    ],
)
def test_wrong_arguments(arguments):
    with pytest.raises(AssertionError):
        text.vocab.Vocabulary(**arguments)


def test_numbers_and_tokens():
    vocabulary = text.vocab.Vocabulary(COUNTER, reserved_tokens=["<pad>"])
    assert vocabulary.to_indices("c") == 2
    assert vocabulary.to_indices(["c", "other", "<pad>"]) == [2, 0, 1]
    assert vocabulary.to_indices([]) == []
    assert vocabulary.to_tokens(1) == "<pad>"
    assert vocabulary.to_tokens([1, 2]) == ["<pad>", "c"]
    for wrong, error in [(100, ValueError), ([1, 100], ValueError), (1.0, ValueError), ("a", TypeError)]:
        with pytest.raises(error):
            vocabulary.to_tokens(wrong)


def test_counting_tokens():
    count = text.utils.count_tokens_from_str
    assert count(" Life is great ! \n life is good . \n") == Counter(
        {"is": 2, "Life": 1, "life": 1, "great": 1, "!": 1, "good": 1, ".": 1}
    )
    assert count(r"IS1is2Is", token_delim="1", seq_delim="2", to_lower=True) == {"is": 3}
    assert count("ANDaANDBendc", "AND", "end", to_lower=True) == {"a": 1, "b": 1, "c": 1}
    before = Counter({"a": 2})
    assert count("a b", counter_to_update=before) is before
    assert before == {"a": 3, "b": 1}
