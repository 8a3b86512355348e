"""Batches of images from record files: the order of samples, random changes, threads and errors."""

from __future__ import annotations

import cv2
import mxnet as mx
import numpy as np
import pytest


def write_records(path, images, labels=None, fmt=".png"):
    writer = mx.recordio.MXIndexedRecordIO(str(path.with_suffix(".idx")), str(path), "w")
    for i, image in enumerate(images):
        label = float(i) if labels is None else labels[i]
        writer.write_idx(i, mx.recordio.pack_img(mx.recordio.IRHeader(0, label, i, 0), image, 9, fmt))
    writer.close()
    return str(path)


@pytest.fixture
def records(tmp_path):
    rng = np.random.RandomState(0)
    return write_records(tmp_path / "a.rec", [rng.randint(0, 256, (12, 10, 3)).astype("uint8") for _ in range(7)])


def iterator(records, **kwargs):
    parameters = {"data_shape": (3, 8, 8), "batch_size": 3, "preprocess_threads": 2, **kwargs}
    return mx.io.ImageRecordIter(path_imgrec=records, **parameters)


def labels(it):
    return [batch.label[0].asnumpy().astype(int).tolist() for batch in it]


def test_the_last_batch_borrows_from_the_next_epoch(records):
    it = iterator(records)
    assert labels(it) == [[0, 1, 2], [3, 4, 5], [6, 0, 1]]
    it.reset()
    assert labels(it) == [[2, 3, 4], [5, 6, 0]]
    it.reset()
    assert labels(it) == [[1, 2, 3], [4, 5, 6]]


def test_without_rounding_the_rest_is_zeros_and_counted(records):
    it = iterator(records, round_batch=False)
    batches = list(it)
    assert [b.pad for b in batches] == [0, 0, 2]
    assert batches[-1].label[0].asnumpy().tolist() == [6, 0, 0]
    assert not batches[-1].data[0][1:].asnumpy().any()
    it.reset()
    assert labels(it) == [[0, 1, 2], [3, 4, 5], [6, 0, 0]]


def test_a_reset_in_the_middle_begins_a_new_epoch(records):
    it = iterator(records)
    next(it)
    it.reset()
    assert labels(it)[0] == [0, 1, 2]


@pytest.mark.parametrize("indexed", [False, True])
def test_shuffling_gives_every_record_once_in_a_new_order(records, indexed):
    index = {"path_imgidx": records.replace(".rec", ".idx")} if indexed else {}
    it = iterator(records, shuffle=True, seed=3, batch_size=7, **index)
    orders = []
    for _ in range(4):
        (order,) = labels(it)
        orders.append(tuple(order))
        it.reset()
    assert all(sorted(order) == list(range(7)) for order in orders)
    assert len(set(orders)) > 1
    again = iterator(records, shuffle=True, seed=3, batch_size=7, **index)
    assert tuple(labels(again)[0]) == orders[0]


def test_parts_hold_every_record_once(records):
    result = [i for part in range(3) for (i,) in labels(iterator(records, batch_size=1, num_parts=3, part_index=part))]
    assert result == list(range(7))


def test_the_number_of_threads_changes_nothing(records):
    changes = {"rand_crop": True, "rand_mirror": True, "max_rotate_angle": 20, "random_h": 10, "brightness": 0.3}
    one, four = (
        [b.data[0].asnumpy() for b in iterator(records, preprocess_threads=n, seed_aug=5, **changes)] for n in (1, 4)
    )
    np.testing.assert_array_equal(one, four)


