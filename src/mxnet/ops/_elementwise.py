"""Kernels and gradients of element-wise functions that PyTorch does not have, or computes differently.

Those of an array ``x`` and a number ``s`` are called ``<name>_number``, with the number on the left ``number_<name>``.
"""

import math
from collections.abc import Callable
from typing import Any

import torch

from ..core import torch_compat
from ..core.dtypes import fit_to_dtype, rounded
from ..core.tracing import traced
from ..kernels.choice import PLAIN, on_cpu
from ..kernels.masking import choose_or_zero
from ._families import of_output, refuse_bool
from ._mathematics import all_positive, remainder

Kernel = Callable[..., torch.Tensor]
#: numbers of which a pass takes less time than the call of a function of Python's by PyTorch's graph
_FEW = 1 << 14


def round_halves_away(x: torch.Tensor) -> torch.Tensor:
    """Return the nearest integers; halves go away from zero."""
    below_half = 0.5 - torch.finfo(x.dtype).eps / 4  # with a half itself, the number before 0.5 would become 1
    return torch.copysign(torch.add(x.abs(), below_half).floor_(), x)


def cube_root_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h / (3 * y * y)``, y being the root."""
    return (head_grads[0] / (3 * outputs[0] * outputs[0]),)


def reciprocal_cube_root_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``-h * y ** 4 / 3``, y being the result."""
    return (head_grads[0] * outputs[0].pow(4) / -3,)


def _digamma(x: torch.Tensor) -> torch.Tensor:
    """Return the derivative of log |gamma(x)|, as in 1.9.1 inf at 0 and at negative integers."""
    result = torch.digamma(x)
    return result if all_positive(x) else result.masked_fill_((x <= 0) & (x == torch.floor(x)), math.inf)


def gamma_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h * y * digamma(x)``."""
    return (head_grads[0] * outputs[0] * _digamma(inputs[0]),)


def log_gamma_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h * digamma(x)``."""
    return (head_grads[0] * _digamma(inputs[0]),)


def exp_less_one_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h * e ** x``; by the output, it would be 0 where that is rounded to -1."""
    return (head_grads[0] * torch.exp(inputs[0]),)


def softsign(x: torch.Tensor) -> torch.Tensor:
    """Return ``x / (1 + |x|)``, eagerly in memory of one array where PyTorch's takes that of three."""
    if traced() or not x.is_floating_point() or (torch.is_grad_enabled() and x.requires_grad):
        return x / (1 + x.abs())
    size = x.abs().add_(1)
    return torch.div(x, size, out=size)


def softsign_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h / (1 + |x|) ** 2``, 0 at infinity."""
    size = inputs[0].abs() + 1
    return (head_grads[0] / (size * size),)


def conjugate(x: torch.Tensor) -> torch.Tensor:
    """Return the complex conjugate."""
    return torch.conj(x).resolve_conj() if x.is_complex() else x.clone()


def real(x: torch.Tensor) -> torch.Tensor:
    """Return the real part."""
    return torch.real(x).clone()


def imaginary(x: torch.Tensor) -> torch.Tensor:
    """Return the imaginary part, 0 of real numbers."""
    return torch.imag(x).clone() if x.is_complex() else torch.zeros_like(x)


def is_complex(x: torch.Tensor) -> torch.Tensor:
    """Return whether the imaginary part is not 0."""
    return ~torch.isreal(x)


def _relu_of_head(head: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the head gradient where ``max(x, 0)`` is above 0, NaN where one of them is NaN, else 0 times it."""
    if torch.is_grad_enabled():
        out = out.detach()  # it has no second derivative, at NaN neither
    if torch_compat.transforms_active():  # of torch.func, which do not take what writes in place
        return out.ceil().clamp(max=1) * head
    return out.ceil().clamp_(max=1).mul_(head)


def may_be_product(*tensors: torch.Tensor) -> bool:
    """Return whether a result of few numbers is recorded as a product with ones and zeros, whose gradient is its own.

    For others the passes take longer than the calls of Python functions that this saves.
    """
    for t in tensors:
        if t.requires_grad:
            break
    else:
        return False
    for t in tensors:
        if t.numel() > _FEW or not on_cpu(t):
            return False
    return not (PLAIN or traced())


