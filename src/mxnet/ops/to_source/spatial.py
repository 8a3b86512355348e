"""Images that are resized, warped, and cut into columns."""

from __future__ import annotations

from typing import Any

from ..conv import per_axis
from . import options, short, source, source_rows


@source("_contrib_BilinearResize2D")
def _(c):
    size = c.out_shape(0)[2:]
    if 1 in size and not c.p.align_corners:
        raise c.refusal("a single row or column is the first one, not the middle")
    return f"F.interpolate({c[0]}, size={size}, mode='bilinear'{options(align_corners=(c.p.align_corners, None))})"


def _grid(c: Any, theta: str) -> str:
    """Return the text of an affine grid, with x and y last."""
    height, width = c.p.target_shape
    return f"F.affine_grid({theta}.view(-1, 2, 3), ({theta}.shape[0], 1, {height}, {width}), align_corners=True)"


@source("GridGenerator")
def _(c):
    if c.p.transform_type != "affine":
        raise c.refusal("transform_type='warp' has no counterpart")
    return f"{_grid(c, c[0])}.permute(0, 3, 1, 2)"


@source("im2col")
def _(c):
    p = c.p
    if len(p.kernel) != 2:
        raise c.refusal("images alone have a counterpart")
    stride, pad, dilate = (
        short(per_axis(name, p[name], p.kernel, default))
        for name, default in (("stride", 1), ("pad", 0), ("dilate", 1))
    )
    return f"F.unfold({c[0]}, {short(p.kernel)}{options(dilation=(dilate, 1), padding=(pad, 0), stride=(stride, 1))})"


# what is one expression
source_rows(
    {
        "_contrib_AdaptiveAvgPooling2D": lambda c: f"F.adaptive_avg_pool2d({c[0]}, {short(c.out_shape(0)[2:])})",
        "BilinearSampler": lambda c: f"F.grid_sample({c[0]}, {c[1]}.permute(0, 2, 3, 1), align_corners=True)",
        "SpatialTransformer": lambda c: f"F.grid_sample({c[0]}, {_grid(c, c[1])}, align_corners=True)",
        "space_to_depth": lambda c: (
            f"{c[0]}.unflatten(3, (-1, {c.p.block_size})).unflatten(2, (-1, {c.p.block_size}))"
            ".permute(0, 3, 5, 1, 2, 4).flatten(1, 3)"
        ),
        "depth_to_space": lambda c: (
            f"{c[0]}.unflatten(1, ({c.p.block_size}, {c.p.block_size}, -1)).permute(0, 3, 4, 1, 5, 2)"
            ".flatten(4, 5).flatten(2, 3)"
        ),
    }
)
