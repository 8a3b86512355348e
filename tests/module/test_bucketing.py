"""BucketingModule: several symbols, one set of parameters."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import params_of


def sym_gen(key):
    """The mean over ``key`` columns, classified."""
    mean = mx.sym.mean(mx.sym.Variable("data"), axis=1, keepdims=True)
    return (
        mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mean, num_hidden=4, name="fc"), name="softmax"),
        ("data",),
        ("softmax_label",),
    )


def data_batch(key, rows=2):
    data = np.random.RandomState(key).normal(size=(rows, key)).astype(np.float32)
    return mx.io.DataBatch(
        [mx.nd.array(data)],
        [mx.nd.array(np.arange(rows) % 4)],
        bucket_key=key,
        provide_data=[("data", (rows, key))],
        provide_label=[("softmax_label", (rows,))],
    )


def bound(**bind):
    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=4)
    module.bind([("data", (2, 4))], [("softmax_label", (2,))], **bind)
    return module


def trainable(**bind):
    module = bound(**bind)
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    return module


def by_hand(keys, **bind):
    """What one Module does with the same batches."""
    module = mx.mod.Module(sym_gen(0)[0])
    module.bind([("data", (2, 4))], [("softmax_label", (2,))], **bind)
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    for key in keys:
        module.forward_backward(data_batch(key))
        module.update()
    return params_of(module)


def test_before_binding():
    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=4)
    assert list(module.data_names) == ["data"]
    assert module.output_names == ["softmax_output"]
    for what in ("data_shapes", "label_shapes", "output_shapes", "symbol"):
        with pytest.raises(AssertionError):
            getattr(module, what)


def test_default_key_is_needed():
    with pytest.raises(AssertionError):
        mx.mod.BucketingModule(sym_gen)


def test_names_are_checked():
    with pytest.raises(ValueError, match="'missing' is not found"):
        mx.mod.BucketingModule(sym_gen, 4, fixed_param_names=["missing"])


def test_buckets_are_made_when_asked_for():
    module = trainable()
    module.switch_bucket(3, [("data", (2, 3))], [("softmax_label", (2,))])
    assert (sorted(module._buckets), module._curr_bucket_key) == ([3, 4], 3)
    assert module._curr_module is module._buckets[3]
    assert module.data_shapes == [mx.io.DataDesc("data", (2, 3))]
    assert module._buckets[3]._optimizer is module._buckets[4]._optimizer


def test_switching_needs_binding():
    with pytest.raises(AssertionError, match="call bind before"):
        mx.mod.BucketingModule(sym_gen, 4).switch_bucket(3, [("data", (2, 3))])


def test_automatic_names_are_the_same_in_every_bucket():
    def unnamed(key):
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2)
        return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(unnamed, 4)
    module.bind([("data", (2, 4))], [("softmax_label", (2,))])
    assert module.symbol.list_arguments()[1] == "fullyconnected0_weight"


def test_training_over_buckets_is_that_of_one_module():
    module = trainable()
    keys = [4, 3, 3, 5, 4, 2]
    for key in keys:
        module.forward_backward(data_batch(key))
        module.update()
    expected = by_hand(keys)
    for name, value in params_of(module).items():
        np.testing.assert_allclose(value, expected[name], rtol=1e-6)


@pytest.mark.parametrize("current", [3, 4])
def test_parameters_are_the_latest_whichever_bucket_is_current(current, tmp_path):
    module = trainable()
    for key in (4, 3, 5):
        module.forward_backward(data_batch(key))
        module.update()
    module.forward(data_batch(current))
    expected = by_hand([4, 3, 5])
    module.save_checkpoint(str(tmp_path / "net"), 3)
    saved = mx.nd.load(str(tmp_path / "net-0003.params"))
    for name, value in expected.items():
        np.testing.assert_allclose(params_of(module)[name], value, rtol=1e-6)
        np.testing.assert_allclose(saved[f"arg:{name}"].asnumpy(), value, rtol=1e-6)


@pytest.mark.parametrize(("request_", "factor"), [("write", 1), ("add", 2)])
def test_gradients_of_two_buckets(request_, factor):
    module = bound(grad_req=request_)
    module.init_params(mx.init.One())
    for key in (4, 3):
        module.forward_backward(mx.io.DataBatch([mx.nd.ones((2, key))], [mx.nd.zeros((2,))], bucket_key=key,
                                                provide_data=[("data", (2, key))],
                                                provide_label=[("softmax_label", (2,))]))  # fmt: skip
    assert module._curr_module._grad_req == request_
    gradient = module._curr_module._exec_group.execs[0].grad_dict["fc_bias"].asnumpy()
    np.testing.assert_allclose(gradient, factor * np.array([-1.5, 0.5, 0.5, 0.5]), rtol=1e-5)


def test_preparing_a_batch_leaves_the_current_bucket():
    module = trainable()
    module.forward(data_batch(4))
    module.prepare(data_batch(3))
    assert module._curr_bucket_key == 4
    assert 3 in module._buckets
    assert module.get_outputs()[0].shape == (2, 4)


def test_batches_without_a_key_go_to_the_current_bucket():
    data = mx.io.NDArrayIter(np.ones((6, 4), "float32"), np.zeros(6), 2)  # its batches have no key
    module = trainable()
    module.fit(data, num_epoch=1)
    assert module.predict(data).shape == (6, 4)
    assert list(module._buckets) == [4]


def test_binding_again_keeps_weights():
    module = trainable()
    module.forward_backward(data_batch(3))
    module.update()
    before = params_of(module)
    module.bind([("data", (2, 4))], [("softmax_label", (2,))], force_rebind=True)
    assert list(module._buckets) == [4]
    assert module.params_initialized
    for name, value in before.items():
        np.testing.assert_array_equal(params_of(module)[name], value)


def test_saved_buckets_load(tmp_path):
    module = trainable()
    module.forward_backward(data_batch(3))
    module.update()
    module.save_checkpoint(str(tmp_path / "net"), 3)
    files = ["net-0003.params", "net-3-symbol.json", "net-4-symbol.json", "net.buckets"]
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    loaded = mx.mod.BucketingModule.load(str(tmp_path / "net"), 3, sym_gen=sym_gen, default_bucket_key=4)
    assert loaded.params_initialized
    assert sorted(loaded._buckets) == [3, 4]
    loaded.bind([("data", (2, 4))], [("softmax_label", (2,))])
    for one in (module, loaded):
        one.forward(data_batch(3), is_train=False)
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), loaded.get_outputs()[0].asnumpy())


@pytest.mark.parametrize("arguments", [{}, {"sym_gen": sym_gen, "arg_params": {}, "aux_params": {}}])
def test_loading_needs_symbols_and_a_generator(arguments, tmp_path):
    with pytest.raises(AssertionError):
        mx.mod.BucketingModule.load_dict(default_bucket_key=4, **arguments)
    with pytest.raises(AssertionError):
        mx.mod.BucketingModule.load(str(tmp_path / "net"), 3)


@pytest.mark.parametrize(
    ("names", "allow_missing", "error"),
    [
        (["fc_weight"], False, RuntimeError),
        (["fc_weight", "other"], True, ValueError),
        (["fc_bias", "fc_weight", "o"], False, None),
    ],
)
def test_set_params(names, allow_missing, error):
    values = {name: mx.nd.ones({"fc_weight": (4, 1), "fc_bias": (4,)}.get(name, (1,))) for name in names}
    module = trainable()
    if error is None:
        module.set_params(values, {}, allow_missing=allow_missing)
        assert (params_of(module)["fc_bias"] == 1).all()
    else:
        with pytest.raises(error):
            module.set_params(values, {}, allow_missing=allow_missing)


def test_monitor_watches_buckets_to_come():
    installed = []
    monitor = type("Monitor", (), {"install": lambda self, executor: installed.append(executor)})()
    module = trainable()
    module.install_monitor(monitor)
    module.forward(data_batch(3))
    assert installed == [*module._buckets[4]._exec_group.execs, *module._buckets[3]._exec_group.execs]


def test_a_bucket_has_no_parameters_that_the_default_bucket_lacks():
    def gen(key):
        symbol, data_names, label_names = sym_gen(key)
        if key == 3:
            net = mx.sym.FullyConnected(symbol.get_internals()["fc_output"], num_hidden=4, name="other")
            symbol = mx.sym.SoftmaxOutput(net, name="softmax")
        return symbol, data_names, label_names

    module = mx.mod.BucketingModule(gen, default_bucket_key=4)
    module.bind([("data", (2, 4))], [("softmax_label", (2,))])
    module.init_params(mx.init.One())
    for _ in range(2):
        with pytest.raises(RuntimeError, match=r"other_weight.*default bucket"):
            module.forward(data_batch(3))
    module.forward(data_batch(4))
    assert module.get_outputs()[0].shape == (2, 4)


def test_shared_module_is_refused():
    with pytest.raises(AssertionError, match="not supported"):
        mx.mod.BucketingModule(sym_gen, 4).bind([("data", (2, 4))], shared_module=bound())


def test_fit_over_buckets():
    class Buckets:
        provide_data, provide_label = [("data", (2, 4))], [("softmax_label", (2,))]
        keys = (4, 3, 5, 2)

        def __iter__(self):
            return iter([data_batch(key) for key in self.keys])

        def reset(self):
            pass

    module = mx.mod.BucketingModule(sym_gen, 4)
    module.fit(
        Buckets(), num_epoch=2, initializer=mx.init.One(), optimizer_params={"learning_rate": 0.5, "momentum": 0.9}
    )
    expected = by_hand(Buckets.keys * 2)
    for name, value in params_of(module).items():
        np.testing.assert_allclose(value, expected[name], rtol=1e-6)


def test_accumulating_over_buckets():
    module = trainable()
    for key in (4, 3, 5):
        module.forward(data_batch(key), is_train=True)
        module.acc_backward()
    module.acc_update(3)
    single = mx.mod.Module(sym_gen(0)[0])
    single.bind([("data", (2, 4))], [("softmax_label", (2,))], grad_req="add")
    single.init_params(mx.init.One())
    single.init_optimizer(optimizer_params={"learning_rate": 0.5 / 3, "momentum": 0.9})
    for key in (4, 3, 5):
        single.forward_backward(data_batch(key))
    single.update()
    for name, value in params_of(single).items():
        np.testing.assert_allclose(params_of(module)[name], value, rtol=1e-5)


def test_fixed_parameters_in_every_bucket():
    module = mx.mod.BucketingModule(sym_gen, 4, fixed_param_names=["fc_weight"])
    module.bind([("data", (2, 4))], [("softmax_label", (2,))])
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    for key in (4, 3):
        module.forward_backward(data_batch(key))
        module.update()
    assert (params_of(module)["fc_weight"] == 1).all()
