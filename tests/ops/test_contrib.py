"""What samples do not show of contributed operators: states, and gradients that 1.9.1 gives in part."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError


def test_group_adagrad_moves_history_and_weight() -> None:
    weight, history = mx.nd.ones((2, 2)), mx.nd.array([[1], [2]])
    mx.nd.contrib.group_adagrad_update(weight, mx.nd.array([[1, 3], [0, 0]]), history, lr=0.5, epsilon=0, out=weight)
    np.testing.assert_allclose(history.asnumpy(), [[6], [2]])
    np.testing.assert_allclose(weight.asnumpy(), [[1 - 0.5 / 6**0.5, 1 - 1.5 / 6**0.5], [1, 1]], rtol=1e-6)


def test_hawkes_gradient() -> None:
    """One event of process 0 after time 1, watched for 2: all in closed form."""
    lda, alpha, beta = mx.nd.array([[2.0]]), mx.nd.array([0.5]), mx.nd.array([1.0])
    for item in (lda, alpha, beta):
        item.attach_grad()
    with mx.autograd.record():
        value, state = mx.nd.contrib.hawkesll(
            lda,
            alpha,
            beta,
            mx.nd.array([[1.0]]),
            mx.nd.array([[1.0]]),
            mx.nd.zeros((1, 1), dtype="int32"),
            mx.nd.array([1.0]),
            mx.nd.array([2.0]),
        )
    value.backward()
    e = np.exp(-1)
    rate, end = 2 + 0.5 * e, (e + 1) * e
    np.testing.assert_allclose(state.asnumpy(), [[end]], rtol=1e-5)
    np.testing.assert_allclose(value.asnumpy(), [np.log(rate) - 4 - 0.5 * (2 - end)], rtol=1e-5)
    np.testing.assert_allclose(lda.grad.asnumpy(), [[1 / rate - 2]], rtol=1e-5)
    np.testing.assert_allclose(alpha.grad.asnumpy(), [e / rate - (2 - end)], rtol=1e-5)
    slope = 0.5 * (-2 * e**2 - e)  # of alpha * end, by beta
    np.testing.assert_allclose(beta.grad.asnumpy(), [0.5 * (e - e) / rate + slope], rtol=1e-5)


def test_gradient_of_a_sketch_is_read_where_it_was_added() -> None:
    data, places, signs = mx.nd.ones((2, 3)), mx.nd.array([[1, 0, 1]]), mx.nd.array([[1, -1, -1]])
    for item in (data, places, signs):
        item.attach_grad()
    with mx.autograd.record():
        out = mx.nd.contrib.count_sketch(data, places, signs, out_dim=2)
    out.backward(mx.nd.array([[2, 3], [5, 7]]))
    np.testing.assert_array_equal(data.grad.asnumpy(), [[3, -2, -3], [7, -5, -7]])
    assert not places.grad.asnumpy().any()
    assert not signs.grad.asnumpy().any()


def test_sync_batch_norm_moves_its_statistics() -> None:
    x = np.random.RandomState(0).standard_normal((4, 3, 2)).astype("float32")
    mean, var = mx.nd.zeros(3), mx.nd.ones(3)
    data = mx.nd.array(x)
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.contrib.SyncBatchNorm(data, mx.nd.ones(3), mx.nd.zeros(3), mean, var, key="a", momentum=0.5)
    out.backward()
    np.testing.assert_allclose(mean.asnumpy(), 0.5 * x.mean((0, 2)), rtol=1e-4)
    np.testing.assert_allclose(var.asnumpy(), 0.5 + 0.5 * x.var((0, 2)), rtol=1e-4)


@pytest.mark.parametrize("axis", [1, 2])
def test_rectified_batch_norm_gradient_is_that_of_its_parts(axis: int) -> None:
    random, result = np.random.RandomState(0), []
    x, heads = random.standard_normal((2, 4, 3, 5)), random.standard_normal((4, 3, 5))
    for fused in (True, False):
        n = x.shape[1 + axis]
        arrays = [mx.nd.array(v) for v in (x[0], np.arange(1, n + 1), np.linspace(-0.5, 0.5, n))]
        states = [mx.nd.zeros(n), mx.nd.ones(n)]
        for array in arrays:
            array.attach_grad()
        with mx.autograd.record():
            if fused:
                out = mx.nd.contrib.BatchNormWithReLU(*arrays, *states, fix_gamma=False, axis=axis)
            else:
                out = mx.nd.relu(mx.nd.BatchNorm(*arrays, *states, fix_gamma=False, axis=axis))
        out.backward(mx.nd.array(heads))
        result.append([out, *(array.grad for array in arrays), *states])
    for fused, parts in zip(*result, strict=True):
        np.testing.assert_allclose(fused.asnumpy(), parts.asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "call",
    [
        lambda nd: nd.im2col(nd.zeros((1, 2, 4, 5)), kernel=(5, 5)),
        lambda nd: nd.im2col(nd.zeros((1, 2, 4, 5)), kernel=(2, 2, 2)),
        lambda nd: nd.col2im(nd.zeros((1, 8, 13)), output_size=(4, 5), kernel=(2, 2)),
        lambda nd: nd.col2im(nd.zeros((1, 7, 12)), output_size=(4, 5), kernel=(2, 2)),
        lambda nd: nd.contrib.ifft(nd.zeros((2, 5))),
        lambda nd: nd.contrib.BilinearResize2D(nd.zeros((1, 1, 5, 6)), mode="odd_scale"),
        lambda nd: nd.contrib.AdaptiveAvgPooling2D(nd.zeros((1, 5, 6)), output_size=2),
        lambda nd: nd.contrib.interleaved_matmul_selfatt_valatt(nd.zeros((5, 2, 25)), nd.zeros((4, 5, 5)), heads=2),
    ],
)
def test_refusals(call: object) -> None:
    with pytest.raises(MXNetError):
        call(mx.nd).wait_to_read()


def test_projections_that_do_not_divide() -> None:
    """Scores of 1.9.1: memory is read as if rows were as short as the parts of all heads are."""
    length, batch, width, heads = 3, 2, 10, 2
    data = np.random.RandomState(0).randn(length, batch, width).astype("f")
    parts = data.ravel()[: length * batch * heads * 3].reshape(length, batch * heads, 3)
    expected = np.einsum("qh,kh->hqk", parts[:, :, 0], parts[:, :, 1])
    result = mx.nd.contrib.interleaved_matmul_selfatt_qk(mx.nd.array(data), heads=heads)
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-5)


def test_a_threshold_has_the_precision_of_float32() -> None:
    """A score of float32's 0.6 does not exceed a threshold of 0.6, in float64 either."""
    data = mx.nd.array([[np.float32(0.6), 0, 0, 1, 1], [0.7, 2, 2, 3, 3]], dtype="float64")
    result = mx.nd.contrib.box_nms(data, valid_thresh=0.6, coord_start=1, score_index=0)
    np.testing.assert_allclose(result.asnumpy(), [[0.7, 2, 2, 3, 3], [-1] * 5])


