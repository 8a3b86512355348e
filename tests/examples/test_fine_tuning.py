"""Fine-tuning: what is cut, what is kept, and that it pays."""

from __future__ import annotations

import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "fine_tuning"


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import fine_tune

    mx.random.seed(7)
    np.random.seed(7)
    yield fine_tune
    sys.modules.pop("fine_tune")


def test_what_is_known_helps(example, tmp_path):
    found = example.run(str(tmp_path / "digits"), epochs=2)
    assert found["reads digits"] > 0.8
    assert found["odd, fine-tuned"] > 0.75
    assert found["odd, new head alone"] > 0.75


def test_the_cut_network_has_no_head(example):
    features = example.cut(example.network())
    assert features.list_outputs() == ["features_output"]
    assert "digit_head_weight" not in features.list_arguments()
    _, shapes, _ = features.infer_shape(data=(5, 1, 8, 8))
    assert shapes == [(5, 64)]


def test_fixed_weights_stay_and_the_new_head_learns(example):
    old = example.train(example.network(), example.pictures(example.which, 1), 1)
    arg_params, aux_params = old.get_params()
    new = example.head(example.cut(example.network()), "odd", 2)
    kept = [name for name in new.list_arguments() if name in arg_params]
    few = example.pictures(example.is_odd, 1)
    module = example.train(new, few, 2, fixed=kept, arg_params=arg_params, aux_params=aux_params)
    after, _ = module.get_params()
    for name in kept:
        np.testing.assert_array_equal(after[name].asnumpy(), arg_params[name].asnumpy())
    assert "odd_head_weight" in after
    assert "digit_head_weight" not in after
