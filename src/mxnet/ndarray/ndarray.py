"""The array: one torch tensor, its context, and its node on the tape."""

from __future__ import annotations

import ctypes
import gc
import html
import operator
import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import torch

from ..core import handles, memory
from ..core.context import CPU0, Context, context_of, not_a_context
from ..core.dtypes import NAME_OF_TORCH, NUMPY_OF_TORCH, PRIVATE, torch_dtype
from ..core.errors import MXNetError, MXNetShapeError
from ..core.interruptions import explained
from ..core.observers import eager_observers, observed
from ..core.other_names import NAMES, refuse_operators, says_other_names
from ..core.shared_memory import tensor_on
from ..core.write_tracking import share, unaliased, writable
from ..eager import tape
from ..eager.arithmetic import Arithmetic, protect, protected
from ..eager.dense import write_recorded
from ..eager.dispatch import invoke
from ..eager.grad_node import GradSlot, grad_node
from ..eager.integer_grad import link, of_function
from ..eager.storage import CLASSES
from ..eager.tape import state
from ..eager.trace import refuse_value
from ..kernels.one_thread import SMALL_LOOP
from ..kernels.sparse import cast
from ..kernels.sparse import empty as empty_buffer
from ..ops._fast_paths import copied
from ..ops.shape import reshaped
from ..registry.op import get
from .exchange import Exchange
from .indexing import Indexing
from .methods import OperatorMethods

if TYPE_CHECKING:
    from .._stubs.methods import NDArrayMethods
    from .numpy.multiarray import ndarray
else:
    NDArrayMethods = object

__all__ = ["NDArray"]

_new = object.__new__


def _reversed(t: torch.Tensor) -> torch.Tensor:
    return copied(t.t() if t.dim() == 2 else t.permute(*range(t.dim() - 1, -1, -1)))


def refuse_other_type(source: Any, target: Any) -> None:
    """Raise :class:`MXNetError` unless two arrays of different storages are of one data type, as in 1.9.1."""
    if source._t.dtype is not target._t.dtype:
        raise MXNetError(
            f"copyto: a {source.stype} array of type {NAME_OF_TORCH[source._t.dtype]} cannot be copied to a "
            f"{target.stype} one of type {NAME_OF_TORCH[target._t.dtype]}: cast it first"
        )


class NDArrayHandle(ctypes.c_void_p):
    """The value of ``NDArray.handle``: a pointer that identifies the array, and keeps it alive."""

    array: NDArray


