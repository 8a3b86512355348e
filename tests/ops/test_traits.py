"""What operators claim of themselves (:mod:`mxnet.registry.traits`), tried on every sample."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core.rng import generator
from mxnet.registry.op import OPS, Op, Params
from mxnet.registry.traits import LSTM, Affine, Clamp, Convolution, Deconvolution, Identity, Linear, Sum, Traceable

from . import calls
from .grouped import by_family
from .sample import OpSample, is_float


class Call:
    """A sample as a call of the operator's function on tensors."""

    def __init__(self, sample: OpSample, dtype: str, is_train: bool | None = None) -> None:
        self.op: Op = OPS[sample.op]
        self.arrays = sample.arrays(dtype)
        self.params = _params(sample)
        self.is_train = sample.is_train if is_train is None else is_train
        self.kwargs = self.op.call_kwargs(self.params)
        injected = {"is_train": self.is_train, "device": torch.device("cpu"), "out": None, "out_shape": None}
        self.kwargs |= {key: injected[key] for key in self.op.injected}

    def inputs(self, grad: bool = False) -> list[torch.Tensor]:
        """Return the inputs as tensors; with ``grad`` those that can be differentiated are."""
        result = [calls.nd([a])[0]._t for a in self.arrays]
        states = self.op.list_states(self.params)
        names = self.op.list_inputs(self.params)
        for tensor, name in zip(result, names, strict=False):
            if grad and tensor.is_floating_point() and name not in states:
                tensor.requires_grad_()
        return result

    def __call__(self, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        return listed(self.op.call(*inputs, **self.kwargs))


def listed(result: Any) -> list[torch.Tensor]:
    return list(result) if isinstance(result, (tuple, list)) else [result]


def claiming(
    claims: Callable[[Op, Params, bool], Any], *, floats: bool = False, once: bool = False
) -> list[pytest.ParameterSet]:
    """Return the samples whose operator has a trait, as parameters ``(family, sample, dtype)``."""
    return [
        item
        for item in calls.params(floats=floats, once=once, when=lambda sample: not OPS[sample.op].bound)
        if claims(OPS[item.values[1].op], _params(item.values[1]), item.values[1].is_train)
    ]


_parsed: dict[int, Params] = {}  # by the sample's id: samples live as long as their tables, and cannot be hashed


def _params(sample: OpSample) -> Params:
    """Return the attributes of a sample's call, parsed once for all traits."""
    if id(sample) not in _parsed:
        op = OPS[sample.op]
        _parsed[id(sample)] = op.parse(dict(sample.attrs) | ({op.count: len(sample.inputs)} if op.count else {}))
    return _parsed[id(sample)]


def gradients(outputs: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor]) -> list[torch.Tensor | None]:
    """Return the gradients of all inputs for random head gradients."""
    torch.manual_seed(1)
    heads = [(o, torch.randn(o.shape).to(o.dtype)) for o in outputs if o.requires_grad]
    expected = [t for t in inputs if t.requires_grad]
    if not heads or not expected:
        return []
    return list(torch.autograd.grad([o for o, _ in heads], expected, [h for _, h in heads], allow_unused=True))


def assert_same(found: Sequence[Any], wanted: Sequence[Any]) -> None:
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted, strict=True):
        assert (got is None) == (want is None)
        if got is not None:
            assert got.dtype is want.dtype
            torch.testing.assert_close(got, want, rtol=0, atol=0, equal_nan=True)


def memory(tensors: Sequence[torch.Tensor]) -> set[int]:
    return {t.untyped_storage().data_ptr() for t in tensors if t.numel()}


@by_family(claiming(lambda op, p, train: op.layer_of(Identity, p)))
def test_identity(sample: OpSample, dtype: str) -> None:
    """Outside of training the first output is the first input."""
    call = Call(sample, dtype, is_train=False)
    inputs = call.inputs()
    assert_same(call(inputs)[:1], inputs[:1])


@by_family(claiming(lambda op, p, train: op.overwritable.of(p), floats=True))
def test_overwritable(sample: OpSample, dtype: str) -> None:
    """The first output is memory of its own, and the gradients are the same when it is written over."""
    call = Call(sample, dtype)
    wanted_from, inputs = call.inputs(grad=True), call.inputs(grad=True)
    first = call(wanted_from)[:1]
    expected = gradients(first, wanted_from)
    out = call(inputs)[0]
    assert not memory([out]) & memory(inputs)
    head = out * 1  # something that does not look at it
    out.detach().fill_(7)
    assert_same(gradients([head], inputs), expected)


