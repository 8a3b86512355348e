"""The greatest pixels of regions' bins: against loops over bins, and what 1.9.1 answers for odd regions."""

from __future__ import annotations

from math import ceil, floor

import mxnet as mx
import numpy as np
import pytest

NAN, INF, LEAST = np.nan, np.inf, np.finfo("float32").min


def _expected(data, rois, size, scale):
    out = np.zeros((len(rois), data.shape[1], *size))
    for r, (image, *corners) in enumerate(rois):
        x1, y1, x2, y2 = (int(np.copysign(floor(abs(c * scale) + 0.5), c)) for c in corners)
        tall, wide = max(y2 - y1 + 1, 1), max(x2 - x1 + 1, 1)
        for p, q in np.ndindex(size):
            ends = np.array(
                [floor(p * tall / size[0]) + y1, ceil((p + 1) * tall / size[0]) + y1,
                 floor(q * wide / size[1]) + x1, ceil((q + 1) * wide / size[1]) + x1]
            )  # fmt: skip
            top, bottom, left, right = ends.clip(0, np.repeat(data.shape[2:], 2))
            pixels = data[int(image), :, top:bottom, left:right] if 0 <= image < len(data) else data[0, :, :0]
            if pixels.size:
                out[r, :, p, q] = pixels.max((1, 2))
    return out


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (3, 2), (7, 7)])
@pytest.mark.parametrize("scale", [1.0, 0.25])
def test_bins_of_regions_in_and_out_of_the_images(size, scale):
    rng = np.random.RandomState(0)
    data = rng.permutation(2 * 3 * 9 * 12).reshape(2, 3, 9, 12).astype("float32")
    corners = rng.uniform(-4, 16, (40, 4)) / scale
    rois = np.column_stack((rng.randint(-1, 3, 40), corners)).astype("float32")
    x = mx.nd.array(data)
    x.attach_grad()
    predicted = mx.nd.ROIPooling(x, mx.nd.array(rois), pooled_size=size, spatial_scale=scale).asnumpy()
    with mx.autograd.record():
        out = mx.nd.ROIPooling(x, mx.nd.array(rois), pooled_size=size, spatial_scale=scale)
    out.backward()
    expected = _expected(data, rois, size, scale)
    np.testing.assert_array_equal(predicted, expected)
    np.testing.assert_array_equal(out.asnumpy(), expected)
    values, counts = np.unique(expected[expected != 0], return_counts=True)  # each pixel has a value of its own
    gradient = np.zeros(data.size)
    gradient[values.astype(int)] = counts
    np.testing.assert_array_equal(x.grad.asnumpy().ravel()[data.ravel().astype(int).argsort()][1:], gradient[1:])


@pytest.mark.parametrize(
    ("pixels", "region", "greatest", "gradient"),
    [
        ([NAN, 1, 2, 3], (0, 0, 0, 1, 1), 3, [0, 0, 0, 1]),
        ([1, 3, 2, NAN], (0, 0, 0, 1, 1), 3, [0, 1, 0, 0]),
        ([1, -INF, NAN, -5], (0, 0, 0, 1, 1), 1, [1, 0, 0, 0]),
        ([NAN] * 4, (0, 0, 0, 1, 1), LEAST, [0, 0, 0, 0]),
        ([3, 3, 3, 3], (0, 0, 0, 1, 1), 3, [1, 0, 0, 0]),
        ([1, 2, 3, 4], (0, -3, -3, -1, -1), 0, [0, 0, 0, 0]),
        ([1, 2, 3, 4], (-0.3, 0, 0, 1, 1), 4, [0, 0, 0, 1]),
        ([1, 2, 3, 4], (0.7, 0, 0, 1, 1), 4, [0, 0, 0, 1]),
        ([1, 2, 3, 4], (-1, 0, 0, 1, 1), 0, [0, 0, 0, 0]),
        ([1, 2, 3, 4], (0, NAN, 0, 1, 1), 0, [0, 0, 0, 0]),
        ([1, 2, 3, 4], (NAN, 0, 0, 1, 1), 0, [0, 0, 0, 0]),
        ([1, 2, 3, 4], (0, 0, 1e30, 1, 1), 0, [0, 0, 0, 0]),
    ],
)
def test_odd_pixels_and_regions_are_what_1_9_1_answers(pixels, region, greatest, gradient):
    data = mx.nd.array(pixels).reshape((1, 1, 2, 2))
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.ROIPooling(data, mx.nd.array([region]), pooled_size=(1, 1), spatial_scale=1)
    out.backward()
    assert out.asscalar() == np.float32(greatest)
    assert data.grad.asnumpy().ravel().tolist() == gradient
