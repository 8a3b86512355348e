"""Files of blocks: parameters by place or by name, exports, whole models, and files of real MXNet releases."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon import nn

X = mx.nd.array(np.linspace(-1, 1, 6).reshape(2, 3))


def network(units=4, prefix=None, deferred=True):
    net = nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(nn.Dense(units, activation="tanh", in_units=0 if deferred else 3), nn.BatchNorm(), nn.Dense(2))
    return net


def trained(**kwargs):
    net = network(**kwargs)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    with mx.autograd.record():
        out = net(X)
    out.backward()
    return net


def same(first, second):
    return np.array_equal(first(X).asnumpy(), second(X).asnumpy())


def test_parameters_by_place(tmp_path):
    net, file = trained(), str(tmp_path / "net.params")
    net.save_parameters(file)
    assert list(mx.nd.load(file)) == [
        *("0.weight", "0.bias", "1.gamma", "1.beta", "1.running_mean", "1.running_var", "2.weight", "2.bias"),
    ]
    other = network(prefix="other_")
    other.load_parameters(file)
    assert same(net, other)
    assert other[0].weight.shape == (4, 3)


def test_loading_into_contexts(tmp_path):
    net, file = trained(), str(tmp_path / "net.params")
    net.save_parameters(file)
    other = network()
    other.load_parameters(file, ctx=[mx.cpu(1), mx.cpu(2)])
    assert other[0].weight.list_ctx() == [mx.cpu(1), mx.cpu(2)]
    with pytest.raises(AssertionError, match="previous initialized"):
        other.load_parameters(file, ctx=mx.cpu(0))


def test_missing_and_extra(tmp_path):
    file = str(tmp_path / "net.params")
    trained().save_parameters(file)
    shorter = nn.HybridSequential()
    shorter.add(nn.Dense(4), nn.BatchNorm())
    with pytest.raises(ValueError, match=r"'2\.weight'.*not present"):
        shorter.load_parameters(file)
    shorter.load_parameters(file, ignore_extra=True)
    longer = network()
    longer.add(nn.Dense(2))
    with pytest.raises(AssertionError, match=r"'3\.weight' is missing"):
        longer.load_parameters(file)
    longer.load_parameters(file, allow_missing=True)


def test_another_shape_is_an_error(tmp_path):
    file = str(tmp_path / "net.params")
    trained().save_parameters(file)
    with pytest.raises(AssertionError, match="shape incompatible"):
        network(units=5).load_parameters(file)


@pytest.mark.parametrize(("source", "expected"), [("current", np.float32), ("saved", np.float64)])
def test_another_type(tmp_path, source, expected):
    net, file = trained(), str(tmp_path / "net.params")
    net.cast("float64")
    net.save_parameters(file)
    other = network()
    with pytest.raises(AssertionError, match="dtype incompatible"):
        other.load_parameters(file)
    other.load_parameters(file, cast_dtype=True, dtype_source=source)
    assert other[0].weight.data().dtype == expected


def test_deduplicated_files_hold_shared_parameters_once(tmp_path):
    def tied():
        net = nn.HybridSequential(prefix="tied_")
        with net.name_scope():
            net.add(nn.Dense(3, in_units=3))
            net.add(nn.Dense(3, in_units=3, params=net[0].params))
        return net

    net, file = tied(), str(tmp_path / "net.params")
    net.initialize(mx.init.Xavier())
    net.save_parameters(file, deduplicate=True)
    assert len(mx.nd.load(file)) == 2
    other = tied()
    other.load_parameters(file)
    assert same(net, other)


def test_files_of_parameter_dicts_load(tmp_path):
    net, file = trained(), str(tmp_path / "net.params")
    net.collect_params().save(file, strip_prefix=net.prefix)
    other = network(prefix="other_")
    other.load_parameters(file)
    assert same(net, other)


def test_deprecated_names_warn(tmp_path):
    net, file = trained(), str(tmp_path / "net.params")
    with pytest.warns(UserWarning, match="deprecated"):
        net.save_params(file)
    other = network()
    with pytest.warns(UserWarning, match="deprecated"):
        other.load_params(file)
    assert same(net, other)


def test_whole_models(tmp_path):
    net, prefix = trained(), str(tmp_path / "model")
    net.save(prefix)
    other = network()
    other.load(prefix)
    assert other._active
    assert same(net, other)


def test_export_and_import(tmp_path):
    net, path = trained(prefix="net_"), str(tmp_path / "net")
    net.export(path, epoch=3)
    arrays = mx.nd.load(f"{path}-0003.params")
    assert set(arrays) == {
        *("arg:net_dense0_weight", "arg:net_dense0_bias", "arg:net_batchnorm0_gamma", "arg:net_batchnorm0_beta"),
        *("aux:net_batchnorm0_running_mean", "aux:net_batchnorm0_running_var"),
        *("arg:net_dense1_weight", "arg:net_dense1_bias"),
    }
    block = gluon.SymbolBlock.imports(f"{path}-symbol.json", ["data"], f"{path}-0003.params")
    assert same(net, block)
    with pytest.raises(RuntimeError, match="hybridize"):
        network().export(path)


def test_a_module_loads_an_export(tmp_path):
    net, path = trained(), str(tmp_path / "net")
    net.export(path)
    module = mx.mod.Module.load(path, 0, label_names=None)
    module.bind([("data", (2, 3))], for_training=False)
    module.forward(mx.io.DataBatch([X]))
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), net(X).asnumpy(), rtol=1e-5, atol=1e-6)


def test_errors_repeat_the_beginning_of_a_long_name(tmp_path):
    path = str(tmp_path / "a.params")
    mx.nd.save(path, {"x" * 5000: mx.nd.ones((2,)), **{f"{i}.weight": mx.nd.ones((2,)) for i in range(3)}})
    net = mx.gluon.nn.Dense(2, in_units=2)
    with pytest.raises(AssertionError, match="is missing in file") as caught:
        net.load_parameters(path)
    assert len(str(caught.value)) < 1500
    with pytest.raises(ValueError, match=r"x{1000}\.\.\. \(5000 characters\)' loaded from file"):
        net.load_parameters(path, allow_missing=True)


def test_blocks_that_read_one_file_share_nothing(tmp_path):
    file = str(tmp_path / "net.params")
    net = trained()
    net.save_parameters(file)
    first, second = network(), network()
    for each in (first, second):
        each.load_parameters(file)
    first[2].weight.set_data(mx.nd.zeros((2, 4)))
    np.testing.assert_array_equal(second[2].weight.data().asnumpy(), net[2].weight.data().asnumpy())


def test_arrays_given_are_copied(tmp_path):
    net = network()
    given = {name: param.data() for name, param in trained(prefix=net.prefix).collect_params().items()}
    net.collect_params().load_dict(given)
    net[2].weight.set_data(mx.nd.zeros((2, 4)))
    assert given[net[2].weight.name].asnumpy().any()


def _module(path):
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="dense")
    symbol.save(f"{path}-symbol.json")
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", (1, 2))], for_training=False)
    return module


@pytest.mark.parametrize(
    "read",
    [
        lambda net, path: net.load_parameters(f"{path}-0000.params"),
        lambda net, path: net.load_parameters(f"{path}-0000.params", allow_missing=True, ignore_extra=True),
        lambda net, path: net.load_dict(mx.nd.load(f"{path}-0000.params")),
        lambda net, path: mx.model.load_checkpoint(str(path), 0),
        lambda net, path: _module(path).load_params(f"{path}-0000.params"),
    ],
)
def test_arrays_without_names(read, tmp_path):
    net = nn.Dense(2, in_units=2)
    net.initialize()
    _module(tmp_path / "list")
    mx.nd.save(str(tmp_path / "list-0000.params"), [mx.nd.ones((2, 2)), mx.nd.ones(2)])
    with pytest.raises(AttributeError):
        read(net, tmp_path / "list")
    with pytest.raises(TypeError):
        net.collect_params().load(str(tmp_path / "list-0000.params"))
