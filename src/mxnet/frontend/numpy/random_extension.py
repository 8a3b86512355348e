"""Random numbers that ``mx.npx.random`` has beyond NumPy's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.context import Context, current_context


def _size(value: Any) -> Any:
    return (value,) if isinstance(value, int) else value


def _name(ctx: Context | None) -> str:
    return str(current_context() if ctx is None else ctx)


def bernoulli(
    F: Any,
    prob: Any = None,
    logit: Any = None,
    size: Any = None,
    dtype: Any = None,
    ctx: Context | None = None,
    out: Any = None,
) -> Any:
    """Return ones with probability ``prob``, or ``1 / (1 + exp(-logit))``, and zeros else; one of both is given.

    Either is a number or an array, to whose shape ``size`` must broadcast. float32 unless ``dtype`` is given.
    """
    if (prob is None) == (logit is None):
        raise ValueError(
            f"Either `prob` or `logit` must be specified, but not both. Received prob={prob}, logit={logit}"
        )
    value, is_logit = (prob, False) if logit is None else (logit, True)
    facts = {"size": _size(size), "ctx": _name(ctx), "dtype": dtype or "float32", "is_logit": is_logit, "out": out}
    if F.is_array(value):
        return F("_npi_bernoulli", value, prob=None, logit=None, **facts)
    return F("_npi_bernoulli", prob=None if is_logit else value, logit=value if is_logit else None, **facts)


def _batch(
    F: Any, op: str, first: Any, second: Any, names: tuple[str, str], size: Any, dtype: Any, ctx: Context | None
) -> Any:
    values = (first, second)
    arrays = [each for each in values if F.is_array(each)]
    numbers = {n: None if F.is_array(each) else each for n, each in zip(names, values, strict=True)}
    return F(op, *arrays, **numbers, size=_size(size), ctx=_name(ctx), dtype=dtype or "float32")


def uniform_n(
    F: Any, low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Context | None = None
) -> Any:
    """Return numbers evenly distributed over ``[low, high)``: of shape ``batch_shape`` for each element of these."""
    return _batch(F, "_npi_uniform_n", low, high, ("low", "high"), batch_shape, dtype, ctx)


def normal_n(
    F: Any, loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Context | None = None
) -> Any:
    """Return normally distributed numbers of mean ``loc`` and standard deviation ``scale``: as :func:`uniform_n`."""
    return _batch(F, "_npi_normal_n", loc, scale, ("loc", "scale"), batch_shape, dtype, ctx)


FUNCTIONS: list[Callable[..., Any]] = [bernoulli, uniform_n, normal_n]
