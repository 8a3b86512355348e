"""Images decoded, resized and framed by OpenCV, on the host: ``(H, W, C)`` arrays without gradients.

Source: OpenCV's functions of these names, as MXNet 1.9.1 calls them.
"""

from typing import Annotated, Any

import torch

from ..core.errors import MXNetError, MXNetShapeError, shortened
from ..core.files.paths import explaining
from ..core.files.saving import open_finite
from ..core.params import AtLeastOne, Double, Floats, Range
from ..core.pixels.codec import decode_image
from ..registry import op
from ._axes import needs_values

#: ways to fill a border: OpenCV's constant, replicate, reflect, wrap, reflect without the edge
_BORDERS = range(5)


def _bytes_type(p: Any, t: Any) -> None:
    t.inputs.fill("uint8")
    t.out[0] = "uint8"


def decode(encoded: Any, flag: int, to_rgb: bool) -> torch.Tensor:
    """Return the image in a NumPy array of bytes, as ``_cvimdecode`` does."""
    import cv2

    if flag not in (0, 1):
        raise MXNetError(f"flag must be 0 (grey) or 1 (three colours), got {flag}")
    rgb = getattr(cv2, "IMREAD_COLOR_RGB", None) if flag and to_rgb else flag  # None: OpenCV before 4.11
    image = decode_image(encoded, cv2.IMREAD_COLOR if rgb is None else rgb)
    if image is None:
        raise MXNetError(f"{len(encoded)} bytes are no image that can be decoded")
    if flag == 0:
        return torch.from_numpy(image[:, :, None])
    return torch.from_numpy(cv2.cvtColor(image, cv2.COLOR_BGR2RGB) if rgb is None else image)


#: what both ways to decode have in common
_DECODED: Any = {
    "shapes": lambda p, s: (None, None, 3 if p.flag else 1),
    "types": _bytes_type,
    "differentiable": False,
    "host_sync": "host",
}


#: how an image is read: see OpenCV's ``IMREAD_...``
Flag = Annotated[int, Range(0, 2**31 - 1, unsigned=False)]


@op("_cvimdecode", aliases=("_npi_cvimdecode",), **_DECODED)
def cvimdecode(buf, *, flag: Flag = 1, to_rgb: bool = True):
    """Decode the bytes of an image, ``(n,)`` of uint8, into ``(H, W, 3)``, or with ``flag=0`` into grey ``(H, W, 1)``.

    Colours are red, green, blue if ``to_rgb``, else blue, green, red.
    """
    needs_values(buf, "the size of an image")
    if buf.dim() != 1 or buf.dtype is not torch.uint8:
        raise MXNetError(f"buf: expected the bytes of an image, uint8 of shape (n,), got {tuple(buf.shape)}")
    return decode(buf.cpu().contiguous().numpy(), flag, to_rgb).to(buf.device)


@op("_cvimread", aliases=("_npi_cvimread",), **_DECODED)
def cvimread(*, filename: str, flag: Flag = 1, to_rgb: bool = True, device):
    """Read and decode an image's file; see ``_cvimdecode``."""
    import numpy as np

    needs_values(torch.empty(0, device=device), "the size of an image")
    with explaining(f"imread: cannot open {shortened(repr(filename))}"), open_finite(filename) as stream:
        encoded = np.frombuffer(stream.read(), np.uint8)
    try:
        return decode(encoded, flag, to_rgb)
    except MXNetError as error:
        raise MXNetError(f"imread: {shortened(repr(filename))}: {error}") from None


def _call(function: Any, src: torch.Tensor, *args: Any, **kwargs: Any) -> torch.Tensor:
    """Return what OpenCV's function makes of an image ``(H, W, C)``, with the image's dtype."""
    import cv2

    if src.dim() != 3 or 0 in src.shape:
        raise MXNetShapeError(f"src: expected (H, W, C) and no length 0, got {tuple(src.shape)}")
    image = src.detach().cpu().contiguous().numpy()
    try:
        result = function(image, *args, **kwargs)
    except cv2.error as error:
        raise MXNetError(
            f"OpenCV's {function.__name__} does not take an image of type {image.dtype} and {src.shape[2]} channels "
            "with these attributes"
        ) from error
    return torch.from_numpy(result.reshape(*result.shape[:2], -1)).to(src.device, src.dtype)


@op("_cvimresize", aliases=("_npi_cvimresize",), differentiable=False, host_sync="host")
def cvimresize(src, *, w: AtLeastOne, h: AtLeastOne, interp: int = 1):
    """Return an image of width ``w`` and height ``h``.

    ``interp``: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos, 5 bilinear with exact integers.
    """
    if min(w, h) < 1:
        raise MXNetError(f"an image of {w} x {h} pixels is none")
    if src.is_meta:
        return src.new_empty((h, w, src.shape[2]))
    import cv2

    return _call(cv2.resize, src, (w, h), interpolation=interp)


@op("_cvcopyMakeBorder", differentiable=False, host_sync="host")
def cv_copy_make_border(
    src, *, top: int, bot: int, left: int, right: int, type: int = 0, value: Double = 0.0, values: Floats = ()
):
    """Return an image with rows and columns added around it.

    ``type``: 0 filled with ``value`` (the first three channels; a fourth with 0) or, channel by channel, with
    ``values``; 1 the edge repeated; 2 mirrored; 3 the other side; 4 mirrored without the edge.
    """
    if type not in _BORDERS or min(top, bot, left, right) < 0:
        raise MXNetError(f"no border of type {type} with {(top, bot, left, right)} rows and columns")
    if src.is_meta:
        return src.new_empty((src.shape[0] + top + bot, src.shape[1] + left + right, src.shape[2]))
    import cv2

    fill = (*values, 0.0, 0.0, 0.0, 0.0)[:4] if values else (value, value, value, 0.0)
    return _call(cv2.copyMakeBorder, src, top, bot, left, right, type, value=fill)
