"""Sequences in their two forms, one array (or symbol) with an axis of time or a list of steps; padding in them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...ndarray import NDArray
from ...ndarray import numpy_extension as npx
from ...ndarray.numpy import ndarray
from ...symbol import Symbol
from ..functions import functions_of
from ..utils import unknown_length

TENSORS = (Symbol, NDArray)


def as_list(value: Any) -> list[Any]:
    """Return what an operator with a varying number of outputs gave, as a list."""
    return list(value) if isinstance(value, (list, tuple, Symbol)) else [value]


def format_sequence(
    length: int | None, inputs: Any, layout: str, merge: bool | None, in_layout: str | None = None
) -> tuple[Any, int, Any, int]:
    """Convert a sequence to the requested form.

    ``merge``: True for one array, False for a list of steps, None for whichever ``inputs`` is. ``in_layout`` is the
    layout of ``inputs`` where it is not ``layout``; layouts name the axes of batch and time, ``'NTC'``.

    Returns the sequence, the number of the axis of time in ``layout``, the namespace (``mx.nd`` or ``mx.sym``), and
    the size of the batch (0 for symbols). Raises AssertionError for no inputs, a layout without time, a length other
    than ``length``, and a group of symbols.
    """
    assert inputs is not None, "unroll(inputs=None): make the input variables outside, and pass them"
    axis, in_axis = layout.find("T"), (in_layout or layout).find("T")
    assert min(axis, in_axis) >= 0, f"layout {layout!r} has no axis of time, T"
    if isinstance(inputs, TENSORS):
        return _format_merged(length, inputs, layout, axis, in_axis, merge)
    assert len(inputs) > 0, "a sequence needs at least one step"
    assert length is None or len(inputs) == length, f"expected {length} steps, got {len(inputs)}"
    space = functions_of(inputs[0])
    batch = inputs[0].shape[0] if isinstance(inputs[0], NDArray) else 0
    return (space.stack(*inputs, axis=axis) if merge else inputs), axis, space, batch


def _format_merged(
    length: int | None, inputs: Any, layout: str, axis: int, in_axis: int, merge: bool | None
) -> tuple[Any, int, Any, int]:
    space, batch, steps = functions_of(inputs), 0, length
    if isinstance(inputs, NDArray):
        assert inputs.ndim > in_axis, f"layout {layout!r}: an array of shape {inputs.shape} has no axis {in_axis}"
        batch, steps = inputs.shape[layout.find("N")], inputs.shape[in_axis]
        assert length is None or length == steps, f"expected {length} steps along axis {in_axis}, got {steps}"
    if merge is False:
        return split_steps(space, inputs, steps, in_axis, 1), axis, space, batch
    return (inputs if axis == in_axis else space.swapaxes(inputs, dim1=axis, dim2=in_axis)), axis, space, batch


def split_steps(space: Any, inputs: Any, length: int | None, axis: int, squeeze: Any = True) -> list[Any]:
    """Cut one array into its steps. ``squeeze`` is a true value; graphs keep the way it was written."""
    if isinstance(inputs, Symbol):
        assert len(inputs.list_outputs()) == 1, "a group of symbols is no sequence: pass list(group), or one symbol"
    return as_list(space.split(inputs, axis=axis, num_outputs=length, squeeze_axis=squeeze))


def mask_sequence_variable_length(
    space: Any, data: Any, length: int, valid_length: Any, time_axis: int, merge: bool | None
) -> Any:
    """Put zeros where a sequence, one array or a list, is padding; return one array, or a list if ``merge`` is false.

    ``valid_length`` ``(N,)`` says how many steps of each sequence are real.
    """
    assert valid_length is not None, "masking needs the lengths of the sequences"
    if not isinstance(data, TENSORS):
        data = space.stack(*data, axis=time_axis)
    masked = space.SequenceMask(data, sequence_length=valid_length, use_sequence_length=True, axis=time_axis)
    return masked if merge else split_steps(space, masked, length, time_axis)


def reverse_sequences(sequences: Sequence[Any], unroll_step: int, valid_length: Any = None) -> list[Any]:
    """Return the steps from last to first, of each sequence only the first ``valid_length`` ones changing places."""
    if valid_length is None:
        return list(reversed(sequences))
    space = functions_of(sequences[0])
    turned = space.SequenceReverse(
        space.stack(*sequences, axis=0), sequence_length=valid_length, use_sequence_length=True
    )
    return split_steps(space, turned, unroll_step, 0)


def last_valid_states(space: Any, steps: Sequence[Sequence[Any]], valid_length: Any) -> list[Any]:
    """Return from the states after each step those after each sequence's last real one."""
    return [
        space.SequenceLast(space.stack(*item, axis=0), sequence_length=valid_length, use_sequence_length=True, axis=0)
        for item in zip(*steps, strict=True)
    ]


