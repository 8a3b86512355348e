"""Checks and normal forms of the names and shapes that a module is created and bound with."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.terminal import styled
from ..io import DataDesc

PARAMETER_SUFFIXES = ("_weight", "_bias", "_gamma", "_beta")


def as_list(obj: Any) -> list[Any] | tuple[Any, ...]:
    """Return lists and tuples as they are and wrap anything else in a list."""
    return obj if isinstance(obj, (list, tuple)) else [obj]


def as_desc(entry: Any) -> DataDesc:
    """Return ``entry``, a DataDesc or ``(name, shape)`` and so on, as a DataDesc whose shape is a tuple."""
    desc = entry if isinstance(entry, DataDesc) else DataDesc(*entry)
    if type(desc.shape) is tuple:
        return desc
    if not isinstance(desc.shape, (tuple, list)):
        raise TypeError(f"the shape of {desc.name} has to be a tuple or list, got {type(desc.shape).__name__}")
    return with_shape(desc, tuple(desc.shape))


def with_shape(desc: DataDesc, shape: tuple[int, ...]) -> DataDesc:
    """Return ``desc`` with another shape."""
    return DataDesc(desc.name, shape, desc.dtype, desc.layout)


def check_input_names(symbol: Any, names: Sequence[str], typename: str, throw: bool) -> None:
    """Complain about each of ``names`` that is no argument of ``symbol``.

    ``typename`` is the argument of the constructor the names came in; ``throw`` chooses ValueError over a warning.
    """
    arguments = symbol.list_arguments()
    for name in names:
        if name in arguments:
            continue
        text = f"You created Module with Module(..., {typename}={names}) but input with name '{name}' is not found "
        if typename == "fixed_param_names" and name in symbol.list_auxiliary_states():
            hint = "It is an auxiliary state, which no optimizer changes: use_global_stats=True of its layer keeps it."
        else:
            inputs = "\n\t".join(arg for arg in arguments if not arg.endswith(PARAMETER_SUFFIXES))
            hint = f"Did you mean one of:\n\t{inputs}"
        _complain(styled(f"{text}in symbol.list_arguments(). {hint}", "bright red"), throw)


def check_names_match(data_names: Sequence[str], data_shapes: Iterable[Any], name: str, throw: bool) -> None:
    """Complain when the described inputs are not exactly those named; the order is free."""
    if sorted(data_names) != sorted(desc[0] for desc in data_shapes):
        _complain(
            f"Data provided by {name}_shapes don't match names specified by {name}_names "
            f"({data_shapes} vs. {data_names})",
            throw,
        )


def parse_data_desc(
    data_names: Sequence[str],
    label_names: Sequence[str],
    data_shapes: Iterable[Any],
    label_shapes: Iterable[Any] | None,
) -> tuple[list[DataDesc], list[DataDesc] | None]:
    """Turn ``(name, shape)`` pairs and the like into lists of :class:`~mxnet.io.DataDesc`.

    Data has to match its names (ValueError); labels may be absent, which only warns because prediction needs none.
    """
    data = [as_desc(entry) for entry in data_shapes]
    check_names_match(data_names, data, "data", True)
    labels = None if label_shapes is None else [as_desc(entry) for entry in label_shapes]
    check_names_match(label_names, labels or [], "label", False)
    return data, labels


def describe_batch(
    batch: Any, data: Sequence[DataDesc], labels: Sequence[DataDesc] | None
) -> tuple[list[DataDesc], list[DataDesc] | None]:
    """Return ``data`` and ``labels``, as they are bound, with the shapes that ``batch`` really has.

    A list of batches (one per device) counts as one batch of their joint size. No labels in the batch give None.
    """
    parts = batch if isinstance(batch, list) else [batch]
    try:
        columns = [part.data for part in parts]
    except AttributeError as error:
        raise AttributeError(f"{error}: expected a batch such as mx.io.DataBatch([data], [label])") from None
    if any(len(column) < len(data) for column in columns):
        check_names_match([desc.name for desc in data], data[: min(map(len, columns))], "data", True)
    present: list[Any] = [getattr(part, "label", None) for part in parts]
    return _joint(data, columns), _joint(labels, present) if labels is not None and all(present) else None


def _joint(descs: Sequence[DataDesc], columns: Sequence[Sequence[Any]]) -> list[DataDesc]:
    joint = []
    for desc, *arrays in zip(descs, *columns, strict=False):
        shape = arrays[0].shape
        if len(arrays) > 1:
            axis = DataDesc.get_batch_axis(desc.layout)
            shape = (*shape[:axis], sum(array.shape[axis] for array in arrays), *shape[axis + 1 :])
        joint.append(desc if shape == desc.shape else with_shape(desc, shape))
    return joint


def _complain(message: str, throw: bool) -> None:
    if throw:
        raise ValueError(message)
    warnings.warn(message, stacklevel=4)
