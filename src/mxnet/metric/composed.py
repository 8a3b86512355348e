"""Several metrics as one, metrics made from functions, and making metrics from names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .base import EvalMetric, alias, check_label_shapes, create_registered, register, to_numpy


@alias("composite")
@register
class CompositeEvalMetric(EvalMetric):
    """A list of metrics that are updated together; names and values come as lists."""

    def __init__(
        self,
        metrics: Sequence[Any] | None = None,
        name: str = "composite",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        self.metrics: list[EvalMetric] = [create(item) for item in metrics or []]
        super().__init__(name, output_names, label_names, has_global_stats=True)

    def add(self, metric: Any) -> None:
        """Add a metric, given as :func:`create` takes it."""
        self.metrics.append(create(metric))

    def get_metric(self, index: int) -> EvalMetric:
        """Return one of the metrics; ValueError for an index that does not exist."""
        if not 0 <= index < len(self.metrics):
            raise ValueError(f"Metric index {index} is out of range 0 and {len(self.metrics)}")
        return self.metrics[index]

    def update_dict(self, labels: Mapping[str, Any], preds: Mapping[str, Any]) -> None:
        """Update each metric from the named labels and outputs that this one chooses, and it chooses from those."""
        chosen = _only(labels, self.label_names), _only(preds, self.output_names)
        for metric in self.metrics:
            metric.update_dict(*chosen)

    def update(self, labels: Any, preds: Any) -> None:
        """Update each metric."""
        for metric in self.metrics:
            metric.update(labels, preds)

    def reset(self) -> None:
        """Clear the sums of each metric."""
        for metric in self.metrics:
            metric.reset()

    def reset_local(self) -> None:
        """Clear the local sum of each metric."""
        for metric in self.metrics:
            metric.reset_local()

    def get(self) -> tuple[list[str], list[Any]]:
        """Return the names and the values since the last local reset."""
        return _flattened(metric.get() for metric in self.metrics)

    def get_global(self) -> tuple[list[str], list[Any]]:
        """Return the names and the values since the last full reset."""
        return _flattened(metric.get_global() for metric in self.metrics)

    def get_config(self) -> dict[str, Any]:
        """Return what :func:`create` makes such a metric from."""
        return {**super().get_config(), "metrics": [metric.get_config() for metric in self.metrics]}


def _only(arrays: Mapping[str, Any], names: Sequence[str] | None) -> Mapping[str, Any]:
    return arrays if names is None else {name: arrays[name] for name in arrays if name in names}


def _flattened(results: Any) -> tuple[list[str], list[Any]]:
    names: list[str] = []
    values: list[Any] = []
    for name, value in results:
        names.extend(name if isinstance(name, list) else [name])
        values.extend(value if isinstance(value, list) else [value])
    return names, values


@register
class CustomMetric(EvalMetric):
    """The mean of a function of NumPy arrays, ``feval(label, pred)``, over batches.

    ``feval`` returns a number, or a sum and a count. Unless ``allow_extra_outputs``, there must be as many labels as
    predictions (ValueError).
    """

    def __init__(
        self,
        feval: Callable[[Any, Any], Any],
        name: str | None = None,
        allow_extra_outputs: bool = False,
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        if name is None:
            name = feval.__name__
            if "<" in name:
                name = f"custom({name})"
        super().__init__(
            name,
            output_names,
            label_names,
            feval=feval,
            allow_extra_outputs=allow_extra_outputs,
            has_global_stats=True,
        )
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels: Any, preds: Any) -> None:
        """Call the function for each label and its prediction."""
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, wrap=True)
        for label, pred in zip(labels, preds, strict=False):
            result = self._feval(to_numpy(label), to_numpy(pred))
            self._add(*(result if isinstance(result, tuple) else (result, 1)))

    def get_config(self) -> dict[str, Any]:
        """Raise NotImplementedError: a function cannot be written down."""
        raise NotImplementedError("CustomMetric cannot be serialized: its function has no text")


def np(numpy_feval: Callable[[Any, Any], Any], name: str | None = None, allow_extra_outputs: bool = False) -> Any:
    """Make a :class:`CustomMetric` of a function of NumPy arrays, named after it or as given."""

    def feval(label: Any, pred: Any) -> Any:
        return numpy_feval(label, pred)

    feval.__name__ = name or numpy_feval.__name__
    return CustomMetric(feval, feval.__name__ if name else None, allow_extra_outputs)


def create(metric: Any, *args: Any, **kwargs: Any) -> EvalMetric:
    """Make a metric from a name (``'acc'``), class, function, configuration or list of these; a metric is returned.

    Raises AssertionError for an unknown name or another type.
    """
    if isinstance(metric, type) and issubclass(metric, EvalMetric):
        return metric(*args, **kwargs)
    if callable(metric) and not isinstance(metric, EvalMetric):
        return CustomMetric(metric, *args, **kwargs)
    if isinstance(metric, list):
        composite = CompositeEvalMetric()
        for item in metric:
            composite.add(create(item, *args, **kwargs))
        return composite
    result: EvalMetric = create_registered(metric, *args, **kwargs)
    return result
