"""Mixed precision: what converted networks compute, which parameters change type, and the scale of a loss."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib import amp

HALVES = ["float16", "bfloat16"]


def network():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=4, name="conv")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, name="bn"), act_type="relu")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def trained():
    module = mx.mod.Module(network())
    module.bind([("data", (2, 1, 6, 6))], [("softmax_label", (2,))])
    mx.random.seed(3)
    module.init_params(mx.init.Xavier())
    return module


def outputs(symbol, args, auxs):
    module = mx.mod.Module(symbol)
    module.bind([("data", (2, 1, 6, 6))], [("softmax_label", (2,))], for_training=False)
    module.set_params(args, auxs)
    module.forward(mx.io.DataBatch([mx.nd.arange(72).reshape((2, 1, 6, 6)) / 72]))
    return module.get_outputs()[0]


@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize("dtype", HALVES)
def test_a_converted_model_predicts_nearly_the_same(dtype, optional):
    args, auxs = trained().get_params()
    expected = outputs(network(), args, auxs).asnumpy()
    symbol, args, auxs = amp.convert_model(network(), args, auxs, target_dtype=dtype, cast_optional_params=optional)
    got = outputs(symbol, args, auxs)
    assert got.dtype == np.float32
    np.testing.assert_allclose(got.asnumpy(), expected, atol=2e-2)
    assert not np.array_equal(got.asnumpy(), expected)


def test_parameters_become_half_only_where_asked_and_wanted():
    args, auxs = trained().get_params()
    _, same, _ = amp.convert_model(network(), args, auxs)
    assert {value.dtype for value in same.values()} == {np.float32}
    _, cast, states = amp.convert_model(network(), args, auxs, cast_optional_params=True)
    halves = {name for name, value in cast.items() if value.dtype == np.float16}
    assert halves == {"conv_weight", "conv_bias", "fc_weight", "fc_bias"}
    assert {value.dtype for value in states.values()} == {np.float32}


def test_a_converted_symbol_trains():
    module = mx.mod.Module(amp.convert_symbol(network(), data_names=["data", "softmax_label"]))
    data = mx.io.NDArrayIter(np.eye(6, dtype="float32").reshape(1, 1, 6, 6).repeat(8, 0), np.zeros(8), 4)
    module.fit(data, num_epoch=3, optimizer_params={"learning_rate": 0.1})
    assert module.score(data, "acc")[0][1] == 1.0


def test_variables_cast_to_half_alone_are_half():
    x = mx.sym.Variable("x")
    both = mx.sym.Group([mx.sym.amp_cast(x, dtype="float16"), mx.sym.amp_cast(x, dtype="float32")])
    half = mx.sym.Group([mx.sym.amp_cast(x, dtype="float16"), mx.sym.amp_cast(x, dtype="float16")])
    for symbol, dtype in ((both, np.float32), (half, np.float16)):
        result = amp.convert_symbol(symbol, data_names=[], cast_optional_params=True)
        assert result.simple_bind(mx.cpu(), x=(1, 2)).arg_arrays[0].dtype == dtype


D, W = mx.sym.Variable("d"), mx.sym.Variable("w")
FC = mx.sym.FullyConnected(D, W, num_hidden=3, no_bias=True)
SOFT = mx.sym.Activation(W, act_type="softrelu")


@pytest.mark.parametrize(
    ("graph", "data", "kind"),
    [
        (D + W, ["d"], "2"),
        (D + W, [], "2"),
        (mx.sym.exp(W) + D, ["d"], "0"),
        (mx.sym.Group([mx.sym.exp(W), D + W]), ["d"], "2"),
        (mx.sym.Group([SOFT, D + W]), ["d"], "0"),
        (mx.sym.Group([SOFT, FC]), ["d"], "2"),
        (mx.sym.dot(FC, W), [], "0"),
        (mx.sym.Deconvolution(W, D, num_filter=2, kernel=(2, 2)), ["d"], "0"),
        (mx.sym.Group([mx.sym.amp_cast(W, dtype="float16"), mx.sym.relu(W)]), [], "2"),
        (mx.sym.Group([mx.sym.amp_cast(W, dtype="float16"), W]), [], "0"),
        *(
            (mx.sym.FullyConnected(mx.sym.Cast(D, dtype=given), W, num_hidden=3, no_bias=True), data, kind)
            for given, kind in (("float64", "1"), ("float32", "2"), ("int32", "4"))
            for data in (["d"], [])
        ),
    ],
)
def test_a_parameter_has_the_type_that_its_uses_ask_for(graph, data, kind):
    """Recorded from 1.9.1."""
    result = amp.convert_symbol(graph, data_names=data, cast_optional_params=True)
    assert result.attr_dict()["w"]["__dtype__"] == kind


@pytest.mark.parametrize("given", ["float64", "int32"])
def test_what_is_no_half_among_the_nodes_leaves_parameters_full(given):
    """Recorded from 1.9.1, whose casts leave float64 and integers alone."""
    graph = mx.sym.FullyConnected(mx.sym.Cast(FC, dtype=given), num_hidden=3, name="fc")
    result = amp.convert_symbol(graph, data_names=["d"])
    assert {result.attr_dict()[name]["__dtype__"] for name in ("w", "fc_weight", "fc_bias")} == {"0"}
    with pytest.raises(mx.MXNetError):  # float32 for all that is named as data, and half weights beside float64
        amp.convert_symbol(graph)
    with pytest.raises(mx.MXNetError):
        amp.convert_symbol(mx.sym.broadcast_add(FC, mx.sym.Cast(D, dtype="float64")), data_names=["d"])


@pytest.mark.parametrize("declared", [["w"], ["d", "w"]])
def test_declared_types_of_data_become_float32_where_all_is_data(declared):
    """Recorded from 1.9.1."""
    d, w = (mx.sym.var(name, dtype="float64" if name in declared else None) for name in "dw")
    graph = mx.sym.FullyConnected(d, w, num_hidden=3, no_bias=True)
    result = amp.convert_symbol(graph, data_names=["d", "w"]).attr_dict()
    assert [result[name]["__dtype__"] for name in declared] == ["0"] * len(declared)


HALF, FULL, DOUBLE, INT = "float16", "float32", "float64", "int32"


@pytest.mark.parametrize(
    ("narrow", "given", "made"),
    [
        (False, (HALF, FULL), (FULL, FULL)),
        (True, (FULL, HALF), (HALF, HALF)),
        (False, (HALF, DOUBLE), (HALF, DOUBLE)),
        (False, (DOUBLE, HALF), (DOUBLE, DOUBLE)),
        (False, (DOUBLE, FULL), (DOUBLE, FULL)),
        (True, (DOUBLE, HALF), (DOUBLE, HALF)),
        (False, (DOUBLE, HALF, FULL), (DOUBLE, FULL, FULL)),
        (False, (INT, FULL), (INT, FULL)),
    ],
)
def test_what_several_types_are_brought_to(narrow, given, made):
    """Recorded from 1.9.1."""
    names = "xyz"[: len(given)]
    graph = mx.sym.amp_multicast(*map(mx.sym.var, names), num_outputs=len(given), cast_narrow=narrow)
    types = [np.dtype(item) for item in made]
    assert graph.infer_type(**dict(zip(names, given, strict=True)))[1] == types
    arrays = mx.nd.amp_multicast(*(mx.nd.ones(2, dtype=t) for t in given), num_outputs=len(given), cast_narrow=narrow)
    assert [array.dtype for array in arrays] == types


@pytest.mark.parametrize(
    ("narrow", "given", "made"),
    [
        (False, (FULL, None), (FULL, None)),
        (False, (None, FULL), (None, FULL)),
        (False, (HALF, None), (HALF, None)),
        (False, (None, HALF), (None, None)),
        (False, (None, HALF, FULL), (None, FULL, FULL)),
        (False, (None, DOUBLE, HALF), (None, DOUBLE, None)),
        (False, (HALF, None, FULL), (FULL, None, FULL)),
        (True, (None, FULL), (None, FULL)),
        (True, (FULL, None, HALF), (HALF, None, HALF)),
    ],
)
def test_several_types_of_which_some_are_unknown(narrow, given, made):
    """Recorded from 1.9.1."""
    names = "xyz"[: len(given)]
    graph = mx.sym.amp_multicast(*map(mx.sym.var, names), num_outputs=len(given), cast_narrow=narrow)
    known = {name: dtype for name, dtype in zip(names, given, strict=True) if dtype is not None}
    assert graph.infer_type_partial(**known)[1] == [None if item is None else np.dtype(item) for item in made]


def test_an_unknown_type_is_found_from_what_the_others_become():
    """Recorded from 1.9.1."""
    low, other = mx.sym.amp_multicast(mx.sym.var("x"), mx.sym.var("y"), num_outputs=2)
    graph = mx.sym.Group([mx.sym.elemwise_add(low, mx.sym.var("p")), mx.sym.elemwise_add(other, mx.sym.var("q"))])
    assert graph.infer_type_partial(y=HALF, p=FULL)[0] == [None, np.float16, np.float32, np.float32]
    with pytest.raises(mx.MXNetError):
        graph.infer_type_partial(x=HALF, q=FULL)


def test_weights_behind_a_parameter_of_unknown_type_are_half():
    """Recorded from 1.9.1: what the data are brought to decides."""
    both = mx.sym.BatchNorm(mx.sym.broadcast_mul(mx.sym.var("d"), mx.sym.var("scale")), name="bn")
    graph = mx.sym.FullyConnected(both, mx.sym.var("w"), num_hidden=2, no_bias=True)
    result = amp.convert_symbol(graph, data_names=["d"], cast_optional_params=True).attr_dict()
    assert [result[name]["__dtype__"] for name in ("scale", "bn_gamma", "w")] == ["2", "0", "2"]


def test_states_are_not_cast_where_they_become_half():
    """Recorded from 1.9.1."""
    graph = mx.sym.contrib.SyncBatchNorm(mx.sym.var("d"), key="k", name="n")
    chosen = {"target_dtype_ops": ["_contrib_SyncBatchNorm"], "fp32_ops": [], "conditional_fp32_ops": []}
    result = amp.convert_symbol(graph, "bfloat16", data_names=["d"], **chosen)
    assert result.list_auxiliary_states() == ["n_moving_mean", "n_moving_var"]
    assert result.tojson(remove_amp_cast=False).count('"op": "amp_cast"') == 4  # data, gamma, beta, and the result
    types = result.attr_dict()
    assert [types[f"n_{name}"]["__dtype__"] for name in ("gamma", "moving_mean", "moving_var")] == ["0", "12", "12"]


@pytest.mark.parametrize("dtype", HALVES)
def test_states_are_not_cast_where_a_condition_asks_for_float32(dtype):
    """Recorded from 1.9.1."""
    graph = mx.sym.BatchNorm(FC, eps=0.5, name="n")
    result = amp.convert_symbol(graph, dtype, conditional_fp32_ops=[("BatchNorm", "eps", ["0.5"])])
    assert result.list_auxiliary_states() == ["n_moving_mean", "n_moving_var"]
    assert result.tojson(remove_amp_cast=False).count('"op": "amp_cast"') == 5


def test_of_an_unknown_type_no_cast_follows():
    """Recorded from 1.9.1: the value may be float64, which casts leave alone."""
    graph = mx.sym.elemwise_add(mx.sym.amp_cast(mx.sym.var("x"), dtype="float16"), mx.sym.var("y"))
    assert graph.infer_type_partial(y="float64") == ([None, np.float64], [np.float64], [])


@pytest.mark.parametrize(
    ("graph", "casts"),
    [
        # what was cast down once counts as half precision from then on
        (mx.sym.Group([FC, mx.sym.relu(D) + mx.sym.exp(D)]), 4),
        # a variable that is left out of the conversion counts as float32
        (mx.sym.stack(W, W), 0),
        # the type of what is like another is known once both are
        (mx.sym.log(mx.sym.broadcast_like(mx.sym.exp(D), mx.sym.exp(D))), 1),
    ],
)
def test_casts_are_those_of_mxnet(graph, casts):
    """Recorded from 1.9.1."""
    result = amp.convert_symbol(graph, excluded_sym_names=["w"] if "d" not in graph.list_inputs() else [])
    assert result.tojson(remove_amp_cast=False).count('"op": "amp_') == casts


@pytest.mark.parametrize(
    ("option", "error"),
    [
        ({"target_dtype": np.float16}, AssertionError),
        ({"target_dtype": "half"}, AssertionError),
        ({"target_dtype": np.dtype([("bfloat16", np.uint16)])}, AssertionError),
        ({"target_dtype": ["float16"]}, AssertionError),
        ({"target_dtype_ops": ("Convolution",)}, AssertionError),
        ({"fp32_ops": ("exp",)}, AssertionError),
        ({"conditional_fp32_ops": (("Activation", "act_type", ["relu"]),)}, AssertionError),
        ({"conditional_fp32_ops": [("Activation", "act_type")]}, IndexError),
        ({"conditional_fp32_ops": [1]}, TypeError),
        ({"conditional_fp32_ops": [("Activation", "act_type", [1])]}, AttributeError),
        ({"conditional_fp32_ops": [("FullyConnected", "num_hidden", [2])]}, AssertionError),
        ({"excluded_sym_names": ("fc",)}, AssertionError),
        ({"excluded_sym_names": [1]}, AttributeError),
        ({"data_names": [1]}, AttributeError),
        ({"cast_optional_params": "yes"}, TypeError),
    ],
)
def test_arguments_of_another_form_are_refused(option, error):
    with pytest.raises(error):
        amp.convert_symbol(network(), **option)


def test_numpys_dtypes_and_bools_are_taken():
    graph = network()
    data = [name for name in graph.list_inputs() if name.startswith("data")]
    result, expected = (
        amp.convert_symbol(graph, dtype, data_names=data, cast_optional_params=optional).tojson()
        for dtype, optional in ((np.dtype("float16"), np.bool_(True)), ("float16", True))
    )
    assert result == expected


@pytest.mark.parametrize(("optional", "kind"), [(False, np.float32), (True, np.float16)])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32"])
def test_parameters_of_any_type_are_copied_to_the_declared_one(dtype, optional, kind):
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, no_bias=True, name="fc")
    given = {"fc_weight": mx.nd.ones((2, 3), dtype=dtype), "unused": mx.nd.ones(1, dtype=dtype)}
    _, result, _ = amp.convert_model(x, given, {}, cast_optional_params=optional)
    assert result["fc_weight"].dtype == kind
    assert result["unused"].dtype == np.dtype(dtype)
    result["fc_weight"][:] = 7
    assert given["fc_weight"].asnumpy().max() == 1


def test_a_bucketing_module_is_converted_bucket_by_bucket():
    def make(length):
        outputs, _ = mx.rnn.LSTMCell(4, prefix="l_").unroll(length, mx.sym.Variable("data"), merge_outputs=True)
        net = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-1, 4)), num_hidden=2, name="fc")
        label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
        return mx.sym.SoftmaxOutput(net, label, name="softmax"), ("data",), ("softmax_label",)

    def batch(length):
        shapes = {"provide_data": [("data", (2, length, 3))], "provide_label": [("softmax_label", (2, length))]}
        return mx.io.DataBatch([mx.nd.ones((2, length, 3))], [mx.nd.zeros((2, length))], bucket_key=length, **shapes)

    module = mx.mod.BucketingModule(make, default_bucket_key=4)
    module.bind([("data", (2, 4, 3))], [("softmax_label", (2, 4))])
    module.init_params(mx.init.Xavier())
    result = {}
    for name, item in (("plain", module), ("half", None)):
        if item is None:
            item = amp.amp.convert_bucketing_module(module)
            item.bind([("data", (2, 4, 3))], [("softmax_label", (2, 4))])
        for length in (4, 2):
            item.forward(batch(length), is_train=False)
            result[name, length] = item.get_outputs()[0].asnumpy()
    for length in (4, 2):
        np.testing.assert_allclose(result["half", length], result["plain", length], atol=1e-2)
    assert "amp_cast" in item.symbol.tojson(remove_amp_cast=False)


class Param:
    """What a loss scaler asks of a parameter."""

    grad_req = "write"

    def __init__(self, *values):
        self.values = mx.nd.array(values)

    def list_grad(self):
        return [self.values]


def test_the_loss_scale_follows_overflows():
    scaler = amp.loss_scaler.LossScaler()
    scaler._scale_seq_len = 2
    # Recorded from MXNet 1.9.1: a new scale holds from the next call on.
    steps = [(1.0, False, 2.0**16), (np.inf, True, 2.0**16), (1.0, False, 2.0**15), (np.nan, True, 2.0**15)]
    steps += [(1.0, False, 2.0**14), (1.0, False, 2.0**14), (1.0, False, 2.0**15)]
    for value, overflow, scale in steps:
        assert scaler.has_overflow([Param(1.0, value)]) is overflow
        assert scaler.loss_scale == scale


def test_no_operator_is_in_two_lists():
    for module, own in ((amp.lists.symbol_fp16, "FP16"), (amp.lists.symbol_bf16, "BF16")):
        names = [f"{own}_FUNCS", f"{own}_FP32_FUNCS", "FP32_FUNCS", "WIDEST_TYPE_CASTS"]
        listed = [name for item in names for name in getattr(module, item)]
        listed += [func[0] for func in module.CONDITIONAL_FP32_FUNCS]
        assert len(listed) == len(set(listed))
