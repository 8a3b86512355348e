"""Mixed precision of programs: ``amp.init``, the scale of losses, steps left out, blocks converted.

What is cast, and the numbers and messages of scaling, were seen in Apache MXNet 1.9.1.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib import amp
from mxnet.contrib.amp import imperative

BFLOAT16 = np.dtype([("bfloat16", np.uint16)])
HALVES = {"float16": np.float16, "bfloat16": BFLOAT16}


@pytest.fixture(autouse=True)
def _off():
    yield
    imperative._end()


def tuple_of(listed):
    return listed if isinstance(listed, str) else tuple(map(str, listed))


def ones(*shape, dtype="float32"):
    return mx.nd.ones(shape, dtype=dtype)


@pytest.mark.parametrize("module", ["symbol_fp16", "symbol_bf16"])
def test_the_lists_are_those_of_mxnet(module):
    recorded = json.loads((Path(__file__).parents[1] / "data" / "amp_lists.json").read_text())[module]
    lists = getattr(amp.lists, module)
    for name, expected in recorded.items():
        got = getattr(lists, name)
        if isinstance(expected, dict):
            assert got == expected
        else:
            assert isinstance(got, list)
            assert set(map(str, map(tuple_of, got))) == set(map(str, map(tuple_of, expected))), name


@pytest.mark.parametrize(("dtype", "half"), HALVES.items())
def test_calls_compute_in_the_type_that_fits_them(dtype, half):
    amp.init(dtype)
    result = mx.nd.FullyConnected(ones(2, 3), ones(4, 3), num_hidden=4, no_bias=True)
    assert result.dtype == half
    assert mx.nd.relu(result).dtype == half
    assert mx.nd.exp(result).dtype == np.float32
    assert result.sum().dtype == np.float32
    assert (result + ones(2, 4)).dtype == np.float32
    assert (result * 2).dtype == (half if dtype == "float16" else np.float32)
    assert mx.nd.Activation(result, act_type="tanh").dtype == half
    assert mx.nd.Activation(result, act_type="softrelu").dtype == np.float32
    assert mx.nd.FullyConnected(ones(2, 3, dtype="float64"), ones(4, 3, dtype="float64"), no_bias=True, num_hidden=4
                                ).dtype == np.float64  # fmt: skip


def test_the_callers_lists_take_the_place_of_the_traits():
    amp.init(
        "bfloat16",
        target_precision_ops=["FullyConnected", "dot"],
        conditional_fp32_ops=[("Activation", "act_type", ["relu"])],
        fp32_ops=["relu", "sum"],
    )
    half = mx.nd.dot(ones(2, 3), ones(3, 4))
    assert half.dtype == BFLOAT16
    assert [mx.nd.relu(half).dtype, mx.nd.sum(half).dtype] == [np.float32] * 2
    assert mx.nd.Activation(half, act_type="relu").dtype == np.float32
    assert [mx.nd.exp(half).dtype, (2 / half).dtype, (half**half).dtype] == [BFLOAT16] * 3


@pytest.mark.parametrize("dtype", HALVES)
def test_what_is_written_in_place_keeps_its_type(dtype):
    amp.init(dtype)
    half = ones(2, 2).astype(dtype)
    half *= half + half
    half += ones(2, 2)
    assert half.dtype == HALVES[dtype]
    np.testing.assert_array_equal(half.astype("float32").asnumpy(), np.full((2, 2), 3))


def test_nothing_is_cast_before_init_nor_while_types_may_not_mix():
    with pytest.raises(mx.MXNetError, match="Incompatible attr"):
        mx.nd.elemwise_add(ones(2), ones(2, dtype="float16"))
    amp.init("bfloat16")
    with pytest.raises(mx.MXNetError, match="Incompatible attr"):  # Concat takes any type, but one
        mx.nd.concat(ones(2), ones(2, dtype="float16"), dim=0)


def test_symbols_are_made_with_casts():
    amp.init("float16")
    with mx.name.NameManager():
        result = mx.sym.exp(mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2, name="fc"), name="e")
        both = mx.sym.add_n(result, mx.sym.Variable("y"), name="sum")
    assert result.get_internals().list_outputs() == [
        "x", "amp_cast0_output", "fc_weight", "amp_cast1_output", "fc_bias", "amp_cast2_output", "fc_output",
        "amp_cast3_output", "e_output",
    ]  # fmt: skip
    assert both.get_internals().list_outputs()[-3:] == [
        "amp_multicast0_output0",
        "amp_multicast0_output1",
        "sum_output",
    ]


@mx.operator.register("amp_adds_state")
class AddsState(mx.operator.CustomOpProp):
    def list_auxiliary_states(self):
        return ["state"]

    def infer_shape(self, shapes):
        return shapes, shapes, shapes

    def infer_type(self, types):
        return types, types, [np.float32]

    def create_operator(self, ctx, shapes, types):
        class AddState(mx.operator.CustomOp):
            def forward(self, is_train, req, in_data, out_data, aux):
                self.assign(out_data[0], req[0], in_data[0] + aux[0])
                aux[0][:] = 7

        return AddState()


def test_custom_operators_compute_in_float32_and_keep_their_states():
    amp.init("float16")
    with mx.name.NameManager():
        result = mx.sym.Custom(mx.sym.Variable("x"), op_type="amp_adds_state", name="c")
    assert result.get_internals().list_outputs() == ["x", "amp_cast0_output", "c_state", "c_output"]
    assert result.list_auxiliary_states() == ["c_state"]
    state = ones(2)
    assert mx.nd.Custom(ones(2, dtype="float16"), state, op_type="amp_adds_state").dtype == np.float32
    np.testing.assert_array_equal(state.asnumpy(), [7, 7])


@pytest.mark.parametrize("whole", ["int32", "int64", "uint8"])
@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_whole_numbers_and_floats_do_not_fit_together(kind, whole):
    """Recorded from 1.9.1, which raises without mixed precision as well."""
    amp.init("float16")
    x, y = ones(2, 2, dtype=kind), ones(2, 2, dtype=whole)
    for call in (mx.nd.broadcast_add, mx.nd.maximum, mx.nd.concat, mx.nd.stack, mx.nd.add_n, mx.nd.dot):
        for inputs in ((x, y), (y, x)):
            with pytest.raises(mx.MXNetError):
                call(*inputs)
    assert mx.nd.where(y, x, x).dtype == x.dtype


def test_states_between_other_inputs_are_not_cast():
    """Recorded from 1.9.1."""
    amp.init("float16", fp32_ops=["_contrib_quantized_batch_norm"])
    options = {"min_calib_range": -1, "max_calib_range": 1, "name": "bn"}
    result = mx.sym.contrib.quantized_batch_norm(mx.sym.Variable("x"), **options)
    inputs = json.loads(result.tojson(remove_amp_cast=False))["nodes"][-1]["inputs"]
    names = [result.get_internals()[number].name for number, *_ in inputs]
    assert names[3:5] == ["bn_moving_mean", "bn_moving_var"]
    assert {name.rstrip("0123456789") for name in names[:3] + names[5:]} == {"amp_cast"}


def test_normalization_over_devices_computes_in_float32_and_keeps_its_states():
    amp.init("float16")
    net = mx.gluon.contrib.nn.SyncBatchNorm(in_channels=2, num_devices=1, momentum=0.5)
    net.initialize()
    for hybridize in (False, True):
        net.hybridize(hybridize)
        with mx.autograd.record():
            result = net(mx.nd.full((3, 2), 4, dtype="float16"))
        result.backward()
        assert result.dtype == np.float32
    np.testing.assert_array_equal(net.running_mean.data().asnumpy(), [3, 3])


def test_recurrent_layers_are_composed_for_bfloat16():
    """1.9.1 raises TypeError at the zeros that they begin with."""
    amp.init("bfloat16")
    net = mx.gluon.rnn.LSTM(3, input_size=2)
    net.initialize()
    net.hybridize()
    assert net(ones(4, 1, 2)).dtype == np.float32
    assert net(mx.sym.Variable("data")).list_outputs() == [f"{net.name}_rnn0_output"]


def network():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(4, 3), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Activation("relu"), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    return net


def trained(net, steps, hybridize):
    if hybridize:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    amp.init_trainer(trainer)
    loss_of = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    rng = np.random.RandomState(0)
    labels = mx.nd.array(rng.randint(0, 3, 12))
    images = mx.nd.array(rng.rand(12, 1, 6, 6) + labels.asnumpy()[:, None, None, None])
    losses = []
    for _ in range(steps):
        with mx.autograd.record():
            loss = loss_of(net(images), labels)
            with amp.scale_loss(loss, trainer) as scaled:
                mx.autograd.backward(scaled)
        trainer.step(12)
        losses.append(float(loss.mean().astype("float32").asscalar()))
    return losses, trainer


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("dtype", HALVES)
def test_networks_train(dtype, hybridize):
    mx.random.seed(1)
    amp.init(dtype)
    net = network()
    losses, trainer = trained(net, 40, hybridize)
    assert net(mx.nd.ones((1, 1, 6, 6))).dtype == HALVES[dtype]
    assert np.mean(losses[-5:]) < 0.6 * losses[0]
    assert trainer._amp_loss_scaler.skipped < 20
    assert {p.data().dtype for p in net.collect_params().values()} == {np.float32}


def test_a_module_trains():
    amp.init("bfloat16")
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=2, name="fc2")
    net = mx.sym.SoftmaxOutput(net, name="softmax")
    data = np.random.RandomState(0).randn(64, 4).astype("float32")
    batches = mx.io.NDArrayIter(data, (data.sum(1) > 0).astype("float32"), 16)
    module = mx.mod.Module(net)
    module.fit(batches, num_epoch=20, optimizer_params={"learning_rate": 0.2}, initializer=mx.init.Xavier())
    assert module.score(batches, "acc")[0][1] > 0.9
    assert module.get_outputs()[0].dtype == np.float32


def test_the_numpy_interface_trains():
    amp.init("bfloat16")
    with mx.util.np_shape(), mx.util.np_array():
        net = mx.gluon.nn.Dense(2, in_units=3)
        net.initialize()
        net.hybridize()
        trainer = mx.gluon.Trainer(net.collect_params(), "sgd")
        with mx.autograd.record():
            result = net(mx.np.ones((4, 3)))
            loss = (result * result).sum()
        loss.backward()
        trainer.step(1)
        assert result.dtype == BFLOAT16
        assert net.weight.grad().dtype == np.float32


@pytest.mark.parametrize("clip", [False, True])
def test_losses_of_the_numpy_interface_are_scaled(clip):
    """1.9.1 raises TypeError at the step."""
    amp.init("float16", target_precision_ops=[])
    with mx.util.np_shape(), mx.util.np_array():
        net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False)
        net.initialize(mx.init.Zero())
        trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1})
        amp.init_trainer(trainer)
        result = []
        for factor in (1, np.inf, 1):
            with mx.autograd.record(), amp.scale_loss(net(mx.np.array([[3.0, 4.0]])) * factor, trainer) as scaled:
                mx.autograd.backward(scaled)
            if clip and factor == 1:
                amp.unscale(trainer)
                mx.gluon.utils.clip_global_norm([net.weight.grad()], 1)
            trainer.step(1)
            result.append(net.weight.data().asnumpy().tolist())
        once = [[-0.6, -0.8]] if clip else [[-3, -4]]
        np.testing.assert_allclose(result, np.array([once, once, once]) * [[[1]], [[1]], [[2]]], rtol=1e-4)
        assert (trainer._amp_loss_scaler.skipped, trainer._amp_loss_scaler.loss_scale) == (1, 2.0**15)


@pytest.mark.parametrize("inits_late", [False, True])
@pytest.mark.parametrize(
    "settings", [{}, {"update_on_kvstore": True}, {"update_on_kvstore": False}, {"kvstore": "local"}]
)
@pytest.mark.parametrize("overflowing", [0, 1])
def test_a_step_is_left_out_on_several_contexts(settings, overflowing, inits_late):
    amp.init("bfloat16", target_precision_ops=[])
    ctx = [mx.cpu(0), mx.cpu(1)]
    net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False)
    net.initialize(mx.init.One(), ctx=ctx)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1, "momentum": 0.5}, **settings)
    if inits_late:
        trainer._init_kvstore()
    amp.init_trainer(trainer)
    scaler = trainer._amp_loss_scaler
    weights = []
    for step in range(3):
        with mx.autograd.record():
            losses = [net(mx.nd.ones((1, 2), ctx=item)) * 1.0 for item in ctx]
            if step == 1:
                losses[overflowing] = losses[overflowing] * np.inf
            with amp.scale_loss(losses, trainer) as scaled:
                mx.autograd.backward(scaled)
        trainer.step(2)
        values = [net.weight.data(item).asnumpy().tolist() for item in ctx]
        assert values[0] == values[1]
        weights.append(values[0][0])
    np.testing.assert_allclose(weights, [[0, 0], [0, 0], [-1.5, -1.5]], rtol=1e-6)
    assert scaler.skipped == 1
    assert trainer.optimizer.num_update == 2


@pytest.mark.parametrize("given", [1, np.inf])
def test_overflow_is_found_in_the_rows_of_sparse_gradients(given):
    net = mx.gluon.nn.Embedding(4, 2, sparse_grad=True)
    net.initialize()
    scaler = amp.loss_scaler.LossScaler()
    params = list(net.collect_params().values())
    assert not scaler.has_overflow(params)  # no rows yet
    with mx.autograd.record():
        net(mx.nd.array([1, 3])).backward(mx.nd.array([[1, 1], [1, given]]))
    assert scaler.has_overflow(params) == (given == np.inf)


def test_steps_with_infinite_gradients_are_left_out_counted_and_logged(caplog):
    amp.init("bfloat16", target_precision_ops=[])
    net = mx.gluon.nn.Dense(4, in_units=3)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    amp.init_trainer(trainer)
    scaler, before = trainer._amp_loss_scaler, net.weight.data().asnumpy()
    scales = []
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            with mx.autograd.record(), amp.scale_loss([net(ones(2, 3)) * float("inf")], trainer) as scaled:
                mx.autograd.backward(scaled)
            scales.append(trainer._scale * 2**16)
            trainer.step(2)
    assert scales == [1, 1, 2]
    assert (scaler.skipped, scaler.loss_scale) == (3, 2.0**14)
    assert [r.message for r in caplog.records] == [
        f"AMP: decreasing loss scale to {2**15 >> i}.000000" for i in range(3)
    ]
    np.testing.assert_array_equal(net.weight.data().asnumpy(), before)


def test_the_scale_grows_again(caplog):
    scaler = amp.loss_scaler.LossScaler()
    scaler._scale_seq_len = 2
    with caplog.at_level(logging.INFO):
        assert [scaler.has_overflow([]) for _ in range(3)] == [False] * 3
    assert scaler.loss_scale == 2.0**17
    assert caplog.records[-1].message == "AMP: increasing loss scale to 131072.000000"


def test_gradients_are_unscaled_once():
    amp.init("bfloat16", target_precision_ops=[])
    net = mx.gluon.nn.Dense(4, in_units=3)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    amp.init_trainer(trainer)
    with mx.autograd.record():
        loss = net(ones(2, 3)).sum()
        with amp.scale_loss((loss, loss), trainer) as scaled:
            mx.autograd.backward(scaled)
    np.testing.assert_array_equal(net.weight.grad().asnumpy(), np.full((4, 3), 4 * 2.0**16))
    for _ in range(2):
        amp.unscale(trainer)
        np.testing.assert_array_equal(net.weight.grad().asnumpy(), np.full((4, 3), 4))
    before = net.weight.data().asnumpy()
    trainer.step(2)
    np.testing.assert_allclose(net.weight.data().asnumpy() - before, -0.2, rtol=1e-5)


def test_unscaling_applies_the_optimizers_factor_too():
    net = mx.gluon.nn.Dense(1, in_units=2)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"rescale_grad": 0.5})
    with mx.autograd.record():
        loss = net(ones(2, 2)).sum()
    loss.backward()
    for _ in range(2):
        amp.unscale(trainer)
        np.testing.assert_array_equal(net.weight.grad().asnumpy(), [[1, 1]])
    assert trainer._scale == 1


def test_parameters_without_values_have_nothing_to_unscale():
    net = mx.gluon.nn.Dense(1)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"rescale_grad": 0.5})
    amp.unscale(trainer)
    assert trainer._scale == 1


@pytest.mark.parametrize("given", [1, 2])
def test_losses_with_a_gradient_of_their_own_are_scaled(given):
    amp.init("float16", target_precision_ops=[], fp32_ops=[])
    data = ones(2, 3)
    data.attach_grad()
    with mx.autograd.record():
        result = mx.nd.SoftmaxOutput(data, mx.nd.zeros(2), grad_scale=given)
    result.backward()
    expected = np.array([-2, 1, 1]) / 3 * given * 2.0**16
    np.testing.assert_allclose(data.grad.asnumpy(), [expected, expected], rtol=1e-6)


def test_each_trainer_has_a_scale_of_its_own():
    amp.init()
    params = mx.gluon.nn.Dense(1, in_units=1).collect_params()
    params.initialize()
    one, other = (mx.gluon.Trainer(params, "sgd") for _ in range(2))
    for item in (one, other):
        amp.init_trainer(item)
    assert amp.amp._loss_scaler is one._amp_loss_scaler is not other._amp_loss_scaler
    assert amp.amp._amp_initialized
    assert amp.amp._amp_loss_scale_initialized


def test_wrong_use_is_refused():
    with pytest.raises(AssertionError, match="AMP not initialized"):
        amp.init_trainer(mx.gluon.Trainer([], "sgd"))
    with pytest.raises(AssertionError, match="float16 and bfloat16"):
        amp.init("float64")
    amp.init()
    for refuse in (amp.init_trainer, amp.unscale):
        with pytest.raises(TypeError, match="only compatible with Gluon Trainer"):
            refuse(mx.optimizer.SGD())
    with pytest.raises(TypeError, match="should be a Gluon Trainer"):
        amp.init_trainer(3)
    with pytest.raises(AttributeError, match="_amp_loss_scaler"), amp.scale_loss(1, mx.optimizer.SGD()):
        pass


@pytest.mark.parametrize(
    ("lists", "error"),
    [
        ({"target_precision_ops": ["nosuch"]}, AttributeError),
        ({"target_precision_ops": "dot"}, AttributeError),
        ({"target_precision_ops": [1]}, AttributeError),
        ({"fp32_ops": ["nosuch"]}, AttributeError),
        ({"conditional_fp32_ops": [("nosuch", "act_type", ["relu"])]}, AttributeError),
        ({"conditional_fp32_ops": [("Activation", "act_type")]}, ValueError),
        ({"conditional_fp32_ops": ["Activation"]}, ValueError),
    ],
)
def test_lists_of_another_form_are_refused_and_leave_mixed_precision_off(lists, error):
    with pytest.raises(error):
        amp.init("float16", **lists)
    assert not amp.amp._amp_initialized


@pytest.mark.parametrize("values", [[3, 4], ["3", "4"]])
def test_conditions_take_attributes_as_values_or_text(values):
    amp.init("bfloat16", conditional_fp32_ops=[("FullyConnected", "num_hidden", values)])
    calls = {n: mx.nd.FullyConnected(ones(1, 2), ones(n, 2), no_bias=True, num_hidden=n) for n in (3, 5)}
    assert [calls[3].dtype, calls[5].dtype] == [np.float32, BFLOAT16]
    x = mx.sym.var("x")
    graph = mx.sym.FullyConnected(x, num_hidden=3).tojson(remove_amp_cast=False)
    assert [n["attrs"]["dtype"] for n in json.loads(graph)["nodes"] if n["op"] == "amp_cast"] == ["float32"] * 3


@pytest.mark.parametrize("dtype", HALVES)
def test_mxnets_own_lists_are_taken(dtype):
    amp.init(
        dtype,
        target_precision_ops=amp.list_lp16_ops(dtype),
        conditional_fp32_ops=amp.list_conditional_fp32_ops(dtype),
        fp32_ops=amp.list_fp32_ops(dtype),
    )
    assert amp.amp._amp_initialized


@pytest.mark.parametrize(
    "form",
    [
        {"target_precision_ops": ["_backward_dot"]},
        {"fp32_ops": ["_contrib_backward_hawkesll"]},
        {"conditional_fp32_ops": [("_backward_linear_reg_out", "x", ["1"])]},
    ],
)
def test_mxnets_names_of_gradients_are_taken(form):
    amp.init("float16", **form)
    assert amp.amp._amp_initialized


@pytest.mark.parametrize("dtype", ["half", "e", "f2", "<f2", "Float16", "fp16", None, 16, ["float16"], np.float32])
def test_other_names_of_types_are_refused(dtype):
    for refuse in (amp.init, amp.list_lp16_ops):
        with pytest.raises(AssertionError):
            refuse(dtype)


@pytest.mark.parametrize("dtype", ["float16", np.float16, np.dtype("float16"), "bfloat16", BFLOAT16])
def test_half_types_are_taken_in_these_forms(dtype):
    amp.init(dtype)
    assert "FullyConnected" in amp.list_lp16_ops(dtype)


@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize("dtype", HALVES)
def test_a_converted_block_computes_nearly_the_same(dtype, optional):
    net = network()
    images = mx.nd.array(np.random.RandomState(0).rand(2, 1, 6, 6))
    expected = net(images).asnumpy()
    with pytest.raises(RuntimeError, match=r"first call block.hybridize\(\)"):
        amp.convert_hybrid_block(net, dtype, ctx=mx.cpu())
    net.hybridize()
    net(images)
    result = amp.convert_hybrid_block(net, dtype, ctx=mx.cpu(), cast_optional_params=optional)
    assert isinstance(result, mx.gluon.SymbolBlock)
    got = result(images)
    assert got.dtype == np.float32
    np.testing.assert_allclose(got.asnumpy(), expected, atol=3e-2)
    kinds = {p.name: p.dtype for p in result.collect_params().values()}
    assert (kinds[net[0].weight.name] == HALVES[dtype]) == optional
    assert kinds[net[1].gamma.name] == np.float32
    with pytest.raises(AssertionError, match="should be a HybridBlock"):
        amp.convert_hybrid_block(3, ctx=mx.cpu())


def test_declared_types_decide_where_parameters_may_change():
    x, y = mx.sym.Variable("x", dtype="float32"), mx.sym.Variable("y", dtype=BFLOAT16)
    joined = mx.sym.amp_multicast(x, y, num_outputs=2)
    for optional, kind in ((True, "12"), (False, "0")):
        result = amp.convert_symbol(joined, "bfloat16", cast_optional_params=optional)
        assert {k: v["__dtype__"] for k, v in result.attr_dict().items() if k in "xy"} == {"x": kind, "y": kind}
