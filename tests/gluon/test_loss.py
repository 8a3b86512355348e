"""Losses, held against NumPy."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd
from mxnet.gluon import loss
from numpy.testing import assert_allclose

RNG = np.random.RandomState(4)
SCORES = RNG.uniform(-2, 2, (4, 3)).astype("float32")
OTHERS = RNG.uniform(-2, 2, (4, 3)).astype("float32")
CHANCES = RNG.uniform(0.1, 0.9, (4, 3)).astype("float32")
SIGNS = np.sign(OTHERS)
CLASSES = np.array([0, 2, 1, 1], dtype="float32")
WEIGHTS = np.array([[1], [0], [2], [0.5]], dtype="float32")


def log_softmax(x, axis=-1):
    shifted = x - x.max(axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis, keepdims=True))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


CASES = [
    (lambda: loss.L2Loss(), (SCORES, OTHERS), lambda p, y: ((p - y) ** 2 / 2).mean(1)),
    (
        lambda: loss.L2Loss(weight=3.0),
        (SCORES, OTHERS.ravel()),
        lambda p, y: (1.5 * (p.ravel() - y) ** 2).reshape(4, 3).mean(1),
    ),
    (lambda: loss.L1Loss(), (SCORES, OTHERS), lambda p, y: np.abs(p - y).mean(1)),
    (lambda: loss.L1Loss(batch_axis=1), (SCORES, OTHERS), lambda p, y: np.abs(p - y).mean(0)),
    (lambda: loss.L1Loss(), (SCORES, OTHERS, WEIGHTS), lambda p, y, w: (w * np.abs(p - y)).mean(1)),
    (
        lambda: loss.SigmoidBCELoss(),
        (SCORES, CHANCES),
        lambda p, y: -(y * np.log(sigmoid(p)) + (1 - y) * np.log(1 - sigmoid(p))).mean(1),
    ),
    (
        lambda: loss.SigmoidBCELoss(from_sigmoid=True, weight=2),
        (CHANCES, CHANCES),
        lambda p, y: -2 * (y * np.log(p) + (1 - y) * np.log(1 - p)).mean(1),
    ),
    (
        lambda: loss.SoftmaxCELoss(),
        (SCORES, CLASSES),
        lambda p, y: -log_softmax(p)[np.arange(4), y.astype(int)],
    ),
    (
        lambda: loss.SoftmaxCELoss(sparse_label=False, axis=1),
        (SCORES, CHANCES),
        lambda p, y: -(log_softmax(p) * y).sum(1),
    ),
    (
        lambda: loss.KLDivLoss(from_logits=False),
        (SCORES, CHANCES),
        lambda p, y: (y * (np.log(y) - log_softmax(p))).sum(1),
    ),
    (
        lambda: loss.HuberLoss(rho=0.5),
        (SCORES, OTHERS),
        lambda p, y: np.where(np.abs(p - y) > 0.5, np.abs(p - y) - 0.25, (p - y) ** 2).mean(1),
    ),
    (lambda: loss.HingeLoss(), (SCORES, SIGNS), lambda p, y: np.maximum(0, 1 - p * y).mean(1)),
    (lambda: loss.SquaredHingeLoss(2), (SCORES, SIGNS), lambda p, y: (np.maximum(0, 2 - p * y) ** 2).mean(1)),
    (lambda: loss.LogisticLoss(), (SCORES, SIGNS), lambda p, y: np.log1p(np.exp(-p * y)).mean(1)),
    (
        lambda: loss.LogisticLoss(label_format="binary"),
        (SCORES, (SIGNS + 1) / 2),
        lambda p, y: np.log1p(np.exp(-p * (2 * y - 1))).mean(1),
    ),
    (
        lambda: loss.TripletLoss(),
        (SCORES, OTHERS, CHANCES),
        lambda p, a, b: np.maximum(0, ((p - a) ** 2 - (p - b) ** 2).sum(1) + 1),
    ),
    (lambda: loss.PoissonNLLLoss(), (SCORES, CHANCES), lambda p, y: [(np.exp(p) - y * p).mean()]),
    (
        lambda: loss.CosineEmbeddingLoss(margin=0.1),
        (SCORES, OTHERS, np.array([1, -1, -1, 1], dtype="float32")),
        lambda p, q, y: np.where(
            y == 1,
            1 - (p * q).sum(1) / np.linalg.norm(p, axis=1) / np.linalg.norm(q, axis=1),
            np.maximum(0, (p * q).sum(1) / np.linalg.norm(p, axis=1) / np.linalg.norm(q, axis=1) - 0.1),
        )[:, None],
    ),
]


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize(("make", "given", "want"), CASES)
def test_losses_agree_with_numpy(make, given, want, hybrid):
    block = make()
    block.hybridize(hybrid)
    assert_allclose(block(*map(mx.nd.array, given)).asnumpy(), want(*given), rtol=1e-4, atol=1e-5)


def test_the_mean_loss_has_the_mean_gradient():
    pred, label = mx.nd.array(SCORES), mx.nd.array(CLASSES)
    pred.attach_grad()
    with autograd.record():
        out = loss.SoftmaxCrossEntropyLoss()(pred, label)
    out.backward()
    assert_allclose(pred.grad.asnumpy(), np.exp(log_softmax(SCORES)) - np.eye(3)[CLASSES.astype(int)], atol=1e-5)


def brute_force_ctc(scores, label):
    """Sum the probabilities of all alignments; the last class is the blank."""
    steps, classes = scores.shape
    logs = log_softmax(scores)
    total = 0.0
    for path in np.ndindex(*(classes,) * steps):
        merged = [c for i, c in enumerate(path) if i == 0 or c != path[i - 1]]
        if [c for c in merged if c != classes - 1] == label:
            total += np.exp(sum(logs[t, c] for t, c in enumerate(path)))
    return -np.log(total)


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize("lengths", [False, True])
def test_ctc_sums_over_alignments(layout, lengths):
    scores = RNG.uniform(-1, 1, (2, 4, 3)).astype("float32")
    label = np.array([[0, 1], [1, -1]], dtype="float32")
    given = [mx.nd.array(scores if layout == "NTC" else scores.transpose(1, 0, 2)), mx.nd.array(label)]
    if lengths:
        given += [None, mx.nd.array([2, 1])]
    want = [brute_force_ctc(scores[0], [0, 1]), brute_force_ctc(scores[1], [1])]
    assert_allclose(loss.CTCLoss(layout=layout)(*given).asnumpy(), want, rtol=1e-4)


def smoothed_deep_metric(x, y, smooth):
    logs = log_softmax(-((x[:, None] - y[None]) ** 2).sum(2), axis=1)
    wanted = np.full((len(x), len(x)), smooth / (len(x) - 1))
    np.fill_diagonal(wanted, 1 - smooth)
    return (wanted * (np.log(wanted) - logs)).sum(1)


@pytest.mark.parametrize("hybrid", [False, True])  # 1.9.1 cannot hybridize it
def test_smoothed_deep_metric_learning(hybrid):
    block = loss.SDMLLoss(smoothing_parameter=0.2)
    block.hybridize(hybrid)
    out = block(mx.nd.array(SCORES), mx.nd.array(OTHERS)).asnumpy()
    assert_allclose(out, smoothed_deep_metric(SCORES, OTHERS, 0.2), rtol=1e-4)


@pytest.mark.parametrize("hybrid", [False, True])  # 1.9.1 cannot train with it, nor hybridize it
def test_the_whole_poisson_likelihood(hybrid):
    target = np.array([[0, 1, 2, 5]], dtype="float32")
    rate = mx.nd.array([[0.5, 1, 2, 4]])
    rate.attach_grad()
    block = loss.PoissonNLLLoss(from_logits=False, compute_full=True)
    block.hybridize(hybrid)
    with autograd.record():
        out = block(rate, mx.nd.array(target))
    out.backward()
    r, large = rate.asnumpy(), target[target > 1]
    stirling = (large * np.log(large) - large + np.log(2 * np.pi * large) / 2).sum()
    assert_allclose(out.asnumpy(), [(r - target * np.log(r)).mean() + stirling / 4], rtol=1e-5)
    assert_allclose(rate.grad.asnumpy(), (1 - target / r) / 4, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    ("error", "action"),
    [
        (ValueError, lambda a: loss.LogisticLoss(label_format="sign")),
        (AssertionError, lambda a: loss.CTCLoss(layout="NCT")),
        (AssertionError, lambda a: loss.CTCLoss(label_layout="NTC")),
        (AssertionError, lambda a: loss.L1Loss(weight="2")(a, a)),
        (NotImplementedError, lambda a: loss.Loss(None, 0)(a)),
        (mx.MXNetError, lambda a: loss.L2Loss()(a, a, mx.nd.ones(7))),
    ],
)
def test_wrong_arguments_are_refused(error, action):
    with pytest.raises(error):
        action(mx.nd.array(SCORES))


def test_the_text_says_how_it_is_weighted():
    assert repr(loss.L2Loss()) == "L2Loss(batch_axis=0, w=1.0)"
    assert repr(loss.SoftmaxCELoss(weight=2, batch_axis=1)) == "SoftmaxCrossEntropyLoss(batch_axis=1, w=2)"


@pytest.mark.parametrize(
    ("label", "lost"),
    [([1, 1, -1], False), ([1, 1, 1], True), ([1, 2, 1], False), ([2, 2, 1], True), ([1, -1, -1], False)],
)
def test_ctc_of_labels_that_the_steps_cannot_spell(label, lost):  # as in 1.9.1; mathematics says infinite
    scores = mx.nd.zeros((1, 3, 4))
    scores.attach_grad()
    with mx.autograd.record():
        result = loss.CTCLoss()(scores, mx.nd.array([label]))
    result.backward()
    assert (result.asscalar() == 0) == lost
    assert (abs(scores.grad).sum().asscalar() == 0) == lost
