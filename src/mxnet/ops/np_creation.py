"""Operators of the NumPy interface that make arrays: constants, ranges, identity matrices, windows.

As the legacy ones (see :mod:`.creation`), with lengths of zero, ranges without elements and scalars.
"""

import math

import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError
from ..core.naming import named
from ..core.params import Double, DType, Long, Shape
from ..registry import OPS, op
from ..registry.rules import dtype_attribute, elementwise
from ._families import zero_gradient
from .creation import number_range, shape_attribute


@op("_npi_zeros", shapes=shape_attribute, types=dtype_attribute)
def _npi_zeros(*, shape: Shape = (), ctx: str = "", dtype: DType = "float32", device, out_shape=None):
    """Return an array of zeros."""
    return OPS["_zeros"].fn(shape=shape, dtype=dtype, device=device, out_shape=out_shape)


@op("_npi_ones", shapes=shape_attribute, types=dtype_attribute)
def _npi_ones(*, shape: Shape = (), ctx: str = "", dtype: DType = "float32", device, out_shape=None):
    """Return an array of ones."""
    return OPS["_ones"].fn(shape=shape, dtype=dtype, device=device, out_shape=out_shape)


@op("_npi_identity", types=dtype_attribute)
def _npi_identity(*, shape: Shape = (), ctx: str = "", dtype: DType = "float32", device):
    """Return a square matrix with ones on the main diagonal; ``shape`` has its two lengths."""
    if len(shape) != 2 or shape[0] != shape[1]:
        raise MXNetError(f"operator _npi_identity: shape: expected two equal lengths, got {shape}")
    return torch.eye(*shape, dtype=TORCH_OF[dtype], device=device)


def _without_bool(name: str, dtype: str) -> torch.dtype:
    if dtype == "bool":
        raise MXNetError(f"operator {name}: Invalid Input: 'bool', expected a type of numbers for dtype")
    return TORCH_OF[dtype]


@op("_npi_eye", types=dtype_attribute)
def _npi_eye(*, N: Long, M: int | None = None, k: Long = 0, ctx: str = "", dtype: DType = "float32", device):
    """Return an ``N x M`` matrix (``N x N`` without M) with ones on diagonal ``k`` (above the main one if > 0)."""
    columns = N if M is None else M
    if N < 0 or columns < 0:
        raise MXNetError(f"operator _npi_eye: negative dimensions are not allowed, got N={N}, M={columns}")
    result = torch.zeros((N, columns), dtype=_without_bool("_npi_eye", dtype), device=device)
    if -N < k < columns:
        result.diagonal(k).fill_(1)
    return result


@op("_npi_full_like", shapes=elementwise, types=lambda p, t: t.a if p.dtype is None else p.dtype)
def _npi_full_like(a, *, fill_value: Double, ctx: str = "", dtype: DType | None = None):
    """Return an array of the shape of ``a``, and of its type unless ``dtype`` says otherwise, full of one value."""
    out_dtype = a.dtype if dtype is None else TORCH_OF[dtype]
    return torch.full(a.shape, fill_value, dtype=torch.float64, device=a.device).to(out_dtype)


_npi_full_like.backward(zero_gradient)


@op("_npi_arange", types=dtype_attribute, attributes_of=OPS["_arange"])
def _npi_arange(*, start, stop, step, repeat, dtype, device, **unused):
    """Return ``start, start + step, ...`` below ``stop``; nothing if there is none. ``repeat`` can only be 1.

    Without ``stop`` the range is ``0 ... start``.
    """
    if repeat != 1:
        raise MXNetError(f"_npi_arange only supports repeat=1, received {repeat}")
    out_dtype = _without_bool("_npi_arange", dtype)
    if step == 0:
        raise MXNetError("operator _npi_arange: step: expected a number other than 0")
    first, last = (0.0, start) if stop is None else (start, stop)
    length = max(math.ceil((last - first) / step), 0)
    if not out_dtype.is_floating_point:
        first, step = int(first), int(step)
    return number_range(first, step, 1, length, device, out_dtype)


@op("_npi_logspace", types=dtype_attribute)
def _npi_logspace(
    *,
    start: Double,
    stop: Double,
    num: int,
    endpoint: bool = True,
    base: Double = 10.0,
    ctx: str = "",
    dtype: DType = "float32",
    device,
):
    """Return ``base`` to powers evenly spaced from ``start`` to ``stop``, without the last where not ``endpoint``."""
    if num < 0:
        raise MXNetError(f"operator _npi_logspace: Number of sequence should be non-negative, received {num}")
    out_dtype = _without_bool("_npi_logspace", dtype)
    gaps = num - 1 if endpoint else num
    powers = number_range(start, (stop - start) / gaps if gaps else 0.0, 1, num, device, torch.float64)
    return torch.pow(base, powers).to(out_dtype)


@op("_npi_indices", types=dtype_attribute)
def _npi_indices(*, dimensions: Shape, dtype: DType = "int32", ctx: str = "", device):
    """Return, for a grid of N lengths ``dimensions``, each cell's position along each axis: ``(N, *dimensions)``."""
    if min(dimensions, default=0) < 0:
        raise MXNetError(f"operator _npi_indices: dimensions: expected lengths, got {dimensions}")
    out_dtype = _without_bool("_npi_indices", dtype)
    if not dimensions:
        return torch.empty(0, dtype=out_dtype, device=device)
    axes = [torch.arange(n, device=device) for n in dimensions]
    return torch.stack(torch.meshgrid(*axes, indexing="ij")).to(out_dtype)


#: name, the weights of cos(0), cos(t), cos(2 t), ...
_WINDOWS = (("hanning", (0.5, -0.5)), ("hamming", (0.54, -0.46)), ("blackman", (0.42, -0.5, 0.08)))


def _window(name: str, weights: tuple[float, ...]) -> None:
    @named(f"_npi_{name}", f"Return NumPy's {name} window of ``M`` points; of less than one point, nothing.")
    def fn(*, M: int | None = None, ctx: str = "", dtype: DType = "float32", device):
        if M is None:
            raise MXNetError(f"operator _npi_{name}: M: expected the number of points, got none")
        out_dtype = _without_bool(f"_npi_{name}", dtype)
        if M <= 1:
            return torch.ones(max(M, 0), dtype=out_dtype, device=device)
        turn = torch.arange(M, dtype=torch.float64, device=device) * (2 * math.pi / (M - 1))
        return sum(weight * torch.cos(i * turn) for i, weight in enumerate(weights)).to(out_dtype)

    op(f"_npi_{name}", types=dtype_attribute)(fn)


for _name, _weights in _WINDOWS:
    _window(_name, _weights)
