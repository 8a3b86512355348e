"""The functions of ``mx.sym`` that are more than an operator: creation, and operations on symbols or numbers."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .arithmetic import Pair, combine, is_number, pair_of, reverse
from .create import call
from .symbol import Group, Symbol, Variable, var

__all__ = [
    "Group", "Symbol", "Variable", "arange", "eye", "full", "histogram", "hypot", "linspace", "maximum", "minimum",
    "ones", "pow", "power", "split_v2", "var", "zeros",
]  # fmt: skip

_MAXIMUM, _MINIMUM, _HYPOT, _POWER = (pair_of(name) for name in ("maximum", "minimum", "hypot", "power"))


def zeros(shape: int | tuple[int, ...], dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return a symbol of an array of zeros.

    Parameters
    ----------
    shape
        The shape; lengths of 0 are filled in by inference.
    dtype
        The data type; None: float32.
    **kwargs
        ``name`` and ``attr``, as of every operator.

    Returns
    -------
    A Symbol without arguments.

    Examples
    --------
    >>> print(mx.sym.zeros((2, 3)).eval()[0].asnumpy())
    [[0. 0. 0.]
     [0. 0. 0.]]
    """
    return call(Symbol, "_zeros", shape=shape, dtype=_or_float32(dtype), **kwargs)


