"""Random convolutions, transposes and poolings: every way of calling gives the numbers of float64.

python -m tests.memcheck.layers SEED NUMBER...    prints each layer before it runs, and WRONG where numbers are
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import mxnet as mx
import numpy as np
import torch

_ORDERS = {4: torch.channels_last, 5: torch.channels_last_3d}


class Layer(NamedTuple):
    """An operator with its attributes on data of a shape, which BatchNorm and a rectifier may follow."""

    op: str
    attrs: dict[str, Any]
    shape: tuple[int, ...]
    followed: bool = False
    #: whether the data get a gradient; the first layer's in a network do not
    through: bool = True

    @property
    def channels_last(self) -> bool:
        return str(self.attrs.get("layout")).endswith("C")

    @property
    def inputs(self) -> list[str]:
        """The names of the arguments and, after BatchNorm's, of its states."""
        weights = [] if self.op.startswith("Pooling") else ["weight"] + ["bias"] * (not self.attrs["no_bias"])
        return ["data", *weights, *(["gamma", "beta", "mean", "var"] if self.followed else [])]

    def call(self, F: Any, inputs: dict[str, Any]) -> Any:
        """Compute with ``mx.nd`` or ``mx.sym``."""
        own = [inputs[name] for name in self.inputs if name in ("data", "weight", "bias")]
        out = getattr(F, self.op)(*own, **self.attrs)
        if not self.followed:
            return out
        norm = [inputs[name] for name in ("gamma", "beta", "mean", "var")]
        axis = len(self.shape) - 1 if self.channels_last else 1
        return F.relu(F.BatchNorm(out, *norm, axis=axis, fix_gamma=False))


#: kernels of oneDNN 3.12 that damage memory or compute wrongly (`ops/_pointwise_conv.py`): these came first
_KNOWN = [
    Layer("Convolution", {"kernel": (1, 1), "stride": (2, 2), "num_filter": 6, "no_bias": True}, (6, 4, 8, 8)),
    Layer("Convolution_v1", {"kernel": (1, 1), "stride": (2, 2), "num_filter": 6, "no_bias": True}, (6, 4, 8, 8)),
    Layer(
        "Convolution",
        {"kernel": (1, 1), "stride": (1, 3), "num_filter": 6, "no_bias": True, "layout": "NHWC"},
        (6, 8, 12, 2),
    ),
    Layer(
        "Deconvolution",
        {"kernel": (1, 1), "stride": (2, 2), "adj": (1, 1), "num_filter": 3, "no_bias": True},
        (4, 19, 5, 6),
    ),
    Layer(
        "Convolution",
        {"kernel": (1, 1), "stride": (1, 2), "num_filter": 3, "num_group": 3, "no_bias": True},
        (6, 15, 3, 1),
    ),
]


def layer(seed: int, number: int) -> Layer:
    """Return a layer; those of negative numbers went wrong once."""
    if number < 0:
        return _KNOWN[number + len(_KNOWN)]
    draw = random.Random(f"{seed}/{number}")
    op = draw.choice(
        ["Convolution"] * 4 + ["Convolution_v1"] + ["Deconvolution"] * 3 + ["Pooling"] * 3 + ["Pooling_v1"]
    )
    axes = 2 if op.endswith("_v1") else draw.choice([1, 2, 2, 2, 2, 3])
    attrs = _window(draw, op, axes)
    channels, more = (_pooling if op.startswith("Pooling") else _convolution)(draw, op, attrs)
    if axes > 1 and not op.endswith("_v1") and draw.random() < 0.35:
        attrs["layout"] = {2: "NHWC", 3: "NDHWC"}[axes]
    space = _space(draw, op, attrs)
    batch = draw.randint(1, 6)
    shape = (batch, *space, channels) if "layout" in attrs else (batch, channels, *space)
    return Layer(op, {**attrs, **more}, shape, draw.random() < 0.4, draw.random() < 0.8)


