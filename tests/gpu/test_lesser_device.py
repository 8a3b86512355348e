"""A device without float64 and unsigned integers, as Apple's GPU is one: the processor answers, with one warning."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import placement

from tests.gpu.fake_device import DeviceTensor, Dispatch, fake_gpus

UNSIGNED = ("uint16", "uint32", "uint64")


class Lesser(Dispatch):
    """Raises where a tensor of a type that the device lacks would be made there, and for an operator that it lacks."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = super().__torch_dispatch__(func, types, args, kwargs)
        for item in result if isinstance(result, (tuple, list)) else (result,):
            if isinstance(item, DeviceTensor):
                if item.dtype in placement.LACKING["mps"]:
                    raise TypeError(f"Cannot convert a MPS Tensor to {item.dtype}")
                if func._schema.name == "aten::erfinv":
                    raise NotImplementedError("The operator 'aten::erfinv' is not implemented for the MPS device")
        return result


@pytest.fixture
def lesser(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(placement.LACKING, "lazy", placement.LACKING["mps"])
    placement._announce.cache_clear()
    with fake_gpus(1, Lesser), warnings.catch_warnings(), mx.gpu(0):
        warnings.filterwarnings("ignore", "PyTorch's device 'lazy'", RuntimeWarning)
        yield
    placement._announce.cache_clear()


@pytest.fixture
def v2() -> Iterator[None]:
    """The interface of MXNet 2, which has unsigned integers."""
    mx.util.use_v2()
    yield
    mx.util.use_v2(False)


def _values(dtype: str) -> Any:
    return np.array([[3, 1, 2], [7, 5, 4]], dtype)


def _filled(array: Any, values: Any) -> Any:
    array[:] = values
    return array


CREATED: dict[str, Callable[[str], Any]] = {
    "nd.array": lambda dtype: mx.nd.array(_values(dtype), dtype=dtype),
    "nd.zeros": lambda dtype: mx.nd.zeros((2, 3), dtype=dtype) + mx.nd.array(_values(dtype), dtype=dtype),
    "nd.full": lambda dtype: mx.nd.full((2, 3), 0, dtype=dtype) + mx.nd.array(_values(dtype), dtype=dtype),
    "nd.astype": lambda dtype: mx.nd.array(_values("float32")).astype(dtype),
    "nd.Cast": lambda dtype: mx.nd.Cast(mx.nd.array(_values("float32")), dtype=dtype),
    "nd.as_in_context": lambda dtype: mx.nd.array(_values(dtype), ctx=mx.cpu(), dtype=dtype).as_in_context(mx.gpu(0)),
    "nd.empty": lambda dtype: _filled(mx.nd.empty((2, 3), dtype=dtype), _values(dtype)),
    "nd.sparse": lambda dtype: mx.nd.array(_values(dtype), dtype=dtype).tostype("csr").tostype("default"),
    "np.array": lambda dtype: mx.np.array(_values(dtype), dtype=dtype),
    "np.zeros": lambda dtype: mx.np.zeros((2, 3), dtype=dtype) + mx.np.array(_values(dtype), dtype=dtype),
    "np.astype": lambda dtype: mx.np.array(_values("int32"), dtype="int32").astype(dtype),
    "np.empty": lambda dtype: _filled(mx.np.empty((2, 3), dtype=dtype), _values(dtype)),
}


def _check_array(array: Any, dtype: str) -> None:
    assert array.context == mx.gpu(0)
    assert array.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(array.asnumpy(), _values(dtype))
    back = array.astype("float32")
    assert back._t.device.type == "lazy"
    np.testing.assert_array_equal((back + 1).asnumpy(), _values("float32") + 1)


@pytest.mark.usefixtures("lesser")
@pytest.mark.parametrize("how", CREATED)
def test_arrays_of_float64(how: str) -> None:
    _check_array(CREATED[how]("float64"), "float64")


@pytest.mark.usefixtures("lesser", "v2")
@pytest.mark.parametrize("dtype", UNSIGNED)
@pytest.mark.parametrize("how", [how for how in CREATED if how.startswith("np.")])
def test_arrays_of_unsigned_integers(how: str, dtype: str) -> None:
    _check_array(CREATED[how](dtype), dtype)


CALLS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any], Any]]] = {
    "exp": (lambda x, _: mx.nd.exp(x), np.exp),
    "plus": (lambda x, _: x + x, lambda a: a + a),
    "plus a number": (lambda x, _: x * 2 + 1, lambda a: a * 2 + 1),
    "dot": (lambda x, _: mx.nd.dot(x, x.T), lambda a: a @ a.T),
    "sum": (lambda x, _: x.sum(axis=1), lambda a: a.sum(axis=1)),
    "argmax, a float": (lambda x, _: x.argmax(axis=1), lambda a: a.argmax(axis=1).astype("float32")),
    "take of the device's indices": (lambda x, i: mx.nd.take(x, i), lambda a: a[[1, 0, 1]]),
    "item": (lambda x, _: x[1], lambda a: a[1]),
    "indices": (lambda x, i: x[i], lambda a: a[[1, 0, 1]]),
    "as indices": (lambda x, i: i[x[0] - 1], lambda a: np.array([1, 1, 0], "int32")),
    "sort": (lambda x, _: mx.nd.sort(x), np.sort),
    "concat": (lambda x, _: mx.nd.concat(x, x, dim=0), lambda a: np.concatenate([a, a])),
}


