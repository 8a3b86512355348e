"""Resizing: along each axis a product with a matrix that says what each new element takes of the old ones."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .....core.errors import MXNetError
from ..graph import Graph, translates

#: what an attribute says, in one place
Facts = dict[str, Any]


def _cropped(i: np.ndarray, old: int, new: int, scale: float, span: Any) -> np.ndarray:
    first, last = span
    if new == 1:
        return np.full_like(i, 0.5 * (first + last) * (old - 1))
    return first * (old - 1) + i * (last - first) * (old - 1) / (new - 1)


#: where new elements lie among the old ones, by ``coordinate_transformation_mode``
_COORDINATES: dict[str, Callable[..., np.ndarray]] = {
    "align_corners": lambda i, old, new, scale, span: i * (old - 1) / (old * scale - 1) if new > 1 else 0 * i,
    "asymmetric": lambda i, old, new, scale, span: i / scale,
    "pytorch_half_pixel": lambda i, old, new, scale, span: (i + 0.5) / scale - 0.5 if new > 1 else 0 * i,
    "half_pixel_symmetric": lambda i, old, new, scale, span: (
        old / 2 * (1 - new / (scale * old)) + (i + 0.5) / scale - 0.5
    ),
    "tf_crop_and_resize": _cropped,
    "tf_half_pixel_for_nn": lambda i, old, new, scale, span: (i + 0.5) / scale,
    "half_pixel": lambda i, old, new, scale, span: (i + 0.5) / scale - 0.5,
}


def _coordinate(old: int, new: int, scale: float, facts: Facts, span: Any) -> np.ndarray:
    place = _COORDINATES.get(facts["coordinates"], _COORDINATES["half_pixel"])
    return place(np.arange(new, dtype=float), old, new, scale, span)


#: how a position is rounded to that of an element, by ``nearest_mode``
_NEAREST: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "floor": np.floor,
    "ceil": np.ceil,
    "round_prefer_ceil": lambda at: np.floor(at + 0.5),
    "round_prefer_floor": lambda at: np.ceil(at - 0.5),
}


def _cubic(x: np.ndarray, a: float) -> np.ndarray:
    x = np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


def matrix(old: int, new: int, scale: float, facts: Facts, span: Any) -> np.ndarray:
    """Return ``(new, old)``: the shares of the old elements in the new ones."""
    at = _coordinate(old, new, scale, facts, span)
    result = np.zeros((new, old))
    rows = np.arange(new)
    if facts["mode"] == "nearest":
        round_to = _NEAREST.get(facts["nearest"], _NEAREST["round_prefer_floor"])
        result[rows, round_to(at).clip(0, old - 1).astype(int)] = 1
    else:
        wide = max(1.0, 1 / scale) if facts["antialias"] else 1.0
        reach = int(np.ceil((2 if facts["mode"] == "cubic" else 1) * wide)) + 1
        base = np.floor(at)
        weights = np.zeros((new, 2 * reach + 1))
        places = np.zeros((new, 2 * reach + 1))
        for k, step in enumerate(range(-reach, reach + 1)):
            places[:, k] = base + step
            distance = (places[:, k] - at) / wide
            cubic = facts["mode"] == "cubic"
            weights[:, k] = _cubic(distance, facts["cubic"]) if cubic else np.maximum(1 - np.abs(distance), 0)
        if facts["exclude"]:
            weights[(places < 0) | (places >= old)] = 0
        weights /= weights.sum(1, keepdims=True)
        for k in range(2 * reach + 1):
            np.add.at(result, (rows, places[:, k].clip(0, old - 1).astype(int)), weights[:, k])
    return result


def _outside(old: int, new: int, scale: float, facts: Facts, span: Any) -> np.ndarray:
    at = _coordinate(old, new, scale, facts, span)
    return (at < 0) | (at > old - 1)


def _lengths(g: Graph, n: Any, x: Any, scales: Any, sizes: Any) -> tuple[list[int], list[float]]:
    """Return the new lengths of all axes, and by how much they grow."""
    old = g.static(x)
    axes = [a % len(old) for a in n.get("axes", range(len(old)))]
    new, growth = list(old), [1.0] * len(old)
    if sizes is not None:
        expected = [int(item) for item in g.constant(sizes, "the sizes")]
        policy = n.text("keep_aspect_ratio_policy", "stretch")
        ratios = [w / old[a] for w, a in zip(expected, axes, strict=True)]
        if policy != "stretch":
            one = min(ratios) if policy == "not_larger" else max(ratios)
            expected = [int(np.floor(old[a] * one + 0.5)) for a in axes]
            ratios = [one] * len(axes)
        for a, w, r in zip(axes, expected, ratios, strict=True):
            new[a], growth[a] = w, r
    else:
        for a, s in zip(axes, g.constant(scales, "the scales").tolist(), strict=True):
            new[a], growth[a] = int(np.floor(old[a] * s)), s
    return new, growth


@translates("Resize", "Upsample")
def _(g, n, x, *others):
    roi, scales, sizes = _inputs(n, others)
    new, growth = _lengths(g, n, x, scales, sizes)
    old = g.static(x)
    upsample = n.node.op_type == "Upsample" or n.opset < 11
    facts = {
        "mode": n.text("mode", "nearest"),
        "coordinates": "asymmetric" if upsample else n.text("coordinate_transformation_mode", "half_pixel"),
        "nearest": "floor" if upsample else n.text("nearest_mode", "round_prefer_floor"),
        "cubic": n.get("cubic_coeff_a", -0.75),
        "exclude": n.get("exclude_outside", 0),
        "antialias": n.get("antialias", 0),
    }
    crop = facts["coordinates"] == "tf_crop_and_resize"
    spans = _spans(g, n, roi, len(old)) if crop else [(0.0, 1.0)] * len(old)
    dtype, outside = g.dtype(x), np.zeros((), bool)
    for axis, (a, b) in enumerate(zip(old, new, strict=True)):
        span = spans[axis]
        if crop and (a != b or span != (0.0, 1.0)):
            shape = [-1 if i == axis else 1 for i in range(len(old))]
            g.sized(*outside.shape, b)
            outside = outside | _outside(a, b, growth[axis], facts, span).reshape(shape)
        if a != b or (crop and span != (0.0, 1.0)):
            g.sized(a, b)
            x = _along(g, x, axis, matrix(a, b, growth[axis], facts, span).astype(dtype))
    if outside.any():
        full = np.ascontiguousarray(np.broadcast_to(outside, g.sized(*new)))
        x = g.op("_npi_where_lscalar", full, x, scalar=n.get("extrapolation_value", 0.0))
    return x


def _inputs(n: Any, others: Any) -> tuple[Any, Any, Any]:
    if "scales" in n:  # the first form of Upsample
        return None, np.array(n["scales"], "float32"), None
    if n.node.op_type == "Upsample" or n.opset < 11:
        return None, others[0], None
    roi, scales, sizes = (*others, None, None, None)[:3]
    return roi, None if scales is not None and isinstance(scales, np.ndarray) and not scales.size else scales, sizes


def _spans(g: Graph, n: Any, roi: Any, rank: int) -> list[tuple[float, float]]:
    result = g.constant(roi, "the region").tolist()
    axes = [a % rank for a in n.get("axes", range(rank))]
    new = [(0.0, 1.0)] * rank
    for i, axis in enumerate(axes):
        new[axis] = (result[i], result[len(axes) + i])
    return new


def _along(g: Graph, x: Any, axis: int, shares: np.ndarray) -> Any:
    """Return the products of a matrix with ``x`` along one axis."""
    rank = g.rank(x)
    if not np.any(np.count_nonzero(shares, 1) > 1) and np.all(shares.max(1) == 1):
        return g.op("take", x, shares.argmax(1), axis=axis)
    if "float" not in g.dtype(x):
        raise MXNetError("only floating-point numbers are interpolated")
    result = g.op("_npi_tensordot", x, shares, a_axes_summed=(axis,), b_axes_summed=(1,))
    return result if axis == rank - 1 else g.op("_np_moveaxis", result, source=(rank - 1,), destination=(axis,))
