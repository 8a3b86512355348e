"""Transforms of images, as MXNet 1.9.1 makes them."""

from __future__ import annotations

import random

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon.data.vision import transforms

PIXELS = np.random.RandomState(0).randint(0, 256, (30, 40, 3)).astype(np.uint8)
BATCH = np.random.RandomState(1).randint(0, 256, (2, 30, 40, 3)).astype(np.uint8)
U8 = mx.nd.array(PIXELS, dtype="uint8")
F32 = U8.astype("float32")
CHW = F32.transpose((2, 0, 1)) / 255


def test_cast_to_the_given_dtype_or_float32():
    assert transforms.Cast("float16")(U8).dtype == np.float16
    assert transforms.Cast()(U8).dtype == np.float32


@pytest.mark.parametrize("pixels", [PIXELS, BATCH])
def test_to_tensor(pixels):
    made = transforms.ToTensor()(mx.nd.array(pixels, dtype="uint8")).asnumpy()
    np.testing.assert_allclose(made, np.moveaxis(pixels, -1, -3) / np.float32(255), rtol=1e-6)


@pytest.mark.parametrize(("mean", "std"), [((0.1, 0.2, 0.3), (0.5, 0.6, 0.7)), (0.5, 0.25), (0.0, 1.0)])
def test_normalize(mean, std):
    made = transforms.Normalize(mean, std)(CHW).asnumpy()
    mean, std = (np.reshape(np.float32(value), (-1, 1, 1)) for value in (mean, std))
    np.testing.assert_allclose(made, (CHW.asnumpy() - mean) / std, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("transform", "shape", "total"),
    [  # sums of what 1.9.1 makes of the pixels
        (transforms.Resize(16), (16, 16, 3), 96670),
        (transforms.Resize(16, keep_ratio=True), (16, 21, 3), 126039),
        (transforms.Resize((16, 8)), (8, 16, 3), 47893),
        (transforms.Resize(16, interpolation=3), (16, 16, 3), 96367),
        (transforms.CropResize(1, 2, 10, 8), (8, 10, 3), 29937),
        (transforms.CropResize(1, 2, 10, 8, (5, 4), 1), (4, 5, 3), 7491),
        (transforms.CenterCrop(20), (20, 20, 3), 151177),
        (transforms.CenterCrop((20, 10)), (10, 20, 3), 75938),
        (transforms.CenterCrop(50), (50, 50, 3), 937371),
    ],
)
def test_resizing_and_cropping_give_1_9_1s_shape_and_pixels(transform, shape, total):
    made = transform(U8)
    assert (made.shape, made.dtype, int(made.asnumpy().astype(int).sum())) == (shape, np.uint8, total)


def test_resize_of_a_batch():
    batch = transforms.Resize(16)(mx.nd.array(BATCH, dtype="uint8"))
    for i in range(2):
        one = transforms.Resize(16)(mx.nd.array(BATCH[i], dtype="uint8"))
        np.testing.assert_array_equal(batch[i].asnumpy(), one.asnumpy())


@pytest.mark.parametrize("size", [12, (12, 8)])
def test_random_resized_crop(size):
    expected = (12, 12, 3) if size == 12 else (8, 12, 3)
    assert transforms.RandomResizedCrop(size)(U8).shape == expected


@pytest.mark.parametrize(
    ("transform", "axis"), [(transforms.RandomFlipLeftRight(), 1), (transforms.RandomFlipTopBottom(), 0)]
)
def test_flips_are_done_half_of_the_time(transform, axis):
    flipped = [bool((transform(U8).asnumpy() == np.flip(PIXELS, axis)).all()) for _ in range(60)]
    assert 15 <= sum(flipped) <= 45


@pytest.mark.parametrize(
    "transform",
    [
        transforms.RandomBrightness(0.2),
        transforms.RandomContrast(0.2),
        transforms.RandomSaturation(0.2),
        transforms.RandomHue(0.2),
        transforms.RandomColorJitter(0.1, 0.1, 0.1, 0.1),
        transforms.RandomLighting(1),
    ],
)
def test_random_colors(transform):
    made = transform(F32)
    assert (made.shape, made.dtype) == (F32.shape, np.float32)
    assert not np.array_equal(made.asnumpy(), transform(F32).asnumpy())
    assert transform(U8).dtype == np.uint8
    with pytest.raises(mx.MXNetError):
        transform(mx.nd.array(BATCH, dtype="uint8"))


def test_brightness_stays_within_its_reach():
    factors = [float((transforms.RandomBrightness(0.2)(F32).sum() / F32.sum()).asscalar()) for _ in range(40)]
    assert min(factors) >= 0.799
    assert max(factors) <= 1.201
    assert max(factors) - min(factors) > 0.2


@pytest.mark.parametrize("transform", [transforms.Rotate(30), transforms.RandomRotation((-10, 10))])
def test_rotations_take_float32(transform):
    assert transform(CHW).shape == CHW.shape
    assert transform(mx.nd.stack(CHW, CHW)).shape == (2, *CHW.shape)
    with pytest.raises(TypeError):
        transform(U8)


