"""MutableModule: a Module for inputs whose size changes from batch to batch."""

import logging
import os
from collections.abc import Sequence
from typing import Any

from ..core.context import Context, cpu
from .descriptions import as_desc
from .module import Module

# PyTorch's oneDNN keeps its last 1,024 compiled kernels, one for every size of every layer: hundreds of megabytes
# when sizes never repeat. It reads this limit when the first kernel is made; one that is set already stays.
_KERNELS_VARIABLE, _KERNELS_CACHED = "ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128"


class MutableModule(Module):
    """A :class:`Module` under the constructor that detection code has used for images of varying size.

    Every Module takes batches of other shapes and can add up gradients (``acc_backward``, ``acc_update``); what this
    class adds are names by prefix and upper bounds, and a limit to the kernels that PyTorch keeps on CPUs, so that
    memory stays level (environment variable ``ONEDNN_PRIMITIVE_CACHE_CAPACITY``, 128 unless it is set).

    Parameters
    ----------
    symbol : Symbol
        The network; loss layers (SoftmaxOutput, MakeLoss...) start the backward pass.
    data_names, label_names : list of str, or None
        Which arguments are fed from ``batch.data`` and ``batch.label``; None for no labels.
    logger
        What has ``info`` and ``warning``: the module ``logging`` or a logger of it.
    context, work_load_list
        One device or a list; each batch is divided in proportion to ``work_load_list`` (None: equally).
    max_data_shapes, max_label_shapes : list, or None
        ``DataDesc`` or ``(name, shape)``: the largest inputs to come. They are checked against the names and kept,
        without effect otherwise: nothing is allocated ahead of the batches.
    fixed_param_prefix : list of str, or None
        Every argument whose name contains one of these strings is fixed: it gets no gradient and no update.
    compile
        As for :class:`Module`.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
    >>> net = sym.SoftmaxOutput(net, name="softmax")
    >>> module = mx.mod.MutableModule(net, ['data'], ['softmax_label'], max_data_shapes=[('data', (8, 3))])
    """

    def __init__(
        self,
        symbol: Any,
        data_names: Sequence[str] | None = ("data",),
        label_names: Sequence[str] | None = ("softmax_label",),
        logger: Any = logging,
        context: Context | list[Context] = cpu(),  # noqa: B008 - as in Module
        work_load_list: Sequence[float] | None = None,
        max_data_shapes: Sequence[Any] | None = None,
        max_label_shapes: Sequence[Any] | None = None,
        fixed_param_prefix: Sequence[str] | None = None,
        *,
        compile: Any = None,
    ) -> None:
        os.environ.setdefault(_KERNELS_VARIABLE, _KERNELS_CACHED)
        prefixes = list(fixed_param_prefix or [])
        fixed = [name for name in symbol.list_arguments() if any(prefix in name for prefix in prefixes)]
        super().__init__(symbol, data_names, label_names, logger, context, work_load_list, fixed, compile=compile)
        self._fixed_param_prefix = prefixes
        self._max_data_shapes = _checked("max_data_shapes", max_data_shapes, self._data_names)
        self._max_label_shapes = _checked("max_label_shapes", max_label_shapes, self._label_names)

    @property
    def _curr_module(self) -> Module:
        """The module that is bound now: this one, whatever the shapes."""
        return self


def _checked(argument: str, shapes: Sequence[Any] | None, names: Sequence[str]) -> list[Any] | None:
    if shapes is None:
        return None
    descs = [as_desc(entry) for entry in shapes]
    unknown = [desc.name for desc in descs if desc.name not in names]
    if unknown:
        raise ValueError(f"{argument} describes {', '.join(unknown)}; the names are {', '.join(names)}")
    return descs
