"""Boxes drawn into images, which needs OpenCV in Python."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

ROWS = [2, 5, 1, 0.25, 0.25, 0.75, 0.75]


@pytest.fixture
def it(tmp_path):
    path = str(tmp_path / "a.rec")
    writer = mx.recordio.MXRecordIO(path, "w")
    for _ in range(3):
        image = np.full((40, 40, 3), (30, 20, 10), "uint8")
        writer.write(mx.recordio.pack_img(mx.recordio.IRHeader(0, np.array(ROWS), 0, 0), image, 9, ".png"))
    writer.close()
    return mx.image.ImageDetIter(1, (3, 40, 40), path_imgrec=path)


def test_every_image_is_drawn_with_its_boxes(it):
    drawn = list(it.draw_next(color=(255, 0, 128), thickness=1))
    assert len(drawn) == 3
    for image in drawn:
        assert image.dtype == np.uint8
        assert image[0, 0].tolist() == [30, 20, 10]
        assert image[10, 10:31].tolist() == [[128, 0, 255]] * 21
        assert image[15, 15].tolist() == [30, 20, 10]


def test_normalization_is_undone(it):
    (image, *_) = it.draw_next(std=np.array([2.0]), mean=np.array([1.0, 2, 3]))
    assert image[0, 0].tolist() == [63, 42, 21]
    with pytest.raises(AssertionError):
        next(it.draw_next(mean=3))


def test_names_of_classes_are_written(it):
    plain = next(it.draw_next(color=(255, 255, 255)))
    it.reset()
    named = next(it.draw_next(color=(255, 255, 255), id2labels={1: "cat"}))
    assert (plain != named).any()
