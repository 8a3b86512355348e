"""Stacks of cells, and a pair of cells that read a sequence from both ends."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.shared_methods import Shared
from .recurrent_cell import HybridRecurrentCell, RecurrentCell
from .sequence import (
    TENSORS,
    cells_begin_state,
    cells_state_info,
    format_sequence,
    get_begin_state,
    mask_sequence_variable_length,
    reverse_sequences,
    states_of_cells,
)


class _OfCells(RecurrentCell, metaclass=Shared):
    """A cell whose states are those of the cells that it is made of."""

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Return the states of all cells, in the order in which they were added."""
        return cells_state_info(list(self._children.values()), batch_size)

    def begin_state(self, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Return the initial states of all cells (see :meth:`RecurrentCell.begin_state`)."""
        self._refuse_if_modified()
        return cells_begin_state(list(self._children.values()), **kwargs)


class _Stack(_OfCells, shared=True):
    """Cells on top of each other: each reads the outputs of the one below."""

    def add(self, cell: RecurrentCell) -> None:
        """Put ``cell`` on top."""
        self.register_child(cell)

    def _infer_input(self, shape: tuple[int, ...]) -> None:
        for cell in self._children.values():
            cell._infer_input(shape)
            shape = cell._output_shape(shape)

    def _output_shape(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        for cell in self._children.values():
            shape = cell._output_shape(shape)
        return shape

    def __call__(  # type: ignore[override]
        self, inputs: Any, states: Sequence[Any]
    ) -> tuple[Any, list[Any]]:
        """Take one step with all cells; a :class:`BidirectionalCell` among them is an AssertionError."""
        self._counter += 1
        cells, new = list(self._children.values()), []
        assert not any(isinstance(cell, BidirectionalCell) for cell in cells), "a bidirectional cell has no steps"
        for cell, cell_states in zip(cells, states_of_cells(cells, states), strict=True):
            inputs, cell_states = cell(inputs, cell_states)
            new += cell_states
        return inputs, new

    def _unroll(
        self, length: int, inputs: Any, begin_state: Any, layout: str, merge_outputs: bool | None, valid_length: Any
    ) -> tuple[Any, list[Any]]:
        """Run the cells over a sequence, one cell after the other (see :meth:`RecurrentCell.unroll`)."""
        inputs, _, space, batch_size = format_sequence(length, inputs, layout, None)
        cells, new = list(self._children.values()), []
        states = get_begin_state(self, space, begin_state, inputs, batch_size)
        for cell, cell_states in zip(cells, states_of_cells(cells, states), strict=True):
            merge = merge_outputs if cell is cells[-1] else None
            inputs, cell_states = cell.unroll(length, inputs, cell_states, layout, merge, valid_length)
            new += cell_states
        return inputs, new

    def __getitem__(self, i: int) -> Any:
        return self._children[str(i)]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._children.values())

    def __len__(self) -> int:
        return len(self._children)

    def __repr__(self) -> str:
        cells = "\n".join(f"({key}): {_indented(cell)}" for key, cell in self._children.items())
        return f"{type(self).__name__}(\n{cells}\n)"


def _indented(cell: Any) -> str:
    return repr(cell).replace("\n", "\n  ")


class SequentialRNNCell(_Stack):
    """A stack of cells, any ones: each reads the outputs of the one below.

    ``cell.add(...)`` puts one on top; the states are those of all cells, in their order.

    Examples
    --------
    >>> cell = gluon.rnn.SequentialRNNCell()
    >>> cell.add(gluon.rnn.LSTMCell(8))
    >>> cell.add(gluon.rnn.GRUCell(8))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 8)), merge_outputs=True)
    >>> outputs.shape, len(states)
    ((3, 5, 8), 3)
    """

    def infer_shape(self, i: int, x: Any, is_bidirect: bool) -> None:
        """Find the shapes of all cells' parameters (see :meth:`HybridRecurrentCell.infer_shape`)."""
        self._infer_from_position(i, x, is_bidirect)

    def hybrid_forward(self, *args: Any, **kwargs: Any) -> Any:
        """Not for a stack of any cells: :class:`HybridSequentialRNNCell` has it."""
        raise NotImplementedError("SequentialRNNCell cannot be part of a hybrid graph; use HybridSequentialRNNCell")


