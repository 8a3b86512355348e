"""Arrays in sparse storage. They hold values of :mod:`mxnet.kernels.sparse`, which a write replaces."""

import warnings
from collections.abc import Callable
from typing import Any, NoReturn, Self

import numpy as np
import torch

from ..base import NotSupportedForSparseNDArray
from ..core.context import Context, not_a_context
from ..core.dtypes import NAME_OF_TORCH, NUMBER_TYPES, NUMPY_OF_TORCH, tensor_of, torch_dtype
from ..core.errors import MXNetError
from ..core.interruptions import explained
from ..eager import storage, tape
from ..eager.arithmetic import ARITHMETIC, COMPARISONS, Arithmetic
from ..eager.dispatch import invoke
from ..kernels import sparse
from ..registry.op import get
from . import fileformat
from .ndarray import NDArray, refuse_other_type

_new = object.__new__
_ALL = slice(None)


def _apply(name: str, *arrays: Any, **kwargs: Any) -> Any:
    return invoke(get(name), arrays, kwargs, None, NDArray)


class BaseSparseNDArray(NDArray):
    """The base class of arrays in sparse storage; made by the functions of :mod:`mxnet.ndarray.sparse`.

    Parameters
    ----------
    handle
        Only None: an empty array.
    writable
        Whether it may be written to.

    Examples
    --------
    >>> isinstance(mx.nd.sparse.zeros('csr', (2, 3)), mx.nd.sparse.BaseSparseNDArray)
    True
    """

    __slots__ = ("_sparse",)
    #: the storage of the class
    _storage = ""
    _sparse: Any

    def __init__(self, handle: Any, writable: bool = True) -> None:
        if handle is not None:
            raise NotImplementedError("an array in sparse storage cannot be made of a handle")
        super().__init__(None, writable)
        self._receive(sparse.empty(self._storage, (0,), torch.float32, torch.device("cpu")))

    @classmethod
    def _of(cls, value: Any, ctx: Context) -> Self:
        """Return an array of a value, with the history of its data; MXNetError for one of bool, as in 1.9.1."""
        if value.data.dtype is torch.bool:
            raise MXNetError(f"a {value.storage} array of bool: sparse storage holds numbers, cast it to another type")
        result = _new(cls)
        result._t = sparse.packed(value)
        result._sparse = value.replace(value.data.detach()) if value.data.requires_grad else value
        result._ctx = ctx
        result._slot = None
        return result

    @classmethod
    def _wrap(cls, tensor: torch.Tensor, ctx: Context) -> Any:
        return NDArray._wrap(tensor, ctx)

    def _apply(self, name: str, attributes: Any, fn: Callable[[torch.Tensor], torch.Tensor]) -> Any:
        return _apply(name, self, **({"scalar": attributes} if isinstance(attributes, float) else attributes or {}))

    def _receive(self, value: Any) -> None:
        """Take a value, dense or sparse, of this shape; the elements of another array are copied."""
        value = sparse.cast(value, self._storage)
        t = getattr(self, "_t", None)
        if value.data.requires_grad:
            self._t = sparse.packed(value)
            value = value.replace(value.data.detach())
        elif (
            t is None
            or t.grad_fn is not None
            or tuple(t.shape) != tuple(value.shape)
            or t.dtype is not value.data.dtype
        ):
            self._t = sparse.stand_in(value)
        self._sparse = value

    def _take_gradient(self, grad: torch.Tensor | sparse.Rows, add: bool) -> None:
        """Write, or add, a gradient: a value of this storage and type, or what PyTorch gives, dense or sparse."""
        result: Any = grad
        if isinstance(grad, torch.Tensor):
            grad = grad.to(self._t.dtype)
            result = sparse.from_coo(grad, self._storage) if grad.is_sparse else sparse.from_dense(grad, self._storage)
        if add and len(self._sparse.data):
            current = sparse.checked(self._sparse)
            if self._storage == "row_sparse":
                result = sparse.add_rows(current, result)
            else:
                result = sparse.from_dense(current.dense() + result.dense(), self._storage)
        self._sparse = result

    def _clear(self) -> None:
        """Make every element zero, and none of them stored."""
        self._sparse = sparse.empty(self._storage, self.shape, self._t.dtype, self._t.device)

    # -- what it is made of -----------------------------------------------------------------------------------

    @property
    def stype(self) -> str:
        """The storage type: ``'row_sparse'`` or ``'csr'``."""
        return self._storage

    @property
    def size(self) -> NoReturn:
        """Not there, as in 1.9.1: it could be the stored elements or all of them."""
        raise NotImplementedError("size: use len(array.data) for what is stored, or array.shape")

    @property
    def _num_aux(self) -> int:
        return len(self._sparse.aux)

    @property
    def _aux_types(self) -> list[Any]:
        return [NUMPY_OF_TORCH[item.dtype] for item in self._sparse.aux]

    def _aux_type(self, i: int) -> Any:
        return self._aux_types[i]

    def _data(self) -> NDArray:
        """Return a copy of the stored elements."""
        return NDArray._wrap(self._sparse.data.detach().clone(), self._ctx)

    def _aux_data(self, i: int) -> NDArray:
        """Return a copy of what says where they stand: indptr and indices of csr, indices of row_sparse."""
        aux = self._sparse.aux
        if not 0 <= i < len(aux):
            raise MXNetError(f"a {self._storage} array has {len(aux)} auxiliary arrays, there is no {i}")
        return NDArray._wrap(aux[i].clone(), self._ctx)

    @property
    def data(self) -> NDArray:
        """A copy of what is stored: elements of csr, rows of row_sparse."""
        return self._data()

    @property
    def indices(self) -> NDArray:
        """A copy of the positions: columns of csr's elements, row_sparse's rows; int64."""
        return self._aux_data(self._num_aux - 1)

    def check_format(self, full_check: bool = True) -> None:
        """Raise :class:`MXNetError` if the auxiliary arrays are wrong; ``full_check`` checks every index, too."""
        wrong = self._sparse.problem(full_check)
        if wrong is not None:
            raise MXNetError(f"a {self._storage} array: {wrong}")

    def asnumpy(self) -> np.ndarray:
        """Return the values as a new, dense NumPy array."""
        value = sparse.checked(self._sparse)
        text = f"there is not enough memory for a {self._storage} array of shape {self.shape} as a dense one"
        with explained(lambda _: MXNetError(text), RuntimeError, MemoryError):
            dense = value.dense()
        return NDArray._wrap(dense.detach(), self._ctx).asnumpy()

    def __repr__(self) -> str:
        return f"\n<{type(self).__name__} {'x'.join(map(str, self.shape))} @{self._ctx}>"

    def __len__(self) -> int:
        return self.shape[0]

    # -- copies -----------------------------------------------------------------------------------------------

    def copy(self) -> Any:
        """Return a copy in the same context."""
        return _apply("_copy", self)

    def copyto(self, other: Any) -> Any:
        """Write the values into another array of this shape, dense or of this storage, or into a new one in a context.

        Returns the array written to; copying an array to itself warns and returns False.
        """
        if isinstance(other, NDArray):
            if other is self:
                warnings.warn("copyto: the array is copied to itself, which does nothing", RuntimeWarning, stacklevel=2)
                return False
            if other.stype not in ("default", self._storage):
                raise TypeError(f"copyto does not support destination NDArray stype {other.stype}")
            return self._copy_into(other)
        if not isinstance(other, Context):
            raise TypeError(f"copyto: neither an NDArray nor a context: {not_a_context(other)}")
        device = other.device_for(self._t.dtype)
        if self._slot and tape.state.recording and device == self._t.device:
            result = _apply("_copyto", self)
            result._ctx = other
            return result
        return self._of(self._sparse.map(lambda t: t.detach().to(device, copy=True)), other)

    def _copy_into(self, other: Any) -> Any:
        if other.shape != self.shape:
            raise MXNetError(f"copyto: expected an array of shape {self.shape}, got {other.shape}")
        tape.refuse_write(other)
        if other.stype != self._storage:
            refuse_other_type(self, other)
        if self._slot and tape.state.recording:
            return self._write_recorded(other)
        dtype, device = other._t.dtype, other._t.device
        value = sparse.cast(self._sparse, other.stype)
        if isinstance(value, torch.Tensor):
            other._receive(value.detach().to(device, dtype))
        else:
            moved = value.map(lambda t: t.detach().to(device, copy=True))
            other._receive(moved.replace(moved.data.to(dtype)))
        return other

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """Return the values in another data type; with ``copy=False`` the array itself where it has that type."""
        out_dtype = torch_dtype("float32" if dtype is None else dtype)
        value = self._sparse
        if not copy and out_dtype is value.data.dtype:
            return self
        if self._slot and tape.state.recording:
            return _apply("cast_storage", _apply("Cast", self, dtype=NAME_OF_TORCH[out_dtype]), stype=self._storage)
        moved = value.map(torch.clone)
        return self._of(moved.replace(moved.data.detach().to(out_dtype)), self._ctx)

    def detach(self) -> Any:
        """Return the array without its history."""
        return self._of(self._sparse.replace(self._sparse.data.detach()), self._ctx)

    def tostype(self, stype: str) -> Any:
        """Return a copy in storage ``'default'``, or in its own; ValueError for the other sparse one."""
        if {stype, self._storage} == {"csr", "row_sparse"}:
            raise ValueError(f"cast_storage from {self._storage} to {stype} is not supported")
        return _apply("cast_storage", self, stype=stype)

    @property
    def T(self) -> Any:
        """The array with its axes reversed, a dense copy."""
        return self if self._t.dim() < 2 else _apply("transpose", self)

    def broadcast_to(self, shape: Any) -> Any:
        """Return a dense copy with axes of length 1 repeated to ``shape``; ValueError where that is impossible."""
        return self.tostype("default").broadcast_to(shape)

    def as_np_ndarray(self) -> NoReturn:
        """Raise ValueError: ``mx.np`` has no arrays in sparse storage."""
        raise ValueError(f"cannot convert ndarray of stype {self._storage} to numpy ndarray")

    def expand_dims(self, axis: int, inplace: bool = False) -> Any:
        """Return a dense copy with an axis of length 1 put in at ``axis``; ``inplace`` is not supported, as reshape."""
        return self.reshape() if inplace else super().expand_dims(axis)

    def reshape(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise :class:`NotSupportedForSparseNDArray`."""
        raise NotSupportedForSparseNDArray(self.reshape, None, *args, **kwargs)

    def _at(self, *args: Any) -> NoReturn:
        raise NotSupportedForSparseNDArray(self._at, "[idx]", *args)

    def _slice(self, *args: Any) -> NoReturn:
        raise NotSupportedForSparseNDArray(self._slice, None, *args)

    def _sync_copyfrom(self, source_array: Any) -> NoReturn:
        raise NotImplementedError("values are written with array[:] = values")

    def asscalar(self) -> NoReturn:
        """Not there, as in 1.9.1: use ``asnumpy``."""
        raise NotImplementedError(f"a {self._storage} array is no scalar")

    def __bool__(self) -> bool:
        return bool(self.tostype("default"))

    def _one(self, kind: str) -> Any:
        return self.tostype("default")._one(kind)

    # -- reading and writing by key ---------------------------------------------------------------------------

    def __setitem__(self, key: Any, value: Any) -> None:
        if not isinstance(key, slice):
            error = _NO_KEY[self._storage] if isinstance(key, (int, tuple)) else AssertionError
            raise error(f"{type(self).__name__} only supports [:] for assignment, got {key!r}")
        if key != _ALL:
            raise ValueError(f"Assignment with slice for {type(self).__name__} is not implemented yet.")
        tape.refuse_write(self)
        if isinstance(value, NDArray):
            if value is not self:
                value.copyto(self)
        elif isinstance(value, NUMBER_TYPES):
            if self._storage == "csr":
                raise ValueError("Assigning numeric types to CSRNDArray is not implemented yet.")
            data = self._sparse.data
            self._receive(sparse.all_rows(torch.full(self.shape, float(value), dtype=data.dtype, device=data.device)))
        elif isinstance(value, np.ndarray):
            text = f"Assigning non-NDArray object to {type(self).__name__} is not efficient"
            warnings.warn(text, RuntimeWarning, stacklevel=2)
            provided = tensor_of(value, self._t.dtype).to(self._t.device)
            if tuple(provided.shape) != self.shape:
                raise MXNetError(f"expected values of shape {self.shape}, got {tuple(provided.shape)}")
            self._receive(provided)
        else:
            raise TypeError(f"type {type(value)} not supported")

    # -- autograd ---------------------------------------------------------------------------------------------

    def attach_grad(self, grad_req: str = "write", stype: str | None = None) -> None:
        """Make the array a variable (:meth:`NDArray.attach_grad`); its gradient has the same storage by default."""
        super().attach_grad(grad_req, stype or self._storage)

    # -- exchange ---------------------------------------------------------------------------------------------

    def to_dlpack_for_read(self) -> Any:
        """Return a DLPack capsule of the stored elements."""
        return self._data().to_dlpack_for_read()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the values from MXNet's binary form, as MXNet itself pickles arrays."""
        if state.get("handle") is None:
            raise MXNetError("a pickled NDArray without values")
        value, self._ctx = fileformat.load_array(bytes(state["handle"]))
        self._receive(value)
        self._slot = None


#: what assigning by another key raises, as in 1.9.1
_NO_KEY: dict[str, type[Exception]] = {"csr": Exception, "row_sparse": TypeError}


class RowSparseNDArray(BaseSparseNDArray):
    """An array of which some whole rows are stored: :attr:`data` ``(k, ...)`` at rows :attr:`indices` ``(k,)``.

    All other rows are zero. Gradients of large tables are such arrays. They are made by
    :func:`mxnet.nd.sparse.row_sparse_array`.

    Parameters
    ----------
    handle
        Only None: an empty array.
    writable
        Whether it may be written to.

    Examples
    --------
    >>> x = mx.nd.array([[0, 0], [8, 9]]).tostype('row_sparse')
    >>> print(x.data.asnumpy(), x.indices.asnumpy())
    [[8. 9.]] [1]
    """

    __slots__ = ()
    __module__ = "mxnet.ndarray.sparse"
    _storage = "row_sparse"

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int):
            raise Exception("__getitem__ with int key is not implemented for RowSparseNDArray yet")
        if isinstance(key, slice):
            if key != _ALL:
                raise Exception("RowSparseNDArray only supports [:] for __getitem__")
            return self
        if isinstance(key, tuple):
            raise ValueError("Multi-dimension indexing is not supported")
        raise ValueError(f"Undefined behaviour for {key}")

    def retain(self, indices: Any) -> Any:
        """Return a copy with the rows ``indices`` (an array of positions) alone; those not stored are zeros."""
        return _apply("_sparse_retain", self, indices)


