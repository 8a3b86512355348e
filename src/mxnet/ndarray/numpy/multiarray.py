"""``mx.np.ndarray``: the array of the NumPy interface.

It is the classic array with NumPy's rules: results without axes, booleans from comparisons, true division, NumPy's
indexing and printing. Both classes hold one tensor; ``as_nd_ndarray`` and ``as_np_ndarray`` change the class only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ...core.dtypes import NUMPY_OF_TORCH
from ...eager.arithmetic import operator_methods, without_attributes
from ...eager.dispatch import invoke
from ...eager.tape import state
from ...registry.op import get
from ..ndarray import NDArray
from .indexing import NumpyIndexing

if TYPE_CHECKING:
    from ..._stubs.methods import NumpyArrayMethods
else:
    NumpyArrayMethods = NDArray

_new = object.__new__
#: NumPy's types; bfloat16, which it lacks, is its name
_DTYPES = {t: dtype if isinstance(dtype, str) else np.dtype(dtype) for t, dtype in NUMPY_OF_TORCH.items()}


class ndarray(NumpyIndexing, NumpyArrayMethods):
    """An n-dimensional array that behaves as NumPy's does, with a device and gradients.

    Arrays are made by :func:`mxnet.np.array`, :func:`mxnet.np.zeros` and similar functions. Their methods are the
    functions of ``mx.np``, such as ``a.sum(axis=0)``. They are indexed as NumPy's; parts of the first axis, such as
    ``a[1:]``, are views, all else copies. ``a.attach_grad()`` asks for a gradient, ``a.ctx`` is the device,
    ``a.asnumpy()`` gives NumPy's array, ``a.as_nd_ndarray()`` the classic one.

    Parameters
    ----------
    handle
        The handle of an array, on whose memory another is made; None: one without memory. Programs need neither.
    writable
        Whether arithmetic in place is allowed.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> a.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = (a * a).sum()
    >>> loss.backward()
    >>> print(a.grad)
    [[2. 4.]
     [6. 8.]]
    >>> a[0] = 9
    >>> print(a[:, 1], a.shape, a.dtype)
    [9. 4.] (2, 2) float32
    """

    __slots__ = ()
    __module__ = "mxnet.numpy"

    @property
    def dtype(self) -> Any:
        """The data type, NumPy's."""
        return _DTYPES[self._t.dtype]

    def __repr__(self) -> str:
        if self._slot and state.trace is not None:
            return f"array(of shape {tuple(self._t.shape)}, traced)"
        values = self.asnumpy()
        text = repr(values)
        if self._t.dtype is torch.float32:  # the default type goes unsaid, unlike NumPy's
            text = text.replace(", dtype=float32)", ")").replace(",\n      dtype=float32)", ")")
        elif "dtype=" not in text and self._t.dtype is not torch.bool:
            text = f"{text[:-1]}, dtype={values.dtype})"
        return text if self._ctx.device_type == "cpu" else f"{text[:-1]}, ctx={self._ctx})"

    def __str__(self) -> str:
        return str(self.asnumpy())

    def as_np_ndarray(self) -> ndarray:
        """Return this array: it is of the NumPy interface already.

        Returns
        -------
        This array.

        Examples
        --------
        >>> a = mx.np.array([1, 2])
        >>> a.as_np_ndarray() is a
        True
        """
        return self

    def as_nd_ndarray(self) -> NDArray:
        """Return a classic array on the same memory, with the same history.

        Returns
        -------
        An :class:`NDArray`.

        Examples
        --------
        >>> a = mx.np.array([1, 2])
        >>> type(a.as_nd_ndarray()).__name__
        'NDArray'
        """
        return recast(self, NDArray)

    def __matmul__(self, other: Any) -> ndarray:
        return _matrix_product(self, other)

    def __rmatmul__(self, other: Any) -> ndarray:
        return _matrix_product(other, self)

    def __imatmul__(self, other: Any) -> ndarray:
        return _matrix_product(self, other, self)


def _matrix_product(a: Any, b: Any, out: Any = None) -> Any:
    if type(a) is type(b) is ndarray and out is None:
        return without_attributes("_npi_matmul")(a, b)
    for item in (a, b):
        if not isinstance(item, ndarray):
            cls = TypeError if isinstance(item, NDArray) else AssertionError  # as 1.9.1
            raise cls(f"matmul: expected an array of mx.np, got {type(item).__name__}")
    return invoke(get("_npi_matmul"), (a, b), {}, out, ndarray)


def recast(array: Any, cls: type) -> Any:
    """Return an array of another class on the same memory, with the same history."""
    result = _new(cls)
    result._t, result._ctx, result._slot = array._t, array._ctx, array._slot
    return result


for _name, _method in operator_methods(lambda row: row.numpy_operators, lambda compare: compare).items():
    setattr(ndarray, _name, _method)
