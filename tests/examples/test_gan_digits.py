"""The GAN: the shapes of what it makes, a short game, and its picture."""

from __future__ import annotations

import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "gan_digits"


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import train

    mx.random.seed(3)
    np.random.seed(3)
    yield train
    for name in ("players", "train"):
        sys.modules.pop(name, None)


def test_pictures_become_more_like_digits(example, tmp_path, capsys):
    game, shown = example.train(epochs=4, batch=32, samples=512, lines=4)
    printed = capsys.readouterr().out.splitlines()
    sure = [float(line.split("sure ")[1].split(",")[0]) for line in printed]
    assert [epoch for epoch, _ in shown] == [1, 2, 3, 4]
    assert sure[-1] > sure[0] + 0.05
    made = game.maker(example.noise(3)).asnumpy()
    assert made.shape == (3, 1, 8, 8)
    assert abs(made).max() <= 1
    example.draw(str(tmp_path / "gan.png"), shown)
    assert (tmp_path / "gan.png").stat().st_size > 5_000


def test_the_classifier_is_surer_of_digits_than_of_noise(example):
    images, labels = example.pictures()
    read = example.reader(images[:1000], labels[:1000])
    sure, different = read(images[1000:])
    assert sure > 0.75
    assert different == 10
    assert read(np.random.uniform(-1, 1, (200, 1, 8, 8)))[0] < 0.6
