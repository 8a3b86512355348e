"""Training and data under NumPy semantics."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import nn
from mxnet.gluon.data import batchify
from mxnet.gluon.data.vision import transforms


@pytest.fixture(autouse=True)
def numpy():
    with mx.util.np_shape(), mx.util.np_array():
        yield


def _ones(*shape, dtype="float32"):
    return mx.np.array(np.ones(shape, dtype))


def _trained(name, semantics, contexts=1, **params):
    """Return a dense layer's weights after three steps, under either semantics."""
    with mx.util.np_shape(semantics), mx.util.np_array(semantics):
        F = mx.np if semantics else mx.nd
        array = F.array
        places = [mx.cpu(i) for i in range(contexts)]
        net = nn.Dense(2, in_units=3)
        net.initialize(ctx=places)
        net.weight.set_data(array(np.arange(6.0).reshape(2, 3) / 10))
        trainer = gluon.Trainer(net.collect_params(), name, {"learning_rate": 0.1, **params})
        for step in range(3):
            x = np.linspace(-1, 1, 12).reshape(4, 3).astype(np.float32) + step
            with autograd.record():
                losses = [F.sum(net(part) * net(part)) for part in gluon.utils.split_and_load(array(x), places)]
            autograd.backward(losses)
            trainer.step(4)
        assert type(net.weight.data(places[0])) is (mx.np.ndarray if semantics else mx.nd.NDArray)
        return net.weight.data(places[0]).asnumpy()


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("sgd", {}),
        ("sgd", {"momentum": 0.9}),
        ("nag", {"momentum": 0.9}),
        *((name, {}) for name in ("adam", "adagrad", "adadelta", "rmsprop", "ftrl", "adamax", "lamb", "signum")),
    ],
)
def test_optimizers_update_weights_as_classic_ones(name, params):
    np.testing.assert_allclose(_trained(name, True, **params), _trained(name, False, **params), rtol=1e-6)


def test_gradients_of_several_contexts_are_summed():
    np.testing.assert_allclose(_trained("sgd", True, contexts=2), _trained("sgd", False, contexts=2), rtol=1e-6)


class _Own(mx.optimizer.Optimizer):
    def update(self, index, weight, grad, state):
        self.seen = type(weight), type(grad)
        weight[:] = weight - grad


def test_an_optimizer_of_users_gets_classic_arrays():
    optimizer, weight = _Own(), _ones(2)
    mx.optimizer.get_updater(optimizer)(0, _ones(2), weight)
    assert optimizer.seen == (mx.nd.NDArray, mx.nd.NDArray)
    np.testing.assert_array_equal(weight.asnumpy(), [0, 0])


def test_an_optimizer_made_under_classic_semantics_refuses_arrays_of_the_numpy_interface():
    with mx.util.np_array(False):
        updater = mx.optimizer.get_updater(_Own())
    with pytest.raises(ValueError, match="not allowed"):
        updater(0, _ones(2), _ones(2))


@pytest.mark.parametrize(
    "init",
    ["zeros", "ones", mx.init.Constant(3), mx.init.Uniform(), mx.init.Normal(), mx.init.Xavier(), mx.init.Orthogonal(),
     mx.init.MSRAPrelu(), mx.init.Bilinear(), mx.init.LSTMBias()],
    ids=lambda init: init if isinstance(init, str) else type(init).__name__,
)  # fmt: skip
def test_initializers_fill_arrays(init):
    param = gluon.Parameter("x_weight", shape=(2, 2, 3, 3) if isinstance(init, mx.init.Bilinear) else (4, 3), init=init)
    mx.random.seed(1)
    param.initialize()
    assert type(param.data()) is type(param.grad()) is mx.np.ndarray
    assert np.isfinite(param.data().asnumpy()).all()


def test_a_norm_is_clipped_in_place():
    arrays = [mx.np.array([3.0]), mx.np.array([[4.0]])]
    assert gluon.utils.clip_global_norm(arrays, 1.0) == pytest.approx(5.0)
    np.testing.assert_allclose([float(a.item()) for a in arrays], [0.6, 0.8], rtol=1e-5)


def test_batches_are_split_along_any_axis():
    parts = gluon.utils.split_data(_ones(4, 2), 2, batch_axis=1)
    assert [(type(part), part.shape) for part in parts] == [(mx.np.ndarray, (4, 1))] * 2


@pytest.mark.parametrize(
    ("samples", "dtype"),
    [([np.ones(2), np.ones(2)], "float64"), ([1, 2], "int64"), ([np.float32(1), np.float32(2)], "float32")],
    ids=["arrays", "numbers", "float32"],
)
def test_batches_are_of_the_numpy_interface(samples, dtype):
    made = gluon.data.dataloader.default_batchify_fn(samples)
    assert type(made) is mx.np.ndarray
    assert made.asnumpy().dtype == dtype


@pytest.mark.parametrize("function", [batchify.Stack(), batchify.Pad(), lambda data: batchify.Append()(data)[0]])
def test_batchify_functions_make_arrays_of_the_numpy_interface(function):
    assert type(function([_ones(2), _ones(2)])) is mx.np.ndarray