class HybridSequentialRNNCell(_Stack, HybridRecurrentCell):
    """A stack of cells that can all be hybridized.

    Examples
    --------
    >>> cell = gluon.rnn.HybridSequentialRNNCell()
    >>> cell.add(gluon.rnn.LSTMCell(8))
    >>> cell.add(gluon.rnn.GRUCell(8))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 8)), merge_outputs=True)
    >>> outputs.shape, len(states)
    ((3, 5, 8), 3)
    """

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        """Compute one step."""
        return self(inputs, states)


class BidirectionalCell(_OfCells, HybridRecurrentCell):
    """Two cells, of which ``r_cell`` reads the sequence from its end; the outputs are joined along the last axis.

    It has no single steps, only :meth:`unroll`. ``output_prefix`` names the nodes of the joined outputs.

    Parameters
    ----------
    l_cell
        The cell that reads from the beginning.
    r_cell
        The cell that reads from the end.
    output_prefix
        What the names of the outputs begin with.

    Examples
    --------
    >>> cell = gluon.rnn.BidirectionalCell(gluon.rnn.LSTMCell(8), gluon.rnn.LSTMCell(8))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 8)), merge_outputs=True)
    >>> outputs.shape, len(states)
    ((3, 5, 16), 4)
    """

    def __init__(self, l_cell: RecurrentCell, r_cell: RecurrentCell, output_prefix: str = "bi_") -> None:
        super().__init__(prefix="", params=None)
        self.register_child(l_cell, "l_cell")
        self.register_child(r_cell, "r_cell")
        self._output_prefix = output_prefix

    def __call__(self, inputs: Any, states: Any) -> Any:
        """Raise NotImplementedError: the end of the sequence is not known yet."""
        raise NotImplementedError("a BidirectionalCell has no single steps; use unroll")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(forward={self._children['l_cell']}, backward={self._children['r_cell']})"

    def _output_shape(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        outputs = [cell._output_shape(shape) for cell in self._children.values()]
        return (*shape[:-1], sum(output[-1] for output in outputs))

    def _unroll(
        self, length: int, inputs: Any, begin_state: Any, layout: str, merge_outputs: bool | None, valid_length: Any
    ) -> tuple[Any, list[Any]]:
        """Run both cells over a sequence (see :meth:`RecurrentCell.unroll`)."""
        steps, axis, space, batch_size = format_sequence(length, inputs, layout, False)
        states = get_begin_state(self, space, begin_state, steps, batch_size)
        cells = list(self._children.values())
        (l_cell, r_cell), (l_states, r_states) = cells, states_of_cells(cells, states)
        turned = reverse_sequences(steps, length, valid_length)
        ahead, l_states = l_cell.unroll(length, steps, l_states, layout, merge_outputs, valid_length)
        back, r_states = r_cell.unroll(length, turned, r_states, layout, False, valid_length)
        back = reverse_sequences(back, length, valid_length)
        if merge_outputs is None:
            merge_outputs = isinstance(ahead, TENSORS)
        outputs = self._joined(space, ahead, back, layout, merge_outputs)
        if valid_length is not None:
            outputs = mask_sequence_variable_length(space, outputs, length, valid_length, axis, merge_outputs)
        return outputs, [*l_states, *r_states]

    def _joined(self, space: Any, ahead: Any, back: Any, layout: str, merge: bool) -> Any:
        ahead, *_ = format_sequence(None, ahead, layout, merge)
        back, *_ = format_sequence(None, back, layout, merge)
        if merge:
            return space.concat(ahead, back, dim=2, name=f"{self._output_prefix}out")
        return [
            space.concat(a, b, dim=1, name=f"{self._output_prefix}t{i}")
            for i, (a, b) in enumerate(zip(ahead, back, strict=True))
        ]
