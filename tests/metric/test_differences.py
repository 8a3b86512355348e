"""Where metrics do what 1.9.1 fails to: it raises, or gives another number, in each of these."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

M = mx.metric
rng = np.random.RandomState(0)


def test_numpy_arrays_are_accepted():
    metric = M.create(["acc", "mse"])
    metric.update([np.array([0.0, 1.0])], [np.array([0.0, 0.0])])
    assert metric.get()[1] == [0.5, 0.5]


@pytest.mark.parametrize("axis", [-1, 1])
def test_perplexity_takes_sequences(axis):
    scores = rng.rand(2, 3, 5)
    labels = rng.randint(0, 5, (2, 3))
    chosen = np.take_along_axis(scores, labels[..., None], 2)
    metric = M.Perplexity(None, axis=axis)
    metric.update([mx.nd.array(labels)], [mx.nd.array(np.moveaxis(scores, 2, axis))])
    assert metric.get()[1] == pytest.approx(np.exp(-np.log(chosen).mean()), rel=1e-5)


def test_the_correlation_of_all_values_has_a_global_form():
    pred, label = rng.rand(2, 12)
    metric = M.PearsonCorrelation(average="micro")
    for part in (slice(0, 8), slice(8, 12)):
        metric.reset_local()
        metric.update([mx.nd.array(label[part])], [mx.nd.array(pred[part])])
    assert metric.get()[1] == pytest.approx(np.corrcoef(label[8:], pred[8:])[0, 1], rel=1e-5)
    assert metric.get_global()[1] == pytest.approx(np.corrcoef(label, pred)[0, 1], rel=1e-5)


def test_a_running_variance_can_be_continued():
    values = rng.rand(10)
    count, mean, squares = M.PearsonCorrelation().update_variance(
        values[7:], 7, values[:7].mean(), 7 * values[:7].var()
    )
    assert (count, mean, squares) == pytest.approx((10, values.mean(), 10 * values.var()))


def test_labels_of_two_axes_are_classes_too():
    metric = M.F1()
    metric.update([mx.nd.array([[0], [1]])], [mx.nd.array([[1, 0], [0, 1]])])
    assert metric.get()[1] == 1


def test_a_class_makes_a_metric():
    assert isinstance(M.create(M.Accuracy), M.Accuracy)


def test_the_configuration_of_top_k_makes_the_same_metric():
    assert M.create(M.TopKAccuracy(3).get_config()).get()[0] == "top_k_accuracy_3"


def test_an_index_that_does_not_exist_is_an_error():
    with pytest.raises(ValueError):
        M.create(["acc"]).get_metric(3)
