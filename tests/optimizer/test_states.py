"""Files of optimizer states: of every release, from and for 1.9.1, and hostile ones."""

from __future__ import annotations

import collections
import functools
import io
import json
import pickle
import struct
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet.optimizer.states import read_states

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
RELEASES = ["0.9.5", "0.11.0", "1.2.1", "1.5.1", "1.9.1"]


def updater(**kwargs):
    return mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.1, momentum=0.9, **kwargs))


def trained(made, *names):
    for name in names:
        made(name, mx.nd.array([1.0, 2.0]), mx.nd.ones((2,)))
    return made


@pytest.mark.parametrize("release", RELEASES)
def test_states_of_every_release_are_read(release):
    result = updater()
    result.set_states((GOLDEN / release / "digits-0006.states").read_bytes())
    assert sorted(result.states) == list(range(10 if release > "1" else 9))
    assert result.states[0].shape == (8, 1, 3, 3)
    assert 0 < abs(result.states[0].asnumpy()).max() < 0.1


@pytest.mark.parametrize("release", ["1.2.1", "1.9.1"])
def test_a_trainer_s_optimizer_is_read_with_its_counts(release):
    result = updater()
    result.set_states((GOLDEN / release / "gluon-trainer.states").read_bytes())
    assert isinstance(result.optimizer, mx.optimizer.Adam)
    assert result.optimizer.num_update == 1
    weight = mx.nd.ones((4,))
    result(1, mx.nd.ones((4,)), weight)
    assert result.optimizer._index_update_count[1] == 2
    assert (weight.asnumpy() != 1).all()


def test_states_go_through_bytes():
    first, second = trained(updater(), 0, "fc_weight"), updater()
    second.set_states(first.get_states())
    assert second.states_synced == {0: False, "fc_weight": False}
    for name, state in first.states.items():
        np.testing.assert_array_equal(second.states[name].asnumpy(), state.asnumpy())


def test_training_goes_on_with_loaded_states():
    first, second = trained(updater(), 0), updater()
    second.set_states(first.get_states())
    weights = [mx.nd.ones((2,)), mx.nd.ones((2,))]
    for item, weight in zip((first, second), weights, strict=True):
        item(0, mx.nd.array([1.0, 2.0]), weight)
    np.testing.assert_array_equal(weights[0].asnumpy(), weights[1].asnumpy())


def test_the_optimizer_comes_along_if_asked_for():
    schedule = mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=3.0)
    first = mx.optimizer.get_updater(mx.optimizer.Adam(beta1=0.7, lr_scheduler=schedule))
    trained(first, 0)
    second = updater()
    second.set_states(first.get_states(dump_optimizer=True))
    assert isinstance(second.optimizer, mx.optimizer.Adam)
    assert second.optimizer.beta1 == 0.7
    assert isinstance(second.optimizer.lr_scheduler, mx.lr_scheduler.FactorScheduler)
    assert second.optimizer.param_dict == {}
    assert second.aggregate_updates is False
    trained(second, 0)
    assert second.optimizer.num_update == 2


def test_the_pickle_names_classes_as_1_9_1_does():
    content = trained(updater(), 0).get_states(dump_optimizer=True)
    assert b"mxnet.ndarray.ndarray" in content
    assert b"mxnet.optimizer.optimizer" in content
    assert pickle.loads(content)[1].momentum == 0.9


@mx.optimizer.register
class OfAProgram(mx.optimizer.Optimizer):
    def create_state(self, index, weight):
        return {"order": collections.OrderedDict(a=np.float32(1.5)), "array": np.arange(6.0).reshape(2, 3)}

    def update(self, index, weight, grad, state):
        pass

    def __setstate__(self, state):
        raise AssertionError("hooks are not run")


def test_a_program_s_own_optimizer_and_numpy_states_come_back():
    first = mx.optimizer.get_updater(OfAProgram(wd=0.5))
    trained(first, 0)
    (loaded, optimizer), _ = read_states(first.get_states(dump_optimizer=True))
    assert type(optimizer) is OfAProgram
    assert optimizer.wd == 0.5
    assert loaded[0]["order"] == {"a": 1.5}
    np.testing.assert_array_equal(loaded[0]["array"], np.arange(6.0).reshape(2, 3))


