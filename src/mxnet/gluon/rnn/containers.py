"""Cells made of cells: one after the other, one in each direction, or a cell that changes another one."""

import numbers
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ... import symbol
from ...core.restoring import restoring
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


# -- cells that change what another cell does, and dropout between cells -----------------------------------------------


class DropoutCell(HybridRecurrentCell):
    """A cell without states that in training drops a share of its inputs: put between cells.

    Parameters
    ----------
    rate
        The share of elements that become 0.
    axes
        The axes along which all elements share one draw; (): each has its own.

    Examples
    --------
    >>> cell = gluon.rnn.SequentialRNNCell()
    >>> cell.add(gluon.rnn.LSTMCell(8))
    >>> cell.add(gluon.rnn.DropoutCell(0.5))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 8)), merge_outputs=True)
    >>> outputs.shape, len(states)
    ((3, 5, 8), 2)
    """

    def __init__(self, rate: float, axes: Sequence[int] = (), prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix, params)
        assert isinstance(rate, numbers.Number), f"rate is a number, not {type(rate).__name__}"
        self._rate, self._axes = rate, axes

    def _alias(self) -> str:
        return "dropout"

    def __repr__(self) -> str:
        return f"{type(self).__name__}(rate={self._rate}, axes={self._axes})"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """No states."""
        return []

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        """Drop elements of one step, or of a whole sequence in one array."""
        if self._rate > 0:
            inputs = F.Dropout(data=inputs, p=self._rate, name=f"{self._step()}fwd", axes=self._axes)
        return inputs, states

    def _unroll(
        self, length: int, inputs: Any, begin_state: Any, layout: str, merge_outputs: bool | None, valid_length: Any
    ) -> tuple[Any, list[Any]]:
        """Drop elements of a sequence, at once where it is one array (see :meth:`RecurrentCell.unroll`).

        ``valid_length`` changes nothing: what is masked by the cell below stays zero.
        """
        inputs, _, space, _ = format_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, TENSORS):
            return self.hybrid_forward(space, inputs, begin_state or [])
        return super()._unroll(length, inputs, begin_state, layout, None, None)


class ModifierCell(HybridRecurrentCell):
    """A cell around another one, whose parameters and states are its own.

    Afterwards the base cell cannot be asked for states itself, and not be modified again: AssertionError.

    Parameters
    ----------
    base_cell
        The cell that is modified.

    Examples
    --------
    >>> cell = gluon.rnn.ResidualCell(gluon.rnn.GRUCell(8))
    >>> isinstance(cell, gluon.rnn.ModifierCell)
    True
    """

    def __init__(self, base_cell: HybridRecurrentCell) -> None:
        assert not base_cell._modified, f"{base_cell.name} is modified already; a cell can be modified once"
        base_cell._modified = True
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        self.base_cell = base_cell

    @property
    def params(self) -> Any:
        """The parameters of the base cell."""
        return self.base_cell.params

    def _output_shape(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return self.base_cell._output_shape(shape)

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Return the states of the base cell."""
        return self.base_cell.state_info(batch_size)

    def begin_state(self, func: Callable[..., Any] = symbol.zeros, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Return the initial states of the base cell, made by ``func`` (symbols of zeros, as in 1.9.1)."""
        self._refuse_if_modified()
        with self._unmodified_base():
            return self.base_cell.begin_state(func=func, **kwargs)

    @restoring
    def _unmodified_base(self) -> Iterator[None]:
        try:
            self.base_cell._modified = False
            yield
        finally:
            self.base_cell._modified = True

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_cell})"


class StepwiseModifier(ModifierCell, metaclass=Shared):
    """A modifier that carries arrays from step to step besides the states.

    Hybridizing reaches its base cell only, because a graph of one step would keep what was carried when it was made.
    As a part of a larger hybrid block it is unrolled within that block's graph.
    """

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:  # type: ignore[override]
        """Hybridize the base cell."""
        super().hybridize(active, **kwargs)
        self._active = False


