"""The two forms of a sequence: one symbol with an axis of time, or a list with a symbol for each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import symbol

#: Splitting leaves no axis of length 1. The JSON of 1.9.1's cells has it as a number.
SQUEEZED: Any = {"squeeze_axis": 1}


def normalize_sequence(
    length: int | None, inputs: Any, layout: str, merge: bool | None, in_layout: str | None = None
) -> tuple[Any, int]:
    """Convert a sequence to the requested form; return it and the number of the axis of time in ``layout``.

    ``merge``: True for one symbol, False for a list, None for whichever ``inputs`` is. ``in_layout`` is the layout of
    ``inputs`` where it is not ``layout``.

    Raises AssertionError for no inputs, for a list of another length, and for a group that would have to be split.
    """
    assert inputs is not None, "unroll(inputs=None): make the input variables outside, and pass them"
    axis = layout.find("T")
    if not isinstance(inputs, symbol.Symbol):
        assert length is None or len(inputs) == length, f"expected {length} inputs, got {len(inputs)}"
        return (_merged(inputs, axis) if merge is True else inputs), axis
    in_axis = axis if in_layout is None else in_layout.find("T")
    if merge is False:
        return _split(length, inputs, in_axis), axis
    return (inputs if axis == in_axis else symbol.swapaxes(inputs, dim1=axis, dim2=in_axis)), axis


def _merged(steps: Sequence[Any], axis: int) -> Any:
    return symbol.Concat(*[symbol.expand_dims(step, axis=axis) for step in steps], dim=axis)


def _split(length: Any, inputs: Any, axis: int) -> list[Any]:
    assert len(inputs.list_outputs()) == 1, "unroll takes no group of symbols: pass list(group), or one symbol to split"
    return list(symbol.split(inputs, axis=axis, num_outputs=length, **SQUEEZED))
