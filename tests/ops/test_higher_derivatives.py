"""Second and third derivatives of every operator are what its gradients change by, in float64."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd
from mxnet.base import MXNetError
from mxnet.gluon import contrib, nn, rnn
from mxnet.registry import OPS

from . import calls
from .grouped import by_family
from .sample import Arg, OpSample, is_float

#: symmetric matrices, whose gradient is that of one half; results as long as values say, or that jump
SKIPPED = {
    *("_contrib_box_nms", "_contrib_box_non_maximum_suppression"),
    *("_linalg_potrf", "_linalg_syevd", "_npi_cholesky", "_npi_eigh", "_npi_eigvalsh", "_npi_unique", "_npi_union1d"),
    *("_npi_intersect1d", "_npi_setxor1d", "_npi_setdiff1d", "_contrib_boolean_mask"),
}
#: PyTorch has no second derivative, and its third ones take mean and deviation for constants
WITHOUT = {2: {"CTCLoss"}, 3: {"CTCLoss", "LayerNorm", "InstanceNorm"}}
STEP = 1e-5


def _is_smooth(sample: OpSample) -> bool:
    op = OPS[sample.op]
    return bool(op.differentiable) and not op.stochastic and sample.op not in SKIPPED and "by zero" not in sample.case


def _moved(args: tuple[Arg, ...], given: list[np.ndarray]) -> list[int]:
    """Return the numbers of the inputs to differentiate by: not those of integers, nor what holds only such."""
    return [i for i, a in enumerate(given) if args[i].dtype is None and a.size and (a != np.round(a)).any()]


def _scalar(arrays: list[mx.nd.NDArray], weights: list[np.ndarray]) -> mx.nd.NDArray:
    """Return the sum of all products of two lists of arrays."""
    total = mx.nd.zeros(1, dtype="float64")
    for array, weight in zip(arrays, weights, strict=True):
        array = array.as_nd_ndarray().astype("float64")
        total = total + (array.reshape(-1) * mx.nd.array(weight.reshape(-1), dtype="float64")).sum()
    return total


def _derivative(
    sample: OpSample, given: list[np.ndarray], moved: list[int], directions: list[list[np.ndarray]]
) -> tuple[mx.nd.NDArray, list[mx.nd.NDArray]]:
    """Return the derivative of the outputs along the directions, one for each order, and the inputs."""
    arrays = calls.nd(given)
    inputs = [arrays[i] for i in moved]
    for array in inputs:
        array.attach_grad()
    with autograd.record(train_mode=sample.is_train):
        outputs = [o for o in calls.eager(sample, arrays) if is_float(np.dtype(o.dtype).name)]
        random = np.random.RandomState(5)
        value = _scalar(outputs, [random.uniform(-1, 1, o.shape) for o in outputs])
        for direction in directions:
            value = _scalar(autograd.grad([value], inputs, create_graph=True, retain_graph=True), direction)
    return value, inputs


@pytest.mark.parametrize("order", [2, 3])
@by_family(calls.params(grad=True, once=True, when=_is_smooth))
def test_higher_derivatives(family: str, sample: OpSample, dtype: str, order: int) -> None:
    """What is differentiated once more is what the derivative before changes by, along a direction."""
    if sample.op in WITHOUT[order]:
        return
    given = sample.arrays("float64")
    random = np.random.RandomState(3)
    for i in _moved(sample.inputs, given):  # away from where a function has a kink
        given[i] = given[i] + random.uniform(1e-3, 2e-3, given[i].shape)
    try:
        first = calls.gradients(sample, given)
    except MXNetError as error:
        if "expected float32" in str(error):  # of an operator that is of float32 alone
            return
        raise
    moved = [i for i in _moved(sample.inputs, given) if first[i] is not None and first[i].any()]
    if not moved:
        return
    ways = [[random.uniform(-1, 1, given[i].shape) for i in moved] for _ in range(order)]
    value, inputs = _derivative(sample, given, moved, ways[:-1])
    grads = autograd.grad([value], inputs)
    got = sum((grad.asnumpy() * way).sum() for grad, way in zip(grads, ways[-1], strict=True))
    both = []
    for sign in (1, -1):
        beside = list(given)
        for i, way in zip(moved, ways[-1], strict=True):
            beside[i] = given[i] + sign * STEP * way
        both.append(float(_derivative(sample, beside, moved, ways[:-1])[0].asscalar()))
    np.testing.assert_allclose(got, (both[0] - both[1]) / (2 * STEP), rtol=1e-4, atol=1e-4)


LAYERS = {
    "BatchNorm": (lambda: nn.BatchNorm(), (4, 3, 5)),
    "BatchNorm, last axis": (lambda: nn.BatchNorm(axis=-1, scale=False), (4, 5, 3)),
    "BatchNorm, global": (lambda: nn.BatchNorm(use_global_stats=True), (4, 3, 5)),
    "SyncBatchNorm": (lambda: contrib.nn.SyncBatchNorm(in_channels=3, num_devices=1), (4, 3, 5)),
    "InstanceNorm": (lambda: nn.InstanceNorm(scale=True), (2, 3, 5)),
    "GroupNorm": (lambda: nn.GroupNorm(num_groups=3), (2, 3, 5)),
    "LayerNorm": (lambda: nn.LayerNorm(), (2, 3, 5)),
    "Dense": (lambda: nn.Dense(3, activation="tanh"), (2, 4)),
    "Conv2D": (lambda: nn.Conv2D(2, 3, activation="sigmoid"), (2, 3, 5, 5)),
    "Conv2DTranspose": (lambda: nn.Conv2DTranspose(2, 3), (2, 3, 4, 4)),
    "PReLU": (lambda: nn.PReLU(), (2, 4)),
    "SELU": (lambda: nn.SELU(), (2, 4)),
    "ELU": (lambda: nn.ELU(), (2, 4)),
    "GELU": (lambda: nn.GELU(), (2, 4)),
    "Swish": (lambda: nn.Swish(), (2, 4)),
    "AvgPool2D": (lambda: nn.AvgPool2D(), (2, 3, 4, 4)),
    "LSTM": (lambda: rnn.LSTM(3), (3, 2, 4)),
    "GRU": (lambda: rnn.GRU(3), (3, 2, 4)),
}


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("name", LAYERS)
def test_second_derivatives_of_layers(name: str, hybridized: bool) -> None:
    """A gradient penalty's gradients of the input and of all parameters."""
    make, shape = LAYERS[name]
    net = make()
    net.initialize(mx.init.Uniform(1))
    net.cast("float64")
    net(mx.nd.ones(shape, dtype="float64"))
    if hybridized:
        net.hybridize()
    random = np.random.RandomState(0)
    start, way = random.uniform(-1, 1, (2, *shape))

    def penalty(values: np.ndarray) -> tuple[mx.nd.NDArray, mx.nd.NDArray]:
        x = mx.nd.array(values, dtype="float64")
        x.attach_grad()
        with autograd.record():
            (g,) = autograd.grad((net(x) ** 3).sum(), x, create_graph=True)
            loss = (g * g).sum()
        return loss, x

    loss, x = penalty(start)
    loss.backward()
    both = [penalty(start + sign * STEP * way)[0].asscalar() for sign in (1, -1)]
    np.testing.assert_allclose((x.grad.asnumpy() * way).sum(), (both[0] - both[1]) / (2 * STEP), rtol=1e-4)
    learned = [p for p in net.collect_params().values() if p.grad_req != "null"]
    grads = [p.grad().asnumpy() for p in learned]
    for parameter, grad in zip(learned, grads, strict=True):
        kept = parameter.data().asnumpy()
        way = random.uniform(-1, 1, kept.shape)
        both = []
        for sign in (1, -1):
            parameter.set_data(mx.nd.array(kept + sign * STEP * way, dtype="float64"))
            both.append(penalty(start)[0].asscalar())
        parameter.set_data(mx.nd.array(kept, dtype="float64"))
        np.testing.assert_allclose((grad * way).sum(), (both[0] - both[1]) / (2 * STEP), rtol=1e-4, atol=1e-6)
