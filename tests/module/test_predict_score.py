"""``score``, ``predict`` and ``iter_predict``."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import batch, bound, classifier, iterator, linear


def predictor(net=None):
    return bound(net, rows=2, for_training=False)


def test_score_counts_padded_samples():
    metric = mx.metric.Accuracy()
    assert predictor().score(iterator(5), metric) == [("accuracy", metric.sum_metric / 6)]
    assert metric.num_inst == 6


def test_score_of_several_metrics():
    names = [name for name, _ in predictor().score(iterator(5), ["acc", "ce"])]
    assert names == ["accuracy", "cross-entropy"]


@pytest.mark.parametrize(("limit", "seen"), [(None, 3), (2, 2), (0, 0)])
def test_score_limit_and_callbacks(limit, seen):
    batches, ends = [], []
    predictor().score(iterator(5), "acc", num_batch=limit, epoch=7, batch_end_callback=batches.append,
                      score_end_callback=[ends.append])  # fmt: skip
    assert [(param.epoch, param.nbatch) for param in batches] == [(7, i) for i in range(seen)]
    assert [(param.epoch, param.nbatch) for param in ends] == [(7, seen)]
    assert all({"self", "eval_data", "eval_metric", "epoch"} <= set(param.locals) for param in batches + ends)


def test_score_without_reset_goes_on():
    data = iterator(6)
    data.next()
    metric = mx.metric.Accuracy()
    predictor().score(data, metric, reset=False)
    assert metric.num_inst == 4


def test_predict_drops_padding():
    module, data = predictor(linear()), iterator(5)
    outputs = module.predict(data)
    rows = [batch_.data[0].asnumpy() for batch_ in iterator(5)]
    module.forward(mx.io.DataBatch([mx.nd.array(np.concatenate(rows)[:5])]))
    assert outputs.shape == (5, 4)
    np.testing.assert_allclose(outputs.asnumpy(), module.get_outputs()[0].asnumpy(), rtol=1e-6)


@pytest.mark.parametrize(
    ("options", "shapes"),
    [
        ({"num_batch": 1}, (2, 4)),
        ({"always_output_list": True}, [(5, 4)]),
        ({"merge_batches": False}, [[(2, 4)], [(2, 4)], [(1, 4)]]),
        ({"num_batch": 0}, []),
    ],
)
def test_forms_of_prediction(options, shapes):
    def shape_of(value):
        return [shape_of(part) for part in value] if isinstance(value, list) else value.shape

    assert shape_of(predictor().predict(iterator(5), **options)) == shapes


def test_several_outputs_are_predicted_as_a_list():
    net = classifier()
    module = predictor(mx.sym.Group([net, net.get_internals()["fc_output"]]))
    assert [output.shape for output in module.predict(iterator(5))] == [(5, 4), (5, 4)]


@pytest.mark.parametrize("make", [mx.nd.ones, np.ones])
def test_predict_one_array(make):
    assert predictor(linear()).predict(make((2, 3))).shape == (2, 4)


@pytest.mark.parametrize("data", [[mx.nd.ones((2, 3))], "data", mx.io.DataBatch([mx.nd.ones((2, 3))])], ids=type)
def test_predict_takes_arrays_and_iterators(data):
    with pytest.raises(ValueError, match="NDArray or DataIter"):
        predictor(linear()).predict(data)


def test_iter_predict():
    given = [([output.shape for output in outputs], number, part.pad)
             for outputs, number, part in predictor().iter_predict(iterator(5))]  # fmt: skip
    assert given == [([(2, 4)], 0, 0), ([(2, 4)], 1, 0), ([(1, 4)], 2, 1)]
    assert len(list(predictor().iter_predict(iterator(5), num_batch=2))) == 2


@pytest.mark.parametrize("call", [lambda m: m.predict(iterator()), lambda m: m.score(iterator(), "acc")])
def test_binding_comes_first(call):
    with pytest.raises(AssertionError):
        call(mx.mod.Module(classifier()))


def test_prediction_does_not_disturb_training():
    module = bound()
    module.forward(batch(), is_train=True)
    module.backward()
    before = module._exec_group.grad_arrays[0][0].asnumpy()
    module.predict(iterator(5))
    np.testing.assert_array_equal(module._exec_group.grad_arrays[0][0].asnumpy(), before)
