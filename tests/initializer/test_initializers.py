"""Initializers: which parameters they fill with what."""

from __future__ import annotations

import json
import math
import pickle

import mxnet as mx
import numpy as np
import pytest

I = mx.init
D = mx.init.InitDesc


def filled(init, name, shape=(6, 6), dtype="float32"):
    array = mx.nd.full(shape, 7, dtype=dtype)
    init(name, array)
    return array.asnumpy()


BY_NAME = [
    *[(name, 0) for name in ("fc_bias", "bn_beta", "bias", "x_min", "x_bias_quantize")],
    *[(name, 1) for name in ("bn_gamma", "gamma", "prelu_gamma", "x_max")],
    *[(name, 5) for name in ("fc_weight", "weight", "upsampling_weight", "stn_loc_weight")],
]


@pytest.mark.parametrize(("name", "value"), BY_NAME)
def test_the_end_of_the_name_decides(name, value):
    assert (filled(I.Constant(5), D(name)) == value).all()


@pytest.mark.parametrize("name", ["factor_type", "rnd_type"])
def test_an_error_repeats_the_beginning_of_a_long_value(name):
    with pytest.raises(ValueError, match="xxx") as caught:
        filled(I.Xavier(**{name: "x" * 5000}), D("fc_weight"))
    assert len(str(caught.value)) < 1500


@pytest.mark.parametrize("name", ["factor_type", "rnd_type"])
def test_what_is_no_text_is_an_unknown_type(name):
    with pytest.raises(ValueError, match="type"):
        filled(I.Xavier(**{name: ["avg"]}), D("fc_weight"))


HUGE = 10**400
#: what a file may say: the name and arguments of an initializer, and the class and beginning of the error
UNUSABLE = [
    ("xavier", {"magnitude": -1}, mx.MXNetError, "magnitude: expected at least 0, got -1"),
    ("xavier", {"magnitude": HUGE}, ValueError, "magnitude: an integer of 1329 bits is too large"),
    ("msraprelu", {"slope": HUGE}, ValueError, "slope: an integer"),
    ("msraprelu", {"slope": None}, TypeError, "slope: expected a number"),
    ("uniform", {"scale": HUGE}, ValueError, "scale: an integer"),
    ("normal", {"sigma": []}, TypeError, "sigma: expected a number"),
    ("orthogonal", {"scale": []}, TypeError, "scale: expected a number"),
    ("lstmbias", {"forget_bias": HUGE}, ValueError, "forget_bias: an integer"),
    ("constant", {"value": HUGE}, ValueError, "value: an integer"),
    ("constant", {}, TypeError, "Constant: expected the arguments 'value'"),
    ("bilinear", {}, IndexError, "Bilinear: expected a weight of 4 axes"),
    (
        "fusedrnn",
        {"mode": "lstm", "num_hidden": 1},
        TypeError,
        "FusedRNN: expected the arguments 'init' and 'num_layers'",
    ),
]


@pytest.mark.parametrize(("name", "kwargs", "error", "told"), UNUSABLE)
def test_what_cannot_be_an_argument_is_named(name, kwargs, error, told):
    with pytest.raises(error, match=f"^{told}"):
        I.create(json.dumps([name, kwargs]))(D("fc_weight"), mx.nd.ones((4, 3)))


def test_an_integer_of_too_many_digits_is_no_description():
    with pytest.raises(ValueError, match="describes no initializer"):
        I.create('["xavier", {"magnitude": ' + "9" * 5000 + "}]")


UNKNOWN = ["foo", "weight_2", "bn_moving_mean", "bn_moving_var", "bn_running_mean", "rnn_parameters", "data_label"]


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_name_that_says_nothing_is_an_error(name):
    with pytest.raises(ValueError, match=name):
        filled(I.One(), D(name))


