"""``gluon.contrib.data.vision``: loaders of images, and transforms of images with boxes.

Numbers are those that MXNet 2.0.0b1 gives, unless a test says otherwise.
"""

import cv2
import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon.contrib.data import vision
from mxnet.gluon.contrib.data.vision.dataloader import BboxLabelTransform, create_bbox_augment
from mxnet.gluon.contrib.data.vision.transforms import bbox
from mxnet.gluon.contrib.data.vision.transforms.bbox import utils

_BOXES = np.array([[1, 2, 5, 8, 0.5], [-1, -2, 30, 40, 1], [4, 4, 4, 4, 2]], "float32")
_WHOLE = np.array([[1, 2, 5, 8], [10, 20, 30, 40]])


@pytest.fixture(params=["classic", "numpy"])
def array(request):
    """Give a function that makes arrays of each interface."""
    if request.param == "classic":
        yield mx.nd.array
        return
    mx.npx.set_np()
    yield mx.np.array
    mx.npx.reset_np()


@pytest.mark.parametrize(
    ("crop_box", "allowed", "expected"),
    [
        (None, True, _BOXES),
        ((None,) * 4, True, _BOXES),
        ((0, 0, 6, 6), True, [[1, 2, 5, 6, 0.5], [0, 0, 6, 6, 1]]),
        ((0, 0, 6, 6), False, [[1, 2, 5, 6, 0.5]]),
        ((2, 3, 6, 6), False, [[0, 0, 3, 5, 0.5]]),
        ((2, 3, None, 6), True, [[0, 0, 3, 5, 0.5], [0, 0, 28, 6, 1]]),
        ((2, 3, 0, 0), True, [[0, 0, 3, 5, 0.5], [0, 0, 28, 37, 1]]),
    ],
)
def test_boxes_are_cut_off(crop_box, allowed, expected):
    before = _BOXES.copy()
    result = utils.bbox_crop(_BOXES, crop_box, allowed)
    np.testing.assert_array_equal(result, expected)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(_BOXES, before)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: utils.bbox_flip(_WHOLE, (20, 30)), _WHOLE),
        (lambda: utils.bbox_flip(_WHOLE, (20, 30), True), [[15, 2, 19, 8], [-10, 20, 10, 40]]),
        (lambda: utils.bbox_flip(_WHOLE, (20, 30), True, True), [[15, 22, 19, 28], [-10, -10, 10, 10]]),
        (lambda: utils.bbox_flip(_BOXES, (20, 30), False, True)[0], [1, 22, 5, 28, 0.5]),
        (lambda: utils.bbox_resize(_WHOLE, (10, 10), (7, 5)), [[0.7, 1, 3.5, 4], [7, 10, 21, 20]]),
        (lambda: utils.bbox_resize(_BOXES, (10, 10), (20, 5))[0], [2, 1, 10, 4, 0.5]),
        (lambda: utils.bbox_translate(_WHOLE, 1), [[2, 2, 6, 8], [11, 20, 31, 40]]),
        (lambda: utils.bbox_translate(_BOXES, 1.5, 2)[0], [2.5, 4, 6.5, 10, 0.5]),
        (lambda: utils.bbox_translate(_WHOLE, 0.5)[0], [1.5, 2, 5.5, 8]),  # an error of NumPy in 2.0
        (lambda: utils.bbox_iou(_WHOLE, _BOXES), [[1, 0.01843318, 0], [0, 0.30721966, 0]]),
        (lambda: utils.bbox_iou(_BOXES, _BOXES), [[1, 0.01843318, 0], [0.01843318, 1, 0], [0, 0, np.nan]]),
        (lambda: utils.bbox_iou(_BOXES, _BOXES, 1), [[1, 0.02543605, 0], [0.02543605, 1, 0], [0, 0, 0]]),
        (lambda: utils.bbox_xywh_to_xyxy(_WHOLE), [[1, 2, 5, 9], [10, 20, 39, 59]]),
        (lambda: utils.bbox_xywh_to_xyxy((1, 2, 0, 0.5)), (1, 2, 1, 2)),
        (lambda: utils.bbox_xyxy_to_xywh(_WHOLE), [[1, 2, 5, 7], [10, 20, 21, 21]]),
        (lambda: utils.bbox_xyxy_to_xywh([1, 2, 5, 8]), (1, 2, 5, 7)),
        (lambda: utils.bbox_clip_xyxy((-1, 2, 5, 8), 4, 4), (0, 2, 3, 3)),
        # a row of all numbers in 2.0
        (lambda: utils.bbox_clip_xyxy(_WHOLE, 8, 8.5), [[1, 2, 5, 7.5], [7, 7.5, 7, 7.5]]),
    ],
)
def test_functions_of_boxes(call, expected):
    np.testing.assert_allclose(call(), expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: utils.bbox_crop(_BOXES, (1, 2, 3)), ValueError),
        (lambda: utils.bbox_crop(_BOXES[:, :3]), IndexError),
        (lambda: utils.bbox_flip(_BOXES, (1,)), ValueError),
        (lambda: utils.bbox_flip(_BOXES, 3), TypeError),
        (lambda: utils.bbox_resize(_BOXES, (1, 2), (3,)), ValueError),
        (lambda: utils.bbox_iou(_WHOLE[:, :3], _BOXES), IndexError),
        (lambda: utils.bbox_clip_xyxy((1, 2, 3), 4, 4), IndexError),
        (lambda: utils.bbox_clip_xyxy(_BOXES, 4, 4), IndexError),
        (lambda: utils.bbox_xywh_to_xyxy(3), TypeError),
        (lambda: utils.bbox_xyxy_to_xywh("abcd"), TypeError),
        (lambda: utils.bbox_random_crop_with_constraints(_WHOLE, (20,)), ValueError),
        (lambda: utils.bbox_random_crop_with_constraints(_WHOLE[:, :3], (20, 20)), IndexError),
        (lambda: bbox.ImageBboxCrop((1, 1, 3)), AssertionError),
        (lambda: bbox.ImageBboxCrop((1, 1, 3, 0)), AssertionError),
        (lambda: bbox.ImageBboxCrop((-1, 1, 3, 2)), AssertionError),
        (lambda: BboxLabelTransform()(mx.nd.zeros((4, 4, 3)), mx.nd.array([2, 5, 1, 1, 1])), ValueError),
        (lambda: BboxLabelTransform()(mx.nd.zeros((4, 4, 3)), mx.nd.array([0, 5, 1, 1, 1, 1, 1])), ValueError),
        (lambda: BboxLabelTransform()(mx.nd.zeros((4, 4, 3)), mx.nd.array([2, 4, 1, 1, 1, 1, 1])), ValueError),
        (lambda: BboxLabelTransform()(mx.nd.zeros((4, 4, 3)), mx.nd.array([2, 5, 1, 1, 1, 1, 1, 1])), ValueError),
        (lambda: vision.create_image_augment((3, 4, 4), rand_resize=True), AssertionError),
        (lambda: vision.create_image_augment((3, 4, 4), mean=[1, 2]), AssertionError),
        (lambda: vision.ImageDataLoader(2, (3, 4, 4)), AssertionError),
        (lambda: vision.ImageDataLoader(2, (3, 4, 4), imglist=3), AssertionError),
        (lambda: vision.ImageDataLoader(2, (3, 4, 4), imglist=[], dtype="float16"), AssertionError),
        (lambda: vision.ImageDataLoader(2, (3, 4, 4), imglist=[], nosuch=3), TypeError),
        (lambda: vision.ImageDataLoader(2, (3, 4, 4), imglist=[], aug_list=3), ValueError),
        (lambda: vision.ImageDataLoader(2, (3, 4, 4), imglist=[], num_parts=2, part_index=2), AssertionError),
        (lambda: vision.ImageDataLoader(2, (3, 4, 4), path_imglist="nosuch"), FileNotFoundError),
        (lambda: vision.ImageDataLoader(2, (3, 4, 4), path_imgrec="nosuch"), mx.MXNetError),
        (lambda: vision.ImageBboxDataLoader(2, (3, 4, 4)), AssertionError),
    ],
)
def test_what_is_wrong_is_refused(call, error):
    with pytest.raises(error):
        call()


