"""What samples do not show of operators on images: gradients and refusals."""

from __future__ import annotations

from collections.abc import Callable

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError

IMAGE = np.arange(24, dtype="float32").reshape(2, 4, 3)
HEADS = mx.nd.array(np.arange(24).reshape(2, 4, 3) ** 2)


def test_gradient_of_to_tensor() -> None:
    data = mx.nd.array(IMAGE)
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.image.to_tensor(data)
    out.backward(HEADS.transpose((2, 0, 1)))
    np.testing.assert_allclose(data.grad.asnumpy(), HEADS.asnumpy() / 255, rtol=1e-6)


def test_random_saturation_mixes_with_brightness() -> None:
    out = mx.nd.image.random_saturation(mx.nd.array([[[100, 0, 0], [0, 100, 0]]]), 0.5, 0.5)
    np.testing.assert_allclose(out.asnumpy(), [[[64.95, 14.95, 14.95], [29.35, 79.35, 29.35]]], rtol=1e-5)


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (0, [0, 35, 29, 29, 245, 119, 60, 198, 209, 89, 153, 43, 120, 106, 134]),
        (0.3, [23, 0, 35, 76, 29, 245, 191, 60, 209, 43, 111, 153, 134, 114, 106]),
    ],
)
def test_hues_of_integers_are_rounded_as_in_1_9_1(turns: float, expected: list[int]) -> None:
    pixels = [[[0, 35, 30], [30, 245, 120], [60, 199, 210], [90, 153, 44], [120, 107, 134]]]
    out = mx.nd.image.random_hue(mx.nd.array(pixels, dtype="uint8"), turns, turns)
    assert out.asnumpy().ravel().tolist() == expected


def test_both_ways_of_random_flips_occur() -> None:
    mx.random.seed(3)
    image = mx.nd.array(IMAGE)
    flips = [not np.array_equal(mx.nd.image.random_flip_top_bottom(image).asnumpy(), IMAGE) for _ in range(60)]
    assert 10 < sum(flips) < 50


def test_resizing_has_no_gradient() -> None:
    data = mx.nd.array(IMAGE)
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.image.resize(data, size=3)
    with pytest.raises(MXNetError, match="no gradient"):
        out.backward()


@pytest.mark.parametrize(
    "call",
    [
        lambda image, x: image.to_tensor(x[0]),
        lambda image, x: image.normalize(x.transpose((2, 0, 1)), mean=(1, 2), std=1),
        lambda image, x: image.normalize(x.transpose((2, 0, 1))),
        lambda image, x: image.normalize(x, mean=0, std=1),
        lambda image, x: image.crop(x, 2, 0, 3, 1),
        lambda image, x: image.crop(x, 0, 0, 0, 1),
        lambda image, x: image.resize(x),
        lambda image, x: image.resize(x, size=(1, 2, 3)),
        lambda image, x: image.resize(x, size=0),
        lambda image, x: image.resize(x, size=2, interp=9),
        lambda image, x: image.resize(x.astype("float16"), size=2),
        lambda image, x: image.flip_left_right(x.expand_dims(0)),
        lambda image, x: image.flip_top_bottom(x[:, :, :2]),
        lambda image, x: image.random_brightness(x, -0.5, 0.5),
        lambda image, x: image.random_hue(x[:, :, :2], 0.1, 0.2),
        lambda image, x: image.adjust_lighting(x, ()),
    ],
)
def test_refusals(call: Callable[..., mx.nd.NDArray]) -> None:
    with pytest.raises(MXNetError):
        call(mx.nd.image, mx.nd.array(IMAGE)).wait_to_read()


@pytest.mark.parametrize("shape", [(3,), (4, 4, 2), (2, 4, 4, 3)])
@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("normalize", {"mean": (1, 2), "std": 1}),
        ("flip_left_right", {}),
        ("random_flip_top_bottom", {}),
        ("adjust_lighting", {"alpha": (1, 1, 1)}),
        ("random_brightness", {"min_factor": 0, "max_factor": 1}),
        ("random_color_jitter", {"brightness": 1, "contrast": 1, "saturation": 1, "hue": 1}),
        ("random_lighting", {}),
    ],
)
def test_inference_refuses_shapes_of_no_image(name: str, attributes: dict[str, object], shape: tuple[int, ...]) -> None:
    symbol = getattr(mx.sym.image, name)(mx.sym.var("x"), **attributes)
    with pytest.raises(MXNetError, match="channels"):
        symbol.infer_shape(x=shape)


@pytest.mark.parametrize("dtype", ["int8", "int32"])
def test_the_nearest_of_whole_numbers(dtype):
    labels = mx.nd.array(np.arange(20).reshape(4, 5, 1), dtype=dtype)
    result = mx.nd.image.resize(labels, size=(5, 2), interp=0)  # int32: as 1.9.1; int8 takes its memory apart wrongly
    assert result.dtype == np.dtype(dtype)
    assert result.asnumpy()[..., 0].tolist() == [[0, 1, 2, 3, 4], [10, 11, 12, 13, 14]]
    with pytest.raises(mx.MXNetError, match=f"images of type {dtype} cannot be resized"):
        mx.nd.image.resize(labels, size=(5, 2), interp=1)


@pytest.mark.parametrize("factor", ["brightness", "contrast", "saturation", "hue"])
def test_jitter_of_a_negative_factor(factor):
    image = mx.nd.array([[[10, 100, 200], [50, 60, 70]]], dtype="uint8")
    factors = dict.fromkeys(("brightness", "contrast", "saturation", "hue"), 0)
    results = [mx.nd.image.random_color_jitter(image, **{**factors, factor: -0.5}).asnumpy() for _ in range(5)]
    assert any((result != image.asnumpy()).any() for result in results)
