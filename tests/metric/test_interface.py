"""What all metrics share: creation, names, sums, configurations."""

from __future__ import annotations

import json
import math

import mxnet as mx
import numpy as np
import pytest

M = mx.metric
LABEL = mx.nd.array([0, 1, 1])
SCORES = mx.nd.array([[0.3, 0.7], [0, 1.0], [0.4, 0.6]])


class Count(M.EvalMetric):
    """Counts batches as two instances each."""

    def update(self, labels, preds):
        self.sum_metric += 1
        self.num_inst += 2


class Pixels(M.EvalMetric):
    """Adds numbers of float32, as ``asscalar()`` gives them."""

    def update(self, labels, preds):
        self.sum_metric += np.float32(2**24)
        self.sum_metric += np.float32(1)
        self.global_sum_metric += np.float32(2**24)
        self.global_sum_metric += np.float32(1)
        self.num_inst = self.global_num_inst = 1


def double(label, pred):
    return 2.0


NAMES = [
    ("acc", M.Accuracy),
    ("accuracy", M.Accuracy),
    ("top_k_acc", lambda: M.TopKAccuracy(2)),
    ("ce", M.CrossEntropy),
    ("nll_loss", M.NegativeLogLikelihood),
    ("pearsonr", M.PearsonCorrelation),
    ("composite", M.CompositeEvalMetric),
    *[
        (name.lower(), getattr(M, name))
        for name in ("F1", "MCC", "PCC", "MAE", "MSE", "RMSE", "Loss", "Torch", "Caffe")
    ],
]


@pytest.mark.parametrize(("name", "kind"), NAMES)
def test_create_knows_names(name, kind):
    arguments = {"top_k": 2} if "top" in name else {}
    assert type(M.create(name, **arguments)) is type(kind())
    assert type(M.create(name.upper(), **arguments)) is type(kind())


@pytest.mark.parametrize("metric", ["foo", None, 3, ("acc", "ce")])
def test_create_refuses_the_rest(metric):
    with pytest.raises(AssertionError):
        M.create(metric)


def test_create_takes_lists_functions_metrics_and_configurations():
    own = M.MSE()
    assert M.create(["acc", own]).metrics[1] is own
    assert M.create(double).get()[0] == "double"
    assert M.create(own) is own
    config = M.create(["acc", "ce"]).get_config()
    assert M.create(config).get()[0] == ["accuracy", "cross-entropy"]
    assert M.create(json.dumps(M.Accuracy().get_config())).get()[0] == "accuracy"


def test_values_are_no_number_before_the_first_batch():
    metric = M.Accuracy()
    assert math.isnan(metric.get()[1])
    assert math.isnan(metric.get_global()[1])
    assert str(metric) == "EvalMetric: {'accuracy': nan}"


def test_names_and_values():
    metric = M.Accuracy(name="mine")
    metric.update([LABEL], [SCORES])
    assert metric.get_name_value() == metric.get_global_name_value() == [("mine", pytest.approx(2 / 3))]


def test_a_metric_without_a_global_sum_gives_the_local_one():
    metric = Count("n")
    metric.update(None, None)
    assert metric.get() == metric.get_global() == ("n", 0.5)
    metric.reset_local()
    assert math.isnan(metric.get_global()[1])


def test_own_arguments_are_in_the_configuration():
    assert Count("n", foo=3).get_config() == {
        "foo": 3,
        "metric": "Count",
        "name": "n",
        "output_names": None,
        "label_names": None,
    }


def test_the_base_does_not_know_how_to_update():
    with pytest.raises(NotImplementedError):
        M.EvalMetric("x").update([], [])


def test_arrays_are_chosen_by_name():
    metric = M.Accuracy(output_names=["out"], label_names=["label"])
    metric.update_dict({"label": LABEL, "other": SCORES}, {"out": SCORES, "more": LABEL})
    assert metric.get()[1] == pytest.approx(2 / 3)
    with pytest.raises(KeyError, match=r"label: Accuracy\(label_names=\['label'\]\) is not .*this batch: other"):
        metric.update_dict({"other": LABEL}, {"out": SCORES})
    with pytest.raises(KeyError, match=r"output_names=\['out'\]\) .*: none"):
        metric.update_dict({"label": LABEL}, {})


def test_without_names_all_arrays_are_taken():
    metric = M.Accuracy()
    metric.update_dict({"a": LABEL}, {"b": SCORES})
    assert metric.num_inst == 3


