"""Functions that make arrays: constants, ranges, identity matrices, windows; and choices between arrays.

``dtype`` is float32 unless given, float64 after :func:`mxnet.util.set_np_default_dtype`, ``ctx`` the device, the
current one unless given; ``order`` can only be ``'C'``.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.context import Context, current_context
from ...core.naming import named
from ...core.params import NULL, real_number
from ...core.semantics import semantics
from ...registry.manual import write
from .ufuncs import is_number


def _create(F: Any, op: str, *inputs: Any, ctx: Context | None, dtype: Any = None, **attributes: Any) -> Any:
    return F(
        op, *inputs, ctx=current_context() if ctx is None else ctx, dtype=dtype or semantics.float_dtype, **attributes
    )


def _c_order(order: str, of: str) -> None:
    if order != "C":
        raise NotImplementedError(f"`{of}` only supports order equal to `C`, while received {order}")


def _lengths(shape: Any) -> Any:
    return (shape,) if isinstance(shape, (int, np.integer)) else shape


def _constant(name: str) -> Callable[..., Any]:
    doc = write(
        f"Return an array of {name} of shape ``shape``.",
        {
            "shape : int or tuple of ints": "The lengths.",
            "dtype": "The data type; None: float32.",
            "order": "Only ``'C'``.",
        },
        "An array.",
        f">>> print(mx.np.{name}((2,)))\n{'[1. 1.]' if name == 'ones' else '[0. 0.]'}",
    )

    @named(name, doc)
    def function(F: Any, shape: Any, dtype: Any = None, order: str = "C", ctx: Context | None = None) -> Any:
        _c_order(order, name)
        return _create(F, f"_npi_{name}", shape=_lengths(shape), dtype=dtype, ctx=ctx)

    return function


def _fill_dtype(value: Any) -> Any:
    """Return the type of an array full of a number: bool of a bool, int64 of an integer in MXNet 2, else of floats."""
    if isinstance(value, bool):
        return np.bool_
    return np.int64 if semantics.api == 2 and isinstance(value, int) else semantics.float_dtype


def full(
    F: Any,
    shape: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str = "C",
    ctx: Context | None = None,
    out: Any = None,
) -> Any:
    """Return an array of shape ``shape`` full of one value, a number or an array that broadcasts.

    The type is bool for a bool, float32 for other numbers (in MXNet 2 int64 for an integer), and that of an array,
    unless ``dtype`` is given.

    Parameters
    ----------
    shape : int or tuple of ints
        The shape of the result.
    order
        Only ``'C'``.
    fill_value : number or array
        The value; an array is broadcast to ``shape``.

    Returns
    -------
    An array of that shape, in ``dtype``.

    Examples
    --------
    >>> print(mx.np.full((2, 2), 7))
    [[7. 7.]
     [7. 7.]]
    >>> print(mx.np.full((2, 2), mx.np.array([1, 2])))
    [[1. 2.]
     [1. 2.]]
    """
    _c_order(order, "full")
    lengths = _lengths(shape)
    if F.is_array(fill_value):
        filled = F("_npi_broadcast_to", fill_value, shape=lengths, out=None if dtype is not None else out)
        return filled if dtype is None else F("_npi_cast", filled, dtype=dtype, out=out)
    if dtype is None:
        dtype = _fill_dtype(fill_value)
    value = real_number(fill_value) if is_number(fill_value) else fill_value
    return _create(F, "_npi_full", shape=lengths, value=value, ctx=ctx, dtype=dtype, out=out)


def full_like(
    F: Any, a: Any, fill_value: float, dtype: Any = None, order: str = "C", ctx: Context | None = None, out: Any = None
) -> Any:
    """Return an array of the shape and type of ``a`` full of one number; ``dtype`` gives another type.

    Parameters
    ----------
    a
        The array whose shape the result has.
    fill_value : number
        The value.
    order
        Only ``'C'``.
    dtype
        The data type; None: that of ``a``.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> print(mx.np.full_like(mx.np.array([1, 2, 3]), 7))
    [7. 7. 7.]
    """
    _c_order(order, "full_like")
    F.expect("a", a)
    return F("_npi_full_like", a, fill_value=real_number(fill_value), dtype=dtype, out=out)


def _constant_like(name: str, value: float) -> Callable[..., Any]:
    values = name.removesuffix("_like")

    doc = write(
        f"Return an array of {values} of the shape and type of ``a``.",
        {"dtype": "The data type; None: that of ``a``.", "order": "Only ``'C'``."},
        "An array.",
        f">>> print(mx.np.{name}(mx.np.array([5, 6])))\n{'[1. 1.]' if value else '[0. 0.]'}",
    )

    @named(name, doc)
    def function(
        F: Any, a: Any, dtype: Any = None, order: str = "C", ctx: Context | None = None, out: Any = None
    ) -> Any:
        return full_like(F, a, value, dtype, order, ctx, out)

    return function


def empty_like(
    F: Any, prototype: Any, dtype: Any = None, order: str = "C", subok: bool = False, shape: Any = None
) -> Any:
    """Return an array of the shape and type of ``prototype`` with any values; ``dtype`` gives another type.

    Parameters
    ----------
    prototype : array
        The array whose shape the result has.
    dtype
        The data type; None: that of ``prototype``.
    order
        Only ``'C'``.
    subok, shape
        Only their defaults.

    Returns
    -------
    A new array, whose values mean nothing.

    Examples
    --------
    >>> mx.np.empty_like(mx.np.ones((2, 3))).shape
    (2, 3)
    """
    F.expect("prototype", prototype)
    kwargs = {f"order={order!r}": order != "C", f"subok={subok!r}": subok, f"shape={shape!r}": shape is not None}
    if unsupported := [text for text, is_given in kwargs.items() if is_given]:
        raise NotImplementedError(f"empty_like does not support {', '.join(unsupported)}")
    return F("_npi_full_like", prototype, fill_value=0.0, dtype=dtype)


def arange(F: Any, start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Context | None = None) -> Any:
    """Return ``start, start + step, ...`` below ``stop``; with one argument, ``0, 1, ...`` below that.

    Parameters
    ----------
    start : number
        The first value; the end where ``stop`` is not given.
    stop : number or None
        The end, which is not part of the result.
    step : number
        The distance of two values; a negative one counts down.
    dtype
        The data type; None: float32, unlike NumPy's int64.

    Returns
    -------
    An array of one axis, of ``ceil((stop - start) / step)`` elements.

    Raises
    ------
    ZeroDivisionError
        For a step of 0.

    Examples
    --------
    >>> print(mx.np.arange(4))
    [0. 1. 2. 3.]
    >>> print(mx.np.arange(1, 2, 0.25))
    [1.   1.25 1.5  1.75]
    """
    if step is None:
        step = 1
    if start is None and stop is None:
        start = 0
    if step == 0:
        raise ZeroDivisionError("step cannot be 0")
    if stop is None:
        start, stop = 0, start
    if dtype is None and semantics.float_dtype == "float64":
        dtype = np.int64
    return _create(F, "_npi_arange", start=start, stop=stop, step=step, ctx=ctx, dtype=dtype)


def eye(F: Any, N: int, M: int | None = None, k: int = 0, dtype: Any = None, **kwargs: Any) -> Any:
    """Return an ``N x M`` matrix (``N x N`` without M) with ones on diagonal ``k``; ``ctx`` may be given.

    Parameters
    ----------
    N
        The number of rows.
    M
        The number of columns; None: as many.
    k
        Which diagonal has the ones: 1 is the one above the main one, -1 the one below.
    dtype
        The data type; None: float32.
    **kwargs
        ``ctx``, the device.

    Returns
    -------
    A matrix, zero elsewhere.

    Examples
    --------
    >>> print(mx.np.eye(2, 3, k=1))
    [[0. 1. 0.]
     [0. 0. 1.]]
    """
    if "order" in kwargs:
        raise NotImplementedError("function eye does not support parameter order")
    return _create(F, "_npi_eye", N=N, M=M, k=k, ctx=kwargs.get("ctx"), dtype=dtype)


def identity(F: Any, n: int, dtype: Any = None, ctx: Context | None = None) -> Any:
    """Return the ``n x n`` identity matrix.

    Parameters
    ----------
    n
        The number of rows and columns.
    dtype
        The data type; None: float32.

    Returns
    -------
    A matrix with ones on the main diagonal.

    Examples
    --------
    >>> print(mx.np.identity(2))
    [[1. 0.]
     [0. 1.]]
    """
    if not isinstance(n, (int, np.integer)):
        raise TypeError("Input 'n' should be an integer")
    if n < 0:
        raise ValueError("Input 'n' cannot be negative")
    return _create(F, "_npi_identity", shape=(int(n), int(n)), ctx=ctx, dtype=dtype)


def _check_ends(start: Any, stop: Any, axis: int) -> None:
    for item in (start, stop):
        if isinstance(item, (list, tuple, np.ndarray)) or hasattr(item, "as_np_ndarray"):
            raise NotImplementedError("start and stop only support int and float")
    if axis != 0:
        raise NotImplementedError("the function only support axis 0")


def linspace(
    F: Any,
    start: float,
    stop: float,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
    ctx: Context | None = None,
) -> Any:
    """Return ``num`` numbers evenly spaced from ``start`` to ``stop``, without the last where not ``endpoint``.

    With ``retstep`` also the step between them.

    Parameters
    ----------
    start
        The first number.
    stop
        The last number, or with ``endpoint=False`` the one that would follow it.
    num
        How many there are.
    endpoint
        Whether ``stop`` is one of them.
    dtype
        The data type; None: float32.
    axis
        Only 0.
    retstep
        Whether the step is returned too.

    Returns
    -------
    An array of ``num`` elements; with ``retstep`` a pair of that and the step.

    Examples
    --------
    >>> print(mx.np.linspace(0, 1, 5))
    [0.   0.25 0.5  0.75 1.  ]
    >>> print(mx.np.linspace(0, 1, 4, endpoint=False))
    [0.   0.25 0.5  0.75]
    """
    _check_ends(start, stop, axis)
    result = _create(F, "_npi_linspace", start=start, stop=stop, num=num, endpoint=endpoint, ctx=ctx, dtype=dtype)
    return (result, (stop - start) / (num - 1 if endpoint else num)) if retstep else result


def logspace(
    F: Any,
    start: float,
    stop: float,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: Any = None,
    axis: int = 0,
    ctx: Context | None = None,
) -> Any:
    """Return ``base`` to ``num`` powers evenly spaced from ``start`` to ``stop``.

    Parameters
    ----------
    start
        The exponent of the first number.
    stop
        The exponent of the last number.
    num
        How many there are.
    endpoint
        Whether that of ``stop`` is one of them.
    base
        What is raised to the powers.
    dtype
        The data type; None: float32.
    axis
        Only 0.

    Returns
    -------
    An array of ``num`` elements.

    Examples
    --------
    >>> print(mx.np.logspace(0, 3, 4))
    [   1.   10.  100. 1000.]
    """
    _check_ends(start, stop, axis)
    return _create(
        F, "_npi_logspace", start=start, stop=stop, num=num, endpoint=endpoint, base=base, ctx=ctx, dtype=dtype
    )


def indices(F: Any, dimensions: Any, dtype: Any = None, ctx: Context | None = None) -> Any:
    """Return, for a grid of lengths ``dimensions``, each cell's position along each axis: int32, in MXNet 2 int64.

    Parameters
    ----------
    dimensions : tuple or list of ints
        The lengths of the grid.
    dtype
        The data type; None: int32, in MXNet 2 int64.

    Returns
    -------
    An array of shape ``(len(dimensions), *dimensions)``.

    Examples
    --------
    >>> print(mx.np.indices((2, 2)))
    [[[0 0]
      [1 1]]
    <BLANKLINE>
     [[0 1]
      [0 1]]]
    """
    if not isinstance(dimensions, (tuple, list)):
        raise ValueError("The dimensions must be sequence of ints")
    dtype = dtype or (np.int32 if semantics.api == 1 else np.int64)
    return _create(F, "_npi_indices", dimensions=tuple(dimensions), ctx=ctx, dtype=dtype)


def _window(name: str, formula: str, shown: str) -> Callable[..., Any]:
    doc = write(
        f"Return the {name} window: ``{formula}`` with ``t = 2 * pi * n / (M - 1)`` for n from 0 to M - 1.",
        {
            "M": "The number of points; 0 or less: an empty array, 1: an array of 1.",
            "dtype": "The data type; None: float32.",
        },
        "A vector, greatest in its middle.",
        f">>> print(mx.np.{name}(5)[1:4].round(2))\n{shown}",
    )

    @named(name, doc)
    def function(F: Any, M: int, dtype: Any = None, ctx: Context | None = None) -> Any:
        return _create(F, f"_npi_{name}", M=NULL if M is None else M, ctx=ctx, dtype=dtype)

    return function


def where(F: Any, condition: Any, x: Any, y: Any) -> Any:
    """Return ``x`` where ``condition`` is not 0 and ``y`` elsewhere, the shapes broadcast.

    Either may be a number, which takes the other's type; two numbers give float32.

    Parameters
    ----------
    condition : array or number
        What decides.
    x : array or number
        The values where it is not 0.
    y : array or number
        The values elsewhere.

    Returns
    -------
    An array of the three shapes, broadcast.

    Examples
    --------
    >>> a = mx.np.array([-1, 2, -3])
    >>> print(mx.np.where(a > 0, a, 0))
    [0. 2. 0.]
    """
    if is_number(condition):
        return x if condition else y
    F.expect("condition", condition)
    if F.is_array(x):
        if F.is_array(y):
            return F("_npi_where", condition, x, y)
        if is_number(y):
            return F("_npi_where_rscalar", condition, x, scalar=float(y))
    elif is_number(x):
        if F.is_array(y):
            return F("_npi_where_lscalar", condition, y, scalar=float(x))
        if is_number(y):
            return F("_npi_where_scalar2", condition, x=float(x), y=float(y))
    raise TypeError(f"type {type(x)} and {type(y)} not supported")


zeros = _constant("zeros")
FUNCTIONS = [
    zeros,
    _constant("ones"),
    full,
    full_like,
    _constant_like("zeros_like", 0.0),
    _constant_like("ones_like", 1.0),
    empty_like,
    arange,
    eye,
    identity,
    linspace,
    logspace,
    indices,
    _window("hanning", "0.5 - 0.5 * cos(t)", "[0.5 1.  0.5]"),
    _window("hamming", "0.54 - 0.46 * cos(t)", "[0.54 1.   0.54]"),
    _window("blackman", "0.42 - 0.5 * cos(t) + 0.08 * cos(2 * t)", "[0.34 1.   0.34]"),
    where,
]