PLAIN = [
    *[(name, 0) for name in ("fc_bias", "bn_beta", "bn_moving_mean", "bn_moving_inv_var", "bn_moving_avg", "x_min")],
    *[(name, 1) for name in ("bn_gamma", "bn_moving_var", "x_max")],
    ("stn_loc_weight", 0),
    ("fc_weight", 5),
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("name", "value"), PLAIN)
def test_plain_names_have_rules_of_their_own(name, value):
    assert (filled(I.Constant(5), name) == value).all()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_plain_names_of_spatial_transformers_and_upsampling():
    assert filled(I.One(), "stn_loc_bias", (6,)).tolist() == [1, 0, 0, 0, 1, 0]
    kernel = filled(I.One(), "upsampling0", (1, 1, 4, 4))
    assert kernel[0, 0, 0].tolist() == [0.0625, 0.1875, 0.1875, 0.0625]


def test_a_plain_name_is_deprecated():
    with pytest.warns(DeprecationWarning, match="deprecated"):
        filled(I.One(), "fc_weight")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_name_that_is_no_text_is_an_error():
    with pytest.raises(TypeError):
        filled(I.One(), 3)


@pytest.mark.parametrize("own", ['["constant", {"value": 3}]', '["Constant", {"value": [3, 3]}]'])
def test_a_variable_s_own_initializer_comes_first(own):
    assert filled(I.One(), D("anything_bias", {"__init__": own}), (2,)).tolist() == [3, 3]


def test_a_variable_s_own_initializer_may_be_a_name():
    assert filled(I.Zero(), D("anything", {"__init__": "one"}), (2,)).tolist() == [1, 1]


def test_the_symbol_carries_a_variable_s_initializer():
    attributes = mx.sym.Variable("w", init=I.Constant(2)).attr_dict()["w"]
    assert filled(I.One(), D("w", attributes), (2,)).tolist() == [2, 2]


@pytest.mark.parametrize(
    ("init", "text"),
    [
        (I.Zero(), '["zero", {}]'),
        (I.Constant(3), '["constant", {"value": 3}]'),
        (I.Constant(mx.nd.array([1, 2])), '["constant", {"value": [1.0, 2.0]}]'),
        (I.Uniform(), '["uniform", {"scale": 0.07}]'),
        (I.Normal(), '["normal", {"sigma": 0.01}]'),
        (I.Orthogonal(), '["orthogonal", {"scale": 1.414, "rand_type": "uniform"}]'),
        (I.Xavier(), '["xavier", {"rnd_type": "uniform", "factor_type": "avg", "magnitude": 3}]'),
        (I.MSRAPrelu(), '["msraprelu", {"factor_type": "avg", "slope": 0.25}]'),
        (I.Bilinear(), '["bilinear", {}]'),
        (I.LSTMBias(), '["lstmbias", {"forget_bias": 1.0}]'),
        (
            I.FusedRNN(None, 4, 2, "lstm"),
            '["fusedrnn", {"init": null, "num_hidden": 4, "num_layers": 2, "mode": "lstm", '
            '"bidirectional": false, "forget_bias": 1.0}]',
        ),
    ],
)
def test_dumps_writes_what_create_reads(init, text):
    assert init.dumps() == text
    assert I.create(text).dumps() == text


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        (("xavier",), {"magnitude": 2}),
        (("Xavier",), {"magnitude": 2}),
        (('{"initializer": "xavier", "magnitude": 2}',), {}),
        ((), {"initializer": "xavier", "magnitude": 2}),
        ((I.Xavier(magnitude=2),), {}),
    ],
)
def test_create_takes_a_name_json_or_an_initializer(args, kwargs):
    assert I.create(*args, **kwargs) == I.Xavier(magnitude=2)


@pytest.mark.parametrize(
    ("args", "kwargs", "error"),
    [
        (("foo",), {}, AssertionError),
        ((12,), {}, AssertionError),
        ((I.One(),), {"a": 1}, AssertionError),
        (('["one", {}]',), {"a": 1}, AssertionError),
        (("[1,2",), {}, ValueError),
        ((), {}, KeyError),
    ],
)
def test_create_refuses(args, kwargs, error):
    with pytest.raises(error):
        I.create(*args, **kwargs)


def test_initializers_are_equal_by_kind_and_arguments():
    assert I.Xavier() == I.Xavier()
    assert I.Xavier() != I.Xavier(magnitude=2)
    assert I.One() != I.Zero()


