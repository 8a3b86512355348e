"""Augmenters and the iterator for detection: boxes stay in step with images; values are those of 1.9.1."""

from __future__ import annotations

import random
import struct
import warnings
import zlib

import mxnet as mx
import numpy as np
import pytest

I = mx.image
LABEL = np.array([[0, 0.1, 0.2, 0.3, 0.6], [1, 0.4, 0.4, 0.9, 0.9], [2, 0.05, 0.05, 0.1, 0.1]])


def scene(seed, height=90, width=120, count=4):
    """A black image with boxes, each of its own colour, that do not touch; and their rows."""
    rng = np.random.RandomState(seed)
    image, rows = np.zeros((height, width, 3), "uint8"), []
    for i in range(count):
        left, top = i * (width // count) + rng.randint(1, 5), rng.randint(1, height // 2)
        w, h = rng.randint(8, width // count - 6), rng.randint(8, height // 2)
        image[top : top + h, left : left + w] = 50 * (i + 1)
        rows.append([i, left / width, top / height, (left + w) / width, (top + h) / height])
    return mx.nd.array(image, dtype="uint8"), np.array(rows)


AUGMENTERS = [
    lambda: I.DetHorizontalFlipAug(0.5),
    lambda: I.DetRandomCropAug(0.1, (0.5, 2), (0.1, 0.9), 0.3, 50),
    lambda: I.DetRandomCropAug(0.9, (0.75, 1.33), (0.3, 1), 0.5, 50),
    lambda: I.DetRandomPadAug((0.5, 2), (1, 3), 50, (9, 9, 9)),
    lambda: I.CreateMultiRandCropAugmenter([0.1, 0.5, 0.9], (0.5, 2), (0.1, 1)),
]


@pytest.mark.parametrize("make", AUGMENTERS)
def test_boxes_stay_where_their_colours_are(make):
    augmenter, changed = make(), 0
    for seed in range(25):
        random.seed(seed)
        image, label = scene(seed)
        result, rows = augmenter(image, label.copy())
        pixels, (height, width) = result.asnumpy(), result.shape[:2]
        changed += rows.shape != label.shape or not np.array_equal(rows, label)
        assert len(rows)
        for number, *box in rows:
            left, top, right, bottom = (round(v * side) for v, side in zip(box, (width, height) * 2, strict=True))
            inside = pixels[top:bottom, left:right, 0] == 50 * (number + 1)
            assert inside.all()
            assert inside.size
            if len(rows) == len(label):  # nothing was cut off: the colour is nowhere else
                assert (pixels[:, :, 0] == 50 * (number + 1)).sum() == inside.size
    assert changed > 5


#: augmenter, seed -> what 1.9.1 makes of LABEL in an image of 100 x 200
DRAWN = [
    (
        I.DetHorizontalFlipAug(0.5),
        1,
        (100, 200),
        [[0, 0.7, 0.2, 0.9, 0.6], [1, 0.1, 0.4, 0.6, 0.9], [2, 0.9, 0.05, 0.95, 0.1]],
    ),
    (I.DetRandomCropAug(), 0, (81, 100), [[0, 0, 0.2346, 0.27, 0.7284], [1, 0.47, 0.4815, 1, 1]]),
    (I.DetRandomCropAug(), 1, (43, 36), [[0, 0, 0.093, 0.8333, 1]]),
    (I.DetRandomCropAug(), 3, (39, 40), [[0, 0.425, 0, 1, 0.5641]]),
    (I.DetRandomCropAug(0.9, (0.5, 2), (0.3, 0.6), 0.3, 5), 1, (83, 103), [[1, 0, 0.3012, 0.9417, 0.9036]]),
    (I.DetRandomCropAug(0.9, (0.5, 2), (0.3, 0.6), 0.3, 5), 0, (100, 200), LABEL),
    (I.DetRandomCropAug(0.1, (3, 4), (0.9, 1)), 2, (100, 200), LABEL),
    (
        I.DetRandomPadAug(),
        0,
        (209, 259),
        [[0, 0.0849, 0.3493, 0.2394, 0.5407], [1, 0.3166, 0.445, 0.7027, 0.6842], [2, 0.0463, 0.2775, 0.0849, 0.3014]],
    ),
    (
        I.DetRandomPadAug((0.5, 2), (1, 1.5), 5),
        3,
        (146, 205),
        [[0, 0.1171, 0.1644, 0.3122, 0.4384], [1, 0.4098, 0.3014, 0.8976, 0.6438], [2, 0.0683, 0.0616, 0.1171, 0.0959]],
    ),
]


@pytest.mark.parametrize(("augmenter", "seed", "size", "rows"), DRAWN)
def test_what_is_drawn(augmenter, seed, size, rows):
    random.seed(seed)
    image, label = augmenter(mx.nd.zeros((100, 200, 3), dtype="uint8"), LABEL.copy())
    assert image.shape[:2] == size
    np.testing.assert_allclose(label, rows, atol=5e-5)


def test_padding_is_filled():
    random.seed(0)
    result, _ = I.DetRandomPadAug(pad_val=(1, 2, 3))(mx.nd.zeros((10, 20, 3), dtype="uint8"), LABEL.copy())
    pixels = result.asnumpy().reshape(-1, 3)
    assert {tuple(item) for item in pixels.tolist()} == {(0, 0, 0), (1, 2, 3)}
    assert (pixels == 0).all(1).sum() == 200


def test_a_choice_is_skipped_as_often_as_said():
    choice, blank = I.DetRandomSelectAug([I.DetHorizontalFlipAug(1)], 0.3), mx.nd.zeros((2, 2, 3))
    random.seed(0)
    kept = sum(choice(blank, LABEL.copy())[0] is blank for _ in range(400))
    assert 90 < kept < 150
    assert I.DetRandomSelectAug([]).skip_prob == 1


def test_borrowed_augmenters_leave_rows_alone():
    label = LABEL.copy()
    result, rows = I.DetBorrowAug(I.CastAug("float64"))(mx.nd.zeros((2, 2, 3)), label)
    assert result.dtype == np.float64
    assert rows is label


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: I.DetBorrowAug(3), TypeError),
        (lambda: I.DetBorrowAug(I.DetHorizontalFlipAug(0.5)), TypeError),
        (lambda: I.DetRandomSelectAug([I.CastAug()]), ValueError),
        (lambda: I.DetRandomCropAug(area_range="a"), AssertionError),
        (lambda: I.DetRandomPadAug(pad_val="a"), AssertionError),
        (lambda: I.CreateMultiRandCropAugmenter([0.1, 0.2], [(1, 1), (1, 1), (1, 1)]), AssertionError),
        (lambda: I.CreateDetAugmenter((3, 8, 8), mean=[1, 2, 3]), AssertionError),
        (lambda: I.DetAugmenter()(1, 2), NotImplementedError),
    ],
)
def test_what_cannot_be_made(make, error):
    with pytest.raises(error):
        make()


