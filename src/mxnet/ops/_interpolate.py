"""Bilinear interpolation at any number of places, each in a plane of its own."""

import torch


def interpolate(planes, count, y, x):
    """Return ``(C, *places)``: data ``(C, M, H, W)`` at ``(y, x)``, in pixels, of planes ``count`` (0 .. M - 1).

    ``count`` broadcasts against ``y`` and ``x``, which have one shape. Pixels outside of the plane count as 0. The
    gradient flows to the data and to the places.
    """
    height, width = planes.shape[-2:]
    flat = planes.flatten(1)
    top, left = (item.detach().nan_to_num().floor() for item in (y, x))
    down, right = y - top, x - left
    total = None
    for step_y, share_y in ((0, 1 - down), (1, down)):
        for step_x, share_x in ((0, 1 - right), (1, right)):
            at_y, at_x = top + step_y, left + step_x
            inside = (at_y >= 0) & (at_y < height) & (at_x >= 0) & (at_x < width)
            row = count * height + at_y.clamp(0, height - 1).long()
            index = row * width + at_x.clamp(0, width - 1).long()
            value = flat.index_select(1, index.flatten()).view(-1, *index.shape)
            part = value * torch.where(inside, share_y * share_x, 0)
            total = part if total is None else total + part
    return total
