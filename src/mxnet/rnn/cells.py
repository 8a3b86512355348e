"""The basic cells: plain, LSTM and GRU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import initializer, symbol
from ..core.shared_methods import Shared
from .base_cell import BaseRNNCell
from .params import RNNParams


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


def lstm_step(cell: Any, gates: Any, state: Any, name: str, activation: Any, **axis: Any) -> tuple[Any, list[Any]]:
    """Apply the gates of long short-term memory (Hochreiter and Schmidhuber 1997, with forget gates).

    ``gates`` holds input, forget, new and output gate one after the other along ``axis``; ``state`` is the memory
    before. Returns the output, and it and the new memory in a list.
    """
    pieces = symbol.SliceChannel(gates, num_outputs=4, name=f"{name}slice", **axis)
    enter = symbol.Activation(pieces[0], act_type="sigmoid", name=f"{name}i")
    forget = symbol.Activation(pieces[1], act_type="sigmoid", name=f"{name}f")
    new = cell._get_activation(pieces[2], activation, name=f"{name}c")
    out = symbol.Activation(pieces[3], act_type="sigmoid", name=f"{name}o")
    memory = symbol.elemwise_add(forget * state, enter * new, name=f"{name}state")
    output = symbol.elemwise_mul(out, cell._get_activation(memory, activation), name=f"{name}out")
    return output, [output, memory]


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
        return lstm_step(self, i2h + h2h, states[1], name, "tanh")


def gru_step(
    cell: Any, i2h: Any, h2h: Any, state: Any, name: str, activation: Any, **axis: Any
) -> tuple[Any, list[Any]]:
    """Apply the gates of the gated recurrent unit, in cuDNN's form: the reset gate acts after the matrix product.

    ``i2h`` and ``h2h`` hold the parts of reset, update and new gate one after the other along ``axis``.
    """
    reset_x, update_x, new_x = symbol.SliceChannel(i2h, num_outputs=3, name=f"{name}_i2h_slice", **axis)
    reset_h, update_h, new_h = symbol.SliceChannel(h2h, num_outputs=3, name=f"{name}_h2h_slice", **axis)
    reset = symbol.Activation(reset_x + reset_h, act_type="sigmoid", name=f"{name}_r_act")
    update = symbol.Activation(update_x + update_h, act_type="sigmoid", name=f"{name}_z_act")
    new = cell._get_activation(new_x + reset * new_h, activation, name=f"{name}_h_act")
    output = symbol.elemwise_add((1.0 - update) * new, update * state, name=f"{name}out")
    return output, [output]


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
        return gru_step(self, i2h, h2h, states[0], name, "tanh")