@pytest.mark.usefixtures("lesser")
@pytest.mark.parametrize("name", CALLS)
def test_calls_on_float64(name: str) -> None:
    call, expected = CALLS[name]
    result = call(mx.nd.array(_values("float64"), dtype="float64"), mx.nd.array([1, 0, 1], dtype="int32"))
    assert result.context == mx.gpu(0)
    np.testing.assert_allclose(result.asnumpy(), expected(_values("float64")), rtol=1e-12)


@pytest.mark.usefixtures("lesser")
def test_float64_with_float32_in_numpys_arithmetic() -> None:
    wide, narrow = mx.np.array([1.0, 1e-12], dtype="float64"), mx.np.array([2.0, 1.0], dtype="float32")
    for result in (wide + narrow, narrow + wide):
        assert result.dtype == np.float64
        assert result.context == mx.gpu(0)
        np.testing.assert_array_equal(result.asnumpy(), np.array([3.0, 1.0 + 1e-12]))


@pytest.mark.usefixtures("lesser")
def test_an_operator_that_the_device_lacks_gives_a_result_there() -> None:
    x = mx.nd.array([0.5, 0.0])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.erfinv(x)
    y.backward()
    assert (y._t.device.type, x.grad._t.device.type) == ("lazy", "lazy")
    np.testing.assert_allclose(y.asnumpy(), [0.4769363, 0], rtol=1e-6)
    np.testing.assert_allclose(x.grad.asnumpy(), [1.1125850, np.sqrt(np.pi) / 2], rtol=1e-6)


@pytest.mark.usefixtures("lesser")
def test_random_float64() -> None:
    x = mx.nd.random.uniform(0, 1, shape=(100,), dtype="float64")
    assert (x.context, x.dtype) == (mx.gpu(0), np.float64)
    assert 0 <= x.asnumpy().min() < x.asnumpy().max() < 1


@pytest.mark.usefixtures("lesser")
@pytest.mark.parametrize("hybridize", [False, True])
def test_a_network_of_float64_learns(hybridize: bool) -> None:
    net = mx.gluon.nn.Dense(1, in_units=2)
    net.initialize(mx.init.One(), ctx=mx.gpu(0))
    net.cast("float64")
    if hybridize:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5, "momentum": 0.9})
    x = mx.nd.array([[1, 2], [3, 4]], dtype="float64")
    with mx.autograd.record():
        loss = (net(x) ** 2).mean()
    loss.backward()
    trainer.step(1)
    assert net.weight.data().context == mx.gpu(0)
    np.testing.assert_allclose(net.weight.data().asnumpy(), [[1 - 0.5 * 24, 1 - 0.5 * 34]], rtol=1e-12)