def test_initializers_can_be_pickled():
    assert pickle.loads(pickle.dumps(I.Xavier(magnitude=2))) == I.Xavier(magnitude=2)


SHAPE = (50, 40, 3, 3)
BOUNDS = [
    (I.Uniform(0.5), 0.5, 0.5 / math.sqrt(3)),
    (I.Normal(0.5), math.inf, 0.5),
    (I.Xavier(), math.sqrt(3 / 405), math.sqrt(1 / 405)),
    (I.Xavier(factor_type="in"), math.sqrt(3 / 360), math.sqrt(1 / 360)),
    (I.Xavier(factor_type="out", magnitude=6), math.sqrt(6 / 450), math.sqrt(2 / 450)),
    (I.Xavier("gaussian", "in", 2), math.inf, math.sqrt(2 / 360)),
    (I.MSRAPrelu("out", 0.5), math.inf, math.sqrt(2 / 1.25 / 450)),
]


@pytest.mark.parametrize(("init", "bound", "deviation"), BOUNDS)
def test_random_weights_have_the_right_size(init, bound, deviation):
    weight = filled(init, D("w_weight"), SHAPE)
    assert abs(weight).max() <= bound
    assert weight.std() == pytest.approx(deviation, rel=0.05)
    assert abs(weight.mean()) < deviation / 20


def test_the_seed_of_mx_random_repeats_weights():
    drawn = []
    for _ in range(2):
        mx.random.seed(7)
        drawn.append(filled(I.Xavier(), D("w_weight")))
    np.testing.assert_array_equal(*drawn)


@pytest.mark.parametrize("rand_type", ["uniform", "normal"])
@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (2, 3, 2)])
def test_orthogonal(rand_type, shape):
    weight = filled(I.Orthogonal(rand_type=rand_type), D("w_weight"), shape).reshape(shape[0], -1)
    product = weight @ weight.T if shape[0] <= weight.shape[1] else weight.T @ weight
    np.testing.assert_allclose(product, 1.414**2 * np.eye(2), atol=1e-5)


@pytest.mark.parametrize("rand_type", ["uniform", "normal"])
def test_orthogonal_of_one_axis_is_a_column(rand_type):  # 1.9.1: MXNetError
    vector = filled(I.Orthogonal(scale=2, rand_type=rand_type), D("w_weight"), (4,))
    assert np.linalg.norm(vector) == pytest.approx(2, 1e-5)


@pytest.mark.parametrize(
    ("init", "shape"), [(I.Xavier(), (2,)), (I.Xavier(factor_type="x"), (2, 2)), (I.Xavier(rnd_type="x"), (2, 2))]
)
def test_what_xavier_cannot_do_is_an_error(init, shape):
    with pytest.raises(ValueError):
        filled(init, D("w_weight"), shape)


@pytest.mark.filterwarnings("ignore:Assigning non-NDArray")
@pytest.mark.parametrize("name", ["xavier", "msraprelu", "orthogonal", "normal", "uniform", "one", "zero"])
def test_row_sparse_weights_store_all_rows(name):
    weight = mx.nd.zeros((6, 3), stype="row_sparse")
    mx.init.create(name)(mx.init.InitDesc("a_weight"), weight)
    assert (weight.stype, weight.indices.asnumpy().tolist()) == ("row_sparse", list(range(6)))
    assert (abs(weight.asnumpy()).max() > 0) == (name != "zero")


def test_bilinear_interpolates():
    expected = [
        [1 / 9, 2 / 9, 1 / 3, 2 / 9, 1 / 9],
        [2 / 9, 4 / 9, 2 / 3, 4 / 9, 2 / 9],
        [1 / 3, 2 / 3, 1, 2 / 3, 1 / 3],
    ]
    np.testing.assert_allclose(filled(I.Bilinear(), D("x_weight"), (1, 2, 3, 5)), [[expected] * 2], rtol=1e-6)


def test_lstm_bias_sets_the_forget_gate():
    desc = D("x_bias", {"__init__": I.LSTMBias(2).dumps()})
    assert filled(I.One(), desc, (8,)).tolist() == [0, 0, 2, 2, 0, 0, 0, 0]


