"""Methods of ``mx.np.ndarray``, written once for arrays and symbols; their first argument after ``F`` is the array."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import numpy as np

from ...core.semantics import semantics
from ...ops.elementwise_table import BINARY, INT_ONLY, UNARY
from ...registry.manual import write
from .. import Frontend, bind
from . import of_np, products, reductions, search, shape, ufuncs


def _reduced(name: str, words: str, shown: str, **parameters: str) -> str:
    return write(
        f"Return {words} over ``axis``.",
        {"axis : None, int or tuple of ints": "The axes over which is reduced; None: all.", **parameters},
        "An array without the axes.",
        f">>> a = mx.np.array([[1, 0], [4, 3]])\n>>> print(a.{name}(axis=1))\n{shown}",
    )


def _reduction(name: str, op: str, words: str, shown: str) -> Callable[..., Any]:
    def method(F: Any, self: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        return F(op, self, axis=axis, dtype=dtype, keepdims=keepdims, out=out)

    dtype = f"The data type of the result; None: that which :func:`mxnet.np.{name}` gives."
    method.__name__, method.__doc__ = name, _reduced(name, words, shown, dtype=dtype)
    return method


def _choice(name: str, op: str, words: str, shown: str) -> Callable[..., Any]:
    def method(F: Any, self: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        return F(op, self, axis=axis, keepdims=keepdims, out=out)

    method.__name__, method.__doc__ = name, _reduced(name, words, shown)
    return method


def argsort(
    F: Any, self: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False,
    stable: bool = True,
) -> Any:  # fmt: skip
    """Return the positions that sort the array along ``axis``.

    Parameters
    ----------
    axis : int or None
        The axis; None: the array is taken as flat.
    kind
        Without effect, except True or False, which is read as ``descending``.
    order
        Only None.
    descending
        Whether the greatest comes first.
    stable
        Without effect: equal elements always stay in their order.

    Returns
    -------
    An array of positions, int64.

    Examples
    --------
    >>> print(mx.np.array([3, 1, 2]).argsort())
    [1 2 0]
    """
    return search.argsort(F, self, axis, kind, order, descending=descending, stable=stable)


def astype(
    F: Any, self: Any, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
) -> Any:
    """Return the values in another data type.

    Parameters
    ----------
    dtype
        The new data type; None: float32.
    order
        'K' or 'C', without effect.
    casting
        Only 'unsafe'.
    subok
        Only True.
    copy
        Whether an array that has the type is copied too.

    Returns
    -------
    A new array, or the array itself with ``copy=False`` where it has the type.

    Raises
    ------
    ValueError
        For another ``order``, ``casting`` or ``subok``.

    Examples
    --------
    >>> print(mx.np.array([1.7, -1.7]).astype('int32'))
    [ 1 -1]
    """
    if order not in ("K", "C"):
        raise ValueError("order must be either 'K' or 'C'")
    if casting != "unsafe":
        raise ValueError("casting must be equal to 'unsafe'")
    if not subok:
        raise ValueError("subok must be equal to True")
    return F.cast(self, np.float32 if dtype is None else dtype, copy)


def _c_only(order: str) -> None:
    if order != "C":
        raise NotImplementedError(f"only supports C-order, while received {order}")


def flatten(F: Any, self: Any, order: str = "C") -> Any:
    """Return the array with one axis, row by row.

    Parameters
    ----------
    order
        Only ``'C'``.

    Returns
    -------
    A copy with one axis.

    Examples
    --------
    >>> print(mx.np.array([[1, 2], [3, 4]]).flatten())
    [1. 2. 3. 4.]
    """
    _c_only(order)
    return F("_np_reshape", self, newshape=(-1,), order=order)


def reshape(F: Any, self: Any, *args: Any, **kwargs: Any) -> Any:
    """Return the array in another shape, with the same elements in the order of rows.

    Parameters
    ----------
    *args
        The lengths, or one tuple of them; one may be -1: what is left over.
    **kwargs
        ``order``: only ``'C'``.

    Returns
    -------
    A new array: unlike NumPy's, it shares no memory with this one; :meth:`reshape_view` does.

    See Also
    --------
    mxnet.npx.reshape : has more codes, such as -2.

    Examples
    --------
    >>> a = mx.np.arange(6)
    >>> print(a.reshape(2, -1))
    [[0. 1. 2.]
     [3. 4. 5.]]
    """
    order = kwargs.pop("order", "C")
    if kwargs:
        raise TypeError(f"{next(iter(kwargs))} is an invalid keyword argument for this function")
    _c_only(order)
    if not args:
        raise TypeError("reshape() takes exactly 1 argument (0 given)")
    newshape = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
    return F("_np_reshape", self, newshape=tuple(newshape), order=order)


def transpose(F: Any, self: Any, *axes: Any) -> Any:
    """Return the array with its axes in another order.

    Parameters
    ----------
    *axes
        Which axis of the array comes where, as numbers or as one tuple; none: the order is reversed.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> mx.np.ones((2, 3, 4)).transpose(1, 0, 2).shape
    (3, 2, 4)
    >>> mx.np.ones((2, 3)).T.shape
    (3, 2)
    """
    order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes or None
    return F("_np_transpose", self, axes=order)


def T(F: Any, self: Any) -> Any:
    """The array with its axes reversed."""
    return F("_np_transpose", self, axes=None)


def squeeze(F: Any, self: Any, axis: Any = None) -> Any:
    """Return the array without its axes of length 1, or without those given.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes to leave out, each of length 1; None: all of length 1.

    Returns
    -------
    An array with fewer axes.

    Examples
    --------
    >>> mx.np.ones((1, 3, 1)).squeeze().shape
    (3,)
    """
    return F("_np_squeeze", self, axis=axis)


def swapaxes(F: Any, self: Any, axis1: int, axis2: int) -> Any:
    """Return the array with two axes exchanged.

    Parameters
    ----------
    axis1, axis2
        The axes, negative ones counted from the last.

    Returns
    -------
    A copy.

    Examples
    --------
    >>> mx.np.ones((2, 3, 4)).swapaxes(0, 2).shape
    (4, 3, 2)
    """
    return shape.swapaxes(F, self, axis1, axis2)


def repeat(F: Any, self: Any, repeats: Any, axis: int | None = None) -> Any:
    """Return the array with every element, or slice along ``axis``, repeated.

    Parameters
    ----------
    repeats : int, or list of ints
        How often each is repeated.
    axis : int or None
        The axis; None: the array is taken as flat.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> print(mx.np.array([1, 2]).repeat(2))
    [1. 1. 2. 2.]
    """
    return of_np.repeat(F, self, repeats, axis)


def take(F: Any, self: Any, indices: Any, axis: int | None = None, mode: str = "raise") -> Any:
    """Return the elements at ``indices`` along ``axis``.

    Parameters
    ----------
    indices : array
        The positions; their shape takes the place of the axis.
    axis : int or None
        The axis; None: the array is taken as flat.
    mode : {'raise', 'clip', 'wrap'}
        What is done with positions out of range: an error, also for negative ones; the ends' elements; or they are
        counted around.

    Returns
    -------
    An array.

    Examples
    --------
    >>> a = mx.np.array([10, 20, 30])
    >>> print(a.take(mx.np.array([0, 2])))
    [10. 30.]
    """
    F.expect("indices", indices)
    if axis is None:
        return F("_npi_take", F("_npx_reshape", self, newshape=-1), indices, axis=0, mode=mode)
    return F("_npi_take", self, indices, axis=axis, mode=mode)


def clip(F: Any, self: Any, min: Any = None, max: Any = None, out: Any = None) -> Any:
    """Return the array with values below ``min`` raised to it and those above ``max`` lowered to that.

    Parameters
    ----------
    min
        The lower bound; None: none.
    max
        The upper bound; None: none.

    Returns
    -------
    An array of the same shape and dtype.

    Examples
    --------
    >>> print(mx.np.array([-1, 0.5, 3]).clip(0, 1))
    [0.  0.5 1. ]
    """
    return ufuncs.clip(F, self, min, max, out)


def round(F: Any, self: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Return the array rounded to so many decimals, halves to the even neighbour.

    Parameters
    ----------
    decimals
        How many digits after the point; negative: before it.
    **kwargs
        None are taken.

    Returns
    -------
    An array of the same shape and dtype.

    Examples
    --------
    >>> print(mx.np.array([0.5, 1.5, 2.345]).round(1))
    [0.5 1.5 2.3]
    """
    return ufuncs.around(F, self, decimals, out, **kwargs)


