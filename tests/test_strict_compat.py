"""``MXNET_STRICT_COMPAT``: 1.9.1's numbers where remx computes others on purpose. Values recorded from 1.9.1."""

import os
import subprocess
import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd, util
from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule

QUIRKS = util.strict_compat_quirks()


@pytest.fixture
def strict():
    """Switch on all quirks."""
    before = util.set_strict_compat()
    yield
    util.set_strict_compat(before)


def close(found, expected, atol=1e-5):
    found = found.asnumpy() if isinstance(found, nd.NDArray) else np.asarray(found)
    np.testing.assert_allclose(found.ravel(), expected, rtol=2e-5, atol=atol)


# -- the switch -----------------------------------------------------------------------------------------------------


def test_nothing_is_strict_by_default():
    assert util.set_strict_compat(False) == frozenset()


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (True, set(QUIRKS)),
        ("1", set(QUIRKS)),
        ("0", set()),
        ("", set()),
        ("svrg, lars_momentum", {"svrg", "lars_momentum"}),
        (["svrg"], {"svrg"}),
    ],
)
def test_the_switch_takes_all_none_or_names(which, expected):
    util.set_strict_compat(which)
    assert util.set_strict_compat(False) == expected


def test_unknown_name():
    with pytest.raises(mx.MXNetError, match="MXNET_STRICT_COMPAT: unknown svgr; expected 1, 0 or names out of"):
        util.set_strict_compat("svgr")
    assert util.set_strict_compat(False) == frozenset()


def test_environment_variable():
    program = "from mxnet.core import compat; print(*sorted(compat.choose(False)))"
    environment = os.environ | {"MXNET_STRICT_COMPAT": "svrg,lars_momentum"}
    found = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["lars_momentum", "svrg"]


def test_every_quirk_is_documented():
    text = (Path(__file__).parent.parent / "docs" / "differences.md").read_text()
    assert [name for name in QUIRKS if f"`{name}`" not in text] == []


# -- BatchNorm ------------------------------------------------------------------------------------------------------

_X = [[1, 2], [3, 5], [-1, 0.5], [2, 2]]
_HEAD = [[0.1, -0.2], [0.3, 0.4], [-0.5, 0.6], [0.7, 0.1]]
_AS_IN_TRAINING = [-0.225248, -6.761094, -0.702081, -13.766622, -0.172573, -2.160524, 0.066533, -6.461694]
_OF_MOVING = [0.10604, -0.199601, 0.318119, 0.399202, -0.530198, 0.598804, 0.742277, 0.099801]
_OF_BATCH = [0.01156, -0.13038, -0.283708, 0.056336, -0.098754, 0.112675, 0.370903, -0.038631]
#: recorded as in training?, differentiated as in training?, the gradient, that of gamma, do the statistics move?
_BATCH_NORM = [
    (False, True, _AS_IN_TRAINING, [1.838018, 5.089832], False),
    (False, False, _OF_MOVING, [1.838018, 5.089832], False),
    (True, False, _OF_MOVING, [1.838018, 5.089832], False),
    (True, True, _OF_BATCH, [1.453333, -0.022937], True),
]


def _batch_norm_arrays():
    data, gamma, beta = nd.array(_X), nd.array([1.5, 0.5]), nd.array([0.1, 0.2])
    return data, gamma, beta, nd.array([0.5, -0.5]), nd.array([2, 0.25])


def _call_batch_norm(arrays, hybrid):
    if not hybrid:
        return nd.BatchNorm(*arrays, fix_gamma=False)
    symbol = mx.sym.BatchNorm(*map(mx.sym.var, "xgbmv"), fix_gamma=False)
    return nd.CachedOp(symbol)(*arrays)


def _moved(mean):
    return not np.allclose(mean.asnumpy(), [0.5, -0.5])


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize(("record", "backward", "expected", "to_gamma", "moves"), _BATCH_NORM)
def test_recorded_batch_norm(strict, record, backward, expected, to_gamma, moves, hybrid):
    arrays = _batch_norm_arrays()
    for each in arrays[:3]:
        each.attach_grad()
    with autograd.record(train_mode=record):
        y = _call_batch_norm(arrays, hybrid)
    y.backward(nd.array(_HEAD), train_mode=backward)
    close(arrays[0].grad, expected)
    close(arrays[1].grad, to_gamma)
    close(arrays[2].grad, [0.6, 0.9])
    assert _moved(arrays[3]) is moves


