"""Operators on arrays so large that they take other ways than on small ones: held against the definition, in NumPy."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

RNG = np.random.RandomState(5)


def _windows(x, kernel, stride, pad, full, fill):
    """Return ``(N, C, H', W', kernel squared)`` windows of images, padding being ``fill``."""
    up = np.ceil if full else np.floor
    lengths = [int(up((n + 2 * pad - kernel) / stride)) + 1 for n in x.shape[2:]]
    high = [(m - 1) * stride + kernel - n - pad for m, n in zip(lengths, x.shape[2:], strict=False)]
    sides = [(0, 0), (0, 0), *((pad, max(h, 0)) for h in high)]
    x = np.pad(x, sides, mode="constant", constant_values=fill)
    parts = [
        x[:, :, i : i + (lengths[0] - 1) * stride + 1 : stride, j : j + (lengths[1] - 1) * stride + 1 : stride]
        for i in range(kernel)
        for j in range(kernel)
    ]
    return np.stack(parts, -1)


_POOLS = [
    (2, 2, 0, "valid"),
    (3, 2, 0, "valid"),
    (3, 1, 1, "valid"),
    (3, 2, 1, "full"),
    (3, 2, 0, "full"),
    (5, 3, 2, "valid"),
]


@pytest.mark.parametrize(("kernel", "stride", "pad", "convention"), _POOLS)
@pytest.mark.parametrize("space", [(13, 12), (12, 15)])
def test_maxima_of_large_images(kernel, stride, pad, convention, space):
    x = RNG.randn(2, 16, *space).astype("float32")
    attrs = {"kernel": (kernel,) * 2, "stride": (stride,) * 2, "pad": (pad,) * 2, "pooling_convention": convention}
    out = mx.nd.Pooling(mx.nd.array(x), pool_type="max", **attrs)
    np.testing.assert_array_equal(
        out.asnumpy(), _windows(x, kernel, stride, pad, convention == "full", -np.inf).max(-1)
    )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("include", [True, False])
@pytest.mark.parametrize(("kernel", "stride", "pad", "convention"), _POOLS)
def test_averages_of_large_images(kernel, stride, pad, convention, include, dtype):
    x = RNG.randn(2, 16, 13, 12).astype(dtype)
    attrs = {"kernel": (kernel,) * 2, "stride": (stride,) * 2, "pad": (pad,) * 2, "pooling_convention": convention}
    full = convention == "full"
    inside = _windows(np.ones_like(x), kernel, stride, pad, full, 0).sum(-1)
    if include:  # padding counts, what hangs over beyond it does not
        wide = np.pad(np.ones_like(x), [(0, 0), (0, 0), (pad, pad), (pad, pad)], mode="constant", constant_values=1)
        inside = _windows(wide, kernel, stride, 0, full, 0).sum(-1)
    data = mx.nd.array(x, dtype=dtype)
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.Pooling(data, pool_type="avg", count_include_pad=include, **attrs)
        loss = (out * out).sum()
    expected = _windows(x, kernel, stride, pad, full, 0).sum(-1) / inside
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-5, atol=1e-6)
    if full and pad and include:
        return  # 1.9.1's gradient in single precision is not that of its average
    loss.backward()
    # the gradient of a sum of squares of linear functions, in the direction x, is twice the sum of squares
    np.testing.assert_allclose((data.grad.asnumpy() * x).sum(), 2 * (expected**2).sum(), rtol=1e-4)
    at = (1, 3, 4, 5)
    moved = x.copy()
    moved[at] += 1
    slope = (_windows(moved, kernel, stride, pad, full, 0).sum(-1) / inside - expected) * expected * 2
    np.testing.assert_allclose(data.grad.asnumpy()[at], slope.sum(), rtol=1e-3, atol=1e-5)


def test_maxima_with_wide_padding_have_gradients():
    """PyTorch pads by half a window at most; more is written out before."""
    x = RNG.permutation(5 * 2 * 17 * 26).reshape(5, 2, 17, 26).astype("float32")
    data = mx.nd.array(x)
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.Pooling(data, kernel=(4, 4), stride=(2, 2), pad=(3, 3), pool_type="max")
    out.backward()
    windows = _windows(x, 4, 2, 3, False, -1)
    np.testing.assert_array_equal(out.asnumpy(), windows.max(-1))
    counts = np.bincount(windows.max(-1).astype(int).ravel(), minlength=x.size)
    np.testing.assert_array_equal(data.grad.asnumpy(), counts[x.astype(int)])


def test_an_average_over_everything_is_the_mean():
    x = RNG.randn(4, 32, 7, 7).astype("float32")
    data = mx.nd.array(x)
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.Pooling(data, kernel=(7, 7), pool_type="avg")
    out.backward()
    np.testing.assert_allclose(out.asnumpy(), x.mean((2, 3), keepdims=True), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(data.grad.asnumpy(), np.full_like(x, 1 / 49), rtol=1e-6)


@pytest.mark.parametrize("scale", [2, 3])
def test_large_images_are_enlarged_by_repetition(scale):
    x, head = RNG.randn(2, 8, 16, 17).astype("float32"), RNG.randn(2, 8, 16 * scale, 17 * scale).astype("float32")
    data = mx.nd.array(x)
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.UpSampling(data, scale=scale, sample_type="nearest")
    out.backward(mx.nd.array(head))
    np.testing.assert_array_equal(out.asnumpy(), x.repeat(scale, 2).repeat(scale, 3))
    blocks = head.reshape(2, 8, 16, scale, 17, scale).sum((3, 5))
    np.testing.assert_allclose(data.grad.asnumpy(), blocks, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", ["maximum", "minimum"])
@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (3, 1)])
def test_the_left_side_of_a_choice_has_the_gradient_of_ties(name, shape):
    left, right = RNG.randint(0, 3, (3, 4)).astype("float32"), RNG.randint(0, 3, shape).astype("float32")
    head = RNG.randn(3, 4).astype("float32")
    pair = [mx.nd.array(item) for item in (left, right)]
    for item in pair:
        item.attach_grad()
    with mx.autograd.record():
        out = getattr(mx.nd, f"broadcast_{name}")(*pair)
    out.backward(mx.nd.array(head))
    chosen = left >= right if name == "maximum" else left <= right
    np.testing.assert_allclose(pair[0].grad.asnumpy(), head * chosen)
    other = head * ~chosen
    axes = tuple(i for i, n in enumerate(shape) if n == 1)
    np.testing.assert_allclose(pair[1].grad.asnumpy(), other.sum(axes, keepdims=True), rtol=1e-5, atol=1e-6)


def test_round_takes_halves_away_from_zero_and_nothing_else():
    below = np.nextafter(np.float32(0.5), np.float32(0))
    x = np.array([0.5, -0.5, 1.5, -2.5, below, -below, 8388607.5, 1e30, -np.inf, np.inf], "float32")
    expected = np.array([1, -1, 2, -3, 0, 0, 8388608, 1e30, -np.inf, np.inf], "float32")
    np.testing.assert_array_equal(mx.nd.round(mx.nd.array(x)).asnumpy(), expected)
