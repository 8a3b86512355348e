"""Random numbers, ``mx.np.random`` and ``mx.npx.random``: drawn from the generators that ``mx.random.seed`` seeds.

The parameters of a distribution are numbers or arrays, which broadcast. ``size`` is the shape of the result: that which
the parameters broadcast to unless given. ``dtype`` is float32 unless given, ``ctx`` the current context; ``out``
receives the numbers. Draws have gradients with respect to the parameters. ValueError for parameters out of range.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.context import current_context, takes_device
from ...core.semantics import semantics
from ...core.shapes import as_tuple
from .ufuncs import PAIRS, combine, is_number


def _draw(F: Any, op: str, parameters: dict[str, Any], size: Any, ctx: Any, out: Any = None, **more: Any) -> Any:
    """Apply the operator of a distribution: arrays among the parameters are its inputs."""
    arrays = [item for item in parameters.values() if F.is_array(item)]
    numbers = {key: None if F.is_array(item) else item for key, item in parameters.items()}
    if ctx is None and not arrays:
        ctx = current_context()
    if ctx is not None:
        more["ctx"] = str(ctx)
    return F(op, *arrays, **numbers, size=size, out=out, **more)


def uniform(
    F: Any, low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None
) -> Any:
    """Draw from the uniform distribution: numbers from ``low`` up to, and without, ``high``.

    Parameters
    ----------
    low : number or array
        The lower bound.
    high : number or array
        The upper bound.

    Returns
    -------
    An array, float32 unless ``dtype`` is given; gradients reach the parameters.

    Examples
    --------
    >>> a = mx.np.random.uniform(-1, 1, size=(2, 3))
    >>> a.shape, a.dtype
    ((2, 3), dtype('float32'))
    >>> bool((abs(a) <= 1).all())
    True
    >>> mx.np.random.uniform(mx.np.array([0, 10]), mx.np.array([1, 20])).shape
    (2,)
    """
    return _draw(F, "_npi_uniform", {"low": low, "high": high}, size, ctx, out, dtype=dtype or semantics.float_dtype)


def normal(
    F: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None
) -> Any:
    """Draw from the normal (Gaussian) distribution.

    Parameters
    ----------
    loc : number or array
        The mean.
    scale : number or array
        The standard deviation, not negative.

    Returns
    -------
    An array, float32 unless ``dtype`` is given; gradients reach the parameters.

    Raises
    ------
    ValueError
        For a negative ``scale``.

    Examples
    --------
    >>> mx.np.random.normal(0, 0.1, size=(2, 3)).shape
    (2, 3)
    >>> mx.np.random.normal(mx.np.zeros(4), mx.np.ones((3, 1))).shape
    (3, 4)
    """
    return _draw(F, "_npi_normal", {"loc": loc, "scale": scale}, size, ctx, out, dtype=dtype or semantics.float_dtype)


def lognormal(
    F: Any, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None
) -> Any:
    """Draw numbers whose logarithm is normally distributed, with this mean and standard deviation.

    Parameters
    ----------
    mean : number or array
        The mean of the logarithm.
    sigma : number or array
        The standard deviation of the logarithm.

    Returns
    -------
    An array, float32 unless ``dtype`` is given; gradients reach the parameters.

    Examples
    --------
    >>> bool((mx.np.random.lognormal(size=5) > 0).all())
    True
    """
    return F("_npi_exp", normal(F, mean, sigma, size, dtype, ctx), out=out)


def logistic(F: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from the logistic distribution of mean ``loc`` and scale ``scale``.

    Parameters
    ----------
    loc : number or array
        The mean.
    scale : number or array
        The scale, not negative: the standard deviation is ``pi / sqrt(3)`` times as much.

    Returns
    -------
    An array of float32; gradients reach the parameters.

    Examples
    --------
    >>> mx.np.random.logistic(size=(2, 3)).shape
    (2, 3)
    """
    return _draw(F, "_npi_logistic", {"loc": loc, "scale": scale}, size, ctx, out)


