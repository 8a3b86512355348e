"""Attention by one function gives what the operators give: values, gradients, second gradients and errors."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.base import MXNetError
from mxnet.contrib import amp
from mxnet.contrib.amp import imperative
from mxnet.graph.passes import VARIABLE
from mxnet.kernels import attention as kernel
from mxnet.kernels.choice import EVERY

S, NP, NPX = mx.sym, mx.sym.np, mx.sym.npx
B, H, Q, K, D = 2, 3, 4, 5, 6

pytestmark = pytest.mark.usefixtures("fast_kernels")


@pytest.fixture(autouse=True)
def pays(monkeypatch):
    """Take the fused form for small arrays, too; give the calls of PyTorch's function."""
    calls = []

    def counted(*args, **kwargs):
        calls.append(args[0].shape)
        return torch.nn.functional.scaled_dot_product_attention(*args, **kwargs)

    monkeypatch.setattr(kernel, "ATTENTION", EVERY)
    monkeypatch.setattr(kernel, "scaled_dot_product_attention", counted)
    return calls


# -- spellings: each a symbol of q, k, v (and m), and the shapes of these ----------------------------------------------

Q3, K3, V3 = (B * H, Q, D), (B * H, K, D), (B * H, K, D)
Q4, K4, V4 = (B, H, Q, D), (B, H, K, D), (B, H, K, D)
q, k, v, m = (S.var(name) for name in "qkvm")


def scores(factor=None):
    out = S.batch_dot(q, k, transpose_b=True)
    return out if factor is None else out * factor


def mixed(scores, **kwargs):
    return S.batch_dot(S.softmax(scores, axis=-1, **kwargs), v)


def of_layer(length=Q, features=D):
    """Queries, keys and values of ``(batch, length, heads * size)``, as BERT's layers have them."""

    def split(y):
        y = S.transpose(S.reshape(y, shape=(-1, length, H, features)), axes=(0, 2, 1, 3))
        return S.reshape(y, shape=(-1, length, features))

    weights = S.softmax(S.batch_dot(split(q) / features**0.5, split(k), transpose_b=True), axis=-1)
    out = S.reshape(S.batch_dot(S.Dropout(weights, p=0), split(v)), shape=(-1, H, length, features))
    return S.reshape(S.transpose(out, axes=(0, 2, 1, 3)), shape=(-1, length, H * features))


def interleaved(other=False, **kwargs):
    c = S.contrib
    if other:
        scores = c.interleaved_matmul_encdec_qk(q, k, heads=H)
        return c.interleaved_matmul_encdec_valatt(k, S.Dropout(S.softmax(scores, **kwargs), p=0.5), heads=H)
    scores = c.interleaved_matmul_selfatt_qk(q, heads=H)
    return c.interleaved_matmul_selfatt_valatt(q, S.softmax(scores, **kwargs), heads=H)


def numpy_masked():
    a, b, c, d = (item.as_np_ndarray() for item in (q, k, v, m))
    weights = NPX.masked_softmax(NPX.batch_dot(a, b, transpose_b=True), d, axis=-1, temperature=2.0)
    return NPX.batch_dot(NPX.dropout(weights, p=0.0), c)


def numpy_products(masks=False):
    a, b, c, d = (item.as_np_ndarray() for item in (q, k, v, m))
    out = NP.matmul(a / 3.0, NP.swapaxes(b, -1, -2))
    return NP.matmul(NPX.softmax(out + d if masks else out, axis=-1), c)


def numpy_cell():
    """As GluonNLP's cells have it, of ``(batch, length, heads, size)``, with a mask of ``(batch, queries, keys)``."""
    a, b, c = (NP.swapaxes(item.as_np_ndarray(), 1, 2) for item in (q, k, v))
    mask = NP.expand_dims(m.as_np_ndarray(), axis=1).astype("bool")
    weights = NPX.masked_softmax(NPX.batch_dot(a, b, transpose_b=True), mask, axis=-1, temperature=D**0.5)
    out = NPX.batch_dot(NPX.dropout(weights, p=0.1), c).transpose((0, 2, 1, 3))
    return NPX.reshape(out, (-2, -2, -1))


