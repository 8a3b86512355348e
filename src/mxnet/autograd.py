"""``mxnet.autograd``: recording operations on arrays and differentiating them."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import torch

from .core import backward_mode, torch_compat
from .core.autograd_functions import differentiable_once, save_object, saved_object
from .core.errors import blamed_on, expect, expected
from .core.lazy_imports import imported_later
from .core.restoring import Restoring
from .eager import tape
from .eager.grad_node import starting_nodes
from .ndarray import NDArray


def _modes() -> Any:
    """Return what has this thread's modes: of a function that is traced, those that it sees."""
    trace = tape.state.trace
    return tape.state if trace is None else trace


def set_recording(is_recording: bool) -> bool:
    """Switch recording on or off in this thread; return what it was.

    Parameters
    ----------
    is_recording
        Whether operations are recorded from now on.

    Returns
    -------
    A bool.

    See Also
    --------
    record : does it for a block.

    Examples
    --------
    >>> before = autograd.set_recording(True)
    >>> autograd.set_recording(before)
    True
    """
    modes = _modes()
    before: bool = modes.recording
    modes.recording = bool(is_recording)
    return before


def set_training(train_mode: bool) -> bool:
    """Switch training mode on or off in this thread; return what it was.

    Parameters
    ----------
    train_mode
        Whether operators act as in training from now on.

    Returns
    -------
    A bool.

    See Also
    --------
    train_mode : does it for a block.

    Examples
    --------
    >>> before = autograd.set_training(True)
    >>> autograd.set_training(before)
    True
    """
    modes = _modes()
    before: bool = modes.training
    modes.training = bool(train_mode)
    return before


def is_recording() -> bool:
    """Return whether operations of this thread are recorded.

    Returns
    -------
    A bool.

    Examples
    --------
    >>> with autograd.record():
    ...     print(autograd.is_recording())
    True
    """
    return bool(_modes().recording)


def is_training() -> bool:
    """Return whether operators such as Dropout run as in training.

    Returns
    -------
    A bool.

    Examples
    --------
    >>> with autograd.record(train_mode=False):
    ...     print(autograd.is_training())
    False
    """
    return bool(_modes().training)


class _RecordingStateScope(Restoring):
    """A block with recording and training mode as asked (None: as they are), restored at its end.

    While recording, PyTorch's own gradient mode is on too: a block under ``torch.no_grad`` records all the same.
    """

    __slots__ = ("_recording", "_training", "close")

    def __init__(self, is_record: bool | None, train_mode: bool | None) -> None:
        self._recording, self._training, self.close = is_record, train_mode, None

    def __enter__(self) -> None:  # type: ignore[override]
        modes: Any = tape.state
        recording, training = self._recording, self._training
        if modes.trace is None:
            before = modes.recording, modes.training
            close = partial(modes.__dict__.update, recording=before[0], training=before[1])
            if recording and not torch.is_grad_enabled():
                close = self._end_with(close, partial(torch_compat.set_grad_enabled, False))
                torch_compat.set_grad_enabled(True)
            elif self.close is not None:
                close = self._end_with(close)
        else:
            modes = modes.trace
            before = modes.recording, modes.training
            close = self._end_with(
                partial(setattr, modes, "recording", before[0]), partial(setattr, modes, "training", before[1])
            )
        # from here on nothing is called: a signal handler comes before, or when the block is entered
        self.close = close
        modes.recording = before[0] if recording is None else recording
        modes.training = before[1] if training is None else training


def record(train_mode: bool = True) -> _RecordingStateScope:
    """Return a scope in which operations are recorded, as in training (or as in prediction).

    Parameters
    ----------
    train_mode
        Whether operators (Dropout, BatchNorm) act as in training.

    Returns
    -------
    A context manager.

    See Also
    --------
    pause : the contrary.

    Examples
    --------
    >>> x = nd.array([1, 2, 3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     loss = (x ** 2).sum()
    >>> loss.backward()
    >>> print(x.grad.asnumpy())
    [2. 4. 6.]
    """
    return _RecordingStateScope(True, train_mode)


