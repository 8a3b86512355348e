"""Samples of images decoded, resized and framed: a small PNG file is made here, byte by byte."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

from ..sample import OpSample, const, ints, uniform


def png(pixels: np.ndarray) -> np.ndarray:
    """Return the bytes of a PNG file with these pixels, ``(H, W, 3)`` or, grey, ``(H, W, 1)`` of uint8."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    height, width, channels = pixels.shape
    head = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 0, 0, 0, 0)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return np.frombuffer(b"\x89PNG\r\n\x1a\n" + body, np.uint8)


COLOURS = (np.arange(5 * 7 * 3) * 37 % 256).astype("uint8").reshape(5, 7, 3)
_FILE = const(png(COLOURS), "uint8")


def _decoded(buf: Any, flag: int = 1, to_rgb: bool = True) -> np.ndarray:
    return COLOURS if to_rgb else COLOURS[:, :, ::-1]


def _framed(src: np.ndarray, top: int, bot: int, left: int, right: int, type: int = 0, **fill: Any) -> np.ndarray:
    modes = {1: "edge", 2: "symmetric", 3: "wrap", 4: "reflect"}
    width = ((top, bot), (left, right), (0, 0))
    if type:
        return np.pad(src, width, modes[type])
    colour = np.asarray(fill.get("values") or [fill.get("value", 0)] * src.shape[2])[: src.shape[2]]
    inside = np.pad(np.ones(src.shape, bool), width)
    return np.where(inside, np.pad(src, width), colour.astype(src.dtype))


_EDGES = {"top": 1, "bot": 2, "left": 3, "right": 0}

SAMPLES = [
    *(
        OpSample("_cvimdecode", (_FILE,), attrs, expect=_decoded, grad="none", dtypes=("uint8",))
        for attrs in ({}, {"to_rgb": False})
    ),
    OpSample("_cvimdecode", (_FILE,), {"flag": 0}, grad="none", dtypes=("uint8",)),
    OpSample("_cvimdecode", (const(png(COLOURS[:, :, :1]), "uint8"),), grad="none", dtypes=("uint8",), case="grey"),
    *(
        OpSample("_cvimresize", (ints(0, 256, 7, 9, channels),), {"w": 5, "h": 11, "interp": interp}, grad="none",
                 dtypes=("uint8",), case=str(channels), rtol=0, atol=1.01 if interp == 2 else 0)
        for channels in (1, 3)
        for interp in (0, 1, 2, 3, 4, 5)
    ),
    OpSample("_cvimresize", (uniform(0, 255, 7, 9, 3),), {"w": 5, "h": 11}, grad="none", case="float"),
    *(
        OpSample("_cvcopyMakeBorder", (ints(0, 99, 4, 5, 3),), {**_EDGES, "type": kind}, expect=_framed, grad="none",
                 dtypes=("uint8", "float32", "int32"))
        for kind in range(5)
    ),
    OpSample("_cvcopyMakeBorder", (ints(0, 99, 4, 5, 3),), {**_EDGES, "value": 7.0}, expect=_framed, grad="none",
             dtypes=("uint8",)),
    OpSample("_cvcopyMakeBorder", (ints(0, 99, 4, 5, 4),), {**_EDGES, "values": (1.0, 2.0, 3.0, 4.0)}, expect=_framed,
             grad="none", dtypes=("uint8",)),
]  # fmt: skip