SHAPES3, SHAPES4 = (Q3, K3, V3), (Q4, K4, V4)
LAYER = ((B, Q, H * D),) * 3
WIDE = (Q, B, H * 3 * D)
SPELLINGS = {
    "plain": (lambda: mixed(scores()), SHAPES3),
    "scaled_after": (lambda: mixed(scores(0.3)), SHAPES3),
    "divided_after": (lambda: mixed(scores() / 2), SHAPES3),
    "scaled_before": (lambda: mixed(S.batch_dot(q / 2, k * 0.7, transpose_b=True)), SHAPES3),
    "four_axes": (lambda: mixed(scores(0.3)), SHAPES4),
    "keys_transposed": (lambda: mixed(S.batch_dot(q, S.transpose(k, axes=(0, 2, 1)))), SHAPES3),
    "dropout": (lambda: S.batch_dot(S.Dropout(S.softmax(scores()), p=0.0), v), SHAPES3),
    "gemm": (
        lambda: S.linalg.gemm2(S.softmax(S.linalg.gemm2(q, k, transpose_b=True, alpha=0.4)), v),
        SHAPES4,
    ),
    "layer": (of_layer, LAYER),
    "masked": (lambda: mixed(S.broadcast_add(scores(0.3), m)), (*SHAPES3, (B * H, Q, K))),
    "masked_first": (lambda: mixed(S.elemwise_add(m, scores(0.3))), (*SHAPES3, (B * H, Q, K))),
    "masked_broadcast": (lambda: mixed(S.broadcast_add(scores(), m)), (*SHAPES3, (1, Q, K))),
    "masked_rows": (lambda: mixed(S.broadcast_add(scores(), m)), (*SHAPES3, (B * H, 1, K))),
    "masked_four": (lambda: mixed(S.broadcast_add(scores(), m)), (*SHAPES4, (B, 1, Q, K))),
    "masked_keys": (lambda: mixed(S.broadcast_add(scores(), m)), (*SHAPES4, (B, 1, 1, K))),
    "masked_columns": (lambda: mixed(S.broadcast_add(scores(), m)), (*SHAPES4, (1, H, Q, 1))),
    "self": (interleaved, (WIDE,)),
    "other": (partial(interleaved, True), ((Q, B, H * D), (K, B, H * 2 * D))),
    "numpy": (numpy_products, SHAPES4),
    "numpy_masked_sum": (partial(numpy_products, True), (*SHAPES4, (Q, K))),
}
LENGTHS = {
    "lengths": (lambda: mixed(scores(), length=m, use_length=True), (*SHAPES3, (B * H, Q))),
    "self_lengths": (lambda: interleaved(length=m, use_length=True), (WIDE, None, None, (B * H, Q))),
    "other_lengths": (
        lambda: interleaved(True, length=m, use_length=True),
        ((Q, B, H * D), (K, B, H * 2 * D), None, (B * H, Q)),
    ),
}
MASKS = {
    "masked_softmax": (numpy_masked, (*SHAPES4, (B, 1, Q, K))),
    "masked_softmax_3": (numpy_masked, (*SHAPES3, Q3[:2] + (K,))),
}
MASKS["numpy_cell"] = (numpy_cell, ((B, Q, H, D), (B, K, H, D), (B, K, H, D), (B, Q, K)))
ALL = SPELLINGS | LENGTHS | MASKS


def inputs_of(name, dtype="float32", seed=0):
    shapes = ALL[name][1]
    random = np.random.RandomState(seed)
    result = {}
    for key, shape in zip("qkvm", shapes, strict=False):
        if shape is None:
            continue
        if key == "m" and name in LENGTHS:
            result[key] = mx.nd.array(random.randint(0, shape[-1] + 1, shape), dtype="int32")
        elif key == "m" and name in MASKS:
            result[key] = mx.nd.array(random.rand(*shape) < 0.5, dtype="bool")
        else:
            result[key] = mx.nd.array(random.uniform(-1.5, 1.5, shape), dtype=dtype)
    return result


