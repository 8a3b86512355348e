"""Dropout with one mask for a whole sequence, and the LSTM cell with projection."""

from typing import Any

from ....base import _as_list  # noqa: F401  (this and others are imported from here by programs)
from ...rnn.cells import LSTMPCell
from ...rnn.containers import (  # noqa: F401  # noqa: F401
    BidirectionalCell,
    ModifierCell,
    SequentialRNNCell,
    StepwiseModifier,
    refuse_both_directions,
)
from ...rnn.recurrent_cell import HybridRecurrentCell
from ...rnn.sequence import TENSORS, dynamic_unroll, format_sequence, get_begin_state, mask_sequence_variable_length
from ...rnn.sequence import format_sequence as _format_sequence  # noqa: F401
from ...rnn.sequence import get_begin_state as _get_begin_state  # noqa: F401
from ...rnn.sequence import mask_sequence_variable_length as _mask_sequence_variable_length  # noqa: F401

__all__ = ["LSTMPCell", "VariationalDropoutCell", "dynamic_unroll"]

LSTMPCell.__module__ = __name__


class VariationalDropoutCell(StepwiseModifier):
    """A cell that in training drops the same elements at every step of a sequence (Gal and Ghahramani 2016).

    New masks are drawn after :meth:`reset`, with which every :meth:`unroll` begins.

    Parameters
    ----------
    base_cell
        The cell that computes the steps.
    drop_inputs
        The share of the inputs' elements that is dropped.
    drop_states
        The share of the first state's elements that is dropped, the output of the last step.
    drop_outputs
        The share of the outputs' elements that is dropped.

    Raises
    ------
    AssertionError
        For dropped states of a bidirectional cell.

    Examples
    --------
    >>> cell = gluon.contrib.rnn.VariationalDropoutCell(gluon.rnn.LSTMCell(5), drop_inputs=0.2, drop_states=0.2)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(3, nd.ones((2, 3, 4)), merge_outputs=True)
    >>> outputs.shape
    (2, 3, 5)
    """

    def __init__(
        self,
        base_cell: HybridRecurrentCell,
        drop_inputs: float = 0.0,
        drop_states: float = 0.0,
        drop_outputs: float = 0.0,
    ) -> None:
        if drop_states:
            refuse_both_directions(base_cell, "variational dropout of states")
        super().__init__(base_cell)
        self.drop_inputs, self.drop_states, self.drop_outputs = drop_inputs, drop_states, drop_outputs

    def _alias(self) -> str:
        return "vardrop"

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out = {self.drop_outputs}, p_state = {self.drop_states})"

    def reset(self) -> None:
        """Forget the masks."""
        super().reset()
        self.drop_inputs_mask = self.drop_states_mask = self.drop_outputs_mask = None

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        """Compute one step."""
        if self.drop_states:
            states = [self._dropped(F, "states", states[0]), *states[1:]]
        if self.drop_inputs:
            inputs = self._dropped(F, "inputs", inputs)
        output, states = self.base_cell(inputs, states)
        if self.drop_outputs:
            output = self._dropped(F, "outputs", output)
        return output, states

    def _dropped(self, F: Any, what: str, data: Any) -> Any:
        """Return ``data`` times the mask of ``what``, which is made at the first step."""
        mask = getattr(self, f"drop_{what}_mask")
        if mask is None:
            mask = F.Dropout(F.ones_like(data), p=getattr(self, f"drop_{what}"))
            setattr(self, f"drop_{what}_mask", mask)
        return data * mask

    def _unroll(
        self, length: int, inputs: Any, begin_state: Any, layout: str, merge_outputs: bool | None, valid_length: Any
    ) -> tuple[Any, list[Any]]:
        """Run the cell over a sequence (see ``RecurrentCell.unroll``), masking it as a whole if no state is dropped."""
        if self.drop_states:
            return super()._unroll(length, inputs, begin_state, layout, merge_outputs, valid_length)
        inputs, axis, space, batch_size = format_sequence(length, inputs, layout, True)
        states = get_begin_state(self, space, begin_state, inputs, batch_size)
        if self.drop_inputs:
            inputs = space.Dropout(inputs, p=self.drop_inputs, axes=(axis,))
        with self._unmodified_base():
            outputs, states = self.base_cell.unroll(length, inputs, states, layout, True, valid_length)
        if self.drop_outputs:
            outputs = space.Dropout(outputs, p=self.drop_outputs, axes=(axis,))
        merge = isinstance(outputs, TENSORS) if merge_outputs is None else merge_outputs
        outputs, *_ = format_sequence(length, outputs, layout, merge)
        if valid_length is not None:
            outputs = mask_sequence_variable_length(space, outputs, length, valid_length, axis, merge)
        return outputs, states
