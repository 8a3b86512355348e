"""Sizes, colours and boxes of images; sizes are those that 1.9.1's functions of images give."""

from __future__ import annotations

import random

import numpy as np
import pytest
from mxnet.base import MXNetError
from mxnet.core.pixels import colors, parts

SIZES = [(40, 50, 80, 90, 2), (40, 50, 20, 30, 3), (40, 50, 80, 30, 1), (40, 50, 40, 50, 1)]


@pytest.mark.parametrize(("height", "width", "new_height", "new_width", "expected"), SIZES)
def test_interpolation_by_sizes(height, width, new_height, new_width, expected):
    assert parts.interpolation(9, (height, width, 3), (new_height, new_width), random) == expected


def test_interpolations_given_drawn_and_refused():
    assert [parts.interpolation(method, (4, 4), (8, 8), random) for method in range(5)] == list(range(5))
    draw = random.Random(0)
    assert {parts.interpolation(10, (4, 4), (8, 8), draw) for _ in range(60)} == set(range(5))
    for wrong in (5, -1, "cubic"):
        with pytest.raises(ValueError, match="expected 0 to 4, 9 or 10") as error:
            parts.interpolation(wrong, (4, 4), (8, 8), random)
        assert isinstance(error.value, MXNetError)


FITTED = [
    ((720, 120), (640, 480), (640, 106)),
    ((30, 20), (50, 40), (30, 20)),
    ((30, 80), (50, 40), (15, 40)),
    ((30, 7), (10, 100), (10, 2)),
    ((5, 3), (1, 1), (1, 0)),
]


@pytest.mark.parametrize(("size", "most", "expected"), FITTED)
def test_the_largest_size_within(size, most, expected):
    assert parts.fitted(*size, *most) == expected


@pytest.mark.parametrize(("shape", "expected"), [((40, 60, 3), (20, 30)), ((60, 41), (29, 20)), ((7, 7), (20, 20))])
def test_the_shorter_side(shape, expected):
    assert parts.with_shorter_side(shape, 20) == expected


@pytest.mark.parametrize(("seed", "expected"), [(0, (31, 36)), (1, (24, 20)), (2, (16, 20)), (3, (27, 26))])
def test_random_sizes_are_those_of_1_9_1(seed, expected):
    assert parts.random_size(40, 60, (0.08, 1.0), (3 / 4, 4 / 3), random.Random(seed)) == expected


def test_random_sizes_that_do_not_fit():
    assert parts.random_size(40, 60, (0.9, 1.0), (4, 5), random.Random(0)) is None
    assert parts.random_size(1, 1, (0.0, 0.1), (1, 1), random.Random(0)) is None
    sides = {parts.random_size(60, 60, (0.5, 0.5), (2, 2), random.Random(i), logarithmic=False) for i in range(20)}
    assert sides == {(60, 30), (30, 60)}


def test_colours():
    image = np.array([[[10.0, 20, 30], [40, 50, 60]]])
    grey = (image @ colors.GREY)[:, :, None]
    for change, expected in (
        (colors.brightness, image * 0.5),
        (colors.contrast, image * 0.5 + 0.5 * grey.mean()),
        (colors.saturation, image * 0.5 + 0.5 * grey),
    ):
        np.testing.assert_allclose(change(image, 0.5, lambda x: (x @ colors.GREY)[:, :, None]), expected)


SHIFTS = [  # blue and grey; OpenCV's HLS rounds
    ((0, 0, 0), [[255, 0, 0], [100, 100, 100]]),
    ((-60, 0, 0), [[0, 255, 0], [100, 100, 100]]),
    ((0, 30, 0), [[255, 60, 60], [130, 130, 130]]),
    ((0, 0, -255), [[128, 128, 128], [100, 100, 100]]),
]


@pytest.mark.parametrize(("amounts", "expected"), SHIFTS)
def test_shifts_of_hue_lightness_and_saturation(amounts, expected):
    image = np.array([[[255, 0, 0], [100, 100, 100]]], np.uint8)
    np.testing.assert_allclose(colors.shifted(image, *amounts)[0], expected, atol=1)
    with_opacity = colors.shifted(np.dstack((image, [[7, 8]])).astype(np.uint8), *amounts)
    np.testing.assert_allclose(with_opacity[0], np.column_stack((expected, [7, 8])), atol=1)


FLAT = np.array([3, 5, 9, 1, 0.1, 0.2, 0.5, 0.6, 2, 0.4, 0.4, 0.3, 0.9], np.float32)


def test_rows_of_flat_labels():
    header, rows = parts.rows_of(FLAT)
    assert header.tolist() == [3, 5, 9]
    np.testing.assert_array_equal(rows, FLAT[3:].reshape(2, 5))
    assert parts.has_area(rows).tolist() == [True, False]


@pytest.mark.parametrize("flat", [FLAT[:6], FLAT[:12], [2, 4, *range(8)], [1, 5, *range(9)], [9, 5, *range(5)]])
def test_labels_that_are_none(flat):
    with pytest.raises(MXNetError, match="labels: ") as error:
        parts.rows_of(np.array(flat))
    assert isinstance(error.value, ValueError)


def test_boxes_moved_mirrored_and_shared():
    rows = np.array([[1, 0.1, 0.2, 0.5, 0.6, 7], [2, 0.5, 0, 0.4, 1, 8]])
    expected = [[1, 0, 0, 4 / 5, 4 / 5, 7], [2, 4 / 5, -2 / 5, 3 / 5, 8 / 5, 8]]
    np.testing.assert_allclose(parts.moved(rows, (10, 8, 50, 20), 40, 100), expected, atol=1e-12)
    np.testing.assert_allclose(parts.moved(rows, (0.1, 0.2, 0.5, 0.5)), expected, atol=1e-12)
    np.testing.assert_allclose(parts.areas(rows), [0.16, 0])
    np.testing.assert_allclose(parts.overlaps(rows, (0.3, 0.3, 1, 0.5)), [0.04, 0])
    assert parts.mirrored(rows) is rows
    np.testing.assert_allclose(rows[:, (1, 3)], [[0.5, 0.9], [0.6, 0.5]])
