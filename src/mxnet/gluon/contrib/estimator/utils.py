"""Checks of what is passed to an estimator."""

from collections.abc import Iterable
from typing import Any

from .... import metric as classic_metric
from ....core.semantics import semantics
from ....metric import CompositeEvalMetric, EvalMetric
from ... import loss as gluon_loss
from ... import metric as gluon_metric


def _check_metrics(metrics: Any) -> list[EvalMetric]:
    """Return metrics as a list, composite ones taken apart; ValueError for anything else."""
    if metrics is None:
        return []
    if isinstance(metrics, CompositeEvalMetric):
        return [item for metric in metrics.metrics for item in _check_metrics(metric)]
    if isinstance(metrics, EvalMetric):
        return [metrics]
    if not isinstance(metrics, (list, tuple)) or not all(isinstance(metric, EvalMetric) for metric in metrics):
        raise ValueError(f"metrics are an mxnet.metric.EvalMetric or a list of them, got {metrics!r}")
    return list(metrics)


def _check_handler_metric_ref(handler: Any, known_metrics: Iterable[EvalMetric]) -> None:
    """Raise ValueError if a handler's attribute called ``...metric...`` holds a metric that is not known."""
    for name in dir(handler):
        if "metric" in name and (reference := getattr(handler, name)):
            for item in reference if isinstance(reference, list) else [reference]:
                _check_metric_known(handler, item, known_metrics)


def _check_metric_known(handler: Any, metric: Any, known_metrics: Iterable[EvalMetric]) -> None:
    if isinstance(metric, EvalMetric) and not any(metric is item for item in known_metrics):
        raise ValueError(
            f"{type(handler).__name__} has a metric that nothing updates: {metric}. Take one of "
            "estimator.train_metrics or estimator.val_metrics, or pass a MetricHandler for it as well"
        )


def metrics_of_api() -> Any:
    """Return the module of metrics: ``mx.metric``, in MXNet 2 ``gluon.metric``."""
    return gluon_metric if semantics.api == 2 else classic_metric


def _suggest_metric_for_loss(loss: Any) -> EvalMetric | None:
    """Return the metric that goes with a loss, if there is one."""
    return metrics_of_api().Accuracy() if isinstance(loss, gluon_loss.SoftmaxCrossEntropyLoss) else None