class CSRNDArray(BaseSparseNDArray):
    """A matrix of which single elements are stored, row after row (compressed sparse rows).

    Row ``i`` holds ``data[indptr[i] : indptr[i + 1]]`` in the columns ``indices[indptr[i] : indptr[i + 1]]``. Made by
    :func:`mxnet.nd.sparse.csr_matrix`.

    Parameters
    ----------
    handle
        Only None: an empty array.
    writable
        Whether it may be written to.

    Examples
    --------
    >>> x = mx.nd.array([[0, 7], [8, 9]]).tostype('csr')
    >>> print(x.data.asnumpy(), x.indices.asnumpy(), x.indptr.asnumpy())
    [7. 8. 9.] [1 0 1] [0 1 3]
    >>> print(mx.nd.sparse.dot(x, mx.nd.ones((2, 1))).asnumpy())
    [[ 7.]
     [17.]]
    """

    __slots__ = ()
    __module__ = "mxnet.ndarray.sparse"
    _storage = "csr"

    @property
    def indptr(self) -> NDArray:
        """A copy of where each row begins and ends in :attr:`data`; int64."""
        return self._aux_data(0)

    def __getitem__(self, key: Any) -> Any:
        """Return some rows that follow each other, a copy: ``x[2]`` (one row, still a matrix), ``x[2:5]``."""
        rows = self.shape[0]
        if isinstance(key, int) and not isinstance(key, bool):
            begin = key + rows if key < 0 else key
            if not 0 <= begin < rows:
                raise IndexError(f"index {key} is out of bounds for axis 0 with size {rows}")
            return self._rows(begin, begin + 1)
        if isinstance(key, slice):
            if key.step is not None:
                raise ValueError("CSRNDArray only supports continuous slicing on axis 0")
            begin, end, _ = key.indices(rows)
            return self if key == _ALL else self._rows(begin, max(begin, end))
        if isinstance(key, tuple):
            raise ValueError("Multi-dimension indexing is not supported")
        raise ValueError(f"Undefined behaviour for {key}")

    def _rows(self, begin: int, end: int) -> Any:
        if begin < end:
            return _apply("slice", self, begin=(begin,), end=(end,))
        data = self._sparse.data
        return self._of(sparse.empty("csr", (0, self.shape[1]), data.dtype, data.device), self._ctx)

    def asscipy(self) -> Any:
        """Return a copy as a SciPy ``csr_matrix``; ImportError where there is no SciPy."""
        from scipy import sparse as scipy_sparse

        parts = self.data.asnumpy(), self.indices.asnumpy(), self.indptr.asnumpy()
        return scipy_sparse.csr_matrix(parts, shape=self.shape, dtype=self.dtype)


