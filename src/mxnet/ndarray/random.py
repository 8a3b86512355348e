"""``mx.nd.random``: arrays of random numbers, drawn from the generators that ``mx.random.seed`` seeds.

The parameters of a distribution are numbers, with a ``shape`` (one number unless given), or arrays, of which each
element gives ``shape`` samples. ``dtype`` is float32 unless given, and float64 for None; ``out`` receives the samples.
"""

from inspect import signature
from typing import TYPE_CHECKING, Any

from ..core.context import Context, current_context
from ..core.dtypes import NUMBER_TYPES
from ..core.params import NULL
from ..core.semantics import semantics
from ..eager.dense import run
from ..eager.dispatch import invoke
from ..registry.binding import classic_dtype
from ..registry.bound import BoundOp, binder
from ..registry.manual import completed, handing_on, texts_of
from ..registry.op import get
from ._call import call as _call
from ._call import operators as _operators
from .ndarray import NDArray

if TYPE_CHECKING:
    from .._stubs.nd_random import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "random")

__all__ = [
    "binomial", "categorical", "exponential", "gamma", "generalized_negative_binomial", "multinomial",
    "negative_binomial", "normal", "poisson", "randint", "randn", "shuffle", "uniform",
]  # fmt: skip


def _bound(distribution: str, kwargs: dict[str, Any], ctx: Context | None) -> BoundOp | None:
    """Return the operator of a draw whose parameters are plain numbers, with its attributes; None for others."""
    op = get(f"_random_{distribution}")
    if ctx is not None:
        kwargs["ctx"] = str(ctx)
    values = [kwargs.get(attr, NULL) for attr in op.attrs]
    for value in values[: len(kwargs) - 2 - (ctx is not None)]:
        if type(value) is not float and type(value) is not int:
            return None
    return binder(op)(*values)