def run(symbol, inputs, is_train=True, records=True, again=False):
    """Return the result, the gradients, and with ``again`` those of the gradients' squares."""
    op = mx.nd.CachedOp(symbol)
    arrays = [inputs[name].copy() for name in symbol.list_inputs()]
    varied = [a for a, name in zip(arrays, symbol.list_inputs(), strict=True) if name != "m"]
    if not records:
        with mx.autograd.pause(train_mode=is_train):
            return [op(*arrays).asnumpy()]
    for array in varied:
        array.attach_grad()
    with mx.autograd.record(train_mode=is_train):
        out = op(*arrays)
        head = mx.nd.array(np.random.RandomState(5).uniform(-1, 1, out.shape), dtype=out.dtype)
        head = head.as_np_ndarray() if op.is_np_sym else head
        loss = (out * head).sum()
        if again:
            grads = mx.autograd.grad(loss, varied, create_graph=True, retain_graph=True)
            loss = sum((grad**2).sum() for grad in grads)
    loss.backward()
    return [out.asnumpy(), *[a.grad.asnumpy() for a in varied]]


def both(monkeypatch, symbol, inputs, **kwargs):
    results = []
    for setting in ("", "attention"):
        monkeypatch.setenv(VARIABLE, setting)
        results.append(run(symbol, inputs, **kwargs))
    return results


def assert_same(results, rtol=2e-5):
    for got, want in zip(*results, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=rtol, atol=rtol / 2)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("is_train", [True, False])
def test_values_and_gradients(name, is_train, monkeypatch, pays):
    symbol, inputs = ALL[name][0](), inputs_of(name)
    if is_train and name.startswith(("other", "numpy_cell")):  # they drop weights
        return
    assert_same(both(monkeypatch, symbol, inputs, is_train=is_train))
    assert len(pays) == 1
    assert_same(both(monkeypatch, symbol, inputs, is_train=is_train, records=False))
    assert len(pays) == 2


@pytest.mark.parametrize("name", ALL)
def test_second_gradients(name, monkeypatch, pays):
    symbol, inputs = ALL[name][0](), inputs_of(name)
    assert_same(both(monkeypatch, symbol, inputs, is_train=False, again=True), 1e-4)
    assert pays


def test_numpy_agrees(pays):
    inputs = inputs_of("masked")
    a, b, c, d = (inputs[name].asnumpy().astype("float64") for name in "qkvm")
    weights = np.exp(a @ b.transpose(0, 2, 1) * 0.3 + d)
    expected = weights / weights.sum(-1, keepdims=True) @ c
    for records in (True, False):
        got = run(SPELLINGS["masked"][0](), inputs, records=records)[0]
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)
    assert len(pays) == 2


@pytest.mark.parametrize("name", ["plain", "layer", "masked", "self", "lengths"])
@pytest.mark.parametrize(("dtype", "rtol"), [("float64", 1e-12), ("float16", 2e-2), ("bfloat16", 1e-1)])
def test_other_types(name, dtype, rtol, monkeypatch):
    inputs = inputs_of(name, dtype)
    results = both(monkeypatch, ALL[name][0](), inputs)
    assert_same([[np.asarray(a, "float64") for a in result] for result in results], rtol)


# -- where the operators run ----------------------------------------------------------------------------------------


def other_uses():
    weights = S.softmax(scores())
    return S.Group([S.batch_dot(weights, v), weights])


def two_users():
    weights = S.softmax(scores())
    return S.batch_dot(weights, v) + S.sum(weights)


def of_scores():
    out = scores()
    return S.broadcast_add(mixed(out), S.sum(out))


PLAIN = {
    "temperature": lambda: mixed(scores(), temperature=2.0),
    "dtype": lambda: S.cast(mixed(S.cast(scores(), "float64"), dtype="float32"), "float32"),
    "axis": lambda: S.batch_dot(S.softmax(scores(), axis=1), v),
    "dropped": lambda: S.batch_dot(S.Dropout(S.softmax(scores()), p=0.5), v),
    "multiplied": lambda: S.batch_dot(S.softmax(scores()) * 2, v),
    "weights are an output": other_uses,
    "weights have another user": two_users,
    "scores have another user": of_scores,
    "weights on the right": lambda: S.batch_dot(v, S.softmax(scores()), transpose_a=True),
    "weights transposed": lambda: S.batch_dot(S.softmax(scores()), q, transpose_a=True),
    "one array twice": lambda: S.batch_dot(S.softmax(scores()), S.softmax(scores()), transpose_b=True),
    "gradient blocked": lambda: S.batch_dot(S.BlockGrad(S.softmax(scores())), v),
    "no product": lambda: S.batch_dot(S.softmax(S.broadcast_add(q, m)), v),
    "weighted values scaled": lambda: S.linalg.gemm2(S.softmax(scores()), v, alpha=2.0),
    "factor of 0": lambda: mixed(scores(0.0)),
}


