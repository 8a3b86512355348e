"""Deterministic initializers: constants, interpolation kernels, the LSTM's forget bias."""

import json
from typing import Any

import numpy as np

from .base import Initializer, alias, checked_number, register, write

__all__ = ["Bilinear", "Constant", "LSTMBias", "One", "Zero"]


@alias("zeros")
@register
class Zero(Initializer):
    """Fill weights with 0; by name ``'zeros'``.

    Examples
    --------
    >>> weight = nd.zeros((2, 3))
    >>> mx.init.Zero()(mx.init.InitDesc("fc_weight"), weight)
    >>> print(weight.asnumpy())
    [[0. 0. 0.]
     [0. 0. 0.]]
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 0


@alias("ones")
@register
class One(Initializer):
    """Fill weights with 1; by name ``'ones'``.

    Examples
    --------
    >>> weight = nd.zeros((2, 3))
    >>> mx.init.One()(mx.init.InitDesc("fc_weight"), weight)
    >>> print(weight.asnumpy())
    [[1. 1. 1.]
     [1. 1. 1.]]
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 1


@register
class Constant(Initializer):
    """Fill weights with a value.

    Biases and the parameters of normalizations begin as their layers say, whatever initializes the network; an
    initializer of their own changes that, ``nn.Dense(2, bias_initializer=mx.init.Constant(1))``,
    ``net.bias.initialize(mx.init.Constant(1))``, and in symbols ``mx.sym.var("fc_bias", init=mx.init.Constant(1))``.

    Parameters
    ----------
    value : number, array or nested list
        A number; or an array or list that broadcasts to the weight's shape.

    Examples
    --------
    >>> net = nn.Dense(2, in_units=3, bias_initializer=mx.init.Constant(1))
    >>> net.initialize(mx.init.Constant([1, 2, 3]))
    >>> print(net.weight.data().asnumpy())
    [[1. 2. 3.]
     [1. 2. 3.]]
    >>> print(net.bias.data().asnumpy())
    [1. 1.]
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
    """Fill the weight of a transposed convolution with a kernel of bilinear interpolation, so that it enlarges images.

    The weight has 4 axes, (in, out, height, width), and every kernel is the same. A convolution with the stride ``s``
    that enlarges by ``s`` has kernels of ``2 * s - s % 2``, and ``groups`` as many as channels.

    Examples
    --------
    >>> weight = nd.zeros((1, 1, 4, 4))
    >>> mx.init.Bilinear()(mx.init.InitDesc("up_weight"), weight)
    >>> print(weight[0, 0].asnumpy())
    [[0.0625 0.1875 0.1875 0.0625]
     [0.1875 0.5625 0.5625 0.1875]
     [0.1875 0.5625 0.5625 0.1875]
     [0.0625 0.1875 0.1875 0.0625]]
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, name: str, arr: Any) -> None:
        self._init_bilinear(name, arr)


@register
class LSTMBias(Initializer):
    """Fill an LSTM's bias with 0, and the forget gate's part of it with ``forget_bias``.

    The bias holds the gates input, forget, cell, output, one after the other. It is an initializer for the bias alone,
    ``rnn.LSTMCell(8, i2h_bias_initializer=mx.init.LSTMBias(1))``.

    Parameters
    ----------
    forget_bias
        What the forget gates' biases begin with: the larger, the longer the cell remembers at first.

    Notes
    -----
    Jozefowicz, Zaremba and Sutskever, "An empirical exploration of recurrent network architectures", 2015.

    Examples
    --------
    >>> cell = gluon.rnn.LSTMCell(2, input_size=3, i2h_bias_initializer=mx.init.LSTMBias(1))
    >>> cell.initialize()
    >>> print(cell.i2h_bias.data().asnumpy())
    [0. 0. 1. 1. 0. 0. 0. 0.]
    """

    def __init__(self, forget_bias: float = 1.0) -> None:
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 0.0
        hidden = arr.shape[0] // 4
        arr[hidden : 2 * hidden] = checked_number("forget_bias", self.forget_bias)
