"""Images that OpenCV reads: from files, and what is no image."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError

from .samples.opencv import COLOURS, png

_ops = mx.nd._internal


def test_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png(COLOURS).tobytes())
    np.testing.assert_array_equal(_ops._cvimread(filename=str(file)).asnumpy(), COLOURS)
    np.testing.assert_array_equal(_ops._cvimread(filename=str(file), to_rgb=False).asnumpy(), COLOURS[:, :, ::-1])
    assert _ops._cvimread(filename=str(file), flag=0).shape == (5, 7, 1)


_BYTES = mx.nd.array([1, 2, 3], dtype="uint8")
_FILE = mx.nd.array(png(COLOURS), dtype="uint8")
_IMAGE = mx.nd.ones((3, 4, 3), dtype="uint8")


@pytest.mark.parametrize(
    ("name", "inputs", "attrs"),
    [
        ("_cvimread", (), {"filename": "/no/such/file.png"}),
        ("_cvimdecode", (_BYTES,), {}),
        ("_cvimdecode", (mx.nd.array([], dtype="uint8"),), {}),
        ("_cvimdecode", (mx.nd.array([1.0, 2.0]),), {}),
        ("_cvimdecode", (_BYTES.reshape((1, 3)),), {}),
        ("_cvimdecode", (_FILE,), {"flag": -1}),
        ("_cvimdecode", (_FILE,), {"flag": 2}),
        ("_cvimresize", (mx.nd.ones((3, 4)),), {"w": 2, "h": 2}),
        ("_cvimresize", (_IMAGE,), {"w": 0, "h": 2}),
        ("_cvimresize", (_IMAGE.astype("int32"),), {"w": 2, "h": 2}),
        ("_cvcopyMakeBorder", (_IMAGE,), {"top": -1, "bot": 0, "left": 0, "right": 0}),
        ("_cvcopyMakeBorder", (_IMAGE,), {"top": 1, "bot": 0, "left": 0, "right": 0, "type": 5}),
    ],
)
def test_refuses(name: str, inputs: Any, attrs: dict[str, Any]) -> None:
    with pytest.raises(MXNetError):
        getattr(_ops, name)(*inputs, **attrs).wait_to_read()


@pytest.mark.parametrize(
    ("call", "function"),
    [
        (lambda x: mx.image.imresize(x.astype("int64"), 2, 2), "resize"),
        (lambda x: mx.image.copyMakeBorder(x.astype("bool"), 1, 1, 1, 1), "copyMakeBorder"),
    ],
)
def test_dtypes_that_opencv_does_not_take_are_named(call: Any, function: str) -> None:
    with pytest.raises(MXNetError, match=f"OpenCV's {function} does not take an image of type (int64|bool) and 3"):
        call(mx.nd.ones((4, 4, 3)))
