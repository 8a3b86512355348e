"""Batches of images and boxes: the labels' layout, sizes, random changes in step with boxes, and errors."""

from __future__ import annotations

import struct
import zlib

import mxnet as mx
import numpy as np
import pytest


def encoded(pixels):
    """The bytes of a PNG file."""
    height, width, channels = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 6, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def write(path, images, labels):
    writer = mx.recordio.MXRecordIO(str(path), "w")
    for i, (image, label) in enumerate(zip(images, labels, strict=True)):
        header = mx.recordio.IRHeader(0, np.array(label, np.float32), i, 0)
        writer.write(mx.recordio.pack(header, encoded(image)))
    writer.close()
    return str(path)


LABELS = [
    [2, 5, 7, 0.25, 0.5, 0.75, 1],
    [4, 6, 8, 9, 1, 0.1, 0.2, 0.3, 0.4, 5, 2, 0.5, 0.5, 0.9, 0.9, 3],
    [2, 5, 0, 0.3, 0.3, 0.2, 0.2, 1, 0.1, 0.1, 0.9, 0.9],
]
RNG = np.random.RandomState(0)
IMAGES = [RNG.randint(0, 256, (20, 16 + 4 * i, 3)).astype("uint8") for i in range(3)]


@pytest.fixture
def records(tmp_path):
    return write(tmp_path / "a.rec", IMAGES, LABELS)


def iterator(records, **kwargs):
    parameters = {"data_shape": (3, 20, 16), "batch_size": 3, "preprocess_threads": 1, **kwargs}
    return mx.io.ImageDetRecordIter(path_imgrec=records, verbose=False, **parameters)


def first(records, **kwargs):
    batch = next(iterator(records, **kwargs))
    return batch.data[0].asnumpy(), batch.label[0].asnumpy()


#: what follows the four leading values of each row
EXPECTED = [
    [7, *LABELS[0]],
    [16, *LABELS[1]],
    [7, 2, 5, 1, 0.1, 0.1, 0.9, 0.9],
]


def rows(labels, height, width, length=16, pad=-1.0, channels=3):
    result = np.full((len(labels), 4 + length), pad, np.float32)
    for row, values in zip(result, labels, strict=True):
        row[: 3 + len(values)] = [channels, height, width, *values]
    return result


def test_labels_hold_the_images_size_and_how_many_follow(records):
    it = iterator(records)
    assert it.provide_label[0].shape == (3, 20)
    data, label = first(records)
    np.testing.assert_allclose(label, rows(EXPECTED, 20, 16), rtol=1e-6)
    np.testing.assert_array_equal(data[0], IMAGES[0].transpose(2, 0, 1))


@pytest.mark.parametrize(
    ("kwargs", "length", "pad"), [({"label_pad_width": 30}, 30, -1), ({"label_pad_value": 5}, 16, 5)]
)
def test_padding_of_labels(records, kwargs, length, pad):
    np.testing.assert_allclose(first(records, **kwargs)[1], rows(EXPECTED, 20, 16, length, pad), rtol=1e-6)


#: resize_mode, data_shape -> height and width of the first image, 20 x 16
SIZES = [
    ("force", (3, 10, 12), (10, 12)),
    ("fit", (3, 10, 12), (10, 8)),
    ("fit", (3, 50, 30), (37, 30)),
    ("shrink", (3, 10, 12), (10, 8)),
    ("shrink", (3, 50, 30), (20, 16)),
]


@pytest.mark.parametrize(("mode", "shape", "size"), SIZES)
def test_images_are_resized_as_resize_mode_says_and_the_rest_is_filled(records, mode, shape, size):
    data, label = first(records, resize_mode=mode, data_shape=shape, mean_r=10, std_r=2, scale=3)
    assert tuple(label[0, 1:3]) == size
    outside = np.ones(shape[1:], bool)
    outside[: size[0], : size[1]] = False
    assert (data[0, 0][outside] == -15).all()  # black, normalized
    assert data[0, 0][~outside].std() > 1


