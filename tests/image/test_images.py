"""mx.image: images decoded, resized, cut and turned, as MXNet 1.9.1 does it."""

from __future__ import annotations

import hashlib
import pathlib
import random

import mxnet as mx
import numpy as np
import pytest

DATA = pathlib.Path(__file__).parents[1] / "data" / "records"


def photo(key):
    reader = mx.recordio.MXIndexedRecordIO(str(DATA / "photos.idx"), str(DATA / "photos.rec"), "r")
    return mx.recordio.unpack(reader.read_idx(key))[1]


#: what 1.9.1 draws, random_crop and random_size_crop by turns, after the seeds 0, 1, 2, 3
BOXES = [
    (197, 107, 30, 20),
    (124, 103, 96, 73),
    (68, 145, 30, 20),
    (115, 30, 137, 138),
    (28, 23, 30, 20),
    (188, 103, 107, 88),
    (121, 151, 30, 20),
    (77, 3, 180, 194),
]


def digest(image):
    values = np.ascontiguousarray(image.asnumpy())
    return values.shape, values.dtype.name, hashlib.sha1(values.tobytes()).hexdigest()[:10]


#: number of the photo, keywords -> what MXNet 1.9.1 makes of it; 0 is a PNG, 6 a JPEG
DECODED = [
    (0, {}, ((24, 32, 3), "uint8", "23cfe541f3")),
    (0, {"flag": 0}, ((24, 32, 1), "uint8", "4607436f4b")),
    (0, {"to_rgb": 0}, ((24, 32, 3), "uint8", "c00df26678")),
    (6, {}, ((128, 160, 3), "uint8", "e181974229")),
    (6, {"flag": 0}, ((128, 160, 1), "uint8", "e3a6583248")),
    (6, {"to_rgb": False}, ((128, 160, 3), "uint8", "a736bf3fea")),
    (7, {}, ((128, 160, 3), "uint8", "b3dbb54e41")),
]


@pytest.mark.parametrize(("key", "kwargs", "expected"), DECODED)
def test_decoded_and_read_to_the_pixel(tmp_path, key, kwargs, expected):
    assert digest(mx.image.imdecode(photo(key), **kwargs)) == expected
    (tmp_path / "image").write_bytes(photo(key))
    assert digest(mx.image.imread(str(tmp_path / "image"), **kwargs)) == expected


@pytest.mark.parametrize("kind", [bytes, bytearray, lambda b: np.frombuffer(b, np.uint8)])
def test_what_bytes_may_be(kind):
    assert mx.image.imdecode(kind(photo(0))).shape == (24, 32, 3)


@pytest.mark.parametrize("value", ["text", [1, 2]])
def test_what_bytes_may_not_be(value):
    with pytest.raises(ValueError):
        mx.image.imdecode(value)


@pytest.mark.parametrize("content", [b"", b"no image", photo(4)[:1000]])
def test_what_is_no_image(tmp_path, content):
    with pytest.raises(mx.MXNetError):
        mx.image.imdecode(content)
    (tmp_path / "image.jpg").write_bytes(content)
    with pytest.raises(mx.MXNetError):
        mx.image.imread(str(tmp_path / "image.jpg"))


def test_file_that_is_not_there(tmp_path):
    with pytest.raises(mx.MXNetError, match=r"none\.jpg"):
        mx.image.imread(str(tmp_path / "none.jpg"))


@pytest.fixture
def image():
    return mx.image.imdecode(photo(6))


def test_imresize(image):
    assert digest(mx.image.imresize(image, 11, 7)) == ((7, 11, 3), "uint8", "2c2cc3c9bf")
    with pytest.raises(mx.MXNetError):
        mx.image.imresize(image, 0, 7)


def test_resize_short(image):
    assert mx.image.resize_short(image, 16).shape == (16, 20, 3)
    assert mx.image.resize_short(image.transpose((1, 0, 2)), 16).shape == (20, 16, 3)


