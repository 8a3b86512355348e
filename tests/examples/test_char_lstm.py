"""The character LSTM learns, stops and goes on to the same numbers, and writes."""

from __future__ import annotations

import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "char_lstm"
LINES = ["the quick brown fox", "jumps over the lazy dog", "and over the other dog"] * 8
SMALL = {"hidden": 32, "lines": LINES}


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import sample
    import text
    import train

    yield type("Example", (), {"train": train.train, "sample": sample.sample, "text": text})
    for name in ("sample", "text", "train", "network"):
        sys.modules.pop(name, None)


def weights(prefix, epoch):
    return {name: array.asnumpy() for name, array in mx.nd.load(f"{prefix}-{epoch:04d}.params").items()}


@pytest.mark.parametrize("fused", [True, False])
def test_a_training_that_goes_on_ends_with_the_same_numbers(example, tmp_path, fused, monkeypatch):
    monkeypatch.setattr(example.text, "BUCKETS", [24])
    whole, parts = str(tmp_path / "whole"), str(tmp_path / "parts")
    perplexities = example.train(whole, 4, batch_size=4, fused=fused, **SMALL)
    assert perplexities[-1] < perplexities[0] / 2
    first = example.train(parts, 2, batch_size=4, fused=fused, **SMALL)
    second = example.train(parts, 4, batch_size=4, fused=fused, resume=2, **SMALL)
    assert first + second == perplexities
    for name, array in weights(whole, 4).items():
        np.testing.assert_array_equal(array, weights(parts, 4)[name], err_msg=name)


def test_a_line_is_written(example, tmp_path):
    prefix = str(tmp_path / "net")
    example.train(prefix, 20, batch_size=4, **SMALL)
    line = example.sample(prefix, 20, "the q", temperature=0.1, longest=30, **SMALL)
    assert line.startswith("the qu")
    assert line == example.sample(prefix, 20, "the q", temperature=0.1, longest=30, **SMALL)


def test_the_text_is_there(example):
    lines = example.text.sentences()
    numbers, vocabulary = example.text.encode(lines)
    assert len(lines) > 300
    assert "Licensed under the Apache License" in " ".join(lines)
    assert numbers[0][-1] == example.text.END
    assert max(map(max, numbers)) == len(vocabulary) - 1
