"""Mixed precision for eager calls and for symbols composed after ``init``, and loss scaling."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import torch

from ...core.dtypes import TORCH_OF, canonical
from ...core.observers import register
from ...eager.errors import check_types
from ...gluon import Trainer
from ...optimizer import Optimizer
from ...registry.op import OPS, Op, Params
from ...registry.precision import Precision
from . import lists
from .loss_scaler import LossScaler

#: the lists of operators of each type that mixed precision may compute in
HALVES = {"float16": lists.symbol_fp16, "bfloat16": lists.symbol_bf16}
#: the types that may be cast; others (float64, integers) never are
_CAST = frozenset((torch.float16, torch.bfloat16, torch.float32))

#: the prefixes of MXNet's names of gradient operators
_GRADIENTS = ("_backward_", "_contrib_backward_")


class State:
    """The mixed-precision state of this process, set by ``init`` and ``init_trainer``."""

    def __init__(self) -> None:
        self.scaler: LossScaler | None = None
        #: whether a trainer uses the scaler; the next one gets its own
        self.taken = False
        #: turns mixed precision off
        self.end: Callable[[], None] | None = None


state = State()


def half(dtype: Any) -> str:
    """Return the name of a half-precision type, given as a name, type or dtype. Raises AssertionError for others."""
    name = dtype
    if isinstance(dtype, (type, np.dtype, torch.dtype)):
        try:
            name = canonical(dtype)
        except TypeError:
            name = None
    known = isinstance(name, str) and name in HALVES
    assert known, f"not supported type: AMP is available only for float16 and bfloat16, got {dtype!r}"
    return str(name)


def _check_ops(dtype: str, **kwargs: Iterable[Any] | None) -> None:
    """Raise AttributeError for an unknown operator, ValueError for a condition that does not have three elements.

    MXNet's names of gradient operators (``_backward_dot``) are accepted and have no effect, as in 1.9.1: gradients are
    computed in the operator's type.
    """
    listed = {name for names in vars(HALVES[dtype]).values() if isinstance(names, list) for name in map(str, names)}
    for argument, entries in kwargs.items():
        for entry in entries or ():
            name = entry
            if argument == "conditional_fp32_ops":
                name, _, _ = entry
            if not isinstance(name, str) or not (name in OPS or name in listed or name.startswith(_GRADIENTS)):
                raise AttributeError(f"amp.init: {argument}: expected names of operators, got {name!r}")


def init(
    target_dtype: Any = "float16",
    target_precision_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[tuple[str, str, Sequence[Any]]] | None = None,
    fp32_ops: Sequence[str] | None = None,
) -> None:
    """Turn mixed precision on: operators called from now on, and symbols made from now on, cast their inputs.

    Operators that are faster in half precision and safe compute in it, operators that need float32 compute in float32,
    and operators that need inputs of one type compute in the widest of them. Results have the type of the computation;
    parameters and their gradients stay float32. A second call has no effect.

    Parameters
    ----------
    target_dtype
        ``'float16'`` or ``'bfloat16'``.
    target_precision_ops
        Operators that run in ``target_dtype``; None: those of ``list_lp16_ops``.
    conditional_fp32_ops
        ``(operator, attribute, values)``: operators that run in float32 where the attribute has one of the values;
        None: those of ``list_conditional_fp32_ops``.
    fp32_ops
        Operators that run in float32; None: those of ``list_fp32_ops``.

    Raises
    ------
    AssertionError
        For another type.
    AttributeError
        For an unknown operator.
    ValueError
        For a condition that is not ``(operator, attribute, values)``.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.init('float16')
    >>> x = nd.ones((1, 3))
    >>> y = nd.FullyConnected(x, nd.ones((2, 3)), no_bias=True, num_hidden=2)
    >>> x.dtype.__name__, y.dtype.__name__
    ('float32', 'float16')
    """
    if state.end is not None:
        return
    dtype = half(target_dtype)
    _check_ops(
        dtype, target_precision_ops=target_precision_ops, conditional_fp32_ops=conditional_fp32_ops, fp32_ops=fp32_ops
    )
    logging.info("Using AMP")
    Precision.current = Precision(dtype, target_precision_ops, fp32_ops, conditional_fp32_ops)
    state.scaler, state.taken = LossScaler(), False
    state.end = register(_apply, graph=False, first=True)


def _end() -> None:
    """Turn mixed precision off again, which MXNet cannot (for tests)."""
    if state.end is not None:
        state.end()
    Precision.current = state.end = state.scaler = None
    state.taken = False


def _apply(name: str, attributes: Any, inputs: Sequence[Any], call: Any) -> Any:
    """Cast the inputs of an eager call: the observer that ``init`` registers."""
    op, precision = OPS.get(name), Precision.current
    if op is None or precision is None or call.fixed:
        return call()
    cast = precision.cast(op, attributes)
    if cast not in (None, "any"):
        params = op.parse(attributes or {}) if op.mutates else Params()
        call.inputs = precision.apply(op, params, inputs, partial(_cast, cast, TORCH_OF[precision.dtype]))
        if op.same_types:  # integers are not cast
            check_types(op, call.inputs)
    elif op.same_types and op.amp is None:  # not listed in 1.9.1: cast what it could not take
        call.inputs = _cast("widest", TORCH_OF[precision.dtype], inputs)
    if op.amp_exception == "scaled":
        call.kwargs = dict(call.kwargs, grad_scale=_grad_scale(op, attributes))
    return call()


def _grad_scale(op: Op, attributes: Any) -> float:
    assert state.scaler is not None
    return float((attributes or {}).get("grad_scale", op.defaults["grad_scale"])) * state.scaler.loss_scale


def _cast(dtype: str, half: torch.dtype, inputs: Sequence[Any]) -> list[Any]:
    def castable(value: Any) -> bool:
        return isinstance(value, torch.Tensor) and value.dtype in _CAST

    if dtype == "widest":
        result = {value.dtype for value in inputs if isinstance(value, torch.Tensor) and value.is_floating_point()}
        wide = max(result, key=lambda item: (item.itemsize, item is half), default=half)
        if len(result) > 1 and len({item.itemsize for item in result}) == 1:
            wide = torch.float32  # neither half type can represent the other
        return [value.to(wide) if castable(value) else value for value in inputs]
    source, target = (torch.float32, half) if dtype == "low" else (half, torch.float32)
    return [value.to(target) if castable(value) and value.dtype is source else value for value in inputs]


# -- loss scaling ------------------------------------------------------------------------------------------------------


def init_trainer(optimizer_or_trainer: Any) -> None:
    """Let a ``gluon.Trainer`` scale losses dynamically: steps with infinite gradients are skipped and counted.

    Parameters
    ----------
    optimizer_or_trainer : Trainer
        A ``gluon.Trainer``.

    Raises
    ------
    AssertionError
        Before :func:`init`.
    TypeError
        For anything but a Trainer.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.init('float16')
    >>> net = nn.Dense(1, in_units=3)
    >>> net.initialize(mx.init.One())
    >>> trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
    >>> amp.init_trainer(trainer)
    >>> x, label = nd.array([[1, 0, 0]]), nd.array([[0.5]])
    >>> with autograd.record():
    ...     loss = gluon.loss.L2Loss()(net(x), label)
    ...     with amp.scale_loss(loss, trainer) as scaled:
    ...         autograd.backward(scaled)
    >>> trainer.step(batch_size=1)
    >>> print(net.weight.data().asnumpy())
    [[0.95 1.   1.  ]]
    """
    assert state.scaler is not None, "AMP not initialized, did you forget to call amp.init()?"
    _check(optimizer_or_trainer)
    optimizer_or_trainer._amp_loss_scaler = LossScaler() if state.taken else state.scaler
    optimizer_or_trainer._amp_original_scale = optimizer_or_trainer._scale
    state.taken = True


def _check(trainer: Any) -> None:
    if isinstance(trainer, Optimizer):
        raise TypeError("AMP is currently only compatible with Gluon Trainer")
    if not isinstance(trainer, Trainer):
        raise TypeError(f"optimizer_or_trainer should be a Gluon Trainer or an optimizer, instead is {type(trainer)}")


@contextmanager
def scale_loss(loss: Any, optimizer_or_trainer: Any) -> Iterator[Any]:
    """Yield a loss, or a list of losses, times the trainer's scale, for ``backward``; the next step divides by it.

    >>> with amp.scale_loss(loss, trainer) as scaled: mx.autograd.backward(scaled)  # doctest: +SKIP

    Raises AttributeError for a trainer without :func:`init_trainer`.

    Parameters
    ----------
    loss : NDArray or list
        The loss, or several.
    optimizer_or_trainer : Trainer
        A ``gluon.Trainer`` that :func:`init_trainer` has had.

    Yields
    ------
    The scaled loss, or a list.
    """
    scaler = optimizer_or_trainer._amp_loss_scaler
    optimizer_or_trainer._scale = optimizer_or_trainer._amp_original_scale / scaler.loss_scale
    if isinstance(loss, (list, tuple)):
        yield [item * scaler.loss_scale for item in loss]
    else:
        yield loss * scaler.loss_scale


def unscale(optimizer_or_trainer: Any) -> None:
    """Multiply the gradients by the trainer's scale now, to clip or inspect them; the next step does not do it again.

    This undoes the scale of the loss and applies the optimizer's ``rescale_grad``. Raises TypeError for anything but a
    Trainer.

    Parameters
    ----------
    optimizer_or_trainer : Trainer
        A ``gluon.Trainer``.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.init('float16')
    >>> net = nn.Dense(1, in_units=3)
    >>> net.initialize(mx.init.One())
    >>> trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
    >>> amp.init_trainer(trainer)
    >>> x, label = nd.array([[1, 0, 0]]), nd.array([[0.5]])
    >>> with autograd.record():
    ...     loss = gluon.loss.L2Loss()(net(x), label)
    ...     with amp.scale_loss(loss, trainer) as scaled:
    ...         autograd.backward(scaled)
    >>> amp.unscale(trainer)
    >>> print(net.weight.grad().asnumpy())  # to be clipped, say, before trainer.step
    [[0.5 0.  0. ]]
    """
    _check(optimizer_or_trainer)
    for param in optimizer_or_trainer._params:
        if param.grad_req != "null":
            for gradient in param._grad or ():  # a parameter without values has none yet
                gradient *= optimizer_or_trainer._scale
    optimizer_or_trainer._scale = 1.0
