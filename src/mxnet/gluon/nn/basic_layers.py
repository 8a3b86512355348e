"""Basic layers: dense, dropout, embedding, flatten, and functions as layers."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ... import ndarray as nd
from ... import symbol as sym
from ...core.semantics import semantics
from ..block import Block, HybridBlock
from .activations import Activation
from .containers import HybridSequential, Sequential
from .norm_layers import BatchNorm, BatchNormReLU, GroupNorm, InstanceNorm, LayerNorm, _BatchNorm  # noqa: F401

__all__ = [
    "BatchNorm",
    "BatchNormReLU",
    "Dense",
    "Dropout",
    "Embedding",
    "Flatten",
    "GroupNorm",
    "HybridLambda",
    "HybridSequential",
    "InstanceNorm",
    "Lambda",
    "LayerNorm",
    "Sequential",
]


class Dense(HybridBlock):
    """A layer whose outputs are all connected to all inputs: ``activation(x @ weight.T + bias)``.

    ``weight`` has the shape ``(units, in_units)``, ``bias`` ``(units,)``. With ``flatten`` all axes but the first
    are inputs and the result is ``(N, units)``; without, the last axis is, and the result ``(..., units)``.
    ``in_units=0`` leaves their number to the first array that comes. ``activation`` is as in
    :class:`~mxnet.gluon.nn.Activation`; None applies none.
    """

    def __init__(
        self,
        units: int,
        activation: str | None = None,
        use_bias: bool = True,
        flatten: bool = True,
        dtype: Any = "float32",
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_units: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._units, self._in_units, self._flatten = units, in_units, flatten
        with self.name_scope():
            get = self.params.get
            deferred = {"dtype": dtype, "allow_deferred_init": True}
            self.weight = get("weight", shape=(units, in_units), init=weight_initializer, **deferred)
            self.bias = get("bias", shape=(units,), init=bias_initializer, **deferred) if use_bias else None
            self.act = None if activation is None else Activation(activation, prefix=f"{activation}_")

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        """Return the units' values."""
        sums = F.FullyConnected(
            x, weight, bias, num_hidden=self._units, no_bias=bias is None, flatten=self._flatten, name="fwd"
        )
        return sums if self.act is None else self.act(sums)

    def __repr__(self) -> str:
        units, in_units = self.weight.shape
        return f"{type(self).__name__}({in_units or None} -> {units}, {self.act or 'linear'})"


class Dropout(HybridBlock):
    """In training, set a share of ``rate`` of the elements to 0 and scale up the others (Srivastava et al. 2014).

    Along ``axes`` the same elements are dropped everywhere. Outside of training the input passes unchanged.
    """

    def __init__(self, rate: float, axes: tuple[int, ...] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rate, self._axes = rate, axes

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the elements that are left."""
        if self._rate > 0:
            return F.Dropout(x, p=self._rate, axes=self._axes, cudnn_off=False, name="fwd")
        return F.identity(x)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p = {self._rate}, axes={self._axes})"


def describe_embedding(layer: Any) -> str:
    """Return the text of a layer that looks rows up."""
    return "{}({input_dim} -> {output_dim}, {dtype})".format(type(layer).__name__, **layer._kwargs)


class Embedding(HybridBlock):
    """Look up a row of ``weight``, of the shape ``(input_dim, output_dim)``, for each index of the input.

    The result has one axis more than the input. ``sparse_grad`` declares the gradient as row-sparse.
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        dtype: Any = "float32",
        weight_initializer: Any = None,
        sparse_grad: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype, "sparse_grad": sparse_grad}
        with self.name_scope():
            self.weight = self.params.get(
                "weight",
                shape=(input_dim, output_dim),
                dtype=dtype,
                init=weight_initializer,
                allow_deferred_init=True,
                grad_stype="row_sparse" if sparse_grad else "default",
            )

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        """Return the rows."""
        return F.Embedding(x, weight, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return describe_embedding(self)


class Flatten(HybridBlock):
    """Join all axes but the first: ``(N, C, H, W)`` becomes ``(N, C*H*W)``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return an array of two axes."""
        return F.Flatten(x)

    def __repr__(self) -> str:
        return type(self).__name__


def _numpy_function(name: str) -> Callable[..., Any]:
    """Return the function of a name in ``mx.np`` or ``mx.npx``."""
    modules = tuple(importlib.import_module(f"mxnet.{module}") for module in ("numpy", "numpy_extension"))
    result = [getattr(module, name) for module in modules if hasattr(module, name)]
    assert result, f"there is no function {name!r} in mx.np and mx.npx"
    return result[0]  # type: ignore[no-any-return]


def _of_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes ``F``, and passes it over."""

    def call(F: Any, *args: Any) -> Any:
        return function(*args)

    return call


def _named_function(function: str | Callable[..., Any], *namespaces: Any) -> tuple[Callable[..., Any] | None, str]:
    """Return a function (None when it was given by its name) and its name; the namespaces must have that name."""
    if isinstance(function, str):
        lacking = [space.__name__ for space in namespaces if not hasattr(space, function)]
        assert not lacking, f"there is no function {function!r} in {' and '.join(lacking)}"
        return None, function
    if callable(function):
        return function, function.__name__
    raise ValueError(f"expected a function or the name of one, got {type(function).__name__}: {function!r}")


class Lambda(Block):
    """Make a layer of a function of arrays, given itself or by its name in ``mx.nd``."""

    def __init__(self, function: str | Callable[..., Any], prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        own, name = _named_function(function, *(() if semantics.api == 2 else (nd,)))
        self._func_impl = own or (_numpy_function(name) if semantics.api == 2 else getattr(nd, name))

    def forward(self, *args: Any) -> Any:
        """Return what the function returns."""
        return self._func_impl(*args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_impl.__name__})"


class HybridLambda(HybridBlock):
    """Make a hybrid layer of ``function(F, x, *args)``, or of the name of a function of ``mx.nd`` and ``mx.sym``."""

    def __init__(self, function: str | Callable[..., Any], prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        own, self._func_name = _named_function(function, *(() if semantics.api == 2 else (nd, sym)))
        if semantics.api == 2:  # which knows no F
            self._func = _of_arrays(own or _numpy_function(self._func_name))
            return
        self._func = own or self._of_name(self._func_name)

    @staticmethod
    def _of_name(name: str) -> Callable[..., Any]:
        def named(F: Any, *args: Any) -> Any:
            return getattr(F, name)(*args)

        named.made_here = True  # type: ignore[attr-defined]
        return named

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy takes over; a function that was given by its name is made again from it."""
        return {**vars(self), "_func": None} if hasattr(self._func, "made_here") else dict(vars(self))

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if self._func is None:
            self._func = self._of_name(self._func_name)

    def hybrid_forward(self, F: Any, x: Any, *args: Any) -> Any:
        """Return what the function returns."""
        return self._func(F, x, *args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_name})"
