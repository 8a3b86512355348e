"""An executor and its arrays go without Python's collector of cycles."""

import contextlib
import gc
import weakref

import mxnet as mx
import pytest


def _executor(symbol, **shapes):
    executor = symbol.simple_bind(mx.cpu(), grad_req="write", **shapes)
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones(out.shape) for out in executor.outputs])
    return executor


@pytest.mark.parametrize(
    "symbol",
    [
        mx.sym.var("x") * mx.sym.var("y"),
        mx.sym.BlockGrad(mx.sym.var("x")) * mx.sym.var("y"),
        mx.sym.broadcast_mul(mx.sym.BlockGrad(mx.sym.var("x") + 1), mx.sym.BlockGrad(mx.sym.var("y"))),
        mx.sym.pick(mx.sym.var("x"), mx.sym.sum(mx.sym.var("y"), axis=1)),
    ],
)
def test_nothing_is_left_for_the_collector(symbol):
    executor = _executor(symbol, x=(3, 3), y=(3, 3))
    arrays = [weakref.ref(array) for array in (*executor.arg_arrays, *executor.grad_arrays)]
    with _uncollected():
        del executor
        assert [array().shape for array in arrays if array() is not None] == []


@pytest.mark.parametrize("failing", [mx.sym.random.normal(0, -1, (3, 3)), mx.sym.Reshape(mx.sym.var("x"), shape=(7,))])
def test_a_failed_call_leaves_nothing(failing):
    symbol = mx.sym.broadcast_mul(mx.sym.var("x"), failing)
    arrays = {"x": mx.nd.ones((3, 3))}
    held = weakref.ref(arrays["x"])
    with _uncollected():
        with contextlib.suppress(mx.MXNetError):
            symbol.bind(mx.cpu(), arrays).forward()[0].asnumpy()
        del arrays
        assert held() is None


@contextlib.contextmanager
def _uncollected():
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
