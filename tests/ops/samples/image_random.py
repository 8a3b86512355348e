"""Samples of random changes of images: with a range of one number the answer is 1.9.1's, else it is looked at.

1.9.1 passes head gradients on as they are: ours are held against differences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..sample import OpSample, ints, uniform

_FACTORS = ("brightness", "contrast", "saturation", "hue")
_VECTORS = np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]])


def _brightness(outputs: Any, inputs: Any, attrs: Any) -> None:
    ratio = outputs[0] / inputs[0]
    np.testing.assert_allclose(ratio, ratio.flat[0], rtol=1e-5)
    assert attrs["min_factor"] <= ratio.flat[0] <= attrs["max_factor"]


def _contrast(outputs: Any, inputs: Any, attrs: Any) -> None:
    x = inputs[0].astype("float64")
    mean = (x @ [0.299, 0.587, 0.114]).mean()
    _same_factor((outputs[0] - mean) / (x - mean), attrs)


def _saturation(outputs: Any, inputs: Any, attrs: Any) -> None:
    x = inputs[0].astype("float64")
    grey = (x @ [0.299, 0.587, 0.114])[..., None]
    _same_factor((outputs[0] - grey) / (x - grey), attrs)


def _same_factor(ratio: Any, attrs: Any) -> None:
    factor = np.median(ratio)
    np.testing.assert_allclose(ratio, factor, rtol=0.02)
    assert attrs["min_factor"] <= factor <= attrs["max_factor"]


def _hue(outputs: Any, inputs: Any, attrs: Any) -> None:
    for extreme in (np.max, np.min):
        np.testing.assert_allclose(extreme(outputs[0], 2), extreme(inputs[0], 2), rtol=1e-4, atol=1e-3)
    assert np.abs(outputs[0] - inputs[0]).max() > 1


def _jitter(outputs: Any, inputs: Any, attrs: Any) -> None:
    difference = np.abs(outputs[0].astype("float64") - inputs[0])
    assert difference.max() > 0 or not any(attrs.values())
    assert difference.max() < 100


def _lighting(outputs: Any, inputs: Any, attrs: Any) -> None:
    added = (outputs[0].astype("float64") - inputs[0]).reshape(-1, 3)
    np.testing.assert_allclose(added, added[:1].repeat(len(added), 0), atol=1e-4)
    alpha = np.linalg.solve(_VECTORS * [55.46, 4.794, 1.148], added[0])
    assert 0 < np.abs(alpha).max() < 6 * attrs.get("alpha_std", 0.05)


def _mirrored(axis: int) -> Callable[..., None]:
    def check(outputs: Any, inputs: Any, attrs: Any) -> None:
        candidates = (inputs[0], np.flip(inputs[0], axis))
        assert any(np.array_equal(outputs[0], candidate) for candidate in candidates)

    return check


def _same(name: str, factor: float, *, whole: bool = False, channels: int = 3) -> OpSample:
    pixels = (ints if whole else uniform)(0, 256, 4, 5, channels)
    return OpSample(
        f"_image_random_{name}",
        (pixels,),
        {"min_factor": factor, "max_factor": factor},
        grad="none" if whole else "numeric",
        dtypes=("uint8",) if whole else ("float32",),
        case=f"{channels} {whole}",
        rtol=1e-4,
        atol=1.01 if whole else 2e-3,
    )


def _part(outputs: Any, inputs: Any, attrs: Any) -> None:
    """Check that the result is a part of the input, not resized."""
    result, image = outputs[0], inputs[0]
    rows, columns = result.shape[-3:-1]
    assert (columns, rows) == (attrs["width"], attrs["height"])
    parts = (
        image[..., y : y + rows, x : x + columns, :]
        for y in range(image.shape[-3] - rows + 1)
        for x in range(image.shape[-2] - columns + 1)
    )
    assert any(np.array_equal(result, part) for part in parts)


def _between(outputs: Any, inputs: Any, attrs: Any) -> None:
    """Check the size, and that values are between the input's."""
    assert outputs[0].shape[-3:-1] == (attrs["height"], attrs["width"])
    assert inputs[0].min() - 1e-3 <= outputs[0].min()
    assert outputs[0].max() <= inputs[0].max() + 1e-3


_CHECKS = {"brightness": _brightness, "contrast": _contrast, "saturation": _saturation, "hue": _hue}
_SIZE = {"width": 4, "height": 5}
_WIDE = {"min_factor": 0.3, "max_factor": 0.7}
_SOME = {"brightness": 0.1, "contrast": 0.1, "saturation": 0.1, "hue": 0.01}

SAMPLES = [
    # what 1.9.1's saturation takes for brightness is the share of blue alone: ours is looked at below
    *(
        _same(name, factor, whole=whole)
        for name in ("brightness", "contrast", "hue")
        for factor in (0.4, 1.5)
        for whole in (False, True)
    ),
    *(_same(name, 1.5, channels=1) for name in ("brightness", "contrast", "saturation")),
    *(
        OpSample(f"_image_random_{name}", (uniform(20, 255, 4, 5, 3),), _WIDE, check=_CHECKS[name], grad="none")
        for name in _FACTORS
    ),
    OpSample("_image_random_color_jitter", (uniform(60, 200, 4, 5, 3),), _SOME, check=_jitter, grad="none"),
    OpSample(
        "_image_random_color_jitter",
        (ints(60, 200, 4, 5, 3),),
        _SOME,
        check=_jitter,
        grad="none",
        dtypes=("uint8",),
        case="whole",
    ),
    OpSample(
        "_image_random_color_jitter",
        (uniform(60, 200, 4, 5, 3),),
        dict.fromkeys(_SOME, 0.0),
        check=_jitter,
        grad="none",
    ),
    OpSample("_image_random_lighting", (uniform(0, 255, 4, 5, 3),), check=_lighting, grad="none"),
    OpSample("_image_random_lighting", (uniform(0, 255, 4, 5, 3),), {"alpha_std": 0.5}, check=_lighting, grad="none"),
    OpSample("_image_random_flip_left_right", (uniform(0, 255, 4, 5, 3),), check=_mirrored(1), grad="none"),
    OpSample("_image_random_flip_top_bottom", (uniform(0, 255, 4, 5, 3),), check=_mirrored(0), grad="none"),
    OpSample("_image_random_crop", (uniform(0, 255, 6, 8, 3),), {"width": 4, "height": 3}, check=_part, grad="none"),
    OpSample("_image_random_crop", (uniform(0, 255, 2, 6, 8, 3),), {"width": 2, "height": 6}, check=_part, grad="none"),
    OpSample("_image_random_crop", (uniform(0, 255, 6, 8, 3),), {"width": 9, "height": 3}, check=_between, grad="none"),
    *(
        OpSample(
            "_image_random_resized_crop", (uniform(0, 255, *shape),), _SIZE, check=_between, grad="none", case=case
        )
        for case, shape in (("image", (6, 8, 3)), ("images", (2, 6, 8, 1)))
    ),
]