@pytest.mark.parametrize(("forward", "backward", "expected", "to_gamma", "moves"), [_BATCH_NORM[0], *_BATCH_NORM[2:]])
def test_batch_norm_in_an_executor(strict, forward, backward, expected, to_gamma, moves):
    arrays = dict(zip("xgbmv", _batch_norm_arrays(), strict=True))
    states = {name: arrays.pop(name) for name in "mv"}
    grads = {name: nd.zeros_like(each) for name, each in arrays.items()}
    symbol = mx.sym.BatchNorm(*map(mx.sym.var, "xgbmv"), fix_gamma=False)
    executor = symbol.bind(mx.cpu(), arrays, grads, aux_states=states)
    executor.forward(is_train=forward)
    for _ in range(2):  # the second one repeats the forward pass, in its mode
        executor.backward(nd.array(_HEAD), is_train=backward)
        close(grads["x"], expected)
        close(grads["g"], to_gamma)
        assert _moved(states["m"]) is moves


def test_batch_norm_of_global_statistics_has_their_gradient(strict):
    arrays = _batch_norm_arrays()
    arrays[0].attach_grad()
    with autograd.record(train_mode=False):
        y = nd.BatchNorm(*arrays, fix_gamma=False, use_global_stats=True)
    y.backward(nd.array(_HEAD))
    close(arrays[0].grad, _OF_MOVING)


def test_backward_in_prediction_mode_needs_no_switch():
    arrays = _batch_norm_arrays()
    arrays[0].attach_grad()
    with autograd.record():
        y = nd.BatchNorm(*arrays, fix_gamma=False)
    y.backward(nd.array(_HEAD), train_mode=False)
    close(arrays[0].grad, _OF_MOVING)


def test_batch_norm_without_the_switch():
    arrays = _batch_norm_arrays()
    arrays[0].attach_grad()
    with autograd.record(train_mode=False):
        y = nd.BatchNorm(*arrays, fix_gamma=False)
    y.backward(nd.array(_HEAD))
    close(arrays[0].grad, _OF_MOVING)


# -- other operators ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("which", "expected"), [(True, [0, 0]), (False, [2, 2])])
def test_bias_of_a_frozen_fully_connected_layer(which, expected):
    before = util.set_strict_compat(which)
    try:
        data, bias = nd.ones((2, 3)), nd.zeros(2)
        bias.attach_grad()
        with autograd.record():
            y = nd.FullyConnected(data, nd.ones((2, 3)), bias, num_hidden=2)
        y.backward()
    finally:
        util.set_strict_compat(before)
    close(bias.grad, expected)


@pytest.mark.parametrize(("which", "expected"), [(True, [0, 0]), (False, [2, 2])])
def test_bias_of_a_frozen_fully_connected_layer_in_an_executor(which, expected):
    before = util.set_strict_compat(which)
    try:
        symbol = mx.sym.FullyConnected(mx.sym.var("d"), mx.sym.var("w"), mx.sym.var("b"), num_hidden=2)
        executor = symbol.simple_bind(mx.cpu(), grad_req={"d": "null", "w": "null", "b": "write"}, d=(2, 3))
        executor.forward(is_train=True)
        executor.backward(nd.ones((2, 2)))
    finally:
        util.set_strict_compat(before)
    close(executor.grad_dict["b"], expected)


_OUT_GRAD = [
    ({}, [0.053464, -0.23348, 0.019668, 0.149156, 0.222515, -0.121892]),
    ({"grad_scale": 2.0}, [0.106929, -0.466959, 0.039337, 0.298312, 0.44503, -0.243783]),
    ({"use_ignore": True, "ignore_label": 2}, [0.053464, -0.23348, 0.019668, 0, 0, 0]),
    ({"normalization": "batch"}, [0.026732, -0.11674, 0.009834, 0.074578, 0.111257, -0.060946]),
    ({"smooth_alpha": 0.1}, [0.041903, -0.170626, 0.012656, 0.129846, 0.198929, -0.107684]),
]


@pytest.mark.parametrize(("settings", "expected"), _OUT_GRAD)
def test_softmax_output_with_out_grad(strict, settings, expected):
    data = nd.array([[1.0, 2, 0.5], [0, 0.2, -1]])
    data.attach_grad()
    with autograd.record():
        y = nd.SoftmaxOutput(data, nd.array([1, 2]), out_grad=True, **settings)
    y.backward(nd.array([[0.1, 0.2, 0.3], [1, 2, -3]]))
    close(data.grad, expected)


