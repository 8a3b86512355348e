"""Pooling of images that are smaller than the window, and windows in the padding."""

from __future__ import annotations

import itertools

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError


def pooled(x, kernel, pad, stride, reduce):
    """Return ``reduce`` of each whole window of ``(N, C, *space)`` with padding of 0."""
    wide = np.pad(x, [(0, 0), (0, 0), *[(m, m) for m in pad]])
    counts = [(n - k) // t + 1 for n, k, t in zip(wide.shape[2:], kernel, stride, strict=True)]
    out = np.zeros((*x.shape[:2], *counts), x.dtype)
    for at in itertools.product(*map(range, counts)):
        part = tuple(slice(i * t, i * t + k) for i, t, k in zip(at, stride, kernel, strict=True))
        out[(slice(None), slice(None), *at)] = reduce(wide[(slice(None), slice(None), *part)])
    return out


def over(function):
    return lambda part: function(part.reshape(*part.shape[:2], -1), axis=2)


REDUCED = {
    "avg": over(np.mean),
    "sum": over(np.sum),
    "max": over(np.max),
    "lp": over(lambda part, axis: np.sqrt((part * part).sum(axis))),
}
#: space, kernel, pad, stride: the window is larger than the image, not than the padded image
SMALL = [
    ((2, 1, 1), (3, 3, 3), (1, 1, 1), (1, 1, 1)),
    ((1, 1, 1), (3, 3, 3), (1, 1, 1), (2, 2, 2)),
    ((2, 4, 1), (4, 3, 3), (2, 1, 1), (1, 2, 1)),
    ((1, 2), (3, 3), (1, 1), (1, 1)),
    ((1,), (3,), (1,), (1,)),
]


@pytest.mark.parametrize("through", ["eager", "symbol"])
@pytest.mark.parametrize("kind", REDUCED)
@pytest.mark.parametrize(("space", "kernel", "pad", "stride"), SMALL)
def test_an_image_smaller_than_the_window(space, kernel, pad, stride, kind, through):
    x = np.random.RandomState(0).rand(2, 8, *space).astype("float32") + 0.1
    given = {"kernel": kernel, "pad": pad, "stride": stride, "pool_type": kind}
    if kind == "lp":
        given["p_value"] = 2
    if through == "eager":
        result = nd.Pooling(nd.array(x), **given)
    else:
        executor = mx.sym.Pooling(mx.sym.var("x"), **given).simple_bind(mx.cpu(), x=x.shape)
        result = executor.forward(x=x)[0]
    np.testing.assert_allclose(result.asnumpy(), pooled(x, kernel, pad, stride, REDUCED[kind]), rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize(("kind", "share"), [("avg", 1 / 8), ("sum", 1)])
def test_averages_over_three_axes_of_half_precision(dtype, kind, share):
    x = nd.array(np.arange(64).reshape(1, 1, 4, 4, 4)).astype(dtype)
    x.attach_grad()
    with mx.autograd.record():
        y = nd.Pooling(x, kernel=(2, 2, 2), stride=(2, 2, 2), pool_type=kind)
    y.backward()
    blocks = np.arange(64).reshape(2, 2, 2, 2, 2, 2).sum((1, 3, 5)) * share
    assert y.dtype == x.dtype
    np.testing.assert_allclose(y.astype("float32").asnumpy()[0, 0], blocks, rtol=1e-2)
    np.testing.assert_array_equal(x.grad.astype("float32").asnumpy(), np.full(x.shape, share))


@pytest.mark.parametrize("kind", ["max", "avg", "sum", "lp"])
@pytest.mark.parametrize(("layout", "dim"), [("NCHW", 5), ("NCDHW", 4), ("NCW", 4), ("NHWC", 5), ("NCDHW", 3)])
def test_a_global_layout_of_other_dimensions_is_refused(layout, dim, kind):
    """Recorded from 1.9.1."""
    with pytest.raises(MXNetError):
        nd.Pooling(nd.ones((2,) * dim), global_pool=True, pool_type=kind, p_value=2, layout=layout)


def test_the_gradient_of_an_average_over_a_small_image():
    x = nd.ones((1, 1, 2, 1, 1))
    x.attach_grad()
    with mx.autograd.record():
        y = nd.Pooling(x, kernel=(3, 3, 3), pad=(1, 1, 1), pool_type="avg")
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy().ravel(), [2 / 27, 2 / 27], rtol=1e-6)


@pytest.mark.parametrize(
    ("space", "kernel", "pad"), [((2, 3), (2, 2), (2, 2)), ((3,), (2,), (3,)), ((2,) * 3, (3,) * 3, (3,) * 3)]
)
@pytest.mark.parametrize("kind", ["sum", "lp"])
def test_sums_may_be_of_padding_alone(space, kernel, pad, kind):
    x = np.random.RandomState(0).rand(1, 2, *space).astype("float32") + 0.1
    ones = (1,) * len(space)
    result = nd.Pooling(nd.array(x), kernel=kernel, pad=pad, pool_type=kind, p_value=2)
    np.testing.assert_allclose(result.asnumpy(), pooled(x, kernel, pad, ones, REDUCED[kind]), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("kind", ["avg", "sum", "max"])
def test_the_first_form_may_pool_padding_alone(kind):
    x = np.random.RandomState(0).rand(1, 2, 2, 3).astype("float32") + 0.1
    result = nd.Pooling_v1(nd.array(x), kernel=(2, 2), pad=(2, 2), pool_type=kind)
    np.testing.assert_allclose(result.asnumpy(), pooled(x, (2, 2), (2, 2), (1, 1), REDUCED[kind]), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("kind", ["avg", "max"])
def test_averages_and_maxima_of_padding_alone_are_refused(kind):
    with pytest.raises(MXNetError, match="pad"):
        nd.Pooling(nd.ones((1, 1, 3, 3)), kernel=(2, 2), pad=(2, 2), pool_type=kind)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32"])
@pytest.mark.parametrize("convention", ["valid", "full"])
@pytest.mark.parametrize(
    ("space", "kernel", "pad", "stride"), [((6, 7), (3, 3), (1, 1), (2, 2)), ((5,), (2,), (0,), (2,))]
)
def test_maxima_of_whole_numbers(space, kernel, pad, stride, convention, dtype):
    low = np.iinfo(dtype).min
    x = (np.random.RandomState(0).randint(0, 100, (2, 3, *space)) + low).astype(dtype)
    last = 1 if convention == "full" else 0  # room for the window that hangs over the end
    wide = np.pad(x, [(0, 0), (0, 0), *[(m, m + last) for m in pad]], constant_values=low)
    expected = pooled(wide, kernel, (0,) * len(pad), stride, over(np.max))
    attrs = {"kernel": kernel, "pad": pad, "stride": stride, "pooling_convention": convention}
    result = nd.Pooling(nd.array(x, dtype=dtype), pool_type="max", **attrs).asnumpy()
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_quantized_windows_that_hang_over_the_end_are_averaged_over_the_whole_kernel(dtype):
    data = np.arange(60, 85).reshape(1, 1, 5, 5)
    ends = mx.nd.array([-100.0]), mx.nd.array([100.0])
    pooled = mx.nd.contrib.quantized_pooling(
        mx.nd.array(data, dtype=dtype), *ends, kernel=(2, 2), stride=(2, 2), pool_type="avg", pooling_convention="full"
    )[0]
    whole = np.pad(data, ((0, 0), (0, 0), (0, 1), (0, 1))).reshape(1, 1, 3, 2, 3, 2)
    np.testing.assert_array_equal(pooled.asnumpy(), np.rint(whole.sum((3, 5)) / 4).astype(dtype))


@pytest.mark.parametrize("p", [2, 3])
def test_powers_of_half_precision_are_added_in_float32(p):
    x = np.array([300, -299.75, 2, 1], "float16").reshape(1, 1, 2, 2)
    total = (x.astype("float64") ** p).sum()
    result = nd.Pooling(nd.array(x, dtype="float16"), kernel=(2, 2), pool_type="lp", p_value=p)
    assert result.dtype == np.float16
    np.testing.assert_allclose(result.asnumpy().item(), np.sign(total) * abs(total) ** (1 / p), rtol=2e-3)
