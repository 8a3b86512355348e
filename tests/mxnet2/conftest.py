"""The interface of MXNet 2 for a test, and that of 1.9.1 afterwards."""

from __future__ import annotations

import mxnet as mx
import pytest


@pytest.fixture
def v2():
    mx.util.use_v2()
    yield
    mx.util.use_v2(False)


@pytest.fixture
def np_arrays():
    mx.npx.set_np()
    yield
    mx.npx.reset_np()


@pytest.fixture(params=[1, 2])
def api(request):
    """Both interfaces, with NumPy's arrays."""
    mx.util.use_v2(request.param == 2)
    mx.npx.set_np()
    yield request.param
    mx.npx.reset_np()
    mx.util.use_v2(False)