def test_random_crops_and_mirrors_reach_every_place(tmp_path):
    image = np.arange(12, dtype="uint8").reshape(3, 4, 1).repeat(3, 2)
    records = write_records(tmp_path / "a.rec", [image] * 400)
    it = iterator(records, data_shape=(1, 2, 2), batch_size=400, rand_crop=True, rand_mirror=True)
    corners, counts = np.unique(next(it).data[0].asnumpy()[:, 0, 0, 0], return_counts=True)
    # upper left corners of 2 x 3 places, each plain or mirrored
    assert corners.tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    expected = np.array([1, 2, 2, 1, 1, 2, 2, 1]) / 12 * 400
    assert ((counts - expected) ** 2 / expected).sum() < 24.3  # chi-square, 7 degrees of freedom, 1 in 1000


def test_random_contrast_and_illumination_are_uniform(tmp_path):
    records = write_records(tmp_path / "a.rec", [np.full((4, 4, 3), 100, "uint8")] * 500)
    it = iterator(records, data_shape=(3, 4, 4), batch_size=500, max_random_illumination=10)
    values = next(it).data[0].asnumpy()[:, 0, 0, 0] - 100
    assert -10 <= values.min() < -9
    assert 9 < values.max() <= 10
    assert abs(values.mean()) < 1
    it = iterator(records, data_shape=(3, 4, 4), batch_size=500, max_random_contrast=0.5)
    values = next(it).data[0].asnumpy()[:, 0, 0, 0]
    assert 50 <= values.min() < 55
    assert 145 < values.max() <= 150


@pytest.mark.parametrize(
    "changes",
    [
        {"brightness": 0.5},
        {"contrast": 0.5},
        {"saturation": 0.5},
        {"pca_noise": 0.3},
        {"random_h": 30},
        {"random_s": 40},
        {"random_l": 40},
        {"random_resized_crop": True, "min_random_area": 0.3, "max_aspect_ratio": 0.3},
        {"max_crop_size": 9, "min_crop_size": 5, "rand_crop": True},
        {"max_rotate_angle": 40},
        {"max_shear_ratio": 0.3},
        {"max_random_scale": 1.4, "min_random_scale": 0.9},
        {"max_aspect_ratio": 0.3},
    ],
)
def test_random_changes_differ_from_image_to_image(tmp_path, changes):
    image = np.random.RandomState(1).randint(0, 256, (12, 10, 3)).astype("uint8")
    records = write_records(tmp_path / "a.rec", [image] * 20)
    images = next(iterator(records, batch_size=20, **changes)).data[0].asnumpy()
    assert images.shape == (20, 3, 8, 8)
    assert len({image.tobytes() for image in images}) > 10
    assert images.min() >= 0
    assert images.max() <= 255


@pytest.mark.parametrize("size", [(8, 8), (6, 16), (20, 9)])
def test_where_no_crop_fits_the_middle_is_cut(records, size):
    whole = {"random_resized_crop": True, "min_random_area": 1, "max_aspect_ratio": 1, "min_aspect_ratio": 1}
    cut, middle = (next(iterator(records, data_shape=(3, *size), **more)).data[0] for more in (whole, {}))
    np.testing.assert_array_equal(cut.asnumpy(), middle.asnumpy())


def test_labels_of_a_list_replace_those_of_the_records(records, tmp_path):
    listing = tmp_path / "a.lst"
    listing.write_text("".join(f"{i}\t{i + 0.5}\t{2 * i}\tsome image.png\n" for i in range(7)))
    it = iterator(records, path_imglist=str(listing), label_width=2)
    assert next(it).label[0].asnumpy().tolist() == [[0.5, 0], [1.5, 2], [2.5, 4]]
    it = iterator(records, path_imglist=str(listing))
    assert next(it).label[0].asnumpy().tolist() == [0.5, 1.5, 2.5]
    with pytest.raises(mx.MXNetError, match="line 1: expected 3 labels"):
        iterator(records, path_imglist=str(listing), label_width=3)


