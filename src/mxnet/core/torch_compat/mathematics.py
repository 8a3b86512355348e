"""Other functions of tensors, and their gradients."""

import ctypes
from pathlib import Path
from typing import Any

import torch

from .choice import private, refuse_options, sample
from .operators import convolution_backward


def _factors(a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    result = torch.linalg.lu_factor_ex(a.mT if a.is_contiguous() else a)
    return result.LU, result.pivots


_MATRIX = [[2.0, 1.0, 0.5], [1.0, -3.0, 0.25], [0.0, 1.0, 4.0]]


@private("ops.aten._linalg_det", example=lambda: [(torch.tensor(_MATRIX), {})])
def det(a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the determinants of matrices, their LU factors and pivots."""
    return (torch.linalg.det(a), *_factors(a))


@private("ops.aten._linalg_slogdet", example=lambda: [(torch.tensor(_MATRIX), {})])
def slogdet(a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the signs of determinants, the logarithms of their magnitudes, the matrices' LU factors and pivots."""
    return (*torch.linalg.slogdet(a), *_factors(a))


def _draws_gammas(function: Any) -> bool:
    generator = torch.Generator("cpu").manual_seed(1)
    drawn = function(torch.full((4000,), 3.0), generator=generator).double()
    return bool(abs(drawn.mean() - 3) < 0.2 and abs(drawn.var() - 3) < 0.5 and drawn.min() > 0)


@private("_standard_gamma", probe=_draws_gammas)
def standard_gamma(alpha: torch.Tensor, generator: torch.Generator | None = None) -> torch.Tensor:
    """Draw from gamma distributions of these shapes and of scale 1.

    Source: Marsaglia and Tsang, A simple method for generating gamma variables, ACM TOMS 26 (2000).
    """
    like: dict[str, Any] = {"dtype": alpha.dtype, "device": alpha.device, "generator": generator}
    small = alpha < 1
    d = torch.where(small, alpha + 1, alpha) - 1 / 3
    c = (9 * d).rsqrt()
    out, missing = torch.zeros_like(alpha), torch.ones_like(alpha, dtype=torch.bool)
    while missing.any():
        x, u = torch.randn(alpha.shape, **like), torch.rand(alpha.shape, **like)
        v = (1 + c * x) ** 3
        accepted = missing & (v > 0) & (u.log() < x * x / 2 + d - d * v + d * v.clamp_min(1e-30).log())
        out = torch.where(accepted, d * v, out)
        missing &= ~accepted & ~alpha.isnan()
    return torch.where(small, out * torch.rand(alpha.shape, **like).pow(1 / alpha), out)


@private(
    "_C._nn.thnn_conv2d",
    example=lambda: [(sample(2, 2, 4, 5), sample(3, 2, 3, 2), (3, 2), sample(3), (2, 1), (1, 0), {})],
)
def convolve_by_columns(
    data: torch.Tensor, weight: torch.Tensor, kernel: Any, bias: torch.Tensor | None, stride: Any, pad: Any
) -> torch.Tensor:
    """Return ``conv2d(data, weight, bias, stride, pad)`` by the product of a matrix with a column for each place."""
    return torch.conv2d(data, weight, bias, stride, pad)


@private(
    "ops.aten._slow_conv2d_backward.output_mask",
    example=lambda: [
        (sample(2, 3, 2, 2), sample(2, 2, 3, 4), sample(3, 2, 3, 2), (3, 2), (2, 2), (1, 0), [True, False, False], {})
    ],
)
def gradient_by_columns(
    grad: torch.Tensor, data: torch.Tensor, weight: torch.Tensor, kernel: Any, stride: Any, pad: Any, needs: Any
) -> tuple[Any, Any, Any]:
    """Return the gradients of data, weight and bias of a convolution of images, the data's by products of columns."""
    one = (1, 1)
    return convolution_backward(grad, data, weight, [len(weight)], stride, pad, one, False, [0, 0], 1, needs)


@private(
    "_C._nn.slow_conv_transpose2d",
    example=lambda: [(sample(2, 2, 3, 4), sample(2, 3, 3, 2), (3, 2), sample(3), (2, 1), (1, 0), (1, 0), (1, 1), {})],
)
def transpose_by_columns(
    data: torch.Tensor, weight: torch.Tensor, kernel: Any, bias: Any, stride: Any, pad: Any, adj: Any, dilate: Any
) -> torch.Tensor:
    """Return ``conv_transpose2d(data, weight, bias, stride, pad, adj, 1, dilate)`` by a product that gives columns."""
    return torch.conv_transpose2d(data, weight, bias, stride, pad, adj, 1, dilate)


@private("ops.aten.sigmoid_backward.default", example=lambda: [(sample(5), sample(5, shift=3), {})])
def sigmoid_backward(grad: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a sigmoid's input."""
    return grad * (out * (1 - out))


@private("ops.aten.tanh_backward.default", example=lambda: [(sample(5), sample(5, shift=3), {})])
def tanh_backward(grad: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a hyperbolic tangent's input."""
    return grad * (1 - out * out)


@private(
    "ops.aten._softmax_backward_data.default",
    example=lambda: [(sample(2, 5), sample(2, 5, shift=3).softmax(-1), -1, torch.float32, {})],
)
def softmax_backward(grad: torch.Tensor, out: torch.Tensor, axis: int, dtype: torch.dtype) -> torch.Tensor:
    """Return the gradient of the input, of a type, of a softmax."""
    product = grad * out
    return (product - out * product.sum(axis, keepdim=True)).to(dtype)


@private(
    "ops.aten._log_softmax_backward_data.default",
    example=lambda: [(sample(2, 5), sample(2, 5, shift=3).log_softmax(-1), -1, torch.float32, {})],
)
def log_softmax_backward(grad: torch.Tensor, out: torch.Tensor, axis: int, dtype: torch.dtype) -> torch.Tensor:
    """Return the gradient of the input, of a type, of the logarithm of a softmax."""
    return (grad - out.exp() * grad.sum(axis, keepdim=True)).to(dtype)


@private("ops.aten.elu_backward", example=lambda: [(sample(5), 1.5, 1.25, 0.5, True, sample(5, shift=3) - 0.5, {})])
def elu_backward(
    grad: torch.Tensor, alpha: float, scale: float, input_scale: float, is_result: bool, out: torch.Tensor
) -> torch.Tensor:
    """Return the gradient of ``elu`` of a scaled input from its output, which counts as positive or not where NaN."""
    refuse_options(not is_result)
    return torch.where(out > 0, grad * scale, grad * (input_scale * (out + alpha * scale)))


@private("ops.aten.threshold_backward", example=lambda: [(sample(5), sample(5, shift=3), 0, {})])
def threshold_backward(grad: torch.Tensor, out: torch.Tensor, threshold: float) -> torch.Tensor:
    """Return the gradient where an output is above a threshold, else 0; NaNs count as above."""
    return torch.where(out <= threshold, 0, grad)


@private("ops.aten.hardtanh_backward", example=lambda: [(sample(5), sample(5, shift=3), -0.5, 0.5, {})])
def hardtanh_backward(grad: torch.Tensor, out: torch.Tensor, low: float, high: float) -> torch.Tensor:
    """Return the gradient strictly between two bounds, which the type of ``out`` need not have, else 0."""
    wide = out if out.dtype is torch.float64 else out.float()
    return torch.where((wide <= low) | (wide >= high), 0, grad)


def _of_mkl() -> Any:
    if not torch.backends.mkl.is_available():
        return lambda threads: 0
    library = Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"
    return ctypes.PyDLL(str(library)).MKL_Set_Num_Threads_Local  # of PyDLL: it keeps the interpreter's lock


@private(_of_mkl, probe=lambda function: function(function(1)) in (0, 1))
def limit_products(threads: int) -> int:
    """Let MKL take that many threads in this thread, 0: as many as in all others; return the number before."""
    return 0
