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


_LABELS, _SCORES = [0, 1, 1, 0, 1], [0.2, 0.9, 0.8, 0.4, 0.3]
_ONE_EACH = {"f1": 0.8, "mcc": 2 / 3, "pcc": 2 / 3}


@pytest.mark.parametrize("package", [M, mx.gluon.metric])
@pytest.mark.parametrize("shapes", [((5,), (5,)), ((5, 1), (5, 1)), ((5,), (5, 1)), ((5, 1), (5,))])
@pytest.mark.parametrize("name", _ONE_EACH)
def test_one_score_for_each_label_is_above_a_half_or_not(name, shapes, package):
    """1.9.1 raises where there is no axis of classes, and takes the one of length 1 for class 0."""
    metric = package.create(name)
    label, pred = (mx.nd.array(a).reshape(shape) for a, shape in zip((_LABELS, _SCORES), shapes, strict=True))
    metric.update([label], [pred])
    assert metric.get()[1] == pytest.approx(_ONE_EACH[name])


@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize("name", _ONE_EACH)
def test_predicted_classes_in_the_shape_of_labels(name, dtype):
    metric = M.create(name)
    metric.update([mx.nd.array(_LABELS)], [mx.nd.array([0, 1, 1, 0, 0], dtype=dtype)])
    assert metric.get()[1] == pytest.approx(_ONE_EACH[name])


@pytest.mark.parametrize(
    "metric",
    [M.F1(), M.MCC("mcc", average="micro"), M.PCC(), M.TopKAccuracy(2), mx.gluon.metric.F1(class_type="multiclass")],
)
def test_one_score_cannot_tell_three_classes(metric):
    with pytest.raises(ValueError, match="one score"):
        metric.update([mx.nd.array([0, 1, 2])], [mx.nd.array([0.2, 0.9, 0.8])])


def test_gluon_metrics_take_columns_of_labels():
    metric = mx.gluon.metric.F1()
    metric.update([mx.nd.array(_LABELS).reshape((5, 1))], [mx.nd.array([[1 - s, s] for s in _SCORES])])
    assert metric.get()[1] == pytest.approx(0.8)


def test_a_cosine_needs_one_shape():
    with pytest.raises(ValueError, match="do not fit"):
        mx.gluon.metric.MeanCosineSimilarity().update([mx.nd.ones(5)], [mx.nd.ones((5, 1))])


def test_perplexity_ignores_what_equals_the_label():
    """1.9.1's value: a half is not 0."""
    metric = M.Perplexity(0)
    metric.update([mx.nd.array([0.5, 1, 0])], [mx.nd.array([[0.3, 0.7], [0.6, 0.4], [0.2, 0.8]])])
    assert metric.get()[1] == pytest.approx(2.8867514, rel=1e-6)


@pytest.mark.parametrize("preds", [[0.2, 0.4], [[0.2, 0.4]], np.array([0.2, 0.4]), [np.array([0.2, 0.4])]])
def test_losses_of_any_kind(preds):
    metric = M.Loss()
    metric.update(None, preds)
    assert metric.get()[1] == pytest.approx(0.3)