@pytest.mark.parametrize(
    ("source", "size", "expected"),
    [
        ((640, 480), (720, 120), (640, 106)),
        ((360, 1000), (480, 500), (360, 375)),
        ((10, 10), (5, 5), (5, 5)),
        ((10, 20), (15, 15), (10, 10)),
        ((30, 20), (20, 40), (10, 20)),
    ],
)
def test_scale_down(source, size, expected):
    assert mx.image.scale_down(source, size) == expected


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda image: mx.image.scale_down((60, 40), (2,)), ValueError),
        (lambda image: mx.image.center_crop(image, (1, 2, 3)), ValueError),
        (lambda image: mx.image.random_crop(image, "a"), ValueError),
        (lambda image: mx.image.center_crop(image, 2.5), TypeError),
        (lambda image: mx.image.random_size_crop(image, (5, 4), (0.5,), (1, 1)), IndexError),
        (lambda image: mx.image.random_size_crop(image, (5, 4), (0.1, 1), []), IndexError),
    ],
)
def test_a_pair_of_another_length_is_the_error_of_mxnet(image, call, error):
    with pytest.raises(error):
        call(image)


def test_fixed_crop(image):
    part = mx.image.fixed_crop(image, 3, 4, 10, 12)
    np.testing.assert_array_equal(part.asnumpy(), image.asnumpy()[4:16, 3:13])
    assert mx.image.fixed_crop(image, 3, 4, 10, 12, size=(5, 6)).shape == (6, 5, 3)


def test_fixed_crop_outside_of_the_image():
    image = mx.nd.arange(72).reshape((4, 6, 3))
    np.testing.assert_array_equal(mx.image.fixed_crop(image, -3, 0, 2, 2).asnumpy(), image[:2, 3:5].asnumpy())
    for x, y in ((-1, 0), (7, 0), (0, 4)):
        with pytest.raises(mx.MXNetError, match=rf"2 x 2 pixels from column {x}, row {y} on are not within .* 6 x 4"):
            mx.image.fixed_crop(image, x, y, 2, 2)


def test_center_crop(image):
    part, box = mx.image.center_crop(image, (11, 8))
    assert box == (74, 60, 11, 8)
    np.testing.assert_array_equal(part.asnumpy(), image.asnumpy()[60:68, 74:85])
    part, box = mx.image.center_crop(image[:20, :30], (50, 10))
    assert (part.shape, box) == ((10, 50, 3), (0, 7, 30, 6))


def test_crops_are_drawn_from_pythons_generator():
    blank, boxes = mx.nd.zeros((200, 300, 3)), []
    for seed in range(4):
        random.seed(seed)
        boxes.append(mx.image.random_crop(blank, (30, 20))[1])
        boxes.append(mx.image.random_size_crop(blank, (30, 20), (0.08, 1), (0.75, 4 / 3))[1])
    assert boxes == BOXES


def test_area_may_be_a_number():
    for seed in range(10):
        random.seed(seed)
        _, (_, _, w, h) = mx.image.random_size_crop(mx.nd.zeros((200, 300, 3)), (30, 20), 0.5, (1, 1))
        assert w * h >= 0.49 * 200 * 300


def test_what_never_fits_is_the_middle():
    part, box = mx.image.random_size_crop(mx.nd.zeros((20, 30, 3)), (8, 9), (1, 1), (5, 5))
    assert (part.shape, box) == ((9, 8, 3), (11, 5, 8, 9))


def test_old_name_of_area():
    blank = mx.nd.zeros((20, 30, 3))
    assert mx.image.random_size_crop(blank, (8, 9), area=1, ratio=(1, 1), min_area=0.3)[0].shape == (9, 8, 3)
    with pytest.raises(AssertionError):
        mx.image.random_size_crop(blank, (8, 9), 0.5, (1, 1), unknown=3)