def test_parts_show_enough_of_the_boxes():
    boxes = np.array([[5.0, 6, 20, 30, 1], [40, 30, 60, 38, 2]])
    kinds = set()
    for _ in range(200):
        seen, (left, top, width, height) = utils.bbox_random_crop_with_constraints(boxes, (60, 40))
        assert 0 <= left < left + width <= 60
        assert 0 <= top < top + height <= 40
        assert 0.25 < (width / 60) / (height / 40) < 4
        assert width * height >= 0.08 * 2400
        expected = utils.bbox_crop(boxes, (left, top, width, height), False)
        np.testing.assert_array_equal(seen, expected)
        kinds.add((width, height) == (60, 40))
        assert len(seen) >= 1
    assert kinds == {True, False}


def test_no_part_but_all_of_the_image():
    for constraints in ((), ((2, 3),)):
        seen, part = utils.bbox_random_crop_with_constraints(_WHOLE, (50, 60), constraints=constraints)
        assert part == (0, 0, 50, 60)
        np.testing.assert_array_equal(seen, _WHOLE)
    _, part = utils.bbox_random_crop_with_constraints(np.zeros((0, 4)), (50, 60), max_scale=0.5)
    assert part[2] < 50


def _image():
    return np.arange(48, dtype="uint8").reshape(4, 4, 3)


