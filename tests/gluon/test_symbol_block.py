"""Blocks of symbols."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.core.dtypes import canonical
from mxnet.gluon import SymbolBlock, nn

DATA = mx.sym.var("data")
pytestmark = pytest.mark.filterwarnings("ignore:.*Cannot decide type:UserWarning")


def graph():
    weight = mx.sym.var("fc_weight")
    hidden = mx.sym.FullyConnected(DATA, weight=weight, num_hidden=3, name="fc")
    return mx.sym.BatchNorm(hidden, name="bn")


def test_variables_that_are_no_inputs_are_parameters():
    block = SymbolBlock(graph(), DATA)
    assert list(block.collect_params()) == [
        *("fc_weight", "fc_bias", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"),
    ]
    assert [p.grad_req for p in block.collect_params().values()] == ["write"] * 4 + ["null"] * 2
    assert block.prefix == ""
    block.initialize(mx.init.One())
    assert block(mx.nd.ones((2, 4))).shape == (2, 3)
    assert block.collect_params()["fc_weight"].shape == (3, 4)


def test_parameters_are_shared_by_name():
    net = nn.Dense(3, in_units=2, prefix="fc_")
    net.initialize()
    block = SymbolBlock(net(DATA), DATA, params=net.collect_params())
    assert block.collect_params()["fc_weight"] is net.weight
    x = mx.nd.ones((1, 2))
    assert (block(x).asnumpy() == net(x).asnumpy()).all()


def test_features_of_a_network():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu", in_units=3), nn.Dense(2, in_units=4))
    net.initialize(mx.init.Xavier())
    internals = net(DATA).get_internals()
    features = SymbolBlock([internals["net_dense0_relu_fwd_output"], net(DATA)], DATA, net.collect_params())
    x = mx.nd.ones((1, 3))
    hidden, out = features(x)
    assert (hidden.asnumpy() == net[0](x).asnumpy()).all()
    assert (out.asnumpy() == net(x).asnumpy()).all()


@pytest.mark.parametrize(
    ("outputs", "kind"),
    [(lambda s: s, mx.nd.NDArray), (lambda s: [s], mx.nd.NDArray), (lambda s: [s, s * 2], list)],
)
def test_outputs_have_the_structure_of_the_symbols(outputs, kind):
    block = SymbolBlock(outputs(graph()), [DATA])
    block.initialize()
    assert type(block(mx.nd.ones((1, 4)))) is kind


def test_gradients_flow():
    block = SymbolBlock(DATA * mx.sym.var("scale", shape=(1,)), DATA)
    block.initialize(mx.init.One())
    with mx.autograd.record():
        out = block(mx.nd.array([3]))
    out.backward()
    assert block.collect_params()["scale"].grad().asscalar() == 3


def test_symbols_take_the_place_of_the_inputs():
    block = SymbolBlock(graph(), DATA)
    assert block(mx.sym.var("x") * 2).list_arguments()[0] == "x"


def test_inside_of_a_hybrid_network():
    block = SymbolBlock(graph(), DATA)
    net = nn.HybridSequential()
    net.add(block, nn.Dense(1))
    net.initialize(mx.init.One())
    x = mx.nd.ones((2, 4))
    expected = net(x).asnumpy()
    net.hybridize()
    assert (net(x).asnumpy() == expected).all()


def test_inputs_must_be_variables():
    with pytest.raises(AssertionError, match="must be variable"):
        SymbolBlock(graph(), [graph()])


def test_row_sparse_variables_are_refused():
    weight = mx.sym.var("weight", stype="row_sparse")
    with pytest.raises(AssertionError, match="weight"):
        SymbolBlock(mx.sym.dot(DATA, weight), DATA)


@pytest.mark.parametrize("stype", ["default", "csr"])
@pytest.mark.parametrize("weight", [None, "csr"])
@pytest.mark.parametrize("hybrid", [False, True])
def test_csr_variables_take_any_array_and_parameters_are_dense(stype, weight, hybrid):
    data = mx.sym.var("data", stype="csr")
    block = SymbolBlock(mx.sym.dot(data, mx.sym.var("weight", shape=(3, 2), stype=weight)), data)
    block.initialize(mx.init.One())
    if hybrid:
        block.hybridize()
    values = np.array([[0, 1, 0], [2, 0, 3]])
    with mx.autograd.record():
        found = block(mx.nd.array(values).tostype(stype))
    found.backward()
    (param,) = block.collect_params().values()
    assert (param.data().stype, param.grad().stype) == ("default", "default")
    np.testing.assert_array_equal(found.asnumpy(), values @ np.ones((3, 2)))
    np.testing.assert_array_equal(param.grad().asnumpy(), values.T @ np.ones((2, 2)))


def test_another_number_of_inputs_is_an_error():
    block = SymbolBlock(graph(), DATA)
    block.initialize()
    with pytest.raises(ValueError, match="argument structure"):
        block(mx.nd.ones((1, 4)), mx.nd.ones((1, 4)))


def test_cast_export_and_import(tmp_path):
    block, path = SymbolBlock(graph(), DATA), str(tmp_path / "net")
    block.initialize(mx.init.One())
    x = mx.nd.array([[1, 2, 3, 4], [0, 1, 0, 2]])
    expected = block(x).asnumpy()
    block.export(path)
    block.cast("float64")
    assert block(x.astype("float64")).dtype == np.float64
    again = SymbolBlock.imports(f"{path}-symbol.json", "data", f"{path}-0000.params", ctx=mx.cpu(1))
    assert again.collect_params()["fc_weight"].list_ctx() == [mx.cpu(1)]
    np.testing.assert_array_equal(again(x.as_in_context(mx.cpu(1))).asnumpy(), expected)


def test_an_import_that_lacks_an_input_says_where_it_is_named(tmp_path):
    path, both = str(tmp_path / "net"), [DATA, mx.sym.var("second")]
    block = SymbolBlock(mx.sym.FullyConnected(DATA, num_hidden=3, name="fc") + both[1], both)
    block.initialize()
    block(mx.nd.ones((2, 4)), mx.nd.ones((2, 3)))
    block.export(path)
    files = f"{path}-symbol.json", f"{path}-0000.params"
    with pytest.raises(AssertionError, match=r"'second' is missing in file.* add it to input_names, \['data'\]"):
        SymbolBlock.imports(files[0], "data", files[1])
    assert SymbolBlock.imports(files[0], ["data", "second"], files[1])(
        mx.nd.ones((2, 4)), mx.nd.ones((2, 3))
    ).shape == (2, 3)


def test_only_an_import_that_lacks_an_input_says_where_it_is_named(tmp_path):
    path = str(tmp_path / "net")
    mx.sym.FullyConnected(DATA, num_hidden=3, name="fc").save(f"{path}-symbol.json")
    arrays = {"fc_weight": mx.nd.ones((3, 4)), "fc_bias": mx.nd.ones((3,)), " is missing in file": mx.nd.ones((1,))}
    mx.nd.save(f"{path}.params", {f"arg:{name}": array for name, array in arrays.items()})
    with pytest.raises(AssertionError, match="is not present in ParameterDict") as caught:
        SymbolBlock.imports(f"{path}-symbol.json", "data", f"{path}.params")
    assert "input_names" not in str(caught.value)


@pytest.mark.parametrize(
    ("norm", "dtype", "beside"),
    [  # as in 1.9.1, which knows no bfloat16
        (mx.sym.BatchNorm, "float16", "float32"),
        (mx.sym.BatchNorm, np.float16, "float32"),
        (mx.sym.BatchNorm, "bfloat16", "float32"),
        (mx.sym.BatchNorm, "float64", "float64"),
        (mx.sym.contrib.SyncBatchNorm, "float16", "float32"),
        (mx.sym.LayerNorm, "float16", "float16"),
    ],
)
def test_cast_keeps_what_normalizations_have_in_single_precision(norm, dtype, beside):
    kwargs = {"key": "n"} if norm is mx.sym.contrib.SyncBatchNorm else {}
    layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    block = SymbolBlock(norm(layer, name="n", **kwargs), DATA)
    block.initialize()
    for _ in range(2):
        block.cast("float64")
        block.cast(dtype)
    types = {name: canonical(param.dtype) for name, param in block.collect_params().items()}
    assert types.pop("fc_weight") == types.pop("fc_bias") == canonical(dtype)
    assert set(types.values()) == {beside}
    assert block(mx.nd.ones((2, 4)).astype(dtype)).dtype == block.collect_params()["fc_weight"].data().dtype


def test_labels_through_operators_are_not_needed():
    label = mx.sym.Reshape(mx.sym.var("label"), shape=(-1,))
    out = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc"), label)
    block = mx.gluon.SymbolBlock(out, [mx.sym.var("data")])
    block.initialize()
    assert block(mx.nd.ones((2, 4))).shape == (2, 3)
    assert sorted(block.collect_params()) == ["fc_bias", "fc_weight"]