def _draw(
    distribution: str,
    parameters: dict[str, Any],
    shape: Any = NULL,
    dtype: Any = NULL,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    if dtype is not NULL:
        dtype = classic_dtype(dtype)
    if out is None and not kwargs:
        bound = _bound(distribution, {**parameters, "shape": 1 if shape is NULL else shape, "dtype": dtype}, ctx)
        if bound is not None:
            return run(bound, (), None, NDArray)
    kwargs = {key: value for key, value in kwargs.items() if key != "name"}  # as symbols have; arrays have none
    values = list(parameters.values())
    of_arrays = isinstance(values[0], NDArray)
    if not of_arrays and not isinstance(values[0], NUMBER_TYPES):
        raise ValueError(f"{distribution}: a parameter is a number or an NDArray, not {type(values[0]).__name__}")
    for item in values[1:]:
        if not isinstance(item, NDArray if of_arrays else NUMBER_TYPES):
            raise AssertionError(
                f"{distribution}: numbers and arrays cannot be mixed: {type(values[0]).__name__}, {type(item).__name__}"
            )
    if of_arrays:
        attributes = {"shape": shape, "dtype": dtype, **kwargs}
        return invoke(get(f"_sample_{distribution}"), values, attributes, out, NDArray)
    if shape is NULL and out is None:
        shape = 1
    attributes = {**parameters, "shape": shape, "dtype": dtype, "ctx": str(ctx or current_context()), **kwargs}
    return invoke(get(f"_random_{distribution}"), (), attributes, out, NDArray)


#: the meanings of what the functions have in common
_TEXTS = texts_of("draws of arrays")


@handing_on(_draw, "parameters", _TEXTS)
def uniform(low: Any = 0, high: Any = 1, *args: Any, **kwargs: Any) -> NDArray:
    """Draw random numbers, evenly distributed over ``[low, high)``.

    Parameters
    ----------
    low, high : float or NDArray
        The bounds, both numbers or both arrays; ``high`` itself is never drawn.
    shape : int or tuple of ints
    dtype : str or type
    ctx : Context
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> x = nd.random.uniform(0, 10, shape=(2, 3))
    >>> x.shape, bool(x.min() >= 0), bool(x.max() < 10)
    ((2, 3), True, True)
    >>> nd.random.uniform(nd.array([0, 100]), nd.array([1, 200]), shape=4).shape
    (2, 4)
    """
    return _draw("uniform", {"low": low, "high": high}, *args, **kwargs)


@handing_on(_draw, "parameters", _TEXTS)
def normal(loc: Any = 0, scale: Any = 1, *args: Any, **kwargs: Any) -> NDArray:
    """Draw normally distributed random numbers of mean ``loc`` and standard deviation ``scale``.

    Parameters
    ----------
    loc : float or NDArray
        The mean.
    scale : float or NDArray
        The standard deviation, above 0: a number or an array as ``loc`` is.
    shape : int or tuple of ints
    dtype : str or type
    ctx : Context
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> nd.random.normal(0, 0.01, shape=(2, 3)).shape
    (2, 3)
    >>> x = nd.random.normal(nd.array([0, 100]), nd.array([1, 1]), shape=4)
    >>> x.shape, bool(x[1].min() > 50)
    ((2, 4), True)
    """
    return _draw("normal", {"loc": loc, "scale": scale}, *args, **kwargs)


def randn(*shape: int, **kwargs: Any) -> NDArray:
    """Draw normally distributed random numbers, with the shape as arguments.

    Parameters
    ----------
    *shape : int
        The lengths of the axes; none: only with ``out``, whose shape is taken.
    **kwargs
        ``loc`` (default 0), ``scale`` (default 1), ``dtype``, ``ctx`` and ``out``, as of :func:`normal`.

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> nd.random.randn(2, 3, loc=5).shape
    (2, 3)
    """
    loc, scale, dtype = kwargs.pop("loc", 0), kwargs.pop("scale", 1), kwargs.pop("dtype", NULL)
    ctx, out = kwargs.pop("ctx", None), kwargs.pop("out", None)
    for item in (loc, scale):
        if not isinstance(item, (int, float, NDArray)):
            raise AssertionError(f"randn: loc and scale are numbers or arrays, not {type(item).__name__}")
    return normal(loc, scale, shape, dtype, ctx, out, **kwargs)


@handing_on(_draw, "parameters", _TEXTS)
def poisson(lam: Any = 1, *args: Any, **kwargs: Any) -> NDArray:
    """Draw Poisson-distributed random integers of mean ``lam``, as floats.

    Parameters
    ----------
    lam : float or NDArray
        The mean, 0 or more.
    shape : int or tuple of ints
    dtype : str or type
    ctx : Context
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> x = nd.random.poisson(4, shape=(2, 3))
    >>> x.shape, bool((x == x.floor()).min() == 1)
    ((2, 3), True)
    """
    return _draw("poisson", {"lam": lam}, *args, **kwargs)


@handing_on(_draw, "parameters", _TEXTS)
def exponential(scale: Any = 1, *args: Any, **kwargs: Any) -> NDArray:
    """Draw exponentially distributed random numbers of mean ``scale``.

    Parameters
    ----------
    scale : float or NDArray
        The mean, above 0: the inverse of the rate.
    shape : int or tuple of ints
    dtype : str or type
    ctx : Context
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> x = nd.random.exponential(2, shape=(2, 3))
    >>> x.shape, bool(x.min() >= 0)
    ((2, 3), True)
    """
    return _draw("exponential", {"lam": 1.0 / scale}, *args, **kwargs)


@handing_on(_draw, "parameters", _TEXTS)
def gamma(alpha: Any = 1, beta: Any = 1, *args: Any, **kwargs: Any) -> NDArray:
    """Draw gamma-distributed random numbers of shape ``alpha`` and scale ``beta`` (mean ``alpha * beta``).

    Parameters
    ----------
    alpha : float or NDArray
        The shape of the distribution, above 0.
    beta : float or NDArray
        The scale, above 0, which the numbers are multiplied by.
    shape : int or tuple of ints
    dtype : str or type
    ctx : Context
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> x = nd.random.gamma(9, 0.5, shape=(2, 3))
    >>> x.shape, bool(x.min() > 0)
    ((2, 3), True)
    """
    return _draw("gamma", {"alpha": alpha, "beta": beta}, *args, **kwargs)


@handing_on(_draw, "parameters", _TEXTS)
def negative_binomial(k: Any = 1, p: Any = 1, *args: Any, **kwargs: Any) -> NDArray:
    """Draw random numbers of failures before the ``k``-th success of probability ``p``, as floats.

    Parameters
    ----------
    k : float or NDArray
        The number of successes.
    p : float or NDArray
        The probability of success of each trial, above 0, to 1.
    shape : int or tuple of ints
    dtype : str or type
    ctx : Context
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> x = nd.random.negative_binomial(3, 0.5, shape=(2, 3))
    >>> x.shape, bool(x.min() >= 0)
    ((2, 3), True)
    """
    return _draw("negative_binomial", {"k": k, "p": p}, *args, **kwargs)


@handing_on(_draw, "parameters", _TEXTS)
def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, *args: Any, **kwargs: Any) -> NDArray:
    """Draw negative-binomial random integers of mean ``mu`` and variance ``mu + alpha * mu**2``, as floats.

    Parameters
    ----------
    mu : float or NDArray
        The mean, 0 or more.
    alpha : float or NDArray
        How much the variance exceeds the mean, as a multiple of ``mu**2``; 0: a Poisson distribution.
    shape : int or tuple of ints
    dtype : str or type
    ctx : Context
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> x = nd.random.generalized_negative_binomial(4, 0.5, shape=(2, 3))
    >>> x.shape, bool(x.min() >= 0)
    ((2, 3), True)
    """
    return _draw("generalized_negative_binomial", {"mu": mu, "alpha": alpha}, *args, **kwargs)


