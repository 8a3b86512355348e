"""Cells that change another cell: zoneout, and a residual connection."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .. import symbol
from ..core.errors import expect
from ..core.restoring import restoring
from .base_cell import BaseRNNCell, RNNParams, normalize_sequence
from .containers import BidirectionalCell, SequentialRNNCell
from .fused import FusedRNNCell

__all__ = ["ModifierCell", "ResidualCell", "ZoneoutCell"]


class ModifierCell(BaseRNNCell):
    """The base of cells that change another cell.

    Parameters, states and weights are the base cell's.

    Parameters
    ----------
    base_cell
        The cell that is changed; from then on it is called through this one only.

    Examples
    --------
    >>> mx.rnn.ResidualCell(mx.rnn.GRUCell(3)).state_info
    [{'shape': (0, 3), '__layout__': 'NC'}]
    """

    def __init__(self, base_cell: BaseRNNCell) -> None:
        super().__init__()
        expect(hasattr(base_cell, "params"), "base_cell", "a cell", base_cell, AttributeError)
        base_cell._modified = True
        self.base_cell = base_cell

    @restoring
    def _base(self) -> Iterator[BaseRNNCell]:
        """Give the base cell, free to be called."""
        try:
            self.base_cell._modified = False
            yield self.base_cell
        finally:
            self.base_cell._modified = True

    @property
    def params(self) -> RNNParams:
        """The base cell's variables."""
        self._own_params = False
        return self.base_cell.params

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """What describes each state of the base cell."""
        return self.base_cell.state_info

    def begin_state(  # type: ignore[override]  # the first argument has another name, as in MXNet
        self, init_sym: Callable[..., Any] = symbol.zeros, **kwargs: Any
    ) -> list[Any]:
        """Return the base cell's first states, made by ``init_sym`` (also accepted as ``func``)."""
        assert not self._modified, "A modified cell is not called directly: call the modifier (e.g. ZoneoutCell)"
        func = kwargs.pop("func", init_sym)
        with self._base() as cell:
            return cell.begin_state(func=func, **kwargs)

    def unpack_weights(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``args`` with the base cell's arrays cut by gate."""
        return self.base_cell.unpack_weights(args)

    def pack_weights(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``args`` with the base cell's arrays put together."""
        return self.base_cell.pack_weights(args)

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step; subclasses say how."""
        raise NotImplementedError


class ZoneoutCell(ModifierCell):
    """Zoneout (Krueger et al. 2016): in training a share of outputs and of states keeps its value of the step before.

    Parameters
    ----------
    base_cell
        The cell that is changed; from then on it is called through this one only.
    zoneout_outputs
        The share of outputs.
    zoneout_states
        The share of states.

    Raises
    ------
    AssertionError
        For cells that cannot be stepped: fused and bidirectional ones, and stacks that contain a bidirectional one.

    Examples
    --------
    >>> cell = mx.rnn.ZoneoutCell(mx.rnn.LSTMCell(8), zoneout_outputs=0.1, zoneout_states=0.1)
    """

    def __init__(self, base_cell: BaseRNNCell, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0) -> None:
        assert not isinstance(base_cell, FusedRNNCell), "FusedRNNCell doesn't support zoneout. Please unfuse first."
        cells = base_cell._cells if isinstance(base_cell, SequentialRNNCell) else [base_cell]
        assert not any(isinstance(cell, BidirectionalCell) for cell in cells), (
            "BidirectionalCell doesn't support zoneout since it doesn't support step. "
            "Please add ZoneoutCell to the cells underneath instead."
        )
        super().__init__(base_cell)
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states
        self.prev_output: Any = None

    def reset(self) -> None:
        """Forget the step before."""
        super().reset()
        self.prev_output = None

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step."""
        output, after = self.base_cell(inputs, states)
        before = self.prev_output if self.prev_output is not None else symbol.zeros((0, 0))
        output = _mixed(self.zoneout_outputs, output, before)
        after = [_mixed(self.zoneout_states, new, old) for new, old in zip(after, states, strict=True)]
        self.prev_output = output
        return output, after


def _mixed(share: float, new: Any, old: Any) -> Any:
    """Return ``new``, in training with a share of its elements from ``old``."""
    if share == 0:
        return new
    return symbol.where(symbol.Dropout(symbol.ones_like(new), p=share), new, old)


class ResidualCell(ModifierCell):
    """A residual connection (Wu et al. 2016): the inputs are added to the base cell's outputs.

    Parameters
    ----------
    base_cell
        The cell that is changed; from then on it is called through this one only.

    Examples
    --------
    >>> cell = mx.rnn.ResidualCell(mx.rnn.GRUCell(3))
    >>> outputs, states = cell.unroll(2, inputs=sym.Variable("data"), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'gru_i2h_weight', 'gru_i2h_bias', 'gru_h2h_weight', 'gru_h2h_bias']
    >>> outputs.infer_shape(data=(4, 2, 3))[1]
    [(4, 2, 3)]
    """

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step."""
        output, states = self.base_cell(inputs, states)
        return _added(output, inputs), states

    def _unroll(self, length: int, inputs: Any, begin: Any, layout: str, merge: bool | None) -> tuple[Any, list[Any]]:
        """Make the graph of the base cell, and add the sequence (see :meth:`BaseRNNCell.unroll`)."""
        with self._base() as cell:
            outputs, states = cell.unroll(length, inputs, begin, layout, merge)
        merged = isinstance(outputs, symbol.Symbol)
        inputs, _ = normalize_sequence(length, inputs, layout, merged)
        if merged:
            return _added(outputs, inputs), states
        return [_added(output, item) for output, item in zip(outputs, inputs, strict=True)], states


def _added(output: Any, inputs: Any) -> Any:
    return symbol.elemwise_add(output, inputs, name=f"{output.name}_plus_residual")
