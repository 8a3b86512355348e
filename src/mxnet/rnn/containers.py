"""Cells made of cells: one after the other, or one in each direction."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import symbol
from ..core.errors import expect
from ..core.shared_methods import Shared
from .base_cell import SQUEEZED, BaseRNNCell, RNNParams, normalize_sequence

__all__ = ["BidirectionalCell", "SequentialRNNCell"]


def _cells_state_info(cells: Sequence[BaseRNNCell]) -> list[dict[str, Any]]:
    return [info for cell in cells for info in cell.state_info]


def _cells_state_shape(cells: Sequence[BaseRNNCell]) -> list[Any]:
    return [shape for cell in cells for shape in cell.state_shape]


def _cells_begin_state(cells: Sequence[BaseRNNCell], **kwargs: Any) -> list[Any]:
    return [state for cell in cells for state in cell.begin_state(**kwargs)]


def _cells_unpack_weights(cells: Sequence[BaseRNNCell], args: Mapping[str, Any]) -> dict[str, Any]:
    for cell in cells:
        args = cell.unpack_weights(args)
    return dict(args)


def _cells_pack_weights(cells: Sequence[BaseRNNCell], args: Mapping[str, Any]) -> dict[str, Any]:
    for cell in cells:
        args = cell.pack_weights(args)
    return dict(args)


class _CellContainer(BaseRNNCell, metaclass=Shared):
    """The base class of containers: states, parameters and weights are those of the cells, in order."""

    _cells: list[BaseRNNCell]

    def _init(self, params: RNNParams | None) -> None:
        super().__init__(prefix="", params=params)
        self._override_cell_params = params is not None
        self._cells = []

    def _adopt(self, *cells: BaseRNNCell) -> None:
        """Take cells in and share their variables both ways."""
        for cell in cells:
            expect(hasattr(cell, "params"), type(self).__name__, "cells", cell, AttributeError)
        if self._override_cell_params:
            assert all(cell._own_params for cell in cells), (
                f"Either specify params for {type(self).__name__} or child cells, not both."
            )
            for cell in cells:
                cell.params._params.update(self.params._params)
        for cell in cells:
            self.params._params.update(cell.params._params)
        self._cells.extend(cells)

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """What describes each state of each cell."""
        return _cells_state_info(self._cells)

    def begin_state(self, **kwargs: Any) -> list[Any]:  # type: ignore[override]  # keywords only, as in MXNet
        """Return the first states of all cells (see :meth:`BaseRNNCell.begin_state`)."""
        assert not self._modified, "A modified cell is not called directly: call the modifier (e.g. ZoneoutCell)"
        return _cells_begin_state(self._cells, **kwargs)

    def unpack_weights(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``args`` with the arrays of all cells cut by gate."""
        return _cells_unpack_weights(self._cells, args)

    def pack_weights(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``args`` with the arrays of all cells put together."""
        return _cells_pack_weights(self._cells, args)

    def _with_states(self, states: Sequence[Any]) -> Iterator[tuple[BaseRNNCell, Sequence[Any]]]:
        """Give each cell with its own of the states."""
        start = 0
        for cell in self._cells:
            end = start + len(cell.state_info)
            yield cell, states[start:end]
            start = end


class SequentialRNNCell(_CellContainer):
    """A stack of cells: each one's outputs are the next one's inputs.

    Parameters
    ----------
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.

    Examples
    --------
    >>> stack = mx.rnn.SequentialRNNCell()
    >>> stack.add(mx.rnn.LSTMCell(num_hidden=8, prefix="l0_"))
    >>> stack.add(mx.rnn.LSTMCell(num_hidden=5, prefix="l1_"))
    >>> outputs, states = stack.unroll(2, inputs=sym.Variable("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(4, 2, 3))[1]
    [(4, 2, 5)]
    """

    def __init__(self, params: RNNParams | None = None) -> None:
        self._init(params)

    def add(self, cell: BaseRNNCell) -> None:
        """Put a cell on top. Raises AssertionError where both it and the stack were given parameters."""
        self._adopt(cell)

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step of all cells. Raises AssertionError with a bidirectional cell among them."""
        self._counter += 1
        last: list[Any] = []
        for cell, cell_states in self._with_states(states):
            assert not isinstance(cell, BidirectionalCell), "a bidirectional cell cannot be stepped: use unroll"
            inputs, after = cell(inputs, cell_states)
            last.extend(after)
        return inputs, last

    def _unroll(self, length: int, inputs: Any, begin: Any, layout: str, merge: bool | None) -> tuple[Any, list[Any]]:
        """Make the graph, cell after cell over the whole sequence (see :meth:`BaseRNNCell.unroll`)."""
        last: list[Any] = []
        for cell, cell_states in self._with_states(self.begin_state() if begin is None else begin):
            inputs, after = cell.unroll(length, inputs, cell_states, layout, merge if cell is self._cells[-1] else None)
            last.extend(after)
        return inputs, last


class BidirectionalCell(_CellContainer):
    """Two cells over the same sequence, forwards and backwards; the outputs are concatenated by step. It can only be
    unrolled.

    Parameters
    ----------
    l_cell
        The cell that goes forwards.
    r_cell
        The cell that goes backwards.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.
    output_prefix
        What goes before the names of the outputs' nodes.

    Examples
    --------
    >>> cell = mx.rnn.BidirectionalCell(mx.rnn.GRUCell(8, prefix="l_"), mx.rnn.GRUCell(8, prefix="r_"))
    >>> outputs, states = cell.unroll(2, inputs=sym.Variable("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(4, 2, 3))[1]
    [(4, 2, 16)]
    """

    def __init__(
        self, l_cell: BaseRNNCell, r_cell: BaseRNNCell, params: RNNParams | None = None, output_prefix: str = "bi_"
    ) -> None:
        self._init(params)
        self._output_prefix = output_prefix
        self._adopt(l_cell, r_cell)

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Raise NotImplementedError: the backward cell needs the whole sequence."""
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def _unroll(self, length: int, inputs: Any, begin: Any, layout: str, merge: bool | None) -> tuple[Any, list[Any]]:
        """Make the graph (see :meth:`BaseRNNCell.unroll`); the states are a list for each direction."""
        steps, axis = normalize_sequence(length, inputs, layout, False)
        begin = self.begin_state() if begin is None else begin
        outputs, states = [], []
        for order, (cell, cell_states) in zip((1, -1), self._with_states(begin), strict=True):
            output, after = cell.unroll(length, steps[::order], cell_states, layout, merge)
            outputs.append(output)
            states.append(after)
        merged = [isinstance(output, symbol.Symbol) for output in outputs]
        if all(merged):
            return self._joined(outputs[0], outputs[1], axis), states
        if any(merged):
            outputs = [
                list(symbol.SliceChannel(item, axis=axis, num_outputs=length, **SQUEEZED)) if full else item
                for item, full in zip(outputs, merged, strict=True)
            ]
        pairs = zip(outputs[0], reversed(outputs[1]), strict=True)
        return [symbol.Concat(*pair, dim=1, name=f"{self._output_prefix}t{i}") for i, pair in enumerate(pairs)], states

    def _joined(self, ahead: Any, back: Any, axis: int) -> Any:
        return symbol.Concat(ahead, symbol.reverse(back, axis=axis), dim=2, name=f"{self._output_prefix}out")