def test_mirrored_images_and_boxes(records):
    data, label = first(records, rand_mirror_prob=1)
    np.testing.assert_array_equal(data[0], IMAGES[0][:, ::-1].transpose(2, 0, 1))
    mirrored = [list(item) for item in EXPECTED]
    mirrored[1][6], mirrored[1][8], mirrored[1][12], mirrored[1][14] = 0.7, 0.9, 0.1, 0.5
    np.testing.assert_allclose(label, rows(mirrored, 20, 16), rtol=1e-6)


def test_images_of_four_channels(tmp_path):
    image = RNG.randint(0, 256, (8, 9, 4)).astype("uint8")
    records = write(tmp_path / "a.rec", [image], [LABELS[0]])
    data, label = first(records, data_shape=(4, 8, 9), batch_size=1, mean_a=10, std_a=2)
    np.testing.assert_array_equal(data[0, :3], image[:, :, :3].transpose(2, 0, 1))
    np.testing.assert_array_equal(data[0, 3], (image[:, :, 3] - 10.0) / 2)
    assert label[0, 0] == 4


CHANGES = [
    {"rand_crop_prob": 1, "min_crop_scales": (0.3,), "max_crop_scales": (0.9,)},
    {"rand_crop_prob": 1, "min_crop_scales": (0.4,), "min_crop_overlaps": (0.1,), "max_crop_overlaps": (0.9,)},
    {"rand_crop_prob": 1, "crop_emit_mode": "overlap", "emit_overlap_thresh": 0.6, "min_crop_scales": (0.3,)},
    {
        "rand_crop_prob": 1,
        "num_crop_sampler": 2,
        "min_crop_scales": (0.3, 0.8),
        "min_crop_aspect_ratios": (0.5,),
        "max_crop_aspect_ratios": (2,),
    },
    {"rand_pad_prob": 1, "max_pad_scale": 3},
    {
        "rand_pad_prob": 0.5,
        "max_pad_scale": 2,
        "rand_crop_prob": 0.5,
        "min_crop_scales": (0.5,),
        "rand_mirror_prob": 0.5,
    },
]


@pytest.mark.parametrize("changes", CHANGES)
def test_boxes_stay_where_their_colours_are(tmp_path, changes):
    image = np.zeros((80, 100, 3), "uint8")
    image[10:40, 5:45] = 60
    image[30:70, 55:90] = 120
    label = [2, 5, 60, 0.05, 0.125, 0.45, 0.5, 120, 0.55, 0.375, 0.9, 0.875]
    records = write(tmp_path / "a.rec", [image] * 60, [label] * 60)
    data, result = first(records, batch_size=60, data_shape=(3, 160, 200), inter_method=0, **changes)
    changed = 0
    for pixels, row in zip(data, result, strict=True):
        objects = row[6 : 4 + int(row[3])].reshape(-1, 5)
        assert len(objects)
        changed += not np.allclose(row[4 : 4 + int(row[3])], label[: int(row[3])])
        for colour, *box in objects:
            left, top, right, bottom = (v * side for v, side in zip(box, (200, 160) * 2, strict=True))
            # a pixel of the image is several here: the edges may be off by one of them
            margin_x, margin_y = min(8, (right - left) / 2), min(8, (bottom - top) / 2)
            inside = pixels[
                0, int(top + margin_y) : int(bottom - margin_y), int(left + margin_x) : int(right - margin_x)
            ]
            assert (inside == colour).all()
    assert changed > 20


def test_scales_of_crops_are_uniform(tmp_path):
    ramp = np.zeros((100, 100, 3), "uint8")
    ramp[:, :, 0], ramp[:, :, 1] = np.arange(100), np.arange(100)[:, None]
    records = write(tmp_path / "a.rec", [ramp] * 300, [[2, 5, 1, 0.0, 0.0, 1.0, 1.0]] * 300)
    kwargs = {"rand_crop_prob": 1, "crop_emit_mode": "overlap", "emit_overlap_thresh": 0.0}
    data, _ = first(records, batch_size=300, data_shape=(3, 50, 50), inter_method=0, min_crop_scales=(0.5,), **kwargs)
    widths = data[:, 0, 0, -1] - data[:, 0, 0, 0]
    assert 47 <= widths.min() < 53
    assert 94 < widths.max() <= 99
    assert abs(np.median(widths) - 73.5) < 4


