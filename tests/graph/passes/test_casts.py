"""Casts of mixed precision, joined or moved or left out, give the same numbers and gradients."""

from __future__ import annotations

from collections.abc import Iterator

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.contrib import amp
from mxnet.contrib.amp import imperative
from mxnet.gluon import nn
from mxnet.graph.passes import VARIABLE
from mxnet.kernels import casts


@pytest.fixture(params=["bfloat16", "float16"])
def half(request: pytest.FixtureRequest) -> Iterator[str]:
    amp.init(target_dtype=request.param)
    yield request.param
    imperative._end()


class _Block(nn.HybridBlock):
    """A residual layer, whose sum is of float32 and half precision."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.layers = nn.HybridSequential()
            for _ in range(20):
                self.layers.add(nn.Dense(4, in_units=4))
            self.norm = nn.LayerNorm(in_channels=4)
            self.points = nn.Conv2D(2, 1, in_channels=2)

    def hybrid_forward(self, F, x):  # type: ignore[no-untyped-def]
        y = self.norm(self.norm(x) + self.layers(x))
        return self.norm(y + self.points(y.reshape((-1, 2, 2, 1))).reshape((-1, 4)))


def results(net: _Block, x: np.ndarray) -> list[np.ndarray]:
    data = mx.nd.array(x)
    data.attach_grad()
    for _ in range(2):
        with mx.autograd.record():
            out = net(data)
        out.backward(mx.nd.arange(out.size).reshape(out.shape))
    grads = [p.grad() for p in net.collect_params().values()]
    return [array.asnumpy() for array in (out, data.grad, *grads)]


def test_numbers_and_gradients_stay_to_the_bit(half: str, monkeypatch: pytest.MonkeyPatch) -> None:
    net, x = _Block(), np.random.RandomState(0).randn(3, 4).astype("float32")
    net.initialize(mx.init.Uniform(0.5))
    both = []
    for without in ("join_casts", ""):
        monkeypatch.setenv(VARIABLE, without)
        net.hybridize()
        both.append(results(net, x))
    for result, expected in zip(*both, strict=True):
        np.testing.assert_array_equal(result, expected)
    graph = net(mx.sym.Variable("data")).explain("train")
    calls = graph[graph.index("join_casts: 5 changes") :]  # 41 variables in two calls, two of float32 in one, two sums
    assert (calls.count("= cast_variables("), calls.count("= add_widened(")) == (3, 2)


def test_second_derivatives_and_weights_that_get_no_gradient(half: str) -> None:
    tensors = [torch.randn(2, 3, requires_grad=i != 1) for i in range(3)]
    dtype = getattr(torch, half)
    cast = casts.cast_together([lambda t: t.to(dtype)] * 3, dtype)
    first, fixed, _ = cast(*tensors)
    assert (first.dtype, fixed.dtype, fixed.requires_grad) == (dtype, dtype, False)
    x = tensors[0]
    (gradient,) = torch.autograd.grad(first.float().pow(3).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(gradient.sum(), x)
    np.testing.assert_allclose(second.detach(), 6 * x.to(dtype).float().detach(), rtol=0.02)


def test_other_types_are_cast_by_themselves() -> None:
    wide = torch.ones(2, dtype=torch.float64)
    images = torch.ones(1, 2, 3, 3)
    named = casts.cast_together([lambda t: t, lambda t: t.half() + 1, torch.Tensor.half], torch.float16)
    same, other, _ = named(wide, images, torch.ones(2))
    assert same is wide
    assert (other == 2).all()


# -- casts of mixed precision that are moved or left out: the results are the same to the bit, the casts are fewer -----


S = mx.sym
x, y = S.var("x"), S.var("y")


def cast(data, dtype="float32"):
    return S.amp_cast(data, dtype=dtype)


def pair(a, b):
    return S.amp_multicast(a, b, num_outputs=2)


def between():
    """What mixed precision makes of reshaping between two layers."""
    moved = cast(S.reshape(cast(S.transpose(cast(S.reshape(cast(x), shape=(2, 3, 4))), axes=(0, 2, 1))), shape=(4, 6)))
    return cast(moved, "float16") * 2


def common(wide=True):
    parts = pair(S.exp(cast(x)), S.sin(cast(y)) if wide else y)
    return parts[0] * parts[1]


def of_layer():
    out = S.LayerNorm(cast(x), cast(S.var("g")), cast(S.var("b")))
    return cast(cast(out) + cast(y))


#: the graph, and how many casts are left
GRAPHS = {
    "between layers": (between, 1),
    "float32 behind what moves": (lambda: S.exp(S.reshape(cast(x), shape=(6, 4))), 1),
    "float32 before half": (lambda: cast(cast(x), "float16") + 1, 1),
    "half before half": (lambda: cast(cast(x, "bfloat16"), "float16") + 1, 2),
    "half before float32": (lambda: cast(cast(x, "float16")) + 1, 2),
    "twice": (lambda: cast(S.exp(cast(cast(x)))) + 1, 1),
    "several users": (lambda: S.Group([S.reshape(cast(x), shape=(6, 4)) + cast(x), cast(cast(x), "float16") + 1]), 2),
    "outputs": (lambda: S.Group([cast(x), cast(cast(x)), S.reshape(cast(x), shape=(6, 4))]), 2),
    "half output": (lambda: cast(S.reshape(x, shape=(6, 4)), "float16"), 1),
    "common type of float32": (common, 2),
    "common type of others": (lambda: common(False), 2),
    "layer": (of_layer, 5),
    "types given": (lambda: cast(S.Cast(cast(x), dtype="float16")) + 1, 2),
    "indices": (lambda: cast(S.one_hot(x, depth=3, dtype="float16")) + 1, 1),
}
INPUTS = ["float32", "float16", "bfloat16", "float64", "int32"]


def run(symbol, dtype):
    """Return results and, of floats, gradients, with their types; an error's text."""
    random = np.random.RandomState(0)
    shapes = {"x": (6, 4), "y": (6, 4), "g": (4,), "b": (4,)}
    names = symbol.list_inputs()
    arrays = [mx.nd.array(random.uniform(-3, 3, shapes[name]), dtype=dtype) for name in names]
    for array in arrays:
        array.attach_grad()
    try:
        with mx.autograd.record():
            outs = mx.nd.CachedOp(symbol)(*arrays)
        outs = outs if isinstance(outs, list) else [outs]
        if dtype != "int32":
            mx.autograd.backward(outs)
    except mx.MXNetError as error:
        return [str(error)]
    results = [*outs, *(array.grad for array in arrays)]
    with mx.autograd.pause():
        results += mx.nd.CachedOp(symbol)(*arrays) if len(outs) > 1 else [mx.nd.CachedOp(symbol)(*arrays)]
    return [(str(item.dtype), item.astype("float64").asnumpy().tolist()) for item in results]


