"""Shapes, positions, order, copies, joins, and parts of arrays."""

from typing import Any

import torch

from ...core.dtypes import torch_dtype
from ...core.text import literal
from . import options, source, source_rows


def _at(axis: int, text: str) -> str:
    """Return the text of an index along one axis."""
    return f"[{':, ' * axis}{text}]"


def _positions(c: Any, i: int, length: int | str, mode: str = "clip") -> str:
    """Return the text of positions, input ``i``, as PyTorch takes them."""
    return f"{c[i]}.long() % {length}" if mode == "wrap" else f"{c[i]}.long().clamp(0, {length} - 1)"


@source("take")
def _(c):
    axis = c.p.axis % len(c.shape(0))
    return f"{c[0]}{_at(axis, _positions(c, 1, f'{c[0]}.shape[{axis}]', c.p.mode))}"


@source("pick")
def _(c):
    rank = len(c.shape(0))
    if c.p.axis is None:
        raise c.refusal("axis=None has no counterpart")
    axis = c.p.axis % rank
    index = _positions(c, 1, f"{c[0]}.shape[{axis}]", c.p.mode)
    if len(c.shape(1)) < rank:
        index = f"({index}).unsqueeze({axis})"
    return f"{c[0]}.gather({axis}, {index})" + ("" if c.p.keepdims else f".squeeze({axis})")


@source("one_hot")
def _(c):
    dtype = torch_dtype(c.p.dtype)
    on, off = (literal(value if dtype.is_floating_point else int(value)) for value in (c.p.on_value, c.p.off_value))
    hot = f"{c[0]}.long().unsqueeze(-1) == torch.arange({c.p.depth}{c.placed})"
    return f"torch.where({hot}, {on}, {off}).to({dtype})"


@source("where")
def _(c):
    condition, rank = f"{c[0]} != 0", len(c.shape(1))
    if len(c.shape(0)) < rank:
        condition = f"({condition}).reshape(-1{', 1' * (rank - 1)})"
    return f"torch.where({condition}, {c[1]}, {c[2]})"


def _ordered(c: Any, call: str, **settings: Any) -> tuple[str, int]:
    """Return the text of a method along the axis of the attributes, of all numbers where it is None, and that axis."""
    data, axis = (f"{c[0]}.flatten()", 0) if c.p.axis is None else (c[0], c.p.axis % len(c.shape(0)))
    more = "".join(f", {name}={value}" for name, value in settings.items())
    return f"{data}.{call.format(axis)}{more})", axis


@source("argsort")
def _(c):
    call, _ = _ordered(c, "argsort(dim={}", stable=True, descending=not c.p.is_ascend)
    return f"{call}.to({torch_dtype(c.p.dtype)})"


@source("topk")
def _(c):
    if c.p.ret_typ == "mask":
        raise c.refusal("ret_typ='mask' has no counterpart")
    call, axis = _ordered(c, "sort(dim={}", stable=True, descending=not c.p.is_ascend)
    best = _at(axis, f":{c.p.k}") if c.p.k > 0 else ""
    values, indices = f"{call}.values{best}", f"{call}.indices{best}.to({torch_dtype(c.p.dtype)})"
    return {"value": values, "indices": indices, "both": f"{values}, {indices}"}[c.p.ret_typ]


@source("argmax", "argmin")
def _(c):
    call = f"{c[0]}.{c.name_of_operator}"
    if c.p.axis is None:
        return f"{call}().reshape({', '.join('1' * len(c.out_shape(0)))}).float()"
    return f"{call}({c.p.axis}{options(keepdim=(c.p.keepdims, False))}).float()"


@source("broadcast_to", "broadcast_axis")
def _(c):
    lengths = [-1 if a == b else b for a, b in zip(c.shape(0), c.open_shape(0), strict=True)]
    return f"{c[0]}.expand({', '.join(map(str, lengths))})"


@source("broadcast_like")
def _(c):
    if c.p.lhs_axes is not None or c.p.rhs_axes is not None:
        raise c.refusal("lhs_axes and rhs_axes have no counterpart")
    return f"{c[0]}.expand_as({c[1]})"


@source("reshape_like")
def _(c):
    if any(c.p[name] is not None for name in ("lhs_begin", "lhs_end", "rhs_begin", "rhs_end")):
        raise c.refusal("parts of shapes have no counterpart")
    return f"{c[0]}.reshape({c[1]}.shape)"