@pytest.mark.parametrize("protocol", range(6))
def test_every_protocol_is_read(protocol):
    state = (mx.nd.array([1.0, -2.0]), mx.nd.ones((2,), dtype="float16"), None)
    result, progress = read_states(pickle.dumps({0: state}, protocol))
    assert progress is None
    np.testing.assert_array_equal(result[0][0].asnumpy(), [1, -2])
    assert result[0][1].dtype == np.float16
    assert result[0][2] is None


class Runs:
    def __init__(self, *call):
        self.call = call

    def __reduce__(self):
        return self.call


def _array_of(handle):
    class Forged:
        def __reduce__(self):
            return mx.nd.NDArray, (None,), {"handle": bytearray(handle)}

    return Forged()


def _cycle():
    inside = []
    inside.append(inside)
    return inside


def _deep():
    inside = 0
    for _ in range(300):
        inside = [inside]
    return inside


DENSE = struct.pack("<Ii", 0xF993FAC9, 0)
HOSTILE = {
    "a call": {0: Runs(exec, ("raise SystemExit",))},
    "a system call": {0: Runs(__import__("os").system, ("true",))},
    "another object": {0: Path("x")},
    "a class": {0: Path},
    "a cycle": {0: _cycle()},
    "deep nesting": {0: _deep()},
    "an unknown optimizer": ({}, Path("x")),
    "no dict": 3,
    "an index that is none": {(0,): None},
    "three parts": ({}, {}, {}),
    "an array of 2^60 values": {0: _array_of(DENSE + struct.pack("<IQiii", 1, 2**60, 1, 0, 0))},
    "a truncated array": {0: _array_of(DENSE + b"\x01")},
    "no array": {0: _array_of(b"")},
    "a NumPy array of objects": {0: np.array([None])},
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_what_optimizers_do_not_save_is_an_error(content):
    with pytest.raises(mx.base.MXNetError):
        updater().set_states(pickle.dumps(content))


def test_every_truncation_is_an_error():
    content = trained(updater(), 0).get_states()
    with_states_alone = io.BytesIO(content)
    pickle.load(with_states_alone)
    for length in set(range(len(content))) - {with_states_alone.tell()}:
        with pytest.raises(mx.base.MXNetError):
            updater().set_states(content[:length])


def test_a_flipped_byte_is_an_error_or_gives_other_states():
    content = bytearray(trained(updater(), 0).get_states())
    refused = 0
    for position in range(len(content)):
        content[position] ^= 0x55
        try:
            updater().set_states(bytes(content))
        except mx.base.MXNetError:
            refused += 1
        content[position] ^= 0x55
    assert refused > len(content) // 2


def test_an_error_names_the_file(tmp_path):
    store = mx.kv.create("local")
    store.set_optimizer(mx.optimizer.SGD())
    (tmp_path / "bad.states").write_bytes(b"nothing")
    with pytest.raises(mx.base.MXNetError, match=r"bad\.states"):
        store.load_optimizer_states(str(tmp_path / "bad.states"))


_ONE, _OTHER = ([mx.nd.ones, (3, 4)], [mx.nd.ones, (4, 3)])


def made(parts):
    """Return a state of a description: a list is a call, a tuple has parts."""
    if isinstance(parts, list):
        return parts[0](*parts[1:])
    return tuple(map(made, parts)) if isinstance(parts, tuple) else parts


#: optimizer, what its file holds for a weight of (3, 4) -> what is said
UNFIT = [
    ("sgd", _OTHER, r"an array of shape \(3, 4\) and type float32, got an array of shape \(4, 3\)"),
    ("sgd", [mx.nd.ones, (3, 4), None, "float64"], "float32, got .* float64"),
    ("sgd", None, r"expected an array .*, got none"),
    ("sgd", (_ONE,), "got 1 parts"),
    ("sgd", 3, "got a int"),
    ("adam", _ONE, "expected 2 of them, got an array"),
    ("adam", (_ONE, _ONE, _ONE), "expected 2 of them, got 3 parts"),
    ("adam", (_ONE, None), "got none"),
    ("adam", (_ONE, _OTHER), "got an array of shape"),
    ("nadam", "x", "got a str"),
]


@pytest.mark.parametrize(("name", "state", "told"), UNFIT)
def test_a_state_that_does_not_fit_its_weight_is_refused(name, state, told, tmp_path):
    arguments = {"momentum": 0.9} if name == "sgd" else {}
    store = mx.kv.create()
    store.set_optimizer(mx.optimizer.create(name, **arguments))
    store.init(0, mx.nd.ones((3, 4)))
    path = tmp_path / "a.states"
    path.write_bytes(pickle.dumps({0: made(state)}))
    with pytest.raises(mx.MXNetError, match=rf"a\.states: the state of weight 0 does not fit \w+: .*{told}"):
        store.load_optimizer_states(str(path))
    late = mx.optimizer.get_updater(mx.optimizer.create(name, **arguments))
    late.set_states(path.read_bytes())
    with pytest.raises(mx.MXNetError, match=f"the state of weight 0 .*{told}"):
        late(0, mx.nd.ones((3, 4)), mx.nd.ones((3, 4)))


def test_states_are_refused_whole():
    before = updater()
    before(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    kept = before.states[0]
    with pytest.raises(mx.MXNetError, match="weight 0"):
        before.set_states(pickle.dumps({0: mx.nd.ones((3,))}), {0: mx.nd.ones((2,))})
    assert before.states[0] is kept


def test_what_an_optimizer_does_not_keep_is_without_effect():
    loaded = mx.optimizer.get_updater(mx.optimizer.SGD())
    loaded.set_states(pickle.dumps({0: (mx.nd.ones((3,)), 4)}))
    weight = mx.nd.ones((2,))
    loaded(0, mx.nd.ones((2,)), weight)
    assert loaded.states[0] is None
    assert weight.asnumpy().tolist() == pytest.approx([0.99, 0.99])


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("lr", "fast"),
        ("lr", 2**70),
        ("momentum", None),
        ("num_update", -1),
        ("num_update", float("nan")),
        ("_index_update_count", [1]),
        ("_index_update_count", {0: "x"}),
        ("clip_gradient", []),
        ("lr_mult", {0: None}),
        ("idx2name", {0: 3}),
        ("lr_scheduler", 3),
    ],
)
def test_an_optimizer_with_an_attribute_of_another_kind_is_refused(attribute, value):
    saved = updater()
    setattr(saved.optimizer, attribute, value)
    with pytest.raises(mx.MXNetError, match=f"SGD is saved with {attribute}="):
        updater().set_states(saved.get_states(dump_optimizer=True))


