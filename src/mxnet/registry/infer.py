"""Shape and type inference of one operator: its rule first, then, for what is left, a run on ``meta`` tensors.

A ``meta`` tensor has a shape and a type but no values, so the operator itself answers what it would return.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import torch

from ..core.dtypes import COMPLEX, NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetError, reason
from ..core.interruptions import attempt, explained
from ..core.semantics import semantics
from ..core.shapes import PartialShape, known
from .op import Op, Params
from .rules import Slots, unify_types


class NeedsValues(MXNetError):
    """The shape of an operator's result depends on the values of its inputs."""


class TooLittleKnown(MXNetError):
    """An operator cannot say what follows from so little; it may be asked again with more."""


Shapes = list[PartialShape]
Types = list[str | None]
#: shape and type of every output
Facts = tuple[tuple[tuple[int, ...], str], ...]
#: the types of values in a graph: complex ones, too, of Fourier transforms
_TORCH_OF = TORCH_OF | COMPLEX
_NAME_OF_TORCH = NAME_OF_TORCH | {dtype: name for name, dtype in COMPLEX.items()}
META = torch.device("meta")


def infer_shapes(
    op: Op, params: Params, ins: Sequence[PartialShape], outs: Sequence[PartialShape], types: Sequence[str | None] = ()
) -> tuple[Shapes, Shapes]:
    """Return what can be known of the shapes of inputs and outputs, given what is known.

    ``types`` are the inputs' data types where they are known (float32 else). Raises :class:`MXNetError` where
    the facts contradict each other or the operator refuses the shapes, :class:`TooLittleKnown` where it fails and more
    facts may help. The operator itself is tried where the rule leaves open what follows: a rule that says how many axes
    each output has, or one with a true attribute ``complete``, says all that follows from partly known inputs.
    """
    slots = Slots(op.list_inputs(params), ins, outs)
    op.shapes.of(params, slots)
    open_shape = "out_shape" in op.injected  # only its rule can deduce what the attributes leave open
    if not open_shape and not all(map(known, slots.out)):
        dtypes = tuple(types) or ("float32",) * len(slots.inputs)
        if all(map(known, slots.inputs)):
            _infer_by_running(op, params, slots, dtypes)
        elif None in slots.out and None not in slots.inputs and not getattr(op.shapes.answer, "complete", False):
            _infer_despite_holes(op, params, slots, dtypes)
    return list(slots.inputs), list(slots.out)


def _infer_by_running(op: Op, params: Params, slots: Slots, dtypes: Sequence[str | None]) -> None:
    try:
        ran = run_meta(op, params, tuple(slots.inputs), dtypes)
    except NeedsValues:
        return
    for i, (shape, _) in enumerate(ran):
        slots.out[i] = shape


#: what stands for unknown lengths: numbers with many divisors, so that whatever splits them can, and the smallest,
#: which an operator may refuse: where a slice ends at 5, a short input shows that 5 is no fact
_STAND_INS = (5040, 55440, 1)
#: the same for more than three unknown lengths of one input: of numbers as large as those there is no tensor, even
#: without memory
_SHORTER_STAND_INS = (840, 2520, 1)


def _infer_despite_holes(op: Op, params: Params, slots: Slots, dtypes: Sequence[str | None]) -> None:
    """Deduce the lengths of outputs that stay the same when the unknown ones of inputs vary."""
    result = []
    holes = max(shape.count(None) for shape in slots.inputs)
    if holes > 5:
        return
    for length in _STAND_INS if holes < 4 else _SHORTER_STAND_INS:
        shapes = tuple(tuple(length if d is None else d for d in shape) for shape in slots.inputs)
        facts = attempt(partial(run_meta, op, params, shapes, dtypes), MXNetError)
        if facts is not None:
            result.append([shape for shape, _ in facts])
        elif length > 1:
            return  # it takes more than is known to say anything
    for i, tried in enumerate(zip(*result, strict=True)):
        if len({len(shape) for shape in tried}) == 1:
            slots.out[i] = tuple(item[0] if len(set(item)) == 1 else None for item in zip(*tried, strict=True))


def infer_types(op: Op, params: Params, ins: Sequence[str | None], outs: Sequence[str | None]) -> tuple[Types, Types]:
    """Return what can be known of the data types of inputs and outputs, given what is known."""
    slots = Slots(op.list_inputs(params), ins, outs, unify_types)
    op.types.of(params, slots)
    return list(slots.inputs), list(slots.out)


def run_meta(op: Op, params: Params, shapes: tuple[tuple[int, ...], ...], dtypes: Sequence[str | None]) -> Facts:
    """Return shape and type of every output for inputs of these shapes and types."""
    kwargs = op.call_kwargs(params)
    try:
        key = tuple(kwargs.values())
        hash(key)
    except TypeError:
        return _run(op, kwargs, shapes, tuple(dtypes))
    return _run_cached(op, tuple(kwargs), key, tuple(map(type, key)), shapes, tuple(dtypes), semantics.np_shape)


@lru_cache(maxsize=4096)
def _run_cached(op: Op, keys: Any, values: Any, kinds: Any, shapes: Any, dtypes: Any, np_shape: bool) -> Facts:
    return _run(op, dict(zip(keys, values, strict=True)), shapes, dtypes)


def _run(op: Op, kwargs: dict[str, Any], shapes: Any, dtypes: Any) -> Facts:
    injected = {"is_train": False, "device": META, "out": None, "out_shape": None}
    kwargs = kwargs | {key: injected[key] for key in op.injected}
    tensors = [
        torch.empty(s, dtype=_TORCH_OF[d or "float32"], device=META) for s, d in zip(shapes, dtypes, strict=True)
    ]

    def explain(error: Exception) -> MXNetError | None:
        if isinstance(error, MXNetError):
            return None
        if isinstance(error, NotImplementedError):
            return NeedsValues(f"operator {op.name}: {error}")
        return MXNetError(f"operator {op.name} refuses inputs of shapes {', '.join(map(str, shapes))}: {reason(error)}")

    with torch.no_grad(), explained(explain, Exception):
        result = op.call(*tensors, **kwargs)
    outputs = result if isinstance(result, (tuple, list)) else (result,)
    return tuple((tuple(o.shape), _NAME_OF_TORCH[o.dtype]) for o in outputs)
