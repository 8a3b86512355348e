"""The recurrent layers that one operator computes."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from .. import initializer, symbol
from .. import ndarray as nd
from ..core.errors import MXNetError, expected
from ..core.recurrent import GATES, Layout, cut
from .base_cell import BaseRNNCell, RNNParams, normalize_sequence, take
from .cells import DropoutCell, GRUCell, LSTMCell, RNNCell
from .containers import BidirectionalCell, SequentialRNNCell

__all__ = ["FusedRNNCell"]

#: By mode: the cell that computes the same step, and its arguments.
_CELLS: dict[str, tuple[Any, dict[str, Any]]] = {
    "rnn_relu": (RNNCell, {"activation": "relu"}),
    "rnn_tanh": (RNNCell, {"activation": "tanh"}),
    "lstm": (LSTMCell, {}),
    "gru": (GRUCell, {}),
}


class FusedRNNCell(BaseRNNCell):
    """One or more recurrent layers as one ``RNN`` node: the fastest way. It can only be unrolled.

    Parameters
    ----------
    num_hidden
        The number of features of the states and outputs.
    num_layers
        The number of layers, each over the outputs of the one before.
    mode
        ``'rnn_relu'``, ``'rnn_tanh'``, ``'lstm'`` or ``'gru'``.
    bidirectional
        Whether each layer goes over the sequence forwards and backwards.
    dropout
        The share of values that is dropped between layers in training.
    get_next_state
        Whether :meth:`unroll` returns the last states.
    forget_bias
        What the LSTM's forget gates' biases begin with.
    prefix
        What the names of nodes and weights begin with; None: ``<mode>_``.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.

    Examples
    --------
    >>> cell = mx.rnn.FusedRNNCell(num_hidden=8, num_layers=2, mode="lstm")
    >>> outputs, states = cell.unroll(2, inputs=sym.Variable("data"), layout="TNC", merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 4, 3))[1]
    [(2, 4, 8)]
    """

    def __init__(
        self,
        num_hidden: int,
        num_layers: int = 1,
        mode: Any = "lstm",
        bidirectional: bool = False,
        dropout: float = 0.0,
        get_next_state: bool = False,
        forget_bias: float = 1.0,
        prefix: str | None = None,
        params: RNNParams | None = None,
    ) -> None:
        super().__init__(prefix=f"{mode}_" if prefix is None else prefix, params=params)
        self._mode, self._num_hidden, self._num_layers = mode, num_hidden, num_layers
        self._bidirectional, self._dropout = bidirectional, dropout
        self._get_next_state = get_next_state
        self._directions = ["l", "r"] if bidirectional else ["l"]
        filled = initializer.FusedRNN(None, num_hidden, num_layers, mode, bidirectional, forget_bias)
        if mode not in GATES:
            raise MXNetError(expected("mode", f"one of {', '.join(GATES)}", mode))
        self._gate_names = list(GATES[mode])
        self._parameter = self.params.get("parameters", init=filled)

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """What describes each state: ``(layers * directions, 0, num_hidden)``; an LSTM has two."""
        shape = (len(self._directions) * self._num_layers, 0, self._num_hidden)
        return [{"shape": shape, "__layout__": "LNC"} for _ in range(2 if self._mode == "lstm" else 1)]

    @property
    def _num_gates(self) -> int:
        return len(self._gate_names)

    @property
    def _weights(self) -> Layout:
        return Layout(self._mode, self._num_hidden, self._num_layers, len(self._directions))

    def _slice_weights(self, arr: Any, li: int, lh: int) -> dict[str, Any]:
        """Return the pieces of the vector ``arr`` by name, as views; ``li`` and ``lh`` are input and hidden size."""
        layout = self._weights._replace(hidden=lh)
        assert layout.size(li) == arr.size, f"expected {layout.size(li)} parameters, got {arr.size}"
        return {self._prefix + name: piece for name, piece in cut(arr, layout.gates(li)).items()}

    def unpack_weights(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``args`` with the vector of parameters cut into each gate's matrices and biases.

        Raises KeyError where the vector is missing, and :class:`MXNetError` where its length fits no input size.
        """
        args = dict(args)
        vector = take(args, self._parameter.name)
        size = self._weights.inputs(vector.size)
        if size <= 0:
            raise MXNetError(f"{self._parameter.name}: {vector.size} values fit no input size")
        pieces = self._slice_weights(vector, size, self._num_hidden)
        return {**args, **{name: piece.copy() for name, piece in pieces.items()}}

    def pack_weights(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``args`` with each gate's matrices and biases put into the vector of parameters."""
        args = dict(args)
        name = f"{self._prefix}l0_i2h{self._gate_names[0]}_weight"
        first = take(dict(args), name)
        if len(first.shape) != 2:
            raise MXNetError(f"{name}: expected a matrix, got an array of shape {first.shape}")
        size = first.shape[1]
        vector = nd.zeros((self._weights.size(size),), ctx=first.context, dtype=first.dtype)
        for name, piece in self._slice_weights(vector, size, self._num_hidden).items():
            part = take(args, name)
            if part.shape != piece.shape:
                raise MXNetError(f"{name}: expected shape {piece.shape}, got {part.shape}")
            piece[:] = part
        args[self._parameter.name] = vector
        return args

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Raise NotImplementedError: the operator takes whole sequences."""
        raise NotImplementedError("FusedRNNCell cannot be stepped. Please use unroll")

    def _unroll(self, length: int, inputs: Any, begin: Any, layout: str, merge: bool | None) -> tuple[Any, list[Any]]:
        """Make the graph (see :meth:`BaseRNNCell.unroll`); states are returned with ``get_next_state`` only.

        With the layout ``NTC`` the sequence is transposed before and after, and a UserWarning says so.
        """
        assert layout in ("NTC", "TNC"), f"Unsupported layout {layout}: expected NTC or TNC"
        sequence, axis = normalize_sequence(length, inputs, layout, True)
        if axis == 1:
            warnings.warn("NTC layout detected. Consider using TNC for FusedRNNCell for faster speed", stacklevel=3)
            sequence = symbol.swapaxes(sequence, dim1=0, dim2=1)
        begin = self.begin_state() if begin is None else begin
        net = self._node(sequence, begin)
        states = [net[i + 1] for i in range(len(begin))] if self._get_next_state else []
        for state in states:
            state._set_attr(__layout__="LNC")
        outputs = net[0] if self._get_next_state else net
        if axis == 1:
            outputs = symbol.swapaxes(outputs, dim1=0, dim2=1)
        outputs, _ = normalize_sequence(length, outputs, layout, merge)
        return outputs, states

    def _node(self, sequence: Any, begin: Sequence[Any]) -> Any:
        return symbol.RNN(
            data=sequence,
            parameters=self._parameter,
            **dict(zip(("state", "state_cell"), begin, strict=False)),
            state_size=self._num_hidden,
            num_layers=self._num_layers,
            bidirectional=self._bidirectional,
            p=self._dropout,
            state_outputs=self._get_next_state,
            mode=self._mode,
            name=f"{self._prefix}rnn",
        )

    def unfuse(self) -> SequentialRNNCell:
        """Return a stack of cells that computes the same, and whose weights pack and unpack into this cell's."""
        kind, arguments = _CELLS[self._mode]
        stack = SequentialRNNCell()
        for layer in range(self._num_layers):
            cells = [
                kind(self._num_hidden, prefix=f"{self._prefix}{direction}{layer}_", **arguments)
                for direction in self._directions
            ]
            if self._bidirectional:
                stack.add(BidirectionalCell(cells[0], cells[1], output_prefix=f"{self._prefix}bi_l{layer}_"))
            else:
                stack.add(cells[0])
            if self._dropout > 0 and layer != self._num_layers - 1:
                stack.add(DropoutCell(self._dropout, prefix=f"{self._prefix}_dropout{layer}_"))
        return stack
