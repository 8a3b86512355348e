"""Initialising, setting, reading and saving a Module's parameters."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import batch, bound, classifier, linear, normalised, params_of, step, trainable, weights


def fresh(net=None):
    module = mx.mod.Module(classifier() if net is None else net)
    module.bind([("data", (6, 3))], [("softmax_label", (6,))])
    return module


def test_initializer_sees_sorted_names_and_attributes():
    seen = []

    class Recorder(mx.init.Initializer):
        def __call__(self, desc, arr):
            seen.append((str(desc), desc.attrs.get("num_hidden")))
            arr[:] = 2

    module = fresh()
    module.init_params(Recorder())
    assert seen == [("fc_bias", "4"), ("fc_weight", "4")]
    assert (params_of(module)["fc_weight"] == 2).all()


def test_initialising_twice_warns_and_keeps():
    module = bound()
    before = params_of(module)["fc_weight"]
    with pytest.warns(UserWarning, match="already initialized"):
        module.init_params(mx.init.Zero())
    np.testing.assert_array_equal(params_of(module)["fc_weight"], before)
    module.init_params(mx.init.Zero(), force_init=True)
    assert not params_of(module)["fc_weight"].any()


def test_missing_parameters():
    given = {"fc_weight": weights()["fc_weight"]}
    with pytest.raises(RuntimeError, match="fc_bias is not presented"):
        fresh().init_params(arg_params=given, aux_params={})
    module = fresh()
    module.init_params(mx.init.Zero(), arg_params=given, aux_params={}, allow_missing=True)
    assert not params_of(module)["fc_bias"].any()


def test_extra_parameters_are_ignored_when_initialising():
    module = fresh()
    module.init_params(arg_params={**weights(), "other": mx.nd.ones((1,))}, aux_params={})
    assert set(module.get_params()[0]) == {"fc_weight", "fc_bias"}


def test_wrong_shape_is_an_error_naming_the_parameter():
    with pytest.raises(mx.MXNetError) as caught:
        fresh().init_params(arg_params={**weights(), "fc_weight": mx.nd.ones((4, 4))}, aux_params={})
    assert "[4,4]" in str(caught.value) or "fc_weight has shape (4, 4)" in str(caught.value)


def test_no_initializer_and_no_value_is_an_error():
    with pytest.raises(TypeError):
        fresh().init_params(initializer=None)


@pytest.mark.parametrize(
    ("names", "allow_missing", "error"),
    [
        (["fc_weight"], False, RuntimeError),
        (["fc_weight"], True, None),
        (["fc_weight", "fc_bias", "other"], False, None),
        (["fc_weight", "fc_bias", "other"], True, ValueError),
        (["other"], True, ValueError),
        (["other"], False, RuntimeError),
    ],
)
def test_set_params_with_names_that_differ(names, allow_missing, error):
    module = bound()
    values = {name: weights(fill=7).get(name, mx.nd.ones((1,))) for name in names}
    if error is not None:
        with pytest.raises(error):
            module.set_params(values, {}, allow_missing=allow_missing)
        return
    module.set_params(values, {}, allow_missing=allow_missing)
    after = params_of(module)
    assert all((after[name] == 7).all() for name in names if name in after)


def test_set_params_reaches_the_devices_and_the_host():
    module = bound(contexts=[mx.cpu(0), mx.cpu(1)])
    module.set_params(weights(fill=3), None, allow_missing=True)
    assert (params_of(module)["fc_bias"] == 3).all()
    for executor in module._exec_group.execs:
        assert (executor.arg_dict["fc_bias"].asnumpy() == 3).all()


def test_set_params_allow_extra():
    module = bound()
    before = params_of(module)
    with pytest.raises(ValueError):
        module.set_params({"other": mx.nd.ones((1,))}, {}, allow_missing=True)
    module.set_params({"other": mx.nd.ones((1,))}, {}, allow_missing=True, allow_extra=True)
    after = params_of(module)
    assert after.keys() == before.keys()
    assert all((after[name] == before[name]).all() for name in before)


def test_set_params_without_force_keeps():
    module = bound()
    with pytest.warns(UserWarning, match="already initialized"):
        module.set_params(weights(fill=3), {}, force_init=False)
    assert (params_of(module)["fc_bias"] != 3).all()


def test_get_params_gives_the_same_arrays_brought_up_to_date():
    module = trainable()
    before = module.get_params()[0]["fc_weight"]
    old = before.asnumpy()
    step(module)
    np.testing.assert_array_equal(before.asnumpy(), old)
    assert module._params_dirty
    after = module.get_params()[0]["fc_weight"]
    assert after is before
    assert not np.array_equal(after.asnumpy(), old)
    assert not module._params_dirty


def test_values_are_cast_to_the_bound_dtype():
    module = mx.mod.Module(linear(), label_names=None)
    module.bind([mx.io.DataDesc("data", (2, 3), dtype="float16")])
    module.init_params(arg_params=weights(), aux_params={})
    assert module.get_params()[0]["fc_bias"].dtype == np.float16


def test_saved_parameters_load_into_another_module(tmp_path):
    path = str(tmp_path / "net.params")
    saved = bound(normalised())
    saved.save_params(path)
    assert sorted(mx.nd.load(path)) == [
        "arg:bn_beta", "arg:bn_gamma", "arg:fc_bias", "arg:fc_weight", "aux:bn_moving_mean", "aux:bn_moving_var",
    ]  # fmt: skip
    loaded = fresh(normalised())
    loaded.init_params(mx.init.Zero())
    loaded.load_params(path)
    for name, value in params_of(saved).items():
        np.testing.assert_array_equal(params_of(loaded)[name], value)


def test_loading_a_file_of_other_things(tmp_path):
    path = str(tmp_path / "other.params")
    mx.nd.save(path, {"foo:x": mx.nd.ones((1,))})
    with pytest.raises(ValueError, match="Invalid param file"):
        bound().load_params(path)


def test_checkpoint_has_the_latest_weights_and_the_optimizer(tmp_path, caplog):
    prefix = str(tmp_path / "net")
    module = trainable()
    step(module)
    with caplog.at_level("INFO"):
        module.save_checkpoint(prefix, 7, save_optimizer_states=True)
    assert f'Saved checkpoint to "{prefix}-0007.params"' in caplog.text
    assert f'Saved optimizer state to "{prefix}-0007.states"' in caplog.text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net-0007.params", "net-0007.states", "net-symbol.json"]

    resumed = mx.mod.Module.load(prefix, 7, load_optimizer_states=True)
    assert resumed.params_initialized
    assert not resumed.binded
    resumed.bind([("data", (6, 3))], [("softmax_label", (6,))])
    resumed.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    for trained in (module, resumed):
        step(trained, batch(seed=5))
    for name, value in params_of(module).items():
        np.testing.assert_array_equal(params_of(resumed)[name], value)


def test_optimizer_states_of_a_kvstore(tmp_path):
    path = str(tmp_path / "net.states")
    module = trainable(contexts=[mx.cpu(0), mx.cpu(1)])
    step(module)
    module.save_optimizer_states(path)
    weight = params_of(module)["fc_weight"]
    step(module)
    expected = params_of(module)["fc_weight"] - weight

    module.set_params({**module.get_params()[0], "fc_weight": mx.nd.array(weight)}, {})
    again = trainable(contexts=[mx.cpu(0), mx.cpu(1)])
    again.load_optimizer_states(path)
    states = module._kvstore._updater.states, again._kvstore._updater.states
    assert set(states[0]) == set(states[1])
    assert np.abs(expected).max() > 0


@pytest.mark.parametrize("call", ["save_optimizer_states", "load_optimizer_states"])
def test_optimizer_states_need_an_optimizer(call, tmp_path):
    with pytest.raises(AssertionError):
        getattr(bound(), call)(str(tmp_path / "x.states"))


def test_auxiliary_states_follow_training():
    module = trainable(normalised())
    before = params_of(module)["bn_moving_mean"]
    step(module)
    assert not np.array_equal(params_of(module)["bn_moving_mean"], before)


def test_a_checkpoint_that_fails_leaves_the_one_before_whole(tmp_path, monkeypatch):
    module = trainable()
    module.save_checkpoint(str(tmp_path / "net"), 0, save_optimizer_states=True)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    step(module)
    monkeypatch.setattr(type(module._updater), "get_states", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        module.save_checkpoint(str(tmp_path / "net"), 0, save_optimizer_states=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# -- memory that the host shares with an executor until it is asked for its values ---------------------------------


def pointer(array):
    return array._t.data_ptr()


def executor_weight(module):
    return module._exec_group.execs[0].arg_dict["fc_weight"]


def loaded(tmp_path, for_training=True):
    prefix = str(tmp_path / "net")
    bound().save_checkpoint(prefix, 0)
    module = mx.mod.Module.load(prefix, 0)
    read = pointer(module._arg_params["fc_weight"])
    module.bind([("data", (6, 3))], [("softmax_label", (6,))], for_training=for_training)
    return module, read


@pytest.mark.parametrize("for_training", [False, True])
def test_an_executor_works_on_the_memory_that_a_file_was_read_into(tmp_path, for_training):
    module, read = loaded(tmp_path, for_training)
    assert pointer(executor_weight(module)) == read


def test_parameters_that_were_asked_for_stay_as_they_are_when_the_module_trains(tmp_path):
    module, _ = loaded(tmp_path)
    given = module.get_params()[0]["fc_weight"]
    before = given.asnumpy()
    np.testing.assert_array_equal(executor_weight(module).asnumpy(), before)
    module.init_optimizer(optimizer_params={"learning_rate": 1.0})
    module.forward_backward(batch())
    module.update()
    np.testing.assert_array_equal(given.asnumpy(), before)
    after = executor_weight(module).asnumpy()
    assert not np.array_equal(after, before)
    np.testing.assert_array_equal(module.get_params()[0]["fc_weight"].asnumpy(), after)


def test_a_loaded_module_trains_before_it_is_asked_for_its_parameters(tmp_path):
    module, _ = loaded(tmp_path)
    module.init_optimizer(optimizer_params={"learning_rate": 1.0})
    for _ in range(2):
        module.forward_backward(batch())
        module.update()
        result = module.get_params()[0]["fc_weight"]
        np.testing.assert_array_equal(result.asnumpy(), executor_weight(module).asnumpy())
        assert pointer(result) != pointer(executor_weight(module))


def test_parameters_given_by_the_user_are_never_written_to():
    given = {"fc_weight": mx.nd.ones((4, 3)), "fc_bias": mx.nd.zeros((4,))}
    module = fresh()
    module.init_params(arg_params=given, aux_params={})
    executor_weight(module)[:] = 5
    assert (given["fc_weight"].asnumpy() == 1).all()


def test_a_new_binding_has_memory_of_its_own(tmp_path):
    module, _ = loaded(tmp_path)
    before = executor_weight(module)
    module.bind([("data", (2, 3))], [("softmax_label", (2,))], force_rebind=True)
    values = executor_weight(module).asnumpy()
    before[:] = 5
    np.testing.assert_array_equal(executor_weight(module).asnumpy(), values)
    executor_weight(module)[:] = 7
    module._params_dirty = True
    assert (params_of(module)["fc_weight"] == 7).all()


def test_executors_that_share_arrays_keep_sharing_them_when_the_parameters_are_initialized_anew():
    first = bound()
    second = mx.mod.Module(classifier())
    second.bind([("data", (2, 3))], [("softmax_label", (2,))], shared_module=first)
    first.init_params(mx.init.One(), force_init=True)
    assert (executor_weight(second).asnumpy() == 1).all()
    assert pointer(executor_weight(second)) == pointer(executor_weight(first))


def test_what_a_sibling_has_trained():
    """1.9.1's predictor, and its ``get_params``, go on with weights of their first use."""
    symbol = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"))
    label = symbol.list_arguments()[-1]
    trained, predictor = (mx.mod.Module(symbol, label_names=[label]) for _ in range(2))
    trained.bind([("data", (2, 3))], [(label, (2, 2))])
    trained.init_params(mx.init.One())
    trained.init_optimizer(optimizer_params={"learning_rate": 0.01})
    predictor.bind([("data", (2, 3))], [(label, (2, 2))], for_training=False, shared_module=trained)
    items = mx.io.DataBatch([mx.nd.ones((2, 3))], [mx.nd.zeros((2, 2))])
    for _ in range(3):
        for module in (predictor, trained):
            module.forward(items, is_train=False)
        np.testing.assert_array_equal(predictor.get_outputs()[0].asnumpy(), trained.get_outputs()[0].asnumpy())
        for mine, other in zip(predictor.get_params(), trained.get_params(), strict=True):
            assert {name: array.asnumpy().tolist() for name, array in mine.items()} == {
                name: array.asnumpy().tolist() for name, array in other.items()
            }
        trained.forward_backward(items)
        trained.update()