def test_states_that_grow_by_sharing_are_refused():
    shared = [1]
    for _ in range(40):
        shared = [shared, shared]
    with pytest.raises(mx.MXNetError, match="at most 1000000 parts"):
        read_states(pickle.dumps({0: shared}))


def test_a_file_does_not_say_how_many_weights_are_updated_at_once():
    optimizer = mx.optimizer.create("nadam")
    optimizer.aggregate_num = 4
    loaded = updater()
    loaded.set_states(pickle.dumps(({}, optimizer)))
    weight = mx.nd.ones((3,))
    loaded([0], [mx.nd.ones((3,))], [weight])
    assert not loaded.aggregate_updates
    assert (weight.asnumpy() < 1).all()


def saved(name, change, **kwargs):
    """Return a file of states with an optimizer that was changed."""
    first = trained(mx.optimizer.get_updater(mx.optimizer.create(name, **kwargs)), 0)
    states, optimizer = pickle.loads(first.get_states(dump_optimizer=True))
    change(optimizer)
    return pickle.dumps((states, optimizer))


def schedule(attribute, value):
    return lambda optimizer: setattr(optimizer.lr_scheduler, attribute, value)


FACTOR = {"lr_scheduler": mx.lr_scheduler.FactorScheduler(2, 0.5)}
STEPS = {"lr_scheduler": mx.lr_scheduler.MultiFactorScheduler([1, 3], 0.5)}
POLY = {"lr_scheduler": mx.lr_scheduler.PolyScheduler(10)}