def test_labels_of_several_numbers(tmp_path):
    image = np.zeros((8, 8, 3), "uint8")
    records = write_records(tmp_path / "a.rec", [image] * 2, [np.array([1, 2, 3]), np.array([4, 5, 6])])
    it = iterator(records, label_width=3, batch_size=2)
    assert it.provide_label[0].shape == (2, 3)
    assert next(it).label[0].asnumpy().tolist() == [[1, 2, 3], [4, 5, 6]]
    with pytest.raises(mx.MXNetError, match=r"a\.rec', record 0: expected 1 labels .*, got 3"):
        iterator(records, batch_size=2)


def test_a_record_without_a_image_is_named(tmp_path):
    path = tmp_path / "a.rec"
    writer = mx.recordio.MXRecordIO(str(path), "w")
    _, good = cv2.imencode(".jpg", np.zeros((8, 8, 3), "uint8"))
    for i, body in enumerate([good.tobytes(), b"no image"]):
        writer.write(mx.recordio.pack(mx.recordio.IRHeader(0, 0, i, 0), body))
    writer.close()
    with pytest.raises(mx.MXNetError, match=r"a\.rec', record 1: no image"):
        list(iterator(str(path), batch_size=1))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"data_shape": (2, 8, 8)}, "data_shape"),
        ({"data_shape": (4, 8, 8)}, "4 channels"),
        ({"label_width": 0}, "label_width"),
        ({"data_shape": (8, 8)}, "data_shape"),
        ({"dtype": "float64"}, "dtype"),
        ({"part_index": 1}, "part_index"),
        ({"batch_size": 20}, "bigger than the batch size"),
        ({"inter_method": 7, "resize": 20}, "inter_method"),
        ({"max_crop_size": 100, "min_crop_size": 100}, "max_crop_size"),
        ({"mean_img": "/nowhere/mean.bin"}, "mean.bin"),
    ],
)
def test_what_does_not_fit_is_said(records, changes, message):
    with pytest.raises((mx.MXNetError, OSError), match=message):
        list(iterator(records, **changes))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(mx.MXNetError, match=r"missing\.rec"):
        iterator(str(tmp_path / "missing.rec"))


def test_only_so_many_batches_are_made_ahead(records):
    it = iterator(records, batch_size=1, prefetch_buffer=2)
    next(it)
    next(it)
    assert len(it.handle._coming) <= 2


#: parameter -> the red of two halves of an image, as 1.9.1 mixes them at the ends of the parameter's range
MIXED = [("contrast", (168, 56), (232, 24)), ("saturation", (173, 51), (227, 29))]


@pytest.mark.parametrize(("parameter", "least", "most"), MIXED)
def test_colours_are_mixed_as_1_9_1_does(tmp_path, parameter, least, most):
    image = np.zeros((8, 8, 3), "uint8")
    image[:4], image[4:] = (60, 120, 200), (90, 80, 40)
    records = write_records(tmp_path / "a.rec", [image] * 300)
    result = next(iterator(records, batch_size=300, **{parameter: 0.3})).data[0].asnumpy()[:, 0, (0, -1), 0]
    shares = result[:, 0] - result[:, 1]
    np.testing.assert_allclose(result[shares.argmin()], least, atol=2)
    np.testing.assert_allclose(result[shares.argmax()], most, atol=2)


def test_shifts_of_hsl_are_rarer_at_the_ends(tmp_path):
    records = write_records(tmp_path / "a.rec", [np.full((8, 8, 3), 128, "uint8")] * 1000)
    shifts = next(iterator(records, batch_size=1000, random_l=100)).data[0].asnumpy()[:, 0, 0, 0] - 128
    assert abs(shifts).max() < 100
    middle, ends = (abs(shifts) < 60).mean(), (abs(shifts) > 80).mean()
    assert 0.70 < middle < 0.80  # 0.75; evenly distributed they would be 0.6
    assert 0.03 < ends < 0.10  # 0.0625


