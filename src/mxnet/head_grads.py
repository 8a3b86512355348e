"""Matching the head gradients of ``backward`` with the outputs.

A graph may have several outputs, some of which are losses that start the backward pass by themselves. What a caller
hands over (nothing, one array, a list, a dict) becomes here one entry per output.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .core.errors import MXNetError


def resolve_head_grads(out_grads: Any, output_names: Sequence[str], needed: Sequence[bool]) -> list[Any]:
    """Return one head gradient per output: an array, or None for "no gradient enters here".

    Parameters
    ----------
    out_grads
        * ``None``: no gradient is given; right only when every output is a loss.
        * one array: the gradient of the only output, or of the only one that is not a loss.
        * a list as long as there are outputs: by position. What stands in the place of a loss is ignored, whatever
          it is; ``None`` in the place of another output means zero.
        * a list as long as there are outputs that are not losses: those, in order.
        * a list of another length below the number of outputs: the first outputs, by position.
        * a longer list: its surplus is ignored, as in MXNet 1.9.1.
        * a dict ``{output name: array}``: by name, ``None`` means zero.
    output_names
        Names of the outputs, as ``Symbol.list_outputs()`` gives them.
    needed
        For each output whether a gradient has to be given (False for losses).

    Raises
    ------
    MXNetError
        An output that is not a loss has no entry, or a name is not the name of one output.
    """
    if isinstance(out_grads, Mapping):
        result = _by_name(out_grads, output_names)
    else:
        result = _by_position(_as_sequence(out_grads), needed)
    missing = [i for i, need in enumerate(needed) if need and i not in result]
    if missing:
        raise MXNetError(_missing_text(missing, output_names, needed))
    return [result[i] if need else None for i, need in enumerate(needed)]


def _as_sequence(out_grads: Any) -> Sequence[Any]:
    if out_grads is None:
        return ()
    return out_grads if isinstance(out_grads, (list, tuple)) else (out_grads,)


def _by_position(grads: Sequence[Any], needed: Sequence[bool]) -> dict[int, Any]:
    heads = [i for i, need in enumerate(needed) if need]
    positions: Iterable[int] = heads if len(grads) == len(heads) < len(needed) else range(len(needed))
    return dict(zip(positions, grads, strict=False))


def _by_name(grads: Mapping[str, Any], output_names: Sequence[str]) -> dict[int, Any]:
    result = {}
    for name, grad in grads.items():
        positions = [i for i, output in enumerate(output_names) if output == name]
        if len(positions) != 1:
            matches = "no output" if not positions else f"{len(positions)} outputs (use a list)"
            raise MXNetError(f"backward: {name!r} names {matches}; the outputs are {', '.join(output_names)}")
        result[positions[0]] = grad
    return result


def _missing_text(missing: list[int], output_names: Sequence[str], needed: Sequence[bool]) -> str:
    heads = [name for name, need in zip(output_names, needed, strict=True) if need]
    names = ", ".join(f"{output_names[i]!r}" for i in missing)
    example = ", ".join(f"'{name}': grad" for name in heads)
    return (
        f"backward: the head gradient of output {names} is missing. It is not a loss, so the gradient of your "
        f"objective with respect to it has to be passed: backward([{', '.join('grad' for _ in heads)}]) in the order "
        f"{', '.join(heads)}, or backward({{{example}}}); None stands for zero. "
        "To minimise the output itself, wrap it in make_loss."
    )
