"""Vectors that lie side by side in one memory are joined, and gradients that do are, without a copy."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet.kernels.side_by_side import as_vector, joined_in_place, lay_side_by_side, parts_in_place


def _tensors() -> list[torch.Tensor]:
    return [torch.tensor([[0.0, 1, 2], [3, 4, 5]], requires_grad=True), torch.full((2,), 7.0).requires_grad_()]


def _beside() -> list[torch.Tensor]:
    first, last = torch.tensor(NUMBERS, dtype=torch.float32).split([6, 2])
    return [first.view(2, 3).requires_grad_(), last.requires_grad_()]


NUMBERS = [0, 1, 2, 3, 4, 5, 7, 7]


@pytest.mark.usefixtures("undocumented")
def test_tensors_move_to_one_memory_and_stay_the_same() -> None:
    tensors = _tensors()
    assert as_vector(tensors) is None
    assert lay_side_by_side(tensors)
    vector = as_vector(tensors)
    assert vector is not None
    np.testing.assert_array_equal(vector, NUMBERS)
    with torch.no_grad():
        tensors[1].fill_(8)
    np.testing.assert_array_equal(vector[6:], [8, 8])
    assert all(t.is_leaf and t.requires_grad for t in tensors)


def test_tensors_that_somebody_looks_at_stay_where_they_are() -> None:
    tensors = _tensors()
    view = tensors[0].detach()
    assert not lay_side_by_side(tensors)
    assert view.data_ptr() == tensors[0].data_ptr()


@pytest.mark.parametrize("others", ["other order", "another type", "a gap"])
def test_only_tensors_side_by_side_are_a_vector(others: str) -> None:
    first, last = torch.zeros(8).split(4)
    pair = {"other order": (last, first), "another type": (first, last.view(torch.int32)), "a gap": (first, last[1:])}
    assert as_vector(pair[others]) is None


@pytest.mark.parametrize("beside", [True, False])
def test_joined_vectors_and_their_gradients(beside: bool) -> None:
    tensors = _beside() if beside else _tensors()
    result = joined_in_place([t.reshape(-1) for t in tensors])
    assert (result.data_ptr() == tensors[0].data_ptr()) == beside
    np.testing.assert_array_equal(result.detach(), NUMBERS)
    (result * torch.arange(8.0)).sum().backward()
    np.testing.assert_array_equal(tensors[0].grad, [[0, 1, 2], [3, 4, 5]])
    np.testing.assert_array_equal(tensors[1].grad, [6, 7])


class _Gradient(torch.autograd.Function):
    """Gives two vectors the halves of a gradient, side by side or not."""

    @staticmethod
    def forward(ctx, first, last, gradient):
        ctx.gradient = gradient
        return first.sum() + last.sum()

    @staticmethod
    def backward(ctx, grad):
        return *ctx.gradient, None


@pytest.mark.parametrize("beside", [True, False])
def test_the_gradient_of_a_vector_is_that_of_its_parts(beside: bool) -> None:
    vector = torch.arange(5.0).requires_grad_()
    first, last = parts_in_place(vector, [3, 2])
    np.testing.assert_array_equal(last.detach(), [3, 4])
    whole = torch.arange(10.0, 15.0)
    gradient = whole.split([3, 2]) if beside else (whole[:3], whole[3:].clone())
    (found,) = torch.autograd.grad(_Gradient.apply(first, last, gradient), vector)
    np.testing.assert_array_equal(found, whole)
    assert (found.data_ptr() == whole.data_ptr()) == beside


def test_gradients_of_gradients() -> None:
    tensors = _beside()
    first, last = parts_in_place(joined_in_place([t.reshape(-1) for t in tensors]), [4, 4])
    (grad,) = torch.autograd.grad((first**2 * last).sum(), tensors[:1], create_graph=True)
    (second,) = torch.autograd.grad(grad.sum(), tensors[1:])
    np.testing.assert_array_equal(second, [4, 6])
