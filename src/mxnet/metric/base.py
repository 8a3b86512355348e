"""The base class of metrics: sums over batches since the last reset, local and over the whole epoch."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from ..core.errors import expect
from ..core.naming import named
from ..core.text import described
from ..registry.classes import get_alias_func, get_create_func, get_register_func
from ..registry.manual import complete_docstring, documented

__all__ = ["EvalMetric", "alias", "check_label_shapes", "register"]


#: the outputs, or labels, that a metric takes of a network's; None: all
Names = Sequence[str] | None


def check_label_shapes(labels: Any, preds: Any, wrap: bool = False, shape: bool = False) -> tuple[Any, Any]:
    """Check that there are as many labels as predictions, or that they have one shape.

    Parameters
    ----------
    labels : list of arrays, or array
        The labels.
    preds : list of arrays, or array
        The predictions.
    wrap
        Whether single arrays are returned in lists.
    shape
        Whether shapes are compared in place of lengths.

    Returns
    -------
    The labels and the predictions.

    Raises
    ------
    ValueError
        Where they differ.

    Examples
    --------
    >>> labels, preds = mx.metric.check_label_shapes(nd.array([0, 1]), nd.ones((2, 3)), wrap=True)
    >>> print(type(labels), preds[0].shape)
    <class 'list'> (2, 3)
    """
    for name, value in (("labels", labels), ("preds", preds)):
        expect(hasattr(value, "__len__"), name, "a list of arrays", value)
    sizes = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if sizes[0] != sizes[1]:
        none = "; there are no labels: does the iterator give any?" if sizes[0] == 0 else ""
        raise ValueError(f"Shape of labels {sizes[0]} does not match shape of predictions {sizes[1]}{none}")
    if not wrap:
        return labels, preds
    return (
        labels if isinstance(labels, (list, tuple)) else [labels],
        preds if isinstance(preds, (list, tuple)) else [preds],
    )


def paired(labels: Any, preds: Any) -> Iterator[tuple[Any, Any]]:
    """Return each array of labels with its predictions; ValueError for another number of them."""
    return zip(*check_label_shapes(labels, preds, wrap=True), strict=True)


def to_numpy(array: Any) -> np.ndarray:
    """Return an array of any kind as NumPy's."""
    return array.asnumpy() if hasattr(array, "asnumpy") else np.asarray(array)


def look(array: Any) -> np.ndarray:
    """Return an array of any kind as NumPy's, to read only: without a copy where it is on the processor."""
    tensor = getattr(array, "_t", None)
    if type(tensor) is not torch.Tensor or tensor.device.type != "cpu" or tensor.dtype is torch.bfloat16:
        return to_numpy(array)
    return tensor.detach().numpy()


#: of NumPy's type, because NumPy 2 adds its float32 to a number of Python in float32, where counting ends at 2**24
_ZERO = np.float64(0)