def _inplace(op: Op, p: Params) -> Sequence[Callable[..., torch.Tensor]]:
    function = op.overwritable.options["inplace"]
    return () if function is None else function(p)


@by_family(claiming(lambda op, p, train: _inplace(op, p), floats=True))
def test_inplace(sample: OpSample, dtype: str) -> None:
    """Written over an input that nothing else needs, values and gradients are those of the operator."""
    call = Call(sample, dtype)
    plain = call.inputs(grad=True)
    values = call(plain)
    expected = gradients(values, plain)
    for i, function in enumerate(_inplace(call.op, call.params)):
        inputs = call.inputs(grad=True)
        own = [t * 1 if j == i else t for j, t in enumerate(inputs)]
        result = function(*own)
        assert_same([result], values)
        assert memory([result]) == memory([own[i]])
        assert_same(gradients([result], inputs), expected)


@by_family(claiming(lambda op, p, train: True, once=True))
def test_what_is_not_claimed(sample: OpSample, dtype: str) -> None:
    """What does not say that it is stochastic draws nothing; what is no view gives memory of its own."""
    random = generator(torch.device("cpu"))
    for is_train in (False, True):
        call, before = Call(sample, dtype, is_train), random.get_state()
        inputs = call.inputs()
        outputs = call(inputs)
        if not call.op.stochastic.of(call.params, is_train):
            assert torch.equal(random.get_state(), before)
        if not call.op.view and not call.op.needs_placement:
            assert not memory(outputs[: call.op.num_visible(call.params)]) & memory(inputs)


@by_family(claiming(lambda op, p, train: op.layer_of(Sum, p)))
def test_is_sum_adds_its_two_inputs(sample: OpSample, dtype: str) -> None:
    """A sum is one, by NumPy."""
    call = Call(sample, dtype)
    first, second = call.arrays
    np.testing.assert_allclose(call(call.inputs())[0].numpy(), first + second, **sample.tolerance(dtype))


@by_family(claiming(lambda op, p, train: op.layer_of(Clamp, p)))
def test_clamp_is_numpys_clip(sample: OpSample, dtype: str) -> None:
    """What has bounds clamps to them, by NumPy."""
    call = Call(sample, dtype)
    low, high = call.op.layer_of(Clamp, call.params)
    if not is_float(dtype):  # a whole array has whole bounds
        low, high = (None if b is None else int(max(b, np.iinfo(dtype).min)) for b in (low, high))
    np.testing.assert_array_equal(call(call.inputs())[0].numpy(), np.clip(call.arrays[0], low, high))


@by_family(claiming(lambda op, p, train: op.layer_of(Affine, p), floats=True))
def test_affine_is_a_scale_and_shift_per_channel(sample: OpSample, dtype: str) -> None:
    """Outside of training it is a product with one number for each channel, and a sum."""
    call = Call(sample, dtype, is_train=False)
    data, *parameters = call.inputs()
    expected = call([data, *parameters])[0]
    scale, shift = (
        item.view(-1, *(1,) * (data.dim() - 2)) for item in call.op.layer_of(Affine, call.params).of(*parameters)
    )
    np.testing.assert_allclose((data * scale + shift).numpy(), expected.numpy(), **sample.tolerance(dtype))


@by_family(claiming(lambda op, p, train: op.layer_of(Convolution, p), floats=True))
def test_convolution(sample: OpSample, dtype: str) -> None:
    """A convolution is one of its geometry, counted out."""
    call = Call(sample, "float64")
    pad, stride, dilation, groups = call.op.layer_of(Convolution, call.params)
    data, weight, *bias = call.arrays
    data = np.pad(data, ((0, 0), (0, 0), *((n, n) for n in pad)))
    result = call(call.inputs())[0].numpy()
    per, total = weight.shape[1], np.zeros_like(result)
    for y in range(weight.shape[2]):
        for x in range(weight.shape[3]):
            rows = slice(y * dilation[0], y * dilation[0] + (result.shape[2] - 1) * stride[0] + 1, stride[0])
            columns = slice(x * dilation[1], x * dilation[1] + (result.shape[3] - 1) * stride[1] + 1, stride[1])
            for f in range(weight.shape[0]):
                group = f // (weight.shape[0] // groups)
                part = data[:, group * per : (group + 1) * per, rows, columns]
                total[:, f] += np.einsum("nchw,c->nhw", part, weight[f, :, y, x])
    np.testing.assert_allclose(result, total + (bias[0].reshape(1, -1, 1, 1) if bias else 0), rtol=1e-8, atol=1e-8)