def _window(draw: random.Random, op: str, axes: int) -> dict[str, Any]:
    kernel = (1,) * axes if draw.random() < 0.4 else tuple(draw.randint(1, 4) for _ in range(axes))
    stride = tuple(draw.choice([1, 2, 2, 3]) for _ in range(axes))
    pad = (0,) * axes if draw.random() < 0.6 else tuple(draw.randint(0, k - 1) for k in kernel)
    dilates = not op.startswith("Pooling") and draw.random() < 0.3
    dilate = tuple(draw.randint(1, 3) for _ in range(axes)) if dilates else (1,) * axes
    return {"kernel": kernel, "stride": stride, "pad": pad, **({"dilate": dilate} if dilates else {})}


def _pooling(draw: random.Random, op: str, attrs: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    more: dict[str, Any] = {"pool_type": draw.choice(["max", "avg", "sum"])}
    windows = zip(attrs["kernel"], attrs["stride"], attrs["pad"], strict=True)
    if all(k >= t + m for k, t, m in windows) and draw.random() < 0.5:  # else the last maximum may be of nothing
        more["pooling_convention"] = "full"
    if op == "Pooling" and more["pool_type"] == "avg":
        more["count_include_pad"] = draw.random() < 0.5
    return draw.randint(1, 17), more


def _convolution(draw: random.Random, op: str, attrs: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    groups = draw.choice([1, 1, 1, 1, 2, 3, 17])
    channels, filters = (groups * draw.randint(1, 17 // groups) for _ in range(2))
    more: dict[str, Any] = {"num_filter": filters, "num_group": groups, "no_bias": draw.random() < 0.5}
    if op == "Deconvolution" and draw.random() < 0.6:
        full = draw.random() < 0.5
        more["adj"] = tuple(t - 1 if full else draw.randint(0, t - 1) for t in attrs["stride"])
    return channels, more


def _space(draw: random.Random, op: str, attrs: dict[str, Any]) -> tuple[int, ...]:
    """Return lengths of the axes that whole strides often divide, which some kernels ask for."""
    steps = zip(attrs["kernel"], attrs["stride"], attrs["pad"], attrs.get("dilate", (1, 1, 1)), strict=False)
    whole, space = draw.random() < 0.5, []
    for k, t, m, d in steps:
        reach, more = d * (k - 1) + 1, t - 1 if whole else draw.randint(0, t - 1)
        if op == "Deconvolution":
            space.append(draw.randint(-(-max(2 * m - reach + 1, 0) // t) + 1, 9))
        else:
            space.append(max((draw.randint(1, 9) - 1) * t + reach + more - 2 * m, 1, reach - 2 * m))
    return tuple(space)


# -- the ways of calling -------------------------------------------------------------------------------------

Numbers = dict[str, np.ndarray]


def _numbers(layer: Layer, symbol: Any) -> tuple[Numbers, np.ndarray]:
    """Return values for all inputs, and a head gradient."""
    made = np.random.RandomState(sum(layer.shape) + len(layer.attrs))
    arguments, (shape,), states = symbol.infer_shape(data=layer.shape)
    shapes = dict(zip(symbol.list_arguments(), arguments, strict=True))
    shapes.update(zip(symbol.list_auxiliary_states(), states, strict=True))
    values = {name: made.standard_normal(shapes[name]).astype("float32") for name in layer.inputs}
    if "var" in values:
        values["var"] = np.abs(values["var"]) + 0.5
    return values, made.standard_normal(shape).astype("float32")


def _innermost(array: np.ndarray) -> Any:
    tensor = torch.from_numpy(array)
    return mx.nd.NDArray.from_torch(tensor.to(memory_format=_ORDERS.get(array.ndim, torch.preserve_format)).clone())


def _plain(array: np.ndarray) -> Any:
    return mx.nd.array(array, dtype=array.dtype)


def _wanted(layer: Layer) -> list[str]:
    return [name for name in layer.inputs if name not in ("mean", "var") and (layer.through or name != "data")]


def _recorded(
    layer: Layer, call: Callable[..., Any], values: Numbers, head: np.ndarray, make: Any, train: bool
) -> Numbers:
    """Return the output and the gradients of a call."""
    inputs = {name: make(value) for name, value in values.items()}
    for name in _wanted(layer):
        inputs[name].attach_grad()
    with mx.autograd.record(train_mode=train):
        out = call(inputs)
    if _wanted(layer):
        out.backward(make(head))
    return {"output": out.asnumpy(), **{name: inputs[name].grad.asnumpy() for name in _wanted(layer)}}


def _bound(layer: Layer, symbol: Any, values: Numbers, head: np.ndarray) -> Numbers:
    """Return the output and the gradients of an executor's second step."""
    arrays = {name: _plain(value) for name, value in values.items()}
    grads = {name: mx.nd.zeros_like(arrays[name]) for name in _wanted(layer)}
    states = {name: arrays.pop(name) for name in symbol.list_auxiliary_states()}
    executor = symbol.bind(mx.cpu(), arrays, grads, aux_states=states, grad_req=dict.fromkeys(grads, "write"))
    for _ in range(2):
        executor.forward(is_train=True)
        if grads:
            executor.backward(_plain(head))
    return {"output": executor.outputs[0].asnumpy(), **{name: grad.asnumpy() for name, grad in grads.items()}}


def _inferred(symbol: Any, values: Numbers) -> Iterator[np.ndarray]:
    """Yield what an executor that only infers answers: weights are prepared when they are seen again."""
    executor = symbol.bind(
        mx.cpu(),
        {name: _plain(values[name]) for name in symbol.list_arguments()},
        aux_states={name: _plain(values[name]) for name in symbol.list_auxiliary_states()},
        grad_req="null",
    )
    for _ in range(3):
        yield executor.forward(is_train=False)[0].asnumpy()


def _answers(layer: Layer, symbol: Any, values: Numbers, head: np.ndarray) -> Iterator[tuple[str, Numbers, bool]]:
    """Yield (way, numbers, whether in training) of each way to call a layer in float32."""
    cached = mx.nd.CachedOp(symbol)

    def imperative(inputs: Any) -> Any:
        return layer.call(mx.nd, inputs)

    def hybrid(inputs: Any) -> Any:
        return cached(*(inputs[name] for name in symbol.list_inputs()))

    for make in (_plain, _innermost):
        order = "" if make is _plain else ", channels innermost"
        yield f"imperative{order}", _recorded(layer, imperative, values, head, make, True), True
        yield f"hybrid{order}", _recorded(layer, hybrid, values, head, make, True), True
        yield f"hybrid, predicting{order}", _recorded(layer, hybrid, values, head, make, False), False
    yield "bound", _bound(layer, symbol, values, head), True
    for i, output in enumerate(_inferred(symbol, values)):
        yield f"bound, predicting {i}", {"output": output}, False


def wrong(layer: Layer) -> Iterator[str]:
    """Yield a line for each way of calling and number of threads whose numbers are not those of float64."""
    symbol = layer.call(mx.sym, {name: mx.sym.Variable(name) for name in layer.inputs})
    values, head = _numbers(layer, symbol)
    wide = {name: value.astype("float64") for name, value in values.items()}

    def imperative(inputs: Any) -> Any:
        return layer.call(mx.nd, inputs)

    wanted = {
        train: _recorded(layer, imperative, wide, head.astype("float64"), _plain, train) for train in (True, False)
    }
    tolerance = 1e-3 if layer.followed else 1e-4
    for threads in (1, 2):
        torch.set_num_threads(threads)
        for way, found, train in _answers(layer, symbol, values, head):
            for name, got in found.items():
                want = wanted[train][name]
                error = float(np.abs(got - want).max(initial=0))
                if got.shape != want.shape or not error <= tolerance * (1 + np.abs(want).max(initial=0)):
                    yield f"{name} by {error:.2g} of {np.abs(want).max():.2g} ({way}, {threads} threads)"


def check(seed: int, numbers: list[int]) -> int:
    """Print each layer, then what is wrong with it; return how many are wrong."""
    count = 0
    for number in numbers:
        each = layer(seed, number)
        print(f"#{number} {each}", flush=True)
        lines = list(wrong(each))
        count += bool(lines)
        for line in lines:
            print(f"WRONG #{number}: {line}: {each}", flush=True)
    return count


if __name__ == "__main__":
    sys.exit(check(int(sys.argv[1]), [int(each) for each in sys.argv[2:]]) > 0)