def test_a_constant_broadcasts():
    assert filled(I.Constant(mx.nd.array([1, 2])), D("x_weight"), (3, 2)).tolist() == [[1, 2]] * 3


def test_the_data_type_stays():
    assert filled(I.Xavier(), D("x_weight"), dtype="float16").dtype == np.float16


def test_mixed_takes_the_first_pattern_that_matches_the_beginning():
    mixed = I.Mixed([".*bias", "fc"], [I.Zero(), I.Constant(3)])
    assert filled(mixed, D("fc_weight"), (2,)).tolist() == [3, 3]
    assert filled(mixed, D("fc_bias"), (2,)).tolist() == [0, 0]
    with pytest.raises(ValueError):
        filled(mixed, D("my_fc_weight"))
    with pytest.raises(AssertionError):
        I.Mixed(["a"], [])


def test_load_takes_arrays_and_the_default():
    load = I.Load({"arg:a": mx.nd.ones((2,)), "aux:b": mx.nd.ones((2,)) * 2}, default_init=I.Constant(9))
    assert filled(load, "a", (2,)).tolist() == [1, 1]
    assert filled(load, D("b"), (2,)).tolist() == [2, 2]
    assert filled(load, D("c_weight"), (2,)).tolist() == [9, 9]


def test_load_reads_files(tmp_path):
    mx.nd.save(str(tmp_path / "x.params"), {"arg:a": mx.nd.ones((2,))})
    assert filled(I.Load(str(tmp_path / "x.params")), "a", (2,)).tolist() == [1, 1]


@pytest.mark.parametrize(("name", "shape"), [("a", (3,)), ("missing_weight", (2,))])
def test_load_refuses_what_does_not_fit(name, shape):
    with pytest.raises(AssertionError, match=name):
        filled(I.Load({"a": mx.nd.ones((2,))}), name, shape)


def test_verbose_initialization_is_logged(caplog):
    caplog.set_level("INFO")
    init = I.Xavier().set_verbosity(True, lambda array: "seen")
    filled(init, D("x_weight"))
    filled(init, D("x", {"__init__": "one"}), (2,))
    assert caplog.messages == ["Initialized x_weight as weight: seen", "Initialized x as one: seen"]


def test_own_initializers_define_what_they_fill():
    class Mine(I.Initializer):
        def _init_weight(self, name, arr):
            arr[:] = 4

        def _init_default(self, name, arr):
            arr[:] = 5

    assert filled(Mine(), D("x_weight"), (1,)) == [4]
    assert filled(Mine(), D("foo"), (1,)) == [5]
    assert Mine(a=1).dumps() == '["mine", {"a": 1}]'
    assert I.register(Mine) is Mine
    assert isinstance(I.create("mine"), Mine)
    with pytest.raises(AssertionError):
        I.register(int)


def test_the_base_fills_nothing():
    with pytest.raises(NotImplementedError):
        filled(I.Initializer(), D("x_weight"))


def test_a_bias_that_begins_with_ones():
    """A network's initializer leaves biases to their layers, as in 1.9.1."""
    plain, asked = mx.gluon.nn.Dense(2, in_units=2), mx.gluon.nn.Dense(2, bias_initializer=mx.init.One(), in_units=2)
    for block in (plain, asked):
        block.initialize(mx.init.Constant(1))
    assert plain.bias.data().asnumpy().tolist() == [0, 0]
    assert asked.bias.data().asnumpy().tolist() == [1, 1]
    net = mx.sym.FullyConnected(mx.sym.var("data"), bias=mx.sym.var("b", init=mx.init.Constant(1)), num_hidden=2)
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (1, 2))])
    module.init_params()
    assert module.get_params()[0]["b"].asnumpy().tolist() == [1, 1]


def test_what_is_no_array_is_refused():
    with (
        pytest.warns(DeprecationWarning, match="deprecated"),
        pytest.raises(TypeError, match="arr: expected an NDArray"),
    ):
        mx.init.Zero()("fc_weight", 5)
