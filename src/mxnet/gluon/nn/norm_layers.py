"""Normalization layers: to mean 0 and variance 1, then a scale and a shift."""

from __future__ import annotations

from typing import Any

from ...core.dtypes import canonical
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
            held = self.params.get(
                name,
                shape=(in_channels,),
                init=init,
                grad_req="write" if learned else "null",
                differentiable=bool(learned),
                allow_deferred_init=True,
            )
            setattr(self, name, held)

    def cast(self, dtype: Any) -> None:
        """Change the data type of the parameters; they stay float32 where the data become half precision."""
        super().cast("float32" if canonical(dtype) in ("float16", "bfloat16") else dtype)

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
        rest: dict[str, Any] = {"fuse_relu": fuse_relu, "in_channels": in_channels, **kwargs}
        rest |= {"gamma_initializer": gamma_initializer, "beta_initializer": beta_initializer}
        rest["running_mean_initializer"] = running_mean_initializer
        rest["running_variance_initializer"] = running_variance_initializer
        _BatchNorm.__init__(self, axis, momentum, epsilon, center, scale, use_global_stats, **rest)

    return lambda _: __init__


class BatchNorm(_BatchNorm):
    """Normalize each channel over the batch (Ioffe and Szegedy 2015).

    ``axis`` is the channels' axis. In training the statistics are the batch's, and are added to the running ones:
    ``running = momentum * running + (1 - momentum) * batch``. ``use_global_stats`` uses the running ones always.
    """

    @_constructor(fuse_relu=False)
    def __init__(self) -> None: ...


class BatchNormReLU(_BatchNorm):
    """Batch normalization and then ReLU, in one operator. The arguments are those of :class:`BatchNorm`."""

    @_constructor(fuse_relu=True)
    def __init__(self) -> None: ...


class _Affine(HybridBlock, metaclass=Shared):
    """The base class of the normalizations of single samples: ``gamma`` and ``beta``, which can be fixed."""

    gamma: Any
    beta: Any

    def _add_parameters(self, length: int, scale: bool, center: bool, gamma_init: Any, beta_init: Any) -> None:
        for name, init, learned in (("gamma", gamma_init, scale), ("beta", beta_init, center)):
            grad_req = "write" if learned else "null"
            held = self.params.get(name, grad_req=grad_req, shape=(length,), init=init, allow_deferred_init=True)
            setattr(self, name, held)


class InstanceNorm(_Affine):
    """Normalize each channel of each sample over the other axes (Ulyanov et al. 2016).

    ``axis`` is the channels' axis; ``gamma`` and ``beta`` have the shape ``(in_channels,)``.
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

    def __repr__(self) -> str:
        return _describe(self, {**self._kwargs, "in_channels": self.gamma.shape[0]})


class LayerNorm(_Affine):
    """Normalize over one axis (Ba et al. 2016); ``gamma`` and ``beta`` have the shape ``(in_channels,)``."""

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

    def __repr__(self) -> str:
        return _describe(self, {**self._kwargs, "in_channels": self.gamma.shape[0]})


class GroupNorm(_Affine):
    """Normalize groups of channels of each sample (Wu and He 2018).

    The channels are axis 1, ``num_groups`` divides them. As in MXNet 1.9.1 ``gamma`` and ``beta`` have one element
    for each group, not for each channel; in MXNet 2 they have one for each of ``in_channels``.
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
        return _describe(self, self._kwargs)
