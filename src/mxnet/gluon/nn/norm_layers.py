"""Normalization layers: to mean 0 and variance 1, then a scale and a shift."""

from typing import Any

from ...core.dtypes import HALF_NAMES, canonical
from ...core.semantics import semantics
from ...core.shared_methods import Shared
from ..block import HybridBlock


def _describe(layer: Any, settings: dict[str, Any]) -> str:
    """Return a layer's text: its class and its settings."""
    return "{}({})".format(type(layer).__name__, ", ".join(f"{key}={value!r}" for key, value in settings.items()))


class _BatchNorm(HybridBlock):
    """The base class of batch normalizations: their parameters have the shape ``(in_channels,)``.

    ``gamma`` and ``beta`` scale and shift; without ``scale`` and ``center`` they are there and stay as they are.
    ``running_mean`` and ``running_var`` gather the statistics that are used outside of training.
    """

    gamma: Any

    def __init__(
        self,
        axis: int = 1,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        fuse_relu: bool = False,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        running_mean_initializer: Any = "zeros",
        running_variance_initializer: Any = "ones",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        settings = {"axis": axis, "eps": epsilon, "momentum": momentum}
        self._kwargs: dict[str, Any] = {**settings, "fix_gamma": not scale, "use_global_stats": use_global_stats}
        self.fuse_relu = fuse_relu
        if in_channels != 0:
            self.in_channels = in_channels
        for name, init, learned in (
            ("gamma", gamma_initializer, scale),
            ("beta", beta_initializer, center),
            ("running_mean", running_mean_initializer, False),
            ("running_var", running_variance_initializer, False),
        ):
            trained = {"grad_req": "write" if learned else "null", "differentiable": bool(learned)}
            shape = (in_channels,)
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True, **trained))

    def cast(self, dtype: Any) -> None:
        """Change the data type of the parameters; they stay float32 where the data become half precision."""
        super().cast("float32" if canonical(dtype) in HALF_NAMES else dtype)

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        """Return the normalized values, in the shape of ``x``."""
        normalize = F.contrib.BatchNormWithReLU if self.fuse_relu else F.BatchNorm
        return normalize(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return _describe(self, {**self._kwargs, "in_channels": self.gamma.shape[0] or None})


def _constructor(fuse_relu: bool):
    """Give a class the constructor of a batch normalization, with or without a ReLU after it.

    A decorator of the method that it replaces: editors look for a method in the class, and infer this one's arguments.
    """

    def __init__(
        self: _BatchNorm,
        axis: int = 1,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        running_mean_initializer: Any = "zeros",
        running_variance_initializer: Any = "ones",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        settings = (axis, momentum, epsilon, center, scale, use_global_stats, fuse_relu)
        inits = (beta_initializer, gamma_initializer, running_mean_initializer, running_variance_initializer)
        _BatchNorm.__init__(self, *settings, *inits, in_channels, **kwargs)

    return lambda _: __init__


class BatchNorm(_BatchNorm):
    """Normalize each channel over the batch (Ioffe and Szegedy 2015).

    ``y = gamma * (x - mean) / sqrt(var + epsilon) + beta``.

    In training mean and variance are the batch's, and are added to the running ones, which are used elsewhere. The
    parameters, all ``(in_channels,)``, are ``gamma``, ``beta``, ``running_mean`` and ``running_var``.

    Parameters
    ----------
    axis
        The axis of the channels.
    momentum
        The share that the running statistics keep: ``running = momentum * running + (1 - momentum) * batch``.
    epsilon
        Added to the variance, so that it can be divided by.
    center
        Whether ``beta`` is learned; False: it stays as it begins, 0.
    scale
        Whether ``gamma`` is learned; False: it is 1 (right where a ReLU and a linear layer follow).
    use_global_stats
        Whether the running statistics are used in training too: for networks whose statistics are to stay.

    Examples
    --------
    >>> layer = nn.BatchNorm()
    >>> layer.initialize()
    >>> x = nd.array([[1, 10], [3, 30]])
    >>> print(layer(x).asnumpy())  # running statistics, still 0 and 1
    [[ 0.999995  9.99995 ]
     [ 2.999985 29.99985 ]]
    >>> with autograd.record():
    ...     y = layer(x)
    >>> print(y.asnumpy().round(2))
    [[-1. -1.]
     [ 1.  1.]]
    >>> y.backward()
    >>> print(layer.running_mean.data().asnumpy())
    [0.2 2. ]
    """

    @_constructor(fuse_relu=False)
    def __init__(self) -> None: ...


class BatchNormReLU(_BatchNorm):
    """Batch normalization and then ReLU, in one operator: :class:`BatchNorm` says the rest.

    Parameters
    ----------
    axis
        The axis of the channels.
    momentum
        The share that the running statistics keep: ``running = momentum * running + (1 - momentum) * batch``.
    epsilon
        Added to the variance, so that it can be divided by.
    center
        Whether ``beta`` is learned; False: it stays as it begins, 0.
    scale
        Whether ``gamma`` is learned; False: it is 1 (right where a ReLU and a linear layer follow).
    use_global_stats
        Whether the running statistics are used in training too: for networks whose statistics are to stay.

    Examples
    --------
    >>> layer = nn.BatchNormReLU()
    >>> layer.initialize()
    >>> with autograd.record():
    ...     y = layer(nd.array([[1, 10], [3, 30]]))
    >>> print(y.asnumpy().round(2))
    [[0. 0.]
     [1. 1.]]
    """

    @_constructor(fuse_relu=True)
    def __init__(self) -> None: ...


class _Affine(HybridBlock, metaclass=Shared):
    """The base class of the normalizations of single samples: ``gamma`` and ``beta``, which can be fixed."""

    gamma: Any
    beta: Any
    _kwargs: dict[str, Any]

    def _add_parameters(self, length: int, scale: bool, center: bool, gamma_init: Any, beta_init: Any) -> None:
        for name, init, learned in (("gamma", gamma_init, scale), ("beta", beta_init, center)):
            grad_req = "write" if learned else "null"
            parameter = self.params.get(name, grad_req=grad_req, shape=(length,), init=init, allow_deferred_init=True)
            setattr(self, name, parameter)

    def __repr__(self) -> str:
        return _describe(self, {**self._kwargs, "in_channels": self.gamma.shape[0]})


class InstanceNorm(_Affine):
    """Normalize each channel of each sample over the other axes (Ulyanov et al. 2016).

    The parameters are ``gamma`` and ``beta`` of shape ``(in_channels,)``; nothing is kept of earlier batches.

    Parameters
    ----------
    axis
        The axis of the channels.
    epsilon
        Added to the variance, so that it can be divided by.
    center
        Whether ``beta`` is learned.
    scale
        Whether ``gamma`` is learned.

    Examples
    --------
    >>> layer = nn.InstanceNorm()
    >>> layer.initialize()
    >>> print(layer(nd.array([[[1, 3], [10, 30]]])).asnumpy().round(2))
    [[[-1.  1.]
      [-1.  1.]]]
    """

    def __init__(
        self,
        axis: int = 1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = False,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"eps": epsilon, "axis": axis, "center": center, "scale": scale}
        self._axis, self._epsilon = axis, epsilon
        self._add_parameters(in_channels, scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any) -> Any:
        """Return the normalized values, in the shape of ``x``."""
        if self._axis == 1:
            return F.InstanceNorm(x, gamma, beta, eps=self._epsilon, name="fwd")
        x = x.swapaxes(1, self._axis)
        return F.InstanceNorm(x, gamma, beta, eps=self._epsilon, name="fwd").swapaxes(1, self._axis)


class LayerNorm(_Affine):
    """Normalize each sample over one axis: ``gamma * (x - mean) / sqrt(var + epsilon) + beta`` (Ba et al. 2016).

    The parameters are ``gamma`` and ``beta`` of shape ``(in_channels,)``; training and prediction do the same.

    Parameters
    ----------
    axis
        The axis that is normalized; one alone.
    in_channels
        The length of ``axis``; 0: read off the first input.
    epsilon
        Added to the variance, so that it can be divided by.
    center
        Whether ``beta`` is learned.
    scale
        Whether ``gamma`` is learned.

    Examples
    --------
    >>> layer = nn.LayerNorm()
    >>> layer.initialize()
    >>> print(layer(nd.array([[1, 3], [10, 30]])).asnumpy().round(2))
    [[-1.  1.]
     [-1.  1.]]
    """

    def __init__(
        self,
        axis: int = -1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        in_channels: int = 0,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._kwargs = {"eps": epsilon, "axis": axis, "center": center, "scale": scale}
        self._axis, self._epsilon, self._center, self._scale = axis, epsilon, center, scale
        self._add_parameters(in_channels, scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F: Any, data: Any, gamma: Any, beta: Any) -> Any:
        """Return the normalized values, in the shape of ``data``."""
        return F.LayerNorm(data, gamma=gamma, beta=beta, axis=self._axis, eps=self._epsilon)


class GroupNorm(_Affine):
    """Normalize groups of channels of each sample (Wu and He 2018). The channels are axis 1.

    Parameters
    ----------
    num_groups
        How many groups the channels are divided into; divides their number. 1 normalizes a sample as a whole.
    in_channels
        Of MXNet 2: the number of channels; 0: read off the first input.
    epsilon
        Added to the variance, so that it can be divided by.
    center
        Whether ``beta`` is learned.
    scale
        Whether ``gamma`` is learned.

    Notes
    -----
    ``gamma`` and ``beta`` have, as in 1.9.1, one element for each group; in MXNet 2 one for each channel.

    Examples
    --------
    >>> layer = nn.GroupNorm(num_groups=2)
    >>> layer.initialize()
    >>> layer(nd.ones((2, 4, 8))).shape
    (2, 4, 8)
    >>> layer.gamma.shape
    (2,)
    """

    def __init__(
        self,
        num_groups: int = 1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        prefix: str | None = None,
        params: Any = None,
        in_channels: int = 0,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._kwargs = {"eps": epsilon, "num_groups": num_groups, "center": center, "scale": scale}
        self._num_groups, self._epsilon, self._center, self._scale = num_groups, epsilon, center, scale
        size = in_channels if semantics.api == 2 else num_groups
        self._add_parameters(size, scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F: Any, data: Any, gamma: Any, beta: Any) -> Any:
        """Return the normalized values, in the shape of ``data``."""
        return F.GroupNorm(data, gamma=gamma, beta=beta, num_groups=self._num_groups, eps=self._epsilon)

    def __repr__(self) -> str:
        channels = {"in_channels": self.gamma.shape[0]} if semantics.api == 2 else {}
        return _describe(self, {**self._kwargs, **channels})