_TWO = [[0, 0, 2, 3, 7], [1, 1, 4, 4, 8]]


@pytest.mark.parametrize(
    ("transform", "image", "boxes"),
    [
        (bbox.ImageBboxRandomFlipLeftRight(0), _image(), _TWO),
        (bbox.ImageBboxRandomFlipLeftRight(1), _image()[:, ::-1], [[2, 0, 4, 3, 7], [0, 1, 3, 4, 8]]),
        (bbox.ImageBboxCrop((1, 1, 2, 2)), _image()[1:3, 1:3], [[0, 0, 1, 2, 7], [0, 0, 2, 2, 8]]),
        (bbox.ImageBboxCrop((1, 1, 4, 2)), _image(), _TWO),
        # 2.0 leaves out parts that reach an image's end
        (bbox.ImageBboxCrop((1, 1, 3, 3)), _image()[1:, 1:], [[0, 0, 1, 2, 7], [0, 0, 3, 3, 8]]),
        (bbox.ImageBboxRandomCropWithConstraints(0), _image(), _TWO),
        (bbox.ImageBboxRandomCropWithConstraints(1, constraints=()), _image(), _TWO),
        (bbox.bbox.ImageBboxRandomExpand(1, 1), _image(), _TWO),
        (bbox.bbox.ImageBboxRandomExpand(0), _image(), _TWO),
        (bbox.ImageBboxResize(4, 4, -1), _image(), _TWO),
    ],
)
def test_images_and_boxes_change_together(transform, image, boxes, array):
    given = array(_TWO, dtype="float32")
    changed, moved = transform(array(_image(), dtype="uint8"), given)
    np.testing.assert_array_equal(changed.asnumpy(), image)
    np.testing.assert_array_equal(moved.asnumpy(), boxes)
    assert type(moved) is type(given)
    assert changed.dtype == np.uint8
    np.testing.assert_array_equal(given.asnumpy(), _TWO)  # 2.0 writes into it
    _, of_numpy = transform(array(_image(), dtype="uint8"), np.array(_TWO, "float32"))
    assert isinstance(of_numpy, np.ndarray)
    np.testing.assert_array_equal(of_numpy, boxes)


def test_resized_boxes(array):
    image, boxes = bbox.ImageBboxResize(8, 2)(array(_image(), dtype="uint8"), array(_TWO, dtype="float32"))
    assert image.shape == (2, 8, 3)
    np.testing.assert_array_equal(boxes.asnumpy(), [[0, 0, 4, 1.5, 7], [2, 0.5, 8, 2, 8]])


@pytest.mark.parametrize("fill", [5, (5, 6, 7)])
@pytest.mark.parametrize("keep_ratio", [True, False])
def test_the_larger_image_holds_the_image(fill, keep_ratio, array):
    expand = bbox.bbox.ImageBboxRandomExpand(1, 4, fill, keep_ratio)
    shapes = set()
    for _ in range(20):
        image, boxes = expand(array(_image() + 8, dtype="uint8"), array(_TWO, dtype="float32"))
        left, top = (int(side) for side in boxes.asnumpy()[0, :2])
        larger = image.asnumpy()
        np.testing.assert_array_equal(larger[top : top + 4, left : left + 4], _image() + 8)
        outside = larger[(larger < 8).all(axis=2)]
        assert len(outside) == larger.shape[0] * larger.shape[1] - 16
        assert (outside == fill).all()
        assert not keep_ratio or larger.shape[0] == larger.shape[1]
        shapes.add(larger.shape)
    assert len(shapes) > 1
    with pytest.raises(ValueError, match="fill"):
        bbox.bbox.ImageBboxRandomExpand(1, 4, (1, 2))(image, boxes)


