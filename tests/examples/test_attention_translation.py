"""The translator of dates learns, whichever way it is run, and draws what it looks at."""

from __future__ import annotations

import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "attention_translation"


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import dates
    import train

    yield type("Example", (), {"dates": dates, "train": train})
    for name in ("dates", "train", "network"):
        sys.modules.pop(name, None)


def test_dates_are_numbers_and_back(example):
    texts, answers = example.dates.draw(50)
    assert max(map(len, texts)) <= example.dates.LONGEST
    assert example.dates.decode(example.dates.encode_target(answers)) == answers
    assert example.dates.encode_source(texts).shape == (50, example.dates.LONGEST)
    assert example.dates.encode_source(["wednesday, september 30 1998"]).min() > 0


def test_it_learns_and_draws(example, tmp_path, capsys):
    mx.random.seed(0)
    net = example.train.train(steps=40, batch=16, width=16, log=20)
    first, last = (float(line.split()[3]) for line in capsys.readouterr().out.splitlines())
    assert last < 0.9 * first
    written, weights = example.train.translate(net, ["03 march 1998"])
    assert len(written[0]) == example.dates.ANSWER
    np.testing.assert_allclose(weights.sum(axis=2), 1, rtol=1e-5)
    assert weights[0, :, len("03 march 1998") :].max() < 1e-6
    example.train.draw_attention(net, str(tmp_path / "picture.png"), number=2)
    assert (tmp_path / "picture.png").stat().st_size > 1000


def test_steps_by_hand_are_the_sequence(example):
    """What is written one character at a time is what one call for all of them gives."""
    net = example.train.train(steps=1, batch=4, width=16)
    texts, _ = example.dates.draw(3)
    written, weights = example.train.translate(net, texts)
    target = mx.nd.array(example.dates.encode_target(written))
    source = mx.nd.array(example.dates.encode_source(texts))
    scores, whole, _ = net(source, example.train.shifted(target), mx.nd.zeros((1, 3, 16)))
    assert example.dates.decode(scores.argmax(axis=2).asnumpy()) == written
    np.testing.assert_allclose(whole.asnumpy(), weights, rtol=1e-4, atol=1e-6)
