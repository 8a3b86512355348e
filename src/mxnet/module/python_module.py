"""Modules whose computation is Python code, for chains with modules made of symbols."""

import logging
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from .. import ndarray as nd
from ..initializer import Uniform
from .base_module import BaseModule
from .descriptions import as_desc


def _stored(attribute: str, doc: str) -> Any:
    return property(attrgetter(attribute), doc=doc)


class PythonModule(BaseModule):
    """A module without parameters. Subclasses write ``forward``, ``backward`` and ``_compute_output_shapes``.

    Parameters
    ----------
    data_names, label_names, output_names
        The names of what it takes and gives; ``label_names`` None: no labels.
    logger
        What has ``info`` and ``warning``: the module ``logging`` or a logger of it.

    Examples
    --------
    >>> mx.mod.PythonModule(['data'], None, ['out']).output_names
    ['out']
    """

    _data_shapes: Any = None
    _label_shapes: Any = None
    _output_shapes: Any = None

    def __init__(
        self,
        data_names: Sequence[str],
        label_names: Sequence[str] | None,
        output_names: Sequence[str],
        logger: Any = logging,
    ) -> None:
        super().__init__(logger=logger)
        self._data_names, self._label_names, self._output_names = _names(data_names), _names(label_names), output_names

    data_names = _stored("_data_names", "Names of the inputs that are data.")
    data_shapes = _stored("_data_shapes", "The data as bound, None before.")
    label_shapes = _stored("_label_shapes", "The labels as bound, or None.")
    output_names = _stored("_output_names", "Names of the outputs.")
    output_shapes = _stored("_output_shapes", "``(name, shape)`` of each output, None before binding.")

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return two empty dicts."""
        return {}, {}

    def init_params(
        self,
        initializer: Any = Uniform(0.01),  # noqa: B008 - the default of the published signature
        arg_params: Any = None,
        aux_params: Any = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
    ) -> None:
        """Do nothing: there are no parameters."""

    def init_optimizer(
        self,
        kvstore: Any = "local",
        optimizer: Any = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        """Do nothing: there are no parameters to optimise."""

    def update(self) -> None:
        """Do nothing: there are no parameters to update."""

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Feed ``labels`` and the outputs to ``eval_metric``; without labels there is nothing to measure."""
        if pre_sliced and self._label_shapes is not None:
            raise RuntimeError("the labels are sliced for several devices, but a Python module has only one place")
        if self._label_shapes is not None:
            eval_metric.update(labels, self.get_outputs())

    def _bind_to(self, data_shapes: Any, label_shapes: Any, shared_module: Any, grad_req: Any) -> None:
        """Note the shapes and compute those of the outputs."""
        assert grad_req == "write", "Python module only support write gradient"
        assert [as_desc(entry).name for entry in data_shapes] == list(self._data_names or []), (
            f"the data bound has to be {self._data_names}"
        )
        if label_shapes is not None:
            assert [as_desc(entry).name for entry in label_shapes] == list(self._label_names or []), (
                f"the labels bound have to be {self._label_names}"
            )
        self._data_shapes, self._label_shapes = data_shapes, label_shapes
        self._output_shapes = self._compute_output_shapes()

    def _compute_output_shapes(self) -> Any:
        """Return ``(name, shape)`` for each output, from ``_data_shapes`` and ``_label_shapes``."""
        raise NotImplementedError


class PythonLossModule(PythonModule):
    """A loss at the end of a chain of modules: it passes scores on and makes their gradient.

    Parameters
    ----------
    name
        What its output's name begins with.
    data_names
        The name of the scores, a list of one.
    label_names
        The name of the labels, a list of one.
    logger
        What has ``info`` and ``warning``: the module ``logging`` or a logger of it.
    grad_func
        ``grad_func(scores, labels)`` returns the gradient of the scores as NDArray or numpy array; without it a
        subclass overrides ``_backward_impl``, which sets ``_scores_grad`` from ``_scores`` and ``_labels``.

    Examples
    --------
    >>> loss = mx.mod.PythonLossModule(grad_func=lambda scores, labels: scores - labels)
    >>> loss.output_names
    ['pyloss_output']
    """

    def __init__(
        self,
        name: str = "pyloss",
        data_names: Sequence[str] = ("data",),
        label_names: Sequence[str] = ("softmax_label",),
        logger: Any = logging,
        grad_func: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        super().__init__(data_names, label_names, [f"{name}_output"], logger=logger)
        assert len(data_names) == len(label_names) == 1, "a loss has one input and one label"
        assert grad_func is None or callable(grad_func), f"grad_func: expected a function, got {grad_func!r}"
        self._name = name
        self._grad_func = grad_func
        self._scores: Any = None
        self._labels: Any = None
        self._scores_grad: Any = None

    def _compute_output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        return [(f"{self._name}_output", as_desc(self._data_shapes[0]).shape)]

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Take the scores and, in training, the labels of a batch."""
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            if not data_batch.label:
                raise ValueError(f"{self._name}: a loss needs the labels of the batch, which has none")
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the scores, as they came."""
        assert merge_multi_context, "a PythonLossModule computes on one device: merge_multi_context is True"
        return [self._scores]

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradient of the scores. A loss takes no ``out_grads``."""
        assert out_grads is None, "For a loss module, out_grads should be None"
        self._require("for_training")
        self._backward_impl()

    def _backward_impl(self) -> None:
        if self._grad_func is None:
            raise NotImplementedError("give PythonLossModule a grad_func, or override _backward_impl")
        gradient = self._grad_func(self._scores, self._labels)
        self._scores_grad = gradient if isinstance(gradient, nd.NDArray) else nd.array(gradient)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradient of the scores."""
        assert merge_multi_context, "a PythonLossModule computes on one device: merge_multi_context is True"
        return [self._scores_grad]

    def install_monitor(self, mon: Any) -> None:
        """Refuse: there is no executor to watch."""
        raise NotImplementedError("a PythonLossModule has no executor to watch")


def _names(names: Sequence[str] | None) -> Sequence[str] | None:
    return list(names) if isinstance(names, tuple) else names