@pytest.mark.parametrize("name", PLAIN)
def test_the_graph_stays(name):
    assert "\nattention: 0 changes" in PLAIN[name]().explain("train")


def test_dropout_goes_in_prediction(pays):
    symbol = PLAIN["dropped"]()
    assert "\nattention: 1 changes" in symbol.explain("infer")
    run(symbol, inputs_of("plain"), is_train=True)
    assert not pays
    run(symbol, inputs_of("plain"), is_train=False)
    assert pays


def test_masks_with_gradient_are_left(monkeypatch, pays):
    symbol, results = SPELLINGS["masked"][0](), []
    for setting in ("", "attention"):
        monkeypatch.setenv(VARIABLE, setting)
        arrays = inputs_of("masked")
        for array in arrays.values():
            array.attach_grad()
        with mx.autograd.record():
            out = mx.nd.CachedOp(symbol)(*[arrays[name] for name in symbol.list_inputs()])
        out.backward()
        results.append([out.asnumpy(), *[array.grad.asnumpy() for array in arrays.values()]])
    assert_same(results)
    assert not pays


# -- values that PyTorch's function treats otherwise ---------------------------------------------------------------


def changed(name, key, value, where=(0, 1)):
    inputs = inputs_of(name)
    inputs[key][where] = value
    return inputs


@pytest.mark.parametrize("records", [True, False])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("key", ["q", "k", "v", "m"])
def test_values_that_are_not_finite(key, value, records, monkeypatch):
    """Among masks: whole rows. Rows of -inf alone are NaN."""
    results = both(monkeypatch, SPELLINGS["masked"][0](), changed("masked", key, value), records=records)
    for got, want in zip(*results, strict=True):
        np.testing.assert_allclose(got, want, rtol=2e-5, atol=1e-5)


@pytest.mark.parametrize("low", [-np.inf, -1e30, -1e9])
def test_masks_that_leave_something(low, monkeypatch, pays):
    inputs = changed("masked", "m", low, (slice(None), slice(None), slice(0, 2)))
    assert_same(both(monkeypatch, SPELLINGS["masked"][0](), inputs))
    assert pays


def test_rows_of_low_numbers_alone(monkeypatch, pays):
    """They count as much as they do in the operators."""
    inputs = changed("masked", "m", -1e5, (1, 2))
    assert_same(both(monkeypatch, SPELLINGS["masked"][0](), inputs), 1e-2)
    assert pays


@pytest.mark.parametrize("lengths", [(1, 1), (1, 5), (4, 1), (70, 600)])
def test_lengths(lengths, monkeypatch, pays):
    rows, columns = lengths
    random = np.random.RandomState(1)
    shapes = {"q": (2, rows, 8), "k": (2, columns, 8), "v": (2, columns, 8)}
    inputs = {key: mx.nd.array(random.uniform(-1, 1, shape)) for key, shape in shapes.items()}
    assert_same(both(monkeypatch, mixed(scores(0.5)), inputs))
    assert pays


@pytest.mark.parametrize(
    "shapes", [((0, 2, 3),) * 3, ((2, 0, 3), (2, 4, 3), (2, 4, 5)), ((2, 3, 4), (2, 3, 4), (2, 3, 0))]
)
def test_empty_arrays(shapes, monkeypatch):
    with mx.util.np_shape():
        inputs = {key: mx.nd.zeros(shape) for key, shape in zip("qkv", shapes, strict=True)}
        assert_same(both(monkeypatch, mixed(scores()), inputs))


def test_values_of_another_size_are_left(monkeypatch, pays):
    inputs = inputs_of("plain") | {"v": mx.nd.array(np.random.RandomState(3).rand(B * H, K, D + 1))}
    assert_same(both(monkeypatch, mixed(scores()), inputs))
    assert not pays


