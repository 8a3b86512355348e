"""FeedForward: training, predicting, scoring, saving; its callbacks count batches from 1."""

from __future__ import annotations

import pickle

import mxnet as mx
import numpy as np
import pytest

rng = np.random.RandomState(0)
X = rng.rand(50, 5).astype("f")
Y = (X[:, 0] > 0.5).astype("f")

pytestmark = pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")


def network(name="fc"):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name=name)
    return mx.sym.SoftmaxOutput(net, name="softmax")


def model(epochs=1, **kwargs):
    return mx.model.FeedForward(network(), num_epoch=epochs, numpy_batch_size=20, **kwargs)


def trained(**kwargs):
    result = model(epochs=20, learning_rate=0.5, momentum=0.9, **kwargs)
    result.fit(X, Y)
    return result


def iterator():
    return mx.io.NDArrayIter(X, Y, 20)


def test_it_learns():
    assert trained().score(iterator()) > 0.9


@pytest.mark.parametrize("kvstore", ["local", "device", None])
def test_it_learns_on_several_devices(kvstore):
    result = model(epochs=20, learning_rate=0.5, momentum=0.9, ctx=[mx.cpu(0), mx.cpu(1)])
    result.fit(X, Y, kvstore=kvstore, work_load_list=[1, 3])
    assert result.score(iterator()) > 0.9


def test_batch_callbacks_count_from_1_and_rows_roll_over():
    seen = []
    model(2).fit(X, Y, batch_end_callback=lambda param: seen.append((param.epoch, param.nbatch)))
    assert seen == [(0, 1), (0, 2), (1, 1), (1, 2), (1, 3)]


def test_what_callbacks_get():
    batch, epoch, evaluated, ended = [], [], [], []
    model(2).fit(
        X,
        Y,
        eval_data=(X, Y),
        batch_end_callback=[batch.append],
        epoch_end_callback=lambda *args: epoch.append(args),
        eval_batch_end_callback=evaluated.append,
        eval_end_callback=ended.append,
    )
    assert {"epoch", "nbatch", "data_batch", "executor_manager", "symbol", "optimizer"} <= set(batch[0].locals)
    assert batch[0].eval_metric.get()[0] == "accuracy"
    number, symbol, params, states = epoch[1]
    assert (number, symbol.list_outputs(), sorted(params), states) == (
        1,
        ["softmax_output"],
        ["fc_bias", "fc_weight"],
        {},
    )
    assert [(param.epoch, param.nbatch) for param in evaluated] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [(param.epoch, param.nbatch) for param in ended] == [(0, 2), (1, 2)]


def test_the_validation_metric_is_logged(caplog):
    caplog.set_level("INFO")
    model().fit(X, Y, eval_data=iterator())
    assert any(message.startswith("Epoch[0] Validation-accuracy=") for message in caplog.messages)
    assert "Epoch[0] Resetting Data Iterator" in caplog.messages


def test_an_epoch_can_be_a_number_of_batches():
    seen = []
    result = model(2, epoch_size=4)
    result.fit(iterator(), batch_end_callback=lambda param: seen.append((param.epoch, param.nbatch)))
    assert seen == [(epoch, batch) for epoch in (0, 1) for batch in (1, 2, 3, 4)]


def test_training_begins_at_the_epoch_given():
    seen = []
    model(4, begin_epoch=2).fit(X, Y, epoch_end_callback=lambda epoch, *_: seen.append(epoch))
    assert seen == [2, 3]


def test_predict_leaves_padding_out():
    result = trained()
    outputs, data, labels = result.predict(iterator(), return_data=True)
    assert outputs.shape == (50, 2)
    np.testing.assert_array_equal(data, X)
    np.testing.assert_array_equal(labels, Y)
    np.testing.assert_array_equal(result.predict(X), outputs)
    assert result.predict(X, num_batch=1).shape == (20, 2)


def test_predict_can_go_on_where_the_iterator_is():
    result, data = trained(), iterator()
    data.next()
    np.testing.assert_array_equal(result.predict(data, reset=False), result.predict(X)[20:])


def test_score_takes_metrics_and_callbacks():
    result, seen = trained(), []
    values = result.score(iterator(), eval_metric=["acc", "ce"], num_batch=2, batch_end_callback=seen.append)
    assert len(values) == 2
    assert [param.nbatch for param in seen] == [0, 1]


def test_score_counts_padding():
    result = trained()
    labels = np.concatenate([Y, Y[:10]])
    right = result.predict(X).argmax(1)
    right = np.concatenate([right, right[:10]]) == labels
    assert result.score(iterator()) == pytest.approx(right.mean())


def test_a_model_goes_through_files(tmp_path):
    result = trained()
    result.save(str(tmp_path / "net"))
    result.save(str(tmp_path / "net"), 7)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net-0007.params", "net-0020.params", "net-symbol.json"]
    loaded = mx.model.FeedForward.load(str(tmp_path / "net"), 7, num_epoch=9)
    assert (loaded.begin_epoch, loaded.num_epoch) == (7, 9)
    np.testing.assert_array_equal(loaded.predict(X), result.predict(X))


def test_a_model_goes_through_pickles():
    result = trained()
    expected = result.predict(X)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(result)).predict(X), expected)


def test_parameters_can_be_given():
    first = trained()
    extra = {**first.arg_params, "other_weight": mx.nd.ones((1,))}
    second = model(arg_params=extra, aux_params={}, allow_extra_params=True)
    assert sorted(second.arg_params) == ["fc_bias", "fc_weight"]
    np.testing.assert_array_equal(second.predict(X), first.predict(X))


