"""Shapes, parts and joins."""

import torch

from ...core.dtypes import torch_dtype
from ...core.text import literal
from . import options, source, source_rows


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