def dot(F: Any, self: Any, b: Any, out: Any = None) -> Any:
    """Return the dot product with ``b``, see :func:`mxnet.np.dot`.

    Parameters
    ----------
    b
        The second factor.

    Returns
    -------
    An array.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(a.dot(mx.np.array([10, 1])))
    [12. 34.]
    """
    return products.dot(F, self, b, out)


def std(
    F: Any, self: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False
) -> Any:
    """Return the standard deviation over ``axis``.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of the array.
    ddof
        What the number of elements is lessened by: 1 for the deviation of a sample.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> print(mx.np.array([1, 3, 5, 7]).std(ddof=1))
    2.5819888
    """
    return reductions.std(F, self, axis, dtype, out, ddof, keepdims)


def var(
    F: Any, self: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False
) -> Any:
    """Return the variance over ``axis``.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of the array.
    ddof
        What the number of elements is lessened by: 1 for the variance of a sample.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> print(mx.np.array([1, 3, 5, 7]).var(ddof=1))
    6.6666665
    """
    return reductions.var(F, self, axis, dtype, out, ddof, keepdims)


def cumsum(F: Any, self: Any, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the sums of the elements up to each along ``axis``.

    Parameters
    ----------
    axis : int or None
        The axis; None: the array is taken as flat.
    dtype
        The data type of the result; None: that of the array.

    Returns
    -------
    An array of the same shape; a vector where ``axis`` is None.

    Examples
    --------
    >>> print(mx.np.array([1, 2, 3]).cumsum())
    [1. 3. 6.]
    """
    return F("_np_cumsum", self, axis=axis, dtype=dtype, out=out)


def diagonal(F: Any, self: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the diagonals over two axes, as the last axis, the others before it.

    Parameters
    ----------
    offset
        Which diagonal: 1 is the one above the main one, -1 the one below.
    axis1, axis2
        The axes of the matrices.

    Returns
    -------
    An array without the two axes, and with the diagonals as last one.

    Examples
    --------
    >>> print(mx.np.array([[1, 2], [3, 4]]).diagonal())
    [1. 4.]
    """
    return F("_np_diagonal", self, offset=offset, axis1=axis1, axis2=axis2)


def argmax(F: Any, self: Any, axis: int | None = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the place of the first greatest element along ``axis``.

    Parameters
    ----------
    axis : int or None
        The axis; None: the place is the one in the flat array.

    Returns
    -------
    An array of int64 without the axis.

    Examples
    --------
    >>> print(mx.np.array([[1, 5, 2], [7, 0, 7]]).argmax(axis=1))
    [1 0]
    """
    return reductions.argmax(F, self, axis, out, keepdims)


def argmin(F: Any, self: Any, axis: int | None = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the place of the first least element along ``axis``.

    Parameters
    ----------
    axis : int or None
        The axis; None: the place is the one in the flat array.

    Returns
    -------
    An array of int64 without the axis.

    Examples
    --------
    >>> print(mx.np.array([[1, 5, 2], [7, 0, 7]]).argmin(axis=1))
    [0 1]
    """
    return reductions.argmin(F, self, axis, out, keepdims)


def sort(F: Any, self: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Raise TypeError: arrays are not sorted in place; use ``mx.np.sort``, as MXNet 2's method does.

    Parameters
    ----------
    axis, kind, order
        As of ``mx.np.sort``.

    Returns
    -------
    In MXNet 2 a sorted copy.

    Examples
    --------
    >>> mx.np.ones(2).sort()
    Traceback (most recent call last):
        ...
    TypeError: sort: arrays are not sorted in place: use mx.np.sort
    """
    if semantics.api == 2:
        return search.sort(F, self, axis, kind, order)
    raise TypeError("sort: arrays are not sorted in place: use mx.np.sort")


_METHODS: list[Callable[..., Any]] = [
    _reduction("sum", "_np_sum", "the sum", "[1. 7.]"),
    _reduction("prod", "_np_prod", "the product", "[ 0. 12.]"),
    _reduction("mean", "_npi_mean", "the mean", "[0.5 3.5]"),
    _choice("all", "_np_all", "whether no element is 0", "[False  True]"),
    _choice("any", "_np_any", "whether any element is not 0", "[ True  True]"),
    _choice("max", "_np_max", "the greatest element", "[1. 4.]"),
    _choice("min", "_np_min", "the least element", "[0. 3.]"),
    *(
        argmax,
        argmin,
        argsort,
        astype,
        clip,
        cumsum,
        diagonal,
        dot,
        flatten,
        repeat,
        reshape,
        round,
        sort,
        squeeze,
        std,
        swapaxes,
    ),
    *(take, transpose, var),
]
#: methods of the classic array that the NumPy interface does not have
REFUSED = (
    *(row.name for row in UNARY if row.method),
    *("argmax_channel", "broadcast_axes", "broadcast_like", "depth_to_space", "diag", "expand_dims", "flip"),
    *("log_softmax", "nanprod", "nansum", "norm", "one_hot", "ones_like", "pad", "pick", "reshape_like"),
    *("shape_array", "size_array", "slice", "slice_axis", "slice_like", "softmax", "softmin", "space_to_depth"),
    *("split", "split_v2", "tile", "topk", "zeros_like"),
)
#: Python's operators beyond arithmetic -> the function
OPERATORS = {row.special: row.name for row in BINARY if row.special and row.promotion is INT_ONLY and not row.extension}


def _refuse(name: str, owner: str) -> Callable[..., Any]:
    hint = "; MXNet has x.item()" if name == "asscalar" else ""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise AttributeError(f"{owner} object has no attribute {name}{hint}")

    refusal = f"AttributeError: mxnet.numpy.ndarray object has no attribute {name}{hint}"
    method.__name__, method.__doc__ = (
        name,
        write(
            f"Raise AttributeError: use ``mx.np`` or ``mx.npx`` for ``{name}``, which classic arrays have.",
            {"*args, **kwargs": "Not read."},
            "Nothing.",
            f">>> mx.np.ones(2).{name}()\nTraceback (most recent call last):\n    ...\n{refusal}",
        ),
    )
    return method


def attach(cls: type, F: Frontend, owner: str, refused: Iterable[str] = (), own: Collection[str] = frozenset()) -> None:
    """Give a class of arrays or symbols its methods, but for its ``own``.

    ``owner`` is its name in errors, ``refused`` are more methods that it does not have.
    """
    result: dict[str, Any] = {method.__name__: bind(method, F, cls.__module__) for method in _METHODS}
    result |= {name: _refuse(name, owner) for name in (*REFUSED, *refused)}
    result |= {f"__{name}__": _operator(F, name, function) for name, function in OPERATORS.items()}
    result["T"] = property(bind(T, F, cls.__module__))
    result["__invert__"] = lambda self: F("_npi_bitwise_not", self)
    result["__matmul__"] = lambda self, other: _product(F, self, other)
    result["__rmatmul__"] = lambda self, other: _product(F, other, self)
    for name, method in result.items():
        if name not in own:
            setattr(cls, name, method)


def _operator(F: Frontend, name: str, function: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        return ufuncs.combine(F, ufuncs.PAIRS[function], function, self, other)

    method.__name__, method.__doc__ = f"__{name}__", f"Return ``mx.np.{function}(self, other)``."
    return method


def _product(F: Any, a: Any, b: Any) -> Any:
    F.expect("a", a)
    F.expect("b", b)
    return products.matmul(F, a, b)
