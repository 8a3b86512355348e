"""The basic cells: plain, LSTM and GRU, and dropout between layers of them."""

import numbers
from collections.abc import Sequence
from typing import Any

from .. import initializer, symbol
from ..core.shared_methods import Shared
from .base_cell import BaseRNNCell, RNNParams, normalize_sequence
from .steps import gru_step, lstm_step, memory_of

__all__ = ["DropoutCell", "GRUCell", "LSTMCell", "RNNCell"]


class PlainStep(BaseRNNCell, metaclass=Shared):
    """A step whose output is an activation of the products. Cells say how they get these, by ``_products``."""

    _gate_names: Sequence[str] = ("",)
    _activation: Any = "tanh"
    _products: Any
    #: what a product's name has between that of the step and ``i2h``
    _infix = ""

    def _activate(self, inputs: Any, **kwargs: Any) -> Any:
        return self._get_activation(inputs, self._activation, **kwargs)

    def _axis(self) -> dict[str, Any]:
        """Return the axis of the gates as an argument, unless it is the operator's default and left unsaid."""
        return {}

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step; the output is the new state."""
        name = self._next_step()
        i2h, h2h = self._products(inputs, states[0], name + self._infix)
        return self._step(i2h, h2h, states, name)

    def _step(self, i2h: Any, h2h: Any, states: Sequence[Any], name: str) -> tuple[Any, list[Any]]:
        output = self._activate(i2h + h2h, name=f"{name}out")
        return output, [output]


class LSTMStep(PlainStep, shared=True):
    """A step of long short-term memory; the states are the output and the memory."""

    _gate_names = ("_i", "_f", "_c", "_o")
    _num_states = 2

    def _step(self, i2h: Any, h2h: Any, states: Sequence[Any], name: str) -> tuple[Any, list[Any]]:
        return lstm_step(symbol, i2h + h2h, memory_of(states), name, self._activate, **self._axis())


class GRUStep(PlainStep, shared=True):
    """A step of the gated recurrent unit."""

    _gate_names = ("_r", "_z", "_o")

    def _step(self, i2h: Any, h2h: Any, states: Sequence[Any], name: str) -> tuple[Any, list[Any]]:
        return gru_step(symbol, i2h, h2h, states[0], f"{name}_", name, self._activate, **self._axis())


class _DenseCell(BaseRNNCell, metaclass=Shared):
    """A cell whose gates are two matrix products, of the inputs and of the output before."""

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

    def _products(self, inputs: Any, state: Any, name: str) -> tuple[Any, Any]:
        """Return all gates' parts from the inputs and from the state before, ``(N, gates * num_hidden)`` each."""
        rows = self._num_hidden * len(self._gate_names)
        i2h = symbol.FullyConnected(data=inputs, weight=self._iW, bias=self._iB, num_hidden=rows, name=f"{name}i2h")
        h2h = symbol.FullyConnected(data=state, weight=self._hW, bias=self._hB, num_hidden=rows, name=f"{name}h2h")
        return i2h, h2h


class RNNCell(_DenseCell, PlainStep):
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


class LSTMCell(_DenseCell, LSTMStep):
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

    def __init__(
        self, num_hidden: int, prefix: str = "lstm_", params: RNNParams | None = None, forget_bias: float = 1.0
    ) -> None:
        self._init(num_hidden, prefix, params, initializer.LSTMBias(forget_bias=forget_bias))


class GRUCell(_DenseCell, GRUStep):
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

    _infix = "_"

    def __init__(self, num_hidden: int, prefix: str = "gru_", params: RNNParams | None = None) -> None:
        self._init(num_hidden, prefix, params)


class DropoutCell(BaseRNNCell):
    """A cell without states that drops a share of its inputs in training.

    Parameters
    ----------
    dropout
        The share, from 0 to 1.
    prefix
        What the names of nodes and weights begin with.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.

    Raises
    ------
    AssertionError
        For a ``dropout`` that is no number.

    Examples
    --------
    >>> stack = mx.rnn.SequentialRNNCell()
    >>> stack.add(mx.rnn.LSTMCell(num_hidden=8))
    >>> stack.add(mx.rnn.DropoutCell(0.5))
    """

    def __init__(self, dropout: float, prefix: str = "dropout_", params: RNNParams | None = None) -> None:
        super().__init__(prefix, params)
        assert isinstance(dropout, numbers.Number), "dropout probability must be a number"
        self.dropout = dropout

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """No states."""
        return []

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Drop elements of one step, or of a whole sequence in one symbol."""
        if self.dropout > 0:
            inputs = symbol.Dropout(data=inputs, p=self.dropout)
        return inputs, list(states)

    def _unroll(self, length: int, inputs: Any, begin: Any, layout: str, merge: bool | None) -> tuple[Any, list[Any]]:
        """Make the graph, with one node for the sequence where it is one symbol (see :meth:`BaseRNNCell.unroll`)."""
        inputs, _ = normalize_sequence(length, inputs, layout, merge)
        if isinstance(inputs, symbol.Symbol):
            return self(inputs, [])
        return super()._unroll(length, inputs, begin, layout, merge)