@pytest.mark.parametrize("least", [B * H * Q * K, B * H * Q * K + 1])
def test_where_it_pays(least, monkeypatch, pays):
    """On processors, with many scores."""
    monkeypatch.setattr(kernel, "ATTENTION", EVERY[least:])
    for name in ("plain", "masked", "lengths"):
        for records in (True, False):
            pays.clear()
            run(ALL[name][0](), inputs_of(name), records=records)
            assert bool(pays) == (least == B * H * Q * K), (name, records)


def test_integers(monkeypatch, pays):
    inputs = {key: mx.nd.array(np.ones(shape), dtype="int32") for key, shape in zip("qkv", SHAPES3, strict=True)}
    symbol, texts = mixed(scores()), []
    for setting in ("", "attention"):
        monkeypatch.setenv(VARIABLE, setting)
        with pytest.raises(MXNetError, match="operator softmax") as error:
            run(symbol, inputs, records=False)
        texts.append(str(error.value))
    assert texts[0] == texts[1]
    assert not pays


# -- how it lies in memory, and what becomes of it ------------------------------------------------------------------


def test_heads_are_views(monkeypatch, pays):
    run(of_layer(), inputs_of("layer"), records=False)
    assert pays == [torch.Size([B, H, Q, D])]
    pays.clear()
    wrong = S.reshape(S.transpose(S.reshape(q, shape=(-1, Q, H, D)), axes=(0, 2, 1, 3)), shape=(-1, Q, D))
    symbol = S.batch_dot(S.softmax(S.batch_dot(wrong, S.reshape(k, shape=(B * H, -1, D)), transpose_b=True)), v)
    inputs = {
        key: mx.nd.array(np.random.RandomState(i).rand(*s))
        for i, (key, s) in enumerate({"q": (B, Q, H * D), "k": (B * H * K, D), "v": V3}.items())
    }
    assert_same(both(monkeypatch, symbol, inputs))
    assert pays == [torch.Size([B * H, 1, Q, D])]


def test_other_shapes_of_one_graph(monkeypatch, pays):
    """What is decided by shape is decided anew for others; reshaping with a fixed length is right for some only."""
    op = mx.nd.CachedOp(of_layer())
    for batch in (1, 2, 3, 1):
        arrays = [mx.nd.array(np.random.RandomState(i).rand(batch, Q, H * D)) for i in range(3)]
        got = op(*arrays)
        monkeypatch.setenv(VARIABLE, "attention")
        np.testing.assert_allclose(got.asnumpy(), mx.nd.CachedOp(of_layer())(*arrays).asnumpy(), rtol=2e-5, atol=1e-6)
        monkeypatch.setenv(VARIABLE, "")
    assert len(pays) == 4


def test_results_can_be_written_to():
    inputs = inputs_of("self")
    out = mx.nd.CachedOp(interleaved())(inputs["q"])
    out[:] = 0
    assert out._t.is_contiguous()
    out = mx.nd.CachedOp(SPELLINGS["four_axes"][0]())(*inputs_of("four_axes").values())
    assert out._t.is_contiguous()


def test_what_follows_does_not_overwrite_it(monkeypatch):
    """The gradient needs the result."""
    assert_same(both(monkeypatch, S.relu(mixed(scores())) + 1, inputs_of("plain")))
    assert_same(
        both(
            monkeypatch,
            S.elemwise_add(S.relu(mixed(scores())), v),
            inputs_of("plain") | {"k": inputs_of("plain")["k"][:, :Q], "v": inputs_of("plain")["v"][:, :Q]},
        )
    )


