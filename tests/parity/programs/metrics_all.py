"""Every metric on random data: values by batch and over all, names, dicts of outputs, configurations and errors."""

import json
import warnings

import mxnet as mx
import numpy as np
from helpers import raised

RTOL = 1e-5
BATCHES = 4


def distribution(rng, *shape):
    scores = np.exp(rng.randn(*shape))
    return scores / scores.sum(-1, keepdims=True)


def classes(rng, rows=16, number=7):
    return rng.randint(0, number, rows), distribution(rng, rows, number)


def binary(rng):
    return rng.randint(0, 2, 20), distribution(rng, 20, 2)


def numbers(rng):
    return rng.randn(12), rng.randn(12)


def columns(rng):
    return rng.randn(6, 3), rng.randn(6, 3)


def sequences(rng):
    return rng.randint(0, 5, (3, 4)), distribution(rng, 12, 5)


def images(rng):
    return rng.randint(0, 4, (2, 3, 3)), rng.randn(2, 4, 3, 3)


#: How each metric is made, and from what it is computed.
CASES = {
    "accuracy": (lambda: mx.metric.Accuracy(), classes),
    "accuracy of classes": (lambda: mx.metric.create("acc"), lambda rng: (rng.randint(0, 3, 9), rng.randint(0, 3, 9))),
    "accuracy of images": (lambda: mx.metric.Accuracy(axis=1), images),
    "accuracy last axis": (
        lambda: mx.metric.Accuracy(axis=2),
        lambda rng: (rng.randint(0, 4, (2, 3)), rng.randn(2, 3, 4)),
    ),
    "top 3": (lambda: mx.metric.TopKAccuracy(3), classes),
    "top 2": (lambda: mx.metric.create("top_k_acc", top_k=2), classes),
    "f1": (lambda: mx.metric.F1(), binary),
    "f1 micro": (lambda: mx.metric.F1(average="micro"), binary),
    "mcc": (lambda: mx.metric.MCC(), binary),
    "mcc micro": (lambda: mx.metric.MCC(average="micro"), binary),
    "pcc": (lambda: mx.metric.PCC(), classes),
    "pcc binary": (lambda: mx.metric.create("pcc"), binary),
    "perplexity": (lambda: mx.metric.Perplexity(None), classes),
    "perplexity ignoring": (lambda: mx.metric.Perplexity(ignore_label=0), classes),
    "perplexity of sequences": (lambda: mx.metric.Perplexity(2, axis=-1), sequences),
    "cross-entropy": (lambda: mx.metric.CrossEntropy(), classes),
    "cross-entropy eps": (lambda: mx.metric.create("ce", eps=0.1), classes),
    "nll": (lambda: mx.metric.NegativeLogLikelihood(), classes),
    "mae": (lambda: mx.metric.MAE(), numbers),
    "mse": (lambda: mx.metric.MSE(), columns),
    "rmse": (lambda: mx.metric.RMSE(), numbers),
    "rmse columns": (lambda: mx.metric.create("rmse"), columns),
    "pearson": (lambda: mx.metric.PearsonCorrelation(), numbers),
    "pearson micro": (lambda: mx.metric.PearsonCorrelation(average="micro"), numbers),
    "loss": (lambda: mx.metric.Loss(), numbers),
    "torch": (lambda: mx.metric.Torch(), numbers),
    "caffe": (lambda: mx.metric.create("caffe"), columns),
    "function": (lambda: mx.metric.np(lambda label, pred: float(np.abs(label - pred).max()), "far"), numbers),
    "sum and count": (lambda: mx.metric.create(lambda label, pred: (float(pred.sum()), pred.size)), numbers),
    "custom": (lambda: mx.metric.CustomMetric(lambda label, pred: float(label.mean()), name="mean"), numbers),
    "composite": (lambda: mx.metric.create(["acc", "ce", mx.metric.TopKAccuracy(2)]), classes),
}
NAMES = ["acc", "accuracy", "ce", "cross-entropy", "crossentropy", "f1", "mae", "mcc", "mse", "nll_loss", "nll-loss"]
NAMES += ["pcc", "pearsonr", "pearsoncorrelation", "rmse", "top_k_accuracy", "loss", "torch", "caffe", "composite"]
WITHOUT_GLOBAL = ("pearson micro",)  # 1.9.1 keeps a part of the sums in a local reset, and has no global ones


