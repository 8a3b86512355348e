"""Optimizer states in the checkpoints of modules: schedules go on, on other contexts too."""

from __future__ import annotations

import io
import pickle
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet.optimizer import states

DATA = np.random.RandomState(0).rand(4, 3).astype(np.float32)
WEIGHTS = np.random.RandomState(1).rand(3, 3).astype(np.float32)


def network():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, no_bias=True, name="first")
    net = mx.sym.FullyConnected(net, num_hidden=3, no_bias=True, name="second")
    return mx.sym.MakeLoss(net * net)


def started(mod, **options):
    mod.bind([("data", DATA.shape)])
    if not mod.params_initialized:
        mod.init_params(arg_params={f"{name}_weight": mx.nd.array(WEIGHTS) for name in ("first", "second")})
    schedule = mx.lr_scheduler.FactorScheduler(3, 0.5, base_lr=0.1)
    mod.init_optimizer(optimizer="adam", optimizer_params={"learning_rate": 0.1, "lr_scheduler": schedule, **options})
    return mod


def train(mod, steps):
    for _ in range(steps):
        mod.forward_backward(mx.io.DataBatch([mx.nd.array(DATA)]))
        mod.update()
    return mod.get_params()[0]["first_weight"].asnumpy()


def saved(prefix, numbers):
    """Save a checkpoint after 5 steps; return the weights after 4 more."""
    mod = started(mx.mod.Module(network(), label_names=None, context=[mx.cpu(number) for number in numbers]))
    train(mod, 5)
    mod.save_checkpoint(prefix, 1, save_optimizer_states=True)
    return train(mod, 4)


def loaded(prefix, numbers, **options):
    ctx = [mx.cpu(number) for number in numbers]
    mod = mx.mod.Module.load(prefix, 1, load_optimizer_states=True, label_names=None, context=ctx)
    return started(mod, **options)


@pytest.mark.parametrize("after", [[0], [3], [1, 2]])
@pytest.mark.parametrize("before", [[0], [2], [0, 1]])
def test_training_goes_on(tmp_path, before, after):
    prefix = str(tmp_path / "net")
    expected = saved(prefix, before)
    mod = loaded(prefix, after)
    np.testing.assert_allclose(train(mod, 4), expected, rtol=1e-5)
    assert mod._optimizer.num_update == 9


def without_progress(prefix):
    """Leave in the file what MXNet writes."""
    file = Path(f"{prefix}-0001.states")
    content = io.BytesIO(file.read_bytes())
    pickle.load(content)
    file.write_bytes(content.getvalue()[: content.tell()])


@pytest.mark.parametrize(("before", "after"), [([0], [0]), ([0], [0, 1]), ([0, 1], [0]), ([0, 1], [0, 1])])
def test_a_file_of_mxnet_has_states_without_counts(tmp_path, before, after):
    prefix = str(tmp_path / "net")
    saved(prefix, before)
    expected = loaded(prefix, before)
    expected._optimizer.num_update = 0
    for updater in filter(None, (expected._updater, getattr(expected._kvstore, "_updater", None))):
        updater._loaded_counts.clear()
    without_progress(prefix)
    mod = loaded(prefix, after)
    np.testing.assert_allclose(train(mod, 4), train(expected, 4), rtol=1e-5)
    assert mod._optimizer.num_update == 4


def test_a_given_count_comes_first(tmp_path):
    prefix = str(tmp_path / "net")
    saved(prefix, [0])
    mod = loaded(prefix, [0], begin_num_update=100)
    train(mod, 1)
    assert mod._optimizer._index_update_count == {0: 101, 1: 101}


def test_the_counts_of_mxnet(tmp_path):
    prefix = str(tmp_path / "net")
    saved(prefix, [0])
    before = mx.util.set_strict_compat("module_update_counts")
    try:
        mod = loaded(prefix, [0])
        train(mod, 1)
    finally:
        mx.util.set_strict_compat(before)
    assert mod._optimizer._index_update_count == {0: 1, 1: 1}


def test_the_optimizer_of_the_program_stays(tmp_path):
    prefix = str(tmp_path / "net")
    saved(prefix, [0])
    mod = loaded(prefix, [0], wd=0.5)
    assert mod._updater.optimizer is mod._optimizer
    assert mod._optimizer.wd == 0.5


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-1],
        lambda text: text.replace(b'"num_update": 5', b'"num_update": -5'),
        lambda text: text.replace(b'"num_update"', b'"updates"'),
        lambda text: text.replace(b"[0, 5]", b'[0, "5"]'),
        lambda text: text.replace(b"[0, 5]", b"[0]"),
        lambda text: text.replace(b'"first_weight"', b"7"),
        lambda text: text[: text.index(b"progress of")],
    ],
)
def test_a_damaged_progress_is_an_error(tmp_path, damage):
    prefix = str(tmp_path / "net")
    saved(prefix, [0])
    content = Path(f"{prefix}-0001.states").read_bytes()
    with pytest.raises(mx.MXNetError, match="the progress after the optimizer states"):
        states.read_states(damage(content))


def test_what_else_stands_after_a_pickle_is_ignored():
    assert states.read_states(pickle.dumps({0: None}) + b"something") == ({0: None}, None)
