"""Axes as attributes name them: several, one or none, negative ones counted from the end."""

from collections.abc import Sequence

import torch

from ..core.errors import MXNetAxisError, MXNetIndexError, MXNetShapeError, MXNetValueError
from ..core.tracing import cached, exported
from ..kernels.choice import on_cpu


def one_axis(axis: int, ndim: int, what: str = "axis") -> int:
    """Return ``axis`` counted from the front; raise :class:`MXNetAxisError` where there is none such."""
    if not -ndim <= axis < ndim:
        raise MXNetAxisError(f"{what} {axis} exceeds the input dimension of {ndim}")
    return axis % ndim


def np_axis(axis: int, ndim: int) -> int | None:
    """Return a non-negative ``axis``, as NumPy does; None for 0 or -1 of an array without axes."""
    return None if not ndim and axis in (0, -1) else one_axis(axis, ndim)


@cached(4096)
def reduction_axes(axis: tuple[int, ...] | None, ndim: int, exclude: bool = False) -> tuple[int, ...] | None:
    """Return the axes to reduce, sorted; None for all of them (``axis`` None or empty).

    ``exclude`` reduces all axes but those given. Raises :class:`MXNetAxisError` for axes
    that are out of range, :class:`MXNetValueError` for double ones.
    """
    if not axis:
        return None
    result = sorted(one_axis(a, ndim, "Reduction axis") for a in axis)
    if len(set(result)) != len(result):
        raise MXNetValueError(f"Reduction axes have duplicates {list(axis)}")
    if exclude:
        result = [a for a in range(ndim) if a not in result]
    return None if len(result) == ndim else tuple(result)


def with_kept_axes(reduced: torch.Tensor, axes: Sequence[int] | None, shape: torch.Size) -> torch.Tensor:
    """Return a view of a reduced tensor in which the axes that were reduced have length 1."""
    if reduced.dim() == len(shape):
        return reduced
    if axes is not None and len(axes) == 1:  # takes half the time
        return reduced.unsqueeze(axes[0])
    return reduced.reshape([1 if axes is None or i in axes else n for i, n in enumerate(shape)])


def vectors(length: int, **named: torch.Tensor) -> None:
    """Raise :class:`MXNetShapeError` for a tensor, by name, whose shape is not ``(length,)``."""
    for name, t in named.items():
        if t.dim() != 1 or t.shape[0] != length:
            raise MXNetShapeError(f"{name}: expected ({length},), got {tuple(t.shape)}")


def check_range(values: torch.Tensor, low: int, high: int, what: str, looks: bool = False) -> None:
    """Raise :class:`MXNetIndexError` for integers outside of ``low ... high``.

    For kernels that read and write wherever they are told. ``looks``: on processors the kernel looks itself; on other
    devices what it finds would end the process. Exported programs do not look, nor ONNX files.
    """
    if not isinstance(values, torch.Tensor) or exported():
        return
    if values.numel() and not values.is_meta and not (looks and on_cpu(values)):
        least, most = (int(item) for item in torch.aminmax(values))
        if least < low or most > high:
            raise MXNetIndexError(f"{what}: expected {low} to {high}, got {least if least < low else most}")


def needs_values(x: torch.Tensor, what: str = "the length of the result") -> None:
    """Raise NotImplementedError for a tensor without values, by which shapes are inferred: ``what`` depends on them."""
    if x.is_meta:
        raise NotImplementedError(f"{what} depends on the values")


def nonzero(x: torch.Tensor) -> torch.Tensor:
    """Return ``x.nonzero()``; PyTorch imports SymPy before it refuses a tensor without values."""
    needs_values(x)
    return x.nonzero()
