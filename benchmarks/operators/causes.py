"""Measure what the reasons of the table claim, each alone: `python -m benchmarks.operators.causes [SIGN ...]`.

One thread, processor time, the least of some rounds: for a busy machine, too.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
os.environ.setdefault("MXNET_KEEP_FREED", "1")

import mxnet as mx
import numpy as np
import torch
from mxnet.kernels.select import select
from torch.profiler import ProfilerActivity, profile

ROUND, ROUNDS = 0.005, 20


def microseconds(function):
    """Return the microseconds of a call."""
    function()
    began = time.process_time()
    function()
    count = max(1, min(2000, int(ROUND / max(time.process_time() - began, 1e-7))))
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(count):
            function()
        best = min(best, (time.process_time() - began) / count)
    return best * 1e6


def tensor(*shape, low=0.1, high=1.0):
    """Return numbers of a fixed seed."""
    return torch.from_numpy(np.random.RandomState(0).uniform(low, high, shape).astype("float32"))


def step(function, *tensors, hold=False, copy=False):
    """Return a step of PyTorch: forward, backward with ones, and what becomes of the gradients.

    ``hold``: the last gradient lives until there is the next, as an array's does; ``copy``: it is copied elsewhere.
    """
    leaves = [t.clone().requires_grad_() for t in tensors]
    targets = [torch.zeros_like(t) for t in tensors]
    last = [None] * len(leaves)

    def run():
        for i, leaf in enumerate(leaves):
            last[i] = leaf.grad if hold else None
            leaf.grad = None
        out = function(*leaves)
        torch.autograd.backward([out], [torch.ones_like(out)])
        if copy:
            for leaf, target in zip(leaves, targets, strict=True):
                target.copy_(leaf.grad)

    return run


def recorded(function, *tensors, backward=True):
    """Return the same step with arrays."""
    arrays = [mx.nd.array(t.numpy(), dtype="float32") for t in tensors]
    for array in arrays:
        array.attach_grad()

    def run():
        with mx.autograd.record():
            out = function(*arrays)
        if backward:
            mx.autograd.backward([out])

    return run


#: a loop of two threads some microseconds after the last one; prints the median of its microseconds
_AFTER = """
import sys, time
import mxnet, torch
torch.set_num_threads(2)
x, gap, times = torch.ones(128, 1024), float(sys.argv[1]) / 1e6, []
for _ in range(300):
    torch.exp(x)
    until = time.perf_counter() + gap
    while time.perf_counter() < until:
        pass
    began = time.perf_counter()
    torch.exp(x)
    times.append(time.perf_counter() - began)
print(sorted(times)[150] * 1e6)
"""


def wake():
    """What a loop takes whose threads sleep, and one whose threads look for work: elapsed time, two threads."""
    others = {key: value for key, value in os.environ.items() if key != "OMP_NUM_THREADS"}
    for tuned, gap in itertools.product("10", (30, 100)):
        done = subprocess.run(
            [sys.executable, "-c", _AFTER, str(gap)],
            env={**others, "MXNET_TUNE_OPENMP": tuned},
            check=True,
            capture_output=True,
            text=True,
        )
        yield f"exp of 512 kB {gap} microseconds after, MXNET_TUNE_OPENMP={tuned}, microseconds", float(done.stdout)


def ties():
    """The greatest of rows by PyTorch, and with ties in order."""
    t = tensor(64, 1000)
    yield "topk, microseconds", microseconds(lambda: torch.topk(t, 5))
    yield "with ties in order, microseconds", microseconds(lambda: select(t, 1, 5, False))


def zero():
    """The gradient of `relu` by PyTorch, and as in 1.9.1."""
    head, out = tensor(128, 1024), tensor(128, 1024, low=-1).relu_()
    yield "PyTorch's, microseconds", microseconds(lambda: torch.ops.aten.threshold_backward(head, out, 0))
    yield "as in 1.9.1, microseconds", microseconds(lambda: out.ceil().clamp_(max=1).mul_(head))


def call():
    """The Python of a call: small arrays, where the kernel takes a microsecond."""
    t = tensor(1, 1024)
    a, leaf = mx.nd.array(t.numpy()), t.clone().requires_grad_()
    yield "exp, a call more than PyTorch's", microseconds(lambda: mx.nd.exp(a)) - microseconds(lambda: torch.exp(t))
    ours, theirs = microseconds(recorded(mx.nd.exp, t, backward=False)), microseconds(lambda: torch.exp(leaf))
    yield "exp, a recorded call more", ours - theirs
    yield "exp + backward more", microseconds(recorded(mx.nd.exp, t)) - microseconds(step(torch.exp, t))

    class Own(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return torch.exp(x)

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.saved_tensors[0]

    yield (
        "a gradient of one's own (relu, maximum ...)",
        microseconds(step(Own.apply, t)) - microseconds(step(torch.exp, t)),
    )


def steps():
    """The functions of PyTorch's that an operator takes, alone."""
    t = [tensor(1, 1024) for _ in range(4)]
    arrays = [mx.nd.array(item.numpy()) for item in t]
    mean, var, batch_mean, inverse = tensor(4, 64)

    def move():
        mean.lerp_(batch_mean, 0.1)
        var.lerp_(torch.nn.functional.softshrink(inverse.pow(-2), 1e-3), 0.1)

    yield "BatchNorm, what moves its statistics, microseconds", microseconds(move)
    yield "adam_update, microseconds", microseconds(lambda: mx.nd.adam_update(*arrays, lr=0.1))
    wide = t[0].double()
    yield "gamma, lgamma of float64, microseconds", microseconds(lambda: torch.lgamma(wide))
    yield "gamma, microseconds", microseconds(lambda: mx.nd.gamma(arrays[0]))


