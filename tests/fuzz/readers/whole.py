"""The whole files that several readers start from."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import mxnet as mx
import numpy as np

from ..reader import Files

GOLDEN = Path(__file__).parents[2] / "data" / "golden"


def bytes_of(write: Callable[[str], Any], suffixes: Sequence[str] = ()) -> Any:
    """Return what a function writes to a path: bytes, or for a prefix bytes by suffix."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        write(str(path))
        if not suffixes:
            return path.read_bytes()
        return {suffix: Path(f"{path}{suffix}").read_bytes() for suffix in suffixes}


def saved(arrays: Any) -> bytes:
    """Return the bytes of a file of arrays."""
    content: bytes = bytes_of(lambda path: mx.nd.save(path, arrays))
    return content


def dense() -> mx.sym.Symbol:
    """Return a small network with weights and states, for data of (n, 4)."""
    layer = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(layer, name="bn"), name="softmax")


def checkpoint() -> Files:
    """Return the files of a module's checkpoint, ``net-symbol.json`` and ``net-0001.params``."""
    symbol = dense()
    shapes = {"arg:fc_weight": (3, 4), "arg:fc_bias": (3,), "arg:bn_gamma": (3,), "arg:bn_beta": (3,)}
    shapes |= {"aux:bn_moving_mean": (3,), "aux:bn_moving_var": (3,)}
    arrays = {name: mx.nd.array(np.full(shape, 0.5)) for name, shape in shapes.items()}
    return {"net-symbol.json": symbol.tojson().encode(), "net-0001.params": saved(arrays)}


def images() -> list[tuple[str, bytes]]:
    """Return small images in several formats, with the endings of their names."""
    dice = np.random.default_rng(0)
    pixels = dice.integers(0, 256, (12, 10, 3), np.uint8)
    found = []
    for ending in (".png", ".jpg", ".bmp", ".webp", ".tiff"):
        done, encoded = cv2.imencode(ending, pixels)
        assert done
        found.append((ending, encoded.tobytes()))
    return found