@by_family(claiming(lambda op, p, train: op.layer_of(Linear, p), floats=True))
def test_linear_is_a_product_and_a_bias(sample: OpSample, dtype: str) -> None:
    """A fully connected layer is a product with its weights, and a sum."""
    call = Call(sample, "float64")
    filters, flatten = call.op.layer_of(Linear, call.params)
    data, weight, *bias = call.arrays
    rows = data.reshape(len(data), -1) if flatten else data
    expected = np.einsum("...w,fw->...f", rows, weight) + (bias[0].reshape(-1) if bias else 0)
    assert expected.shape[-1] == filters
    np.testing.assert_allclose(call(call.inputs())[0].numpy(), expected, rtol=1e-8, atol=1e-8)


@by_family(claiming(lambda op, p, train: op.attention.of(p), floats=True))
def test_attention(sample: OpSample, dtype: str) -> None:
    """Each part computes what its kind says."""
    call = Call(sample, dtype, is_train=False)
    inputs, part = call.inputs(), call.op.attention.of(call.params)
    if part.kind == "transpose":
        positions = torch.arange(inputs[0].numel(), dtype=torch.float64).reshape(inputs[0].shape)
        places = call([positions])[0].flatten().long()
        assert torch.equal(places.sort()[0], positions.flatten().long())
        expected = inputs[0].flatten()[places]
    else:
        expected = PARTS[part.kind](part, *inputs)
    rtol = 1e-2 if dtype == "float16" else 1e-5
    torch.testing.assert_close(call(inputs)[0].flatten(), expected.flatten(), rtol=rtol, atol=rtol, equal_nan=True)


def _weights(part: Any, scores: torch.Tensor, *others: torch.Tensor) -> torch.Tensor:
    scores = scores * part.factor
    if part.mask is None:
        return torch.softmax(scores, -1)
    where = part.mask(*others, scores.shape)
    return torch.softmax(scores.masked_fill(~where, -torch.inf), -1).masked_fill(~where, 0)


def _scores(part: Any, *inputs: torch.Tensor) -> torch.Tensor:
    queries, keys, factor = part.heads(*inputs)
    return queries @ keys.mT * factor