def test_labels_become_boxes(array):
    image = array(_image(), dtype="uint8")
    label = [3, 6, 99, 0, 1, 2, 3, 3, 77, 1, 1, 1, 3, 4, 66]
    for given in (array(label), np.array(label)):
        _, boxes = BboxLabelTransform(False)(image, given)
        np.testing.assert_array_equal(boxes.asnumpy(), [[1, 2, 3, 3, 0, 77], [1, 1, 3, 4, 1, 66]])
    _, boxes = BboxLabelTransform()(image, array([4, 5, 8, 9, 0, 0.1, 0.2, 0.5, 0.6, 1, 0.3, 0.3, 0.9, 1]))
    np.testing.assert_allclose(boxes.asnumpy(), [[0.4, 0.8, 2, 2.4, 0], [1.2, 1.2, 3.6, 4, 1]], rtol=1e-6)


def test_usual_changes_of_images(array):
    image = array(_image(), dtype="uint8")
    plain = vision.create_image_augment((3, 4, 4))(image)
    np.testing.assert_allclose(plain.asnumpy(), _image().transpose(2, 0, 1) / 255, rtol=1e-6)
    normalized = vision.create_image_augment((3, 4, 4), mean=True, std=True)(image).asnumpy()
    mean, std = np.array([123.68, 116.28, 103.53])[:, None, None], np.array([58.395, 57.12, 57.375])[:, None, None]
    np.testing.assert_allclose(normalized, (_image().transpose(2, 0, 1) - mean) / std, rtol=1e-5)
    assert vision.create_image_augment((3, 4, 4), dtype="uint8")(image).dtype == np.uint8
    every = vision.create_image_augment(
        (3, 6, 5), 7, True, True, True, True, True, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5, inter_method=10
    )
    assert every(image).shape == (3, 6, 5)


def test_usual_changes_of_images_with_boxes(array):
    image, boxes = array(_image(), dtype="uint8"), array(_TWO, dtype="float32")
    changed, moved = create_bbox_augment((3, 8, 4), dtype="uint8")(image, boxes)
    assert changed.shape == (3, 8, 4)
    assert changed.dtype == moved.dtype == np.uint8
    np.testing.assert_array_equal(moved.asnumpy(), [[0, 0, 2, 6, 7], [1, 2, 4, 8, 8]])
    every = create_bbox_augment(
        (3, 6, 5), 1, 1, 0.5, True, (0.5, 0.5, 0.5), None, 0.1, 0.1, 0.1, 0.1, 0.1, inter_method=10, pad_val=3
    )
    changed, moved = every(image, boxes)
    assert changed.shape == (3, 6, 5)
    assert moved.shape[1] == 5


