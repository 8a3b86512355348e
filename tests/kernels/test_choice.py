"""Fast forms against plain ones: values, gradients and errors; and nobody else asks for a device."""

from __future__ import annotations

import re
from pathlib import Path

import mxnet
import numpy as np
import pytest
import torch
from mxnet.kernels.choice import KERNELS
from mxnet.kernels.regions import Points

SOURCES = Path(mxnet.__file__).parent
# what computes with them
import mxnet.ops  # noqa: E402


def some(*shape, grad=True):
    result = torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape))) / 8
    return result.requires_grad_(grad)


def whole(*shape, below):
    return torch.randint(below, shape, generator=torch.Generator().manual_seed(1))


def shares(*shape):
    return torch.rand(shape, generator=torch.Generator().manual_seed(1))


def matrices(grad=True):
    return some(128, 160, grad=grad), some(160, 136, grad=grad)


#: by kernel: arguments beyond its threshold, and within it
CASES = {
    "linear": lambda: [
        (some(3, 512), some(520, 512), some(520)),
        (some(2, 8, 512), some(520, 512), some(520)),
        (some(3, 4), some(2, 4), None),
    ],
    "product": lambda: [matrices(), (some(128, 160).t(), some(128, 136))],
    "product_into": lambda: [(*matrices(False), torch.empty(128, 136)), (*matrices(False), None)],
    "add_product": lambda: [(some(128, 136, grad=False), *matrices(False))],
    "contract": lambda: [
        (some(4, 160, 32), some(160, 136), [1], [0]),
        (some(10, 128, 16), some(7, 16, 20, 10), [2, 0], [1, 3]),
        (some(1200, 2), some(1200, 2), [0, 1], [0, 1]),
        (some(2, 3), some(3, 2), [0, 1], [1, 0]),
    ],
    "bmm": lambda: [(some(3, 40, 50), some(3, 50, 60)), (some(2, 3, 4), some(2, 4, 5))],
    "matmul": lambda: [
        (some(2, 1, 40, 50), some(2, 1, 50, 60)),
        matrices(),
        (some(2, 64, 160), some(160, 136)),
        (some(2, 3, 4), some(2, 4, 5)),
        (some(3), some(3)),
    ],
    "conv2d": lambda: [
        (some(1, 2, 5, 5), some(3, 2, 3, 3), None, (1, 1), (0, 0), (1, 1), 1),
    ],
    "columns_of_points": lambda: [(some(16, 2, 3, 4), some(3, 2, 1, 1))],
    "columns_of_channel": lambda: [(some(2, 1, 6, 5), some(3, 1, 3, 2))],
    "columns_of_few": lambda: [(some(2, 3, 6, 5), some(4, 3, 4, 2))],
    "columns_of_image": lambda: [(some(1, 2, 6, 5), some(3, 2, 4, 2))],
    "one_image": lambda: [(some(1, 2, 6, 5), some(3, 2, 3, 3))],
    "columns_of_transposed": lambda: [(some(2, 2, 3, 4), some(2, 3, 4, 3))],
    "zero_steps": lambda: [
        (some(3, 2, 4, 2), whole(3, 2, below=2).bool()),
        (some(3, 2).double(), whole(3, 2, below=2).bool()),
        (some(2, 3, 4, grad=False).half(), whole(2, 3, below=2).bool()),
    ],
    "choose": lambda: [
        (whole(*shape, below=2).bool(), some(*shape).to(dtype), some(*shape).neg().to(dtype))
        for shape, dtype in (((130, 130), torch.float32), ((130, 130), torch.float64), ((3, 2), torch.float32))
    ],
    "choose_or_zero": lambda: [
        (whole(*shape, below=2).bool(), some(*shape, grad=grad))
        for shape in ((130, 130), (3, 2))
        for grad in (True, False)
    ],
    "equal": lambda: [
        (whole(4, 5, below=3).to(dtype), whole(1, 5, below=3).to(dtype))
        for dtype in (torch.float32, torch.float64, torch.float16, torch.int32)
    ],
    "average_points": lambda: [
        (
            some(2, 3, 8, 9),
            np.array([1, 0, -1, 2]),
            Points(whole(4, 2, k, below=8).numpy(), shares(4, 2, k).numpy()),
            Points(whole(4, 5, k, below=9).numpy(), shares(4, 5, k).numpy()),
        )
        for k in (3, 9)
    ],
    "added_gradient_of_table": lambda: [(some(6, 4, grad=False), whole(6, below=9), 11)],
    "rows_of": lambda: [
        (some(1 << 17, 4), whole(2, 3, below=1 << 17)),
        (some(9, 4), whole(3, 600, below=9)),
        (some(5, 2), whole(4, below=5)),
    ],
    **{
        f"conv_transpose{rank}d": lambda rank=rank: [(some(1, 2, *[5] * rank), some(2, 3, *[3] * rank))]
        for rank in (1, 2, 3)
    },
    **{f"conv{rank}d": lambda rank=rank: [(some(1, 2, *[5] * rank), some(3, 2, *[3] * rank))] for rank in (1, 3)},
    "gradient_of_table": lambda: [(some(6, 4, grad=False), whole(6, below=99), 1 << 18)],
    "normalize_last": lambda: [(some(2400, 6), some(6), some(6), 1e-5), (some(3, 6), some(6), some(6), 1e-5)],
    "local_response": lambda: [
        (some(3, 7, 4, 5), 0.3, 0.75, 2.0, 2),
        (some(2, 7, 150, 150), 0.3, 0.5, 1.5, 1),
        (some(2, 2, 3, 3).contiguous(memory_format=torch.channels_last), 0.3, 0.75, 2.0, 2),
        (some(2, 3, 4, 4), 0.3, 0.75, 2.0, 0),
    ],
    "momentum_step": lambda: [
        *(
            (*(some(40, 5, grad=False) + i for i in range(3)), momentum, 0.1, factor, 0.01)
            for momentum in (0.9, 0.0)
            for factor in (0.05, 0.0, -0.2)
        ),
        (*(some(3, grad=False).double() + i for i in range(3)), 0.9, 0.1, 0.1, 0.0),
        (some(40, 5, grad=False), some(5, 40, grad=False).t(), some(40, 5, grad=False) * 2, 0.9, 0.1, 0.1, 0.0),
    ],
    "adam_step": lambda: [
        (*(some(40, 5, grad=False).abs() + i for i in range(4)), 0.1, 0.9, 0.999, 1e-8),
        (*(some(3, grad=False).double().abs() + i for i in range(4)), 0.1, 0.9, 0.999, 1e-8),
        (some(6, grad=False), some(6, 2, grad=False)[:, 0], *some(2, 6, grad=False).abs(), 0.1, 0.5, 0.9, 1e-3),
    ],
    "vector_norm": lambda: [
        *(
            (some(40, 20, 32), order, axes, keep)
            for order in (1, 2)
            for axes in ((0,), (1, 0), (-2,), (-1,), None)
            for keep in (False, True)
        ),
        (some(3000, 128).double(), 2, (0,), False),
        (some(3000, 128, grad=False), 1, (0,), True),
        (torch.zeros(128, 160, requires_grad=True), 2, (0,), False),
        (some(3, 2), 2, (0,), False),
    ],
    **{
        name: lambda: [
            (some(300, 10), -1),
            (some(2, 300, 3), 2),
            (some(300, 10, grad=False).t().contiguous().t(), 1),
            (some(300, 10), 0),
            (some(300, 17), -1),
            (some(300, 10).double(), -1),
            (some(300, 10).half(), -1, torch.float32),
            (some(9), -1),
            (some(2, 3), -1),
            (some(0, 3), -1),
        ]
        for name in ("softmax", "log_softmax")
    },
    "tanh": lambda: [
        (some(2, 3, 80, 80),),
        (some(2, 3, 80, 80).contiguous(memory_format=torch.channels_last),),
        (some(40000, grad=False) * 1e3,),
        (some(300, 200).t(),),
        (some(3),),
    ],
    "select": lambda: [(some(4, 99), 1, 3, False), (whole(4, 99, below=3), 1, 3, True), (some(2, 5), 1, 4, True)],
    "ranking": lambda: [(some(3, 99, grad=False),), (shares(1, 5).double(),)],
    "picked": lambda: [
        (some(3, 4), torch.tensor([0.0, 3.9, 2.0])),
        (some(2, 3, 4), torch.tensor([[0, 4, -1], [1, 2, 3]])),  # out of range
        (some(3, 4), torch.tensor([0.0, float("nan"), float("inf")])),
        (some(2, 3, 4).double(), whole(2, 3, below=4)),
    ],
    "pool": lambda: [
        (some(2, 4, 30, 30), kind, ((3, 3), (2, 2), (1, 1), *rest))
        for kind, rest in (("max", ((1, 1), False)), ("avg", (False, True, None)))
    ],
    "sum_blocks": lambda: [(some(2, 4, 40, 30), 2), (some(40, 16, 40, 30), 2, 4), (some(2, 4, 41, 30), 2)],
    "average_to": lambda: [(some(2, 9, 40, 30, grad=False), (3, 7)), (some(2, 9, 40, 30), (3, 7))],
    "interpolate_to": lambda: [
        (some(2, 9, 20, 15, grad=False), (30, 40), False),
        (some(2, 9, 20, 15), (30, 40)),
        (some(2, 3, 20, 15, grad=False), (30, 40)),
    ],
    "sum_columns": lambda: [
        (some(3, 40, grad=False), [whole(50, 6, below=40)] * 2, [some(50, 6, grad=False)] * 2),
        (some(3, 40), [whole(50, below=40)] * 2, [some(50)] * 2),
    ],
    "in_order": lambda: [(some(9, 40, 30).mT,), (some(9, 40, 30, grad=False).mT,), (some(4, 9, grad=False),)],
    "enlarge": lambda: [(some(2, 3, 40, 40), 2), (some(2, 3, 40, 40), 3), (some(1, 1, 2, 2), 2), (some(1, 1, 2, 2), 1)],
    "scaled_into": lambda: [
        (torch.arange(-128, 128).to(torch.int8), 1.0, torch.int8),
        (torch.arange(-128, 128).to(torch.int8), 0.37, torch.int8),
        (torch.arange(-128, 128).to(torch.int8), 1.7, torch.uint8),
        (torch.arange(256).to(torch.uint8), 127.5 / 255.5, torch.int8),
        (torch.arange(256).to(torch.uint8), torch.tensor([0.3]), torch.int8),
    ],
}
#: these say whether a form is the quicker one; the operators that ask are tested with both
DECISIONS = {
    "attention",
    "faster_by_slices",
    "faster_by_convolution",
    "subtract_one_at_label",
    "loss_at_labels",
    "scale_and_shift",
    "packed_linear",
    "small_loop",
    "small_product",
}
RANDOM = {"fill_with_gammas", "fill_with_poisson"}
WRONG = {
    "linear": (torch.ones(3, 5), torch.ones(2048, 512), None),
    "product": (torch.ones(1, 3), torch.ones(4, 1 << 20)),
    "product_into": (torch.ones(1, 3), torch.ones(4, 1 << 20), torch.ones(2)),
    "add_product": (torch.ones(2), torch.ones(1, 3), torch.ones(4, 1 << 20)),
    "bmm": (torch.ones(2, 9, 1024), torch.ones(2, 1025, 1024)),
    "matmul": (torch.ones(1, 3), torch.ones(4, 1 << 20)),
    "conv2d": (torch.ones(2, 4, 90, 90, requires_grad=True), torch.ones(16, 3, 7, 7), None, (2, 2), (0, 0), (1, 1), 1),
    "rows_of": (torch.ones(1 << 18, 4, requires_grad=True), torch.tensor([1 << 18])),
    "normalize_last": (torch.ones(2400, 6), torch.ones(5), torch.ones(6), 1e-5),
    "momentum_step": (torch.ones(3), torch.ones(2), torch.ones(3), 0.9, 0.1, 0.1, 0.0),
    "vector_norm": (torch.ones(128, 160), 2, (0, 2), False),
    "picked": (torch.ones(2, 0), torch.zeros(2)),
    "pool": (torch.ones(2, 4, 30, 30), "max", ((3, 3), (2, 2), (5, 5), (1, 1), False)),
}