def gamma():
    """PyTorch's logarithm of gamma in float32."""
    t = torch.linspace(0.1, 35, 100003)
    exact = torch.exp(torch.lgamma(t.double()))
    single = torch.exp(torch.lgamma(t))
    yield "float32, largest relative error", ((single.double() - exact).abs() / exact).max().item()
    for big in (tensor(128, 1024), tensor(128, 1024).double()):
        yield f"lgamma of {big.dtype}, microseconds", microseconds(lambda big=big: torch.lgamma(big))


def delivery():
    """PyTorch's steps where gradients go to memory that exists before, as an array's gradient does."""
    big, text, images = tensor(128, 1024), tensor(32, 128, 256), tensor(16, 64, 28, 28)
    channels, groups, moving = tensor(64), tensor(8), (torch.zeros(64), torch.ones(64))
    functional = torch.nn.functional
    rows = {
        "square": (torch.square, big),
        "slice": (lambda x: x[:, 10:100].contiguous(), text),
        "sum axis=1": (lambda x: x.sum(1), text),
        "add": (lambda a, b: a + b, big, big),
        "gelu": (functional.gelu, images),
        "BatchNorm": (lambda x, g, b: functional.batch_norm(x, *moving, g, b, True), images, channels, channels),
        "GroupNorm": (
            lambda x, g, b: functional.group_norm(x, 8, g.repeat_interleave(8), b.repeat_interleave(8)),
            *(images, groups, groups),
        ),
    }
    for name, (function, *tensors) in rows.items():
        alone = microseconds(step(function, *tensors))
        yield f"{name} + backward, the last gradient held", microseconds(step(function, *tensors, hold=True)) / alone
        yield f"{name} + backward, copied", microseconds(step(function, *tensors, copy=True)) / alone


def digits():
    """The gradient of gamma over rows of text."""
    for count in (4096, 65536):
        x, head = tensor(count, 64, low=-1), tensor(count, 64)

        def gradient(convert, function, x=x, head=head):
            leaf = convert(torch.ones(64)).requires_grad_()
            out = function(convert(x), leaf, convert(torch.zeros(64)))
            return torch.autograd.grad(out, leaf, convert(head))[0].double()

        def norm(x, g, b):
            return torch.nn.functional.layer_norm(x, (64,), g, b)

        from mxnet.kernels.layer_norm import normalize_last

        exact = gradient(torch.Tensor.double, norm)
        size = exact.abs().max()
        for name, function in (("PyTorch's", norm), ("ours", lambda x, g, b: normalize_last(x, g, b, 1e-5)[0])):
            error = (gradient(lambda t: t.clone(), function) - exact).abs().max() / size
            yield f"{count:,} rows, {name}, largest error of the gradient", error.item()


def position():
    """The conversion and the check of positions."""
    table, index = tensor(10000, 64), torch.randint(0, 10000, (4096,)).float()
    integer = index.long()
    yield "conversion and clip of 4,096, microseconds", microseconds(lambda: index.long().clamp(0, 9999))
    yield "index_select, microseconds", microseconds(lambda: table.index_select(0, integer))
    table = tensor(1000000, 64)
    target = torch.zeros_like(table)
    yield "zeros of a gradient of 1,000,000 rows, microseconds", microseconds(lambda: target.zero_())


def loop():
    """How many functions of PyTorch's a call takes, and how much of its time is theirs."""
    from benchmarks import sides

    sys.path.insert(0, str(sides.HERE))
    from operators import mxnet_side
    from operators.table import ROWS

    names = (
        "ROIPooling", "Correlation", "contrib.ROIAlign", "contrib.DeformableConvolution", "contrib.MultiBoxDetection",
        "contrib.box_iou", "contrib.Proposal", "GridGenerator",
    )  # fmt: skip
    for row in ROWS:
        if row.title in names:
            run = mxnet_side._forward(row)
            run(3)
            with profile(activities=[ProfilerActivity.CPU]) as result:
                run(10)
            events = [item for item in result.key_averages() if item.key.startswith("aten::")]
            yield f"{row.title}, functions of PyTorch", sum(item.count for item in events) / 10
            yield f"{row.title}, microseconds", microseconds(lambda run=run: run(1))


def epsilon():
    """The norm of rows by PyTorch's `normalize`, and by squares, their sum, and what is added to it."""
    t = tensor(128, 1024)

    def formula():
        return t / t.square().sum((1,), keepdim=True).add(1e-10).sqrt()

    yield "PyTorch's, microseconds", microseconds(lambda: torch.nn.functional.normalize(t))
    yield "by the formula, microseconds", microseconds(formula)


def half():
    """Products in 16 bits, and in float32 with casts."""
    product = torch.nn.functional.linear
    for dtype in (torch.float16, torch.bfloat16):
        a, b = tensor(64, 784).to(dtype), tensor(256, 784).to(dtype)
        yield f"product of {dtype}, microseconds", microseconds(lambda a=a, b=b: product(a, b))
        yield (
            f"product of {dtype} in float32, microseconds",
            microseconds(lambda a=a, b=b: product(a.float(), b.float()).to(a.dtype)),
        )


CAUSES = {
    item.__name__: item
    for item in (wake, ties, zero, call, steps, gamma, delivery, digits, position, loop, epsilon, half)
}


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.operators.causes", description=__doc__)
    parser.add_argument("signs", nargs="*", choices=[*CAUSES, []], metavar="SIGN", help="of the reasons; none: all")
    for sign in parser.parse_args().signs or CAUSES:
        for what, value in CAUSES[sign]():
            print(f"{sign}: {what}: {value:.3g}", flush=True)


if __name__ == "__main__":
    main()
