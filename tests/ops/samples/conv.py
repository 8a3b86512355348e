"""Samples of convolutions and their transposes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import Arg, OpSample, normal

_TOLERANT = {"rtol": 1e-4, "atol": 1e-5}


def _conv(op: str, data: Arg, weight: Arg, bias: int | None = None, case: str = "", **attrs: Any) -> OpSample:
    inputs = (data, weight) if bias is None else (data, weight, normal(bias))
    if (op == "Deconvolution") != (bias is None):
        attrs["no_bias"] = bias is None
    return OpSample(op, inputs, attrs, case=case, **_TOLERANT)


def _correlate(data: np.ndarray, weight: np.ndarray, **attrs: Any) -> np.ndarray:
    """Correlate ``(N, H, W, C)`` with ``(F, kh, kw, C)``, stride 1, no padding."""
    kh, kw = weight.shape[1:3]
    windows = np.lib.stride_tricks.sliding_window_view(data, (kh, kw), (1, 2))
    return np.einsum("nyxchw,fhwc->nyxf", windows, weight).astype(data.dtype)


def _spread(data: np.ndarray, weight: np.ndarray, layout: str = "", stride: tuple[int, ...] = (), **attrs: Any) -> Any:
    """Transpose of a convolution without padding: every element spreads the kernel over the result."""
    if layout.endswith("C"):
        data, weight = np.moveaxis(data, -1, 1), np.moveaxis(weight, -1, 1)
    kernel, stride = weight.shape[2:], stride or (1,) * (data.ndim - 2)
    space = [(n - 1) * t + k for n, t, k in zip(data.shape[2:], stride, kernel, strict=True)]
    out = np.zeros((data.shape[0], weight.shape[1], *space))
    for at in np.ndindex(*data.shape[2:]):
        place = tuple(slice(i * t, i * t + k) for i, t, k in zip(at, stride, kernel, strict=True))
        out[(slice(None), slice(None), *place)] += np.tensordot(data[(slice(None), slice(None), *at)], weight, (1, 0))
    out = np.moveaxis(out, 1, -1) if layout.endswith("C") else out
    return out.astype(data.dtype)


_2D = {"kernel": (3, 3), "num_filter": 4}

SAMPLES = [
    _conv("Convolution", normal(2, 3, 6, 7), normal(4, 3, 3, 3), 4, **_2D),
    _conv("Convolution", normal(2, 3, 6, 7), normal(4, 3, 3, 3), **_2D),
    _conv("Convolution", normal(2, 3, 7, 8), normal(4, 3, 3, 3), 4, stride=(2, 3), pad=(1, 2), **_2D),
    _conv("Convolution", normal(2, 3, 8, 8), normal(4, 3, 3, 3), 4, dilate=(2, 1), pad=(2, 0), **_2D),
    _conv("Convolution", normal(2, 4, 5, 5), normal(4, 2, 3, 3), 4, num_group=2, **_2D),
    _conv("Convolution", normal(2, 4, 5, 5), normal(4, 1, 3, 3), num_group=4, layout="NCHW", **_2D),
    _conv("Convolution", normal(2, 3, 9), normal(4, 3, 3), 4, kernel=(3,), num_filter=4, stride=(2,), pad=(1,)),
    _conv(
        "Convolution", normal(1, 2, 4, 5, 4), normal(3, 2, 2, 3, 2), 3, kernel=(2, 3, 2), num_filter=3, pad=(1, 1, 0)
    ),
    _conv(
        "Convolution",
        normal(2, 3, 5, 5),
        normal(2, 3, 1, 1),
        2,
        kernel=(1, 1),
        num_filter=2,
        workspace=256,
        cudnn_tune="off",
        cudnn_off=True,
    ),
    OpSample(
        "Convolution",
        (normal(2, 5, 6, 3), normal(4, 3, 3, 3)),
        {**_2D, "layout": "NHWC", "no_bias": True},
        expect=_correlate,
        grad="numeric",
        **_TOLERANT,
    ),
    _conv("Convolution_v1", normal(2, 4, 6, 7), normal(4, 2, 3, 3), 4, stride=(2, 1), pad=(1, 1), num_group=2, **_2D),
    _conv("Convolution_v1", normal(2, 3, 6, 7), normal(4, 3, 3, 3), dilate=(2, 2), **_2D),
    _conv("Deconvolution", normal(2, 3, 4, 5), normal(3, 4, 3, 3), **_2D),
    _conv("Deconvolution", normal(2, 3, 4, 5), normal(3, 4, 3, 3), 4, stride=(2, 2), pad=(1, 1), adj=(1, 0), **_2D),
    _conv("Deconvolution", normal(2, 4, 4, 4), normal(4, 2, 3, 3), stride=(2, 2), num_group=2, dilate=(2, 2), **_2D),
    OpSample(
        "Deconvolution",
        (normal(1, 2, 3, 3), normal(2, 4, 3, 3)),
        {**_2D, "stride": (2, 2), "target_shape": (6, 5)},
        expect=lambda data, weight, **attrs: _spread(data, weight, stride=(2, 2))[:, :, 1:, 1:6],
        grad="numeric",
        **_TOLERANT,
    ),
    _conv("Deconvolution", normal(2, 3, 5), normal(3, 2, 4), 2, kernel=(4,), num_filter=2, stride=(3,), pad=(1,)),
    OpSample(
        "Deconvolution",
        (normal(1, 2, 3, 2, 2), normal(2, 2, 2, 2, 2)),
        {"kernel": (2, 2, 2), "num_filter": 2, "stride": (2, 1, 2)},
        expect=_spread,
        grad="numeric",
        **_TOLERANT,
    ),
    OpSample(
        "Deconvolution",
        (normal(2, 4, 4, 3), normal(3, 3, 3, 4)),
        {**_2D, "layout": "NHWC"},
        expect=_spread,
        grad="numeric",
        **_TOLERANT,
    ),
]
