"""Layers that began as experiments: branches side by side, synchronized batch normalization, row-sparse embeddings."""

import warnings
from collections.abc import Sequence
from typing import Any

from .... import context
from .... import ndarray as nd
from ....core.shared_methods import Shared
from ....registry.manual import documented
from ...block import Block, HybridBlock
from ...functions import functions_of
from ...nn.basic_layers import BatchNorm, HybridSequential, Sequential, describe_embedding

__all__ = [
    "Concurrent", "HybridConcurrent", "Identity", "PixelShuffle1D", "PixelShuffle2D", "PixelShuffle3D",
    "SparseEmbedding", "SyncBatchNorm",
]  # fmt: skip


class _SideBySide(metaclass=Shared):
    """Children whose results are joined along an axis."""

    def __init__(self, axis: int = -1, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)  # type: ignore[call-arg]
        self.axis = axis

    def _part(self, blocks: list[Any]) -> Any:
        part = super()._part(blocks)  # type: ignore[misc]
        part.axis = self.axis
        return part


class Concurrent(_SideBySide, Sequential):
    """Run all children on the same input and join what they return along ``axis``.

    Parameters
    ----------
    axis
        The axis along which the results are joined.

    Examples
    --------
    >>> net = gluon.contrib.nn.Concurrent(axis=1)
    >>> net.add(nn.Dense(2), nn.Dense(3))
    >>> net.initialize()
    >>> net(nd.ones((4, 5))).shape
    (4, 5)
    """

    def forward(self, x: Any) -> Any:
        """Return the children's results, joined."""
        outputs = [child(x) for child in self._children.values()]
        of_numpy = bool(outputs) and isinstance(outputs[0], nd.np.ndarray)
        return (functions_of(outputs[0]) if of_numpy else nd).concat(*outputs, dim=self.axis)  # not symbols: no graph


class HybridConcurrent(_SideBySide, HybridSequential):
    """Run all children on the same input and join what they return along ``axis``; hybridized, they are one graph.

    Parameters
    ----------
    axis
        The axis along which the results are joined.

    Examples
    --------
    >>> net = gluon.contrib.nn.HybridConcurrent(axis=1)
    >>> net.add(nn.Dense(2), nn.Dense(3))
    >>> net.initialize()
    >>> net(nd.ones((4, 5))).shape
    (4, 5)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the children's results, joined."""
        return F.concat(*[child(x) for child in self._children.values()], dim=self.axis)


class Concatenate(Concurrent):
    """:class:`Concurrent`, by MXNet 2's name."""


class HybridConcatenate(HybridConcurrent):
    """:class:`HybridConcurrent`, by MXNet 2's name."""


class Identity(HybridBlock):
    """Return what comes in: the way around other layers, in a :class:`HybridConcurrent` for one.

    Examples
    --------
    >>> print(gluon.contrib.nn.Identity()(nd.array([1, 2])).asnumpy())
    [1. 2.]
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return ``x`` itself."""
        return x


@documented("Embedding")
class SparseEmbedding(Block):
    """An embedding whose weight and gradient are declared row-sparse, so that only rows that are used are moved.

    ``weight`` has the shape ``(input_dim, output_dim)``; the rows come through ``Parameter.row_sparse_data``.

    Examples
    --------
    >>> layer = gluon.contrib.nn.SparseEmbedding(input_dim=10, output_dim=3)
    >>> layer.initialize(mx.init.One())
    >>> trainer = gluon.Trainer(layer.collect_params(), 'sgd')
    >>> layer(nd.array([[1, 2, 2, 9]])).shape
    (1, 4, 3)
    """

    def __init__(
        self, input_dim: int, output_dim: int, dtype: Any = "float32", weight_initializer: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype, "sparse_grad": True}
        sparse = {"stype": "row_sparse", "grad_stype": "row_sparse"}
        shape = (input_dim, output_dim)
        self.weight = self.params.get("weight", shape=shape, dtype=dtype, init=weight_initializer, **sparse)

    def forward(self, x: Any) -> Any:
        """Return a row for each index in ``x``; the result has one axis more."""
        return nd.Embedding(x, self.weight.row_sparse_data(x), name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return describe_embedding(self)


class SyncBatchNorm(BatchNorm):
    """Batch normalization over the batches of all devices together; the channels are axis 1.

    Parameters
    ----------
    num_devices
        How many devices take part; None: all GPUs (1 without any).
    momentum
        The share that the running statistics keep: ``running = momentum * running + (1 - momentum) * batch``.
    epsilon
        Added to the variance, so that it can be divided by.
    center
        Whether ``beta`` is learned; False: it stays as it begins, 0.
    scale
        Whether ``gamma`` is learned; False: it is 1.
    use_global_stats
        Whether the running statistics are used in training too.

    Examples
    --------
    >>> layer = gluon.contrib.nn.SyncBatchNorm(num_devices=1)
    >>> layer.initialize()
    >>> layer(nd.ones((2, 3, 4, 4))).shape
    (2, 3, 4, 4)
    """

    def __init__(
        self,
        in_channels: int = 0,
        num_devices: int | None = None,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        running_mean_initializer: Any = "zeros",
        running_variance_initializer: Any = "ones",
        **kwargs: Any,
    ) -> None:
        settings = (1, momentum, epsilon, center, scale, use_global_stats)
        inits = (beta_initializer, gamma_initializer, running_mean_initializer, running_variance_initializer)
        super().__init__(*settings, *inits, in_channels, **kwargs)
        del self._kwargs["axis"]
        self._kwargs["ndev"] = self._get_num_devices() if num_devices is None else num_devices
        self._kwargs["key"] = self.prefix

    def _get_num_devices(self) -> int:
        warnings.warn("SyncBatchNorm: pass num_devices, unless all GPUs are used.", stacklevel=3)
        return context.num_gpus() or 1

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        """Return the normalized values, in the shape of ``x``."""
        return F.contrib.SyncBatchNorm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)


# -- pixel shuffling: channels become space (Shi et al. 2016) ---------------------------------------------------------


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