@source("slice_like")
def _(c):
    rank = len(c.shape(0))
    axes = {axis % rank for axis in c.p.axes} if c.p.axes else range(len(c.shape(1)))
    parts = [f":{c[1]}.shape[{axis}]" if axis in axes else ":" for axis in range(max(axes) + 1)]
    return f"{c[0]}[{', '.join(parts)}]"


@source("Crop")
def _(c):
    size, full = c.out_shape(0)[2:], c.shape(0)[2:]
    starts = [(a - b) // 2 for a, b in zip(full, size, strict=True)] if c.p.center_crop else c.p.offset
    parts = [f"{start or ''}:{start + length}" for start, length in zip(starts, size, strict=True)]
    return f"{c[0]}[:, :, {', '.join(parts)}]"


@source("_split_v2")
def _(c):
    p = c.p
    text = f"{c[0]}.tensor_split({p.sections or tuple(p.indices[1:])}, dim={p.axis})"
    if p.squeeze_axis:
        text = f"[part.squeeze({p.axis}) for part in {text}]"
    return text if c.outputs > 1 else f"{text}[0]"


@source("SequenceMask", "SequenceLast", "SequenceReverse")
def _(c):
    name, axis, rank = c.name_of_operator, c.p.axis, len(c.shape(0))
    if not c.p.use_sequence_length:
        result = {"Mask": "", "Last": _at(axis, "-1"), "Reverse": f".flip({axis})"}[name.removeprefix("Sequence")]
        return f"{c[0]}{result}"
    if name == "SequenceReverse":
        raise c.refusal("use_sequence_length has no counterpart")
    if name == "SequenceLast":
        rows, last = f"torch.arange({c[0]}.shape[{1 - axis}]{c.placed})", f"{c[1]}.long() - 1"
        return f"{c[0]}[{f'{rows}, {last}' if axis else f'{last}, {rows}'}]"
    steps, lengths = f"torch.arange({c[0]}.shape[{axis}]{c.placed})", c[1]
    beyond = f"{steps} >= {lengths}[:, None]" if axis else f"{steps}[:, None] >= {lengths}"
    return f"{c[0]}.masked_fill(({beyond}){_at(2, 'None' + ', None' * (rank - 3)) if rank > 2 else ''}, {c.p.value})"


@source("_arange")
def _(c):
    p = c.p
    if p.repeat != 1 or p.infer_range:
        raise c.refusal("repeat and infer_range have no counterpart")
    ends = (0, p.start) if p.stop is None else (p.start, p.stop)
    return f"torch.arange({', '.join(map(literal, (*ends, p.step)))}, dtype={torch_dtype(p.dtype)}{c.placed})"


@source("_contrib_arange_like")
def _(c):
    p = c.p
    if p.axis is None or p.repeat != 1:
        raise c.refusal("axis=None and repeat have no counterpart")
    count = f"torch.arange({c[0]}.shape[{p.axis}], dtype={c[0]}.dtype{c.placed})"
    if p.step != 1:
        count = f"{count} * {literal(p.step)}"
    return count if p.start == 0 else f"{count} + {literal(p.start)}"


@source("diag")
def _(c):
    if len(c.shape(0)) == 1:
        return f"{c[0]}.diag({c.p.k or ''})"
    return f"{c[0]}.diagonal({c.p.k}, {c.p.axis1}, {c.p.axis2})"


# what is one expression
source_rows(
    {
        "batch_take": lambda c: f"{c[0]}.gather(1, ({_positions(c, 1, f'{c[0]}.shape[1]')}).reshape(-1, 1)).squeeze(1)",
        "sort": lambda c: _ordered(c, "sort(dim={}", descending=not c.p.is_ascend)[0] + ".values",
        "repeat": lambda c: f"{c[0]}.repeat_interleave({c.p.repeats}{options(dim=(c.p.axis, None))})",
        "gather_nd": lambda c: f"{c[0]}[tuple({c[1]}.long())]",
        "tile": lambda c: f"{c[0]}.tile({c.p.reps})",
        "reverse": lambda c: f"{c[0]}.flip({c.p.axis})",
        "argmax_channel": lambda c: f"{c[0]}.argmax(1).float()",
        "shape_array": lambda c: f"torch.tensor({c[0]}.shape{c.placed})",
    }
)


# -- shapes, parts and joins -------------------------------------------------------------------------------------------


@source("Reshape")
def _(c):
    before, after, lengths = c.shape(0), c.out_shape(0), list(c.open_shape(0))
    if before and after and before[0] == after[0]:
        lengths[0] = f"{c[0]}.shape[0]"
    elif sum(isinstance(length, str) for length in lengths) == 1:
        lengths = [-1 if isinstance(length, str) else length for length in lengths]
    return f"{c[0]}.reshape({', '.join(map(str, lengths))})"


@source("transpose")
def _(c):
    return f"{c[0]}.permute({', '.join(map(str, c.p.axes or reversed(range(len(c.shape(0))))))})"


@source("squeeze")
def _(c):
    axis = c.p.axis
    if c.out_shape(0) == (1,) == c.shape(0)[:1]:  # an axis stays
        return f"{c[0]}.reshape(1)"
    return f"{c[0]}.squeeze({'' if axis is None else axis[0] if isinstance(axis, tuple) and len(axis) == 1 else axis})"


@source("SliceChannel")
def _(c):
    parts = f"{c[0]}.chunk({c.p.num_outputs}, dim={c.p.axis})"
    if c.p.squeeze_axis:
        parts = f"[part.squeeze({c.p.axis}) for part in {parts}]"
    return parts if c.p.num_outputs > 1 else f"{parts}[0]"


@source("slice_axis")
def _(c):
    axis = c.p.axis % len(c.shape(0))
    end = "" if c.p.end is None else c.p.end
    return f"{c[0]}[{':, ' * axis}{c.p.begin or ''}:{end}]"


@source("slice")
def _(c):
    steps = c.p.step or (None,) * len(c.p.begin)
    if any(step is not None and step < 1 for step in steps):
        raise c.refusal("a negative step has no counterpart")
    parts = [
        ":".join("" if item is None else str(item) for item in ((b, e) if s in (None, 1) else (b, e, s)))
        for b, e, s in zip(c.p.begin, c.p.end, steps, strict=True)
    ]
    return f"{c[0]}[{', '.join(parts)}]"


@source("UpSampling")
def _(c):
    if c.p.sample_type != "nearest" or len(c) != 1:
        raise c.refusal("only sample_type='nearest' of one input has a counterpart")
    return f"F.interpolate({c[0]}, scale_factor={c.p.scale}, mode='nearest')"


@source("Pad")
def _(c):
    width = c.p.pad_width
    pairs = [(width[i], width[i + 1]) for i in range(0, len(width), 2)]
    flat = [n for pair in reversed(pairs[2:]) for n in pair]
    mode = {"constant": "constant", "edge": "replicate", "reflect": "reflect"}[c.p.mode]
    value = options(value=(c.p.constant_value, 0.0)) if mode == "constant" else ""
    return f"F.pad({c[0]}, {tuple(flat)}, mode={literal(mode)}{value})"


@source("_zeros", "_zeros_without_dtype", "_ones", "_full")
def _(c):
    dtype = torch_dtype(c.p.dtype) if c.p.dtype not in (None, -1) else torch.float32
    lengths = c.open_shape(0)
    shape = f"({', '.join(map(str, lengths))}{',' * (len(lengths) == 1)})"
    value = f", {literal(c.p.value)}" if c.name_of_operator == "_full" else ""
    name = c.name_of_operator[1:].split("_")[0]
    return f"torch.{name}({shape}{value}{options(dtype=(dtype, torch.float32))}{c.placed})"


# what is one expression
source_rows(
    {
        "Flatten": lambda c: f"torch.flatten({c[0]}, 1)" if len(c.shape(0)) > 1 else f"{c[0]}.reshape(-1, 1)",
        "SwapAxis": lambda c: f"{c[0]}.transpose({c.p.dim1}, {c.p.dim2})",
        "expand_dims": lambda c: f"{c[0]}.unsqueeze({c.p.axis})",
        "Concat": lambda c: f"torch.cat(({', '.join(c[i] for i in range(len(c)))},), dim={c.p.dim})",
        "stack": lambda c: f"torch.stack(({', '.join(c[i] for i in range(len(c)))},), dim={c.p.axis})",
    }
)
