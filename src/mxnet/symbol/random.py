"""``mx.sym.random``: symbols of random numbers, drawn anew in every forward pass.

The parameters of a distribution are numbers, with a ``shape``, or symbols, of which each element gives ``shape``
samples.
"""

from inspect import signature
from typing import TYPE_CHECKING, Any

from ..core.params import NULL
from ..core.semantics import semantics
from ..registry.binding import classic_dtype
from ..registry.manual import completed as _completed
from ..registry.manual import texts_of as _texts_of
from .arithmetic import is_number as _is_number
from .create import call as _call
from .symbol import Symbol
from .symbol import operators as _operators

if TYPE_CHECKING:
    from .._stubs.sym_random import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "random")


def _draw(distribution: str, parameters: dict[str, Any], shape: Any, dtype: Any, kwargs: dict[str, Any]) -> Symbol:
    values = list(parameters.values())
    of_symbols = isinstance(values[0], Symbol)
    if not of_symbols and not _is_number(values[0]):
        raise ValueError(f"Distribution parameters must be either Symbol or numbers, but got {type(values[0])}.")
    for value in values[1:]:
        if not (isinstance(value, Symbol) if of_symbols else _is_number(value)):
            raise AssertionError(
                f"Distribution parameters must all have the same type, but got both {type(values[0])} "
                f"and {type(value)}."
            )
    if dtype is not NULL:
        dtype = classic_dtype(dtype)
    family = "sample" if of_symbols else "random"
    return _call(Symbol, f"_{family}_{distribution}", **parameters, shape=shape, dtype=dtype, **kwargs)


#: the meanings of what the functions have in common
_TEXTS = _texts_of("draws of symbols")


