"""The basic cells: plain, LSTM and GRU."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from .. import initializer, symbol
from ..core.shared_methods import Shared
from .base_cell import BaseRNNCell
from .params import RNNParams
from .steps import gru_step, lstm_step


class _DenseCell(BaseRNNCell, metaclass=Shared):
    """A cell whose gates are two matrix products, of the inputs and of the output before."""

    #: How many states the cell hands on.
    _num_states = 1

    def _init(self, num_hidden: int, prefix: str, params: RNNParams | None, bias_init: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._num_hidden = num_hidden
        self._iW = self.params.get("i2h_weight")
        self._hW = self.params.get("h2h_weight")
        self._iB = self.params.get("i2h_bias", **({} if bias_init is None else {"init": bias_init}))
        self._hB = self.params.get("h2h_bias")

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """What describes each state: ``(0, num_hidden)``."""
        return [{"shape": (0, self._num_hidden), "__layout__": "NC"} for _ in range(self._num_states)]

    def _gates(self, inputs: Any, state: Any, name: str) -> tuple[Any, Any]:
        """Return all gates' parts from the inputs and from the state before, ``(N, gates * num_hidden)`` each."""
        rows = self._num_hidden * len(self._gate_names)
        i2h = symbol.FullyConnected(data=inputs, weight=self._iW, bias=self._iB, num_hidden=rows, name=f"{name}i2h")
        h2h = symbol.FullyConnected(data=state, weight=self._hW, bias=self._hB, num_hidden=rows, name=f"{name}h2h")
        return i2h, h2h


class RNNCell(_DenseCell):
    """The cell of Elman: ``h = activation(Wx + Rh + b)``.

    Parameters
    ----------
    num_hidden
        The number of features of the states and outputs.
    activation
        ``'tanh'``, ``'relu'`` or another name of ``Activation``, or a function of symbols.
    prefix
        What the names of nodes and weights begin with.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.

    Examples
    --------
    >>> cell = mx.rnn.RNNCell(num_hidden=8)
    >>> outputs, states = cell.unroll(2, inputs=sym.Variable("data"), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'rnn_i2h_weight', 'rnn_i2h_bias', 'rnn_h2h_weight', 'rnn_h2h_bias']
    >>> outputs.infer_shape(data=(4, 2, 3))[1]
    [(4, 2, 8)]
    """

    def __init__(
        self, num_hidden: int, activation: Any = "tanh", prefix: str = "rnn_", params: RNNParams | None = None
    ) -> None:
        self._init(num_hidden, prefix, params)
        self._activation = activation

    @property
    def _gate_names(self) -> Sequence[str]:
        return ("",)

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step; the output is the new state."""
        name = self._next_step()
        i2h, h2h = self._gates(inputs, states[0], name)
        output = self._get_activation(i2h + h2h, self._activation, name=f"{name}out")
        return output, [output]


class LSTMCell(_DenseCell):
    """The cell of long short-term memory.

    Parameters
    ----------
    num_hidden
        The number of features of the states and outputs.
    prefix
        What the names of nodes and weights begin with.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.
    forget_bias
        What the forget gates' biases begin with: above 0, memory is kept at first.

    Examples
    --------
    >>> cell = mx.rnn.LSTMCell(num_hidden=8)
    >>> outputs, states = cell.unroll(2, inputs=sym.Variable("data"), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'lstm_i2h_weight', 'lstm_i2h_bias', 'lstm_h2h_weight', 'lstm_h2h_bias']
    >>> outputs.infer_shape(data=(4, 2, 3))[1]
    [(4, 2, 8)]
    """

    _num_states = 2

    def __init__(
        self, num_hidden: int, prefix: str = "lstm_", params: RNNParams | None = None, forget_bias: float = 1.0
    ) -> None:
        self._init(num_hidden, prefix, params, initializer.LSTMBias(forget_bias=forget_bias))

    @property
    def _gate_names(self) -> Sequence[str]:
        return ["_i", "_f", "_c", "_o"]

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step; the states are the output and the memory."""
        name = self._next_step()
        i2h, h2h = self._gates(inputs, states[0], name)
        return lstm_step(symbol, i2h + h2h, states[1], name, partial(self._get_activation, activation="tanh"))


class GRUCell(_DenseCell):
    """The gated recurrent unit (Cho et al. 2014).

    Parameters
    ----------
    num_hidden
        The number of features of the states and outputs.
    prefix
        What the names of nodes and weights begin with.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.

    Examples
    --------
    >>> cell = mx.rnn.GRUCell(num_hidden=8)
    >>> outputs, states = cell.unroll(2, inputs=sym.Variable("data"), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'gru_i2h_weight', 'gru_i2h_bias', 'gru_h2h_weight', 'gru_h2h_bias']
    >>> outputs.infer_shape(data=(4, 2, 3))[1]
    [(4, 2, 8)]
    """

    def __init__(self, num_hidden: int, prefix: str = "gru_", params: RNNParams | None = None) -> None:
        self._init(num_hidden, prefix, params)

    @property
    def _gate_names(self) -> Sequence[str]:
        return ["_r", "_z", "_o"]

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step; the output is the new state."""
        name = self._next_step()
        i2h, h2h = self._gates(inputs, states[0], f"{name}_")
        return gru_step(symbol, i2h, h2h, states[0], f"{name}_", name, partial(self._get_activation, activation="tanh"))