# -- Python's operators ---------------------------------------------------------------------------------------


def _pair(same: str, broadcast: str, count: str, reflected: str) -> tuple[Any, Any]:
    """Return the methods ``array <op> other`` and ``other <op> array``; ``same``: of arrays of one shape."""

    def method(self: Any, other: Any) -> Any:
        if isinstance(other, NDArray):
            return _apply(same if self.shape == other.shape else broadcast, self, other)
        if isinstance(other, NUMBER_TYPES):
            return _apply(count, self, scalar=float(other))
        raise TypeError(f"an operand of type {type(other).__name__} is not supported: pass an array or a number")

    def mirrored(self: Any, other: Any) -> Any:
        if isinstance(other, NDArray):  # Python asks the subclass first
            return _apply(broadcast, other, self)
        if isinstance(other, NUMBER_TYPES):
            return _apply(reflected, self, scalar=float(other))
        raise TypeError(f"an operand of type {type(other).__name__} is not supported: pass an array or a number")

    return method, mirrored


def _inplace(method: Any) -> Any:
    def write(self: Any, other: Any) -> Any:
        tape.refuse_write(self)
        result = method(self, other)
        if result.shape != self.shape:
            raise MXNetError(f"in place: the array has shape {self.shape}, the result {result.shape}")
        self._receive(result._t if result._sparse is None else result._sparse)
        return self

    return write


