"""Products of matrices where BLAS is slow: oneDNN's, their gradients, and what is left to BLAS."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.kernels.linear import linear
from mxnet.kernels.products import add_product, matmul, product, product_into

pytestmark = [
    pytest.mark.usefixtures("fast_kernels", "slow_blas"),
    pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="PyTorch was built without oneDNN"),
]


def given(*shapes, dtype=torch.float32):
    generator = torch.Generator().manual_seed(1)
    return [torch.randn(shape, generator=generator).to(dtype).requires_grad_() for shape in shapes]


def exact(function, tensors):
    """Return result and gradients for a square loss in float64."""
    doubles = [t.detach().double().requires_grad_() for t in tensors]
    return outcome(function, doubles)


def outcome(function, tensors):
    out = function(*tensors)
    return [out.detach(), *torch.autograd.grad(out.square().sum(), tensors)]


PRODUCTS = [
    (product, torch.mm, [(128, 320), (320, 272)]),
    (lambda a, b: product(a.t(), b), lambda a, b: a.t() @ b, [(320, 128), (320, 272)]),
    (lambda a, b: product(a, b.t()), lambda a, b: a @ b.t(), [(128, 320), (272, 320)]),
    (lambda a, b: product(a.t(), b.t()), lambda a, b: a.t() @ b.t(), [(320, 128), (272, 320)]),
    (matmul, torch.matmul, [(4, 2, 64, 160), (160, 272)]),
    (linear, torch.nn.functional.linear, [(128, 320), (272, 320), (272,)]),
    (linear, torch.nn.functional.linear, [(600, 320), (272, 320)]),
]


@pytest.mark.parametrize(("ours", "formula", "shapes"), PRODUCTS)
def test_values_and_gradients_are_those_of_the_formula(counted, ours, formula, shapes):
    tensors = given(*shapes)
    for result, expected in zip(outcome(ours, tensors), exact(formula, tensors), strict=True):
        torch.testing.assert_close(result.double(), expected, rtol=1e-4, atol=1e-5 * expected.abs().max().item())
    assert len(counted) == 3  # forward, and the gradient of each matrix


def test_the_gradient_of_a_transposed_matrix_lies_as_the_matrix():
    a, b = given((128, 160), (272, 160))
    assert all(gradient.is_contiguous() for gradient in torch.autograd.grad(product(a, b.t()).sum(), (a, b)))


@pytest.mark.parametrize(("ours", "formula", "shapes"), PRODUCTS)
def test_second_gradients_are_those_of_the_formula(ours, formula, shapes):
    def slopes(function, tensors):
        first = torch.autograd.grad(function(*tensors).square().sum(), tensors, create_graph=True)
        return torch.autograd.grad(sum(g.square().sum() for g in first), tensors)

    tensors = given(*shapes)
    doubles = [t.detach().double().requires_grad_() for t in tensors]
    for result, expected in zip(slopes(ours, tensors), slopes(formula, doubles), strict=True):
        torch.testing.assert_close(result.double(), expected, rtol=1e-3, atol=1e-5 * expected.abs().max().item())


@pytest.mark.parametrize(("ours", "formula", "shapes"), PRODUCTS)
def test_results_repeat_to_the_bit(ours, formula, shapes):
    first, second = (outcome(ours, given(*shapes)) for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (torch.ones(9, 9), torch.ones(9, 9)),  # small
        (torch.ones(128, 320).double(), torch.ones(320, 272).double()),
        (torch.ones(1, 2048), torch.ones(2048, 2048)),
        (torch.ones(2048, 2048), torch.ones(2048, 1)),
        (torch.ones(2048, 2048).t(), torch.ones(2048, 4)),  # copying costs more
        (torch.ones(1 << 22, 0), torch.ones(0, 3)),
        (torch.ones(2048, 2048, device="meta"), torch.ones(2048, 2048, device="meta")),
    ],
)
def test_what_is_left_to_blas(counted, a, b):
    expected = torch.mm(a, b)
    for result in (product(a, b), matmul(a, b)):
        assert result.shape == expected.shape
        assert result.device == expected.device
        assert result.is_meta or torch.equal(result, expected)
    assert not counted


@pytest.mark.parametrize(
    "b",
    [
        torch.ones(320, 1).expand(320, 272),
        torch.ones(1, 272).expand(320, 272),
        torch.arange(600.0).as_strided((320, 272), (1, 1)),
        torch.arange(320.0 * 544).view(320, 544)[:, ::2],
        torch.arange(640.0 * 272).view(640, 272)[::2],
    ],
)
def test_second_matrix_in_any_order_of_memory(counted, b):
    a = torch.eye(128, 320)
    assert torch.equal(product(a, b), b[:128])
    assert counted


def test_target_is_written_by_blas_or_left_alone(counted):
    a, b = (t.detach() for t in given((128, 320), (320, 272)))
    target = torch.empty(128, 272)
    result = product_into(a, b, target)
    assert result is not target  # oneDNN makes a tensor of its own
    torch.testing.assert_close(result, a @ b, rtol=1e-4, atol=1e-4)
    short = torch.empty(1024, 1024)
    assert product_into(torch.ones(1024, 16), torch.ones(16, 1024), short) is short
    assert short.eq(16).all()
    assert len(counted) == 1


def test_sum_is_written_in_place(counted):
    a, b = (t.detach() for t in given((128, 320), (320, 272)))
    total = torch.ones(128, 272)
    assert add_product(total, a, b) is total
    torch.testing.assert_close(total, a @ b + 1, rtol=1e-4, atol=1e-4)
    assert len(counted) == 1


def test_many_rows_and_few_weights_are_a_product_too(counted):
    x, w = (t.detach() for t in given((5000, 128), (128, 128)))
    torch.testing.assert_close(linear(x, w), x @ w.t(), rtol=1e-4, atol=1e-4)
    linear(x[:1], torch.ones(512, 128))  # a quarter of the multiplications from which on it pays, and less
    assert len(counted) == 1


def test_a_step_of_training_is_the_same_with_both(request):
    """Gradients of a symbol, written and added, beside those of the formula in float64."""
    rng = np.random.RandomState(0)
    x, w = rng.randn(320, 128).astype("float32"), rng.randn(272, 128).astype("float32")
    out = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=272, no_bias=True)
    expected = {"x": np.float64(w).sum(0) * np.ones((320, 1)), "w": np.float64(x).sum(0) * np.ones((272, 1))}
    for req, times in (("write", 1), ("add", 2)):
        bound = out.bind(
            mx.cpu(),
            {"x": mx.nd.array(x), "w": mx.nd.array(w)},
            args_grad={name: mx.nd.zeros(value.shape) for name, value in (("x", x), ("w", w))},
            grad_req=req,
        )
        for _ in range(2):
            np.testing.assert_allclose(bound.forward(is_train=True)[0].asnumpy(), x @ w.T, rtol=1e-3, atol=1e-3)
            bound.backward(mx.nd.ones((320, 272)))
        for name, value in expected.items():
            np.testing.assert_allclose(bound.grad_dict[name].asnumpy(), times * value, rtol=1e-3, atol=1e-3)


def test_one_weight_used_twice():
    """The gradients of both uses are added up in place."""
    rng = np.random.RandomState(0)
    x, w = rng.randn(640, 128).astype("float32"), rng.randn(128, 128).astype("float32") / 10
    layer, weight = mx.sym.var("x"), mx.sym.var("w")
    for _ in range(2):
        layer = mx.sym.FullyConnected(layer, weight, num_hidden=128, no_bias=True)
    grad = mx.nd.zeros(w.shape)
    bound = layer.bind(mx.cpu(), {"x": mx.nd.array(x), "w": mx.nd.array(w)}, args_grad={"w": grad})
    bound.forward(is_train=True)
    bound.backward(mx.nd.ones((640, 128)))
    w64, x64 = np.float64(w), np.float64(x)
    ones = np.ones((640, 128))
    expected = ones.T @ (x64 @ w64.T) + (ones @ w64).T @ x64
    np.testing.assert_allclose(grad.asnumpy(), expected, rtol=1e-3, atol=1e-3 * np.abs(expected).max())


@pytest.mark.parametrize("transpose_a", [False, True])
@pytest.mark.parametrize("transpose_b", [False, True])
def test_large_dot_with_transposes_agrees_with_numpy(transpose_a, transpose_b):
    rng = np.random.RandomState(0)
    a, b = rng.randn(128, 320).astype("float32"), rng.randn(320, 272).astype("float32")
    x, y = (mx.nd.array(t.T if turned else t) for t, turned in ((a, transpose_a), (b, transpose_b)))
    x.attach_grad(), y.attach_grad()
    with mx.autograd.record():
        out = mx.nd.dot(x, y, transpose_a=transpose_a, transpose_b=transpose_b)
    out.backward()
    np.testing.assert_allclose(out.asnumpy(), a @ b, rtol=1e-3, atol=1e-3)
    to_a, to_b = np.ones((128, 272)) @ b.T, a.T @ np.ones((128, 272))
    np.testing.assert_allclose(x.grad.asnumpy(), to_a.T if transpose_a else to_a, rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(y.grad.asnumpy(), to_b.T if transpose_b else to_b, rtol=1e-3, atol=1e-3)
    result = mx.sym.dot(mx.sym.var("x"), mx.sym.var("y"), transpose_a=transpose_a, transpose_b=transpose_b)
    (same,) = result.eval(x=x, y=y)
    np.testing.assert_allclose(same.asnumpy(), a @ b, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("name", ["dot", "matmul"])
def test_numpy_interface(name):
    rng = np.random.RandomState(0)
    a, b = rng.randn(128, 320).astype("float32"), rng.randn(320, 272).astype("float32")
    out = getattr(mx.np, name)(mx.np.array(a), mx.np.array(b))
    np.testing.assert_allclose(out.asnumpy(), a @ b, rtol=1e-3, atol=1e-3)
