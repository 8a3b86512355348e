"""Random numbers of ``mx.np.random`` and ``mx.npx.random``, on MXNet's own generator of each device.

A parameter of a distribution is a number (an attribute), or, where that is None, an array (the next input). Arrays
broadcast, to ``size`` where that is given. Gradients flow to the arrays: a draw is a function of them and of noise.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import torch

from ..core import torch_compat
from ..core.constants import constant
from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError, MXNetShapeError, MXNetValueError
from ..core.params import Floats, Ints, Shape
from ..core.rng import generator
from ..core.shapes import broadcast
from ..core.tracing import exported
from ..registry import op
from ..registry.rules import gives
from ._families import zero_gradient

RealType = Literal["float16", "float32", "float64"]
#: by how many numbers at once categories are drawn
_CHUNK = 1 << 22

Parameter = float | torch.Tensor
#: draws noise of a shape: ``noise(shape, dtype, device, generator)``
Noise = Callable[..., torch.Tensor]


def _parameters(arrays: Sequence[torch.Tensor | None], *numbers: float | None) -> list[Parameter]:
    """Return each parameter: the number, or the next array where that is None."""
    present = [array for array in arrays if array is not None]
    return [present.pop(0) if number is None else number for number in numbers]


def _inputs_where_none(*names: str) -> Callable[[Any], tuple[str, ...]]:
    """Return the rule of inputs: as many as there are attributes of these names that are None."""
    return lambda p: tuple(f"input{i + 1}" for i in range(sum(p[name] is None for name in names)))


def _as_asked(p: Any, t: Any) -> None:
    t.out[0] = p.get("dtype") or "float32"


def _drawing(name: str, *parameters: str, output: str = "output", **facts: Any) -> Callable[..., Any]:
    """Return the decorator that registers a distribution with these parameters."""
    facts.setdefault("host_sync", lambda p: "check" if any(p[item] is None for item in parameters) else None)
    inputs = _inputs_where_none(*parameters)
    return op(name, inputs=inputs, outputs=(output,), types=_as_asked, stochastic=True, **facts)


def require(name: str, value: Parameter, holds: Callable[[Any], Any], what: str) -> None:
    """Raise :class:`MXNetValueError` unless a parameter, or all elements of it, are as said."""
    if isinstance(value, torch.Tensor):
        if value.is_meta or exported() or bool(holds(value.detach()).all()):
            return
    elif holds(value):
        return
    raise MXNetValueError(f"operator {name}: expect {what}")


def _draw(
    noise: Noise,
    transform: Callable[..., torch.Tensor],
    parameters: Sequence[Parameter],
    size: Shape | None,
    dtype: str,
    device: torch.device,
    batched: bool = False,
) -> torch.Tensor:
    """Return ``transform(noise, *parameters)`` in ``size``, or in the shape that the parameters broadcast to.

    ``batched``: of shape ``size`` for each element of that shape. It is computed in float32 at least.
    """
    out_dtype = TORCH_OF[dtype]
    wide = torch.float64 if out_dtype is torch.float64 else torch.float32
    tensors = [parameter for parameter in parameters if isinstance(parameter, torch.Tensor)]
    parameter_shape = broadcast(*[tensor.shape for tensor in tensors])
    shape = (*(size or ()), *parameter_shape) if batched else parameter_shape if size is None else size
    if broadcast(parameter_shape, shape) != tuple(shape):
        raise MXNetShapeError(f"parameters of shape {tuple(parameter_shape)} do not broadcast to size {tuple(shape)}")
    device = tensors[0].device if tensors else device
    values = [parameter.to(wide) if isinstance(parameter, torch.Tensor) else parameter for parameter in parameters]
    if device.type == "meta":
        return torch.empty(shape, dtype=out_dtype, device=device)
    return transform(noise(shape, wide, device, generator(device)), *values).to(out_dtype)


def _uniforms(shape, dtype, device, g):
    return torch.rand(shape, dtype=dtype, device=device, generator=g)


def _normals(shape, dtype, device, g):
    return torch.randn(shape, dtype=dtype, device=device, generator=g)


def _exponentials(shape, dtype, device, g):
    return torch.empty(shape, dtype=dtype, device=device).exponential_(generator=g)


def _logistics(shape, dtype, device, g):
    return _exponentials(shape, dtype, device, g).log() - _exponentials(shape, dtype, device, g).log()


def _gumbels(shape, dtype, device, g):
    return -_exponentials(shape, dtype, device, g).log()


def _shifted(noise: torch.Tensor, loc: Parameter, scale: Parameter) -> torch.Tensor:
    return loc + noise * scale


# -- distributions with a location and a scale --------------------------------------------------------------------


def _between(noise: torch.Tensor, low: Parameter, high: Parameter) -> torch.Tensor:
    return low + noise * (high - low)


@_drawing("_npi_uniform", "low", "high", host_sync=None)
def _npi_uniform(
    input1=None,
    input2=None,
    *,
    low: float | None,
    high: float | None,
    size: Ints | None = None,
    ctx: str = "cpu",
    dtype: RealType = "float32",
    device,
):
    """Return numbers evenly distributed between ``low`` and ``high``."""
    return _draw(_uniforms, _between, _parameters((input1, input2), low, high), size, dtype, device)


@_drawing("_npi_uniform_n", "low", "high", attributes_of=_npi_uniform, host_sync=None, backward=zero_gradient)
def _npi_uniform_n(input1=None, input2=None, *, low, high, size, dtype, device, **unused):
    """Return numbers evenly distributed between ``low`` and ``high``, of shape ``size`` for each element of these."""
    return _draw(_uniforms, _between, _parameters((input1, input2), low, high), size, dtype, device, batched=True)


def _located(name, noise, size, dtype, device, arrays, loc, scale, batched=False):
    parameters = _parameters(arrays, loc, scale)
    require(name, parameters[1], lambda x: x >= 0, "scale >= 0")
    return _draw(noise, _shifted, parameters, size, dtype, device, batched)


@_drawing("_npi_normal", "loc", "scale", output="output0")
def _npi_normal(
    input1=None,
    input2=None,
    *,
    loc: float | None,
    scale: float | None,
    size: Ints | None = None,
    ctx: str = "cpu",
    dtype: RealType = "float32",
    device,
):
    """Return normally distributed numbers of mean ``loc`` and standard deviation ``scale``."""
    return _located("_npi_normal", _normals, size, dtype, device, (input1, input2), loc, scale)


@_drawing("_npi_normal_n", "loc", "scale", attributes_of=_npi_normal, backward=zero_gradient)
def _npi_normal_n(input1=None, input2=None, *, loc, scale, size, dtype, device, **unused):
    """Return normally distributed numbers as ``_npi_normal``, of shape ``size`` for each element of the parameters."""
    return _located("_npi_normal_n", _normals, size, dtype, device, (input1, input2), loc, scale, batched=True)


@_drawing("_npi_logistic", "loc", "scale", output="output0")
def _npi_logistic(
    input1=None,
    input2=None,
    *,
    loc: float | None,
    scale: float | None,
    size: Ints | None = None,
    ctx: str = "cpu",
    device,
):
    """Return numbers of the logistic distribution of mean ``loc`` and scale ``scale``."""
    return _located("_npi_logistic", _logistics, size, "float32", device, (input1, input2), loc, scale)


@_drawing("_npi_gumbel", "loc", "scale", output="output0", attributes_of=_npi_logistic)
def _npi_gumbel(input1=None, input2=None, *, loc, scale, size, device, **unused):
    """Return numbers of the Gumbel distribution of mode ``loc`` and scale ``scale``."""
    return _located("_npi_gumbel", _gumbels, size, "float32", device, (input1, input2), loc, scale)


# -- distributions of numbers that are not negative ---------------------------------------------------------------


def _positive(name, transform, what, size, device, array, value, noise=_exponentials):
    """Draw by transforming noise with one parameter, of which ``what`` says what it must be: ``a > 0``."""
    (parameter,) = _parameters((array,), value)
    require(name, parameter, (lambda x: x >= 0) if ">=" in what else (lambda x: x > 0), what)
    return _draw(noise, transform, (parameter,), size, "float32", device)


@_drawing("_npi_exponential", "scale", output="output0")
def _npi_exponential(input1=None, *, scale: float | None = 1.0, size: Ints | None = None, ctx: str = "cpu", device):
    """Return exponentially distributed numbers of mean ``scale``."""
    return _positive("_npi_exponential", lambda e, s: e * s, "scale >= 0", size, device, input1, scale)


@_drawing("_npi_rayleigh", "scale", output="output0")
def _npi_rayleigh(input1=None, *, scale: float | None = 1.0, size: Ints | None = None, ctx: str = "cpu", device):
    """Return numbers of the Rayleigh distribution of mode ``scale``."""
    return _positive("_npi_rayleigh", lambda e, s: (2 * e).sqrt() * s, "scale >= 0", size, device, input1, scale)


@_drawing("_npi_pareto", "a", output="output0")
def _npi_pareto(input1=None, *, a: float | None = None, size: Ints | None = None, ctx: str = "cpu", device):
    """Return numbers of the Lomax distribution (Pareto's, from 0 on) of shape ``a``."""
    return _positive("_npi_pareto", lambda e, a: torch.expm1(e / a), "a > 0", size, device, input1, a)


@_drawing("_npi_weibull", "a", output="output0")
def _npi_weibull(input1=None, *, a: float | None = None, size: Ints | None = None, ctx: str = "cpu", device):
    """Return numbers of the Weibull distribution of shape ``a`` and scale 1."""
    return _positive("_npi_weibull", lambda e, a: e ** (1 / a), "a > 0", size, device, input1, a)


@_drawing("_npi_powerd", "a")
def _npi_powerd(input1=None, *, a: float | None = None, size: Ints | None = None, device):
    """Return numbers between 0 and 1 with the density ``a * x**(a - 1)``."""
    return _positive("_npi_powerd", lambda e, a: torch.exp(-e / a), "a > 0", size, device, input1, a)


@_drawing("_npi_gamma", "shape", "scale")
def _npi_gamma(
    input1=None,
    input2=None,
    *,
    shape: float | None,
    scale: float | None,
    size: Ints | None = None,
    ctx: str = "cpu",
    dtype: RealType = "float32",
    device,
):
    """Return numbers of the gamma distribution of shape ``shape`` and scale ``scale``."""
    parameters = _parameters((input1, input2), shape, scale)
    for value, what in zip(parameters, ("shape > 0", "scale > 0"), strict=True):
        require("_npi_gamma", value, lambda x: x > 0, what)

    def standard(base: torch.Tensor, shape: Parameter, scale: Parameter) -> torch.Tensor:
        alpha = (base + shape).contiguous()
        return torch_compat.standard_gamma(alpha, generator=generator(alpha.device)) * scale

    def zeros(shape, dtype, device, g):
        return torch.zeros(shape, dtype=dtype, device=device)

    return _draw(zeros, standard, parameters, size, dtype, device)


@op(
    "_npi_bernoulli",
    types=_as_asked,
    stochastic=True,
    host_sync=lambda p: "check" if (p.logit if p.is_logit else p.prob) is None else None,
)
def _npi_bernoulli(
    input1=None,
    *,
    prob: float | None,
    logit: float | None,
    size: Ints | None = None,
    ctx: str = "cpu",
    dtype: Literal["float32", "float64", "float16", "uint8", "int32", "bool"] = "float32",
    is_logit: bool,
    device,
):
    """Return ones with the probability ``prob``, or ``1 / (1 + exp(-logit))``, and zeros else."""
    (chance,) = _parameters((input1,), logit if is_logit else prob)
    if not is_logit:
        require("_npi_bernoulli", chance, lambda x: (x >= 0) & (x <= 1), "probs >= 0 && probs <= 1")

    def hit(noise: torch.Tensor, chance: Parameter) -> torch.Tensor:
        if not isinstance(chance, torch.Tensor):
            chance = constant(chance, noise.dtype, noise.device)
        chance = chance.to(noise.dtype)
        return noise < (torch.sigmoid(chance) if is_logit else chance)

    return _draw(_uniforms, hit, (chance,), size, dtype, device)


_npi_bernoulli.inputs(lambda p: _inputs_where_none("logit" if p.is_logit else "prob")(p))
_npi_bernoulli.backward(zero_gradient)


# -- choices ------------------------------------------------------------------------------------------------------


@op("_npi_choice", types=gives("int64"), stochastic=True, host_sync=lambda p: "check" if p.weighted else None)
def _npi_choice(
    input1=None,
    input2=None,
    *,
    a: int | None,
    size: Shape | None,
    ctx: str = "cpu",
    replace: bool = True,
    weighted: bool = False,
    device,
):
    """Return numbers below ``a``, or below the length of an array, as int64, in the shape ``size``.

    With ``weighted`` the last input has their probabilities; without ``replace`` no number comes twice.
    """
    arrays = [item for item in (input1, input2) if item is not None]
    weights = arrays.pop() if weighted else None
    count = a if a is not None else (arrays[0].shape[0] if arrays[0].ndim else int(arrays[0]))
    shape = size or ()
    if count <= 0:
        raise MXNetValueError(f"operator _npi_choice: expect a > 0, got {count}")
    if weights is not None and tuple(weights.shape) != (count,):
        raise MXNetShapeError(f"operator _npi_choice: expected {count} probabilities, got {tuple(weights.shape)}")
    if not replace and torch.Size(shape).numel() > count:
        raise MXNetValueError(f"operator _npi_choice: cannot take {list(shape)} of {count} without repetition")
    target_device = weights.device if weights is not None else arrays[0].device if arrays else device
    if target_device.type == "meta":
        return torch.empty(shape, dtype=torch.int64, device=target_device)
    g, draws = generator(target_device), torch.Size(shape).numel()
    if weights is not None:
        if bool((weights < 0).any()) or not float(weights.sum()) > 0:
            raise MXNetValueError("operator _npi_choice: expect probabilities that are not negative, and not all zero")
        drawn = torch.multinomial(weights.detach().double(), max(draws, 1), replace, generator=g)[:draws]
    elif replace:
        drawn = torch.randint(count, (draws,), generator=g, device=target_device)
    else:
        drawn = torch.randperm(count, generator=g, device=target_device)[:draws]
    return drawn.reshape(shape)


_npi_choice.inputs(lambda p: tuple(f"input{i + 1}" for i in range((p.a is None) + p.weighted)))


@op("_npi_multinomial", types=gives("int64"), stochastic=True, host_sync="check")
def _npi_multinomial(a=None, *, n: int, pvals: Floats | None = None, size: Ints | None = None, device):
    """Return how often each outcome came in ``n`` trials, as int64 of shape ``(*size, outcomes)``.

    The probabilities are ``pvals`` or the array ``a``; the last one is what the others leave of 1.
    """
    value = constant(pvals, torch.float64, device) if a is None else a.detach().double()
    if value.ndim != 1:
        raise MXNetShapeError(f"operator _npi_multinomial: object too deep: pvals of shape {tuple(value.shape)}")
    if n < 0:
        raise MXNetValueError(f"operator _npi_multinomial: expect n >= 0, got {n}")
    outcomes, shape = value.shape[0], size or ()
    counts = torch.zeros((torch.Size(shape).numel(), outcomes), dtype=torch.int64, device=value.device)
    if value.is_meta:
        return counts.reshape(*shape, outcomes)
    first, total = value[:-1], float(value.sum())
    if total > 1 + (1e-12 if a is None else 1e-6):
        raise MXNetError(f"operator _npi_multinomial: sum(pvals) > 1.0: {total}")
    if not bool((value >= 0).all()):  # or NaN
        raise MXNetValueError("operator _npi_multinomial: expect probabilities that are not negative")
    shares = torch.cat([first, torch.clamp(1 - first.sum(), min=0).reshape(1)])
    rows, g = max(counts.shape[0], 1), generator(value.device)
    if rows * n > _CHUNK:
        _count_by_binomials(counts, n, shares, g)
    elif counts.numel() and n:
        drawn = torch.multinomial(shares, rows * n, True, generator=g).reshape(rows, n)
        counts.scatter_add_(1, drawn, torch.ones_like(drawn))
    return counts.reshape(*shape, outcomes)


def _count_by_binomials(counts: torch.Tensor, n: int, shares: torch.Tensor, g: torch.Generator) -> None:
    """Write how often each outcome comes: of the trials that those before it leave, a binomial number each."""
    remaining = torch.full_like(counts[:, 0], n) if counts.numel() else counts.new_empty(0)
    ahead = shares.flip(0).cumsum(0).flip(0)
    for column, chance in zip(counts.unbind(1)[:-1], (shares / ahead).nan_to_num(0.0).clamp(0, 1), strict=False):
        trials = remaining.double()
        drawn = torch.binomial(trials, chance.expand_as(trials), generator=g)
        column.copy_(torch.minimum(drawn.to(torch.int64), remaining))
        remaining = remaining - column
    if counts.numel():
        counts[:, -1] = remaining


_npi_multinomial.inputs(lambda p: ("a",) if p.pvals is None else ())