def _values(part: Any, data: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    values = part.heads(data, weights.shape[1])
    return part.join(weights.unflatten(0, values.shape[:2]) @ values)


PARTS: dict[str, Callable[..., torch.Tensor]] = {
    "product": lambda part, a, b: a @ (b.mT if part.transposed else b) * part.factor,
    "scale": lambda part, x: x * part.factor,
    "mask": lambda part, x, y: x + y,
    "reshape": lambda part, x: x,
    "weights": _weights,
    "scores": _scores,
    "values": _values,
}


@by_family(claiming(lambda op, p, train: op.layer_of(LSTM, p), floats=True))
def test_lstm(sample: OpSample, dtype: str) -> None:
    """Layers of LSTM are those of their cells, step by step."""
    call = Call(sample, "float64", is_train=False)
    size, layers, directions, cells = call.op.layer_of(LSTM, call.params)
    data, vector, state, cell_state = call.arrays
    assert not cells(torch.from_numpy(vector[:-1]))
    weights = [[w.numpy() for w in cell] for cell in cells(torch.from_numpy(vector))]
    assert len(weights) == layers * directions
    finals = []
    for first in range(0, len(weights), directions):
        outs = []
        for i in range(first, first + directions):
            w_in, w_hidden, b_in, b_hidden = weights[i]
            h, c, steps = state[i], cell_state[i], []
            for x in data[:: 1 if i == first else -1]:
                gates = x @ w_in.T + b_in + h @ w_hidden.T + b_hidden
                i_gate, f_gate, o_gate = (1 / (1 + np.exp(-gates[:, k * size : (k + 1) * size])) for k in (0, 1, 3))
                c = f_gate * c + i_gate * np.tanh(gates[:, 2 * size : 3 * size])
                h = o_gate * np.tanh(c)
                steps.append(h)
            outs.append(np.stack(steps if i == first else steps[::-1]))
            finals.append((h, c))
        data = np.concatenate(outs, -1)
    expected = data, *(np.stack(item) for item in zip(*finals, strict=True))
    for result, value in zip(call(call.inputs()), expected, strict=False):
        np.testing.assert_allclose(result.numpy(), value, rtol=1e-8, atol=1e-8)


@by_family(claiming(lambda op, p, train: op.layer_of(Convolution, p) or op.layer_of(Deconvolution, p), floats=True))
def test_channels_last(sample: OpSample, dtype: str) -> None:
    """With the channels of the first input innermost the values are the same."""
    call = Call(sample, dtype)
    data, *others = call.inputs()
    expected = call([data, *others])[0]
    result = call([data.contiguous(memory_format=torch.channels_last), *others])[0]
    np.testing.assert_allclose(result.float().numpy(), expected.float().numpy(), **sample.tolerance(dtype))


@by_family(claiming(lambda op, p, train: isinstance(op.traceable.of(p, train, 0), Traceable), floats=True))
def test_traceable(sample: OpSample, dtype: str) -> None:
    """What a compiler calls gives the operator's outputs, and changes nothing but what it says."""
    call = Call(sample, dtype)
    result = call.op.traceable.of(call.params, call.is_train, 3)
    inputs, again = call.inputs(), call.inputs()
    mx.random.seed(5)
    expected = call(inputs)
    if result.prepare:
        result.prepare(*again)
    before = [t.clone() for t in again]
    mx.random.seed(5)
    outputs = result.call(*again[: result.number], **result.kwargs)
    assert_same(again, before)
    for got, want in zip(outputs, expected, strict=True):
        np.testing.assert_allclose(got.float().numpy(), want.float().numpy(), **sample.tolerance(dtype))


@by_family(claiming(lambda op, p, train: op.trains_states, floats=True))
def test_states_of_training(sample: OpSample, dtype: str) -> None:
    """Outside of training no state changes, forwards or backwards."""
    call = Call(sample, dtype, is_train=False)
    inputs = call.inputs(grad=True)
    gradients(call(inputs)[:1], inputs)
    names = call.op.list_inputs(call.params)
    for name, tensor, before in zip(names, inputs, call.inputs(), strict=True):
        if name in call.op.aux:
            assert torch.equal(tensor, before)


def _has_gradient(op: Op, p: Params, is_train: bool) -> bool:
    return op.differentiable and (op.loss.of(p) or op.blocks.of(p))


@by_family(claiming(_has_gradient, floats=True, once=True))
def test_loss_and_block(sample: OpSample, dtype: str) -> None:
    """The gradient of a loss does not depend on the head gradient; where it is blocked, it is zero."""
    call = Call(sample, dtype)
    result = []
    for factor in (1, -3):
        inputs = call.inputs(grad=True)
        outputs = [o for o in call(inputs) if o.requires_grad]
        expected = [t for t in inputs if t.requires_grad]
        if not outputs or not expected:
            return
        heads = [torch.full_like(o, factor) for o in outputs]
        result.append(torch.autograd.grad(outputs, expected, heads, allow_unused=True))
    assert_same(*result)
    if call.op.blocks.of(call.params):
        assert all(item is None or not item.any() for item in result[0])


# -- fast paths -------------------------------------------------------------------------------------------------------


def _fast(op: Op, p: Params, is_train: bool) -> Any:
    return op.fast_path and op.fast_path.of(p) is not None


def _all_floats(call: Call) -> bool:
    return all(t.is_floating_point() for t in call.inputs())


@by_family(claiming(_fast, floats=True))
def test_fast_path(sample: OpSample, dtype: str) -> None:
    """It gives the operator's numbers, to the bit, in memory of its own, or leaves the call to the operator."""
    call = Call(sample, dtype, is_train=False)
    if not _all_floats(call):
        return  # such calls do not take it
    fast = call.op.fast_path.of(call.params)
    inputs, given = call.inputs(), call.inputs()
    expected = call(inputs)[:1]
    try:
        result = fast(*given)
    except Exception:
        return
    assert_same([result], expected)
    assert not memory([result]) & memory(given)
    assert_same(given, inputs)
    if (
        not call.op.fast_path.options["records"] or call.op.plain is not None
    ):  # recorded, a gradient of ours would be lost
        return
    first, second = call.inputs(grad=True), call.inputs(grad=True)
    try:
        result = fast(*first)
    except Exception:
        return
    assert_same(gradients([result], first), gradients(call(second)[:1], second))


#: what makes other shapes of an input: one axis less, one more, longer, nothing
WRONG = (
    lambda t: t[0] if t.dim() else t,
    lambda t: t.unsqueeze(0),
    lambda t: torch.cat([t, t]) if t.dim() else t,
    lambda t: t[:0] if t.dim() else t,
)


@by_family(claiming(_fast, floats=True, once=True))
def test_fast_path_of_other_shapes(sample: OpSample, dtype: str) -> None:
    """Where the operator refuses, it does; where it answers, the operator answers the same."""
    call = Call(sample, dtype, is_train=False)
    if not _all_floats(call):
        return
    fast = call.op.fast_path.of(call.params)
    for i, change in itertools.product(range(len(call.arrays)), WRONG):
        inputs = [change(t) if i == j else t for j, t in enumerate(call.inputs())]
        try:
            result = fast(*[t.clone() for t in inputs])
        except Exception:
            continue
        assert_same([result], call(inputs)[:1])


def _specialized(op: Op, p: Params, is_train: bool) -> Any:
    return op.specialized and op.specialized.of(p) is not None


def _results(function: Callable[..., Any], inputs: Sequence[torch.Tensor]) -> list[torch.Tensor] | None:
    """Return the results of a call, None if it raises."""
    try:
        return listed(function(*inputs))
    except Exception:
        return None


@by_family(claiming(_specialized))
def test_specialized(sample: OpSample, dtype: str) -> None:
    """It gives the operator's numbers and gradients, to the bit."""
    call = Call(sample, dtype)
    function = call.op.specialized.of(call.params)
    first, second = call.inputs(grad=True), call.inputs(grad=True)
    results, expected = listed(function(*first)), call(second)
    assert_same(results, expected)
    assert_same(gradients(results, first), gradients(expected, second))


@by_family(claiming(_specialized, once=True))
def test_specialized_of_other_shapes(sample: OpSample, dtype: str) -> None:
    """It answers and refuses as the operator does."""
    call = Call(sample, dtype)
    function = call.op.specialized.of(call.params)
    for i, change in itertools.product(range(len(call.arrays)), WRONG):
        inputs = [change(t) if i == j else t for j, t in enumerate(call.inputs())]
        results, expected = _results(function, inputs), _results(lambda *t: call(t), inputs)
        assert (results is None) == (expected is None)
        assert_same(results or [], expected or [])


#: what forms refuse, as 1.9.1 does, though dense arrays could do it
_REFUSALS = r"zeros of a|elemwise_div|leave nothing|matrices that fit|in a row-sparse table"


def _has_forms(op: Op, params: Params, is_train: bool) -> bool:
    """Return whether sparse arrays give what dense ones do: updates are lazy, and "scatter" leaves zeros alone."""
    compared = not (op.injected & {"out"} or op.stochastic or op.name.startswith("_scatter"))
    return compared and any(form.outputs for form in op.sparse_forms)


def _storages(call: Call, arrays: Sequence[np.ndarray]) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Give the forms that take a sample's inputs, and the storages that they take them in."""
    if any(not a.size for a in arrays) or len(arrays) != len(call.op.list_inputs(call.params)):
        return
    for form in call.op.sparse_forms:
        kinds = form.inputs * len(arrays) if len(form.inputs) == 1 else form.inputs
        if len(kinds) == len(arrays) and (form.when is None or form.when(call.params)):
            for chosen in itertools.product(*(kind.split("|") for kind in kinds)):
                if all(a.ndim > 0 and (kind != "csr" or a.ndim == 2) for a, kind in zip(arrays, chosen, strict=True)):
                    yield form, chosen


@by_family(claiming(_has_forms, floats=True, once=True))
def test_sparse_forms(sample: OpSample, dtype: str) -> None:
    """What is computed of arrays in sparse storage is what dense arrays give, in the storages that are said."""
    call = Call(sample, dtype)
    arrays = [a * (np.arange(a.size).reshape(a.shape) % 3 > 0).astype(a.dtype) for a in call.arrays]
    expected = [o.asnumpy() for o in calls.eager(sample, calls.nd(arrays))]
    for form, chosen in _storages(call, arrays):
        given = [a.tostype(kind) for a, kind in zip(calls.nd(arrays), chosen, strict=True)]
        try:
            result = calls.eager(sample, given)
        except mx.MXNetError as error:
            if re.search(_REFUSALS, str(error)) is None:
                raise
            continue
        assert [o.stype for o in result][: len(form.outputs)] == list(form.outputs)[: len(result)]
        for got, want in zip(result, expected, strict=True):
            np.testing.assert_allclose(got.asnumpy(), want, rtol=1e-5, atol=1e-6)
