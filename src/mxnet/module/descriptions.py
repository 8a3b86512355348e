"""Checks and normal forms of what a module is created and bound with: names, shapes, requests, groups of contexts."""

import warnings
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ..core.errors import expect, nearest
from ..core.text import styled
from ..io import DataDesc
from ..symbol.labels import PARAMETER_SUFFIXES


class _NoPair(TypeError, ValueError):
    """An entry is no pair: of a list of names 1.9.1 raises ValueError, of one that has shapes too, TypeError."""


_NoPair.__name__ = TypeError.__name__  # what programs print


def as_list(obj: Any) -> list[Any] | tuple[Any, ...]:
    """Return lists and tuples as they are and wrap anything else in a list."""
    return obj if isinstance(obj, (list, tuple)) else [obj]


def as_desc(entry: Any) -> DataDesc:
    """Return ``entry``, a DataDesc or ``(name, shape)`` and so on, as a DataDesc whose shape is a tuple."""
    pairs = isinstance(entry, (tuple, list))  # a DataDesc is a tuple
    expect(pairs, "data_shapes and label_shapes", "pairs such as ('data', (32, 3))", entry, _NoPair)
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
            hint = f"Did you mean one of:\n\t{inputs}{nearest(name, arguments)}"
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
    for name, shapes in {"data_shapes": data_shapes, "label_shapes": label_shapes or ()}.items():
        expect(isinstance(shapes, Iterable), name, "a list of pairs such as ('data', (32, 3))", shapes)
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


def gradient_requests(
    grad_req: Any,
    arg_names: Sequence[str],
    trained: Collection[str],
    inputs: Collection[str],
    for_training: bool,
    inputs_need_grad: bool,
) -> dict[str, str]:
    """Return ``{argument: 'write' | 'add' | 'null'}``.

    One string holds for the ``trained`` parameters and, with ``inputs_need_grad``, for the ``inputs``; all else gets
    'null'. A list names a request for every argument in order; a dict overrides what 'write' would give.
    """
    if not for_training:
        return dict.fromkeys(arg_names, "null")
    if isinstance(grad_req, (list, tuple)):
        assert len(grad_req) == len(arg_names), (
            f"grad_req lists {len(grad_req)} requests for {len(arg_names)} arguments: {', '.join(arg_names)}"
        )
        return dict(zip(arg_names, grad_req, strict=True))
    if not isinstance(grad_req, (str, dict)):
        raise ValueError("grad_req must be one of str, list, tuple, or dict.")
    common = grad_req if isinstance(grad_req, str) else "write"
    requested = {*trained, *inputs} if inputs_need_grad else set(trained)
    requests = {name: common if name in requested else "null" for name in arg_names}
    if isinstance(grad_req, dict):
        requests.update(grad_req)
    return requests


def group_contexts(group2ctxs: Any, ctx_len: int) -> list[dict[str, Any] | None]:
    """Return one ``{ctx_group: context}`` per device.

    ``group2ctxs`` is None, a list of such dicts (one per device), or one dict whose values are a context, a list of
    one context, or a list of one context per device.
    """
    if group2ctxs is None:
        return [None] * ctx_len
    if isinstance(group2ctxs, list):
        assert len(group2ctxs) == ctx_len, f"group2ctxs lists {len(group2ctxs)} dicts for {ctx_len} contexts"
        return group2ctxs
    assert isinstance(group2ctxs, dict), (
        "group2ctxs should be list of dict of str to context, or dict of str to context or list of context"
    )
    columns = {name: _per_device(name, contexts, ctx_len) for name, contexts in group2ctxs.items()}
    return [{name: contexts[i] for name, contexts in columns.items()} for i in range(ctx_len)]


def _per_device(name: str, contexts: Any, count: int) -> Sequence[Any]:
    if not isinstance(contexts, (list, tuple)):
        return [contexts] * count
    assert len(contexts) in (1, count), f"length of group2ctxs[{name}] should be 1 or {count}, got {len(contexts)}"
    return list(contexts) * count if len(contexts) == 1 else contexts