@pytest.fixture
def images(tmp_path, monkeypatch):
    """Write five images of different heights, in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    for i in range(5):
        cv2.imwrite(f"{i}.png", np.full((40 + 4 * i, 50, 3), 10 * i, "uint8"))
    return [f"{i}.png" for i in range(5)]


def _batches(loader):
    found = [[part.asnumpy() for part in batch] for batch in loader]
    assert len(found) == len(loader)
    return found


@pytest.mark.parametrize("num_workers", [0, 2])
def test_batches_of_images(images, array, num_workers):
    listed = [[i, path] for i, path in enumerate(images)]
    batches = _batches(vision.ImageDataLoader(2, (3, 4, 6), imglist=listed, num_workers=num_workers))
    assert [data.shape for data, _ in batches] == [(2, 3, 4, 6), (2, 3, 4, 6), (1, 3, 4, 6)]
    for k, (data, label) in enumerate(batches):
        np.testing.assert_array_equal(label, np.arange(5, dtype="float32").reshape(-1, 1)[2 * k : 2 * k + 2])
        np.testing.assert_allclose(data[0], 20 * k / 255, rtol=1e-6)
    ((_, label),) = _batches(vision.ImageDataLoader(5, (3, 4, 6), imglist=[[1, *one] for one in listed], dtype="int32"))
    assert label.dtype == np.int32
    assert label.tolist() == [[1, i] for i in range(5)]


def test_parts_and_lists(images):
    with open("l.lst", "w") as stream:
        stream.writelines(f"{i}\t{10 * i}\t{path}\n" for i, path in enumerate(images))
    for part, expected in ((0, [0, 10, 20]), (1, [30, 40])):
        loader = vision.ImageDataLoader(
            3, (3, 4, 4), path_imglist="l.lst", part_index=part, num_parts=2, aug_list=[_Resize()]
        )
        ((data, label),) = _batches(loader)
        assert label.ravel().tolist() == expected
        assert data.shape[1:] == (8, 8, 3)


def _Resize():
    return mx.gluon.data.vision.transforms.Resize(8)


def test_batches_of_a_record_file(images):
    record = mx.recordio.MXIndexedRecordIO("b.idx", "b.rec", "w")
    for i in range(3):
        header = mx.recordio.IRHeader(0, i, i, 0)
        record.write_idx(i, mx.recordio.pack_img(header, np.zeros((20, 20, 3), "uint8"), img_fmt=".png"))
    record.close()
    batches = _batches(vision.ImageDataLoader(2, (3, 4, 4), path_imgrec="b.rec", last_batch="discard"))
    assert [label.tolist() for _, label in batches] == [[0, 1]]


def test_batches_of_boxes(images, array):
    listed = [[2, 5, *[1, 0.1, 0.2, 0.5, 0.6] * (i % 3 + 1), path] for i, path in enumerate(images)]
    batches = _batches(vision.ImageBboxDataLoader(2, (3, 8, 8), imglist=listed))
    assert [boxes.shape for _, boxes in batches] == [(2, 2, 5), (2, 3, 5), (1, 2, 5)]
    box = [0.8, 1.6, 4, 4.8, 1]
    np.testing.assert_allclose(batches[0][1], [[box, [-1] * 5], [box, box]], rtol=1e-6)
    assert batches[0][1].dtype == np.float32
    pixels = _batches(vision.ImageBboxDataLoader(1, (3, 8, 8), imglist=listed[:1], coord_normalized=False))
    np.testing.assert_allclose(pixels[0][1], [[[0.016, 0.04, 0.08, 0.12, 1]]], rtol=1e-5)
    augmented = vision.ImageBboxDataLoader(
        2, (3, 30, 30), imglist=listed, rand_crop=1, rand_pad=1, rand_gray=0.1, rand_mirror=True, mean=True,
        std=[1.1, 1.03, 1.05], brightness=0.1, contrast=0.1, saturation=0.1, pca_noise=0.1, hue=0.1,
        inter_method=10, max_aspect_ratio=5, area_range=(0.1, 4.0), max_attempts=50,
    )  # fmt: skip
    assert [data.shape for data, _ in _batches(augmented)] == [(2, 3, 30, 30), (2, 3, 30, 30), (1, 3, 30, 30)]


def test_transforms_hand_on_what_stands_beside_the_image(array):
    transforms = mx.gluon.data.vision.transforms
    image, label = array(_image(), dtype="uint8"), array([3], dtype="int32")
    for transform in (transforms.ToTensor(), transforms.RandomFlipLeftRight(), transforms.Resize(3)):
        _, beside = transform(image, label)
        assert beside is label
    data, cast = transforms.Compose([transforms.ToTensor(), transforms.Cast("float16")])(image, label)
    assert data.dtype == cast.dtype == np.float16
    data, kept, more = transforms.Compose([transforms.Resize(8), transforms.ToTensor()])(image, label, label)
    assert data.shape == (3, 8, 8)
    assert kept.asnumpy() == more.asnumpy() == 3
    row = mx.gluon.nn.Sequential()
    row.add(bbox.ImageBboxResize(8, 8), transforms.ToTensor())
    data, boxes = row(image, array(_TWO))
    assert (data.shape, boxes.shape) == ((3, 8, 8), (2, 5))