@handing_on(_draw, "parameters", _TEXTS)
def binomial(n: Any = 1, p: Any = 0.5, *args: Any, **kwargs: Any) -> NDArray:
    """Draw random numbers of successes of probability ``p`` in ``n`` trials, as floats.

    Parameters
    ----------
    n : float or NDArray
        The number of trials.
    p : float or NDArray
        The probability of success of each, 0 to 1.
    shape : int or tuple of ints
    dtype : str or type
    ctx : Context
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> x = nd.random.binomial(10, 0.3, shape=(2, 3))
    >>> x.shape, bool(x.max() <= 10)
    ((2, 3), True)
    """
    return _draw("binomial", {"n": n, "p": p}, *args, **kwargs)


@completed(_TEXTS)
def categorical(
    data: NDArray, shape: Any = NULL, get_prob: bool = False, out: Any = None, dtype: Any = "int32", **kwargs: Any
) -> Any:
    """Draw random class numbers with the probabilities in the last axis of ``data``.

    Parameters
    ----------
    data : NDArray
        Probabilities, ``(..., classes)``: each row sums to 1.
    shape : int or tuple of ints
        The shape of the draws for each row; by default one.
    get_prob : bool
        Whether the logarithms of the probabilities of what was drawn are returned too; through them a gradient flows to
        ``data`` (for policy gradients).
    dtype : str or type
        The type of the class numbers: ``'int32'``, ``'uint8'``, ``'float16'``, ``'float32'`` or ``'float64'``.
    out : NDArray
        An array that receives the numbers and is returned.
    **kwargs

    Returns
    -------
    An array ``(..., *shape)``, ``(1,)`` for one row and one draw; with ``get_prob`` a list of two such arrays.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> sure = nd.array([[0, 1, 0], [0, 0, 1]])
    >>> print(nd.random.categorical(sure, shape=4).asnumpy())
    [[1 1 1 1]
     [2 2 2 2]]
    >>> drawn, logarithms = nd.random.categorical(sure, get_prob=True)
    >>> print(drawn.asnumpy(), logarithms.asnumpy())
    [1 2] [0. 0.]
    """
    attributes = {"shape": shape, "get_prob": get_prob, "dtype": classic_dtype(dtype), **kwargs}
    return _call(get("_sample_multinomial"), "categorical", (data,), attributes, out)


