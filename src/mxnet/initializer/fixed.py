"""Deterministic initializers: constants, interpolation kernels, the LSTM's forget bias."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from .base import Initializer, alias, checked_number, register, write


@alias("zeros")
@register
class Zero(Initializer):
    """Fill weights with 0."""

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 0


@alias("ones")
@register
class One(Initializer):
    """Fill weights with 1."""

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 1


@register
class Constant(Initializer):
    """Fill weights with ``value``: a number, or an array or nested list that broadcasts to the weight's shape.

    Biases and the parameters of normalizations begin as their layers say, whatever initializes the network:
    ``nn.Dense(2, bias_initializer=mx.init.Constant(1))``, ``net.bias.initialize(mx.init.Constant(1))``, and in symbols
    ``mx.sym.var("fc_bias", init=mx.init.Constant(1))``.
    """

    def __init__(self, value: Any) -> None:
        super().__init__(value=value)
        self.value = value

    def _init_weight(self, name: str, arr: Any) -> None:
        value = self.value
        if isinstance(value, (list, tuple)):
            try:
                value = np.array(value)
            except ValueError:
                raise ValueError(
                    f"Constant: expected lists that make an array for {name!r}, got {value!r:.80}"
                ) from None
        write(arr, checked_number("value", value))

    def dumps(self) -> str:
        """Return the initializer as JSON; an array is written as nested lists."""
        value = self.value
        if hasattr(value, "asnumpy"):
            value = value.asnumpy()
        if isinstance(value, (np.ndarray, np.generic)):
            value = value.tolist()
        self._kwargs["value"] = value
        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self.dumps() == other.dumps()

    __hash__ = None


@register
class Bilinear(Initializer):
    """Fill the weight of an upsampling layer (4 axes) with the kernel of bilinear interpolation."""

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, name: str, arr: Any) -> None:
        self._init_bilinear(name, arr)


@register
class LSTMBias(Initializer):
    """Fill an LSTM's bias with 0, and the forget gate's part of it with ``forget_bias``.

    The bias holds the gates input, forget, cell, output, one after the other.
    """

    def __init__(self, forget_bias: float = 1.0) -> None:
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 0.0
        hidden = arr.shape[0] // 4
        arr[hidden : 2 * hidden] = checked_number("forget_bias", self.forget_bias)
