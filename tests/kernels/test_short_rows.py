"""Softmax: its plain form, which processors without a row for the other one take, is called as that one is."""

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.kernels import one_thread, short_rows

VALUES = np.arange(6, dtype="float32").reshape(1, 3, 2) / 3
SOFTMAX = np.exp(VALUES) / np.exp(VALUES).sum(1, keepdims=True)


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    monkeypatch.setattr(one_thread, "SMALL_LOOP", range(9))
    for name in ("softmax", "log_softmax"):
        monkeypatch.setattr(short_rows, name, one_thread.small_in_one_thread(getattr(torch, name)))


@pytest.mark.parametrize(("name", "expected"), [("softmax", SOFTMAX), ("log_softmax", np.log(SOFTMAX))])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_graphs_call_the_plain_form(name, expected, dtype):
    symbol = getattr(mx.sym, name)(mx.sym.Variable("x"), axis=1, dtype=dtype)
    result = symbol.bind(mx.cpu(), {"x": mx.nd.array(VALUES)}).forward()[0]
    assert result.dtype == np.dtype(dtype)
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-5)


def test_rows_with_lengths_call_the_plain_form():
    length = mx.nd.array([[3, 3]], dtype="int32")
    result = mx.nd.softmax(mx.nd.array(VALUES), length, axis=1, use_length=True)
    np.testing.assert_allclose(result.asnumpy(), SOFTMAX, rtol=1e-5)