def ones(shape: int | tuple[int, ...], dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return a symbol of an array of ones.

    Parameters
    ----------
    shape
        The shape; lengths of 0 are filled in by inference.
    dtype
        The data type; None: float32.
    **kwargs
        ``name`` and ``attr``, as of every operator.

    Returns
    -------
    A Symbol without arguments.

    Examples
    --------
    >>> print(mx.sym.ones((2, 2)).eval()[0].asnumpy())
    [[1. 1.]
     [1. 1.]]
    """
    return call(Symbol, "_ones", shape=shape, dtype=_or_float32(dtype), **kwargs)


def full(shape: int | tuple[int, ...], val: float, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return a symbol of an array that has one value everywhere.

    Parameters
    ----------
    val
        The value.
    shape
        The shape; lengths of 0 are filled in by inference.
    dtype
        The data type; None: float32.
    **kwargs
        ``name`` and ``attr``, as of every operator.

    Returns
    -------
    A Symbol without arguments.

    Examples
    --------
    >>> print(mx.sym.full((2, 2), 7).eval()[0].asnumpy())
    [[7. 7.]
     [7. 7.]]
    """
    return call(Symbol, "_full", shape=shape, dtype=_or_float32(dtype), value=float(val), **kwargs)


def arange(
    start: float,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool = False,
    name: str | None = None,
    dtype: Any = None,
) -> Symbol:
    """Return a symbol of ``start, start + step, ...`` up to but without ``stop``, every value ``repeat`` times.

    Parameters
    ----------
    start
        The first value; given alone, it is ``stop``, and the first value is 0.
    stop
        Where the values end; it is not among them.
    step
        The distance of two values.
    repeat
        How many times each value stands there.
    infer_range
        Whether ``stop`` follows from the length that shape inference finds.
    name
        The name of the symbol; None: one is made.
    dtype
        The data type; None: float32.

    Returns
    -------
    A Symbol of an array of one axis.

    Examples
    --------
    >>> print(mx.sym.arange(1, 3, 0.5).eval()[0].asnumpy())
    [1.  1.5 2.  2.5]
    """
    attributes = {"start": start, "stop": stop, "step": step, "repeat": repeat, "infer_range": infer_range}
    return call(Symbol, "_arange", name=name, dtype=_or_float32(dtype), **attributes)


def linspace(
    start: float, stop: float, num: int, endpoint: bool = True, name: str | None = None, dtype: Any = None
) -> Symbol:
    """Return a symbol of evenly spaced numbers from ``start`` to ``stop``.

    Parameters
    ----------
    start
        The first value.
    stop
        The last value, or with ``endpoint=False`` the one that would follow.
    num
        How many values.
    endpoint
        Whether ``stop`` is among them.
    name
        The name of the symbol; None: one is made.
    dtype
        The data type; None: float32.

    Returns
    -------
    A Symbol of an array of one axis.

    Examples
    --------
    >>> print(mx.sym.linspace(0, 1, 5).eval()[0].asnumpy())
    [0.   0.25 0.5  0.75 1.  ]
    """
    attributes = {"start": start, "stop": stop, "num": num, "endpoint": endpoint}
    return call(Symbol, "_linspace", name=name, dtype=_or_float32(dtype), **attributes)


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return a symbol of a matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N
        The number of rows.
    M
        The number of columns; 0: as many as rows.
    k
        Which diagonal: 0 the main one, 1 the one above it, -1 the one below.
    dtype
        The data type; None: float32.
    **kwargs
        ``name`` and ``attr``, as of every operator.

    Returns
    -------
    A Symbol.

    Examples
    --------
    >>> print(mx.sym.eye(2, 3, k=1).eval()[0].asnumpy())
    [[0. 1. 0.]
     [0. 0. 1.]]
    """
    return call(Symbol, "_eye", N=N, M=M, k=k, dtype=_or_float32(dtype), **kwargs)


def histogram(a: Symbol, bins: int | Symbol = 10, range: tuple[float, float] | None = None, **kwargs: Any) -> Symbol:
    """Return a symbol of how many elements fall into each of several bins.

    Parameters
    ----------
    a
        The array.
    bins
        The number of bins of equal width, with ``range``, or a symbol of their edges.
    range
        The least and the greatest value that are counted; to be given where ``bins`` is a number.
    **kwargs
        ``name`` and ``attr``, as of every operator.

    Returns
    -------
    A Symbol of two outputs, the counts and the edges.

    Raises
    ------
    ValueError
        For ``bins`` of another type, and a number without ``range``.

    Examples
    --------
    >>> counts, edges = mx.sym.histogram(mx.sym.Variable('x'), bins=2, range=(0, 6)).eval(x=mx.nd.array([1, 2, 2, 5]))
    >>> print(counts.asnumpy(), edges.asnumpy())
    [3 1] [0. 3. 6.]
    """
    if isinstance(bins, Symbol):
        return call(Symbol, "_histogram", a, bins, **kwargs)
    if not isinstance(bins, (int, np.integer)):
        raise ValueError("bins argument should be either an integer or an NDArray")
    if range is None:
        raise ValueError("null range is not supported in symbol mode")
    return call(Symbol, "_histogram", a, bin_cnt=bins, range=range, **kwargs)


def split_v2(
    ary: Symbol, indices_or_sections: int | tuple[int, ...], axis: int = 0, squeeze_axis: bool = False
) -> Symbol:
    """Return a symbol of the parts into which an array is cut along an axis.

    Parameters
    ----------
    ary
        What is cut.
    indices_or_sections
        Into how many equal parts, or a tuple of the indices at which it is cut: (2, 5) gives [:2], [2:5] and [5:].
    axis
        The axis that is cut.
    squeeze_axis
        Whether parts of length 1 lose the axis.

    Returns
    -------
    A Symbol with one output for each part.

    Examples
    --------
    >>> parts = mx.sym.split_v2(mx.sym.Variable('x'), (1, 4))
    >>> print(parts.eval(x=mx.nd.arange(6))[1].asnumpy())
    [1. 2. 3.]
    """
    return ary.split_v2(indices_or_sections, axis, squeeze_axis)


def maximum(left: Any, right: Any) -> Any:
    """Return the greater of each two elements.

    Parameters
    ----------
    left : Symbol or number
        The first operand.
    right : Symbol or number
        The second operand.

    Returns
    -------
    A Symbol of both shapes, broadcast; of two numbers a number.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> print(mx.sym.maximum(x, 2).eval(x=mx.nd.array([1, 2, 3]))[0].asnumpy())
    [2. 2. 3.]
    """
    return _either(left, right, _MAXIMUM, lambda a, b: a if a > b else b)


def minimum(left: Any, right: Any) -> Any:
    """Return the smaller of each two elements.

    Parameters
    ----------
    left : Symbol or number
        The first operand.
    right : Symbol or number
        The second operand.

    Returns
    -------
    A Symbol of both shapes, broadcast; of two numbers a number.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> print(mx.sym.minimum(x, 2).eval(x=mx.nd.array([1, 2, 3]))[0].asnumpy())
    [1. 2. 2.]
    """
    return _either(left, right, _MINIMUM, lambda a, b: a if a < b else b)


def hypot(left: Any, right: Any) -> Any:
    """Return ``sqrt(left**2 + right**2)``, element by element.

    Parameters
    ----------
    left : Symbol or number
        The first operand.
    right : Symbol or number
        The second operand.

    Returns
    -------
    A Symbol of both shapes, broadcast; of two numbers a number.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> print(mx.sym.hypot(x, 4).eval(x=mx.nd.array([3, 0]))[0].asnumpy())
    [5. 4.]
    """
    return _either(left, right, _HYPOT, np.hypot)


def power(base: Any, exp: Any) -> Any:
    """Return ``base ** exp``, element by element.

    Parameters
    ----------
    base : Symbol or number
        What is raised.
    exp : Symbol or number
        The exponent.

    Returns
    -------
    A Symbol of both shapes, broadcast; of two numbers a number.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> print(mx.sym.power(x, 2).eval(x=mx.nd.array([1, 2, 3]))[0].asnumpy())
    [1. 4. 9.]
    """
    return _either(base, exp, _POWER, lambda a, b: a**b)


def pow(base: Any, exp: Any) -> Any:
    """Return ``base ** exp``, element by element.

    Parameters
    ----------
    base : Symbol or number
        What is raised.
    exp : Symbol or number
        The exponent.

    Returns
    -------
    A Symbol of both shapes, broadcast; of two numbers a number.

    See Also
    --------
    power : the same.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> print(mx.sym.pow(2, x).eval(x=mx.nd.array([1, 2, 3]))[0].asnumpy())
    [2. 4. 8.]
    """
    return power(base, exp)


def _either(left: Any, right: Any, pair: Pair, numbers: Callable[[Any, Any], Any]) -> Any:
    kinds = ("symbol" if isinstance(x, Symbol) else "number" if is_number(x) else "" for x in (left, right))
    match tuple(kinds):
        case ("symbol", "symbol" | "number"):
            return combine(left, right, pair)
        case ("number", "symbol"):
            return reverse(right, left, pair)
        case ("number", "number"):
            return numbers(left, right)
    raise TypeError(f"types ({type(left)}, {type(right)}) not supported")


def _or_float32(dtype: Any) -> Any:
    return "float32" if dtype is None else dtype
