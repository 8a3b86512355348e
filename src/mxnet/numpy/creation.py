"""Arrays from values and from existing memory: creation that needs no operator."""

import operator
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.context import Context, takes_device
from ..core.semantics import semantics
from ..ndarray.numpy import _op
from ..ndarray.numpy.multiarray import ndarray


@takes_device
def array(object: Any, dtype: Any = None, ctx: Context | None = None) -> ndarray:
    """Return a new array of the values of ``object``.

    Unlike NumPy's, it is float32 whatever Python's numbers are. In MXNet 2's interface it is float32 for arrays of
    NumPy's, too. :func:`mxnet.util.set_np_default_dtype` makes it float64 in place of float32.

    Parameters
    ----------
    object : number, nested list, or array of NumPy's or of ours
        The values; lists must be of equal lengths at each level.
    dtype : str or type
        The data type; None: that of an array or of a number of NumPy's, float32 for all else.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    device
        The same as ``ctx``, by the name that MXNet 2 gives it.

    Returns
    -------
    A new array, which shares no memory with ``object``.

    Examples
    --------
    >>> mx.np.array([[1, 2], [3, 4]])
    array([[1., 2.],
           [3., 4.]])
    >>> mx.np.array([1, 2], dtype='int32')
    array([1, 2], dtype=int32)
    >>> mx.np.array(np.arange(3)).dtype
    dtype('int64')
    """
    if dtype is None:
        keeps_type = semantics.api == 1 or semantics.float_dtype == "float64"
        typed = (nd.NDArray, np.ndarray, np.generic) if keeps_type else (nd.NDArray, np.generic)
        dtype = object.dtype if isinstance(object, typed) else semantics.float_dtype
    return nd.array(object, ctx, dtype).as_np_ndarray()


@takes_device
def asarray(a: Any, dtype: Any = None, ctx: Any = None) -> ndarray:
    """Return the values of ``a`` as an array: ``a`` itself where it is one of the dtype and on the device asked for.

    Parameters
    ----------
    a : number, nested list, or array of NumPy's or of ours
        The values.
    dtype : str or type
        The data type; None: as :func:`array`.
    ctx
        The device; None: that of an array of ours, else the current one.
    device
        The same as ``ctx``, by the name that MXNet 2 gives it.

    Returns
    -------
    ``a``, or a new array.

    Examples
    --------
    >>> a = mx.np.array([1, 2])
    >>> mx.np.asarray(a) is a
    True
    >>> mx.np.asarray(a, dtype='float64').dtype
    dtype('float64')
    """
    if isinstance(a, ndarray) and (dtype is None or a.dtype == np.dtype(dtype)) and ctx in (None, a.ctx):
        return a
    return array(a, dtype, ctx)


@takes_device
def empty(shape: Any, dtype: Any = None, order: str = "C", ctx: Context | None = None) -> ndarray:
    """Return an array whose elements have any values: for one that is filled afterwards.

    Parameters
    ----------
    shape : int or tuple of ints
        The shape of the result.
    dtype : str or type
        The data type; None: float32.
    order
        Only ``'C'``.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    device
        The same as ``ctx``, by the name that MXNet 2 gives it.

    Returns
    -------
    An array of that shape.

    Raises
    ------
    NotImplementedError
        For another ``order``.

    Examples
    --------
    >>> a = mx.np.empty((2, 3))
    >>> a.shape, a.dtype
    ((2, 3), dtype('float32'))
    """
    if order != "C":
        raise NotImplementedError(f"`empty` only supports order equal to `C`, while received {order}")
    lengths = (shape,) if isinstance(shape, int) else tuple(map(operator.index, shape))
    return nd.empty(lengths, ctx, dtype or semantics.float_dtype).as_np_ndarray()


def copy(a: ndarray, out: ndarray | None = None) -> ndarray:
    """Return a copy of ``a``, with a gradient that reaches it.

    Parameters
    ----------
    a
        The input: no list.
    out
        An array of the shape and dtype of ``a``, which receives the copy and is returned; None: a new one.

    Returns
    -------
    An array that shares no memory with ``a``.

    Examples
    --------
    >>> a = mx.np.array([1, 2])
    >>> b = mx.np.copy(a)
    >>> b[0] = 9
    >>> print(a, b)
    [1. 2.] [9. 2.]
    """
    if not hasattr(a, "as_np_ndarray"):
        raise AssertionError(f"Argument a must have NDArray type, but got {a}")
    return _op.copy(a, out=out)


def genfromtxt(*args: Any, **kwargs: Any) -> ndarray:
    """Return the numbers of a text file as an array, what is missing as NaN: NumPy's ``genfromtxt``.

    Parameters
    ----------
    *args
        The file, its name, or a list of lines; NumPy's other arguments.
    **kwargs
        NumPy's arguments, such as ``delimiter``, ``skip_header``, ``usecols``, ``filling_values`` and ``dtype``; and
        ``ctx``, the device of the result.

    Returns
    -------
    An array, float64 unless ``dtype`` is given.

    Examples
    --------
    >>> print(mx.np.genfromtxt(['1,2', '3,'], delimiter=','))
    [[ 1.  2.]
     [ 3. nan]]
    """
    ctx = kwargs.pop("ctx", None)
    values = np.genfromtxt(*args, **kwargs)
    return array(values, dtype=values.dtype, ctx=ctx)