@pytest.mark.parametrize(
    ("name", "kwargs", "change", "told"),
    [
        ("sgd", {}, lambda o: vars(o).update(update=5), "'update', which is one of its methods"),
        ("sgd", {}, lambda o: vars(o).update(_get_lr="x"), "'_get_lr', which is one of its methods"),
        ("sgd", {}, lambda o: setattr(o, "lr", None), "without a learning rate"),
        ("adam", {}, lambda o: setattr(o, "beta1", 1), "beta1=1"),
        ("adamw", {}, lambda o: setattr(o, "beta2", 1.5), "beta2=1.5"),
        ("nadam", {}, lambda o: setattr(o, "beta2", -1e308), "beta2=-1e"),
        ("nadam", {}, lambda o: setattr(o, "schedule_decay", -1e9), "schedule_decay=-1"),
        ("lbsgd", {}, lambda o: setattr(o, "batch_scale", 0), "batch_scale=0"),
        ("lbsgd", {}, lambda o: setattr(o, "cumgrads", {0: {"num_cums": 1}}), "cumgrads"),
        ("sgd", FACTOR, schedule("step", 0), "step=0"),
        ("sgd", FACTOR, schedule("step", [1]), "step="),
        ("sgd", FACTOR, schedule("base_lr", "x"), "base_lr='x'"),
        ("sgd", FACTOR, schedule("count", None), "count=None"),
        ("sgd", FACTOR, schedule("factor", float("nan")), "factor=nan"),
        ("sgd", FACTOR, schedule("warmup_mode", "other"), "warmup_mode='other'"),
        ("sgd", FACTOR, lambda o: vars(o.lr_scheduler).update(get_warmup_lr=1), "one of its methods"),
        ("sgd", FACTOR, lambda o: setattr(o, "lr_scheduler", mx.lr_scheduler.LRScheduler()), "no schedule by itself"),
        ("sgd", STEPS, schedule("step", 3), "step=3"),
        ("sgd", STEPS, schedule("step", [1, "x"]), "step="),
        ("sgd", STEPS, schedule("cur_step_ind", -1), "cur_step_ind=-1"),
        ("sgd", POLY, schedule("power", -2), "power=-2"),
        ("sgd", FACTOR, schedule("step", float("nan")), "step=nan"),
        ("sgd", FACTOR, schedule("count", float("inf")), "count=inf"),
        ("sgd", STEPS, schedule("cur_step_ind", 0.5), "cur_step_ind=0.5"),
        ("sgd", {}, lambda o: setattr(o, "lr", np.ones(2)), "lr=a ndarray"),
    ],
)
def test_an_attribute_that_would_fail_at_the_next_update_is_refused(name, kwargs, change, told):
    with pytest.raises(mx.MXNetError, match=told):
        mx.optimizer.get_updater(mx.optimizer.create(name)).set_states(saved(name, change, **kwargs))


@pytest.mark.parametrize(
    "arguments",
    [
        {"lr_scheduler": mx.lr_scheduler.FactorScheduler(1.25, 0.5)},
        {"lr_scheduler": mx.lr_scheduler.MultiFactorScheduler([1.5, 3.0], 0.5)},
        {"lr_scheduler": mx.lr_scheduler.FactorScheduler(np.int64(2), np.float32(0.5))},
        {"begin_num_update": 6.25},
        {"learning_rate": np.array(0.1)},
        {"learning_rate": mx.nd.array([0.1])},
    ],
    ids=["step", "steps", "NumPy's numbers", "begin_num_update", "rate of NumPy", "rate of MXNet"],
)
@pytest.mark.parametrize("dump_optimizer", [True, False])
def test_numbers_that_programs_compute_come_back(arguments, dump_optimizer):
    """``samples / batch_size`` is a float in Python 3, and not always a whole one."""
    first = trained(mx.optimizer.get_updater(mx.optimizer.SGD(**arguments)), 0, 0, 0)
    loaded = mx.optimizer.get_updater(mx.optimizer.SGD(**arguments))
    loaded.set_states(first.get_states(dump_optimizer))
    assert loaded.optimizer.learning_rate == first.optimizer.learning_rate
    trained(loaded, 0)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "value",
    [
        np.arange(6, dtype="float32").reshape(2, 3),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.array(0.5),
        np.frombuffer(b"abcd", "uint8"),
    ],
    ids=["rows", "columns", "number", "read only"],
)
def test_numpy_states_of_each_protocol(value, protocol):
    result = updater()
    result.set_states(pickle.dumps({0: value}, protocol))
    np.testing.assert_array_equal(result.states[0], value)
    assert result.states[0].dtype == value.dtype


def test_what_follows_from_other_attributes_of_a_schedule_is_not_the_file_s_to_say():
    result = updater()
    result.set_states(saved("sgd", schedule("max_steps", 1e-300), **POLY))
    assert result.optimizer.lr_scheduler.max_steps == 10
    assert result.optimizer.lr_scheduler(5) == pytest.approx(0.01 * 0.25)


