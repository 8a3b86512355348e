"""Other functions of tensors, and their gradients."""

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional as F

from .choice import only, private, some


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
        taken = missing & (v > 0) & (u.log() < x * x / 2 + d - d * v + d * v.clamp_min(1e-30).log())
        out = torch.where(taken, d * v, out)
        missing &= ~taken & ~alpha.isnan()
    return torch.where(small, out * torch.rand(alpha.shape, **like).pow(1 / alpha), out)


def through(function: Callable[..., Any], inputs: Sequence[Any], head: torch.Tensor) -> tuple[Any, ...]:
    """Return the gradients of a function's inputs, which can be differentiated again where gradients are recorded."""
    again = torch.is_grad_enabled()
    with torch.enable_grad():
        leaves = [x.view_as(x) if again and x.requires_grad else x.detach().requires_grad_() for x in inputs]
        return torch.autograd.grad(function(*leaves), leaves, head, create_graph=again)


@private(
    "ops.aten.convolution_backward",
    example=lambda: [
        (some(1, 3, 4, 4), some(1, 2, 4, 4), some(3, 2, 3, 3), [3], (1, 1), (1, 1), (1, 1), False, [0, 0], 1,
         [True, True, True], {})
    ],
)  # fmt: skip
def convolution_backward(
    grad: torch.Tensor, data: torch.Tensor, weight: torch.Tensor, bias_shape: Sequence[int], stride: Any, pad: Any,
    dilate: Any, transposed: bool, adj: Any, groups: int, needs: Sequence[bool],
) -> tuple[Any, Any, Any]:  # fmt: skip
    """Return the gradients of data, weight and bias of a convolution of images, None for those not wanted."""
    only(transposed)
    chosen = [t for t, needs_grad in zip((data, weight), needs, strict=False) if needs_grad]

    def convolve(*args: torch.Tensor) -> torch.Tensor:
        result = iter(args)
        x, w = (next(result) if needs_grad else t for t, needs_grad in zip((data, weight), needs, strict=False))
        return torch.conv2d(x, w, None, stride, pad, dilate, groups)

    results = iter(through(convolve, chosen, grad) if chosen else ())
    to_data, to_weight = (next(results) if needs_grad else None for needs_grad in needs[:2])
    return to_data, to_weight, grad.sum((0, 2, 3)) if needs[2] else None


@private(
    "_C._nn.thnn_conv2d", example=lambda: [(some(2, 2, 4, 5), some(3, 2, 3, 2), (3, 2), some(3), (2, 1), (1, 0), {})]
)
def convolve_by_columns(
    data: torch.Tensor, weight: torch.Tensor, kernel: Any, bias: torch.Tensor | None, stride: Any, pad: Any
) -> torch.Tensor:
    """Return ``conv2d(data, weight, bias, stride, pad)`` by the product of a matrix with a column for each place."""
    return torch.conv2d(data, weight, bias, stride, pad)


