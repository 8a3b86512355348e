"""The initializer of the fused RNN operator's one long vector of parameters."""

from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetKeyError, shortened
from ..core.recurrent import GATES, Layout, cut
from .base import InitDesc, Initializer, checked_number, create, register

__all__ = ["FusedRNN"]


def _length(name: str, value: Any) -> int:
    if not isinstance(value, (int, np.integer)) or value < 1:
        raise ValueError(f"{name}: expected a positive integer, got {str(value)[:50]!r}")
    return int(value)


@register
class FusedRNN(Initializer):
    """Initialize the one long vector of parameters of the ``RNN`` operator as the weights and biases in it.

    :class:`mxnet.rnn.FusedRNNCell` uses it by itself.

    Parameters
    ----------
    init : Initializer, str or None
        What fills each gate's matrix and bias: an initializer or its JSON; None: the network's own.
    num_hidden
        The length of a layer's state.
    num_layers
        The number of layers.
    mode
        The kind of cell: 'rnn_relu', 'rnn_tanh', 'lstm' or 'gru'.
    bidirectional
        Whether each layer also runs from the end to the beginning.
    forget_bias
        What the biases of an LSTM's forget gates begin with.

    Raises
    ------
    AssertionError
        When it is called, for a vector whose length fits no input size.
    KeyError
        When it is called, for an unknown mode.
    ValueError
        When it is called, for sizes that are no positive integers.

    Examples
    --------
    >>> parameters = nd.zeros(24)
    >>> init = mx.init.FusedRNN(mx.init.One(), num_hidden=1, num_layers=1, mode="lstm")
    >>> init(mx.init.InitDesc("lstm_weight"), parameters)
    >>> print(parameters.asnumpy())
    [1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 0. 1. 0. 0. 0. 1. 0. 0.]
    """

    def __init__(
        self,
        init: Initializer | str | None,
        num_hidden: int,
        num_layers: int,
        mode: str,
        bidirectional: bool = False,
        forget_bias: float = 1.0,
    ) -> None:
        inner: Initializer | None = create(init) if isinstance(init, str) else init
        if inner is not None and not isinstance(inner, Initializer):
            raise TypeError(f"init: expected an initializer, its JSON or None, got {str(inner)[:50]!r}")
        sizes = {"num_hidden": num_hidden, "num_layers": num_layers, "mode": mode, "bidirectional": bidirectional}
        super().__init__(init=None if inner is None else inner.dumps(), **sizes, forget_bias=forget_bias)
        self._init, self._num_hidden, self._num_layers, self._mode = inner, num_hidden, num_layers, mode
        self._directions = 2 if bidirectional else 1
        self._forget_bias = forget_bias

    def _init_weight(self, desc: Any, arr: Any) -> None:
        fill = self._init or getattr(desc, "global_init", None)
        if fill is None or fill is self:
            raise ValueError(f"{desc}: FusedRNN(None, ...) needs the network's own initializer")
        if self._mode not in list(GATES):  # what a file says need not be a text
            raise MXNetKeyError(f"mode: expected one of {list(GATES)}, got {shortened(repr(self._mode))}")
        hidden, layers = _length("num_hidden", self._num_hidden), _length("num_layers", self._num_layers)
        layout = Layout(self._mode, hidden, layers, self._directions)
        features = layout.inputs(arr.size)
        assert features > 0, f"Invalid parameters size for FusedRNNCell: {arr.size} values fit no input size"
        for name, piece in cut(arr, layout.gates(features)).items():
            part = nd.zeros(piece.shape, ctx=arr.context, dtype=arr.dtype)
            if self._mode == "lstm" and name.endswith("_f_bias"):
                part[:] = checked_number("forget_bias", self._forget_bias)
            else:
                fill(InitDesc(name, global_init=getattr(desc, "global_init", None)), part)
            piece[:] = part
