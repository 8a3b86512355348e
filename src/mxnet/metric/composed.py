"""Several metrics as one, metrics made from functions, and making metrics from names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..core.errors import expect
from .base import EvalMetric, Names, alias, check_label_shapes, create_registered, register, to_numpy

__all__ = ["CompositeEvalMetric", "CustomMetric", "create", "np"]


@alias("composite")
@register
class CompositeEvalMetric(EvalMetric):
    """Several metrics that are updated together.

    Names and values come as lists. ``mx.metric.create`` makes it of a list, and so do a module's ``fit`` and ``score``.

    Parameters
    ----------
    metrics : list or None
        The metrics, each given as :func:`create` takes it.

    Examples
    --------
    >>> metric = mx.metric.CompositeEvalMetric(["acc", "ce"])
    >>> metric.update([nd.array([0, 1])], [nd.array([[0.5, 0.5], [0.5, 0.5]])])
    >>> for name, value in metric.get_name_value():
    ...     print(name, round(value, 4))
    accuracy 0.5
    cross-entropy 0.6931
    """

    def __init__(
        self,
        metrics: Sequence[Any] | None = None,
        name: str = "composite",
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        expect(metrics is None or isinstance(metrics, Iterable), "metrics", "a list of metrics", metrics)
        self.metrics: list[EvalMetric] = []
        super().__init__(name, output_names, label_names, has_global_stats=True)
        # after ``reset``: metrics that were updated before keep what they have
        self.metrics += [create(item) for item in metrics or []]

    def add(self, metric: Any) -> None:
        """Add a metric, given as :func:`create` takes it.

        Parameters
        ----------
        metric
            A metric, name, class, function or list.

        Examples
        --------
        >>> metric = mx.metric.CompositeEvalMetric()
        >>> metric.add("mse")
        >>> len(metric.metrics)
        1
        """
        self.metrics.append(create(metric))

    def get_metric(self, index: int) -> EvalMetric:
        """Return one of the metrics; ValueError for an index that does not exist.

        Parameters
        ----------
        index
            The position, from 0, or from -1 backwards.

        Returns
        -------
        The metric.

        Examples
        --------
        >>> mx.metric.CompositeEvalMetric(["acc", "ce"]).get_metric(1).name
        'cross-entropy'
        """
        if not -len(self.metrics) <= index < len(self.metrics):
            raise ValueError(f"Metric index {index} is out of range 0 and {len(self.metrics)}")
        return self.metrics[index]

    def update_dict(self, labels: Mapping[str, Any], preds: Mapping[str, Any]) -> None:
        """Update each metric from the named labels and outputs that this one chooses, and it chooses from those."""
        chosen = _selected(labels, self.label_names), _selected(preds, self.output_names)
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


def _selected(arrays: Mapping[str, Any], names: Names) -> Mapping[str, Any]:
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
    """The mean of a function of labels and predictions.

    Both come as NumPy arrays. :func:`mxnet.metric.np` makes the same of a function; ``create`` and ``fit`` take the
    function itself.

    Parameters
    ----------
    feval : callable
        A function ``feval(label, pred)`` that returns a number, whose mean over batches is the value; or a sum and a
        count, so that the value is the sum of sums over the sum of counts.
    name
        The name under which the value is shown; None: the function's, ``custom(<lambda>)`` of a lambda.
    allow_extra_outputs
        Whether there may be more predictions than labels, those further on being left out; else a ValueError.

    Examples
    --------
    >>> metric = mx.metric.CustomMetric(lambda label, pred: abs(label - pred).max(), name="worst")
    >>> metric.update([nd.array([1, 2])], [nd.array([1.5, 2])])
    >>> metric.get()
    ('worst', 0.5)
    """

    def __init__(
        self,
        feval: Callable[[Any, Any], Any],
        name: str | None = None,
        allow_extra_outputs: bool = False,
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        expect(callable(feval), "feval", "a function of label and prediction", feval, AttributeError)
        if name is None:
            name = feval.__name__
            if "<" in name:
                name = f"custom({name})"
        super().__init__(
            name, output_names, label_names, feval=feval, allow_extra_outputs=allow_extra_outputs, has_global_stats=True
        )
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels: Any, preds: Any) -> None:
        """Call the function for each label and its prediction."""
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, wrap=True)
        for label, pred in zip(labels, preds, strict=False):
            result = self._feval(to_numpy(label), to_numpy(pred))
            total, count = result if isinstance(result, tuple) else (result, 1)
            self._add(total, count)

    def get_config(self) -> dict[str, Any]:
        """Raise NotImplementedError: a function cannot be written down."""
        raise NotImplementedError("CustomMetric cannot be serialized: its function has no text")


def np(numpy_feval: Callable[[Any, Any], Any], name: str | None = None, allow_extra_outputs: bool = False) -> Any:
    """Make a :class:`CustomMetric` of a function of NumPy arrays, named after it or as given.

    Parameters
    ----------
    numpy_feval : callable
        A function ``f(label, pred)`` as :class:`CustomMetric` takes it.
    name
        The name under which the value is shown; None: the function's.
    allow_extra_outputs
        Whether there may be more predictions than labels; else a ValueError.

    Returns
    -------
    A :class:`CustomMetric`.

    Examples
    --------
    >>> def worst(label, pred):
    ...     return abs(label - pred).max()
    >>> metric = mx.metric.np(worst)
    >>> metric.update([nd.array([1, 2])], [nd.array([1.5, 2])])
    >>> metric.get()
    ('worst', 0.5)
    """

    def feval(label: Any, pred: Any) -> Any:
        return numpy_feval(label, pred)

    expect(callable(numpy_feval), "numpy_feval", "a function of label and prediction", numpy_feval, AttributeError)
    feval.__name__ = name or numpy_feval.__name__
    return CustomMetric(feval, feval.__name__ if name else None, allow_extra_outputs)


def create(metric: Any, *args: Any, **kwargs: Any) -> EvalMetric:
    """Make a metric from a name, class, function, configuration or list of these; a metric is returned as it is.

    Parameters
    ----------
    metric : str, class, callable, list or EvalMetric
        A name: 'acc', 'top_k_accuracy', 'ce', 'nll_loss', 'f1', 'mcc', 'mae', 'mse', 'rmse', 'pearsonr', 'perplexity',
        'loss'...; a subclass of :class:`EvalMetric`; a function as of :class:`CustomMetric`; a list, of which a
        :class:`CompositeEvalMetric` is made; what ``get_config`` returned, as keywords.
    *args, **kwargs
        The arguments of the class.

    Returns
    -------
    The :class:`EvalMetric`.

    Raises
    ------
    AssertionError
        For an unknown name, and another type.

    Examples
    --------
    >>> mx.metric.create("top_k_accuracy", top_k=5).name
    'top_k_accuracy_5'
    >>> mx.metric.create(["acc", "mse"]).get()[0]
    ['accuracy', 'mse']
    """
    return created(CompositeEvalMetric, CustomMetric, create_registered, metric, args, kwargs)


def created(
    composite: type[CompositeEvalMetric],
    custom: type[CustomMetric],
    registered: Callable[..., EvalMetric],
    metric: Any,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> EvalMetric:
    """Make a metric (see :func:`create`) of a registry, of whose classes are those of lists and of functions."""
    if isinstance(metric, type) and issubclass(metric, EvalMetric):
        return metric(*args, **kwargs)
    if callable(metric) and not isinstance(metric, EvalMetric):
        return custom(metric, *args, **kwargs)
    if isinstance(metric, list):
        return composite([created(composite, custom, registered, item, args, kwargs) for item in metric])
    return registered(metric, *args, **kwargs)