def test_a_composite_holds_metrics():
    metric = M.CompositeEvalMetric(["acc", "ce"], name="both")
    metric.add("mse")
    metric.update([LABEL], [SCORES])
    names, values = metric.get()
    assert names == ["accuracy", "cross-entropy", "mse"]
    assert values == pytest.approx([2 / 3, 0.57159948, 0.34999999])
    assert isinstance(metric.get_metric(1), M.CrossEntropy)
    assert isinstance(metric.get_metric(-1), M.MSE)
    metric.reset_local()
    assert math.isnan(metric.get()[1][0])
    assert metric.get_global()[1][0] == pytest.approx(2 / 3)
    metric.reset()
    assert math.isnan(metric.get_global()[1][0])


@pytest.mark.parametrize("make", [M.CompositeEvalMetric, M.create])
def test_a_composite_leaves_the_sums_of_its_metrics(make):
    counted = M.CustomMetric(lambda label, pred: 1.5, name="counted")
    counted.update([LABEL], [SCORES])
    assert make([counted]).get() == (["counted"], [1.5])
    assert counted.get_global()[1] == 1.5


def test_composites_nest():
    metric = M.CompositeEvalMetric(["acc", ["ce", "mse"]])
    assert metric.get()[0] == ["accuracy", "cross-entropy", "mse"]


def test_a_composite_chooses_for_its_metrics():
    inner = M.Accuracy(name="inner", output_names=["o2"], label_names=["l2"])
    metric = M.CompositeEvalMetric([inner], output_names=["o1", "o2"], label_names=["l1", "l2"])
    outputs = {"o1": LABEL, "o2": SCORES, "o3": LABEL}
    metric.update_dict({"l1": LABEL, "l2": LABEL, "l3": LABEL}, outputs)
    assert inner.num_inst == 3


def test_a_function_gives_a_value_or_a_sum_and_a_count():
    metric = M.CustomMetric(lambda label, pred: (float((label - pred[:, 0]).sum()), 3))
    metric.update([LABEL], [SCORES])
    assert metric.get() == ("custom(<lambda>)", pytest.approx(1.3 / 3))
    metric = M.np(double, name="other")
    metric.update([LABEL], [SCORES])
    assert metric.get() == ("other", 2.0)
    with pytest.raises(ValueError, match="too many values"):
        M.np(lambda label, pred: (1.0, 2, 3)).update([LABEL], [SCORES])


def test_a_function_may_leave_outputs_out():
    with pytest.raises(ValueError):
        M.CustomMetric(double).update([LABEL], [SCORES, SCORES])
    metric = M.CustomMetric(double, allow_extra_outputs=True)
    metric.update([LABEL], [SCORES, SCORES])
    assert metric.num_inst == 1


def test_a_function_has_no_configuration():
    with pytest.raises(NotImplementedError):
        M.CustomMetric(double).get_config()


def test_check_label_shapes():
    assert M.check_label_shapes([1], [2]) == ([1], [2])
    labels, preds = M.check_label_shapes(LABEL, SCORES, wrap=True)
    assert labels[0] is LABEL
    assert preds[0] is SCORES
    with pytest.raises(ValueError):
        M.check_label_shapes([1, 2], [3])
    with pytest.raises(ValueError):
        M.check_label_shapes(LABEL, SCORES, shape=True)


def test_own_metrics_can_be_registered():
    M.register(Count, "counted")
    assert isinstance(M.create("counted", "n"), Count)
    M.alias("tally")(Count)
    assert isinstance(M.create("tally", "n"), Count)


def test_composite_update_dict_takes_labels_and_preds_by_name():
    metric = mx.metric.create(["acc", "mse"])
    label = mx.nd.array([1.0, 0.0])
    metric.update_dict(labels={"softmax_label": label}, preds={"softmax_output": label})
    assert metric.get() == (["accuracy", "mse"], [1.0, 0.0])


def test_metrics_leave_the_arrays_alone():
    rng = np.random.RandomState(0)
    pred, label = mx.nd.array(rng.rand(6, 2)), mx.nd.array([0, 1, 1, 0, 1, 0])
    before = pred.asnumpy(), label.asnumpy()
    for name in ("acc", "ce", "nll_loss", "f1", "mcc", "pcc", "loss"):
        mx.metric.create(name).update([label], [pred])
    mx.metric.Perplexity(None).update([label], [pred])
    mx.metric.np(lambda label, pred: pred.fill(0) or 0.0).update([label], [pred])
    for array, old in zip((pred, label), before, strict=True):
        np.testing.assert_array_equal(array.asnumpy(), old)


@pytest.mark.parametrize("local", [False, True])
def test_sums_are_float64(local):
    metric = Pixels("pixels")
    if local:
        metric.reset_local()
    metric.update([], [])
    values = [metric.get()[1], metric.get_global()[1]]
    assert values == [2**24 + 1] * 2
    assert [type(value) for value in values] == [float, float]