def gumbel(F: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from the Gumbel distribution of mode ``loc`` and scale ``scale``.

    Parameters
    ----------
    loc : number or array
        The mode: the most frequent value.
    scale : number or array
        The scale, not negative: the standard deviation is ``pi / sqrt(6)`` times as much.

    Returns
    -------
    An array of float32; gradients reach the parameters.

    Examples
    --------
    >>> mx.np.random.gumbel(size=(2, 3)).shape
    (2, 3)
    """
    return _draw(F, "_npi_gumbel", {"loc": loc, "scale": scale}, size, ctx, out)


def exponential(F: Any, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from the exponential distribution of mean ``scale``.

    Parameters
    ----------
    scale : number or array
        The mean, not negative: one over the rate.

    Returns
    -------
    An array of float32; gradients reach the parameters.

    Examples
    --------
    >>> bool((mx.np.random.exponential(2, size=5) >= 0).all())
    True
    """
    return _draw(F, "_npi_exponential", {"scale": scale}, size, ctx, out)


def rayleigh(F: Any, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from the Rayleigh distribution of mode ``scale``.

    Parameters
    ----------
    scale : number or array
        The mode, not negative.

    Returns
    -------
    An array of float32; gradients reach the parameters.

    Examples
    --------
    >>> bool((mx.np.random.rayleigh(2, size=5) >= 0).all())
    True
    """
    return _draw(F, "_npi_rayleigh", {"scale": scale}, size, ctx, out)


def pareto(F: Any, a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from the Lomax distribution (Pareto's, from 0 on) of shape ``a``.

    Parameters
    ----------
    a : number or array
        The shape, positive: the greater, the nearer to 0 the numbers are.

    Returns
    -------
    An array of float32; gradients reach the parameters.

    Notes
    -----
    As NumPy's ``pareto``: add 1 for Pareto's own distribution with the minimum 1.

    Examples
    --------
    >>> bool((mx.np.random.pareto(3, size=5) >= 0).all())
    True
    """
    return _draw(F, "_npi_pareto", {"a": a}, size, ctx, out)


def weibull(F: Any, a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from the Weibull distribution of shape ``a`` and scale 1.

    Parameters
    ----------
    a : number or array
        The shape, positive; 1 is the exponential distribution.

    Returns
    -------
    An array of float32; gradients reach the parameters.

    Examples
    --------
    >>> bool((mx.np.random.weibull(2, size=5) >= 0).all())
    True
    """
    return _draw(F, "_npi_weibull", {"a": a}, size, ctx, out)


def power(F: Any, a: Any, size: Any = None) -> Any:
    """Draw numbers between 0 and 1 with the density ``a * x**(a - 1)``.

    Parameters
    ----------
    a : number or array
        The exponent plus 1, positive; 1 is the uniform distribution.

    Returns
    -------
    An array of float32; gradients reach the parameters.

    Examples
    --------
    >>> mx.np.random.power(3, size=5).shape
    (5,)
    """
    arrays = [a] if F.is_array(a) else []
    return F("_npi_powerd", *arrays, a=None if arrays else a, size=size)


def gamma(
    F: Any, shape: Any, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None
) -> Any:
    """Draw from the gamma distribution of shape ``shape`` and scale ``scale``.

    Parameters
    ----------
    shape : number or array
        The shape, often called k, positive.
    scale : number or array
        The scale, positive: the mean is ``shape * scale``.

    Returns
    -------
    An array, float32 unless ``dtype`` is given; gradients reach the parameters.

    Raises
    ------
    ValueError
        For a ``shape`` or ``scale`` out of range.

    Examples
    --------
    >>> bool((mx.np.random.gamma(2, 3, size=5) > 0).all())
    True
    """
    return _draw(
        F, "_npi_gamma", {"shape": shape, "scale": scale}, size, ctx, out, dtype=dtype or semantics.float_dtype
    )


def beta(F: Any, a: Any, b: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw from the beta distribution of shapes ``a`` and ``b``; computed in float64.

    Parameters
    ----------
    a : number or array
        The first shape, positive.
    b : number or array
        The second shape, positive: the mean is ``a / (a + b)``.

    Returns
    -------
    An array of numbers from 0 to 1, float32 unless ``dtype`` is given; gradients reach the parameters.

    Examples
    --------
    >>> a = mx.np.random.beta(2, 5, size=(2, 3))
    >>> a.shape, bool(((a >= 0) * (a <= 1)).all())
    ((2, 3), True)
    """
    if size is None and (F.is_array(a) or F.is_array(b)):  # both draws in the shape that the parameters broadcast to
        a, b = _plus_nothing(F, a, b), _plus_nothing(F, b, a)
    first, second = (gamma(F, item, 1.0, size, "float64", ctx) for item in (a, b))
    share = F("_npi_true_divide", first, F("_npi_add", first, second))
    return F("_npx_cast", share, dtype=dtype or semantics.float_dtype)


def _plus_nothing(F: Any, x: Any, other: Any) -> Any:
    """Return ``x`` broadcast to the shape of ``other`` as well."""
    return combine(F, PAIRS["add"], "add", x, combine(F, PAIRS["multiply"], "multiply", other, 0.0))


def chisquare(F: Any, df: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw from the chi-square distribution of ``df`` degrees of freedom.

    Parameters
    ----------
    df : number or array
        The degrees of freedom, positive: the mean.

    Returns
    -------
    An array, float32 unless ``dtype`` is given; gradients reach the parameters.

    Examples
    --------
    >>> bool((mx.np.random.chisquare(3, size=5) >= 0).all())
    True
    """
    half = F("_npi_true_divide_scalar", df, scalar=2.0, is_int=True) if F.is_array(df) else df / 2
    return gamma(F, half, 2.0, size, dtype, ctx)


def f(F: Any, dfnum: Any, dfden: Any, size: Any = None, ctx: Any = None) -> Any:
    """Draw from the F distribution of ``dfnum`` and ``dfden`` degrees of freedom.

    Parameters
    ----------
    dfnum : number or array
        The degrees of freedom of the numerator, positive.
    dfden : number or array
        The degrees of freedom of the denominator, positive.

    Returns
    -------
    An array of float32; gradients reach the parameters.

    Examples
    --------
    >>> bool((mx.np.random.f(3, 10, size=5) >= 0).all())
    True
    """
    if size is None and (F.is_array(dfnum) or F.is_array(dfden)):
        dfnum, dfden = _plus_nothing(F, dfnum, dfden), _plus_nothing(F, dfden, dfnum)
    ratio = F("_npi_true_divide", *[chisquare(F, df, size, None, ctx) for df in (dfnum, dfden)])
    return combine(F, PAIRS["multiply"], "multiply", ratio, dfden / dfnum)


def laplace(
    F: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None
) -> Any:
    """Draw from the Laplace distribution around ``loc`` with ``scale``, the mean distance; gradients reach both.

    Parameters
    ----------
    loc : number or array
        The mean.
    scale : number or array
        The mean distance from it, not negative.

    Returns
    -------
    An array, float32 unless ``dtype`` is given; gradients reach the parameters.

    Raises
    ------
    ValueError
        For a scale, given as a number, that is negative or NaN.

    Examples
    --------
    >>> mx.np.random.laplace(0, 2, size=(2, 3)).shape
    (2, 3)
    """
    if not F.is_array(scale) and not scale >= 0:
        raise ValueError(f"laplace: expect scale >= 0, got {scale}")
    if size is None and (F.is_array(loc) or F.is_array(scale)):
        loc, scale = _plus_nothing(F, loc, scale), _plus_nothing(F, scale, loc)
    shape = size
    if size is None and F.is_array(loc):  # uniform numbers in its shape
        u = _draw(
            F, "_npi_uniform", {"low": combine(F, PAIRS["multiply"], "multiply", loc, 0.0), "high": 1.0}, None, ctx
        )
    else:
        u = _draw(F, "_npi_uniform", {"low": 0.0, "high": 1.0}, shape, ctx, dtype=dtype or "float32")
    centered = F("_npi_subtract_scalar", u, scalar=0.5, is_int=False)
    inside = F("_npi_multiply_scalar", F("_npi_absolute", centered), scalar=-2.0, is_int=False)
    distance = F("_npi_multiply", F("_npi_sign", centered), F("_npi_log1p", inside))
    result = combine(F, PAIRS["subtract"], "subtract", loc, combine(F, PAIRS["multiply"], "multiply", distance, scale))
    return F("_np_copy", result, out=out) if out is not None else result


def randint(
    F: Any, low: Any, high: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None
) -> Any:
    """Draw integers, all equally often, from ``low`` to ``high - 1``.

    Parameters
    ----------
    low : int
        The least number; without ``high`` that is 0, and this the end.
    high : int or None
        The end, which is not drawn.
    size : int or tuple of ints
        The shape; None: a single number, an array without axes, which exists after ``mx.npx.set_np()``.
    dtype
        The data type; None: int64.

    Returns
    -------
    An array of integers.

    Examples
    --------
    >>> a = mx.np.random.randint(1, 7, size=(2, 3))
    >>> a.shape, a.dtype
    ((2, 3), dtype('int64'))
    >>> int(a.min()) >= 1, int(a.max()) <= 6
    (True, True)
    """
    if high is None:
        low, high = 0, low
    shape = () if size is None else size
    device = str(ctx or current_context())
    return F("_npi_random_randint", low=low, high=high, shape=shape, dtype=dtype or "int64", ctx=device, out=out)


def choice(
    F: Any, a: Any, size: Any = None, replace: bool = True, p: Any = None, ctx: Any = None, out: Any = None
) -> Any:
    """Draw from the numbers below ``a``, or from the rows of an array.

    Parameters
    ----------
    a : int or array
        The numbers 0 to ``a - 1`` are drawn; or the items along the first axis of the array.
    size : None, int or tuple of ints
        The shape of what is drawn; None: one.
    replace
        Whether the same may be drawn again; if not, at most as many as there are can be drawn.
    p : array or None
        The probability of each; None: all the same.

    Returns
    -------
    An array of int64, or of items of ``a``.

    Raises
    ------
    ValueError
        Where more are to be drawn than there are without ``replace``.

    Examples
    --------
    >>> mx.np.random.choice(10, 4).shape
    (4,)
    >>> sorted(mx.np.random.choice(4, 4, replace=False).tolist())
    [0, 1, 2, 3]
    >>> mx.np.random.choice(mx.np.ones((5, 2)), size=3).shape
    (3, 2)
    >>> print(mx.np.random.choice(3, 2, p=mx.np.array([0, 1, 0])))
    [1 1]
    """
    weights = [] if p is None else [p]
    kwargs: dict[str, Any] = {"size": size, "replace": replace, "weighted": p is not None}
    if not F.is_array(a):
        kwargs["ctx"] = str(ctx or current_context())
        return F("_npi_choice", *weights, a=a, out=out, **kwargs)
    return F("take", a, F("_npi_choice", a, *weights, a=None, **kwargs), out=out)


def multinomial(F: Any, n: Any, pvals: Any, size: Any = None) -> Any:
    """Draw how often each outcome comes in ``n`` trials.

    Parameters
    ----------
    n : int
        The number of trials.
    pvals : list or array
        The probabilities of the outcomes; the last one is what the others leave of 1.
    size : None, int or tuple of ints
        The shape of the experiments, each of ``n`` trials; None: one.

    Returns
    -------
    An array of int64 of shape ``(*size, outcomes)``, whose last axis sums to ``n``.

    Examples
    --------
    >>> counts = mx.np.random.multinomial(20, [0.5, 0.25, 0.25], size=4)
    >>> counts.shape
    (4, 3)
    >>> print(counts.sum(axis=-1))
    [20 20 20 20]
    """
    if isinstance(pvals, np.ndarray):
        raise ValueError("numpy ndarray is not supported!")
    if F.is_array(pvals):
        return F("_npi_multinomial", pvals, pvals=None, n=n, size=size)
    return F("_npi_multinomial", n=n, pvals=tuple(pvals), size=size)


def multivariate_normal(F: Any, mean: Any, cov: Any, size: Any = None, check_valid: Any = None, tol: Any = None) -> Any:
    """Draw vectors from the normal distribution of these means and covariances, whose leading axes broadcast.

    Parameters
    ----------
    mean : array
        The means, along the last axis.
    cov : array
        The covariances, symmetric and positive definite, in the last two axes.
    size : None, int or tuple of ints
        How many vectors of each: axes that come first; None: one, and no axis.
    check_valid : {None, 'warn', 'raise', 'ignore'}
        Without effect: a covariance that is not positive definite is an :class:`MXNetError`.
    tol : float or None
        Without effect.

    Returns
    -------
    An array of shape ``(*size, *batch, length)``; gradients reach ``mean`` and ``cov``.

    Examples
    --------
    >>> mean, cov = mx.np.array([0, 10]), mx.np.array([[1, 0.5], [0.5, 2]])
    >>> mx.np.random.multivariate_normal(mean, cov, size=5).shape
    (5, 2)
    """
    if check_valid not in (None, "warn", "raise", "ignore"):
        raise ValueError(f"check_valid must equal 'warn', 'raise', or 'ignore', got {check_valid!r}")
    if tol is not None and not is_number(tol):
        raise TypeError(f"tol: expected a number, got {type(tol).__name__}")
    if F.symbolic:  # of a symbol the type is not known
        return F("_npi_Custom", mean, cov, size=size, op_type="mvn_fallback")
    F.expect("mean", mean)
    F.expect("cov", cov)
    batch = np.broadcast_shapes(mean.shape[:-1], cov.shape[:-2])
    shape = (*(() if size is None else as_tuple(size)), *batch, cov.shape[-1])
    return of_noise(F, mean, cov, normal(F, size=shape, dtype=mean.dtype, ctx=mean.ctx))


def of_noise(F: Any, mean: Any, cov: Any, noise: Any) -> Any:
    """Return vectors of independent standard normal numbers as draws with these means and covariances."""
    product = F("_npi_multiply", F("_npi_cholesky", cov), F("_npi_expand_dims", noise, axis=-2))
    return F("_npi_add", mean, F("_np_sum", product, axis=-1))


def shuffle(F: Any, x: Any) -> None:
    """Put the items along the first axis of ``x`` in random order, in place.

    Parameters
    ----------
    x : array
        What is shuffled.

    Returns
    -------
    None.

    Examples
    --------
    >>> a = mx.np.arange(5)
    >>> mx.np.random.shuffle(a)
    >>> print(mx.np.sort(a))
    [0. 1. 2. 3. 4.]
    """
    F("_npi_shuffle", x, out=x)


_uniform, _normal = takes_device(uniform), takes_device(normal)


def rand(F: Any, *size: int, **kwargs: Any) -> Any:
    """Draw numbers from 0 to 1, all equally often; the arguments are the shape's lengths.

    Parameters
    ----------
    *size : ints
        The lengths; none: a single number, an array without axes.
    **kwargs
        ``dtype``, ``ctx`` and ``out`` of :func:`uniform`.

    Returns
    -------
    An array, float32 unless ``dtype`` is given.

    Examples
    --------
    >>> mx.np.random.rand(2, 3).shape
    (2, 3)
    """
    return _uniform(F, 0, 1, size=size, **kwargs)


def randn(F: Any, *size: int, **kwargs: Any) -> Any:
    """Draw from the standard normal distribution; the arguments are the shape's lengths.

    Parameters
    ----------
    *size : ints
        The lengths; none: a single number, an array without axes.
    **kwargs
        ``dtype``, ``ctx`` and ``out`` of :func:`normal`.

    Returns
    -------
    An array, float32 unless ``dtype`` is given.

    Examples
    --------
    >>> mx.np.random.randn(2, 3, dtype='float64').dtype
    dtype('float64')
    """
    return _normal(F, 0, 1, size=size, **kwargs)


# -- ``mx.npx.random`` --------------------------------------------------------------------------------------------


def bernoulli(
    F: Any, prob: Any = None, logit: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None
) -> Any:
    """Draw ones, with a probability, and zeros: ``prob`` or ``logit`` has to be given.

    Parameters
    ----------
    prob : number or array, or None
        The probability of 1, from 0 to 1.
    logit : number or array, or None
        The logarithm of its odds: the probability is ``1 / (1 + exp(-logit))``.
    size : None, int or tuple of ints
        The shape of the result, to which an array must broadcast; None: that of the array.
    dtype
        The data type of the result; None: float32.

    Returns
    -------
    An array of 0 and 1.

    Raises
    ------
    ValueError
        Where both are given, or none.

    Examples
    --------
    >>> print(mx.npx.random.bernoulli(prob=1, size=3))
    [1. 1. 1.]
    >>> mx.npx.random.bernoulli(logit=mx.np.zeros((2, 3))).shape
    (2, 3)
    """
    if (prob is None) == (logit is None):
        raise ValueError(
            f"Either `prob` or `logit` must be specified, but not both. Received prob={prob}, logit={logit}"
        )
    kwargs = {"is_logit": prob is None, "dtype": dtype or "float32"}
    return _draw(F, "_npi_bernoulli", {"prob": prob, "logit": logit}, size, ctx, out, **kwargs)


def uniform_n(
    F: Any, low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None
) -> Any:
    """Draw from the uniform distribution, ``batch_shape`` numbers for each element of the parameters.

    Parameters
    ----------
    low : number or array
        The lower bound.
    high : number or array
        The upper bound, which is not drawn.
    batch_shape : None, int or tuple of ints
        The shape of what is drawn for each element of the parameters: the first axes of the result; None: one number.
    dtype
        The data type of the result; None: float32.

    Returns
    -------
    An array of shape ``(*batch_shape, *shape of the parameters)``.

    Examples
    --------
    >>> mx.npx.random.uniform_n(mx.np.zeros(3), 1, batch_shape=(2,)).shape
    (2, 3)
    """
    return _draw(F, "_npi_uniform_n", {"low": low, "high": high}, batch_shape, ctx, dtype=dtype or "float32")


def normal_n(
    F: Any, loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None
) -> Any:
    """Draw from the normal distribution, ``batch_shape`` numbers for each element of the parameters.

    Parameters
    ----------
    loc : number or array
        The mean.
    scale : number or array
        The standard deviation, not negative.
    batch_shape : None, int or tuple of ints
        The shape of what is drawn for each element of the parameters: the first axes of the result; None: one number.
    dtype
        The data type of the result; None: float32.

    Returns
    -------
    An array of shape ``(*batch_shape, *shape of the parameters)``.

    Examples
    --------
    >>> mx.npx.random.normal_n(mx.np.zeros(3), 1, batch_shape=(2,)).shape
    (2, 3)
    """
    return _draw(F, "_npi_normal_n", {"loc": loc, "scale": scale}, batch_shape, ctx, dtype=dtype or "float32")


#: the functions that arrays and symbols share
FUNCTIONS: list[Callable[..., Any]] = [
    *(uniform, normal, lognormal, logistic, gumbel, exponential, rayleigh, pareto, weibull, power, gamma, beta),
    *(chisquare, f, laplace, randint, choice, multivariate_normal, shuffle, rand),
]
#: those of arrays alone
ARRAY_FUNCTIONS: list[Callable[..., Any]] = [*FUNCTIONS, multinomial]
#: those of ``mx.npx.random``
EXTENSION_FUNCTIONS: list[Callable[..., Any]] = [bernoulli, uniform_n, normal_n]
