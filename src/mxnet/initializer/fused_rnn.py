"""The initializer of the fused RNN operator's one long vector of parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .. import ndarray as nd
from .base import InitDesc, Initializer, create, register

#: The gates of a cell, as they end names, in the order in which they lie in memory.
_GATES = {"rnn_relu": ("",), "rnn_tanh": ("",), "lstm": ("_i", "_f", "_c", "_o"), "gru": ("_r", "_z", "_o")}


@register
class FusedRNN(Initializer):
    """Initialize the ``parameters`` of the ``RNN`` operator as the weights and biases that they consist of.

    ``init`` (an initializer or its JSON; None for the network's own) fills each gate's matrix and bias;
    ``forget_bias`` fills the LSTM's forget gates. The others describe the layer as in ``mx.rnn.FusedRNNCell``.

    Raises AssertionError when the vector's length fits no input size.
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
        if isinstance(init, str):
            name, arguments = json.loads(init)
            init = create(name, **arguments)
        super().__init__(
            init=init.dumps() if init is not None else None,
            num_hidden=num_hidden,
            num_layers=num_layers,
            mode=mode,
            bidirectional=bidirectional,
            forget_bias=forget_bias,
        )
        self._init = init
        self._num_hidden = num_hidden
        self._num_layers = num_layers
        self._mode = mode
        self._directions = ("l", "r") if bidirectional else ("l",)
        self._forget_bias = forget_bias

    def _input_size(self, length: int) -> int:
        hidden, count = self._num_hidden, len(self._directions)
        rows = count * len(_GATES[self._mode]) * hidden
        deeper = (self._num_layers - 1) * (count * hidden + hidden + 2)
        size = length // rows - deeper - hidden - 2
        fits = length % rows == 0 and size > 0
        assert fits, f"Invalid parameters size for FusedRNNCell: {length} values fit no input size"
        return size

    def _parts(self, length: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Give the name and shape of each gate's matrices, then of its biases, in the order of memory."""
        hidden, count = self._num_hidden, len(self._directions)
        for kind in ("weight", "bias"):
            for layer in range(self._num_layers):
                inputs = count * hidden if layer else self._input_size(length)
                for direction in self._directions:
                    for source, columns in (("i2h", inputs), ("h2h", hidden)):
                        shape = (hidden, columns) if kind == "weight" else (hidden,)
                        for gate in _GATES[self._mode]:
                            yield f"{direction}{layer}_{source}{gate}_{kind}", shape

    def _init_weight(self, desc: Any, arr: Any) -> None:
        fill = self._init or getattr(desc, "global_init", None)
        if fill is None or fill is self:
            raise ValueError(f"{desc}: FusedRNN(None, ...) needs the network's own initializer")
        start = 0
        for name, shape in self._parts(arr.size):
            part = nd.zeros(shape, ctx=arr.context, dtype=arr.dtype)
            if self._mode == "lstm" and name.endswith("_f_bias"):
                part[:] = self._forget_bias
            else:
                fill(InitDesc(name, global_init=getattr(desc, "global_init", None)), part)
            arr[start : start + part.size] = part.reshape((-1,))
            start += part.size