for _row in (*ARITHMETIC, *COMPARISONS):
    _of_any = _row.arrays[1]
    _of_one_shape = _row.arrays[0] if _row.keeps_zero else _of_any  # of which there are sparse forms
    _method, _mirrored = _pair(_of_one_shape, _of_any, *_row.numbers)
    setattr(BaseSparseNDArray, f"__{_row.special}__", _method)
    if _row in ARITHMETIC:
        setattr(BaseSparseNDArray, f"__r{_row.special}__", _mirrored)
        if _row.special != "pow":
            setattr(BaseSparseNDArray, f"__i{_row.special}__", _inplace(_method))
for _prefix in ("", "r", "i"):
    setattr(BaseSparseNDArray, f"__{_prefix}div__", getattr(BaseSparseNDArray, f"__{_prefix}truediv__"))
BaseSparseNDArray.__hash__ = Arithmetic.__hash__  # type: ignore[method-assign]
BaseSparseNDArray.__neg__ = lambda self: _apply("_mul_scalar", self, scalar=-1.0)  # type: ignore[method-assign]
BaseSparseNDArray.__abs__ = lambda self: _apply("abs", self)  # type: ignore[method-assign]

storage.CLASSES.update({"default": NDArray, "row_sparse": RowSparseNDArray, "csr": CSRNDArray})