def train_mode() -> _RecordingStateScope:
    """Return a scope in which operators run as in training; recording stays as it is.

    Returns
    -------
    A context manager.

    Examples
    --------
    >>> with autograd.train_mode():
    ...     print(autograd.is_training(), autograd.is_recording())
    True False
    """
    return _RecordingStateScope(None, True)


def pause(train_mode: bool = False) -> _RecordingStateScope:
    """Return a scope, inside :func:`record`, in which nothing is recorded.

    Parameters
    ----------
    train_mode
        Whether operators (Dropout, BatchNorm) act as in training.

    Returns
    -------
    A context manager.

    Examples
    --------
    >>> x = nd.array([1, 2, 3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = x * x
    ...     with autograd.pause():
    ...         scale = y.max()
    ...     z = y / scale
    >>> z.backward()
    >>> print(x.grad.asnumpy())
    [0.22222222 0.44444445 0.6666667 ]
    """
    return _RecordingStateScope(False, train_mode)


def predict_mode() -> _RecordingStateScope:
    """Return a scope in which operators run as in prediction; recording stays as it is.

    Returns
    -------
    A context manager.

    Examples
    --------
    >>> x = nd.ones(3)
    >>> with autograd.record():
    ...     with autograd.predict_mode():
    ...         print(nd.Dropout(x, p=0.5).asnumpy())
    [1. 1. 1.]
    """
    return _RecordingStateScope(None, False)


def mark_variables(variables: Any, gradients: Any, grad_reqs: str | Sequence[str] = "write") -> None:
    """Make arrays variables whose gradients go into given arrays.

    Parameters
    ----------
    variables : NDArray or list of NDArrays
        The arrays.
    gradients : NDArray or list of NDArrays
        For each the array, of its shape, that ``backward`` writes into.
    grad_reqs : str or list of str
        ``'write'`` replaces the gradient at each backward, ``'add'`` adds to it, ``'null'`` computes none; for all, or
        one each.

    See Also
    --------
    NDArray.attach_grad : makes the array of the gradient, too.

    Examples
    --------
    >>> x, grad = nd.array([1, 2]), nd.zeros(2)
    >>> autograd.mark_variables(x, grad)
    >>> with autograd.record():
    ...     y = x * x
    >>> y.backward()
    >>> print(grad.asnumpy())
    [2. 4.]
    """
    if isinstance(variables, NDArray):
        variables, gradients = [variables], [gradients]
    for name, arrays in (("variables", variables), ("gradients", gradients)):
        for array in arrays:
            expect(isinstance(array, NDArray), name, "a list of arrays", array, AttributeError)
    reqs = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else grad_reqs
    for variable, gradient, req in zip(variables, gradients, reqs, strict=True):
        tape.mark(variable, gradient, req)


def _heads(heads: Any, head_grads: Any) -> tuple[list[Any], list[Any]]:
    """Return heads and their gradients (None: ones) as lists of one length."""
    if isinstance(heads, NDArray):
        heads = [heads]
        head_grads = None if head_grads is None else [head_grads] if isinstance(head_grads, NDArray) else head_grads
    elif type(heads) is not list and not isinstance(heads, Iterable):
        raise TypeError(expected("heads", "an array or a list of arrays", heads))
    listed = list(heads)
    if head_grads is None:
        return listed, [None] * len(listed)
    if isinstance(head_grads, NDArray):
        head_grads = [head_grads]
    grads = list(head_grads)
    if len(grads) != len(listed):
        raise AssertionError(f"{len(listed)} heads have {len(grads)} gradients")
    return listed, grads