def plain(values):
    if isinstance(values, (list, tuple)):
        return [plain(each) for each in values]
    return values if isinstance(values, str) else float(values)


def over_batches(make, data, name):
    rng, metric, seen = np.random.RandomState(7), make(), []
    seen.append(str(metric.get()[0]))
    for batch in range(BATCHES):
        label, pred = (mx.nd.array(each) for each in data(rng))
        metric.update([label], [pred])
        seen.append(plain(metric.get()))
        if name not in WITHOUT_GLOBAL:
            seen.append(plain(metric.get_global_name_value()))
        if batch == 1 and name not in WITHOUT_GLOBAL:
            metric.reset_local()
            seen.append(plain(metric.get()))
    seen.append(plain(metric.get_name_value()))
    metric.reset()
    seen.append(plain(metric.get()))
    return seen


def several_outputs():
    rng, answers = np.random.RandomState(8), {}
    for name, (make, data) in CASES.items():
        metric = make()
        pairs = [tuple(mx.nd.array(each) for each in data(rng)) for _ in range(2)]
        metric.update([label for label, _ in pairs], [pred for _, pred in pairs])
        answers[name] = plain(metric.get())
    return answers


def by_name():
    rng = np.random.RandomState(9)
    labels = {"a_label": mx.nd.array([0, 1, 2, 1]), "b_label": mx.nd.array([1, 1, 0, 0])}
    preds = {"a_output": mx.nd.array(rng.rand(4, 3)), "b_output": mx.nd.array(rng.rand(4, 3))}
    answers = []
    for names in (
        {},
        {"output_names": ["a_output"], "label_names": ["a_label"]},
        {"output_names": ["b_output", "a_output"], "label_names": ["b_label", "a_label"]},
    ):
        for make in (mx.metric.Accuracy, mx.metric.CrossEntropy, mx.metric.Loss):
            metric = make(**names)
            metric.update_dict(labels, preds)
            answers.append(plain(metric.get()))
        composite = mx.metric.CompositeEvalMetric(["acc", mx.metric.Accuracy(name="of a", **names)], **names)
        composite.update_dict(labels, preds)
        answers.append([plain(composite.get()), len(composite.get_metric(1).output_names or [])])
    wrong = mx.metric.Accuracy(output_names=["c_output"])
    answers.append(raised(wrong.update_dict, labels, preds))
    return answers


def configurations():
    answers = {}
    for name, (make, _) in CASES.items():
        if name in ("function", "sum and count", "custom"):
            answers[name] = raised(make().get_config)
        else:
            config = make().get_config()
            made = mx.metric.create(json.dumps(config))
            # remx's have more entries, so that the metric made from them is the same
            kept = {key: config[key] for key in ("metric", "output_names", "label_names")}
            answers[name] = [kept, sorted({"eps", "ignore_label", "top_k"} & set(config)), type(made).__name__]
    return answers


def names():
    found = {}
    for name in NAMES:
        try:
            metric = mx.metric.create(name, **({"top_k": 3} if name.startswith("top") else {}))
            found[name] = [type(metric).__name__, metric.name, str(metric) if name != "composite" else ""]
        except Exception as error:
            found[name] = type(error).__name__
    return found


def errors():
    label, pred = mx.nd.array([0, 1]), mx.nd.array([[0.5, 0.5]])
    three = mx.nd.array([0, 1, 2])
    return [
        raised(mx.metric.create, "nope"),
        raised(mx.metric.create, 3),
        raised(mx.metric.TopKAccuracy, 1),
        raised(mx.metric.EvalMetric("x").update, [label], [pred]),
        raised(mx.metric.Accuracy().update, [label], [pred, pred]),
        raised(mx.metric.Accuracy().update, [label], [pred]),
        raised(mx.metric.CrossEntropy().update, [label], [pred]),
        raised(mx.metric.Perplexity(None).update, [label], [pred]),
        raised(mx.metric.F1().update, [three], [mx.nd.ones((3, 2))]),
        raised(mx.metric.np(lambda label, pred: 0.0).update, [label], [pred, pred]),
        raised(mx.metric.check_label_shapes, [label], [label, label]),
    ]


def run():
    warnings.simplefilter("ignore")
    return {
        "batches": {name: over_batches(*case, name) for name, case in CASES.items()},
        "outputs": several_outputs(),
        "by name": by_name(),
        "configurations": configurations(),
        "names": names(),
        "errors": errors(),
    }
