"""What all optimizers share: creation, rates, multipliers, counts."""

from __future__ import annotations

import mxnet as mx
import pytest

NAMES = {0: "a_weight", 1: "fc_bias", 2: "w_weight", 3: "bn_gamma", 4: "bn_beta", 5: "weight"}


def test_create_takes_names_in_any_case():
    assert type(mx.optimizer.create("Sgd", learning_rate=3)) is mx.optimizer.SGD
    assert mx.optimizer.Optimizer.create_optimizer("ADAM").lr == 0.001


@pytest.mark.parametrize(("call", "error"), [(("foo", {}), ValueError), (("sgd", {"foo": 1}), TypeError)])
def test_create_refuses_what_it_does_not_know(call, error):
    with pytest.raises(error):
        mx.optimizer.create(call[0], **call[1])


def test_names_have_to_be_a_dict():
    with pytest.raises(AssertionError):
        mx.optimizer.SGD(param_idx2name=["fc_weight"])


def test_registering_a_name_again_warns():
    @mx.optimizer.register
    class Mine(mx.optimizer.Optimizer):
        pass

    assert isinstance(mx.optimizer.create("mine"), Mine)
    with pytest.warns(UserWarning, match="overriding existing optimizer"):
        mx.optimizer.Optimizer.register(Mine)


def test_the_base_updates_nothing():
    result = mx.optimizer.Optimizer()
    assert result.create_state(0, mx.nd.ones((1,))) is None
    with pytest.raises(NotImplementedError):
        result.update(0, mx.nd.ones((1,)), mx.nd.ones((1,)), None)


def test_the_learning_rate_is_001_unless_given():
    assert mx.optimizer.SGD().learning_rate == 0.01
    assert mx.optimizer.SGD(learning_rate=0.5).learning_rate == 0.5


def test_a_schedule_gives_the_rate():
    result = mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=1.0))
    rates = []
    for _ in range(8):
        result._update_count(0)
        rates.append(result._get_lr(0))
    assert rates == [1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125]


def test_the_rate_given_replaces_the_schedule_s_base():
    schedule = mx.lr_scheduler.FactorScheduler(2, base_lr=3)
    assert mx.optimizer.SGD(lr_scheduler=schedule).learning_rate == 3
    assert mx.optimizer.SGD(learning_rate=0.7, lr_scheduler=schedule).learning_rate == 0.7
    assert schedule.base_lr == 0.7
    assert mx.optimizer.Ftrl(learning_rate=0.2, lr_scheduler=schedule).learning_rate == 0.7  # 1.9.1 has one exception


def test_set_learning_rate():
    result = mx.optimizer.SGD()
    result.set_learning_rate(2)
    assert result.learning_rate == 2
    with pytest.raises(UserWarning):
        mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(2)).set_learning_rate(2)
    with pytest.raises(DeprecationWarning):
        result.set_lr_scale({})


def network():
    data = mx.sym.Variable("a_weight", lr_mult=2, wd_mult=3)
    return mx.sym.FullyConnected(data, weight=mx.sym.Variable("w_weight", lr_mult=0.1), num_hidden=3, name="fc")


def test_weight_decay_leaves_all_but_weights_and_gammas_alone():
    result = mx.optimizer.SGD(param_idx2name=NAMES, wd=1.0)
    assert [result._get_wd(index) for index in range(7)] == [1, 0, 1, 1, 0, 0, 1]


def test_attributes_of_the_symbol_multiply():
    result = mx.optimizer.SGD(sym=network(), param_idx2name=NAMES, learning_rate=1.0, wd=0.1)
    assert result._get_lrs(range(4)) == pytest.approx([2, 1, 0.1, 1])
    assert result._get_wds(range(4)) == pytest.approx([0.3, 0, 0.1, 0.1])


def test_multipliers_by_name_and_by_index_come_last():
    result = mx.optimizer.SGD(sym=network(), param_idx2name=NAMES, learning_rate=1.0, wd=0.1)
    result.set_lr_mult({"fc_bias": 5, 2: 7})
    result.set_wd_mult({"bn_gamma": 5, 5: 7})
    assert result._get_lrs(range(4)) == pytest.approx([2, 5, 7, 1])
    assert result._get_wds(range(6)) == pytest.approx([0.3, 0, 0.1, 0.5, 0, 0.7])
    assert result._get_lr("fc_bias") == 5