def _counts(
    n: NDArray, p: NDArray, shape: Any = NULL, dtype: Any = NULL, ctx: Any = None, out: Any = None, **kwargs: Any
) -> NDArray:
    attributes = {"shape": shape, "dtype": dtype if dtype is NULL else classic_dtype(dtype), **kwargs}
    return _call(get("_multinomial_counts"), "multinomial", (n, p), attributes, out)


def multinomial(*args: Any, **kwargs: Any) -> Any:
    """Draw random class numbers with the probabilities in the last axis of ``data``, as :func:`categorical` does.

    Under MXNet 2's interface (:func:`mxnet.util.use_v2`), with its arguments ``n``, ``p``, ``shape``, ``dtype``,
    ``ctx`` and ``out``, it returns how often each class came in ``n`` trials, floats of shape ``(*n.shape, *shape,
    classes)``.

    Parameters
    ----------
    data : NDArray
        Probabilities, ``(..., classes)``: each row sums to 1.
    shape : int or tuple of ints
        The shape of the draws for each row; by default one.
    get_prob : bool
        Whether the logarithms of the probabilities of what was drawn are returned too; through them a gradient flows to
        ``data`` (for policy gradients).
    dtype : str or type
        The type of the class numbers: ``'int32'``, ``'uint8'``, ``'float16'``, ``'float32'`` or ``'float64'``.
    out : NDArray
        An array that receives the numbers and is returned.
    **kwargs

    Returns
    -------
    An array ``(..., *shape)``, ``(1,)`` for one row and one draw; with ``get_prob`` a list of two such arrays.

    Examples
    --------
    >>> sure = nd.array([[0, 1, 0], [0, 0, 1]])
    >>> print(nd.random.multinomial(sure, shape=4).asnumpy())
    [[1 1 1 1]
     [2 2 2 2]]
    >>> drawn, logarithms = nd.random.multinomial(sure, get_prob=True)
    >>> print(drawn.asnumpy(), logarithms.asnumpy())
    [1 2] [0. 0.]
    """
    return (_counts if semantics.api == 2 else categorical)(*args, **kwargs)


multinomial.__signature__ = signature(categorical)  # type: ignore[attr-defined]  # 1.9.1's
completed(_TEXTS)(multinomial)


def shuffle(data: NDArray, **kwargs: Any) -> NDArray:
    """Return ``data`` with the entries of its first axis in random order; each entry stays as it is.

    Parameters
    ----------
    data : NDArray
        The input, which is not changed.
    **kwargs
        ``out``, an array that receives the result.

    Returns
    -------
    An array like ``data``.

    Examples
    --------
    >>> x = nd.random.shuffle(nd.arange(6).reshape((3, 2)))
    >>> x.shape, float(x.sum().asscalar())
    ((3, 2), 15.0)
    >>> print((x[:, 1] - x[:, 0]).asnumpy())
    [1. 1. 1.]
    """
    return _call(get("_shuffle"), "shuffle", (data,), {}, kwargs.pop("out", None))


@handing_on(_draw, "parameters", _TEXTS)
def randint(low: Any, high: Any, *args: Any, **kwargs: Any) -> NDArray:
    """Draw random integers from ``low`` to ``high - 1``.

    Parameters
    ----------
    low : int
        The least number there may be.
    high : int
        The number below which all are; above ``low``.
    shape : int or tuple of ints
        The shape of the result, by default ``(1,)``.
    dtype : str or type
        ``'int32'`` or ``'int64'``; by default int32.
    ctx : Context
        The device of the result; None: the current one.
    out : NDArray
    **kwargs

    Returns
    -------
    An array of random numbers.

    Examples
    --------
    >>> x = nd.random.randint(1, 7, shape=(2, 3))
    >>> x.shape, x.dtype == np.int32
    ((2, 3), True)
    >>> bool(x.min() >= 1) and bool(x.max() <= 6)
    True
    """
    if isinstance(low, NDArray):
        raise TypeError("randint draws between numbers, not arrays")
    return _draw("randint", {"low": low, "high": high}, *args, **kwargs)