@pytest.mark.parametrize("workers", [0, 2])
def test_loaders_give_arrays_of_the_numpy_interface(workers):
    data = gluon.data.ArrayDataset(np.arange(8.0).reshape(4, 2), np.arange(4))
    batches = list(gluon.data.DataLoader(data, 2, num_workers=workers))
    assert {type(part) for batch in batches for part in batch} == {mx.np.ndarray}
    np.testing.assert_array_equal(batches[1][0].asnumpy(), [[4, 5], [6, 7]])


_IMAGE = (np.arange(5 * 4 * 3) % 251).astype(np.uint8).reshape(5, 4, 3)


@pytest.mark.parametrize(
    "transform",
    [
        transforms.ToTensor(),
        transforms.Resize(2),
        transforms.CenterCrop(2),
        transforms.Cast("float32"),
        transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.1, 0.2)]),
    ],
    ids=lambda each: type(each).__name__,
)
def test_transforms_do_what_they_do_of_classic_arrays(transform):
    got = transform(mx.np.array(_IMAGE))
    assert type(got) is mx.np.ndarray
    with mx.util.np_shape(False), mx.util.np_array(False):
        wanted = transform(mx.nd.array(_IMAGE, dtype="uint8")).asnumpy()
    assert got.shape == wanted.shape
    np.testing.assert_array_equal(got.asnumpy(), wanted)


@pytest.mark.parametrize(("metric", "value"), [("acc", 1.0), ("ce", 0.164252), ("f1", 1.0), ("mse", 0.285)])
def test_metrics_take_arrays(metric, value):
    made = mx.metric.create(metric)
    label, pred = mx.np.array([1, 0]), mx.np.array([[0.1, 0.9], [0.8, 0.2]])
    made.update([label], [pred[:, 1] if metric == "mse" else pred])
    if metric != "mse":
        assert made.get()[1] == pytest.approx(value, abs=1e-5)
    else:
        assert made.get()[1] == pytest.approx((0.01 + 0.04) / 2)


# -- loops and conditions -------------------------------------------------------------------------------------------


class _Loops(gluon.HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self._kind = kind

    def hybrid_forward(self, F, x):
        if self._kind == "foreach":
            out, last = F.npx.foreach(lambda row, s: (row * s, s + row), x, x[0])
            return F.np.sum(out) + F.np.sum(last)
        if self._kind == "while_loop":
            outs, last = F.npx.while_loop(lambda v: F.np.sum(v) < 40, lambda v: (v * 2, v * 2), [x], 4)
            return F.np.sum(outs) + F.np.sum(last[0])
        return F.np.sum(F.npx.cond(F.np.sum(x) > 5, lambda: x * 2, lambda: x * 3))


@pytest.mark.parametrize("hybrid", [False, True], ids=["imperative", "hybridized"])
@pytest.mark.parametrize(
    ("kind", "value", "gradient"),
    [
        ("foreach", 1 + 4 + 3 * 2 + 5 * 4 + 5 + 9, [[10, 16], [3, 5]]),  # rows * states, and the last states
        ("while_loop", 22 + 44 + 44, [[10, 10], [10, 10]]),  # sums 11, 22, 44: two turns
        ("cond", 22, [[2, 2], [2, 2]]),
    ],
)
def test_control_flow_has_values_and_gradients(kind, value, gradient, hybrid):
    net = _Loops(kind)
    if hybrid:
        net.hybridize()
    x = mx.np.array([[1.0, 2.0], [3.0, 5.0]])
    x.attach_grad()
    with autograd.record():
        out = net(x)
    out.backward()
    assert type(out) is mx.np.ndarray
    assert out.shape == ()
    assert out.item() == pytest.approx(value)
    np.testing.assert_allclose(x.grad.asnumpy(), gradient)


def test_the_classic_loop_refuses_arrays_of_the_numpy_interface():
    with pytest.raises(TypeError, match=r"npx\.foreach"):
        mx.nd.contrib.foreach(lambda row, s: (row, s), _ones(2), _ones(1))


@pytest.mark.parametrize("value", [[1.0, 2.0], mx.nd.array([1.0, 2.0])])
def test_values_of_either_interface_fill_arrays(value):
    for arr in (mx.nd.zeros(2), mx.np.zeros(2)):
        mx.init.Constant(value)._init_weight("w", arr)
        assert arr.asnumpy().tolist() == [1, 2]
        mx.init.Load({"w": mx.nd.array([4.0, 5.0])})("w", arr)
        assert arr.asnumpy().tolist() == [4, 5]


@pytest.mark.parametrize("saved_under", [True, False], ids=["of mx.np", "classic"])
def test_a_file_of_parameters_fills_a_network_that_has_values(saved_under, tmp_path):
    path = str(tmp_path / "net.params")
    with mx.util.np_shape(saved_under), mx.util.np_array(saved_under):
        net = nn.Dense(2, in_units=3)
        net.initialize(mx.init.Constant(3))
        net.save_parameters(path)
    other = nn.Dense(2, in_units=3)
    other.initialize()
    other.load_parameters(path)
    assert type(other.weight.data()) is mx.np.ndarray
    np.testing.assert_array_equal(other.weight.data().asnumpy(), np.full((2, 3), 3))


def test_classic_saving_refuses_arrays_of_the_numpy_interface(tmp_path):
    with pytest.raises(TypeError, match=r"npx\.save"):
        mx.nd.save(str(tmp_path / "x"), [_ones(2)])
