"""Layers under NumPy semantics: graphs and values of 1.9.1, or, where it refuses, those of classic arrays."""

import contextlib
import json
import warnings

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn

from tests.gluon.numpy_layers import ANSWERS, CELLS, LAYERS, graph, run, set_values, values

RECORDED = json.loads(ANSWERS.read_text())
_GRADIENTS_DIFFER = {
    "BatchNorm": "1.9.1 differentiates as in training, though it was told not to",
    "MaxPool2D": "1.9.1's gradient outside of training is what was in memory",
}


@contextlib.contextmanager
def numpy_semantics(active=True):
    with mx.util.np_shape(active), mx.util.np_array(active):
        yield


@pytest.fixture
def numpy():
    with numpy_semantics():
        yield


@pytest.mark.usefixtures("numpy")
@pytest.mark.parametrize("name", RECORDED)
def test_the_graph_is_that_of_1_9_1(name):
    got = graph(name)
    for op, _, attrs, _ in got:  # 1.9.1 writes 0 for the unknown size of a batch, and cannot run such a graph
        if op == "_zeros":
            attrs["shape"] = attrs["shape"].replace("-1", "0")
    assert got == RECORDED[name]["graph"]


@pytest.mark.usefixtures("numpy")
@pytest.mark.parametrize("hybrid", [False, True], ids=["imperative", "hybridized"])
@pytest.mark.parametrize("name", [name for name, answer in RECORDED.items() if "values" in answer])
def test_the_values_are_those_of_1_9_1(name, hybrid):
    make, shapes = LAYERS[name]
    net = make()
    if hybrid:
        net.hybridize()
    got, wanted = run(net, shapes), RECORDED[name]
    assert got["shape"] == wanted["shape"]
    compared = 1 if name in _GRADIENTS_DIFFER else None
    for ours, theirs in zip(got["values"][:compared], wanted["values"][:compared], strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=2e-4, atol=2e-5)


def _classic(make, shapes):
    """Return the output and the inputs' gradients of a layer on classic arrays, with the same values."""
    with numpy_semantics(False):
        net = make()
        inputs = [mx.nd.array(values(shape, i)) for i, shape in enumerate(shapes)]
        net.initialize()
        net(*inputs)
        trained = [param for param in net.collect_params().values() if param.grad_req != "null"]
        for i, param in enumerate(trained):
            param.set_data(mx.nd.array(values(param.shape, 10 + i, 0.2)))
        for each in inputs:
            each.attach_grad()
        with mx.autograd.record(train_mode=False):
            out = net(*inputs)
        out.backward()
        return [each.asnumpy() for each in (out, *(each.grad for each in inputs))]


@pytest.mark.usefixtures("numpy")
@pytest.mark.parametrize("hybrid", [False, True], ids=["imperative", "hybridized"])
@pytest.mark.parametrize("name", [name for name in LAYERS if "values" not in RECORDED.get(name, ())])
def test_layers_that_mxnet_refuses_compute_what_they_do_of_classic_arrays(name, hybrid):
    make, shapes = LAYERS[name]
    net = make()
    if hybrid:
        net.hybridize()
    got = run(net, shapes)["values"]
    for ours, theirs in zip(got, _classic(make, shapes), strict=False):
        np.testing.assert_allclose(ours, theirs.ravel()[:24], rtol=1e-5, atol=1e-6)


@pytest.mark.usefixtures("numpy")
@pytest.mark.parametrize("name", CELLS)
def test_cells_unroll_to_what_they_do_of_classic_arrays(name):
    def outputs(array):
        net = CELLS[name]()
        inputs = array(values((2, 5, 4), 0))
        net.initialize()
        net.unroll(5, inputs)
        for i, param in enumerate(net.collect_params().values()):
            param.set_data(array(values(param.shape, 10 + i, 0.2)))
        out, states = net.unroll(5, inputs, merge_outputs=True, valid_length=array([3, 5]))
        return [out, *states]

    got = outputs(mx.np.array)
    with numpy_semantics(False):
        wanted = outputs(mx.nd.array)
    for ours, theirs in zip(got, wanted, strict=True):
        assert type(ours) is mx.np.ndarray
        np.testing.assert_allclose(ours.asnumpy(), theirs.asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.usefixtures("numpy")
def test_parameters_are_of_the_numpy_interface():
    net = nn.Dense(3, in_units=0)
    assert net.weight.shape == (3, -1)
    assert type(net.weight.var()).__name__ == "_Symbol"
    net.initialize()
    net(mx.np.array([[1.0, 2.0]]))
    assert {type(a) for a in (net.weight.data(), net.weight.grad(), net.weight.list_data()[0])} == {mx.np.ndarray}


@pytest.mark.usefixtures("numpy")
def test_blocks_of_users_get_the_classic_namespaces():
    seen = []

    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            seen.append(F)
            return F.np.exp(x)

    net = Net()
    net(mx.np.array([1.0]))
    net.hybridize()
    assert type(net(mx.np.array([1.0]))) is mx.np.ndarray
    assert seen == [mx.nd, mx.sym]


@pytest.mark.usefixtures("numpy")
def test_a_layer_of_ours_may_be_called_with_the_namespace_of_a_users_block():
    class Twice(nn.Dense):
        def hybrid_forward(self, F, x, weight, bias=None):
            return super().hybrid_forward(F, F.np.add(x, x), weight, bias)

    net = Twice(2, in_units=3)
    net.initialize()
    weight, bias = (param.data().asnumpy() for param in set_values(net))
    x = values((2, 3), 0)
    np.testing.assert_allclose(net(mx.np.array(x)).asnumpy(), 2 * x @ weight.T + bias, rtol=1e-5)


@pytest.mark.usefixtures("numpy")
def test_outputs_of_a_graph_are_of_one_interface():
    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x, F.zeros((1,))

    net = Net()
    net.hybridize()
    with pytest.raises(TypeError, match="all classic or all of the NumPy interface"):
        net(mx.np.array([1.0]))


@pytest.mark.usefixtures("numpy")
@pytest.mark.parametrize("name", ["mobilenet_v2_0_25", "resnet18_v2"])
def test_networks_of_the_model_zoo(name):
    make, image = getattr(mx.gluon.model_zoo.vision, name), values((1, 3, 64, 64), 0)
    net = make(classes=4)
    net.initialize(mx.init.Xavier())
    x = mx.np.array(image)
    eager = net(x)
    assert type(eager) is mx.np.ndarray
    net.hybridize()
    np.testing.assert_allclose(net(x).asnumpy(), eager.asnumpy(), rtol=1e-4, atol=1e-6)


@pytest.mark.usefixtures("numpy")
def test_exported_networks_are_read_back(tmp_path):
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu"), nn.Dense(2))
    net.initialize()
    net.hybridize()
    x = mx.np.array(values((3, 5), 0))
    out = net(x)
    net.export(str(tmp_path / "net"))
    text = json.loads((tmp_path / "net-symbol.json").read_text())
    assert text["attrs"]["is_np_shape"] == ["int", 1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        back = mx.gluon.SymbolBlock.imports(f"{tmp_path}/net-symbol.json", "data", f"{tmp_path}/net-0000.params")
    again = back(x)
    assert type(again) is mx.np.ndarray
    np.testing.assert_array_equal(again.asnumpy(), out.asnumpy())