def test_every_kernel_is_tried():
    assert set(CASES) | DECISIONS | RANDOM == set(KERNELS)


def results(form, case):
    own = [t.detach().clone().requires_grad_(t.requires_grad) if isinstance(t, torch.Tensor) else t for t in case]
    for mine, given in zip(own, case, strict=True):
        if isinstance(given, torch.Tensor) and given.dim() == 4:
            mine.data = given.detach().clone(memory_format=torch.preserve_format)
    result = form(*own)
    result = list(result) if isinstance(result, tuple) else [result]
    floats = [t for t in result if t.requires_grad]
    leaves = [t for t in own if isinstance(t, torch.Tensor) and t.requires_grad]
    grads = torch.autograd.grad(sum((t * t).sum() for t in floats), leaves) if floats else ()
    return [t.detach().to_dense() if t.is_sparse else t.detach() for t in (*result, *grads)]


@pytest.mark.parametrize("name", sorted(CASES))
def test_values_and_gradients_are_equal(name, every_size):
    compare(name)


@pytest.mark.parametrize("name", sorted(name for name, form in KERNELS.items() if form.grid and name not in RANDOM))
def test_every_grid_gives_what_the_form_takes(name, every_size):
    _, plain, grid = KERNELS[name]
    arguments = grid.arguments(1 << min(grid.powers[1], 14))
    ours, theirs = (results(form, arguments) for form in (grid.fast or KERNELS[name].fast, grid.plain or plain))
    torch.testing.assert_close(ours, theirs, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("name", ["linear", "product", "product_into", "add_product", "contract", "bmm", "matmul"])
@pytest.mark.parametrize("blas", ["fast_blas", "slow_blas"])
def test_products_are_equal_whatever_blas_is(request, name, blas, every_size):
    request.getfixturevalue(blas)
    compare(name)


def compare(name):
    for case in CASES[name]():
        fast, plain = (results(form, case) for form in KERNELS[name][:2])
        for mine, other in zip(fast, plain, strict=True):
            torch.testing.assert_close(mine, other, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("name", sorted(WRONG))
def test_errors_are_equal(name):
    result = []
    for form in KERNELS[name][:2]:
        with pytest.raises((RuntimeError, IndexError, ValueError)) as error:
            form(*WRONG[name])
        result.append((type(error.value), str(error.value)))
    assert result[0] == result[1]


def test_no_operator_asks_for_a_kind_of_device():
    asks = re.compile(r"device\.type [!=]= \"(?!meta)|\.is_(cpu|cuda|mps|xpu)\b|backends\.")
    assert not [f.name for f in (SOURCES / "ops").rglob("*.py") if asks.search(f.read_text())]