def test_color_normalize_writes_into_the_image():
    image = mx.nd.array([[[3.0, 6.0, 11.0]]])
    result = mx.image.color_normalize(image, mx.nd.array([1, 2, 3]), mx.nd.array([2, 4, 8]))
    assert result.asnumpy().tolist() == [[[1, 1, 1]]]
    assert image.asnumpy().tolist() == [[[1, 1, 1]]]


@pytest.mark.parametrize(
    ("interp", "sizes", "expected"),
    [
        (1, (), 1),
        (9, (), 2),
        (9, (10, 10, 20, 20), 2),
        (9, (20, 20, 10, 10), 3),
        (9, (20, 10, 10, 20), 1),
        (9, (10, 10, 10, 10), 1),
        (9, (10, 20, 10, 30), 1),
    ],
)
def test_interpolation_by_sizes(interp, sizes, expected):
    assert mx.image.image._get_interp_method(interp, sizes) == expected


@pytest.mark.parametrize("interp", [-1, 5, 11])
def test_unknown_interpolation(interp):
    with pytest.raises(ValueError):
        mx.image.image._get_interp_method(interp)


PLANE = np.zeros((1, 3, 3), np.float32)
PLANE[0, 1, 2] = 1


@pytest.mark.parametrize(("angle", "place"), [(0, (1, 2)), (90, (0, 1)), (180, (1, 0)), (270, (2, 1)), (-90, (2, 1))])
def test_imrotate(angle, place):
    expected = np.zeros_like(PLANE)
    expected[(0, *place)] = 1
    np.testing.assert_allclose(mx.image.imrotate(mx.nd.array(PLANE), angle).asnumpy(), expected, atol=1e-6)


@pytest.mark.parametrize(
    ("zoom", "total"), [({}, 1473.594), ({"zoom_in": True}, 1774.0973), ({"zoom_out": True}, 760.3890)]
)
def test_imrotate_zooms_as_1_9_1_does(zoom, total):
    # sums of what 1.9.1 gives
    pixels = np.random.RandomState(0).randint(0, 256, (30, 40, 3)).astype(np.float32)
    turned = mx.image.imrotate(mx.nd.array(pixels.transpose(2, 0, 1) / 255), 30, **zoom)
    assert float(turned.asnumpy().sum()) == pytest.approx(total, abs=1e-3)


def test_an_angle_for_each_image():
    batch = mx.nd.array(np.stack([PLANE, PLANE]))
    turned = mx.image.imrotate(batch, mx.nd.array([90, 180])).asnumpy()
    for i, angle in enumerate((90, 180)):
        np.testing.assert_allclose(turned[i], mx.image.imrotate(batch[i], angle).asnumpy(), atol=1e-6)


@pytest.mark.parametrize(
    ("source", "angle", "kwargs", "error"),
    [
        (mx.nd.ones((2, 1, 3, 3)), mx.nd.array([30]), {}, ValueError),
        (mx.nd.ones((1, 3, 3)), mx.nd.array([30]), {}, TypeError),
        (mx.nd.ones((1, 3, 3), dtype="float64"), 3, {}, TypeError),
        (np.ones((1, 3, 3), np.float32), 3, {}, TypeError),
        (mx.nd.ones((3, 3)), 3, {}, ValueError),
        (mx.nd.ones((1, 3, 3)), 3, {"zoom_in": True, "zoom_out": True}, ValueError),
    ],
)
def test_what_cannot_be_turned(source, angle, kwargs, error):
    with pytest.raises(error):
        mx.image.imrotate(source, angle, **kwargs)


def test_random_rotate_draws_from_numpy():
    for images, size in ((mx.nd.array(PLANE), None), (mx.nd.array(np.stack([PLANE, PLANE])), 2)):
        np.random.seed(1)
        turned = mx.image.random_rotate(images, (-90, 90)).asnumpy()
        np.random.seed(1)
        angles = np.random.uniform(-90, 90, size=size)
        expected = mx.image.imrotate(images, angles if size is None else mx.nd.array(angles)).asnumpy()
        np.testing.assert_allclose(turned, expected, atol=1e-6)
