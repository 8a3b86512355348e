"""Layers that began as experiments: branches side by side, synchronized batch normalization, row-sparse embeddings."""

from __future__ import annotations

import warnings
from typing import Any

from .... import context
from .... import ndarray as nd
from ....registry.manual import documented
from ...block import Block, HybridBlock
from ...functions import functions_of
from ...nn.basic_layers import BatchNorm, HybridSequential, Sequential, describe_embedding
from .pixel_shuffle import PixelShuffle1D, PixelShuffle2D, PixelShuffle3D

__all__ = [
    "Concurrent",
    "HybridConcurrent",
    "Identity",
    "PixelShuffle1D",
    "PixelShuffle2D",
    "PixelShuffle3D",
    "SparseEmbedding",
    "SyncBatchNorm",
]


@documented()
class Concurrent(Sequential):
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

    def __init__(self, axis: int = -1, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def forward(self, x: Any) -> Any:
        """Return the children's results, joined."""
        outputs = [child(x) for child in self._children.values()]
        of_numpy = bool(outputs) and isinstance(outputs[0], nd.np.ndarray)
        return (functions_of(outputs[0]) if of_numpy else nd).concat(*outputs, dim=self.axis)  # not symbols: no graph

    def _part(self, blocks: list[Any]) -> Any:
        part = super()._part(blocks)
        part.axis = self.axis
        return part


@documented()
class HybridConcurrent(HybridSequential):
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

    def __init__(self, axis: int = -1, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the children's results, joined."""
        return F.concat(*[child(x) for child in self._children.values()], dim=self.axis)

    def _part(self, blocks: list[Any]) -> Any:
        part = super()._part(blocks)
        part.axis = self.axis
        return part


class Concatenate(Concurrent):
    """:class:`Concurrent`, by MXNet 2's name."""


class HybridConcatenate(HybridConcurrent):
    """:class:`HybridConcurrent`, by MXNet 2's name."""


@documented()
class Identity(HybridBlock):
    """Return what comes in: the way around other layers, in a :class:`HybridConcurrent` for one.

    Examples
    --------
    >>> print(gluon.contrib.nn.Identity()(nd.array([1, 2])).asnumpy())
    [1. 2.]
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

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


@documented()
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
