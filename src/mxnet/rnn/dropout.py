"""Dropout between the layers of a recurrent network."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

from .. import symbol
from .base_cell import BaseRNNCell
from .params import RNNParams
from .sequence import normalize_sequence


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

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: Sequence[Any] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> tuple[Any, list[Any]]:
        """Make the graph, with one node for the sequence where it is one symbol (see :meth:`BaseRNNCell.unroll`)."""
        self.reset()
        inputs, _ = normalize_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, symbol.Symbol):
            return self(inputs, [])
        return super().unroll(length, inputs, begin_state, layout, merge_outputs)
