"""The values of metrics: of MXNet 1.9.1 for the same batches, and of NumPy's arithmetic."""

from __future__ import annotations

import math

import mxnet as mx
import numpy as np
import pytest

M = mx.metric
rng = np.random.RandomState(0)
PROBABILITIES = rng.rand(8, 4).astype("f")
PROBABILITIES /= PROBABILITIES.sum(1, keepdims=True)
CLASSES = rng.randint(0, 4, 8).astype("f")
TWO = rng.rand(8, 2).astype("f")
TWO /= TWO.sum(1, keepdims=True)
BINARY = rng.randint(0, 2, 8).astype("f")
OUTPUT = rng.rand(8, 1).astype("f")
TARGET = rng.rand(8, 1).astype("f")
VECTOR = rng.rand(8).astype("f")
TABLE = rng.rand(8, 3).astype("f")

MANY = ((CLASSES, PROBABILITIES), (CLASSES[:3], PROBABILITIES[:3]))
PAIRS = ((BINARY, TWO), (BINARY[:3], TWO[:3]))
COLUMN = ((TARGET, OUTPUT), (TARGET[:3], OUTPUT[:3]))
FLAT = ((VECTOR, OUTPUT), (VECTOR[:3], OUTPUT[:3]))
TABLES = ((TABLE, TABLE * 2), (TABLE[:3] * 3, TABLE[:3]))


def updated(metric, *batches):
    for label, pred in batches:
        metric.update([mx.nd.array(label)], [mx.nd.array(pred)])
    return metric


#: Metric, batches, and what MXNet 1.9.1 answered: value and count.
RECORDED = [
    (M.Accuracy(), MANY, 0.09090909090909091, 11),
    (M.TopKAccuracy(2), MANY, 0.45454545454545453, 11),
    (M.TopKAccuracy(top_k=3), MANY, 0.5454545454545454, 11),
    (M.CrossEntropy(), MANY, 1.6822605566544966, 11),
    (M.CrossEntropy(eps=0.1), MANY, 1.1394147222692317, 11),
    (M.NegativeLogLikelihood(), MANY, 1.6822605566544966, 11),
    (M.Perplexity(None), MANY, 5.3776983677874695, 11),
    (M.Perplexity(1), MANY, 5.841120348081137, 9),
    (M.PCC(), MANY, -0.24708310555370042, 2),
    (M.PCC(), PAIRS, 0.14907119849998599, 2),
    (M.F1(), PAIRS, 0.28571428571428575, 2),
    (M.F1(average="micro"), PAIRS, 0.4444444444444444, 11),
    (M.MCC(), PAIRS, 0.12909944487358055, 2),
    (M.MCC(average="micro"), PAIRS, 0.14907119849998599, 11),
    (M.MAE(), COLUMN, 0.3055538535118103, 2),
    (M.MAE(), FLAT, 0.262195385992527, 2),
    (M.MAE(), TABLES, 0.6161821335554123, 2),
    (M.MSE(), COLUMN, 0.12305770441889763, 2),
    (M.MSE(), FLAT, 0.0811312235891819, 2),
    (M.RMSE(), COLUMN, 0.3506450802087784, 2),
    (M.RMSE(), TABLES, 0.7096231281757355, 2),
    (M.PearsonCorrelation(), COLUMN, 0.04874630317523275, 2),
    (M.PearsonCorrelation(), TABLES, 0.9999999999999984, 2),
    (M.PearsonCorrelation(average="micro"), COLUMN, 0.20739319762659705, 2),
    (M.PearsonCorrelation(average="micro"), TABLES, 0.2847484726512743, 2),
    (M.Loss(), COLUMN, 0.36851856925270776, 11),
    (M.Torch(), TABLES, 0.763178724231142, 33),
    (M.Caffe(), COLUMN, 0.36851856925270776, 11),
]


@pytest.mark.parametrize(("metric", "batches", "value", "count"), RECORDED)
def test_the_value_is_that_of_1_9_1(metric, batches, value, count):
    metric.reset()
    assert updated(metric, *batches).get()[1] == pytest.approx(value, rel=1e-6)
    assert metric.num_inst == count


@pytest.mark.parametrize("metric", [M.Accuracy(), M.F1(), M.F1(average="micro"), M.MCC(), M.PCC(), M.MSE()])
def test_the_local_sum_can_be_cleared_alone(metric):
    first, second = ((TARGET, OUTPUT), (TARGET[:4], OUTPUT[:4])) if metric.name == "mse" else PAIRS
    metric.reset()
    updated(metric, first).reset_local()
    assert math.isnan(metric.get()[1])
    local = updated(metric, second).get()[1]
    both = metric.get_global()[1]
    metric.reset()
    np.testing.assert_equal(local, updated(metric, second).get()[1])
    metric.reset()
    assert both == updated(metric, first, second).get()[1]


