"""Augmenters: how they are written down, what they draw, and what they make of an image; values are those of 1.9.1."""

from __future__ import annotations

import random

import mxnet as mx
import numpy as np
import pytest

I = mx.image
EIGENVALUES = [55.46, 4.794, 1.148]
PIXELS = np.random.RandomState(0).randint(0, 256, (6, 8, 3)).astype("float32")


def seeded(seed=3):
    random.seed(seed)
    np.random.seed(seed)


DESCRIBED = [
    (I.Augmenter(a=1, b=mx.nd.array([1, 2]), c=(1, 2)), '["augmenter", {"a": 1, "b": [1.0, 2.0], "c": [1, 2]}]'),
    (I.ResizeAug(10), '["resizeaug", {"size": 10, "interp": 2}]'),
    (I.ForceResizeAug((10, 12), 3), '["forceresizeaug", {"size": [10, 12], "interp": 3}]'),
    (I.RandomCropAug((5, 6)), '["randomcropaug", {"size": [5, 6], "interp": 2}]'),
    (
        I.RandomSizedCropAug((5, 6), (0.1, 1), (0.75, 1.5), 1),
        '["randomsizedcropaug", {"size": [5, 6], "area": [0.1, 1], "ratio": [0.75, 1.5], "interp": 1}]',
    ),
    (I.CenterCropAug((5, 6)), '["centercropaug", {"size": [5, 6], "interp": 2}]'),
    (I.BrightnessJitterAug(0.3), '["brightnessjitteraug", {"brightness": 0.3}]'),
    (I.ContrastJitterAug(0.3), '["contrastjitteraug", {"contrast": 0.3}]'),
    (I.SaturationJitterAug(0.3), '["saturationjitteraug", {"saturation": 0.3}]'),
    (I.HueJitterAug(0.3), '["huejitteraug", {"hue": 0.3}]'),
    (I.ColorJitterAug(0, 0.2, 0), ["colorjitteraug", ['["contrastjitteraug", {"contrast": 0.2}]']]),
    (
        I.LightingAug(0.1, np.array([1.0, 2.0, 3.0]), np.eye(3)[:1]),
        '["lightingaug", {"alphastd": 0.1, "eigval": [1.0, 2.0, 3.0], "eigvec": [[1.0, 0.0, 0.0]]}]',
    ),
    (I.ColorNormalizeAug(np.array([1, 2, 3.5]), None), '["colornormalizeaug", {"mean": [1.0, 2.0, 3.5], "std": null}]'),
    (I.RandomGrayAug(0.3), '["randomgrayaug", {"p": 0.3}]'),
    (I.HorizontalFlipAug(0.5), '["horizontalflipaug", {"p": 0.5}]'),
    (I.CastAug(), '["castaug", {"type": "float32"}]'),
    (I.SequentialAug([I.CastAug()]), ["sequentialaug", ['["castaug", {"type": "float32"}]']]),
    (I.RandomOrderAug([]), ["randomorderaug", []]),
]


@pytest.mark.parametrize(("augmenter", "expected"), DESCRIBED, ids=lambda x: type(x).__name__)
def test_dumps_is_the_json_of_1_9_1(augmenter, expected):
    assert augmenter.dumps() == expected


#: the augmenter, and the first pixels that 1.9.1 makes after the seed 3
COLOURS = [
    (I.BrightnessJitterAug(0.3), [144.95795, 39.610603, 98.60512]),
    (I.ContrastJitterAug(0.3), [164.2366, 58.88926, 117.88377]),
    (I.SaturationJitterAug(0.3), [159.47812, 54.130768, 113.12528]),
    (I.HueJitterAug(0.3), [168.95648, 62.25454, 46.46449]),
    (I.LightingAug(0.1, np.array(EIGENVALUES), np.eye(3)), [181.91974, 47.209263, 117.01108]),
    (I.ColorNormalizeAug(np.array([1, 2, 3.0]), np.array([2, 2, 2.0])), [85.5, 22.5, 57]),
    (I.RandomGrayAug(0.9), [78.15, 78.15, 78.15]),
    (I.RandomGrayAug(0.1), [172, 47, 117]),
    (I.HorizontalFlipAug(0.9), [39, 87, 174]),
    (I.HorizontalFlipAug(0.1), [172, 47, 117]),
    (I.RandomCropAug((5, 4)), [193, 9, 185]),
    (I.CenterCropAug((5, 4)), [25, 77, 72]),
    (I.RandomSizedCropAug((5, 4), 0.08, (0.75, 1.3), 1), None),
    (I.ResizeAug(3, 1), None),
    (I.ForceResizeAug((4, 3), 3), [119.25, 68, 151.25]),
]