def test_dumps_of_detection_augmenters_is_the_json_of_1_9_1():
    crop = (
        '["detrandomcropaug", {"min_object_covered": 0.1, "aspect_ratio_range": [1, 2], "area_range": [0.05, 1.0], '
        '"min_eject_coverage": 0.3, "max_attempts": 50}]'
    )
    assert I.DetRandomCropAug(aspect_ratio_range=(1, 2)).dumps() == crop
    assert I.CreateMultiRandCropAugmenter(aspect_ratio_range=(1, 2)).dumps() == ["detrandomselectaug", [crop]]
    assert I.DetBorrowAug(I.CastAug()).dumps() == ["detborrowaug", '["castaug", {"type": "float32"}]']
    assert I.DetRandomPadAug(2, 3, 4, 5).dumps() == (
        '["detrandompadaug", {"aspect_ratio_range": [2, 2], "area_range": [3, 3], "max_attempts": 4, "pad_val": 5}]'
    )


def test_created_list():
    result = I.CreateDetAugmenter(
        (3, 24, 32),
        resize=10,
        rand_crop=0.3,
        rand_pad=0.4,
        rand_gray=0.1,
        rand_mirror=True,
        mean=True,
        brightness=0.1,
        pca_noise=0.1,
        hue=0.1,
        min_object_covered=[0.1, 0.2],
    )
    inner = [type(getattr(item, "augmenter", item)).__name__ for item in result]
    assert " ".join(inner) == (
        "ResizeAug DetRandomSelectAug DetHorizontalFlipAug DetRandomSelectAug ForceResizeAug CastAug ColorJitterAug"
        " HueJitterAug LightingAug RandomGrayAug ColorNormalizeAug"
    )
    assert [item.skip_prob for item in result[1:4:2]] == [0.7, 0.6]
    assert [item.min_object_covered for item in result[1].aug_list] == [0.1, 0.2]
    assert result[3].aug_list[0].area_range == (1.0, 3.0)