def _has_both_directions(cell: Any) -> bool:
    if isinstance(cell, (SequentialRNNCell, HybridSequentialRNNCell)):
        return any(_has_both_directions(item) for item in cell)
    return isinstance(cell, BidirectionalCell)


def refuse_both_directions(cell: Any, what: str) -> None:
    """Raise AssertionError for a bidirectional cell, or a stack with one, which have no steps to modify."""
    assert not _has_both_directions(cell), f"a bidirectional cell has no steps: add {what} to the cells within it"


class ZoneoutCell(StepwiseModifier):
    """A cell that in training keeps some outputs and states of the step before (Krueger 2016).

    Before the first step the outputs are zeros. Raises AssertionError for a bidirectional base cell.

    Parameters
    ----------
    base_cell
        The cell that is modified.
    zoneout_outputs
        The share of elements of the output that are kept.
    zoneout_states
        The share of elements of the states that are kept.

    Examples
    --------
    >>> cell = gluon.rnn.ZoneoutCell(gluon.rnn.GRUCell(8), zoneout_states=0.1)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 8)), merge_outputs=True)
    >>> outputs.shape, len(states)
    ((3, 5, 8), 1)
    """

    def __init__(
        self, base_cell: HybridRecurrentCell, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0
    ) -> None:
        refuse_both_directions(base_cell, "zoneout")
        super().__init__(base_cell)
        self._zoneout_outputs, self._zoneout_states = zoneout_outputs, zoneout_states
        self._prev_output = None

    def _alias(self) -> str:
        return "zoneout"

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out={self._zoneout_outputs}, p_state={self._zoneout_states}, {self.base_cell})"

    def reset(self) -> None:
        """Forget the outputs of the step before."""
        super().reset()
        self._prev_output = None

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        """Compute one step."""
        output, new = self.base_cell(inputs, states)

        def mixed(p: float, now: Any, before: Any) -> Any:
            return F.where(F.Dropout(F.ones_like(now), p=p), now, before)

        if self._zoneout_outputs != 0.0:
            before = F.zeros_like(output) if self._prev_output is None else self._prev_output
            shown = mixed(self._zoneout_outputs, output, before)
        else:
            shown = output
        if self._zoneout_states != 0.0:
            new = [mixed(self._zoneout_states, now, before) for now, before in zip(new, states, strict=True)]
        self._prev_output = shown
        return shown, new


class ResidualCell(ModifierCell):
    """A cell that adds its inputs to the outputs of its base cell, which must be as wide (He 2015, Wu 2016).

    Parameters
    ----------
    base_cell
        The cell that is modified.

    Examples
    --------
    >>> cell = gluon.rnn.ResidualCell(gluon.rnn.GRUCell(8))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 8)), merge_outputs=True)
    >>> outputs.shape, len(states)
    ((3, 5, 8), 1)
    """

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        """Compute one step."""
        output, states = self.base_cell(inputs, states)
        return F.elemwise_add(output, inputs, name=f"{self._step()}fwd"), states

    def _unroll(
        self, length: int, inputs: Any, begin_state: Any, layout: str, merge_outputs: bool | None, valid_length: Any
    ) -> tuple[Any, list[Any]]:
        """Run the base cell over a sequence and add the sequence (see :meth:`RecurrentCell.unroll`)."""
        with self._unmodified_base():
            outputs, states = self.base_cell.unroll(length, inputs, begin_state, layout, merge_outputs, valid_length)
        merge = isinstance(outputs, TENSORS) if merge_outputs is None else merge_outputs
        inputs, axis, space, _ = format_sequence(length, inputs, layout, merge)
        if valid_length is not None:
            inputs = mask_sequence_variable_length(space, inputs, length, valid_length, axis, merge)
        if merge:
            return space.elemwise_add(outputs, inputs), states
        return [space.elemwise_add(o, i) for o, i in zip(outputs, inputs, strict=True)], states
