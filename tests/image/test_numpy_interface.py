"""Images under NumPy semantics: what reads them gives arrays of ``mx.np``, and what changes them takes such arrays."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import cv2
import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon, image

IMAGE = np.random.RandomState(0).randint(0, 255, (12, 14, 3)).astype("uint8")
PNG = cv2.imencode(".png", IMAGE[:, :, ::-1])[1].tobytes()


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _gives(result: Any, expected: np.ndarray) -> None:
    assert type(result) is mx.np.ndarray
    np.testing.assert_allclose(result.asnumpy(), expected)


@pytest.mark.parametrize("source", [PNG, np.frombuffer(PNG, "uint8")])
def test_decoded_images_are_arrays_of_mx_np(source: Any) -> None:
    _gives(image.imdecode(source), IMAGE)
    _gives(mx.npx.image.imdecode(source), IMAGE)
    _gives(image.imdecode(mx.np.array(np.frombuffer(PNG, "uint8"))), IMAGE)


def test_without_numpy_semantics_images_are_classic() -> None:
    with mx.util.np_array(False):
        assert type(image.imdecode(PNG)) is mx.nd.NDArray


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.png").write_bytes(PNG)
    return tmp_path


def test_images_read_from_files_are_arrays_of_mx_np(folder: Path) -> None:
    _gives(image.imread(folder / "a" / "1.png"), IMAGE)
    _gives(gluon.data.vision.ImageFolderDataset(str(folder))[0][0], IMAGE)
    loaded = next(iter(gluon.data.DataLoader(gluon.data.vision.ImageFolderDataset(str(folder)), 1)))
    _gives(loaded[0], IMAGE[None])


def test_image_iter(folder: Path) -> None:
    batch = next(image.ImageIter(1, (3, 12, 14), imglist=[[2.0, "a/1.png"]], path_root=str(folder), rand_mirror=True))
    assert type(batch.data[0]) is type(batch.label[0]) is mx.np.ndarray
    assert batch.data[0].shape == (1, 3, 12, 14)


CHANGES: list[Any] = [
    lambda x: image.imresize(x, 5, 6), lambda x: image.resize_short(x, 6),
    lambda x: image.fixed_crop(x, 1, 1, 5, 5, (4, 4)), lambda x: image.copyMakeBorder(x, 1, 1, 1, 1),
    lambda x: image.random_size_crop(x, (5, 5), (0.3, 1), (0.7, 1.3))[0],
    lambda x: image.imrotate(x.astype("float32").transpose(2, 0, 1), 10)
    if type(x) is mx.np.ndarray else image.imrotate(x.astype("float32").transpose((2, 0, 1)), 10),
]  # fmt: skip
AUGMENTERS: list[Any] = [
    image.ResizeAug(6), image.ForceResizeAug((6, 6)), image.RandomSizedCropAug((5, 5), 0.5, (0.7, 1.3)),
    image.HorizontalFlipAug(1.0), image.ContrastJitterAug(0.3), image.SaturationJitterAug(0.3), image.HueJitterAug(0.3),
    image.LightingAug(0.1, np.ones(3), np.ones((3, 3))), image.RandomGrayAug(1.0),
]  # fmt: skip


@pytest.mark.parametrize("change", [*CHANGES, *AUGMENTERS], ids=lambda c: type(c).__name__)
def test_changes_are_those_of_classic_arrays(change: Any) -> None:
    result = []
    for make in (mx.nd.array, mx.np.array):
        random.seed(1)
        np.random.seed(1)
        result.append(change(make(IMAGE.astype("float32"))))
    _gives(result[1], result[0].asnumpy())


def test_normalization_by_arrays_of_either_interface() -> None:
    mean = np.array([1, 2, 3], "float32")
    _gives(image.ColorNormalizeAug(mx.np.array(mean), None)(mx.np.array(IMAGE.astype("float32"))), IMAGE - mean)
    _gives(image.color_normalize(mx.np.array(IMAGE.astype("float32")), mx.nd.array(mean)), IMAGE - mean)


def test_augmenters_of_users_get_what_they_are_given() -> None:
    class Same(image.Augmenter):
        def __call__(self, src: Any) -> Any:
            return src

    x = mx.np.array(IMAGE)
    assert Same()(x) is x


def test_detection_augmenters() -> None:
    rows = np.array([[0, 0.1, 0.2, 0.5, 0.6]])
    result, moved = image.DetHorizontalFlipAug(1.0)(mx.np.array(IMAGE), rows)
    _gives(result, IMAGE[:, ::-1])
    np.testing.assert_allclose(moved, [[0, 0.5, 0.2, 0.9, 0.6]])