def encoded(pixels):
    """The bytes of a PNG file."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


@pytest.fixture
def folder(tmp_path):
    """Five images of one to three objects, as files and as records."""
    writer = mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    lines = []
    for i in range(5):
        image, rows = scene(i, count=1 + i % 3)
        flat = np.concatenate(([3, 5, 99], rows.ravel()))
        (tmp_path / f"{i}.png").write_bytes(encoded(image.asnumpy()))
        writer.write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, flat, i, 0), encoded(image.asnumpy())))
        lines.append("\t".join([str(i), *map(str, flat), f"{i}.png"]) + "\n")
    writer.close()
    (tmp_path / "a.lst").write_text("".join(lines))
    return str(tmp_path)


def records(folder, batch=2, **kwargs):
    return I.ImageDetIter(batch, (3, 24, 32), path_imgrec=folder + "/a.rec", path_imgidx=folder + "/a.idx", **kwargs)


@pytest.mark.parametrize("listed", [False, True])
def test_batches(folder, listed):
    if listed:
        it = I.ImageDetIter(2, (3, 24, 32), path_imglist=folder + "/a.lst", path_root=folder)
    else:
        it = records(folder)
    assert it.label_shape == (3, 5)
    assert it.provide_label == [("label", (2, 3, 5))]
    batches = list(it)
    assert [b.pad for b in batches] == [0, 0, 1]
    numbers = [0, 1, 2, 3, 4, 0]
    labels = np.concatenate([b.label[0].asnumpy() for b in batches])
    for i, result in zip(numbers, labels, strict=True):
        _, rows = scene(i, count=1 + i % 3)
        np.testing.assert_allclose(result[: len(rows)], rows, rtol=1e-6)
        assert (result[len(rows) :] == -1).all()
    assert batches[0].data[0].shape == (2, 3, 24, 32)


def test_augmented_batches_keep_their_objects(folder):
    random.seed(1)
    it = records(folder, batch=5, rand_crop=0.5, rand_pad=0.5, rand_mirror=True, inter_method=0, shuffle=True)
    for _ in range(4):
        for batch in it:
            for image, rows in zip(batch.data[0].asnumpy(), batch.label[0].asnumpy(), strict=True):
                for number, *box in rows[rows[:, 0] >= 0]:
                    x, y = (int((box[i] + box[i + 2]) / 2 * side) for i, side in ((0, 32), (1, 24)))
                    assert image[0, y, x] == 50 * (number + 1)
        it.reset()


#: flat labels -> rows, or the error
PARSED = [
    ([2, 5, 0, 0.1, 0.2, 0.3, 0.4], 1),
    ([4, 5, 9, 9, 0, 0.1, 0.2, 0.3, 0.4], 1),
    ([2, 6, 0, 0.1, 0.2, 0.3, 0.4, 1], 1),
    ([2, 5, 0, 0.1, 0.2, 0.3, 0.4, 1, 0.5, 0.5, 0.4, 0.6], 1),
    ([2, 5, 0, -0.1, 0.2, 1.3, 0.4], 1),
    ([2, 5], RuntimeError),
    ([2, 5, 0, 0.1, 0.2, 0.3], RuntimeError),
    ([1, 5, 0, 0.1, 0.2, 0.3, 0.4], RuntimeError),
    ([2, 4, 0, 0.1, 0.2, 0.3, 7], RuntimeError),
    ([2, 5, 0, 0.3, 0.2, 0.1, 0.4], RuntimeError),
    ([2, 5, 0, 0.1, 0.2, 0.3, 0.4, 9], RuntimeError),
]


@pytest.mark.parametrize(("flat", "expected"), PARSED)
def test_flat_labels_give_a_shape_or_are_refused(folder, flat, expected):
    def label_shape():
        return I.ImageDetIter(1, (3, 8, 8), imglist=[[flat, "0.png"]], path_root=folder).label_shape

    if isinstance(expected, int):
        assert label_shape() == (expected, flat[1])
    else:
        with pytest.raises(expected):
            label_shape()


def test_reshape(folder):
    it = records(folder)
    it.reshape(label_shape=(7, 5))
    assert next(it).label[0].shape == (2, 7, 5)
    it.reshape(data_shape=(3, 8, 9))
    assert it.provide_data == [("data", (2, 3, 8, 9))]
    for shapes in ({"label_shape": (2, 5)}, {"label_shape": (7, 6)}, {"label_shape": (7,)}, {"data_shape": (1, 8, 8)}):
        with pytest.raises(ValueError):
            it.reshape(**shapes)


def test_label_shapes_of_two_iterators(folder):
    one, other = records(folder), records(folder)
    other.reshape(label_shape=(9, 5))
    assert one.sync_label_shape(other) is other
    assert one.provide_label == other.provide_label == [("label", (2, 9, 5))]
    with pytest.raises(AssertionError):
        one.sync_label_shape(3)


def test_ranges_that_hold_nothing():
    for make in (lambda: I.DetRandomCropAug(area_range=(0.5, 0.1)), lambda: I.DetRandomPadAug(area_range=(0.5, 1))):
        # 1.9.1 fails to warn, with a TypeError
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            try:
                augmenter = make()
            except TypeError:
                continue
        assert not augmenter.enabled
        image = mx.nd.zeros((9, 9, 3))
        assert augmenter(image, LABEL)[0] is image


def test_a_record_with_one_number_as_label_is_an_mxnet_error(tmp_path):
    record = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    record.write(mx.recordio.pack_img((0, 3.0, 0, 0), np.zeros((4, 4, 3), "uint8"), img_fmt=".png"))
    record.close()
    with pytest.raises(mx.MXNetError, match="labels: expected two numbers"):
        I.ImageDetIter(1, (3, 4, 4), path_imgrec=str(tmp_path / "a.rec"))


@pytest.mark.parametrize("label", [1.0, [1.0, 2.0], np.zeros((2, 2)), mx.nd.zeros((1,))])
def test_labels_of_other_kinds_are_an_mxnet_error(label):
    iterator = I.ImageDetIter.__new__(I.ImageDetIter)
    with pytest.raises(mx.MXNetError, match="labels: expected two numbers"):
        iterator._parse_label(label)
