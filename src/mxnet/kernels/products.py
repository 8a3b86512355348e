"""Products of float32 matrices on CPUs: by oneDNN where PyTorch's BLAS is slow.

MKL uses AVX-512 only on Intel's processors, and AVX2 on others. oneDNN, which PyTorch includes too, checks what the
processor supports. On an AMD EPYC of 2024 (Zen 5), MKL reaches 90 GFLOP/s in float32 with one thread, oneDNN 200.
"""

from math import inf, prod
from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced
from .choice import Grid, kernel, sizes
from .half import are_slow_half, in_float32
from .one_thread import SHARED_PRODUCT, multiply, note

#: multiplications from which on oneDNN is faster; none where BLAS is not slow
PRODUCT = range(0)
if torch.backends.mkl.is_available() and torch.backends.mkldnn.is_available():
    PRODUCT = sizes("product")
#: columns of the product from which on it pays, if the rows of the first matrix must be copied: 0.8 ns an element, by
#: one thread; 2 threads of Zen 4, (1000, 960)' @ (960, 128): BLAS 1.2 ms, oneDNN 2.0
PRODUCT_COLUMNS = 256
#: its inner dimension, from which on copying or adding the product afterwards pays
PRODUCT_LENGTH = 32

_mm = torch.mm


def by_onednn(rows: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    """Return ``rows @ weight.T + bias`` for float32 matrices on the CPU, without a gradient."""
    if not (weight.is_contiguous() or weight.t().is_contiguous()):
        weight = weight.contiguous()  # oneDNN supports no rows that overlap in memory
    return torch_compat.onednn_linear(rows, weight, bias, "none", [], "")


@kernel(
    plain=torch.mm, grid=Grid("multiplications", lambda n: tuple(torch.randn(2, *[round(n ** (1 / 3))] * 2)), (15, 27))
)
def product(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the product of two matrices.

    It must not be traced: it compares sizes, which are symbolic in a trace.
    """
    max_multiplications = a.numel() * b.numel()  # an upper bound of the multiplications
    if max_multiplications < SHARED_PRODUCT and a.dtype is torch.float32:
        return _mm(a, b)
    if are_slow_half(a, b):
        return in_float32(product, a, b)
    if max_multiplications not in PRODUCT or not _is_for_onednn(a, b):
        return multiply(_mm, a.numel() * b.size(-1), a, b)
    note(inf, a, b)
    if torch.is_grad_enabled() and (a.requires_grad or b.requires_grad):
        return _Product.apply(a, b)  # type: ignore[no-untyped-call]
    return by_onednn(a, b.t())


def _plain_target(a: torch.Tensor, b: torch.Tensor, out: torch.Tensor | None) -> torch.Tensor:
    return torch.mm(a, b, out=out)


@kernel(plain=_plain_target)
def product_into(a: torch.Tensor, b: torch.Tensor, out: torch.Tensor | None) -> torch.Tensor:
    """Return the product of two matrices, without a gradient: in ``out``, or in new memory if that is faster."""
    max_multiplications = a.numel() * b.numel()
    if max_multiplications < SHARED_PRODUCT and a.dtype is torch.float32:
        return torch.mm(a, b, out=out)
    if out is None or are_slow_half(a, b):
        return product(a, b)
    if max_multiplications not in PRODUCT or not _is_long(a) or not _is_for_onednn(a, b):
        return multiply(torch.mm, a.numel() * b.size(-1), a, b, out=out)
    return by_onednn(a, b.t())


def _plain_sum(total: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return total.addmm_(a, b)


@kernel(plain=_plain_sum)
def add_product(total: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Add the product of two matrices to ``total`` in place and return it; without a gradient."""
    max_multiplications = a.numel() * b.numel()
    if max_multiplications < SHARED_PRODUCT and a.dtype is torch.float32:
        return total.addmm_(a, b)
    if are_slow_half(a, b):
        return total.add_(product(a, b))
    if max_multiplications not in PRODUCT or not _is_long(a) or not _is_for_onednn(a, b):
        return multiply(total.addmm_, a.numel() * b.size(-1), a, b)
    return total.add_(by_onednn(a, b.t()))


@kernel(plain=torch.bmm)
def bmm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the batched product of ``(n, rows, k)`` and ``(n, k, columns)``."""
    if traced():
        return torch.bmm(a, b)
    multiplications = a.numel() * b.size(-1)
    if multiplications < SHARED_PRODUCT and a.dtype is torch.float32:
        return torch.bmm(a, b)
    if are_slow_half(a, b):
        return in_float32(bmm, a, b)
    return multiply(torch.bmm, multiplications, a, b)


@kernel(plain=torch.matmul)
def matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return ``torch.matmul(a, b)``; faster if ``b`` is one matrix."""
    if traced() or min(a.dim(), b.dim()) < 2:
        return torch.matmul(a, b)
    multiplications = max(a.numel() * b.size(-1), b.numel() * a.size(-2))  # one of them may be broadcast
    if multiplications < SHARED_PRODUCT and a.dtype is torch.float32:
        return torch.matmul(a, b)
    if are_slow_half(a, b):
        return in_float32(matmul, a, b)
    if multiplications not in PRODUCT or b.dim() > 2:
        return multiply(torch.matmul, multiplications, a, b)
    return product(a, b) if a.dim() == 2 else product(a.reshape(-1, a.shape[-1]), b).view(*a.shape[:-1], b.shape[1])


def _plain_contraction(a: torch.Tensor, b: torch.Tensor, a_axes: list[int], b_axes: list[int]) -> torch.Tensor:
    return torch.tensordot(a, b, (a_axes, b_axes))


@kernel(plain=_plain_contraction)
def contract(a: torch.Tensor, b: torch.Tensor, a_axes: list[int], b_axes: list[int]) -> torch.Tensor:
    """Return ``torch.tensordot(a, b, (a_axes, b_axes))`` for axes that are not negative."""
    if traced():
        return _plain_contraction(a, b, a_axes, b_axes)
    if are_slow_half(a, b):
        return in_float32(contract, a, b, a_axes, b_axes)
    max_multiplications = a.numel() * b.numel()
    if max_multiplications not in PRODUCT:
        note(max_multiplications, a, b)
        return _plain_contraction(a, b, a_axes, b_axes)
    left, right = ([i for i in range(t.dim()) if i not in axes] for t, axes in ((a, a_axes), (b, b_axes)))
    length = prod(a.shape[i] for i in a_axes)
    rows, columns = a.permute(*left, *a_axes).reshape(-1, length), b.permute(*b_axes, *right).reshape(length, -1)
    return product(rows, columns).view([*(a.shape[i] for i in left), *(b.shape[i] for i in right)])


def _is_long(a: torch.Tensor) -> bool:
    """Return whether the inner dimension is so long that writing the product twice does not matter."""
    return a.shape[1] >= PRODUCT_LENGTH


def _is_for_onednn(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Return whether oneDNN takes these matrices and is the quicker one."""
    return (
        a.dim() == b.dim() == 2
        and a.numel() * b.shape[1] in PRODUCT
        and a.shape[1] == b.shape[0]
        and a.dtype is torch.float32
        and b.dtype is torch.float32
        and min(*a.shape, b.shape[1]) > 1  # products with vectors are bound by memory
        and (b.shape[1] >= PRODUCT_COLUMNS or a.is_contiguous())  # oneDNN copies rows that are not contiguous
        and a.is_cpu
        and b.is_cpu
    )


class _Product(torch.autograd.Function):
    """A product of two matrices by oneDNN, with its gradients."""

    @staticmethod
    def forward(ctx: Any, a: Any, b: Any) -> torch.Tensor:
        ctx.save_for_backward(a, b)
        return by_onednn(a, b.t())

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        a, b = ctx.saved_tensors
        wants_a, wants_b = ctx.needs_input_grad
        return product(grads[0], b.t()) if wants_a else None, _like(b, a.t(), grads[0]) if wants_b else None


def _like(b: torch.Tensor, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Return a product that lies as ``b`` does in memory: it is then handed on without a copy."""
    return product(left, right) if b.is_contiguous() else product(right.t(), left.t()).t()