def test_parameters_that_are_not_given_are_initialized():
    first = trained()
    second = mx.model.FeedForward(
        network("renamed"),
        num_epoch=1,
        learning_rate=0.0,
        arg_params=dict(first.arg_params),
        aux_params={},
        allow_extra_params=True,
        initializer=mx.init.One(),
    )
    second.fit(X, Y)
    assert (second.arg_params["renamed_weight"].asnumpy() == 1).all()
    assert (second.arg_params["renamed_bias"].asnumpy() == 0).all()


def test_create_makes_and_trains():
    result = mx.model.FeedForward.create(network(), X, Y, num_epoch=20, learning_rate=0.5, numpy_batch_size=20)
    assert result.score(iterator()) > 0.8


def test_an_optimizer_can_be_given():
    optimizer = mx.optimizer.SGD(learning_rate=0.5, rescale_grad=0.05)
    model(optimizer=optimizer).fit(X, Y)
    assert optimizer.idx2name == {0: "fc_weight", 1: "fc_bias"}
    assert optimizer.num_update == 2


def test_a_monitor_can_watch(caplog):
    caplog.set_level("INFO")
    model().fit(X, Y, monitor=mx.mon.Monitor(1, pattern="fc_weight"))
    assert sum("fc_weight" in message for message in caplog.messages) == 2


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: mx.model.FeedForward(3), AssertionError),
        (lambda: mx.model.FeedForward(network()).fit(X, Y), TypeError),
        (lambda: model().fit(X), ValueError),
        (lambda: model().fit("text", Y), TypeError),
        (lambda: model().fit(X, Y[:9]), ValueError),
        (lambda: model().fit(X, np.zeros((50, 2))), ValueError),
        (lambda: model().fit(X, "text"), TypeError),
        (lambda: model().fit(X, Y, eval_data=3), TypeError),
        (lambda: model().fit(X, Y, eval_data=(None, Y)), ValueError),
        (lambda: model().predict(X), AttributeError),
        (lambda: model().score((X, Y)), TypeError),
    ],
)
def test_what_does_not_fit_is_an_error(call, error):
    with pytest.raises(error):
        call()


def test_the_network_can_depend_on_the_bucket():
    def generate(key):
        data = mx.sym.Variable("data")
        net = mx.sym.FullyConnected(mx.sym.sum(data, axis=1, keepdims=True), num_hidden=2, name="fc")
        return mx.sym.SoftmaxOutput(net, name="softmax")

    class Buckets(mx.io.DataIter):
        default_bucket_key = 5

        def __init__(self):
            super().__init__(10)
            self.reset()

        provide_data = property(lambda self: [mx.io.DataDesc("data", (10, 5))])
        provide_label = property(lambda self: [mx.io.DataDesc("softmax_label", (10,))])

        def reset(self):
            self.keys = iter([5, 3, 5, 3])

        def next(self):
            key = next(self.keys)
            data = mx.nd.ones((10, key))
            shapes = [mx.io.DataDesc("data", (10, key))], [mx.io.DataDesc("softmax_label", (10,))]
            return mx.io.DataBatch([data], [mx.nd.ones((10,))], 0, None, key, *shapes)

    result = mx.model.FeedForward(generate, num_epoch=5, learning_rate=0.1)
    losses = []
    result.fit(Buckets(), eval_metric="ce", epoch_end_callback=lambda *_: losses.append(1))
    assert len(losses) == 5
    weight, bias = result.arg_params["fc_weight"].asnumpy(), result.arg_params["fc_bias"].asnumpy()
    assert weight[1, 0] > weight[0, 0]
    assert bias[1] > bias[0]


def test_predicting_some_batches_leaves_the_others():
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc"), name="softmax")
    params = {"fc_weight": mx.nd.ones((3, 4)), "fc_bias": mx.nd.zeros((3,))}
    model = mx.model.FeedForward(net, arg_params=params, aux_params={})
    batches = mx.io.NDArrayIter(np.zeros((50, 4)), np.zeros(50), 16)
    assert model.predict(batches, num_batch=2).shape == (32, 3)
    assert model.predict(batches, num_batch=1, reset=False).shape == (16, 3)
    assert model.predict(batches, reset=False).shape == (2, 3)
    assert model.predict(batches, num_batch=0).shape == (50, 3)


@pytest.mark.parametrize("how", ["predict", "score"])
@pytest.mark.parametrize("kind", ["arg_params", "aux_params"])
def test_parameters_that_the_network_does_not_have(how, kind):
    network = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")
    params = {
        "arg_params": {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros(2)},
        "aux_params": {},
    }
    params[kind]["other"] = mx.nd.ones(2)
    rows = mx.io.NDArrayIter(np.ones((4, 3), "float32"), np.zeros(4, "float32"), batch_size=2)
    with pytest.raises(ValueError, match="other"):
        getattr(mx.model.FeedForward(network, **params), how)(rows)
    getattr(mx.model.FeedForward(network, allow_extra_params=True, **params), how)(rows)


def test_subclasses_make_the_iterators():
    calls = []

    class Subclass(mx.model.FeedForward):
        def _init_iter(self, X, y, is_train):
            calls.append(is_train)
            return super()._init_iter(X, y, is_train)

        def _init_eval_iter(self, eval_data):
            calls.append("eval")
            return super()._init_eval_iter(eval_data)

    feed_forward = Subclass(network(), num_epoch=1, numpy_batch_size=20)
    feed_forward.fit(X, Y, eval_data=(X, Y))
    assert calls == [True, "eval", True]
    feed_forward.predict(X)
    feed_forward.score(iterator())
    assert calls[3:] == [False, False]