def test_a_schedule_of_an_earlier_release_has_no_warm_up():
    result = updater()
    result.set_states(saved("sgd", lambda o: vars(o.lr_scheduler).pop("warmup_steps"), **FACTOR))
    assert result.optimizer.lr_scheduler(1) == 0.01


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [("nadam", {"beta1": 1 - 1e-15}), ("sgd", {"lr_scheduler": mx.lr_scheduler.FactorScheduler(1, 1 - 1e-15)})],
)
def test_a_count_that_no_training_reaches_takes_no_time(name, kwargs):
    result = mx.optimizer.get_updater(mx.optimizer.create(name))
    result.set_states(saved(name, lambda o: o._index_update_count.update({0: 2**52}), **kwargs))
    trained(result, 0)


def test_a_factor_of_a_plain_schedule_counts_every_drop():
    many, few = (mx.lr_scheduler.FactorScheduler(1, 1 - 1e-6, stop_factor_lr=0) for _ in range(2))
    for count in range(0, 400_001, 100):
        few(count)
    assert many(400_000) == pytest.approx(few(400_000), rel=1e-9)


def test_a_negative_rate_has_no_noise():
    with pytest.raises(ValueError, match="SGLD: expected a learning rate of at least 0, got -1"):
        trained(mx.optimizer.get_updater(mx.optimizer.SGLD(learning_rate=-1.0)), 0)


def rate(count):
    return 0.5 / (1 + count)


def scaled_rate(scale, count, power=1):
    return scale / (1 + count) ** power


class Rate:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, count):
        return self.scale / (1 + count)


SCHEDULES = {
    "a function": lambda: rate,
    "a partial": lambda: functools.partial(scaled_rate, 0.5, power=2),
    "a partial with attributes": lambda: _with_base(functools.partial(scaled_rate, 0.5)),
    "an object": lambda: Rate(0.5),
}


def _with_base(schedule):
    schedule.base_lr = 0.5
    return schedule


@pytest.mark.parametrize("make", SCHEDULES.values(), ids=SCHEDULES)
def test_the_program_s_own_schedule_comes_back(make):
    loaded = mx.optimizer.get_updater(mx.optimizer.SGD(lr_scheduler=make()))
    loaded.set_states(trained(mx.optimizer.get_updater(mx.optimizer.SGD(lr_scheduler=make())), 0, 0).get_states(True))
    assert loaded.optimizer.learning_rate == make()(2)


@pytest.mark.parametrize("own", [None, scaled_rate, functools.partial(scaled_rate, 0.25)])
@pytest.mark.parametrize("make", SCHEDULES.values(), ids=SCHEDULES)
def test_another_function_is_not_imported(make, own):
    states = trained(mx.optimizer.get_updater(mx.optimizer.SGD(lr_scheduler=make())), 0).get_states(True)
    with pytest.raises(mx.MXNetError, match=r"create the optimizer with .*lr_scheduler"):
        mx.optimizer.get_updater(mx.optimizer.SGD(lr_scheduler=own)).set_states(states)


_ONE_HASH = [(2**61 - 1) * i for i in range(2000)]


@pytest.mark.parametrize("content", [
    pickle.dumps({}) + b"\nprogress of mxnet.optimizer.Updater "
    + json.dumps({"num_update": 0, "counts": [[key, 0] for key in _ONE_HASH], "names": []}).encode(),
    b"ccollections\nOrderedDict\n((l" + b"".join(b"(lL%dL\naI0\naa" % key for key in _ONE_HASH) + b"tR.",
], ids=["progress", "OrderedDict"])  # fmt: skip
def test_keys_that_were_made_to_have_one_hash_are_refused(content):
    with pytest.raises(mx.MXNetError, match="made to have one hash"):
        read_states(content)


@pytest.mark.parametrize("states", [b"abc", b"\x80", pickle.dumps({0: 1})[:-3]])
def test_bytes_that_are_no_pickle(states):
    with pytest.raises(pickle.UnpicklingError):
        mx.optimizer.get_updater(mx.optimizer.SGD()).set_states(states)


@pytest.mark.parametrize("states", ["abc", None, 5])
def test_states_that_are_no_bytes(states):
    with pytest.raises(TypeError, match="bytes"):
        mx.optimizer.get_updater(mx.optimizer.SGD()).set_states(states)