def test_softmax_activation_over_the_last_of_three_axes(strict):
    data = nd.array([[[1.23, 1.2], [-0.39, -0.3], [-1.05, -1.42]], [[-1.71, 1.95], [-0.51, -0.44], [-1.25, 0.78]]])
    head = nd.array([[[-1.61, -0.21], [-0.9, 0.39], [-0.51, -1.18]], [[-0.03, 0.43], [0.07, 0.3], [-0.63, -0.36]]])
    data.attach_grad()
    with autograd.record():
        y = nd.SoftmaxActivation(data)
    y.backward(head)
    close(y[0], [0.507499, 0.492501, 0.477515, 0.522485, 0.591459, 0.408541])
    close(data.grad[0], [-0.03122, 0.084579, 0.30966, 0.40322, 0.614219, -0.326124])
    close(data.grad[1], [0.000254, 0.169389, 0.05313, 0.022639, -0.068479, -0.544712])


_PIXELS = [[[172, 47, 117], [192, 67, 251], [195, 103, 9]], [[211, 21, 242], [36, 87, 70], [216, 88, 140]]]


@pytest.mark.parametrize(
    ("dtype", "factor", "expected"),
    [
        ("uint8", 0.5, [92, 30, 65, 110, 47, 139, 98, 52, 5, 119, 24, 134, 21, 47, 38, 115, 51, 77]),
        ("uint8", 1.4, [235, 60, 158, 255, 82, 255, 255, 143, 12, 255, 18, 255, 47, 118, 94, 255, 116, 189]),
        ("float32", 0.5, [92.669, 30.169, 65.169, 110.307, 47.807, 139.807, 98.013, 52.013, 5.013]
                         + [119.294, 24.294, 134.794, 21.99, 47.49, 38.99, 115.98, 51.98, 77.98]),
    ],
)  # fmt: skip
def test_saturation(strict, dtype, factor, expected):
    close(nd.image.random_saturation(nd.array(_PIXELS, dtype=dtype), factor, factor), expected, atol=1e-3)


def test_rnn_passes_over_lengths():
    parameters = nd.array(np.linspace(-0.4, 0.5, 10))
    data, state = nd.array(np.linspace(-1, 1, 8).reshape(4, 2, 1)), nd.zeros((1, 2, 2))
    call = {"state_size": 2, "num_layers": 1, "mode": "rnn_tanh"}
    whole = nd.RNN(data, parameters, state, **call).asnumpy()
    lengths = {"use_sequence_length": True, "sequence_length": nd.array([2, 4])}
    assert not nd.RNN(data, parameters, state, **lengths, **call)[2:, 0].asnumpy().any()
    before = util.set_strict_compat(["rnn_on_cpu"])
    try:
        np.testing.assert_array_equal(nd.RNN(data, parameters, state, **lengths, **call).asnumpy(), whole)
    finally:
        util.set_strict_compat(before)


def test_rnn_passes_over_the_clipping_of_states(strict):
    out, h, c = nd.RNN(
        nd.full((2, 1, 1), 5), nd.ones((16,)), nd.zeros((1, 1, 1)), nd.zeros((1, 1, 1)), state_size=1, num_layers=1,
        mode="lstm", lstm_state_clip_min=-0.1, lstm_state_clip_max=0.1, state_outputs=True,
    )  # fmt: skip
    close(out, [0.760517, 0.963492])
    close(h, [0.963492])
    close(c, [1.998235])


# -- optimizers -----------------------------------------------------------------------------------------------------


def _lars(calls):
    """Update six weights four times while the rate halves at every step; ``calls`` make the indices of one step."""
    optimizer = mx.optimizer.LARS(
        momentum=0.9, learning_rate=1.0, wd=1e-2, eta=0.1, param_idx2name={i: f"w{i}_weight" for i in range(6)},
        lr_scheduler=mx.lr_scheduler.FactorScheduler(1, 0.5),
    )  # fmt: skip
    updater = mx.optimizer.get_updater(optimizer)
    weights = [nd.array([1.0, 2.0]) for _ in range(6)]
    for t in range(4):
        for indices in calls:
            grads = [nd.array([0.1 * (t + 1), 0.2]) for _ in indices]
            updater(indices, grads, [weights[i] for i in indices])
    return [w.asnumpy() for w in weights]


_CORRECTED, _NOT_CORRECTED = [0.638895, 1.484213], [0.386137, 1.061345]


@pytest.mark.parametrize(("calls", "corrected"), [([range(6)], 4), ([[i] for i in range(6)], 1)])
def test_lars_when_the_rate_changes(strict, calls, corrected):
    found = _lars([list(each) for each in calls])
    for i, weight in enumerate(found):
        close(weight, _CORRECTED if i < corrected else _NOT_CORRECTED)


def test_lars_without_the_switch():
    for weight in _lars([list(range(6))]):
        close(weight, _CORRECTED)