def get_begin_state(cell: Any, space: Any, begin_state: Any, inputs: Any, batch_size: int) -> Any:
    """Return ``begin_state``, or zeros from ``cell`` that fit ``inputs``, an array, a symbol or a list of them."""
    if begin_state is not None:
        return begin_state
    first: Any = inputs if isinstance(inputs, TENSORS) else inputs[0]
    if isinstance(first, Symbol):
        return cell.begin_state(func=space.zeros, batch_size=batch_size or unknown_length())
    dtype = {"dtype": first.dtype} if first.dtype in (np.float16, np.float64) else {}
    return cell.begin_state(func=space.zeros, batch_size=batch_size, ctx=first.context, **dtype)


def cells_state_info(cells: Sequence[Any], batch_size: int) -> list[Any]:
    """Return the descriptions of the states of all cells, one after the other."""
    return [info for cell in cells for info in cell.state_info(batch_size)]


def cells_begin_state(cells: Sequence[Any], **kwargs: Any) -> list[Any]:
    """Return the initial states of all cells, one after the other."""
    return [state for cell in cells for state in cell.begin_state(**kwargs)]


def states_of_cells(cells: Sequence[Any], states: Sequence[Any]) -> list[list[Any]]:
    """Cut the states of several cells, one after the other, into those of each cell."""
    parts, at = [], 0
    for cell in cells:
        size = len(cell.state_info())
        parts.append(list(states[at : at + size]))
        at += size
    return parts


def dynamic_unroll(
    cell: Any,
    inputs: Any,
    begin_state: Sequence[Any],
    drop_inputs: float = 0,
    drop_outputs: float = 0,
    layout: str = "TNC",
    valid_length: Any = None,
) -> tuple[Any, Any]:
    """Run a cell over a sequence of any length, with a loop in the graph; return the outputs and the last states.

    ``inputs`` is one array or symbol, ``(T, N, ...)`` or, with the layout ``'NTC'``, ``(N, T, ...)``; the outputs have
    the same layout. ``begin_state`` are the states before the first step. ``drop_inputs`` and ``drop_outputs`` are
    shares of elements dropped in training, the same ones at every step. ``valid_length`` ``(N,)`` says how long each
    sequence is: outputs beyond are 0, states those at its end.

    Raises AssertionError for another layout.
    """
    assert layout in ("TNC", "NTC"), f"layout {layout!r} is neither 'TNC' nor 'NTC'"
    space = functions_of(inputs)
    if layout == "NTC":
        inputs = _turned(space, inputs)
    if drop_inputs:
        inputs = space.Dropout(inputs, p=drop_inputs, axes=(0,))
    step, states = (cell, begin_state) if valid_length is None else _until_end(cell, space, begin_state, valid_length)
    outputs, states = _foreach(space, inputs)(step, inputs, states)
    if drop_outputs:
        outputs = space.Dropout(outputs, p=drop_outputs, axes=(0,))
    if layout == "NTC":
        outputs = _turned(space, outputs)
    if valid_length is None:
        return outputs, states
    return mask_sequence_variable_length(space, outputs, 0, valid_length, layout.find("T"), True), states[0]


def _foreach(space: Any, inputs: Any) -> Any:
    """Return the function that loops over arrays or symbols like ``inputs``."""
    return npx.foreach if isinstance(inputs, ndarray) else space.contrib.foreach


def _turned(space: Any, sequence: Any) -> Any:
    """Return a sequence with the axes of time and batch exchanged."""
    return space.transpose(sequence, axes=[1, 0, 2])


def _until_end(cell: Any, space: Any, begin_state: Sequence[Any], valid_length: Any) -> tuple[Any, list[Any]]:
    """Return a step that leaves the states of finished sequences alone, and its states: the cell's, and the time."""

    def step(inputs: Any, states: Any) -> tuple[Any, list[Any]]:
        before, time = states
        output, after = cell(inputs, before)
        frozen = [
            space.where(space.broadcast_greater(valid_length, time), now, last)
            for now, last in zip(after, before, strict=True)
        ]
        return output, [frozen, time + 1]

    return step, [begin_state, space.zeros(1)]
