"""Transforms of ``torch.func`` over modules that blocks have become."""

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


def test_a_jacobian_through_relu():
    net = nn.Activation("relu")
    x = torch.tensor([1.0, -1.0, 2.0])
    assert torch.func.jacrev(net.to_torch())(x).tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 1]]