@_completed(_TEXTS)
def uniform(low: Any = 0, high: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw random numbers, evenly distributed over ``[low, high)``.

    Parameters
    ----------
    low, high : float or Symbol
        The bounds, both numbers or both symbols; ``high`` itself is never drawn.
    shape : int or tuple of ints
    dtype : str or type
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> x = sym.random.uniform(0, 10, shape=(2, 3))
    >>> y = x.eval(ctx=mx.cpu())[0]
    >>> y.shape, bool(y.min() >= 0), bool(y.max() < 10)
    ((2, 3), True, True)
    """
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, kwargs)


@_completed(_TEXTS)
def normal(loc: Any = 0, scale: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw normally distributed random numbers of mean ``loc`` and standard deviation ``scale``.

    Parameters
    ----------
    loc : float or Symbol
        The mean.
    scale : float or Symbol
        The standard deviation, above 0: a number or a symbol as ``loc`` is.
    shape : int or tuple of ints
    dtype : str or type
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> x = sym.random.normal(0, 0.1, shape=(2, 3))
    >>> x.infer_shape()[1]
    [(2, 3)]
    """
    names = ("mu", "sigma") if isinstance(loc, Symbol) else ("loc", "scale")
    return _draw("normal", dict(zip(names, (loc, scale), strict=True)), shape, dtype, kwargs)


def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Draw normally distributed random numbers, with the shape as arguments.

    Parameters
    ----------
    *shape : int
        The lengths of the axes; none: the shape that the graph asks for.
    **kwargs
        ``loc`` (default 0), ``scale`` (default 1), ``dtype``, as of :func:`normal`.

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> sym.random.randn(2, 3, loc=5).infer_shape()[1]
    [(2, 3)]
    """
    loc, scale, dtype = kwargs.pop("loc", 0), kwargs.pop("scale", 1), kwargs.pop("dtype", NULL)
    return normal(loc, scale, shape, dtype, **kwargs)


@_completed(_TEXTS)
def poisson(lam: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw Poisson-distributed random integers of mean ``lam``, as floats.

    Parameters
    ----------
    lam : float or Symbol
        The mean, 0 or more.
    shape : int or tuple of ints
    dtype : str or type
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> x = sym.random.poisson(4, shape=(2, 3))
    >>> x.infer_shape()[1]
    [(2, 3)]
    """
    return _draw("poisson", {"lam": lam}, shape, dtype, kwargs)


@_completed(_TEXTS)
def exponential(scale: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw exponentially distributed random numbers of mean ``scale``.

    Parameters
    ----------
    scale : float or Symbol
        The mean, above 0: the inverse of the rate.
    shape : int or tuple of ints
    dtype : str or type
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> x = sym.random.exponential(2, shape=(2, 3))
    >>> x.infer_shape()[1]
    [(2, 3)]
    """
    return _draw("exponential", {"lam": 1.0 / scale}, shape, dtype, kwargs)


@_completed(_TEXTS)
def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw gamma-distributed random numbers of shape ``alpha`` and scale ``beta`` (mean ``alpha * beta``).

    Parameters
    ----------
    alpha : float or Symbol
        The shape of the distribution, above 0.
    beta : float or Symbol
        The scale, above 0, which the numbers are multiplied by.
    shape : int or tuple of ints
    dtype : str or type
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> x = sym.random.gamma(9, 0.5, shape=(2, 3))
    >>> x.infer_shape()[1]
    [(2, 3)]
    """
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, kwargs)


@_completed(_TEXTS)
def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw random numbers of failures before the ``k``-th success of probability ``p``, as floats.

    Parameters
    ----------
    k : float or Symbol
        The number of successes.
    p : float or Symbol
        The probability of success of each trial, above 0, to 1.
    shape : int or tuple of ints
    dtype : str or type
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> x = sym.random.negative_binomial(3, 0.5, shape=(2, 3))
    >>> x.infer_shape()[1]
    [(2, 3)]
    """
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, kwargs)


@_completed(_TEXTS)
def generalized_negative_binomial(
    mu: Any = 1, alpha: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any
) -> Symbol:
    """Draw negative-binomial random integers of mean ``mu`` and variance ``mu + alpha * mu**2``, as floats.

    Parameters
    ----------
    mu : float or Symbol
        The mean, 0 or more.
    alpha : float or Symbol
        How much the variance exceeds the mean, as a multiple of ``mu**2``; 0: a Poisson distribution.
    shape : int or tuple of ints
    dtype : str or type
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> x = sym.random.generalized_negative_binomial(4, 0.5, shape=(2, 3))
    >>> x.infer_shape()[1]
    [(2, 3)]
    """
    return _draw("generalized_negative_binomial", {"mu": mu, "alpha": alpha}, shape, dtype, kwargs)


@_completed(_TEXTS)
def binomial(n: Any = 1, p: Any = 0.5, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw random numbers of successes of probability ``p`` in ``n`` trials, as floats.

    Parameters
    ----------
    n : float or Symbol
        The number of trials.
    p : float or Symbol
        The probability of success of each, 0 to 1.
    shape : int or tuple of ints
    dtype : str or type
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> x = sym.random.binomial(10, 0.3, shape=(2, 3))
    >>> x.infer_shape()[1]
    [(2, 3)]
    """
    return _draw("binomial", {"n": n, "p": p}, shape, dtype, kwargs)


@_completed(_TEXTS)
def categorical(data: Symbol, shape: Any = NULL, get_prob: bool = True, dtype: Any = "int32", **kwargs: Any) -> Symbol:
    """Draw random class numbers with the probabilities in the last axis of ``data``.

    Parameters
    ----------
    data : Symbol
        Probabilities, ``(..., classes)``: each row sums to 1.
    shape : int or tuple of ints
        The shape of the draws for each row; by default one.
    get_prob : bool
        Whether the logarithms of the probabilities of what was drawn are returned too; through them a gradient flows to
        ``data`` (for policy gradients).
    dtype : str or type
        The type of the class numbers: ``'int32'``, ``'uint8'``, ``'float16'``, ``'float32'`` or ``'float64'``.
    **kwargs

    Returns
    -------
    A symbol ``(..., *shape)``, ``(1,)`` for one row and one draw; with ``get_prob`` (the default) one with
    two such outputs.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> x = sym.random.categorical(sym.var('data'), shape=4)
    >>> x.infer_shape(data=(2, 3))[1]
    [(2, 4), (2, 4)]
    """
    attributes = {"shape": shape, "get_prob": get_prob, "dtype": classic_dtype(dtype), **kwargs}
    return _call(Symbol, "_sample_multinomial", data, **attributes)


def _counts(n: Symbol, p: Symbol, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    dtype = dtype if dtype is NULL else classic_dtype(dtype)
    return _call(Symbol, "_multinomial_counts", n, p, shape=shape, dtype=dtype, **kwargs)


def multinomial(*args: Any, **kwargs: Any) -> Symbol:
    """Draw random class numbers with the probabilities in the last axis of ``data``, as :func:`categorical` does.

    Under MXNet 2's interface (:func:`mxnet.util.use_v2`), with its arguments ``n``, ``p``, ``shape``, ``dtype``, it
    returns how often each class came in ``n`` trials, floats of shape ``(*n.shape, *shape, classes)``.

    Parameters
    ----------
    data : Symbol
        Probabilities, ``(..., classes)``: each row sums to 1.
    shape : int or tuple of ints
        The shape of the draws for each row; by default one.
    get_prob : bool
        Whether the logarithms of the probabilities of what was drawn are returned too; through them a gradient flows to
        ``data`` (for policy gradients).
    dtype : str or type
        The type of the class numbers: ``'int32'``, ``'uint8'``, ``'float16'``, ``'float32'`` or ``'float64'``.
    **kwargs

    Returns
    -------
    A symbol ``(..., *shape)``, ``(1,)`` for one row and one draw; with ``get_prob`` (the default) one with
    two such outputs.

    Examples
    --------
    >>> x = sym.random.multinomial(sym.var('data'), shape=4)
    >>> x.infer_shape(data=(2, 3))[1]
    [(2, 4), (2, 4)]
    """
    return (_counts if semantics.api == 2 else categorical)(*args, **kwargs)


multinomial.__signature__ = signature(categorical)  # type: ignore[attr-defined]  # 1.9.1's
_completed(_TEXTS)(multinomial)


@_completed(_TEXTS)
def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """Return ``data`` with the entries of its first axis in random order; each entry stays as it is.

    Parameters
    ----------
    data : Symbol
        The input, which is not changed.
    **kwargs

    Returns
    -------
    A symbol.

    Examples
    --------
    >>> sym.random.shuffle(sym.var('data')).infer_shape(data=(3, 2))[1]
    [(3, 2)]
    """
    return _call(Symbol, "_shuffle", data, **kwargs)


@_completed(_TEXTS)
def randint(low: Any, high: Any, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw random integers from ``low`` to ``high - 1``.

    Parameters
    ----------
    low : int
        The least number there may be.
    high : int
        The number below which all are; above ``low``.
    shape : int or tuple of ints
        The shape of the result, by default that which the graph asks for.
    dtype : str or type
        ``'int32'`` or ``'int64'``; by default int32.
    **kwargs

    Returns
    -------
    A symbol, whose numbers are drawn anew in every forward pass.

    Examples
    --------
    >>> x = sym.random.randint(1, 7, shape=(2, 3))
    >>> x.infer_shape()[1], x.infer_type()[1][0] == np.int32
    ([(2, 3)], True)
    """
    if isinstance(low, Symbol):
        raise TypeError("randint draws between numbers, not symbols")
    return _draw("randint", {"low": low, "high": high}, shape, dtype, kwargs)