def test_the_same_seed_gives_the_same(records):
    changes = {
        "rand_crop_prob": 0.5,
        "rand_pad_prob": 0.5,
        "max_pad_scale": 2,
        "max_random_hue": 9,
        "random_hue_prob": 1,
    }
    one, two = (first(records, seed=3, **changes) for _ in range(2))
    np.testing.assert_array_equal(one[0], two[0])
    np.testing.assert_array_equal(one[1], two[1])


def test_a_image_without_objects_is_given_and_cut(tmp_path):
    records = write(tmp_path / "a.rec", IMAGES[:1] * 8, [[2, 5, 0, 0.3, 0.2, 0.1, 0.4]] * 8)
    bounds = {"min_crop_scales": (0.3,), "max_crop_scales": (0.5,), "min_crop_overlaps": (0.1,)}
    data, label = first(records, batch_size=8, rand_crop_prob=1, **bounds)
    np.testing.assert_array_equal(label, rows([[2, 2, 5]] * 8, 20, 16, 7))
    assert len({array.tobytes() for array in data}) > 4


def test_colours_change_by_their_probabilities(tmp_path):
    grey = np.full((4, 4, 3), 100, "uint8")
    records = write(tmp_path / "a.rec", [grey] * 200, [LABELS[0]] * 200)
    data, _ = first(records, batch_size=200, data_shape=(3, 4, 4), random_contrast_prob=0.5, max_random_contrast=0.3)
    values = data[:, 0, 0, 0]
    assert 70 < (values != 100).sum() < 130
    assert 70 <= values.min() < 75
    assert 125 < values.max() <= 130
    data, _ = first(
        records, batch_size=200, data_shape=(3, 4, 4), random_illumination_prob=1, max_random_illumination=40
    )
    assert 60 <= data.min() < 65
    assert 135 < data.max() <= 140


def test_labels_of_a_list(records, tmp_path):
    listing = tmp_path / "a.lst"
    listing.write_text("".join(f"{i}\t2\t5\t{i}\t0.1\t0.2\t0.3\t0.4\tx.png\n" for i in range(3)))
    _, label = first(records, path_imglist=str(listing))
    np.testing.assert_allclose(label, rows([[7, 2, 5, i, 0.1, 0.2, 0.3, 0.4] for i in range(3)], 20, 16, 7), rtol=1e-6)


def test_epochs_continue_behind_what_filled_the_last_batch(records):
    it = iterator(records, batch_size=2)
    assert [(b.pad, b.index.tolist()) for b in it] == [(0, [0, 1]), (1, [2, 0])]
    it.reset()
    assert [(b.pad, b.index.tolist()) for b in it] == [(0, [1, 2])]


@pytest.mark.parametrize(
    "kwargs",
    [
        {"label_pad_width": 10},
        {"label_width": 7},
        {"dtype": "uint8"},
        {"data_shape": (2, 8, 8)},
        {"inter_method": 7},
        {"resize_mode": "other"},
        {"num_parts": 2, "part_index": 2},
        {"min_crop_scales": (0.5,), "max_crop_scales": (0.4,), "rand_crop_prob": 1},
        {"max_crop_scales": (1.4,), "rand_crop_prob": 1},
        {"min_crop_aspect_ratios": (2,), "rand_crop_prob": 1},
        {"num_crop_sampler": 3, "min_crop_scales": (0.1, 0.2), "rand_crop_prob": 1},
    ],
)
def test_what_does_not_fit(records, kwargs):
    with pytest.raises(mx.MXNetError):
        iterator(records, **kwargs)


@pytest.mark.parametrize("label", [[1.0], [2, 5, 1], [2, 5, 1, 0.1, 0.1, 0.2], [2, 6, *range(7)]])
def test_labels_that_are_none(tmp_path, label):
    records = write(tmp_path / "a.rec", IMAGES[:1], [label])
    with pytest.raises(mx.MXNetError):
        first(records, batch_size=1)
