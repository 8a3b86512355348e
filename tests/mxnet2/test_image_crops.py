"""MXNet 2's crops of images: operators, and transforms that run in graphs."""

from __future__ import annotations

import pickle

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon.data.vision import transforms

PIXELS = np.arange(6 * 8 * 3, dtype="uint8").reshape(6, 8, 3)


@pytest.fixture
def image(v2):
    return mx.np.array(PIXELS, dtype="uint8")


@pytest.mark.parametrize(("at", "x", "y"), [(0, 0, 0), (1, 4, 3), (0.5, 2, 1)])
def test_the_limits_of_a_random_crop(image, at, x, y):
    part = mx.npx.image.random_crop(image, xrange=(at, at), yrange=(at, at), width=4, height=3)
    np.testing.assert_array_equal(part.asnumpy(), PIXELS[y : y + 3, x : x + 4])


@pytest.mark.parametrize(("name", "attributes", "message"), [
    ("random_crop", {"xrange": (0, 2)}, "xrange"),
    ("random_crop", {"yrange": (1, 0)}, "yrange"),
    ("random_crop", {"width": -1}, "width and height"),
    ("random_resized_crop", {"ratio": (0, 1)}, "ratio"),
])  # fmt: skip
def test_crops_refuse_what_is_no_range(image, name, attributes, message):
    with pytest.raises(mx.MXNetError, match=message):
        getattr(mx.npx.image, name)(image, **{"width": 2, "height": 2, **attributes})


def test_a_part_that_never_fits_is_the_middle(image):
    part = mx.npx.image.random_resized_crop(image, width=4, height=3, area=(4, 4), ratio=(1, 1))
    np.testing.assert_array_equal(part.asnumpy(), PIXELS[1:4, 2:6])


def test_without_the_switch_the_name_is_that_of_mx_image():
    assert mx.npx.image.random_crop is mx.image.random_crop


CROPS = {
    "center": lambda: transforms.CenterCrop((4, 3)),
    "enlarged": lambda: transforms.CenterCrop((16, 12)),
    "random": lambda: transforms.RandomCrop((4, 3), pad=2, pad_value=7),
    "four": lambda: transforms.RandomCrop(4, pad=(1, 2, 3, 4)),
    "resized": lambda: transforms.RandomResizedCrop(4),
    "gray": lambda: transforms.RandomGray(0.5),
}


@pytest.mark.parametrize("name", CROPS)
def test_transforms_run_in_a_graph(image, name):
    transform = CROPS[name]()
    assert isinstance(transform, mx.gluon.HybridBlock)
    composed = transforms.HybridCompose([transform, transforms.ToTensor()])
    expected = transform(image)
    assert composed(image).shape == (3, *expected.shape[:2])
    assert pickle.loads(pickle.dumps(transform))(image).shape == expected.shape


@pytest.mark.parametrize("name", CROPS)
def test_without_the_switch_they_are_no_hybrid_blocks(name):
    assert not isinstance(CROPS[name](), mx.gluon.HybridBlock)


@pytest.mark.parametrize(("pad", "pad_value"), [(1, 0), ((1, 1, 1, 1), 5)])
def test_padding(image, pad, pad_value):
    result = transforms.RandomCrop((10, 8), pad=pad, pad_value=pad_value)(image).asnumpy()
    expected = np.pad(PIXELS, ((1, 1), (1, 1), (0, 0)), constant_values=pad_value)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(("p", "expected"), [(0, [0, 1, 2]), (1, [0.8967, 1.761, 0.342])])
def test_gray_has_the_numbers_of_2_0(image, p, expected):
    for _ in range(2):
        transform = transforms.RandomGray(p)
        np.testing.assert_allclose(transform(image)[0, 0].asnumpy(), expected, rtol=1e-5)
        transform.hybridize()


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize(("name", "axis"), [("RandomFlipLeftRight", 1), ("RandomFlipTopBottom", 0)])
def test_the_probability_of_a_flip(image, name, axis, hybridize):
    for p, expected in ((1, np.flip(PIXELS, axis)), (0, PIXELS)):
        flip = getattr(transforms, name)(p)
        flip.hybridize(hybridize)
        np.testing.assert_array_equal(flip(image).asnumpy(), expected)
