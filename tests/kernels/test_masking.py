"""Choices by bits are PyTorch's to the bit, whatever is chosen from, and can be differentiated again."""

from __future__ import annotations

import pytest
import torch
from mxnet.kernels.choice import KERNELS

pytestmark = pytest.mark.usefixtures("every_size")

COUNT = 1 << 14

INTEGERS = {2: torch.int16, 4: torch.int32, 8: torch.int64}
STRANGE = torch.tensor([torch.nan, torch.inf, -torch.inf, -0.0, 0.0, 1e-45, 3.5, -2.0])


def numbers(dtype, seed):
    index = torch.randint(len(STRANGE), (COUNT // 128, 128), generator=torch.Generator().manual_seed(seed))
    return STRANGE.to(dtype)[index]


def bits(t):
    return t.detach().view(INTEGERS[t.itemsize])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_values_and_gradients_are_where_to_the_bit(dtype):
    condition = numbers(dtype, 0).bool()
    x, y, head = (numbers(dtype, seed) for seed in (1, 2, 3))
    results = []
    for form in KERNELS["choose"][:2]:
        leaves = x.clone().requires_grad_(), y.clone().requires_grad_()
        out = form(condition, *leaves)
        results.append([bits(t) for t in (out, *torch.autograd.grad(out, leaves, head))])
    results[0].append(bits(KERNELS["choose_or_zero"].fast(condition, x)))
    results[1].append(bits(KERNELS["choose_or_zero"].plain(condition, x)))
    for mine, other in zip(*results, strict=True):
        assert torch.equal(mine, other)


@pytest.mark.parametrize("wanted", [0, 1])
def test_one_may_be_constant(wanted):
    condition = numbers(torch.float32, 0).bool()
    inputs = [numbers(torch.float32, 1).nan_to_num_(), numbers(torch.float32, 2).nan_to_num_()]
    inputs[wanted].requires_grad_()
    KERNELS["choose"].fast(condition, *inputs).sum().backward()
    assert torch.equal(inputs[wanted].grad, (condition if wanted == 0 else ~condition).float())


def test_second_derivative():
    condition = numbers(torch.float32, 0).bool()
    x = torch.linspace(1, 2, COUNT).view(condition.shape).requires_grad_()
    (first,) = torch.autograd.grad(KERNELS["choose"].fast(condition, x * x * x, x).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    torch.testing.assert_close(second, torch.where(condition, 6 * x, 0).detach())