def backward(heads: Any, head_grads: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
    """Compute the gradients of one or several recorded arrays with respect to all variables they depend on.

    Parameters
    ----------
    heads : NDArray or list of NDArrays
        The results that are differentiated, such as the loss.
    head_grads : NDArray, list or None
        The gradient with respect to each head, of its shape; None, for all or for one: ones.
    retain_graph
        Whether the recorded graph is kept, to go backward through it once more.
    train_mode
        Whether operators run their backward pass as in training.

    Returns
    -------
    None: gradients are in ``grad`` of the variables.

    Raises
    ------
    MXNetError
        For a head that was not recorded.

    Examples
    --------
    >>> x = nd.array([1, 2, 3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y, z = x * x, 10 * x
    >>> autograd.backward([y, z])
    >>> print(x.grad.asnumpy())
    [12. 14. 16.]
    """
    if type(heads) is not list or head_grads is not None:
        heads, head_grads = _heads(heads, head_grads)
    tape.backward(heads, head_grads or [None] * len(heads), retain_graph, train_mode)


def grad(
    heads: Any,
    variables: Any,
    head_grads: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    train_mode: bool = True,
) -> list[Any]:
    """Return the gradients of heads with respect to variables as new arrays; ``variable.grad`` stays as it is.

    Parameters
    ----------
    heads : NDArray or list of NDArrays
        The results that are differentiated, such as the loss.
    head_grads : NDArray, list or None
        The gradient with respect to each head, of its shape; None, for all or for one: ones.
    variables : NDArray or list of NDArrays
        With respect to what; each has had ``attach_grad()``.
    retain_graph
        Whether the recorded graph is kept; None: as ``create_graph`` says.
    create_graph
        Whether the gradients are recorded themselves, for derivatives of any order.
    train_mode
        Whether operators run their backward pass as in training.

    Returns
    -------
    A list of NDArrays, for one variable too.

    Examples
    --------
    >>> x = nd.array([1, 2, 3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = x ** 3
    ...     first = autograd.grad(y, x, create_graph=True)[0]
    >>> first.backward()
    >>> print(first.asnumpy(), x.grad.asnumpy())
    [ 3. 12. 27.] [ 6. 12. 18.]
    """
    listed, grads = _heads(heads, head_grads)
    inputs = [variables] if isinstance(variables, NDArray) else list(variables)
    if not inputs:
        raise AssertionError("grad: there are no variables to differentiate with respect to")
    retain = create_graph if retain_graph is None else retain_graph
    result = []
    for variable, (tensor, node) in zip(
        inputs, tape.grad(listed, grads, inputs, retain or create_graph, create_graph, train_mode), strict=True
    ):
        item = variable._wrap(tensor, variable._ctx)
        item._slot = node
        result.append(item)
    return result


class Function:
    """An operation with a gradient of the user's own: subclasses define ``forward`` and ``backward``.

    Both take and return arrays; ``forward`` may keep arrays for ``backward`` with :meth:`save_for_backward`, which
    appear there as ``self.saved_tensors``. An instance is good for one call.

    >>> class Sigmoid(mx.autograd.Function):
    ...     def forward(self, x):
    ...         y = 1 / (1 + mx.nd.exp(-x))
    ...         self.save_for_backward(y)
    ...         return y
    ...     def backward(self, dy):
    ...         y, = self.saved_tensors
    ...         return dy * y * (1 - y)
    """

    def __init__(self) -> None:
        self._used = False
        self.saved_tensors: tuple[Any, ...] = ()

    def save_for_backward(self, *args: Any) -> None:
        """Keep arrays for :meth:`backward`."""
        self.saved_tensors = args

    def __call__(self, *inputs: Any) -> Any:
        if self._used:
            raise AssertionError(f"{type(self).__name__}: an instance is good for one call, make another one")
        self._used = True
        recording = tape.state.recording
        slots = tape.link_inputs(inputs) if recording else None
        with _RecordingStateScope(False, None):
            outputs = self.forward(*inputs)
        if slots is None:
            return outputs
        single = isinstance(outputs, NDArray)
        listed = [outputs] if single else list(outputs)
        tensors = _Bridge.apply(self, [x._ctx for x in inputs], listed, *map(_differentiated, inputs))  # type: ignore[no-untyped-call]
        result = []
        nodes = starting_nodes("_CustomFunction", None, slots, tensors)  # its gradient may start there
        for node, array, tensor in zip(nodes, listed, tensors, strict=True):
            item = array._wrap(tensor, array._ctx)
            item._slot = node
            result.append(item)
        return result[0] if single else result

    def forward(self, *inputs: Any) -> Any:
        """Compute the outputs (one array or several) from the inputs; subclasses define this."""
        raise NotImplementedError(f"{type(self).__name__} must define forward")

    def backward(self, *output_grads: Any) -> Any:
        """Compute the gradients of all inputs from those of the outputs; subclasses define this."""
        raise NotImplementedError(f"{type(self).__name__} must define backward")


def _differentiated(array: Any) -> torch.Tensor:
    """Return the tensor that PyTorch differentiates for an array: of integers, their handle if there is one."""
    handle = array._slot.handle if array._slot else None
    return array._t if handle is None else handle


class _Bridge(torch.autograd.Function):
    """Puts a :class:`Function`, whose forward pass has run, into PyTorch's graph."""

    @staticmethod
    def forward(ctx: Any, function: Function, contexts: list[Any], outputs: list[Any], *tensors: Any) -> Any:
        save_object(ctx, function, *tensors)
        ctx.contexts = contexts
        ctx.outputs = [(type(o), o._ctx) for o in outputs]
        result = tuple(o._t.detach().clone() if any(o._t is t for t in tensors) else o._t.detach() for o in outputs)
        ctx.mark_non_differentiable(*(t for t in result if not t.is_floating_point()))
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        values = [torch.zeros_like(g) if torch_compat.is_zerotensor(g) else g.contiguous() for g in grads]
        arrays = [cls._wrap(g, where) for (cls, where), g in zip(ctx.outputs, values, strict=True)]
        function = saved_object(ctx)
        name = f"{type(function).__name__}.backward"
        with blamed_on(name):
            with backward_mode.scopes_of_caller(), _RecordingStateScope(False, backward_mode.is_training()):
                result = function.backward(*arrays)
            result = [result] if isinstance(result, NDArray) else list(result)
            if len(result) != len(ctx.contexts):
                raise ValueError(f"expected a gradient for each of {len(ctx.contexts)} inputs, got {len(result)}")
            for g in result:
                if not isinstance(g, NDArray):
                    raise TypeError(f"expected gradients that are arrays, got {type(g).__name__}")
        sources = (*ctx.saved_tensors[1:], *grads)
        return (None, None, None, *differentiable_once(name, (g._t.detach() for g in result), sources))


# -- the recorded computation as a symbol -----------------------------------------------------------------------


def get_symbol(x: Any) -> Any:
    """Return the symbol of the recorded computation that made an array.

    Its arguments are the variables (``var0``, ...) and constants (``null1``, ...) that entered; a variable keeps its
    name. A ``CachedOp``, of a hybridized block, is one node with its graph inside, or, if it has at most
    ``inline_limit`` operators, part of the graph.

    Parameters
    ----------
    x : NDArray
        A recorded result.

    Returns
    -------
    A Symbol.

    Raises
    ------
    MXNetError
        For an array that was not recorded, and for computations that have no symbol: a :class:`Function`, a gradient of
        :func:`grad`, an index with arrays.

    Examples
    --------
    >>> x = nd.array([1, 2, 3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = x * x
    >>> len(autograd.get_symbol(y).list_arguments())
    1
    """
    from ._deferred_compute.graph import symbol_of

    return symbol_of(x)


__getattr__, __dir__ = imported_later(__name__, {})
