"""pack and unpack: image records' headers, as MXNet 1.9.1 writes them; and images in them."""

from __future__ import annotations

import pathlib
import pickle
import struct

import mxnet as mx
import numpy as np
import pytest

DATA = pathlib.Path(__file__).parents[1] / "data" / "records"
Header = mx.recordio.IRHeader


@pytest.mark.parametrize("label", [1, 2.5, np.float32(3), np.int64(4)])
def test_number_as_label(label):
    packed = mx.recordio.pack(Header(7, label, 11, 13), b"body")
    assert packed == struct.pack("<IfQQ", 0, label, 11, 13) + b"body"
    assert mx.recordio.unpack(packed) == (Header(0, float(label), 11, 13), b"body")


@pytest.mark.parametrize("label", [[1, 2], (1, 2, 3), np.array([1.5, 2]), np.array(5.0), [[1, 2], [3, 4]]])
def test_several_labels(label):
    flat = np.float32(label).ravel()
    packed = mx.recordio.pack(Header(7, label, 11, 13), b"body")
    assert packed == struct.pack(f"<IfQQ{flat.size}f", flat.size, 0, 11, 13, *flat) + b"body"
    header, body = mx.recordio.unpack(packed)
    assert header.label.dtype == np.float32
    assert (header.flag, header.label.tolist(), body) == (flat.size, flat.tolist(), b"body")


@pytest.mark.parametrize("header", [(0, 1, 2, 3), [0, 1, 2, 3]])
def test_header_may_be_a_tuple(header):
    assert mx.recordio.pack(header, b"z") == struct.pack("<IfQQ", 0, 1, 2, 3) + b"z"


@pytest.mark.parametrize("number", [-1, 2**64])
def test_numbers_that_do_not_fit(number):
    with pytest.raises(struct.error):
        mx.recordio.pack((0, 1, number, 0), b"")


def test_text_is_no_body():
    with pytest.raises(TypeError):
        mx.recordio.pack((0, 1, 2, 3), "text")


def test_too_few_bytes():
    with pytest.raises(struct.error):
        mx.recordio.unpack(b"short")
    with pytest.raises(ValueError):
        mx.recordio.unpack(struct.pack("<IfQQ", 100, 0, 0, 0) + b"abcd")


# -- what the reference environment cannot run: it has no OpenCV ---------------------------------------------------


def test_label_may_be_an_array_of_ours():
    packed = mx.recordio.pack((0, mx.nd.array([1, 2]), 0, 0), b"")
    assert mx.recordio.unpack(packed)[0].label.tolist() == [1, 2]


def photo(key, iscolor=-1):
    reader = mx.recordio.MXIndexedRecordIO(str(DATA / "photos.idx"), str(DATA / "photos.rec"), "r")
    return mx.recordio.unpack_img(reader.read_idx(key), iscolor)


@pytest.mark.parametrize("key", [0, 6])
def test_unpack_img(key):
    header, image = photo(key)
    assert header.id == key
    assert (image.dtype, image.ndim) == (np.uint8, 3)
    assert photo(key, 0)[1].shape == image.shape[:2]


def test_png_comes_back_as_it_was():
    _, image = photo(1)
    header, again = mx.recordio.unpack_img(mx.recordio.pack_img((0, 5, 6, 0), image, 3, ".png"))
    np.testing.assert_array_equal(again, image)
    assert header == Header(0, 5, 6, 0)


@pytest.mark.parametrize("kind", [".jpg", ".JPEG"])
def test_jpeg_comes_back_nearly(kind):
    _, image = photo(6)
    sizes = []
    for quality in (95, 30):
        packed = mx.recordio.pack_img((0, 5, 6, 0), image, quality, kind)
        sizes.append(len(packed))
        again = mx.recordio.unpack_img(packed)[1].astype(float)
        assert abs(again - image).mean() < (4 if quality == 95 else 12)
    assert sizes[1] < sizes[0] / 2


def test_what_cannot_be_decoded_is_none():
    for body in (b"", b"no image"):
        assert mx.recordio.unpack_img(mx.recordio.pack((0, 1, 2, 3), body))[1] is None


@pytest.mark.parametrize("image", [np.zeros((0, 0, 3), np.uint8), np.zeros((2, 2, 7), np.uint8)])
def test_what_cannot_be_encoded_raises(image):
    with pytest.raises(AssertionError):
        mx.recordio.pack_img((0, 1, 2, 3), image)


def test_headers_are_pickled():
    header = Header(0, 1.0, 2, 3)
    assert pickle.loads(pickle.dumps(header)) == header
