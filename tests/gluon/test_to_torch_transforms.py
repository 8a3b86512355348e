"""Transforms of ``torch.func`` over modules that blocks have become."""

import numpy as np
import pytest
import torch
from mxnet.gluon import nn


def _differentiated(x, function):
    variable = x.clone().requires_grad_()
    function(variable).sum().backward()
    return variable.grad


@pytest.mark.usefixtures("undocumented")
@pytest.mark.parametrize(
    "layers",
    [
        [lambda: nn.BatchNorm(in_channels=4), lambda: nn.Dense(2, in_units=4)],
        [lambda: nn.HybridLambda(lambda F, x: F.clip(x, 0.2, 0.8) * F.abs(x))],
        [lambda: nn.HybridLambda(lambda F, x: F.SoftmaxOutput(x, F.zeros_like(F.sum(x, axis=1))))],
        [lambda: nn.HybridLambda(lambda F, x: F.MakeLoss(x * 2, grad_scale=3))],
        [lambda: nn.HybridLambda(lambda F, x: F.make_loss(x * 2))],
        [lambda: nn.HybridLambda(lambda F, x: F.broadcast_mul(x, F.norm(x, axis=1, keepdims=True)))],
        [lambda: nn.HybridLambda(lambda F, x: F.identity(x))],
        [lambda: nn.HybridLambda(lambda F, x: F.Flatten(F.relu(x - 0.5)))],
    ],
    ids=["BatchNorm", "clip", "SoftmaxOutput", "MakeLoss", "make_loss", "norm", "the input", "a view"],
)
def test_operators_with_gradients_of_their_own_in_transforms(layers):
    net = nn.HybridSequential()
    net.add(*[make() for make in layers])
    net.initialize()
    module = net.to_torch().eval()
    x = torch.rand(3, 4)
    expected = _differentiated(x, module)
    torch.testing.assert_close(torch.func.grad(lambda x: module(x).sum())(x), expected)
    of_each = torch.func.vmap(torch.func.grad(lambda x: module(x[None]).sum()))(x)
    torch.testing.assert_close(of_each, expected)
    torch.testing.assert_close(torch.func.vmap(lambda x: module(x[None])[0])(x), module(x))


@pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated")  # which PyTorch's forward mode calls
@pytest.mark.usefixtures("undocumented")
@pytest.mark.parametrize(
    ("function", "second"),
    [
        (lambda F, x: F.relu(x), lambda x: 2.0 * (x > 0)),
        (lambda F, x: F.clip(x, -1, 1), lambda x: 2.0 * (abs(x) < 1)),
        (lambda F, x: F.hard_sigmoid(x), lambda x: 0.08 * (abs(x) < 2.5)),
        (lambda F, x: F.broadcast_maximum(x, 2 * x), lambda x: np.where(x > 0, 8.0, 2.0)),
        (lambda F, x: F.square(x), lambda x: 12 * x**2),
    ],
    ids=["relu", "clip", "hard_sigmoid", "maximum", "square"],
)
def test_hessians(function, second):
    """That of the sum of squares of an element-wise function is diagonal."""
    module = nn.HybridLambda(function).to_torch().eval()
    x = torch.tensor([0.5, -0.75, 2.0, -3.0, 0.25])
    hessian = torch.func.hessian(lambda x: (module(x) ** 2).sum())(x)
    np.testing.assert_allclose(hessian.numpy(), np.diag(second(x.numpy())), rtol=1e-5)


@pytest.mark.usefixtures("undocumented")
@pytest.mark.parametrize(
    "function",
    [
        lambda F, x: F.Activation(x, act_type="softsign"),
        lambda F, x: F.topk(x, k=2, ret_typ="mask") * x,
        lambda F, x: F.one_hot(F.argmax(x, axis=1), depth=4) * x,
        lambda F, x: F.broadcast_mod(x, 2 + x),
        lambda F, x: F.gamma(x + 1),
        lambda F, x: F.logical_not(x > 0.5) * x,
        lambda F, x: F.np.column_stack([x.as_np_ndarray(), x.as_np_ndarray() * 2]).as_nd_ndarray(),
        lambda F, x: F.Pooling(F.reshape(x, (-1, 1, 2, 2)), kernel=(2, 2), pool_type="max"),
    ],
    ids=["softsign", "topk", "one_hot", "mod", "gamma", "logical_not", "column_stack", "Pooling"],
)
def test_operators_that_look_at_values_in_transforms(function):
    module = nn.HybridLambda(function).to_torch().eval()
    x = torch.rand(3, 4)
    gradient = torch.func.grad(lambda x: module(x).sum())
    torch.testing.assert_close(gradient(x), _differentiated(x, module))
    torch.testing.assert_close(torch.func.vmap(gradient)(x[:, None])[:, 0], gradient(x))


@pytest.mark.usefixtures("undocumented")
def test_gradients_of_each_image():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(2, 3, padding=1, in_channels=1), nn.BatchNorm(in_channels=2), nn.Activation("relu"))
    net.add(nn.Conv2DTranspose(1, 2, strides=2, in_channels=2))
    net.initialize()
    module = net.to_torch().eval()
    images = torch.rand(3, 1, 4, 4)
    of_each = torch.func.vmap(torch.func.grad(lambda image: module(image[None]).square().sum()))(images)
    torch.testing.assert_close(of_each, _differentiated(images, lambda x: module(x).square()))


def test_a_jacobian_through_relu():
    net = nn.Activation("relu")
    x = torch.tensor([1.0, -1.0, 2.0])
    assert torch.func.jacrev(net.to_torch())(x).tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 1]]