def test_rotate_is_imrotate():
    np.testing.assert_array_equal(
        transforms.Rotate(30, zoom_out=True)(CHW).asnumpy(), mx.image.imrotate(CHW, 30, False, True).asnumpy()
    )


@pytest.mark.parametrize(
    "arguments",
    [
        {"angle_limits": (10, -10)},
        {"angle_limits": (10, 10)},
        {"angle_limits": (1, 2, 3)},
        {"angle_limits": (-1, 1), "rotate_with_proba": 1.1},
        {"angle_limits": (-1, 1), "rotate_with_proba": -0.1},
    ],
)
def test_random_rotations_that_cannot_be(arguments):
    with pytest.raises(ValueError):
        transforms.RandomRotation(**arguments)


def test_random_rotation_that_is_never_done():
    assert transforms.RandomRotation((-1, 1), rotate_with_proba=0.0)(CHW) is CHW


def kinds(block):
    return [type(child).__name__ for child in block._children.values()]


def test_compose_puts_neighbours_into_graphs():
    resize, tensor, crop = transforms.Resize(3), transforms.ToTensor(), transforms.CenterCrop(2)
    assert kinds(transforms.Compose([resize, tensor, crop, tensor])) == ["HybridSequential", "CenterCrop", "ToTensor"]
    assert kinds(transforms.Compose([crop, tensor, resize])) == ["CenterCrop", "HybridSequential"]
    assert kinds(transforms.Compose([resize])) == ["Resize"]


def test_compose():
    steps = [transforms.Resize(16), transforms.CenterCrop(8), transforms.ToTensor(), transforms.Normalize(0.5, 0.5)]
    expected = U8
    for step in steps:
        expected = step(expected)
    composed = transforms.Compose(steps)
    np.testing.assert_allclose(composed(U8).asnumpy(), expected.asnumpy(), rtol=1e-6)
    assert composed(U8[:20]).shape == (3, 8, 8)
    assert transforms.Compose([])(U8) is U8


def test_functions_in_compose():
    assert transforms.Compose([lambda x: x[:5], transforms.ToTensor()])(U8).shape == (3, 5, 40)


@pytest.mark.parametrize(("p", "shape"), [(1, (3, 3, 3)), (0, (30, 40, 3))])
def test_random_apply(p, shape):
    random.seed(1)
    assert transforms.RandomApply(transforms.Resize(3), p)(U8).shape == shape


def test_random_apply_draws_from_python():
    apply = transforms.RandomApply(transforms.Resize(3), 0.3)
    random.seed(4)
    expected = [random.random() <= 0.3 for _ in range(20)]
    random.seed(4)
    assert [apply(U8).shape == (3, 3, 3) for _ in range(20)] == expected


def test_transforms_run_as_graphs():
    made = transforms.Normalize(0.5, 0.5)(transforms.ToTensor()(mx.sym.var("data")))
    (out,) = made.bind(mx.cpu(), {"data": U8}).forward()
    expected = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)])(U8)
    np.testing.assert_allclose(out.asnumpy(), expected.asnumpy(), rtol=1e-6)


def test_arrays_of_numpy_are_refused_by_hybrid_transforms():
    with pytest.raises(ValueError):
        transforms.ToTensor()(PIXELS)


# -- beyond 1.9.1 -------------------------------------------------------------------------------------------------


def test_crop_resize_without_an_interpolation_is_bilinear():
    made, expected = transforms.CropResize(1, 2, 10, 8, (5, 4))(U8), transforms.CropResize(1, 2, 10, 8, (5, 4), 1)(U8)
    np.testing.assert_array_equal(made.asnumpy(), expected.asnumpy())


def test_random_crop():
    assert transforms.RandomCrop(10)(U8).shape == (10, 10, 3)
    assert transforms.RandomCrop((12, 10), pad=20)(U8[:5, :5]).shape == (10, 12, 3)


def test_random_gray():
    grey = transforms.RandomGray(1)(F32).asnumpy()
    expected = PIXELS @ np.array([0.299, 0.587, 0.114])
    for channel in range(3):
        np.testing.assert_allclose(grey[:, :, channel], expected, rtol=1e-5)
    assert transforms.RandomGray(0)(U8) is U8


def test_hybrid_compose():
    made = transforms.HybridCompose([transforms.Resize(8), transforms.ToTensor()])
    assert made(U8).shape == (3, 8, 8)
    with pytest.raises(ValueError):
        transforms.HybridCompose([transforms.CenterCrop(3)])


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize(("p", "done"), [(0, False), (1, True)])
def test_hybrid_random_apply(p, done, hybridize):
    apply = transforms.HybridRandomApply(transforms.Normalize(0.5, 0.5), p)
    if hybridize:
        apply.hybridize()
    expected = transforms.Normalize(0.5, 0.5)(CHW) if done else CHW
    np.testing.assert_allclose(apply(CHW).asnumpy(), expected.asnumpy(), rtol=1e-6)