def test_param_dict_wins():
    class Parameter:
        lr_mult, wd_mult = 3, 4

    result = mx.optimizer.SGD(param_dict={0: Parameter()}, learning_rate=1.0, wd=1.0)
    result.set_lr_mult({0: 100})
    assert (result._get_lr(0), result._get_wd(0)) == (3, 4)


def test_updates_are_counted_by_weight_and_by_device():
    result = mx.optimizer.SGD(begin_num_update=10)
    result._update_count(0)
    result._update_count([0, 1])
    assert result.num_update == 12
    assert result._index_update_count == {0: 12, 1: 11}
    result._set_current_context(1)
    result._update_count(0)
    assert result._index_update_count == {0: 11}
    result._set_current_context(0)
    assert result._index_update_count == {0: 12, 1: 11}


class Recorder(mx.optimizer.Optimizer):
    def __init__(self, aggregate_num=0):
        super().__init__()
        self.aggregate_num = aggregate_num
        self.calls = []

    def create_state(self, index, weight):
        return f"state of {index}"

    def update(self, index, weight, grad, state):
        self.calls.append((index, state))

    def update_multi_precision(self, index, weight, grad, state):
        self.update(index, weight, grad, state)


def test_an_updater_calls_weight_by_weight():
    result = Recorder()
    one = mx.nd.ones((1,))
    updater = mx.optimizer.get_updater(result)
    updater([0, b"fc"], [one, one], [one, one])
    updater("x", one, one)
    assert result.calls == [(0, "state of 0"), ("fc", "state of fc"), ("x", "state of x")]
    assert updater.states_synced == {0: True, "fc": True, "x": True}


@pytest.mark.filterwarnings("ignore:Accumulating with float16")
def test_an_updater_gathers_weights_of_one_type_where_the_optimizer_takes_them():
    result = Recorder(aggregate_num=2)
    full, half = mx.nd.ones((1,)), mx.nd.ones((1,), dtype="float16")
    weights = [full, half, full, full]
    mx.optimizer.get_updater(result)([0, 1, 2, 3], [full] * 4, weights)
    assert [call[0] for call in result.calls] == [(0, 2), (3,), (1,)]


def test_the_environment_sets_how_many_weights_sgd_takes(monkeypatch):
    assert mx.optimizer.SGD().aggregate_num == 4
    monkeypatch.setenv("MXNET_OPTIMIZER_AGGREGATION_SIZE", "7")
    assert mx.optimizer.SGD().aggregate_num == 7


def test_loaded_states_move_to_their_weight_s_device():
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    updater(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    updater.set_states(updater.get_states())
    there = mx.nd.ones((2,), ctx=mx.cpu(1))
    updater(0, there, there.copy())
    assert updater.states[0].context == mx.cpu(1)


def test_an_unknown_name_is_told_the_nearest_one():
    with pytest.raises(ValueError, match=r"Cannot find optimizer adm: there are .*adadelta.*; did you mean 'adam'\?$"):
        mx.optimizer.create("adm")


def test_optimizers_import_array_functions_from_the_module_of_optimizers():
    from mxnet.optimizer.optimizer import NDArray, adam_update, clip, multi_lamb_update, sparse

    assert (NDArray, adam_update, clip, sparse) == (mx.nd.NDArray, mx.nd.adam_update, mx.nd.clip, mx.nd.sparse)
    assert multi_lamb_update is mx.nd.contrib.multi_lamb_update
    with pytest.raises(ImportError):
        from mxnet.optimizer.optimizer import no_such_update  # noqa: F401


@pytest.mark.parametrize("name", ["sgd", "adam", "ftrl"])
def test_a_rate_may_be_text(name):
    texts, numbers = (mx.optimizer.create(name, learning_rate=rate) for rate in ("0.25", 0.25))
    assert texts.learning_rate == numbers.learning_rate == 0.25
    with pytest.raises(ValueError, match="could not convert"):
        mx.optimizer.create(name, learning_rate="fast")


@pytest.mark.parametrize(("argument", "text"), [("wd", "0.5"), ("clip_gradient", "0.25"), ("rescale_grad", "0.5")])
@pytest.mark.parametrize("name", ["sgd", "adam", "rmsprop", "ftrl", "lamb"])
def test_numbers_may_be_texts(name, argument, text):
    """As 1.9.1's operators read them: those of a command line."""

    def updated(value):
        optimizer = mx.optimizer.create(name, learning_rate=0.1, **{argument: value})
        weight = mx.nd.array([1, 2])
        optimizer.update(0, weight, mx.nd.array([3, -1]), optimizer.create_state(0, weight))
        return weight.asnumpy().tolist()

    assert updated(text) == updated(float(text))