@pytest.mark.parametrize("is_train", [True, False])
@pytest.mark.parametrize(("key", "node"), [("k", "first"), ("v", "second")])
def test_errors_name_the_operator(key, node, is_train, monkeypatch):
    weights = S.softmax(S.batch_dot(q, k, transpose_b=True, name="first"))
    symbol = S.batch_dot(weights, v, name="second")
    inputs = inputs_of("plain") | {key: mx.nd.ones((B * H, 9, 9))}
    texts = []
    for setting in ("", "attention"):
        monkeypatch.setenv(VARIABLE, setting)
        with pytest.raises(MXNetError, match=f"node '{node}', operator batch_dot") as error:
            run(symbol, inputs, is_train=is_train)
        texts.append(str(error.value))
    assert texts[0] == texts[1]


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning", "ignore:`torch.jit:FutureWarning")
@pytest.mark.parametrize("name", ["layer", "self_lengths"])
def test_traces_have_the_operators(name, pays):
    symbol, inputs = ALL[name][0](), inputs_of(name)
    tensors = tuple(inputs[key]._t for key in symbol.list_inputs())
    expected = run(symbol, inputs, is_train=False, records=False)[0]
    pays.clear()
    module = mx.gluon.SymbolBlock(symbol, [S.var(key) for key in symbol.list_inputs()]).to_torch()
    for traced in (torch.export.export(module, tensors).module(), torch.jit.trace(module, tensors, check_trace=False)):
        np.testing.assert_allclose(traced(*tensors).detach().numpy(), expected, rtol=2e-5, atol=1e-6)
    assert not pays


def test_threads():
    symbol, inputs = of_layer(), inputs_of("layer")
    op, arrays = mx.nd.CachedOp(symbol), [inputs[key] for key in symbol.list_inputs()]
    expected = op(*arrays).asnumpy()
    with ThreadPoolExecutor(4) as pool:
        for got in pool.map(lambda _: op(*arrays).asnumpy(), range(40)):
            np.testing.assert_array_equal(got, expected)


def test_executors(monkeypatch, pays):
    shapes = dict(zip("qkvm", (*SHAPES3, (B * H, Q, K)), strict=True))
    results = []
    for setting in ("", "attention"):
        monkeypatch.setenv(VARIABLE, setting)
        executor = SPELLINGS["masked"][0]().simple_bind(
            mx.cpu(), grad_req={"q": "write", "k": "add", "v": "write", "m": "null"}, **shapes
        )
        for name, array in inputs_of("masked").items():
            executor.arg_dict[name][:] = array
        out = executor.forward(is_train=True)[0].asnumpy()
        executor.backward(mx.nd.ones(out.shape))
        results.append([out, *[g.asnumpy() for g in executor.grad_arrays if g is not None]])
    assert_same(results)
    assert len(pays) == 1


def test_it_is_off_where_plain_kernels_are_asked_for(monkeypatch):
    monkeypatch.setattr("mxnet.graph.passes.attention.PLAIN", True)
    assert "\nattention: 0 changes" in SPELLINGS["plain"][0]().explain("infer")


# -- mixed precision ------------------------------------------------------------------------------------------------


@pytest.fixture(params=["float16", "bfloat16"])
def half(request, monkeypatch):
    """The type of mixed precision, with half arrays taken on processors without instructions for them, too."""
    monkeypatch.setattr(kernel, "are_slow_half", lambda *_: False)
    amp.init(request.param)
    yield request.param
    imperative._end()


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("dtype", ["float32", "half"])
def test_mixed_precision(name, dtype, half, monkeypatch, pays):
    """Of arrays in half precision or float32, as layers give them, and for what takes either."""
    given = half if dtype == "half" else dtype
    symbol, inputs = ALL[name][0](), inputs_of(name, given)
    results = both(monkeypatch, symbol, inputs, is_train=False)
    assert_same([[np.asarray(a, "float64") for a in result] for result in results], 2e-2 if half == "float16" else 1e-1)
    assert results[0][0].dtype == results[1][0].dtype
    assert len(pays) == 1


def of_projections(half):
    """A layer between two in half precision: everything is computed in it."""
    dense = partial(S.FullyConnected, no_bias=True, flatten=False, num_hidden=H * D)
    names = iter("abcd")

    def project(x):
        return dense(x, S.var(next(names)))

    a, b, c = (project(q) for _ in range(3))
    return project(of_layer()(**dict(zip("qkv", (a, b, c), strict=True))))


def test_between_layers_everything_is_half(half, monkeypatch, pays):
    computed = []

    def counted(queries, *args, **kwargs):
        computed.append(str(queries.dtype).removeprefix("torch."))
        return torch.nn.functional.scaled_dot_product_attention(queries, *args, **kwargs)

    monkeypatch.setattr(kernel, "scaled_dot_product_attention", counted)
    symbol, random = of_projections(half), np.random.RandomState(0)
    inputs = {name: mx.nd.array(random.uniform(-0.3, 0.3, (H * D, H * D))) for name in "abcd"}
    inputs["q"] = mx.nd.array(random.uniform(-1, 1, LAYER[0]))
    assert_same(both(monkeypatch, symbol, inputs), 0.05)
    assert computed == [half]
