"""Pixel shuffling: channels become space, to enlarge sequences, images and volumes (Shi et al. 2016)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.shared_methods import Shared
from ....registry.manual import documented
from ...block import HybridBlock


@documented()
class PixelShuffle1D(HybridBlock):
    """Enlarge sequences: ``(N, C*f, W)`` becomes ``(N, C, W*f)``.

    Parameters
    ----------
    factor
        How many times as long the axis becomes.

    Examples
    --------
    >>> gluon.contrib.nn.PixelShuffle1D(2)(nd.ones((1, 8, 3))).shape
    (1, 4, 6)
    """

    def __init__(self, factor: int) -> None:
        super().__init__()
        self._factor = int(factor)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the longer sequences."""
        x = F.reshape(x, shape=(0, -4, -1, self._factor, 0))  # (N, C, f, W)
        return F.reshape(F.transpose(x, axes=(0, 1, 3, 2)), shape=(0, 0, -3))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factor})"


class _Shuffle(HybridBlock, metaclass=Shared):
    """The base class of the shuffles of two and three axes: a factor for each, or one for all."""

    _dims = 2

    def __init__(self, factor: int | Sequence[int]) -> None:
        super().__init__()
        factors = (factor,) * self._dims if isinstance(factor, int) else tuple(factor)
        self._factors = tuple(int(factor) for factor in factors)
        assert len(self._factors) == self._dims, f"factor: expected {self._dims} numbers, got {factor}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factors})"


@documented()
class PixelShuffle2D(_Shuffle):
    """Enlarge images: ``(N, C*f1*f2, H, W)`` becomes ``(N, C, H*f1, W*f2)``.

    Parameters
    ----------
    factor
        How many times as long the axes become: (height, width), or one number.

    Examples
    --------
    >>> gluon.contrib.nn.PixelShuffle2D((2, 3))(nd.ones((1, 12, 3, 5))).shape
    (1, 2, 6, 15)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the larger images."""
        high, wide = self._factors
        x = F.reshape(x, shape=(0, -4, -1, high * wide, 0, 0))  # (N, C, f1*f2, H, W)
        x = F.reshape(x, shape=(0, 0, -4, high, wide, 0, 0))  # (N, C, f1, f2, H, W)
        return F.reshape(F.transpose(x, axes=(0, 1, 4, 2, 5, 3)), shape=(0, 0, -3, -3))


@documented()
class PixelShuffle3D(_Shuffle):
    """Enlarge volumes: ``(N, C*f1*f2*f3, D, H, W)`` becomes ``(N, C, D*f1, H*f2, W*f3)``.

    Parameters
    ----------
    factor
        How many times as long the axes become: (depth, height, width), or one number.

    Examples
    --------
    >>> gluon.contrib.nn.PixelShuffle3D((2, 3, 4))(nd.ones((1, 48, 3, 5, 7))).shape
    (1, 2, 6, 15, 28)
    """

    _dims = 3

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the larger volumes.

        One axis after the other: its factor is split off the channels, and joined behind the axis. More than six
        axes at once would be too many for ``transpose`` in the MXNet that reads the exported graph.
        """
        deep, high, wide = self._factors
        x = F.reshape(x, shape=(0, -4, -1, deep * high * wide, 0, 0, 0))
        x = F.swapaxes(x, 2, 3)  # (N, C, D, f1*f2*f3, H, W)
        x = F.reshape(x, shape=(0, 0, 0, -4, deep, high * wide, 0, 0))
        x = F.reshape(x, shape=(0, 0, -3, 0, 0, 0))
        x = F.swapaxes(x, 3, 4)  # (N, C, D*f1, H, f2*f3, W)
        x = F.reshape(x, shape=(0, 0, 0, 0, -4, high, wide, 0))
        x = F.reshape(x, shape=(0, 0, 0, -3, 0, 0))
        x = F.swapaxes(x, 4, 5)  # (N, C, D*f1, H*f2, W, f3)
        return F.reshape(x, shape=(0, 0, 0, 0, -3))