@pytest.mark.parametrize("dtype", INPUTS)
@pytest.mark.parametrize("name", GRAPHS)
def test_results_are_the_same(name, dtype, monkeypatch):
    symbol, results = GRAPHS[name][0](), []
    for setting in ("", "move_casts"):
        monkeypatch.setenv(VARIABLE, setting)
        results.append(run(symbol, dtype))
    assert results[0] == results[1]


@pytest.mark.parametrize("name", GRAPHS)
def test_casts_are_fewer(name, monkeypatch):
    monkeypatch.setenv(VARIABLE, "join_casts")  # which leaves out others
    make, count = GRAPHS[name]
    text = make().explain("train")
    calls = text[text.index("\nmove_casts:") :]
    assert calls.count("= amp_cast(") + calls.count("= amp_multicast(") == count, calls


class Counted(mx.operator.CustomOpProp):
    """Takes integers alone."""

    def infer_type(self, in_type):
        assert in_type[0] == np.int32, "integers"
        return in_type, [np.float16], []

    def create_operator(self, ctx, shapes, dtypes):
        return CountedOp()


class CountedOp(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0].astype("float16"))


def test_operators_that_take_no_float32():
    mx.operator.register("counted")(Counted)
    symbol = cast(S.Custom(cast(x), op_type="counted")) + 0.5
    with mx.autograd.pause():
        out = mx.nd.CachedOp(symbol)(mx.nd.array([1, 2], dtype="int32"))
    assert (out.dtype, out.asnumpy().tolist()) == (np.float32, [1.5, 2.5])
