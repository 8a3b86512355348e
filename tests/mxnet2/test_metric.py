"""``gluon.metric``: values recorded from MXNet 2.0.0b1."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import metric

CLASSES = np.array([0, 2, 1, 1])
SCORES = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.7, 0.2], [0.5, 0.3, 0.2]], "float32")
LABEL = np.array([[1.0, 2.0], [3.0, 4.0]], "float32")
PRED = np.array([[1.5, 2.0], [2.0, 6.0]], "float32")
MANY = np.array([[1, 0], [1, 1]])
MANY_SCORES = np.array([[0.9, 0.6], [0.2, 0.7]], "float32")
"""name, arguments, labels, predictions, value"""
CASES = [
    ("mae", {}, LABEL, PRED, (0.25 + 1.5) / 2),
    ("mse", {}, LABEL, PRED, (0.125 + 2.5) / 2),
    ("rmse", {}, LABEL, PRED, ((0.125 + 2.5) / 2) ** 0.5),
    ("acc", {}, CLASSES, SCORES, 0.5),
    ("ce", {}, CLASSES, SCORES, -np.log([0.6, 0.3, 0.7, 0.3]).mean()),
    ("ce", {"ignore_label": 1}, CLASSES, SCORES, -np.log([0.6, 0.3]).mean()),
    ("perplexity", {}, CLASSES, SCORES, np.exp(-np.log([0.6, 0.3, 0.7, 0.3]).mean())),
    ("f1", {"class_type": "multiclass", "average": "micro"}, CLASSES, SCORES, 0.5),
    ("f1", {"class_type": "multiclass", "average": "macro"}, CLASSES, SCORES, (2 / 3 + 0.5 + 0) / 3),
    ("f1", {"class_type": "multiclass", "average": None}, CLASSES, SCORES, [2 / 3, 0.5, 0]),
    ("fbeta", {"class_type": "multiclass", "average": None, "beta": 2}, CLASSES, SCORES, [5 / 6, 0.5, 0]),
    ("f1", {"class_type": "multilabel", "average": "micro"}, MANY, MANY_SCORES, 2 / 3),
    ("f1", {}, np.array([1, 0, 1]), np.array([0.9, 0.8, 0.1], "float32"), 0.5),
    ("binaryaccuracy", {"threshold": 0.65}, MANY, MANY_SCORES, 0.75),
    ("mcc", {}, np.array([1, 0, 1, 0]), np.array([0.9, 0.8, 0.6, 0.1], "float32"), 0.5773502691896258),
    ("meanpairwisedistance", {}, LABEL, PRED, (0.5 + 5**0.5) / 2),
    ("meancosinesimilarity", {}, LABEL, LABEL * 2, 1.0),
    ("loss", {}, LABEL, PRED, PRED.mean()),
]


@pytest.mark.parametrize(("name", "arguments", "label", "pred", "value"), CASES)
def test_values(v2, name, arguments, label, pred, value):
    made = metric.create(name, **arguments)
    made.update([mx.np.array(label)], [mx.np.array(pred)])
    np.testing.assert_allclose(made.get()[1], value, rtol=1e-5)


@pytest.mark.parametrize("name", ["mae", "ce", "mcc"])
def test_reset(v2, name):
    made = metric.create(name)
    made.update([mx.np.array([1])], [mx.np.array([[0.2, 0.8]]) if name != "mae" else mx.np.array([1.0])])
    made.reset()
    assert np.isnan(made.get()[1])


def test_composites_functions_and_refusals():
    both = metric.create(["acc", "mae"])
    assert [m.name for m in both.metrics] == ["accuracy", "mae"]
    assert metric.create(lambda label, pred: 0.5).name
    of_arrays = metric.np(lambda label, pred: float((label * pred).sum()), name="product")
    of_arrays.update([mx.np.array([1, 2])], [mx.np.array([3, 4])])
    assert of_arrays.get() == ("product", 11)
    with pytest.raises(ValueError, match="class_type"):
        metric.F1(class_type="many")
    with pytest.raises(ValueError, match="two classes"):
        metric.F1().update([mx.np.array([2])], [mx.np.array([0.5])])