@pytest.mark.parametrize("name", ["{0}/a.rec;{0}/b.rec", r"{0}/[ab]\.rec"])
def test_several_files(tmp_path, name):
    for letter, numbers in (("a", range(4)), ("b", range(4, 7))):
        images = [np.full((8, 8, 3), i, "uint8") for i in numbers]
        write_records(tmp_path / f"{letter}.rec", images, [float(i) for i in numbers])
    paths = name.format(tmp_path)
    assert labels(iterator(paths, batch_size=7)) == [list(range(7))]
    result = [i for part in range(3) for (i,) in labels(iterator(paths, batch_size=1, num_parts=3, part_index=part))]
    assert result == list(range(7))
    assert sorted(labels(iterator(paths, batch_size=7, shuffle=True))[0]) == list(range(7))


def test_images_with_opacity(tmp_path):
    image = np.random.RandomState(0).randint(0, 256, (8, 8, 4)).astype("uint8")
    records = write_records(tmp_path / "a.rec", [image])
    kwargs = {"data_shape": (4, 8, 8), "batch_size": 1}
    data = next(iterator(records, mean_a=10, std_a=2, **kwargs)).data[0].asnumpy()[0]
    np.testing.assert_array_equal(data[:3], image[:, :, 2::-1].transpose(2, 0, 1))
    np.testing.assert_array_equal(data[3], (image[:, :, 3] - 10.0) / 2)
    changed = next(iterator(records, random_h=20, brightness=0.5, **kwargs)).data[0].asnumpy()[0]
    np.testing.assert_array_equal(changed[3], image[:, :, 3])
    assert (changed[:3] != data[:3]).any()


def test_a_image_that_is_cut_off_is_given_as_far_as_it_goes(tmp_path):
    rows = np.random.RandomState(0).randint(0, 256, (8, 8, 3)).astype("uint8")
    _, whole = cv2.imencode(".jpg", cv2.resize(rows, (64, 64), interpolation=cv2.INTER_NEAREST))
    path = str(tmp_path / "a.rec")
    writer = mx.recordio.MXRecordIO(path, "w")
    for i, length in enumerate((len(whole), len(whole) - 2, len(whole) * 2 // 3)):
        writer.write(mx.recordio.pack(mx.recordio.IRHeader(0, 0.0, i, 0), whole.tobytes()[:length]))
    writer.close()
    whole, ended, cut = next(iterator(path, data_shape=(3, 64, 64))).data[0].asnumpy()
    np.testing.assert_array_equal(whole, ended)
    np.testing.assert_allclose(whole[:, :12], cut[:, :12], atol=3)
    assert (whole[:, -16:] != cut[:, -16:]).any()


#: of ten records: the parts that 1.9.1 makes with an index
PARTS = {
    3: [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]],
    4: [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]],
    5: [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]],
}


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("count", PARTS)
def test_parts_by_an_index_have_as_many_records(tmp_path, count, shuffle):
    rng = np.random.RandomState(0)
    path = write_records(tmp_path / "a.rec", [rng.randint(0, 256, (8 + i, 8, 3)).astype("uint8") for i in range(10)])
    index = path.replace(".rec", ".idx")
    for part, expected in enumerate(PARTS[count]):
        it = iterator(path, path_imgidx=index, batch_size=1, num_parts=count, part_index=part, shuffle=shuffle)
        assert sorted(label for batch in labels(it) for label in batch) == expected


@pytest.mark.parametrize(("changes", "same"), [({"seed_aug": 3}, True), ({"seed": 3}, False), ({}, False)])
def test_whether_images_are_changed_alike_in_each_epoch(records, changes, same):
    """As in 1.9.1."""
    it = iterator(records, rand_crop=True, rand_mirror=True, batch_size=7, shuffle=True, **changes)
    epochs = []
    for _ in range(2):
        (batch,) = it
        data, order = batch.data[0].asnumpy(), batch.label[0].asnumpy().argsort()
        epochs.append(data[order])
        it.reset()
    assert (epochs[0] == epochs[1]).all() == same