def with_values(product: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Return a recorded product with other values: it is not the result where it is 0 times infinity."""
    product.data = values
    return product


def recorded_relu(x: torch.Tensor) -> torch.Tensor | None:
    """Return ``max(x, 0)``, recorded as a product: PyTorch's gradient of that is :func:`relu_gradient`."""
    if not may_be_product(x):
        return None
    out = torch.relu(x.detach())
    return with_values(torch.mul(x, out.ceil().clamp_max_(1)), out)


def relu_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return the head gradient where the result is above 0, else 0 times it."""
    return (_relu_of_head(head_grads[0], outputs[0]),)


relu_vjp = of_output(_relu_of_head)


# -- of two arrays -----------------------------------------------------------------------------------------------------


def without_booleans(kernel: Kernel) -> Kernel:
    """Let a kernel refuse booleans, as 1.9.1 and NumPy do."""

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        refuse_bool(lhs)
        return kernel(lhs, rhs)

    return call


def power_of_any(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``l ** r``; booleans are 0 and 1."""
    if lhs.dtype is torch.bool:
        return torch.pow(lhs.to(torch.uint8), rhs.to(torch.uint8)).to(torch.bool)
    return torch.pow(lhs, rhs)


def divide(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``l / r``, of integers without the fraction."""
    if lhs.is_floating_point():
        return torch.div(lhs, rhs)
    return torch.div(lhs, rhs, rounding_mode=None if lhs.is_complex() else "trunc")


divide.floats = torch.div  # type: ignore[attr-defined]


def modulo(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``l % r`` with the sign of r; 0 where r is 0.

    As in 1.9.1 nothing that is left is -0.0 of a negative number by a negative one, and of -0.0 by a positive one, else
    0.0; PyTorch's has the sign of ``l``.
    """
    zero = torch.eq(rhs, 0)
    if lhs.is_floating_point():
        rest = remainder(lhs, rhs)
        return rest.masked_fill(zero | (torch.eq(rest, 0) & (torch.lt(lhs, 0) ^ torch.lt(rhs, 0))), 0)
    return torch.remainder(lhs, rhs.masked_fill(zero, 1))


def modulo_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h`` and ``-h * floor(l / r)``, whatever the divisor: 0 has infinities."""
    (lhs, rhs), head = inputs, head_grads[0]
    return head.sum_to_size(lhs.shape), (-head * torch.floor(torch.div(lhs, rhs))).sum_to_size(rhs.shape)


def fmod_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h`` and ``-h`` times ``l / r`` without its fraction."""
    (lhs, rhs), head = inputs, head_grads[0]
    return head.sum_to_size(lhs.shape), (-head * torch.trunc(torch.div(lhs, rhs))).sum_to_size(rhs.shape)


def hypot(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``sqrt(l * l + r * r)``."""
    if lhs.is_floating_point():
        return torch.hypot(lhs, rhs)
    return torch.hypot(lhs.double(), rhs.double()).to(lhs.dtype)


def floor_divide(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return the quotient, rounded down, whose gradient is zero; that of integers by 0 is 0, as NumPy has it."""
    lhs, rhs = lhs.detach(), rhs.detach()
    if lhs.dtype is torch.float16:  # PyTorch rounds within
        return torch.floor_divide(lhs.float(), rhs.float()).to(lhs.dtype)
    if lhs.is_floating_point():
        return torch.floor_divide(lhs, rhs)
    zero = rhs == 0
    return torch.div(lhs, rhs.masked_fill(zero, 1), rounding_mode="floor").to(lhs.dtype).masked_fill(zero, 0)


def multiple(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return the least common multiple."""
    if lhs.dtype is torch.bool:
        return torch.logical_and(lhs, rhs)
    # not torch.lcm: it divides the smallest int64 by -1, which ends the process
    divisor = torch.gcd(lhs, rhs)
    divisor = divisor.masked_fill((divisor == 0) | (divisor == -1), 1)
    return (torch.div(lhs, divisor, rounding_mode="trunc") * rhs).abs()


def _sign(x: torch.Tensor) -> torch.Tensor:
    return torch.copysign(torch.ones_like(x), x + 0.0)  # -0.0 + 0.0 is 0.0: neither zero counts as negative


def copysign_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h`` with the sign of both, and 0."""
    x, y = inputs
    return (head_grads[0] * _sign(x) * torch.copysign(torch.ones_like(y), y)).sum_to_size(x.shape), torch.zeros_like(y)


def _ones_where(compare: Kernel, lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return 1 and 0 in the inputs' type."""
    if torch.compiler.is_compiling():
        return compare(lhs, rhs).to(lhs.dtype)
    return compare(lhs, rhs, out=lhs.new_empty(0))


def choice_gradient(left: Kernel, right: Kernel) -> Callable[..., Any]:
    """Return the rule of a choice: the gradient goes to the side whose comparison holds, ties being the left one's."""

    def rule(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
        lhs, rhs = (t.detach() for t in inputs)
        # products with 1 and 0 take a tenth of the time of choices, which do not vectorize
        parts = (head_grads[0] * _ones_where(compare, lhs, rhs) for compare in (left, right))
        return tuple(part.sum_to_size(t.shape) for part, t in zip(parts, inputs, strict=True))

    def recorded(kernel: Kernel, lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor | None:
        """Return the choice, recorded as two products."""
        if not may_be_product(lhs, rhs):
            return None
        x, y = lhs.detach(), rhs.detach()
        products = lhs * _ones_where(left, x, y) + rhs * _ones_where(right, x, y)
        return with_values(products, kernel(x, y))

    rule.recorded = recorded  # type: ignore[attr-defined]
    return rule


# -- of an array and a number ------------------------------------------------------------------------------------------


def number_like(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return a number as a tensor without axes, in the type of ``x`` and where that is."""
    return x.new_full((), fit_to_dtype(s, x.dtype))


def of_number(kernel: Kernel) -> Kernel:
    """Let a kernel of two tensors take a number on the right."""
    return lambda x, s: kernel(x, number_like(x, s))


def of_number_first(kernel: Kernel) -> Kernel:
    """Let a kernel of two tensors take, after the tensor, the number that is on its left."""
    return lambda x, s: kernel(number_like(x, s), x)


def divide_number(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``x / s``, of integers without the fraction."""
    return torch.div(x, s, rounding_mode=None if x.is_floating_point() else "trunc")


def scaled(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``x * s``, the number rounded to the type of ``x`` first."""
    return x * rounded(s, x.dtype)


def number_divide(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``s / x``, rounded once: PyTorch multiplies a number by the reciprocal, which may overflow."""
    x = x if x.is_floating_point() else x.double()
    return torch.div(number_like(x, s), x)


def modulo_number(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``x % s``."""
    if x.is_floating_point():
        return modulo(x, number_like(x, s))
    return torch.remainder(x, s) if s else torch.zeros_like(x)


def number_modulo(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``s % x``."""
    if x.is_floating_point():
        return modulo(number_like(x, s), x)
    return torch.remainder(torch.full_like(x, s), x.masked_fill(torch.eq(x, 0), 1))


def modulo_number_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h``."""
    return (head_grads[0],)


def number_modulo_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``-h * floor(s / x)``."""
    return (-head_grads[0] * torch.floor(number_divide(inputs[0], p.scalar)),)


def _in_32_bits(result: torch.Tensor) -> torch.Tensor:
    """Return powers of 8 bits as 1.9.1 does, from float32: 0 beyond 32 bits. An exponent of -1 is 255 in uint8."""
    return result.masked_fill(result.abs() >= 2.0**31, 0).long()


def power_number(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``x ** s``."""
    if x.is_floating_point():
        return torch.pow(x, fit_to_dtype(float(s), x.dtype))
    if x.dtype.itemsize == 1:
        return _in_32_bits(torch.pow(x.float(), s))
    return torch.pow(x, s) if s >= 0 else torch.pow(x.double(), s)


def number_power(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``s ** x``."""
    if x.is_floating_point():
        return torch.pow(s, x)
    result = torch.pow(s, x.double())
    if x.dtype.itemsize == 1:
        return _in_32_bits(result.float())
    return result if on_cpu(x) else result.mul_(1 + 2.0**-51)  # 3 ** 1 may be just below 3, which is cut off to 2


def maximum_number(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``max(x, s)``."""
    return torch.clamp(x, min=fit_to_dtype(s, x.dtype))


def maximum_number_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h`` where ``x >= s``, else 0."""
    return (choose_or_zero(inputs[0] >= fit_to_dtype(p.scalar, inputs[0].dtype), head_grads[0]),)


def minimum_number(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``min(x, s)``."""
    return torch.clamp(x, max=fit_to_dtype(s, x.dtype))


def minimum_number_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h`` where ``x <= s``, else 0."""
    return (choose_or_zero(inputs[0] <= fit_to_dtype(p.scalar, inputs[0].dtype), head_grads[0]),)


def hypot_number(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``sqrt(x * x + s * s)``."""
    x = x if x.is_floating_point() else x.double()
    return torch.hypot(x, number_like(x, s))


def copysign_number_gradient(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
    """Return ``h`` with the sign of both."""
    return (head_grads[0] * _sign(inputs[0]) * math.copysign(1.0, p.scalar),)


for _rule in (modulo_gradient, fmod_gradient, modulo_number_gradient, number_modulo_gradient):
    _rule.floats_only = True  # type: ignore[attr-defined]
for _rule in (maximum_number_gradient, minimum_number_gradient):
    _rule.reads_outputs = ()  # type: ignore[attr-defined]
