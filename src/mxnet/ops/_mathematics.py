"""Element-wise functions that are right over the whole range of exponents, where PyTorch's are not.

PyTorch computes the last few elements of an array by other kernels than the rest: where the two differ, a value would
depend on its place and on the array's length.
"""

import math
from collections.abc import Callable, Sequence

import torch

from ..core.tracing import traced
from ..kernels.choice import on_cpu
from ..kernels.norms import vector_norm

Two = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
#: Stirling's series: the logarithm of ``gamma(1 + x) / (sqrt(2 * pi * x) * (x / e) ** x)`` in odd powers of 1 / x
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
#: from here on Stirling's series is used
_LARGE = 12


def _fmod_in_steps(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``fmod``, first by multiples of ``rhs``, so that no quotient overflows; they may be infinite."""
    step = 2.0**700 if rhs.dtype is torch.float64 else 2.0**93  # more than a third of all exponents
    for divisor in (rhs * step * step, rhs * step, rhs):
        lhs = torch.fmod(lhs, divisor)
    return lhs


def _remainder_in_steps(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    remainder = _fmod_in_steps(lhs, rhs)
    return torch.where((remainder != 0) & ((remainder < 0) != (rhs < 0)), remainder + rhs, remainder)


def _repaired(result: torch.Tensor, in_steps: Two, lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return a remainder with what is NaN computed again: on CPUs a vectorized one is NaN if the quotient overflows."""
    if not on_cpu(result) or not result.is_floating_point() or result.dtype is torch.float16:
        return result
    if traced():
        return torch.where(torch.isnan(result), in_steps(lhs.detach(), rhs.detach()), result)
    if torch.isnan(result).any():
        result.detach().copy_(in_steps(lhs.detach(), rhs.detach()))  # the gradients stay those of ``result``
    return result


def fmod(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``lhs - trunc(lhs / rhs) * rhs``, exact, with the sign of ``lhs``: C's ``fmod``."""
    return _repaired(torch.fmod(lhs, rhs), _fmod_in_steps, lhs, rhs)


def remainder(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``lhs - floor(lhs / rhs) * rhs`` from the exact ``fmod``; a result of zero may have either sign."""
    return _repaired(torch.remainder(lhs, rhs), _remainder_in_steps, lhs, rhs)


def round_halves_down(x: torch.Tensor) -> torch.Tensor:
    """Return the nearest integers; halves go down."""
    below, above = torch.floor(x), torch.ceil(x)
    return torch.where(x - below <= above - x, below, above)


def ldexp(x: torch.Tensor, exponent: torch.Tensor) -> torch.Tensor:
    """Return ``x * 2 ** exponent``, right where the power alone overflows or is 0."""
    most = 3 * (math.frexp(torch.finfo(x.dtype).max)[1] - 1)  # more than the whole range, with denormals
    exponent = exponent.clamp(-most, most)
    third = torch.trunc(exponent.detach() / 3)
    power = torch.exp2(third)
    return x * power * power * torch.exp2(exponent - 2 * third)


def erf(x: torch.Tensor) -> torch.Tensor:
    """Return the error function; PyTorch's of float16 has three digits less near 0."""
    return torch.erf(x.float()).to(x.dtype) if x.dtype is torch.float16 else torch.erf(x)


def cbrt(x: torch.Tensor) -> torch.Tensor:
    """Return the real cube root."""
    if x.dtype is not torch.float64:
        return torch.copysign(torch.pow(x.abs().double(), 1 / 3).to(x.dtype), x)
    root = torch.copysign(torch.pow(x.abs(), 1 / 3), x)
    # a step of Newton's method; 0 and infinities are their own roots
    root = root - ((root - x / (root * root)) / 3).nan_to_num_(0, 0, 0)
    nearest = torch.round(root)
    return torch.where(nearest * nearest * nearest == x, nearest, root)


def rcbrt(x: torch.Tensor) -> torch.Tensor:
    """Return 1 / the real cube root."""
    if x.dtype is not torch.float64:
        return torch.copysign(torch.pow(x.abs().double(), -1 / 3).to(x.dtype), x)
    return torch.reciprocal(cbrt(x))


def _factorial(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return ``gamma(1 + x)`` of numbers from 0 on, as a product of two: it overflows later than its factors."""
    floor = torch.floor(x)
    near = torch.exp(torch.lgamma(1 + x - floor))
    for i in range(_LARGE):
        near = torch.where(floor > i, near * (x - i), near)
    series, square = torch.zeros_like(x), x * x
    for factor in reversed(_STIRLING):
        series = series / square + factor
    power = torch.pow(x, x / 2)
    far = torch.sqrt(2 * math.pi * x) * torch.exp(series / x) * torch.exp(-x) * power
    small = x < _LARGE
    return power.masked_fill(small, 1), torch.where(small, near, far)


def all_positive(x: torch.Tensor) -> bool:
    """Return whether there are only numbers above 0; False, too, where it takes long to ask: not on CPUs, in traces."""
    return type(x) is torch.Tensor and on_cpu(x) and not traced() and x.numel() > 0 and x.detach().min().item() > 0


def _gamma_by_logarithm(x: torch.Tensor) -> torch.Tensor:
    """Return the gamma function to some thirteen digits, more than types of less than 64 bits have."""
    value = torch.exp(torch.lgamma(x))
    if all_positive(x):
        return value
    floor = torch.floor(x)
    value = torch.where(x < 0, value * (1 + 2 * torch.remainder(floor, -2)), torch.copysign(value, x))
    return value.masked_fill((x < 0) & (x == floor), math.nan)


def gamma(x: torch.Tensor) -> torch.Tensor:
    """Return the gamma function, computed in float64; NaN at negative integers."""
    wide = x.double()
    if x.is_floating_point() and x.dtype is not torch.float64:
        return _gamma_by_logarithm(wide).to(x.dtype)
    size = wide.abs().clamp(max=200)  # it overflows at 172
    first, second = _factorial(size)
    nearest = torch.round(wide)
    sine = torch.sin(math.pi * (wide - nearest)) * (1 - 2 * torch.remainder(nearest, 2))
    value = torch.where(wide < 0, math.pi / sine / second / first, first * (second / torch.copysign(size, wide)))
    value = value.masked_fill((wide < 0) & (wide == nearest), math.nan)
    return value if x.is_floating_point() else torch.round(value)


#: norms from which on no square that counts is too small for the dtype
_LEAST_NORM = {torch.float32: 2.0**-50, torch.float64: 2.0**-480}


def norm_over(x: torch.Tensor, order: float, axes: Sequence[int] | None, keep: bool) -> torch.Tensor:
    """Return the norm of any order over ``axes`` (None: all), on CPUs also where squares overflow or vanish."""
    result = vector_norm(x, order, axes, keep)
    if order != 2 or result.dtype not in _LEAST_NORM or not on_cpu(result) or not x.numel():
        return result
    if traced():  # which has no values to look at
        return result
    norms, least = result.detach(), _LEAST_NORM[result.dtype]
    smallest, largest = (norms, norms) if norms.numel() == 1 else torch.aminmax(norms)  # NaN where one is
    if least < smallest.item() and largest.item() < math.inf:
        return result
    scale = x.detach().abs().amax(axes or (), True)
    scale = scale.where((scale > 0) & (scale < math.inf), 1)
    return vector_norm(x / scale, order, axes, keep) * scale.reshape(norms.shape)
