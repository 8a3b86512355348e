"""``mx.notebook``: watching a training, and arrays as images and lists of metrics as curves in its cells."""

import html
import math
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from . import callback

__all__ = ["callback", "curves", "image"]


_COLORS = ("#3f51b5", "#e65100", "#2e7d32", "#ad1457", "#00838f", "#6d4c41")
_WIDTH, _HEIGHT, _EDGE = 480, 260, 48


class Picture:
    """An image as a notebook shows it: ``pixels`` (height, width) or (height, width, 3), RGB, uint8."""

    def __init__(self, pixels: np.ndarray) -> None:
        self.pixels = pixels

    def __repr__(self) -> str:
        return f"<Picture: {self.pixels.shape[1]} x {self.pixels.shape[0]} pixels>"

    def _repr_png_(self) -> bytes:
        done, data = cv2.imencode(".png", self.pixels[..., ::-1] if self.pixels.ndim == 3 else self.pixels)
        assert done, "OpenCV writes every uint8 array as PNG"
        return data.tobytes()


def image(array: Any, columns: int = 8, layout: str | None = None) -> Picture:
    """Return an array as a picture: one image, or a batch of them in rows of ``columns``.

    ``array`` (an NDArray, ``mx.np`` or NumPy array) is H x W, H x W x C, C x H x W or has a batch's axis before these;
    C is 1 or 3, and ``layout`` ("HWC", "CHW") tells where it stands if the shape does not. uint8 is shown as it is;
    other numbers are spread over black (the least) to white (the greatest). Raises ValueError for other shapes.
    """
    values = np.asarray(array.asnumpy() if hasattr(array, "asnumpy") else array)
    if values.ndim == 2:
        values = values[..., None]
    elif values.ndim in (3, 4):
        first = layout == "CHW" if layout else values.shape[-1] not in (1, 3) and values.shape[-3] in (1, 3)
        values = np.moveaxis(values, -3, -1) if first else values
    if values.ndim not in (3, 4) or values.shape[-1] not in (1, 3) or 0 in values.shape:
        raise ValueError(f"image: expected images with 1 or 3 channels, got an array of shape {np.shape(array)}")
    if values.dtype != np.uint8:
        low, high = float(values.min()), float(values.max())
        values = ((values - low) * (255 / (high - low) if high > low else 0)).astype(np.uint8)
    batch = values if values.ndim == 4 else values[None]
    columns = min(columns, len(batch))
    missing = -len(batch) % columns
    batch = np.concatenate([batch, np.zeros((missing, *batch.shape[1:]), np.uint8)])
    rows = [np.concatenate([*row], axis=1) for row in batch.reshape(-1, columns, *batch.shape[1:])]
    sheet = np.concatenate(rows, axis=0)
    return Picture(np.ascontiguousarray(sheet[..., 0] if sheet.shape[-1] == 1 else sheet))


class Curves:
    """Numbers over steps as a notebook shows them; made by :func:`curves`."""

    def __init__(self, series: Mapping[str, Sequence[float]]) -> None:
        self.series = {name: [float(value) for value in values] for name, values in series.items()}

    def __repr__(self) -> str:
        last = ", ".join(f"{name} {values[-1]:.4g}" for name, values in self.series.items() if values)
        return f"<Curves: {last}>"

    def _repr_svg_(self) -> str:
        finite = [v for values in self.series.values() for v in values if math.isfinite(v)] or [0.0]
        low, high = min(finite), max(finite)
        steps = max(1, *(len(values) - 1 for values in self.series.values())) if self.series else 1

        def at(step: int, value: float) -> str:
            x = _EDGE + step / steps * (_WIDTH - 2 * _EDGE)
            y = _HEIGHT - _EDGE - (value - low) / ((high - low) or 1) * (_HEIGHT - 2 * _EDGE)
            return f"{x:.1f},{y:.1f}"

        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" font-family="sans-serif" '
            f'font-size="11"><rect width="100%" height="100%" fill="white"/>',
            f'<path d="M{_EDGE},{_EDGE}V{_HEIGHT - _EDGE}H{_WIDTH - _EDGE}" fill="none" stroke="#888"/>',
            f'<text x="{_EDGE - 4}" y="{_EDGE + 4}" text-anchor="end">{high:.3g}</text>',
            f'<text x="{_EDGE - 4}" y="{_HEIGHT - _EDGE}" text-anchor="end">{low:.3g}</text>',
            f'<text x="{_WIDTH - _EDGE}" y="{_HEIGHT - _EDGE + 14}" text-anchor="end">{steps}</text>',
        ]
        for index, (name, values) in enumerate(self.series.items()):
            color = _COLORS[index % len(_COLORS)]
            points = " ".join(at(step, value) for step, value in enumerate(values) if math.isfinite(value))
            parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>')
            x = _EDGE + 110 * index
            parts.append(f'<text x="{x}" y="{_EDGE - 14}" fill="{color}">{html.escape(name)}</text>')
        return "".join([*parts, "</svg>"])


def curves(series: Mapping[str, Sequence[float]]) -> Curves:
    """Return the curves of metrics: names, and their values step by step (those of a :class:`PandasLogger`, for one).

    >>> curves({"train": [0.9, 0.5, 0.3], "validation": [1.0, 0.7, 0.6]})
    <Curves: train 0.3, validation 0.6>
    """
    return Curves(series)