@pytest.mark.usefixtures("lesser")
def test_a_bound_graph_with_a_part_in_float64() -> None:
    data = mx.sym.Variable("data")
    graph = mx.sym.Cast(mx.sym.erfinv(mx.sym.Cast(data, dtype="float64") / 2), dtype="float32") + data
    bound = graph.bind(mx.gpu(0), {"data": mx.nd.array([1.0, 0.0])}, grad_req="null")
    (result,) = bound.forward()
    assert (result.context, result._t.device.type) == (mx.gpu(0), "lazy")
    np.testing.assert_allclose(result.asnumpy(), [1.4769363, 0], rtol=1e-6)


@pytest.mark.usefixtures("lesser")
def test_what_a_call_writes_to_is_written_to() -> None:
    def call(t: torch.Tensor, *, out: torch.Tensor, device: torch.device) -> torch.Tensor:
        if device.type != "cpu":
            raise NotImplementedError
        t.mul_(2)
        return out.copy_(t + 1)

    t, out = (mx.nd.array(v)._t for v in ([1.0, 2.0], [0.0, 0.0]))
    placement.on_processor(call, (t,), {"out": out, "device": t.device})
    assert (t.cpu().tolist(), out.cpu().tolist()) == ([2.0, 4.0], [3.0, 5.0])


@pytest.mark.usefixtures("lesser")
def test_wrong_calls_keep_their_error() -> None:
    with pytest.raises(mx.MXNetError, match=r"operator dot"):
        mx.nd.dot(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))


def test_there_is_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(placement.LACKING, "lazy", placement.LACKING["mps"])
    placement._announce.cache_clear()
    with fake_gpus(1, Lesser), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(2):
            mx.nd.ones((2,), ctx=mx.gpu(0), dtype="float64")
            mx.nd.erfinv(mx.nd.zeros((2,), ctx=mx.gpu(0))).asnumpy()
            mx.nd.random.uniform(shape=2, ctx=mx.gpu(0), dtype="float64").asnumpy()
    placement._announce.cache_clear()
    assert [str(item.message) for item in caught] == [
        "PyTorch's device 'lazy' has no complex128, float64, uint16, uint32, uint64, and lacks operators: the processor"
        " answers in its place"
    ]


#: erfinv(x / 2) * x at 1 and 0.5, and its derivative erfinv(x / 2) + x * sqrt(pi) / 4 * exp(erfinv(x / 2) ** 2)
PARTLY = [0.4769363, 0.1126560], [1.0332287, 0.4584066]


def _partly_float64(F: Any, x: Any) -> Any:
    return F.Cast(F.erfinv(F.Cast(x, dtype="float64") / 2), dtype="float32") * x


@pytest.mark.usefixtures("lesser")
@pytest.mark.parametrize("hybridize", [False, True])
def test_gradients_of_a_block_that_is_partly_float64(hybridize: bool) -> None:
    net = mx.gluon.nn.HybridLambda(_partly_float64)
    if hybridize:
        net.hybridize()
    x = mx.nd.array([1.0, 0.5])
    x.attach_grad()
    for _ in range(2):
        with mx.autograd.record():
            y = net(x)
        y.backward()
        np.testing.assert_allclose(y.asnumpy(), PARTLY[0], rtol=1e-6)
        np.testing.assert_allclose(x.grad.asnumpy(), PARTLY[1], rtol=1e-6)


@pytest.mark.usefixtures("lesser")
def test_gradients_of_a_bound_graph_that_is_partly_float64() -> None:
    graph = mx.sym.MakeLoss(_partly_float64(mx.sym, mx.sym.Variable("data")))
    bound = graph.bind(mx.gpu(0), {"data": mx.nd.array([1.0, 0.5])}, args_grad={"data": mx.nd.zeros(2)})
    bound.forward(is_train=True)
    bound.backward()
    np.testing.assert_allclose(bound.outputs[0].asnumpy(), PARTLY[0], rtol=1e-6)
    np.testing.assert_allclose(bound.grad_arrays[0].asnumpy(), PARTLY[1], rtol=1e-6)
