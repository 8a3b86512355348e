"""The image classifier: its data, a short training with checkpoints that goes on, and its picture."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "image_classifier"


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import digits
    import pictures
    import train

    mx.random.seed(7)
    np.random.seed(7)
    yield type("Example", (), {"train": train.train, "digits": digits, "pictures": pictures})
    for name in ("digits", "network", "pictures", "progress", "train"):
        sys.modules.pop(name, None)


def test_training_pictures_vary_and_test_pictures_do_not(example):
    train, test = example.digits.loaders(4, 0, samples=4)
    sample = example.digits.raw("train")[0][0]
    first, second = (example.digits.AUGMENT(sample).asnumpy() for _ in range(2))
    assert first.shape == (1, 8, 8)
    assert abs(first - second).max() > 0.1
    batches = [next(iter(test))[0].asnumpy() for _ in range(2)]
    np.testing.assert_array_equal(*batches)
    assert len(train) == 1


def test_it_learns_writes_checkpoints_and_goes_on(example, tmp_path):
    folder, out = str(tmp_path), io.StringIO()
    _, first = example.train(folder, 2, batch_size=20, workers=0, samples=200, out=out)
    assert out.getvalue().startswith("epoch  1  training accuracy")
    assert (tmp_path / "digits-best.params").exists()
    net, second = example.train(folder, 4, batch_size=20, workers=0, resume=True, samples=200, out=out)
    assert len(first) == len(second) == 2
    assert second[-1]["training accuracy"] > max(0.5, first[0]["training accuracy"])
    example.pictures.draw(str(tmp_path / "picture.png"), second, net)
    assert (tmp_path / "picture.png").stat().st_size > 10_000