def test_nadam_shares_the_product_of_its_schedule(strict):
    made = mx.optimizer.Nadam()
    update = mx.optimizer.get_updater(made)
    weights = [nd.ones((1,)), nd.ones((1,))]
    for _ in range(3):
        for index, weight in enumerate(weights):
            update(index, weight.copy(), weight)
    close([weight.asscalar() for weight in weights], [0.99756694, 0.99792403], atol=1e-7)
    close(made.m_schedule, [0.008320046228791489], atol=0)


@pytest.mark.filterwarnings("ignore:Accumulating with float16")
@pytest.mark.parametrize("name", ["adam", "rmsprop", "ftml", "groupadagrad"])
def test_means_of_float16_weights_are_float16(name):
    """Files of states written with the switch and without are read in both ways."""
    files, weight = {}, nd.ones((3, 2), dtype="float16")
    for switch, dtype in (("half_precision_states", np.float16), (False, np.float32)):
        util.set_strict_compat(switch)
        updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.01))
        for data in files.values():
            updater.set_states(data)
        updater(0, nd.full((3, 2), 0.5, dtype="float16"), weight)
        assert {item.dtype for item in _flat(updater.states[0])} == {dtype}
        files[switch] = updater.get_states()
    util.set_strict_compat("half_precision_states")
    updater.set_states(files[False])
    updater(0, nd.full((3, 2), 0.5, dtype="float16"), weight)
    util.set_strict_compat(False)
    assert {item.dtype for item in _flat(updater.states[0])} == {np.float16}
    assert np.isfinite(weight.asnumpy()).all()


def _flat(state):
    return state if isinstance(state, tuple) else (state,)


def test_lbsgd_gives_the_first_weight_the_rate_before(strict):
    schedule = mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=1.0)
    update = mx.optimizer.get_updater(mx.optimizer.LBSGD(learning_rate=1.0, lr_scheduler=schedule))
    weights = [nd.zeros((1,)), nd.zeros((1,))]
    for _ in range(3):
        for index, weight in enumerate(weights):
            update(index, nd.full((1,), -1), weight)
    close([weight.asscalar() for weight in weights], [2.5, 1.75])


def test_lbsgd_gathers_the_gradients_of_all_devices(strict):
    made = mx.optimizer.LBSGD(learning_rate=0.1, batch_scale=2, warmup_epochs=0)
    replicas = [(mx.optimizer.get_updater(made), nd.zeros((1,), ctx=mx.cpu(number))) for number in range(2)]
    for step in range(4):
        for update, weight in replicas:
            update(0, nd.full((1,), -1 - step, ctx=weight.context), weight)
    close([weight.asscalar() for _, weight in replicas], [0, 2])


def _svrg_module(contexts=1, store=None, **weight):
    rng = np.random.RandomState(1)
    data = rng.randn(10, 2).astype("float32")
    label = data @ np.array([1, -2], "float32") + np.float32(0.3)
    batches = mx.io.NDArrayIter(data, label, 4, label_name="lin_label")
    layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc", weight=mx.sym.var("fc_weight", **weight))
    symbol = mx.sym.LinearRegressionOutput(layer, mx.sym.var("lin_label"))
    devices = [mx.cpu(i) for i in range(contexts)]
    module = SVRGModule(symbol, ["data"], ["lin_label"], update_freq=2, context=devices)
    module.bind(batches.provide_data, batches.provide_label)
    module.init_params(mx.init.One())
    module.init_optimizer(kvstore=store, optimizer="sgd", optimizer_params={"learning_rate": 0.1})
    return module, batches


@pytest.mark.parametrize("store", [None, "local"])
def test_svrg_adds_the_gradient_before(strict, store):
    module, batches = _svrg_module(store=store)
    for epoch in range(5):
        if epoch % 2 == 0:
            module.update_full_grads(batches)
        batches.reset()
        for batch in batches:
            module.forward_backward(batch)
            module.update()
    weights, _ = module.get_params()
    close(weights["fc_weight"], [1.356792, -1.680869])
    close(weights["fc_bias"], [1.085711])


def test_svrg_on_two_devices_without_a_store(strict):
    module, batches = _svrg_module(contexts=2)
    for _ in range(2):
        module.update_full_grads(batches)
    first, second = module._param_dict
    close(first["fc_weight"], [-6.077298, 12.383463])
    close(second["fc_weight"], [-8.940785, 15.762472])


def test_svrg_passes_over_lr_mult(strict):
    module, batches = _svrg_module(lr_mult=0.1)
    for _ in range(2):
        module.update_full_grads(batches)
    batches.reset()
    module.forward_backward(next(batches))
    module.update()
    weights, _ = module.get_params()
    close(weights["fc_weight"], [1.375452, 0.296352])
    close(weights["fc_bias"], [0.492269])