@documented()
class EvalMetric:
    """The base of all metrics: sums of a value over batches.

    A training loop calls :meth:`update` with the labels and predictions of each batch, :meth:`get` for the value, and
    :meth:`reset` at the beginning of an epoch. A metric has two sums: the local one, which :meth:`reset_local` clears
    (a progress display does that every few batches), and the global one since :meth:`reset`.

    A metric of one's own is a subclass that defines :meth:`update`, which adds to ``sum_metric`` and ``num_inst``; the
    value is their quotient. With ``has_global_stats=True`` it adds to ``global_sum_metric`` and ``global_num_inst``
    too. :class:`CustomMetric` makes one of a function.

    Parameters
    ----------
    output_names
        The names of the outputs that :meth:`update_dict` passes on; None: all.
    label_names
        The names of the labels that :meth:`update_dict` passes on; None: all.
    **kwargs
        ``has_global_stats``: whether there is a global sum. All others are what :meth:`get_config` reports.

    Examples
    --------
    >>> class Largest(mx.metric.EvalMetric):
    ...     def update(self, labels, preds):
    ...         self.sum_metric += sum(pred.max().asscalar() for pred in preds)
    ...         self.num_inst += len(preds)
    >>> metric = Largest("largest")
    >>> metric.update([nd.zeros(2)], [nd.array([0.5, 2])])
    >>> metric.get()
    ('largest', 2.0)
    """

    sum_metric: Any
    global_sum_metric: Any
    num_inst: Any
    global_num_inst: Any

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        complete_docstring(cls)

    def __init__(self, name: str, output_names: Names = None, label_names: Names = None, **kwargs: Any) -> None:
        self.name = str(name)
        self.output_names, self.label_names = output_names, label_names
        self._has_global_stats = kwargs.pop("has_global_stats", False)
        self._kwargs = kwargs
        self.reset()

    def __repr__(self) -> str:
        return described(self, [self.name, f"{self.num_inst} samples" if vars(self).get("num_inst") else ""])

    def __str__(self) -> str:
        return f"EvalMetric: {dict(self.get_name_value())}"

    def get_config(self) -> dict[str, Any]:
        """Return the arguments from which :func:`mxnet.metric.create` makes such a metric.

        Returns
        -------
        A dict, with the class's name as ``metric``.

        Examples
        --------
        >>> config = mx.metric.TopKAccuracy(top_k=3).get_config()
        >>> print(config["metric"], config["top_k"])
        TopKAccuracy 3
        >>> mx.metric.create(**config).name
        'top_k_accuracy_3'
        """
        config = {"metric": type(self).__name__, "name": self.name}
        return {**self._kwargs, **config, "output_names": self.output_names, "label_names": self.label_names}

    def update_dict(self, label: Mapping[str, Any], pred: Mapping[str, Any]) -> None:
        """Take a batch of named labels and outputs into account: those of ``label_names`` and ``output_names``, or all.

        Parameters
        ----------
        label : dict of str to NDArray
            The labels by name.
        pred : dict of str to NDArray
            The outputs by name.

        Raises
        ------
        KeyError
            For a chosen name that is not among them.

        Examples
        --------
        >>> metric = mx.metric.Accuracy(output_names=["softmax_output"])
        >>> outputs = {"softmax_output": nd.array([[0.9, 0.1]]), "loss_output": nd.ones(1)}
        >>> metric.update_dict({"softmax_label": nd.array([0])}, outputs)
        >>> metric.get()
        ('accuracy', 1.0)
        """
        self.update(self._chosen(label, "label_names"), self._chosen(pred, "output_names"))

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch into account.

        Parameters
        ----------
        labels : list of NDArray
            The labels; in most metrics also a single array.
        preds : list of NDArray
            The predictions, as many as labels; in most metrics also a single array.

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([nd.array([0, 1])], [nd.array([[0.9, 0.1], [0.8, 0.2]])])
        >>> metric.get()
        ('accuracy', 0.5)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def reset(self) -> None:
        """Clear both sums: the metric begins anew.

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([nd.array([0, 1])], [nd.array([[0.9, 0.1], [0.8, 0.2]])])
        >>> metric.reset()
        >>> metric.get()
        ('accuracy', nan)
        """
        self.num_inst = self.global_num_inst = 0
        self.sum_metric = self.global_sum_metric = _ZERO

    def reset_local(self) -> None:
        """Clear the local sum; the global one goes on.

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([nd.array([0, 1])], [nd.array([[0.9, 0.1], [0.8, 0.2]])])
        >>> metric.reset_local()
        >>> metric.get_global()
        ('accuracy', 0.5)
        """
        self.num_inst = 0
        self.sum_metric = _ZERO

    def _chosen(self, arrays: Mapping[str, Any], attribute: str) -> list[Any]:
        names = getattr(self, attribute)
        if names is None:
            return list(arrays.values())
        if missing := [name for name in names if name not in arrays]:
            raise KeyError(
                f"{missing[0]}: {type(self).__name__}({attribute}={list(names)}) is not among those of this batch: "
                f"{', '.join(arrays) or 'none'}"
            )
        return [arrays[name] for name in names]

    def _add(self, total: float, count: float) -> None:
        """Add to both sums."""
        self.sum_metric += total
        self.global_sum_metric += total
        self.num_inst += count
        self.global_num_inst += count

    def _mean(self, total: Any, count: Any) -> Any:
        """Return the value of a sum over ``count`` instances; subclasses may transform it."""
        return total / count

    def _reported(self, total: Any, count: Any) -> Any:
        """Return the mean as a number of Python, also if it is an array of one, which NumPy takes for no number."""
        mean = self._mean(total, count)
        return mean.item() if isinstance(mean, (np.generic, np.ndarray)) and mean.size == 1 else mean

    def get(self) -> tuple[Any, Any]:
        """Return the name and the value since the last reset, local or full.

        Returns
        -------
        The name, and a number: NaN before any batch. Of a :class:`CompositeEvalMetric` a list of names and a list of
        values.

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([nd.array([0, 1])], [nd.array([[0.9, 0.1], [0.8, 0.2]])])
        >>> metric.get()
        ('accuracy', 0.5)
        """
        return self.name, float("nan") if self.num_inst == 0 else self._reported(self.sum_metric, self.num_inst)

    def get_global(self) -> tuple[Any, Any]:
        """Return the name and the value since the last full reset.

        Returns
        -------
        As :meth:`get` does; the same where a metric has no global sum.

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([nd.array([0, 1])], [nd.array([[0.9, 0.1], [0.8, 0.2]])])
        >>> metric.reset_local()
        >>> print(metric.get(), metric.get_global())
        ('accuracy', nan) ('accuracy', 0.5)
        """
        if not self._has_global_stats:
            return self.get()
        none = self.global_num_inst == 0
        return self.name, float("nan") if none else self._reported(self.global_sum_metric, self.global_num_inst)

    def get_name_value(self) -> list[tuple[str, Any]]:
        """Return a list of pairs of name and value since the last local reset.

        Returns
        -------
        A list of pairs of name and value, one for each metric of a composite one.

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([nd.array([0, 1])], [nd.array([[0.9, 0.1], [0.8, 0.2]])])
        >>> metric.get_name_value()
        [('accuracy', 0.5)]
        """
        return _pairs(*self.get())

    def get_global_name_value(self) -> list[tuple[str, Any]]:
        """Return a list of pairs of name and value since the last full reset.

        Returns
        -------
        A list of pairs of name and value, one for each metric of a composite one.

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([nd.array([0, 1])], [nd.array([[0.9, 0.1], [0.8, 0.2]])])
        >>> metric.get_global_name_value()
        [('accuracy', 0.5)]
        """
        return _pairs(*self.get_global())


def constructor(default: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that makes of a declaration the constructor of a metric with this name, unless given."""

    def __init__(self: Any, name: str = default, output_names: Names = None, label_names: Names = None) -> None:
        EvalMetric.__init__(self, name, output_names, label_names, has_global_stats=True)

    return lambda declared: named(declared.__qualname__)(__init__)


def averaged(default: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Do the same for a metric of batches (``average='macro'``), or of all samples together (any other average)."""

    def __init__(
        self: Any, name: str = default, output_names: Names = None, label_names: Names = None, average: str = "macro"
    ) -> None:
        self.average = average
        EvalMetric.__init__(self, name, output_names, label_names, has_global_stats=True)
        if average != "macro":
            self._kwargs["average"] = average

    return lambda declared: named(declared.__qualname__)(__init__)


def _pairs(names: Any, values: Any) -> list[tuple[str, Any]]:
    names = names if isinstance(names, list) else [names]
    values = values if isinstance(values, list) else [values]
    return list(zip(names, values, strict=True))


register = get_register_func(EvalMetric, "metric")
alias = get_alias_func(EvalMetric, "metric")
create_registered = get_create_func(EvalMetric, "metric")