@pytest.mark.parametrize("metric", [M.F1(), M.MCC(), M.F1(average="micro")])
def test_binary_metrics_refuse_three_classes(metric):
    with pytest.raises(ValueError):
        updated(metric, MANY[0])


def test_accuracy_takes_classes_as_predictions():
    assert updated(M.Accuracy(), ([0, 1, 1], [0, 0, 1])).get()[1] == pytest.approx(2 / 3)


def test_accuracy_looks_along_its_axis():
    scores = np.array([[[0.2, 0.8, 0.3], [0.8, 0.7, 0.9]]])
    assert updated(M.Accuracy(), ([[0, 0, 1]], scores)).get()[1] == pytest.approx(2 / 3)
    assert updated(M.Accuracy(axis=2), ([[1, 1]], scores)).get()[1] == 0.5


def test_a_list_is_not_needed_for_one_array():
    metric = M.Accuracy()
    metric.update(mx.nd.array([0, 1]), mx.nd.array([[0.3, 0.7], [0, 1]]))
    assert metric.get() == ("accuracy", 0.5)


@pytest.mark.parametrize(
    ("metric", "label", "pred", "error"),
    [
        (M.Accuracy(), [0, 1], PROBABILITIES, ValueError),
        (M.TopKAccuracy(2), [0, 1], PROBABILITIES, ValueError),
        (M.TopKAccuracy(2), CLASSES, PROBABILITIES.reshape(2, 4, 4), AssertionError),
        (M.TopKAccuracy(7), CLASSES, PROBABILITIES, ValueError),
        (M.CrossEntropy(), [0, 1], PROBABILITIES, AssertionError),
        (M.CrossEntropy(), [4] * 8, PROBABILITIES, IndexError),
        (M.CrossEntropy(), CLASSES, PROBABILITIES.reshape(2, 4, 4), AssertionError),
        (M.Perplexity(None), [0, 1], PROBABILITIES, AssertionError),
        (M.MSE(), TARGET[:4], OUTPUT, ValueError),
        (M.PearsonCorrelation(), VECTOR, OUTPUT, ValueError),
    ],
)
def test_what_does_not_fit_is_an_error(metric, label, pred, error):
    with pytest.raises(error):
        updated(metric, (label, pred))


def test_as_many_labels_as_predictions():
    one = mx.nd.ones((2,))
    with pytest.raises(ValueError):
        M.Accuracy().update([one, one], [one])


def test_top_1_is_accuracy():
    with pytest.raises(AssertionError):
        M.TopKAccuracy(1)


def test_perplexity_without_counted_labels_is_no_number():
    assert math.isnan(updated(M.Perplexity(-1), ([-1], [[0.2, 0.3, 0.5]])).get()[1])


def test_perplexity_bounds_the_probability():
    assert updated(M.Perplexity(None), ([0], [[0.0, 1.0]])).get()[1] == pytest.approx(1e10, rel=1e-5)


def test_a_constant_series_has_no_correlation():
    assert math.isnan(updated(M.PCC(), ([0, 0], [[1, 0], [1, 0]])).get()[1])


def test_pcc_takes_classes_as_predictions():
    pred = PROBABILITIES.argmax(1)
    assert updated(M.PCC(), (CLASSES, pred)).get() == updated(M.PCC(), MANY[0]).get()


def test_pcc_of_two_classes_is_mcc():
    assert updated(M.PCC(), PAIRS[0]).get()[1] == pytest.approx(updated(M.MCC(), PAIRS[0]).get()[1])


def test_loss_needs_no_labels():
    metric = M.Loss()
    metric.update(None, [mx.nd.array([1, 2, 3])])
    metric.update(None, mx.nd.array([6]))
    assert metric.get() == ("loss", 3)


@pytest.mark.parametrize("metric", [M.CrossEntropy, M.NegativeLogLikelihood])
def test_probabilities_with_more_axes_are_summed_over_them(metric):
    pairs = np.stack([PROBABILITIES, PROBABILITIES / 2], axis=2)
    chosen = PROBABILITIES[np.arange(len(CLASSES)), np.asarray(CLASSES, int)]
    expected = -(np.log(chosen) + np.log(chosen / 2)).mean()
    assert updated(metric(), (CLASSES, pairs)).get()[1] == pytest.approx(expected, rel=1e-5)


def test_cross_entropy_of_one_class():
    assert updated(M.CrossEntropy(), ([0, 0], [[0.5], [0.25]])).get()[1] == pytest.approx(1.5 * np.log(2))


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_correlation_of_nothing(average):
    assert np.isnan(updated(M.PearsonCorrelation(average=average), ([], [])).get()[1])