@private(
    "ops.aten._slow_conv2d_backward.output_mask",
    example=lambda: [
        (some(2, 3, 2, 2), some(2, 2, 3, 4), some(3, 2, 3, 2), (3, 2), (2, 2), (1, 0), [True, False, False], {})
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
    example=lambda: [(some(2, 2, 3, 4), some(2, 3, 3, 2), (3, 2), some(3), (2, 1), (1, 0), (1, 0), (1, 1), {})],
)
def transpose_by_columns(
    data: torch.Tensor, weight: torch.Tensor, kernel: Any, bias: Any, stride: Any, pad: Any, adj: Any, dilate: Any
) -> torch.Tensor:
    """Return ``conv_transpose2d(data, weight, bias, stride, pad, adj, 1, dilate)`` by a product that gives columns."""
    return torch.conv_transpose2d(data, weight, bias, stride, pad, adj, 1, dilate)


_POOLING = ((2, 2), (1, 1), (0, 0))


@private(
    "ops.aten.avg_pool2d_backward",
    example=lambda: [(some(1, 2, 2, 2), some(1, 2, 3, 3), *_POOLING, False, True, None, {})],
)
def avg_pool2d_backward(grad: torch.Tensor, data: torch.Tensor, *args: Any) -> torch.Tensor:
    """Return the gradient of the data of ``avg_pool2d(data, *args)``."""
    return through(lambda x: F.avg_pool2d(x, *args), [data], grad)[0]


@private(
    "ops.aten.max_pool2d_with_indices_backward",
    example=lambda: [
        (some(1, 1, 2, 2), some(1, 1, 3, 3), *_POOLING, (1, 1), False, torch.tensor([[[[0, 2], [4, 4]]]]), {})
    ],
)
def max_pool2d_backward(grad: torch.Tensor, data: torch.Tensor, *args: Any) -> torch.Tensor:
    """Return the gradient of the data of ``max_pool2d(data, *args)``, the last argument being the maxima's places."""
    zeros = grad.new_zeros(*data.shape[:2], data.shape[2] * data.shape[3])
    return zeros.scatter_add(2, args[-1].flatten(2), grad.flatten(2)).view(data.shape)


@private("embedding", example=lambda: [(some(4, 2), torch.tensor([[0, 3], [3, 1]]), {})])
def embedding(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Return rows of a table."""
    return F.embedding(index, table)


@private(
    "ops.aten.embedding_dense_backward",
    example=lambda: [(some(2, 2, 3), torch.tensor([[0, 3], [3, 1]]), 5, -1, False, {})],
)
def embedding_backward(grad: Any, index: Any, length: int, padding: int, by_frequency: bool) -> torch.Tensor:
    """Return the gradient of a table of so many rows from that of the rows at ``index``."""
    only(padding != -1, by_frequency)
    size = grad.shape[-1]
    return grad.new_zeros(length, size).index_add(0, index.reshape(-1), grad.reshape(-1, size))


def _bag_maxima() -> Any:
    function: Any = torch.ops.aten._embedding_bag
    return lambda table, index, starts: function(table, index, starts, False, 2)[3].clamp_(min=0)  # CUDA says -1


@private(
    _bag_maxima,
    example=lambda: [
        (some(4, 2), torch.tensor([3, 0, 1, 1, 2]), torch.tensor([0, 0, 3, 5]), {}),
        (some(4, 2), torch.tensor([], dtype=torch.int64), torch.tensor([0, 0]), {}),
    ],
)
def bag_maxima(table: torch.Tensor, index: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
    """Return which row of ``table`` is the first greatest of each bag ``index[start:next start]``, by column.

    0 for empty bags; the table has no NaN.
    """
    place = torch.arange(len(index), device=index.device)
    bag = (torch.searchsorted(starts, place, right=True) - 1)[:, None].expand(-1, table.shape[1])
    values, shape = table[index], (len(starts), table.shape[1])
    best = values.new_full(shape, -torch.inf).scatter_reduce(0, bag, values, "amax")
    place = torch.where(values == best.gather(0, bag), place[:, None], len(index))
    return F.pad(index, (0, 1))[place.new_full(shape, len(index)).scatter_reduce(0, bag, place, "amin")]


@private("ops.aten.sigmoid_backward.default", example=lambda: [(some(5), some(5, shift=3), {})])
def sigmoid_backward(grad: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a sigmoid's input."""
    return grad * (out * (1 - out))


@private("ops.aten.tanh_backward.default", example=lambda: [(some(5), some(5, shift=3), {})])
def tanh_backward(grad: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a hyperbolic tangent's input."""
    return grad * (1 - out * out)


@private("ops.aten.elu_backward", example=lambda: [(some(5), 1.5, 1.25, 0.5, True, some(5, shift=3) - 0.5, {})])
def elu_backward(
    grad: torch.Tensor, alpha: float, scale: float, input_scale: float, is_result: bool, out: torch.Tensor
) -> torch.Tensor:
    """Return the gradient of ``elu`` of a scaled input from its output, which counts as positive or not where NaN."""
    only(not is_result)
    return torch.where(out > 0, grad * scale, grad * (input_scale * (out + alpha * scale)))


@private("ops.aten.threshold_backward", example=lambda: [(some(5), some(5, shift=3), 0, {})])
def threshold_backward(grad: torch.Tensor, out: torch.Tensor, threshold: float) -> torch.Tensor:
    """Return the gradient where an output is above a threshold, else 0; NaNs count as above."""
    return torch.where(out <= threshold, 0, grad)


@private("ops.aten.hardtanh_backward", example=lambda: [(some(5), some(5, shift=3), -0.5, 0.5, {})])
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