@pytest.mark.parametrize(("augmenter", "expected"), COLOURS, ids=lambda x: type(x).__name__)
def test_what_is_drawn_and_made(augmenter, expected):
    seeded()
    result = augmenter(mx.nd.array(PIXELS))
    assert result.dtype == np.float32
    if expected is not None:
        np.testing.assert_allclose(result.asnumpy().ravel()[:3], expected, rtol=1e-5)
    seeded()
    np.testing.assert_array_equal(augmenter(mx.nd.array(PIXELS)).asnumpy(), result.asnumpy())


def test_colour_jitter_takes_an_order_then_three_amounts():
    augmenter = I.ColorJitterAug(0.1, 0.2, 0.3)
    seeded()
    result = augmenter(mx.nd.array(PIXELS)).asnumpy()
    np.testing.assert_allclose(result.ravel()[:3], [178.5177, 49.466064, 121.73498], rtol=1e-5)
    assert [type(item).__name__[:4] for item in augmenter.ts] == ["Cont", "Satu", "Brig"]


@pytest.mark.parametrize("seed", range(5))
def test_colours_keep_grey_grey(seed):
    seeded(seed)
    grey = mx.nd.full((4, 5, 3), 90)
    for augmenter in (I.HueJitterAug(0.5), I.SaturationJitterAug(0.5), I.ContrastJitterAug(0.5), I.RandomGrayAug(1)):
        np.testing.assert_allclose(augmenter(grey.copy()).asnumpy(), 90, rtol=0.02)


def test_a_sequence_and_a_random_order():
    seeded()
    flips = [I.HorizontalFlipAug(1), I.CastAug("float64")]
    result = I.SequentialAug(flips)(mx.nd.array(PIXELS))
    assert result.dtype == np.float64
    np.testing.assert_array_equal(result.asnumpy(), PIXELS[:, ::-1])
    order = I.RandomOrderAug(list(flips))
    np.testing.assert_array_equal(order(mx.nd.array(PIXELS)).asnumpy(), PIXELS[:, ::-1])
    assert set(order.ts) == set(flips)


def test_an_augmenter_says_what_it_lacks():
    with pytest.raises(NotImplementedError):
        I.Augmenter()(mx.nd.array(PIXELS))
    with pytest.raises(AssertionError):
        I.RandomSizedCropAug((3, 4), 0.1, (1, 1), unknown=2)


ALL = {
    "resize": 20,
    "rand_crop": True,
    "rand_resize": True,
    "rand_mirror": True,
    "mean": True,
    "std": True,
    "brightness": 0.1,
    "contrast": 0.1,
    "saturation": 0.1,
    "hue": 0.1,
    "pca_noise": 0.1,
    "rand_gray": 0.1,
}
CREATED = [
    ({}, "CenterCropAug CastAug"),
    ({"resize": 30}, "ResizeAug CenterCropAug CastAug"),
    ({"rand_crop": True}, "RandomCropAug CastAug"),
    ({"rand_crop": True, "rand_resize": True}, "RandomSizedCropAug CastAug"),
    ({"brightness": 0.1}, "CenterCropAug CastAug ColorJitterAug"),
    ({"std": np.array([1, 2, 3.0])}, "CenterCropAug CastAug ColorNormalizeAug"),
    (
        ALL,
        "ResizeAug RandomSizedCropAug HorizontalFlipAug CastAug ColorJitterAug HueJitterAug LightingAug RandomGrayAug "
        "ColorNormalizeAug",
    ),
]


@pytest.mark.parametrize(("kwargs", "expected"), CREATED)
def test_created_lists(kwargs, expected):
    result = I.CreateAugmenter((3, 24, 32), **kwargs)
    assert " ".join(type(item).__name__ for item in result) == expected


def test_a_created_list_makes_the_shape():
    seeded()
    for seed in range(5):
        random.seed(seed)
        image = mx.nd.array(np.random.randint(0, 256, (40, 50, 3)), dtype="uint8")
        for augmenter in I.CreateAugmenter((3, 24, 32), inter_method=10, **ALL):
            image = augmenter(image)
        assert image.shape == (24, 32, 3)
        assert abs(image.asnumpy()).max() < 4


@pytest.mark.parametrize("kwargs", [{"rand_resize": True}, {"mean": [1, 2, 3]}, {"std": np.zeros(2)}, {"mean": False}])
def test_lists_that_cannot_be_created(kwargs):
    with pytest.raises(AssertionError):
        I.CreateAugmenter((3, 24, 32), **kwargs)
