"""States of trainers that are loaded on other contexts than they were saved on: training goes on where it was."""

from __future__ import annotations

import pickle

import mxnet as mx
import numpy as np
import pytest
from mxnet.optimizer import states


def contexts(numbers):
    return [mx.cpu(number) for number in numbers]


def parameter(ctx, value=1.0):
    param = mx.gluon.Parameter("w_weight", shape=(2,))
    param.initialize(mx.init.Constant(value), ctx=ctx)
    return param


def trainer(param, on_store):
    schedule = mx.lr_scheduler.FactorScheduler(3, 0.5, base_lr=0.1)
    options = {"learning_rate": 0.1, "lr_scheduler": schedule}
    return mx.gluon.Trainer([param], "adam", options, update_on_kvstore=on_store)


def train(trained, param, steps):
    """Return the value after some steps on the mean of the squares."""
    for _ in range(steps):
        with mx.autograd.record():
            losses = [(array * array).sum() for array in param.list_data()]
        mx.autograd.backward(losses)
        trained.step(len(losses))
    values = [array.asnumpy() for array in param.list_data()]
    assert all((value == values[0]).all() for value in values)
    return values[0]


@pytest.mark.parametrize("on_store", [None, False])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        *(([0], [0]), ([0], [2]), ([2], [0]), ([2], [3]), ([0], [1, 2]), ([0], [0, 1])),
        *(([1, 2], [0]), ([1, 2], [3, 4]), ([0, 1], [0]), ([1, 2], [2, 1])),
    ],
)
def test_training_goes_on(tmp_path, before, after, on_store):
    file = str(tmp_path / "t.states")
    param = parameter(contexts(before))
    first = trainer(param, on_store if len(before) > 1 else None)
    value = train(first, param, 5)
    first.save_states(file)
    expected = train(first, param, 4)

    other = parameter(contexts(after))
    other.set_data(mx.nd.array(value))
    second = trainer(other, on_store if len(after) > 1 else None)
    second.load_states(file)
    np.testing.assert_allclose(train(second, other, 4), expected, rtol=1e-6)
    assert second._optimizer.num_update == 9


def test_states_saved_before_the_next_step_have_the_counts(tmp_path):
    files = [str(tmp_path / f"{number}.states") for number in range(3)]
    param = parameter(contexts([0]))
    first = trainer(param, None)
    train(first, param, 5)
    first.save_states(files[0])
    for number in range(2):
        other = parameter(contexts([number + 1]))
        second = trainer(other, None)
        second.load_states(files[number])
        second.save_states(files[number + 1])
    train(second, other, 1)
    assert second._optimizer._index_update_count == {0: 6}


def test_a_file_has_the_counts_for_mxnet_on_the_first_device(tmp_path):
    param = parameter(contexts([2]))
    first = trainer(param, None)
    train(first, param, 5)
    first.save_states(str(tmp_path / "t.states"))
    _, optimizer = pickle.loads((tmp_path / "t.states").read_bytes())
    assert optimizer._all_index_update_counts == {0: {0: 5}, 2: {0: 5}}
    assert first._optimizer._all_index_update_counts == {0: {}, 2: {0: 5}}


def test_counts_of_several_devices_count_as_one():
    optimizer = mx.optimizer.Adam()
    optimizer._all_index_update_counts = {0: {0: 3, 1: 7}, 2: {0: 5}}
    assert states.Progress.of(optimizer).counts == {0: 5, 1: 7}