@says_other_names
class NDArray(Arithmetic, Indexing, OperatorMethods, Exchange, NDArrayMethods):
    """An n-dimensional array of one data type on a device.

    Arrays are made by functions such as :func:`mxnet.nd.array` and :func:`mxnet.nd.zeros`. ``NDArray(handle)`` makes
    another array on the memory of the one that ``handle`` belongs to; with ``writable=False`` it refuses arithmetic in
    place (ValueError). An array stands for its handle where ctypes takes one: ``ctypes.cast(array, NDArrayHandle)``.

    Parameters
    ----------
    handle : ctypes handle or None
        The handle of another array, whose memory is used; None: an empty array.
    writable
        Whether arithmetic in place is allowed; False: ValueError.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> x += 1
    >>> print((x * 10).asnumpy())
    [[20. 30.]
     [40. 50.]]
    >>> x[0].shape, x.context
    ((2,), cpu(0))
    """

    __slots__ = ("__weakref__", "_ctx", "_slot", "_t")

    _t: torch.Tensor
    _ctx: Context
    #: see :mod:`mxnet.eager.grad_node`
    _slot: Any
    #: the value of an array in sparse storage (:mod:`mxnet.kernels.sparse`), whose tensor is only a placeholder
    _sparse: Any = None

    def __init__(self, handle: ctypes.c_void_p | None, writable: bool = True) -> None:
        if handle is None:
            self._t, self._ctx = torch.empty(0), CPU0
        elif not isinstance(handle, ctypes.c_void_p):
            raise AssertionError(f"a handle is a pointer, got {type(handle).__name__}: nd.array makes arrays of values")
        elif (array := handles.find(handle.value)) is not None:
            self._t, self._ctx = array._t.detach(), array._ctx
        else:
            self._t = handles.take(handle.value)
            self._ctx = context_of(self._t.device)
        self._slot = None
        if not writable:
            protect(self)

    @classmethod
    def _wrap(cls, tensor: torch.Tensor, ctx: Context) -> Self:
        result = _new(cls)
        result._t = tensor
        result._ctx = ctx
        result._slot = None
        return result

    @classmethod
    def from_torch(cls, tensor: torch.Tensor, ctx: Context | None = None) -> Any:
        """Return an array that shares ``tensor``'s memory, and its gradient graph.

        Parameters
        ----------
        tensor
            The tensor.
        ctx
            The context that the array says it is in; None: that of the tensor's device.

        Returns
        -------
        An NDArray.

        Examples
        --------
        >>> import torch
        >>> t = torch.zeros(2)
        >>> x = nd.NDArray.from_torch(t)
        >>> x[:] = 5
        >>> t.tolist()
        [5.0, 5.0]
        """
        share(tensor)
        return cls._wrap(tensor, ctx or context_of(tensor.device))

    def _apply(self, name: str, attributes: Any, fn: Callable[[torch.Tensor], torch.Tensor]) -> Any:
        """Return ``fn`` of the tensor as an array, recorded as operator ``name`` with these attributes."""
        t, node = self._t, None
        if self._slot and state.recording:
            node = grad_node(name, attributes, (self._slot,))
        elif t.requires_grad:
            t = t.detach()
        new = _new(type(self))
        result = fn(t) if not eager_observers else observed(name, attributes, fn, (t,))
        if node is not None:
            node.small = result.numel() in SMALL_LOOP
            if self._slot.handle is not None:
                result, (node.handle,) = link(of_function(fn), (t,), (self._slot,), result)
        new._t = result
        new._ctx = self._ctx
        new._slot = node
        return new

    # -- what an array is -----------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        if self._slot and state.trace is not None:
            state.trace.asked_shape = True
        return tuple(self._t.shape)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self._t.dim()

    @property
    def size(self) -> int:
        """The number of elements."""
        if self._slot and state.trace is not None:
            state.trace.asked_shape = True
        return self._t.numel()

    @property
    def dtype(self) -> Any:
        """The data type as NumPy's scalar type."""
        return NUMPY_OF_TORCH[self._t.dtype]

    @property
    def stype(self) -> str:
        """The storage type: ``'default'``, which is dense."""
        return "default"

    @property
    def context(self) -> Context:
        """Where the array lives."""
        return self._ctx

    ctx = device = context

    @property
    def handle(self) -> NDArrayHandle:
        """A ctypes pointer that identifies the array, from which :class:`NDArray` can be made again."""
        result = NDArrayHandle(handles.lend(self))
        result.array = self
        return result

    _as_parameter_ = handle

    @property
    def _alive(self) -> bool:
        """Whether a program can reach the array; garbage that ``gc.DEBUG_SAVEALL`` keeps is not alive."""
        return not any(item is self for item in gc.garbage)

    @property
    def writable(self) -> bool:
        """Whether arithmetic in place is allowed."""
        return id(self) not in protected

    def __repr__(self) -> str:
        return f"\n{self.asnumpy()!s}\n<{type(self).__name__} {'x'.join(map(str, self.shape))} @{self._ctx}>"

    def _repr_html_(self) -> str:
        what = f"{type(self).__name__} {'x'.join(map(str, self.shape))} {NAME_OF_TORCH[self._t.dtype]} @{self._ctx}"
        if self._sparse is not None:
            return f"<code>{html.escape(repr(self))}</code>"
        with np.printoptions(threshold=200, edgeitems=3):
            values = html.escape(str(self.asnumpy()))
        return f"<pre>{values}</pre><code>{html.escape(f'<{what}>')}</code>"

    # -- single values ----------------------------------------------------------------------------------------

    def asscalar(self) -> Any:
        """Return the one element as a NumPy scalar.

        Returns
        -------
        A NumPy scalar of the array's dtype.

        Raises
        ------
        ValueError
            When there is not exactly one element.

        Examples
        --------
        >>> print(nd.array([2.5]).asscalar())
        2.5
        """
        t = self._t
        if t.numel() != 1:
            raise ValueError(
                f"an array of shape {self.shape} is not a scalar: asnumpy() gives all values, and sum(), mean(), max() "
                "or an index of one element make it one"
            )
        if self._slot:
            refuse_value(self)
        dtype = NUMPY_OF_TORCH[t.dtype]
        return dtype(t.item()) if t.dim() < 2 and callable(dtype) else self.asnumpy().reshape(())[()]

    def item(self, *args: Any) -> Any:
        """Return an element as a Python number: the only one, the one at a flat position, or at one per axis.

        Parameters
        ----------
        *args
            None for the only element; a position in the flat array; or an index for each axis.

        Returns
        -------
        A Python number.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.item(1, 0)
        3.0
        """
        return self.asnumpy().item(*args)

    def tolist(self) -> Any:
        """Return the values as nested lists of Python numbers.

        Returns
        -------
        A list of lists, a number for an array without axes.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.tolist()
        [[1.0, 2.0], [3.0, 4.0]]
        """
        return self.asnumpy().tolist()

    def numpy(self) -> np.ndarray:
        """Return the values as a NumPy array: :meth:`asnumpy` by the name that PyTorch and TensorFlow use.

        Returns
        -------
        A ``numpy.ndarray``, a copy.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.numpy().shape
        (2, 2)
        """
        return self.asnumpy()

    def __bool__(self) -> bool:
        if self._t.numel() > 1:
            raise ValueError(
                f"the truth of an array of {self._t.numel()} elements is ambiguous: make it one number, by max() "
                f"or sum() or an index, or choose for each element with {'np' if self.numpy_interface else 'nd'}.where"
            )
        if self._slot:
            refuse_value(self)
        return bool(self._t.numel() and self._t.item())

    __nonzero__ = __bool__

    def _one(self, kind: str) -> Any:
        if self._t.numel() != 1:
            raise TypeError(
                f"only arrays with one element can be converted to {kind}, got shape {self.shape}: asnumpy() gives all "
                "values, and sum(), mean() or an index of one element make it one"
            )
        if self._slot:
            refuse_value(self)
        return self._t.item()

    def __float__(self) -> float:
        return float(self._one("float"))

    def __int__(self) -> int:
        return int(self._one("int"))

    def __index__(self) -> int:
        value = self._one("an index")
        if self.numpy_interface and self._t.dim():  # as NumPy
            raise TypeError(f"only arrays without axes can be converted to an index, got shape {self.shape}: item()")
        if isinstance(value, float) or (isinstance(value, bool) and self.numpy_interface):
            raise TypeError("only arrays of integers can be converted to an index")
        return operator.index(value)

    def __format__(self, spec: str) -> str:
        return format(self._one("a text"), spec) if spec else str(self)

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Refuse functions of PyTorch, beside tensors too."""
        name = getattr(function, "__name__", str(function))
        library = "mxnet.numpy" if cls.numpy_interface else "mxnet.ndarray"
        known = hasattr(sys.modules[library], name)
        advice = f"{'mx.np' if cls.numpy_interface else 'mx.nd'}.{name}" if known else NAMES[library].get(name)
        raise TypeError(
            f"torch.{name} takes no {cls.__name__}: {advice + ' computes it; ' if advice else ''}"
            "torch.from_dlpack(x) is a tensor of the same memory"
        )

    # -- copies and views ---------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return a copy in the same context.

        Returns
        -------
        A new NDArray.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> y = x.copy()
        >>> y[:] = 0
        >>> print(x.asnumpy())
        [[1. 2.]
         [3. 4.]]
        """
        return self._apply("_copy", None, copied)

    def copyto(self, other: Any) -> Any:
        """Write the values into another array, or into a new one in a context.

        Parameters
        ----------
        other : NDArray or Context
            An array of this shape, of any type and context, or the context in which a new one is made.

        Returns
        -------
        The array written to. Copying an array to itself warns and returns False.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> y = nd.zeros((2, 2))
        >>> x.copyto(y) is y
        True
        >>> print(y.asnumpy())
        [[1. 2.]
         [3. 4.]]
        """
        if isinstance(other, NDArray):
            return self._copy_into(other)
        if not isinstance(other, Context):
            raise TypeError(f"copyto: neither an NDArray nor a context: {not_a_context(other)}")
        device = other.device_for(self._t.dtype)
        result = self._apply("_copyto", None, lambda t: t.to(device, copy=True, memory_format=torch.contiguous_format))
        result._ctx = other
        return result

    def _receive(self, value: Any) -> None:
        """Copy the elements of a value, dense or sparse, of this shape."""
        value = cast(value, "default")
        if value.requires_grad:
            self._t = self._t.detach().copy_(value)
        else:
            writable(self._t).copy_(value)

    def _copy_into(self, other: Any) -> Any:
        if other is self:
            warnings.warn("copyto: the array is copied to itself, which does nothing", RuntimeWarning, stacklevel=3)
            return False
        if other._t.shape != self._t.shape:
            raise MXNetError(f"copyto: expected an array of shape {self.shape}, got {other.shape}")
        tape.refuse_write(other)
        if other._sparse is not None:
            refuse_other_type(self, other)
            if self._slot and state.recording:
                return self._write_recorded(other)
            other._receive(self._t.detach().to(other._t.device))
        elif self._slot and state.recording:
            node = grad_node("_copyto", None, (self._slot,))
            node.handle = self._slot.handle
            write_recorded(other, self._t, node)
        else:
            t = self._t
            writable(other._t).copy_(unaliased(t.detach() if t.requires_grad else t, other._t))
        return other

    def _write_recorded(self, other: Any) -> Any:
        """Write into an array where one of the two is in sparse storage; the gradient passes."""
        source = self.astype(NAME_OF_TORCH[other._t.dtype], copy=False)
        return invoke(get("cast_storage"), (source,), {"stype": other.stype}, other, NDArray)

    def as_in_context(self, context: Context) -> Self:
        """Return this array where it is in ``context`` already, else a copy there.

        Parameters
        ----------
        context
            The device: ``mx.cpu()``, ``mx.gpu(0)``.

        Returns
        -------
        An NDArray; gradients pass through the copy.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.as_in_context(mx.cpu()) is x
        True
        """
        return self if self._ctx == context else self.copyto(context)

    def to_device(self, device: Context) -> Self:
        """Return this array where it is on ``device`` already, else a copy there: :meth:`as_in_context`.

        Parameters
        ----------
        device
            The device: ``mx.cpu()``, ``mx.gpu(0)``.

        Returns
        -------
        An NDArray.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.to_device(mx.cpu()) is x
        True
        """
        return self.as_in_context(device)

    def astype(self, dtype: Any, copy: bool = True) -> Self:
        """Return the values in another data type.

        Parameters
        ----------
        dtype
            The new data type: ``'float16'``, ``np.int32``; None is float32.
        copy
            Whether an array that has the type already is copied; False: the array itself is returned then.

        Returns
        -------
        An NDArray of the same shape. Floats lose their fraction when cast to integers.

        Examples
        --------
        >>> nd.array([1.7, -1.7]).astype('int32').asnumpy()
        array([ 1, -1], dtype=int32)
        """
        dtype = "float32" if dtype is None else dtype
        out_dtype = torch_dtype(dtype)
        if not copy and out_dtype is self._t.dtype:
            return self
        if not out_dtype.is_floating_point and self._slot and state.recording:
            return invoke(get("Cast"), (self,), {"dtype": dtype}, None, type(self))
        device = self._ctx.device_for(out_dtype)
        return self._apply(
            "Cast", {"dtype": dtype}, lambda t: t.clone() if t.dtype is out_dtype else t.to(device, out_dtype)
        )

    def as_nd_ndarray(self) -> NDArray:
        """Return this array as a classic one, which it is.

        Returns
        -------
        This NDArray.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.as_nd_ndarray() is x
        True
        """
        return self

    def as_np_ndarray(self) -> ndarray:
        """Return an array of ``mx.np`` on the same memory, with the same history.

        Returns
        -------
        An ``mx.np.ndarray``: writing into it changes this one, too.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> print(x.as_np_ndarray())
        [[1. 2.]
         [3. 4.]]
        """
        from .numpy.multiarray import ndarray, recast

        return recast(self, ndarray)

    def tostype(self, stype: str) -> Any:
        """Return a copy in another storage.

        Parameters
        ----------
        stype
            ``'default'`` (dense), ``'row_sparse'`` (the rows that are not zero and their numbers) or ``'csr'``
            (compressed rows of a matrix).

        Returns
        -------
        An NDArray, a RowSparseNDArray or a CSRNDArray.

        Raises
        ------
        ValueError
            For ``'csr'`` and an array that has not two axes.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.tostype('csr').data.asnumpy()
        array([1., 2., 3., 4.], dtype=float32)
        """
        if stype == "csr" and self.ndim != 2:
            raise ValueError(f"To convert to a CSR, the NDArray should be 2 Dimensional. Current shape is {self.shape}")
        return invoke(get("cast_storage"), (self,), {"stype": stype}, None, type(self))

    def reshape(self, *shape: Any, **kwargs: Any) -> Self:
        """Return the array in another shape, on the same memory.

        Parameters
        ----------
        *shape : ints, or one tuple
            The new shape. 0 copies a length, -1 takes what is left, -2 copies all further lengths, -3 multiplies two,
            -4 splits one into the two that follow.
        **kwargs
            ``shape``: the same by name; ``reverse=True``: 0, -1 ... are matched from the last axis on.

        Returns
        -------
        An NDArray of as many elements: writing into it changes this one, too.

        Raises
        ------
        MXNetError
            Where the size is another; it is a ValueError, too.

        Examples
        --------
        >>> x = nd.arange(6)
        >>> print(x.reshape(2, 3).asnumpy())
        [[0. 1. 2.]
         [3. 4. 5.]]
        >>> x.reshape((2, -1)).shape
        (2, 3)
        >>> nd.ones((2, 3, 4)).reshape((0, -3)).shape
        (2, 12)
        """
        spec = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        if not shape:
            spec = kwargs.get("shape")
            if spec is None:
                raise AssertionError("reshape: a shape is needed")
        reverse = False
        if kwargs:
            unknown = kwargs.keys() - {"shape", "reverse"}
            if unknown:
                raise TypeError(f"reshape: unknown arguments {', '.join(sorted(unknown))}")
            reverse = bool(kwargs.get("reverse", False))
        codes = tuple(map(operator.index, spec))
        try:
            target = reshaped(self._t.shape, codes, reverse)
        except MXNetError as error:
            raise MXNetShapeError(f"an array of {self.size} elements does not take shape {codes}: {error}") from None
        if self._slot or self._t.requires_grad:
            return self._apply("Reshape", {"shape": codes, "reverse": reverse}, lambda t: t.reshape(target))
        result = _new(type(self))
        result._t = self._t.reshape(target)
        result._ctx = self._ctx
        result._slot = None
        return result

    @property
    def T(self) -> Self:
        """The array with its axes reversed, a copy; an array of one axis itself."""
        return self if self._t.dim() < 2 else self._apply("transpose", None, _reversed)

    def wait_to_read(self) -> None:
        """Wait until the values are there. Only on GPUs is there something to wait for.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.wait_to_read()
        """
        if self._t.device.type == "cuda":
            torch.cuda.synchronize(self._t.device)
        elif self._t.device.type == "mps":
            torch.mps.synchronize()

    # -- autograd -------------------------------------------------------------------------------------------------

    def attach_grad(self, grad_req: str = "write", stype: str | None = None) -> None:
        """Make the array a variable: :attr:`grad` appears, zeros, and is filled by ``backward``.

        The array leaves the graph that made it; in MXNet 2 a result stays in it.

        Parameters
        ----------
        grad_req
            ``'write'`` replaces the gradient at every pass, ``'add'`` sums (set ``x.grad[:] = 0`` where a new sum
            begins), ``'null'`` ignores it.
        stype
            The storage of the gradient: None or ``'default'`` dense, ``'row_sparse'`` only rows that are not zero,
            ``'csr'``.

        Examples
        --------
        >>> x = nd.array([1, 2, 3])
        >>> x.attach_grad()
        >>> with autograd.record():
        ...     y = (x * x).sum()
        >>> y.backward()
        >>> print(x.grad.asnumpy())
        [2. 4. 6.]
        """
        t = self._t
        if stype in (None, "default"):
            result = memory.zeros(t.shape, t.dtype, t.device)
            buffer = (NDArray if self._sparse is not None else type(self))._wrap(result, self._ctx)
        elif stype in CLASSES:
            buffer = CLASSES[stype]._of(empty_buffer(stype, self.shape, t.dtype, t.device), self._ctx)
        else:
            raise ValueError(f"attach_grad: unknown storage type {stype!r}")
        tape.mark(self, buffer, grad_req)

    def drop_grad(self) -> None:
        """Undo :meth:`attach_grad`: there is no :attr:`grad`, and no gradient is computed. Of MXNet 2.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.attach_grad()
        >>> x.drop_grad()
        >>> x.grad is None
        True
        """
        tape.unmark(self)

    @property
    def grad(self) -> Any:
        """The gradient of a variable, an array that stays the same one; None for other arrays."""
        slot = gradient_slot(self)
        if slot is None:
            return None
        buffer = slot.buffer
        if buffer is None or type(buffer) is type(self) or buffer.stype != self.stype:
            return buffer
        return self._wrap(buffer._t, buffer._ctx)

    @property
    def _fresh_grad(self) -> bool:
        """Whether a backward pass has filled the gradient since this was set to False."""
        slot = gradient_slot(self)
        return False if slot is None else slot.fresh

    @_fresh_grad.setter
    def _fresh_grad(self, value: bool) -> None:
        slot = gradient_slot(self)
        if slot is not None:
            slot.fresh = bool(value)

    def detach(self) -> Self:
        """Return the array on the same memory, without its history.

        Returns
        -------
        An NDArray, through which no gradient flows.

        Examples
        --------
        >>> x = nd.array([3])
        >>> x.attach_grad()
        >>> with autograd.record():
        ...     y = x * x.detach()
        >>> y.backward()
        >>> print(x.grad.asnumpy())
        [3.]
        """
        if self._slot and state.trace is not None:
            return self._apply("BlockGrad", None, torch.Tensor.detach)
        return self._wrap(self._t.detach(), self._ctx)

    def backward(self, out_grad: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        """Compute the gradients of this array with respect to the variables it was recorded from.

        Parameters
        ----------
        out_grad : NDArray or None
            The gradient with respect to this array, of its shape; None: ones, so that the gradient is of the sum of the
            elements.
        retain_graph
            Whether the recorded graph is kept, to go backward through it once more.
        train_mode
            Whether operators run their backward pass as in training.

        Returns
        -------
        None: the gradients are in ``grad`` of the variables.

        Raises
        ------
        MXNetError
            For an array that was not recorded.

        Examples
        --------
        >>> x = nd.array([1, 2])
        >>> x.attach_grad()
        >>> with autograd.record():
        ...     y = x * x
        >>> y.backward(nd.array([1, 10]))
        >>> print(x.grad.asnumpy())
        [ 2. 40.]
        """
        tape.backward([self], [out_grad], retain_graph, train_mode)


refuse_operators(NDArray, "write", "nd.")


def _new_from_shared_mem(shared_pid: int, shared_id: int, shape: tuple[int, ...], dtype: Any) -> NDArrayHandle:
    """Return the handle of an array on what ``array._to_shared_mem()`` has given, in this process or another.

    ``shared_id`` is a descriptor of this process, which is closed with the last array on its memory.
    """
    with explained(lambda error: MXNetError(f"descriptor {shared_id} of shared memory: {error}"), OSError, ValueError):
        tensor = tensor_on(shared_id, tuple(shape), torch_dtype(dtype))
    return NDArray._wrap(tensor, Context("cpu_shared", 0)).handle


def gradient_slot(array: Any) -> GradSlot | None:
    """Return what has the gradient of an array, None without one."""
    slot = array._slot
    return slot if slot is None or type(slot) is GradSlot else slot.retained


#: what programs import from this module besides the functions on arrays
_ALSO: dict[str, Any] = {"NDArrayBase": NDArray, "py_slice": slice, **PRIVATE}


def __getattr__(name: str) -> Any:
    """Find the creation and arithmetic functions and the helpers of ``mxnet.base``: programs import them from here."""
    if name in _ALSO:
        return _ALSO[name]
    if not name.startswith("_"):
        from .. import base
        from . import creation, functions

        for module in (creation, functions, base):
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
