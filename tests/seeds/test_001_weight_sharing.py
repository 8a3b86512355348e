"""Sharing weights between two copies of a network (mission rows 001.1 to 001.5)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

M, N = 3, 3
num_filter = 1


@pytest.fixture
def kernel():
    return mx.nd.array([[1, 2, 3], [1, 2, 3], [1, 2, 3]])


def convolution(name="conv1"):
    d = mx.sym.Variable("data")
    return mx.sym.Convolution(data=d, kernel=(3, 3), num_filter=num_filter, no_bias=True, name=name)


def shareParams(sym, params):
    sym1 = sym.__copy__()
    new_params = {}
    ss = sym1.__getstate__()["handle"]
    ss1 = ss.replace('"name": "', '"name": "sha-')
    h = {"handle": ss1}
    sym1.__setstate__(h)
    for i in params:
        new_params["sha-" + i] = params[i]
        new_params[i] = params[i]
    return mx.sym.Group([sym, sym1]), new_params


def test_the_documents_sharing(kernel):  # 001.1
    loss = mx.sym.MakeLoss(data=convolution())
    bch_kernel = kernel.reshape((1, 1, M, N))
    arg_params = {"conv1_weight": bch_kernel}

    sym, params = shareParams(loss, arg_params)
    with pytest.warns(UserWarning, match="softmax_label"):  # no label_names are given
        mod = mx.mod.Module(symbol=sym, data_names=("data", "sha-data"))
        mod.bind(data_shapes=[("data", [1, 1, M, N]), ("sha-data", [1, 1, M, N])])
    mod.init_params()
    mod.set_params(arg_params=params, aux_params=[], allow_missing=True)
    mod.init_optimizer()

    mod.forward(mx.io.DataBatch([bch_kernel, bch_kernel], []))
    assert [each.shape for each in mod.get_outputs()] == [(1, 1, 1, 1)] * 2
    np.testing.assert_array_equal([each.asnumpy().item() for each in mod.get_outputs()], [42, 42])
    mod.backward()
    mod.update()
    mod.forward(mx.io.DataBatch([bch_kernel, bch_kernel], []))
    np.testing.assert_allclose([each.asnumpy().item() for each in mod.get_outputs()], [41.58, 41.58], rtol=1e-6)


def test_true_sharing_by_composition(kernel):  # 001.2
    loss = mx.sym.MakeLoss(data=convolution())
    both = mx.sym.Group([loss(data=mx.sym.Variable("a")), loss(data=mx.sym.Variable("b"))])
    assert both.list_arguments() == ["a", "conv1_weight", "b"]

    image = kernel.reshape((1, 1, M, N))
    executor = both.simple_bind(mx.cpu(), a=image.shape, b=image.shape)
    executor.copy_params_from({"conv1_weight": image, "a": image, "b": image * 2})
    executor.forward(is_train=True)
    assert [each.asscalar() for each in executor.outputs] == [42, 84]
    executor.backward()
    np.testing.assert_array_equal(executor.grad_dict["conv1_weight"].asnumpy(), (image * 3).asnumpy())


def test_true_sharing_in_a_module(kernel):  # 001.2
    loss = mx.sym.MakeLoss(data=convolution())
    twin = loss.rename(prefix="sha-", shared=["conv1_weight"])
    image = kernel.reshape((1, 1, M, N))
    mod = mx.mod.Module(mx.sym.Group([loss, twin]), data_names=("data", "sha-data"), label_names=[])
    mod.bind(data_shapes=[("data", image.shape), ("sha-data", image.shape)])
    mod.init_params(arg_params={"conv1_weight": image})
    mod.init_optimizer()
    batch = mx.io.DataBatch([image, image], [])
    mod.forward_backward(batch)
    mod.update()
    mod.forward(batch)
    # one weight, the gradient of both uses: 42 - 0.01 * 2 * 42
    np.testing.assert_allclose([each.asnumpy().item() for each in mod.get_outputs()], [41.16, 41.16], rtol=1e-6)


def test_renaming_every_node():  # 001.2
    twin = convolution().rename(prefix="sha-")
    assert twin.list_arguments() == ["sha-data", "sha-conv1_weight"]
    assert twin.list_outputs() == ["sha-conv1_output"]


def test_changing_the_name():  # 001.3
    d = mx.sym.Variable("data")
    conv1_w = mx.sym.Variable("kw")
    conv1 = mx.sym.Convolution(data=d, weight=conv1_w, kernel=(3, 3), num_filter=num_filter, no_bias=True, name="conv1")
    shown = {"no_bias": "True", "kernel": "(3, 3)", "num_filter": "1"}
    assert conv1.name == "conv1"
    assert conv1.list_attr() == shown
    assert conv1.attr_dict() == {"conv1": shown}

    conv1._set_attr(conv1="yy")
    assert conv1.name == "conv1"
    assert conv1.list_attr() == {"no_bias": "True", "kernel": "(3, 3)", "conv1": "yy", "num_filter": "1"}

    conv1._set_attr(name="yy")
    assert conv1.name == "yy"
    assert conv1.list_arguments() == ["data", "kw"]


def test_any_attribute_may_be_set_on_a_variable():  # 001.3
    d = mx.sym.Variable("data")
    d._set_attr(k="v")
    d._set_attr(name="other")
    assert (d.name, d.list_attr()) == ("other", {"k": "v"})


def network_in_network():
    net = mx.sym.Variable("data")
    layers = [("conv1", 192, 5, 2), ("cccp1", 160, 1, 0), ("cccp2", 96, 1, 0), ("conv4_1024", 1024, 3, 1)]
    for name, filters, size, pad in layers:
        net = mx.sym.Convolution(net, kernel=(size, size), pad=(pad, pad), num_filter=filters, name=name)
        net = mx.sym.Activation(net, act_type="relu", name=f"relu_{name}")
    net = mx.sym.Pooling(net, global_pool=True, kernel=(1, 1), pool_type="avg", name="pool")
    return mx.sym.SoftmaxOutput(mx.sym.Flatten(net), name="softmax")


@pytest.fixture
def nin(tmp_path):
    """The prefix of a checkpoint of a network in network, whose attributes are written as in 0.9: ``(1,1)``."""
    symbol = network_in_network()
    shapes, _, _ = symbol.infer_shape(data=(1, 3, 8, 8))
    params = {
        name: mx.nd.zeros(shape)
        for name, shape in zip(symbol.list_arguments(), shapes, strict=True)
        if name not in ("data", "softmax_label")
    }
    prefix = str(tmp_path / "nin")
    mx.model.save_checkpoint(prefix, 0, symbol, params, {})
    text = (tmp_path / "nin-symbol.json").read_text()
    (tmp_path / "nin-symbol.json").write_text(text.replace("(1, 1)", "(1,1)").replace("(5, 5)", "(5,5)"))
    return prefix


def test_the_documents_json_surgery(nin):  # 001.4
    n_epoch_load = 0
    sym1, arg_params, aux_params = mx.mod.module.load_checkpoint(nin, n_epoch_load)
    sym = sym1.get_internals()["conv4_1024_output"].__copy__()
    ss = sym.__getstate__()["handle"]
    ss1 = ss.replace('"name": "', '"name": "sha-')
    sym2 = sym.__copy__()
    h = {"handle": ss1}
    sym2.__setstate__(h)

    layers = ["conv1", "cccp1", "cccp2", "conv4_1024"]
    assert sym2.list_arguments() == ["sha-data", *(f"sha-{n}_{p}" for n in layers for p in ("weight", "bias"))]
    attributes = sym2.attr_dict()
    assert attributes["sha-cccp1"] == {"kernel": "(1,1)", "num_filter": "160", "pad": "(0, 0)"}
    assert attributes["sha-conv1"]["kernel"] == "(5,5)"
    assert attributes["sha-relu_cccp2"] == {"act_type": "relu"}
    assert sorted(arg_params) == sorted(f"{n}_{p}" for n in layers for p in ("weight", "bias"))
    assert aux_params == {}


def test_the_authors_afterthought(kernel):  # 001.5
    """Both images through the shared stage at once: joined along the batch, split again."""
    joined = mx.sym.concat(mx.sym.Variable("data"), mx.sym.Variable("data2"), dim=0)
    shared = convolution()(data=joined)
    parts = mx.sym.SliceChannel(shared, num_outputs=2, axis=0, name="parts")
    net = mx.sym.Group([mx.sym.MakeLoss(parts[0]), mx.sym.MakeLoss(parts[1])])

    image = kernel.reshape((1, 1, M, N))
    mod = mx.mod.Module(net, data_names=("data", "data2"), label_names=[])
    mod.bind(data_shapes=[("data", image.shape), ("data2", image.shape)])
    mod.init_params(arg_params={"conv1_weight": image})
    mod.init_optimizer(optimizer_params={"learning_rate": 0.01, "rescale_grad": 1.0})
    batch = mx.io.DataBatch([image, image], [])
    mod.forward(batch)
    np.testing.assert_array_equal([each.asnumpy().item() for each in mod.get_outputs()], [42, 42])
    mod.backward()
    mod.update()
    mod.forward(batch)
    np.testing.assert_allclose([each.asnumpy().item() for each in mod.get_outputs()], [41.16, 41.16], rtol=1e-6)