@pytest.mark.parametrize(
    ("call", "shapes"),
    [
        (
            lambda nd: nd.contrib.MultiBoxTarget(nd.zeros((1, 8, 4)), nd.zeros((0, 2, 5)), nd.zeros((0, 3, 8))),
            [(0, 32), (0, 32), (0, 8)],
        ),
        (
            lambda nd: [
                nd.contrib.MultiBoxDetection(nd.zeros((0, 3, 8)), nd.zeros((0, 32)), nd.zeros((1, 8, 4))),
            ],
            [(0, 8, 6)],
        ),
        (
            lambda nd: [
                nd.contrib.interleaved_matmul_selfatt_valatt(nd.zeros((3, 0, 24)), nd.zeros((0, 3, 3)), heads=2)
            ],
            [(3, 0, 8)],
        ),
        (
            lambda nd: [
                nd.contrib.interleaved_matmul_encdec_valatt(nd.zeros((4, 0, 16)), nd.zeros((0, 5, 4)), heads=2)
            ],
            [(5, 0, 8)],
        ),
    ],
)
def test_batches_of_nothing(call, shapes) -> None:
    with mx.util.np_shape(True):
        assert [output.shape for output in call(mx.nd)] == shapes


def test_boxes_of_ratios_that_have_no_root_are_as_in_1_9_1():
    boxes = mx.nd.contrib.MultiBoxPrior(mx.nd.ones((1, 3, 1, 2)), ratios=(1, -1, 0)).asnumpy()[0]
    first, nan, inf = [0, 0, 0.5, 1], [np.nan] * 4, [0.25, -np.inf, 0.25, np.inf]
    np.testing.assert_array_equal(boxes[:3], [first, nan, inf])


def test_calibration_of_arrays_with_gradients():
    counts, edges = mx.nd.ones(401), mx.nd.arange(402)
    counts.attach_grad()
    with mx.autograd.record():
        recorded = mx.nd.contrib.calibrate_entropy(counts, edges, num_quantized_bins=255)[0]
    assert recorded.asnumpy() == mx.nd.contrib.calibrate_entropy(counts, edges, num_quantized_bins=255)[0].asnumpy()
