"""The programs of the gallery learn, in a few steps of each, and draw what they say."""

from __future__ import annotations

import importlib
import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from mxnet.tools import launch

from tests import warm

FOLDER = Path(__file__).parents[2] / "examples" / "gallery"


@pytest.fixture
def program(monkeypatch):
    """Return the function that imports a program by its name."""
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(FOLDER)):
            del sys.modules[name]


def is_drawn(path):
    return path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "arguments", "factor"),
    [
        ("vae_digits", {"epochs": 4}, 0.9),
        ("segmentation", {"steps": 15}, 0.9),
        ("forecasting", {"steps": 20, "batch_size": 8}, 0.5),
        ("ctc_captcha", {"steps": 15, "batch_size": 16}, 0.9),
        ("detection", {"steps": 15, "batch_size": 8}, 0.9),
        ("masked_words", {"steps": 20, "batch_size": 16}, 0.9),
        ("neural_style", {"steps": 6, "height": 32}, 0.7),
    ],
)
def test_the_loss_falls_and_an_image_is_drawn(program, tmp_path, name, arguments, factor):
    module = program(name)
    net, losses, *_ = module.train(**arguments)
    assert np.mean(losses[-2:]) < factor * np.mean(losses[:2])
    module.draw(net, tmp_path / "out.png")
    assert is_drawn(tmp_path / "out.png")


def test_three_forms_of_a_network_give_the_same_answers(program, tmp_path):
    module = program("deployment")
    net, losses = module.train(epochs=2, scale=1, width=8)
    assert losses[1] < losses[0]
    forms = module.deploy(net, tmp_path, scale=1)
    images, _ = module.digits(scale=1)
    plain, small, onnx = (run(images[:200]) for run, _ in forms.values())
    np.testing.assert_allclose(onnx, plain, rtol=1e-4, atol=1e-4)
    assert (small.argmax(axis=1) == plain.argmax(axis=1)).mean() > 0.9
    module.draw(module.compare(forms, scale=1, repeats=1), tmp_path / "out.png")
    assert is_drawn(tmp_path / "out.png")


def test_two_processes_share_the_digits(program):
    module = program("distributed_digits")

    def digits(part, parts):
        return [tuple(row.ravel()) for row in module.shares(part, parts, 64)[0].data[0][1].asnumpy()]

    assert sorted(digits(0, 2) + digits(1, 2)) == sorted(digits(0, 1))


def test_two_processes_learn_digits(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "30")
    program = [
        *warm.python(),
        str(FOLDER / "distributed_digits.py"),
        "--epochs",
        "2",
        "--out",
        str(tmp_path / "out.png"),
    ]
    words = f"{' '.join(program)} > {tmp_path}/log"
    assert launch.main(["-n", "2", "--launcher", "local", f"{words}.$DMLC_WORKER_ID 2>&1"]) == 0
    (said,) = re.findall(r"2 processes; ([\d.]+)% -> ([\d.]+)% right", (tmp_path / "log.0").read_text())
    assert 50 < float(said[0]) < float(said[1])
    assert is_drawn(tmp_path / "out.png")


def test_factors_are_found(program, tmp_path):
    module = program("matrix_factorization")
    errors = module.train(epochs=4, users=40, items=30, count=2000, batch_size=50)
    assert errors[-1] < 0.9 * errors[0]
    module.draw(errors, tmp_path / "out.png")
    assert is_drawn(tmp_path / "out.png")


def test_the_game_is_learnt_from(program, tmp_path):
    module = program("dqn")
    _, rewards = module.train(games=12)
    assert set(rewards) <= {-1.0, 1.0}
    assert len(rewards) == 12
    module.draw(rewards, tmp_path / "out.png", window=5)
    assert is_drawn(tmp_path / "out.png")


def test_the_transformer_trains_to_the_same_numbers_hybridized(program, tmp_path):
    module = program("transformer_lm")
    _, _, eager = module.train(steps=4, batch_size=4, hybridize=False)
    net, characters, hybrid = module.train(steps=4, batch_size=4)
    np.testing.assert_allclose(eager, hybrid, rtol=1e-4)
    assert hybrid[-1] < hybrid[0]
    assert module.write(net, characters, "import ", count=3).startswith("import ")
    module.draw(net, characters, "import ", tmp_path / "out.png")
    assert is_drawn(tmp_path / "out.png")
